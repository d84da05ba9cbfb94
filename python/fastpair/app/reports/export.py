"""A tournament in another format, and results files of federations."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...errors import RuleError, in_file, input_error
from ...formats import FORMATS, egd
from ...formats.conversion import converted, lost
from ...formats.limits import UNGRADED, cut_clubs
from ...formats.losses import losses
from ...go.teams import of_teams, refuse_pairs
from ...go.tournament.event import LIST_DAYS
from ...go.tournament.player import participation
from ...parameters import ranges
from ...sentences import Remedy, Sentence, phrase
from ..draws.request import drawing_system
from ..entries.federations import (
    RESULTS_FILES,
    describe_lacking,
    event_lacking,
    results_files,
)
from ..forms.inputs import on_one_line, with_event
from ..history.records import with_model
from ..round_states import left_over_before, list_names, unfinished, unfinished_before
from .standings import ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...formats import Document, Format
    from ...go.tournament import Event, Tournament
    from ..history.state import CongressState


@dataclass(frozen=True, kw_only=True)
class Export:
    """The content of a result file."""

    tournament: Tournament
    """What is in it: of a part of the rounds only, if that was asked for."""

    content: bytes

    remarks: tuple[str, ...]
    """What makes the file doubtful, one line each."""

    lost: Callable[[], Iterable[str]] = field(repr=False)

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """What it does not hold of the tournament, one line each; found out when it is asked for."""
        return tuple(self.lost())


def format_for(path: Path, name: object, about: str = "to") -> Format:
    """The format of a file that is to be written: that of a name, or by the end of the path.

    Raises
    ------
    RuleError
        If there is none.
    """
    formats = ", ".join(FORMATS)
    if name is not None:
        if not isinstance(name, str) or name not in FORMATS:
            message = phrase("must be a format ({known}), not {name!r}", known=formats, name=name)
            raise input_error(name, str, message, about=about)
        return FORMATS[name]
    for form in FORMATS.values():
        if path.name.lower().endswith(form.suffixes):
            return form
    unknown = Sentence(
        "no format has files of this name", Remedy("name the format", about=about, known=formats)
    )
    raise RuleError(Sentence.in_file(path, unknown))


def results_formats(tournament: Tournament) -> tuple[Format, ...]:
    """The formats of the results files of federations."""
    return tuple(FORMATS[name] for name in results_files(tournament))


def other_formats(tournament: Tournament) -> tuple[Format, ...]:
    """All other formats that hold a tournament of its game."""
    return tuple(
        form
        for name, form in FORMATS.items()
        if name not in results_files(tournament)
        and (tournament.event_kind.has_grades or name in UNGRADED)
    )


class NewFile(NamedTuple):
    """A file that begins with a tournament, in the format that its name asks for."""

    form: Format

    document: Document
    """What the file will be."""

    tournament: Tournament
    """What file and history hold of the tournament."""

    losses: tuple[str, ...] = ()
    """What they hold otherwise, one line each."""

    @property
    def content(self) -> bytes:
        """The content of the file."""
        return self.document.content

    @classmethod
    def of(cls, path: Path, name: str | None, tournament: Tournament) -> Self:
        """Lay out a tournament for a new file; a name without an ending is our own format's.

        Parameters
        ----------
        path
            The file that will be written.
        name
            Name of the format, if it is named.

        Raises
        ------
        RuleError
            If there is no such format.
        """
        own = name is None and not path.suffix
        form = FORMATS["fastpair"] if own else format_for(path, name, "format")
        document = form.read(str(path), form.new(tournament))
        return cls(form, document, document.tournament)._compared(tournament)

    def _compared(self, tournament: Tournament) -> Self:
        """The same file, with what it holds otherwise than the tournament."""
        lost = losses(self.tournament, tournament)
        lines = tuple(
            phrase(
                "{title} stores it differently: {loss}", title=phrase(self.form.title), loss=loss
            )
            for loss in lost
        )
        return self._replace(losses=lines)

    def in_history(self, tournament: Tournament) -> Self:
        """The same file with a history beside it, which holds the model if the file has no place for it."""
        model = tournament.rules.usual_model
        if self.form.holds_model or model == self.tournament.rules.usual_model:
            return self
        return self._replace(tournament=with_model(self.tournament, model))._compared(tournament)


_OF_FEDERATIONS = ("egd", "ffg", "aga")
"""Formats whose files are results for a federation, and tell a round that is not over as one that is."""


def conversion(
    state: CongressState, target: Path, form: Format, *, even_so: bool = False
) -> Export:
    """Convert a tournament to another format. What is in the format already stays as it is.

    Parameters
    ----------
    target
        The file that will be written, for the errors.
    form
        The format that it shall have.
    even_so
        Whether rounds may go into a results file that are not over.

    Raises
    ------
    RuleError
        If no file of the format can hold the tournament, or it is a results file and a round is not over.
    """
    document = state.document
    origin, tournament, content = FORMATS[document.format], document.tournament, document.content
    missing: tuple[str, ...] = ()
    if origin is not form or document.is_read_only:
        with in_file(document.path):
            content = converted(document, origin, form)
            if form.name in _OF_FEDERATIONS:
                missing = _rounds_missing(tournament, even_so=even_so)
    return Export(
        tournament=tournament,
        content=content,
        remarks=(
            *document.remarks,
            *missing,
            *(() if origin is form else _remarks(state, tournament, form, for_one_file=False)),
        ),
        lost=lambda: lost(document, origin, target, content, form, tournament),
    )


def exported(
    state: CongressState,
    target: Path,
    form: Format,
    *,
    event: Mapping[str, Any],
    name: str | None = None,
    rounds: str | None = None,
    even_so: bool = False,
) -> Export:
    """Make the result file of a tournament.

    A result file of the European Go Database is verified as its server would do it.

    Parameters
    ----------
    target
        The file that will be written.
    form
        The format that it shall have.
    event, name
        What shall be said otherwise than in the tournament.
    rounds
        The rounds that go into the file, as `participation` reads them; by default all.
    even_so
        Whether rounds may go into it that are not over.

    Raises
    ------
    RuleError
        If a round is not over, the federation would refuse the file, or it rates no such games.
    """
    document = state.document
    origin = FORMATS[document.format]
    system = drawing_system(state, document.tournament.rules.rounds)
    whole = ranked(document.tournament, system)
    stated = with_event(whole if rounds is None else of_rounds(whole, rounds), event)
    tournament = replace(stated, name=whole.name if name is None else on_one_line(name))
    if form.name in _OF_FEDERATIONS:
        refuse_pairs(tournament)
    missing = _rounds_missing(tournament, even_so=even_so)
    # A part of the rounds is another tournament: what the file says beside it may not be true of it.
    part = rounds is not None
    content = _verified(
        form,
        lambda: (
            _of_part(form, tournament) if part else converted(document, origin, form, tournament)
        ),
    )
    return Export(
        tournament=tournament,
        content=content,
        remarks=(
            *document.remarks,
            *missing,
            *_remarks(state, tournament, form, for_one_file=True),
        ),
        lost=lambda: lost(document, origin, target, content, form, tournament),
    )


def of_rounds(tournament: Tournament, rounds: str) -> Tournament:
    """A tournament of a part of the rounds, numbered from 1, as a split congress or a month of a league is rated.

    Everybody starts where he started; what was scored in other rounds is not in it, and no system has drawn it.

    Parameters
    ----------
    rounds
        As `participation` reads them, or a month, such as ``2026-10``: those that take place in it.

    Raises
    ------
    RuleError
        If the text is none, or names no round.
    """
    last = tournament.rules.rounds
    others = _of_other_months(tournament, rounds) or participation(rounds, last)
    if not others:
        return tournament
    remaining = (number for number in range(1, last + 1) if number not in others)
    new = {number: place for place, number in enumerate(remaining, start=1)}
    if not new:
        raise RuleError(phrase("{rounds!r} names no round", rounds=rounds), about="rounds")

    def kept(numbers: Iterable[int]) -> frozenset[int]:
        return frozenset(new[n] for n in numbers if n in new)

    rules, play = tournament.rules, tournament.team_play
    fide = replace(rules.fide, acceleration="none")
    return replace(
        tournament,
        rules=replace(rules, rounds=len(new), fide=fide, needs_half=False),
        event=_of_days(tournament.event, [*new]),
        team_play=play
        and replace(
            play, teams=tuple(each.with_lineups(map(each.lineup, new)) for each in play.teams)
        ),
        players=tuple(
            replace(
                p,
                absences=kept(p.absences),
                requested_byes=kept(p.requested_byes),
                no_shows=kept(p.no_shows),
                bonus_halves=tuple(
                    halves for n, halves in enumerate(p.bonus_halves, start=1) if n in new
                ),
            )
            for p in tournament.players
        ),
        games=tuple(replace(g, round=new[g.round]) for g in tournament.games if g.round in new),
        byes=tuple(replace(b, round=new[b.round]) for b in tournament.byes if b.round in new),
    )


def _of_part(form: Format, tournament: Tournament) -> bytes:
    """A file of a part of the rounds; a report for FIDE names no system that has drawn them."""
    from ...formats.trf.writer import of_part

    content = form.new(tournament)
    return of_part(content) if form is FORMATS["trf"] else content


_MONTH = re.compile(r"([0-9]{4})-([0-9]{1,2})")


def _of_other_months(tournament: Tournament, text: str) -> frozenset[int]:
    """The rounds that are not in a month; none if the text names no month.

    Raises
    ------
    RuleError
        If no round is known to be in it.
    """
    match = _MONTH.fullmatch(text.strip())
    if match is None:
        return frozenset()
    days = tournament.event.round_dates[: tournament.rules.rounds]
    month = int(match[1]), int(match[2])
    there = {n for n, day in enumerate(days, start=1) if (day.year, day.month) == month}
    if not there:
        raise RuleError(
            phrase("{rounds!r}: no round has a day in this month", rounds=text), about="rounds"
        )
    return frozenset(tournament.round_numbers) - there


def _of_days(event: Event, rounds: Sequence[int]) -> Event:
    """The event with the days of some of its rounds alone."""
    days = tuple(day for number in rounds if (day := event.day_of(number)) is not None)
    if len(days) < len(rounds):
        return replace(event, round_dates=())
    return replace(event, round_dates=days, begins=min(days), ends=max(days))


def _verified(form: Format, written: Callable[[], bytes]) -> bytes:
    """The content of a file that the federation does not refuse.

    Raises
    ------
    RuleError
        What the federation would refuse, and what to do.
    """
    if form is not FORMATS["egd"]:
        return written()
    try:
        content = written()
        for fault in egd.verify(content):
            raise RuleError(phrase("the EGD would refuse the result file: {fault}", fault=fault))
    except RuleError as error:
        remedies = getattr(error.message, "remedies", ()) or (Remedy("mend the file"),)
        raise RuleError(error.message, *remedies) from error
    return content


def _rounds_missing(tournament: Tournament, *, even_so: bool) -> tuple[str, ...]:
    """Say, one line for each reason, which rounds are not over.

    Raises
    ------
    RuleError
        If one is not, and none such may go into the file.
    """
    missing = tuple(unfinished_before(tournament, tournament.rules.rounds + 1))
    if missing and not even_so:
        raise _unfinished(tournament, missing)
    return missing


_MOST_NAMED = 3
"""Reasons why rounds are not over that an error names; the others are counted."""


def _unfinished(tournament: Tournament, missing: tuple[str, ...]) -> RuleError:
    over = [
        n
        for n in tournament.round_numbers
        if not any((*unfinished(tournament, n), *tournament.describe_postponed(n)))
    ]
    part = [Remedy("export rounds", rounds=ranges(over))] if over else []
    first = [
        Remedy("enter a result", table=game.table, round=game.round)
        for game in tournament.postponed_games[:1]
    ]
    return RuleError(list_names(missing, _MOST_NAMED), *first, *part, Remedy("export as it is"))


def _remarks(
    state: CongressState, tournament: Tournament, form: Format, *, for_one_file: bool
) -> Iterator[str]:
    """Say, one line each, what a federation will ask for, but for what players are known to lack.

    Parameters
    ----------
    for_one_file
        Whether a missing value can be stated for the results file alone.
    """
    gaps = state.gaps(form.name)
    yield from left_over_before(of_teams(tournament), tournament.rules.rounds + 1)
    yield from cut_clubs(form.name, tournament, gaps)
    if form.name not in results_files(tournament):
        return
    yield from describe_lacking(tournament, form.name, gaps)
    federation, what = RESULTS_FILES[form.name].federation, RESULTS_FILES[form.name].event
    for name in event_lacking(tournament, form.name):
        lacking = phrase(
            "the result file says no {what}, which the {federation} asks for",
            what=phrase(what[name]),
            federation=federation,
        )
        yield Sentence(lacking, _stating(name, "adds it", for_one_file=for_one_file))
    if form is FORMATS["trf"]:
        yield from _too_long(tournament.event)
    if form is FORMATS["egd"] and tournament.event.egf_class == "X":
        too_fast = phrase("class X: the games are too fast to be rated")
        yield Sentence(too_fast, _stating("time", "corrects the time", for_one_file=for_one_file))


def _too_long(event: Event) -> Iterator[Sentence]:
    """Say that an event is rated in parts, such as by months."""
    if not event.takes_months:
        return
    part = f"{event.round_dates[0]:%Y-%m}" if event.round_dates else "1-5"
    yield Sentence(
        phrase(
            "the tournament takes {days} days: FIDE rates what takes more than {most} in parts, each round once",
            days=event.length,
            most=LIST_DAYS,
        ),
        Remedy("export a part", rounds=part),
    )


def _stating(name: str, effect: str, *, for_one_file: bool) -> Remedy:
    """What states a value of the event."""
    if for_one_file:
        return Remedy("state a value", about=name, effect=effect)
    return Remedy("set a value", about=name, effect=effect)
