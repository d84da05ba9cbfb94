"""The result file of a tournament that is over, for a federation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats import FORMATS, egd, format_of
from ...formats.conversion import converted, lost
from ...formats.files import read_file
from ...go.teams import refuse_pairs
from ...go.tournament.player import participation, ranges
from ...sentences import Remedy, Sentence
from ..history.timeline import Timeline
from ..state import left_over_before, unfinished, unfinished_before
from ..typed.values import on_one_line
from .ranking import drawing_system, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from ...formats import Format
    from ...go.tournament import Tournament
    from ..typed.event import TypedEvent


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


def exported(
    source: Path,
    target: Path,
    form: Format,
    *,
    event: TypedEvent,
    name: str | None = None,
    rounds: str | None = None,
    even_so: bool = False,
) -> Export:
    """Make the result file of a tournament.

    A result file of the European Go Database is verified as its server would do it.

    Parameters
    ----------
    source, target
        The file that is read, and the one that will be written.
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
    FormatError
        If the file cannot be read.
    RuleError
        If a round is not over, the federation would refuse the file, or it rates no such games.
    """
    content = read_file(source)
    origin = format_of(source, content)
    document = origin.read(str(source), content)
    timeline = Timeline.beside(source, content)
    known = drawing_system(document, source, timeline, document.tournament.rules.rounds)
    whole = ranked(document.tournament, known)
    asked = replace(
        whole,
        event=event.applied_to(whole.event),
        name=whole.name if name is None else on_one_line(name),
    )
    if rounds is not None:
        asked = of_rounds(asked, rounds)
    if form in (FORMATS["egd"], FORMATS["ffg"], FORMATS["aga"]):
        refuse_pairs(asked)
    missing = tuple(unfinished_before(asked, asked.rules.rounds + 1))
    if missing and not even_so:
        raise _unfinished(asked, missing)
    # A part of the rounds is another tournament: what the file says beside it may not be true of it.
    part = rounds is not None
    content = _verified(
        form, lambda: form.new(asked) if part else converted(document, origin, form, asked)
    )
    return Export(
        tournament=asked,
        content=content,
        remarks=(*document.remarks, *missing, *_remarks(asked, form)),
        lost=lambda: lost(document, origin, target, content, form, asked),
    )


def of_rounds(tournament: Tournament, rounds: str) -> Tournament:
    """A tournament of a part of the rounds, numbered from 1, as a split congress is rated.

    Everybody starts where he started; what was scored in other rounds is not in it.

    Parameters
    ----------
    rounds
        As `participation` reads them.

    Raises
    ------
    RuleError
        If the text is none, or names no round.
    """
    last = tournament.rules.rounds
    others = participation(rounds, last)
    kept = (number for number in range(1, last + 1) if number not in others)
    new = {number: place for place, number in enumerate(kept, start=1)}
    if not new:
        raise RuleError(f"{rounds!r} names no round", about="rounds")
    return replace(
        tournament,
        rules=replace(tournament.rules, rounds=len(new)),
        players=tuple(
            replace(p, absences=frozenset(new[n] for n in p.absences if n in new))
            for p in tournament.players
        ),
        games=tuple(replace(g, round=new[g.round]) for g in tournament.games if g.round in new),
        byes=tuple(replace(b, round=new[b.round]) for b in tournament.byes if b.round in new),
    )


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
            raise RuleError(f"the EGD would refuse the result file: {fault}")
    except RuleError as error:
        raise RuleError(error.said, Remedy("mend the file")) from error
    return content


def _unfinished(tournament: Tournament, missing: tuple[str, ...]) -> RuleError:
    more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
    rounds = range(1, tournament.rules.rounds + 1)
    over = [number for number in rounds if not any(unfinished(tournament, number))]
    part = [Remedy("export rounds", rounds=ranges(over))] if over else []
    return RuleError(f"{missing[0]}{more}", *part, Remedy("export as it is"))


def _remarks(tournament: Tournament, form: Format) -> Iterator[str]:
    """Say, one line each, what a federation will ask for."""
    yield from left_over_before(tournament, tournament.rules.rounds + 1)
    if form is not FORMATS["egd"]:
        return
    event = tournament.event
    asked = {
        "name": (tournament.name, "name"),
        "town": (event.place, "place"),
        "country": (event.country, "country"),
        "day": (event.begins or event.ends, "begins"),
    }
    for what, (known, name) in asked.items():
        if not known:
            lacking = f"the result file says no {what}, which the EGD asks for"
            yield Sentence(lacking, Remedy("state a value", about=name, effect="adds it"))
    if event.egf_class == "X":
        too_fast = "class X: the games are too fast to be rated"
        yield Sentence(too_fast, Remedy("state a value", about="time", effect="corrects the time"))
