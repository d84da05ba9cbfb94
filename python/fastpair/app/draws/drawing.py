"""The draw of a file: from a request to boards, and to where they are written."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from ...errors import RuleError, in_file
from ...formats import refuse_other_name
from ...go.teams import of_teams
from ...go.tournament import Result
from ...pairing.draw.boards import placed
from ...pairing.draw.draw import timed
from ...pairing.rounds import draw_round, with_matches
from ...pairing.systems import LookingAhead
from ...sentences import Remedy, Sentence, joined, phrase, phrase_many
from ..edits.locked_file import Edit, LockedFile
from ..history.records import conditions_of, drawn_by, held, read, tables_of, without
from ..history.timeline import Timeline
from ..lookup import models_file, weigher
from ..output import Output
from .changes import Difference, Kept
from .costs import rules_drawn
from .documents import document_request, stated_rules
from .redraw import KnownBoards, Units, imposed_games
from .remarks import (
    describe_kept_rounds,
    in_no_team,
    other_groups,
    rematches_of_later,
    reservations,
    unread_groups,
)
from .request import Assumed, foreseen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from ...formats import Document
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Draw
    from ...pairing.systems import System
    from ..edits.locked_file import Act
    from ..history.records import Condition, Tables
    from .documents import DocumentRequest
    from .redraw import Discarded
    from .request import Foresight, Request


class DrawConditions(NamedTuple):
    """What a director asks for, with what the last draw of the round was asked for."""

    request: Request
    model: str | None
    seed: int

    @classmethod
    def of(
        cls,
        timeline: Timeline,
        request: Request,
        before: Tournament,
        number: int,
        model: str | None,
        seed: int,
    ) -> DrawConditions:
        """The request with the rules of the last draw before its own, and its model and seed.

        A pair that had to play does not have to if one of the two does not play any more.

        Raises
        ------
        RuleError
            If a system without weights has drawn the round.
        """
        entry = drawn_by(timeline, number)
        if entry is None:
            return cls(request, model, seed)
        held = entry.draw
        if held.get("model") == "":
            raise RuleError(
                phrase(
                    "round {number} was drawn by {model}, which does not weigh one draw against "
                    "another",
                    number=number,
                    model=held.get("system"),
                ),
                Remedy("draw by weights"),
                about="keep_most",
            )
        playing = {player.key for player in before.to_pair(number)}
        rules = without(rules_drawn(held), conditions_of(timeline, number, until=entry))
        force = tuple(pair for pair in rules.force if playing.issuperset(pair))
        rules = replace(rules, force=force).and_also(request.rules)
        return cls(
            replace(request, rules=rules),
            model or held.get("model_named"),
            seed or held.get("seed", 0),
        )


def chosen_system(
    system: System | None,
    model: str | None,
    asked: DocumentRequest,
    request: Request,
    before: Tournament,
    *,
    fitting: str,
    seed: int,
) -> System:
    """The system, with its model if it takes one, and with what is preferred.

    Parameters
    ----------
    system, model
        What the director names; it goes before what the document asks for.
    before
        The tournament that is drawn in.
    fitting
        The model if nobody names one, see ``Rules.usual_model``.

    Raises
    ------
    RuleError, FormatError
        If there is no such system or model, or the system cannot keep to what is stated.
    """
    chosen = system or asked.system() or LookingAhead()
    if not chosen.weighs:
        request.check_groups(chosen.name)
    own = chosen.own_model
    if own is None:
        if model is not None:
            return chosen.with_model(weigher(model, seed))
        asked.check_without_weights(chosen.name)
        request.check_without_weights(chosen.name)
        return chosen
    wanted = weigher(model, seed) if model else asked.model(seed)
    if wanted is None and chosen.weighs:
        wanted = weigher(fitting, seed)
    return chosen.with_model(request.preferring(before, wanted or own))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A draw, and what it was made of."""

    document: Document
    """The file as it was read."""

    whole: Tournament
    """The tournament in it; without the round, if that was drawn between players and now is between
    teams."""

    discarded: Discarded

    before: Tournament
    """The tournament that was drawn in; where teams play, they are its players."""

    draw: Draw

    model: str | None = None
    """The model as it was named."""

    conditions: Mapping[Condition, str] = field(default_factory=dict)
    """What is said of players from this draw on, with the reasons."""

    difference: Difference
    """What becomes of the boards that players know; there are none in a first draw."""

    kept: Kept | None = None
    """What it costs to keep them, if the draw did."""

    closed: frozenset[int] = frozenset()
    """Tables that the director has closed, where no board of teams may be."""

    assumed: tuple[str, ...] = ()
    """Which results the draw takes as known, a line each."""

    foresight: Foresight | None = None
    """What the draw looks like in all outcomes of missing results, if that was asked for."""

    ahead: tuple[str, ...] = ()
    """What it costs that the rounds to come can be drawn, a line each."""

    @property
    def done(self) -> Edit:
        """The tournament with the draw, and how it was made."""
        draw = self.draw
        said: list[str] = [
            phrase_many("{count} match", "{count} matches", draw.cardinality)
            if self.whole.draws_teams
            else phrase_many("{count} board", "{count} boards", draw.cardinality)
        ]
        if draw.bye is not None:
            said.append(phrase("bye of {name}", name=self.before.by_key[draw.bye].full_name))
        if draw.resting:
            said.append(phrase("{count} resting", count=len(draw.resting)))
        if draw.out:
            said.append(phrase("{count} out", count=len(draw.out)))
        if self.kept is not None:
            total = len(self.difference.known)
            kept = total - self.difference.changed
            said.append(phrase("{kept} of {all} kept", kept=kept, all=total))
        return Edit(
            tournament=self.after,
            said=phrase(
                "round {round} drawn by {system}: {boards}",
                round=draw.round,
                system=draw.drawn_by,
                boards=joined(", ", said),
            ),
            draw={
                "round": draw.round,
                "system": draw.system,
                "system_changes": {} if draw.by_weights else dict(draw.model_changes),
                "model": draw.model,
                "model_named": self.model,
                "model_digest": draw.model_digest,
                "model_changes": dict(draw.model_changes) if draw.by_weights else {},
                "rules": stated_rules(draw.constraints),
                "seed": draw.seed,
                "by_lot": draw.by_lot,
                "total_weight": draw.weight,
                "weight_units": draw.units,
                "proof": draw.proof,
                "proviso": draw.proviso,
                "resting": list(draw.resting),
                "out": list(draw.out),
                **({"conditions": held(self.conditions)} if self.conditions else {}),
            },
        )

    @property
    def content(self) -> bytes:
        """The file with the draw in it."""
        return self.document.content_with(self.after)

    @property
    def after(self) -> Tournament:
        """The tournament with the draw; where teams play, with the boards of their matches."""
        drawn, whole = self.draw.applied_to(self.before), self.whole
        if not whole.draws_teams:
            return drawn
        number = self.draw.round
        return with_matches(whole, self.before, drawn, number, self.closed, at_tables=True)

    @property
    def team_games(self) -> tuple[Game, ...] | None:
        """The games of the round between members of teams, in table order; None if players play."""
        if not self.whole.draws_teams:
            return None
        return self.after.round(self.draw.round).games

    def remarks(self) -> Iterator[str]:
        """Say, one line each, what makes the draw doubtful."""
        yield from self.document.remarks
        yield from self.assumed
        yield from self.ahead
        yield from reservations(self.before, self.draw.round)
        yield from in_no_team(self.whole)
        yield from rematches_of_later(self.before, self.draw)
        yield from other_groups(self.before, self.draw)
        yield from unread_groups(self.before, self.draw)
        if self.kept is not None:
            yield from self.kept.warned(self.before)

    def changes(self) -> Iterator[str]:
        """Say, one line each, what stays of the round, and what does not come back."""
        yield from self.discarded.told(self.before, self.draw)
        changed, known = self.difference.changed, self.difference.known
        if known.published and changed and self.kept is None:
            yield Sentence(
                f"round {self.draw.round} is published: {changed} of its {len(known)} boards "
                "change",
                Remedy("keep most boards"),
            )


def draw_file(
    file: Path,
    request: Request,
    *,
    model: str | None,
    seed: int,
    tell: Callable[[str], None],
    system: System | None = None,
    opened: Callable[[Path], Document] = read,
) -> Drawing:
    """Read a file and draw a round of it.

    Parameters
    ----------
    model
        Name of a weight model, or its file; by default the one that fits the file.
    tell
        Hears what is being done.
    system
        Another system than the one that the file asks for, or else the draw by weights.
    opened
        Reads the file.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If the request cannot be met; the message names the file.
    """
    seconds: dict[str, float] = {}
    request = request.with_rules_of(model)
    tell(f"reading {file}")
    with timed(seconds, "reading"):
        document = opened(file)
    return draw_read(
        document,
        file,
        request,
        model=model,
        system=system,
        seed=seed,
        tell=tell,
        seconds=seconds,
    )


def draw_read(
    document: Document,
    path: Path | str,
    request: Request,
    *,
    model: str | None = None,
    system: System | None = None,
    seed: int = 0,
    tell: Callable[[str], None] = lambda line: None,
    seconds: Mapping[str, float] = MappingProxyType({}),
) -> Drawing:
    """Draw a round of a file that was read, see `draw_file`.

    What the document asks for itself counts where the request says nothing.

    Parameters
    ----------
    path
        Where the document comes from, for the errors; a file may have backups.
    seconds
        What has been taken so far, by stage.
    """
    asked = document_request(document, str(path))
    with in_file(path):
        whole = _between_teams(document.tournament, request)
    history = Timeline.beside(path, document.content)
    request = asked.added_to(request, whole)
    seed = asked.seed(seed)
    with in_file(path):
        number = request.round_of(of_teams(whole))
        whole, request = request.with_members(whole, number)
        units = Units.told_in(whole, history)
        entered, timeline = units.tournament, units.timeline
        by = system or asked.system()
        weighed = by is None or by.own_model is not None
        request = request.of_teams(whole, number, weighed=weighed)
        conditions = (*conditions_of(timeline, number), *request.conditions)
        request = request.keeping(conditions, entered, number)
        discarded, before = _without_discarded(units, path, request, number)
        waiting = {player.key for player in before.to_pair(number)}
        request = request.under(conditions, before, waiting)
        keep, known = request.keep_most, KnownBoards()
        if request.redraw.anew:
            known = KnownBoards.of(timeline, entered, before, number)
            if keep is not None and system is None:
                request, model, seed = DrawConditions.of(
                    timeline, request, before, number, model, seed
                )
        constraints = request.constraints(before, number)
        chosen = chosen_system(
            system,
            model,
            asked,
            request,
            before,
            fitting=whole.rules.usual_model,
            seed=seed,
        )
        keeping = None if keep is None else keep.system(chosen, known, number)
        chosen = keeping or chosen
        tell(f"drawing round {number}")
        assumed = Assumed.of(before, number, request.missing.assumed)
        tournament, foresight = assumed.tournament, None
        if request.missing.outcomes:
            jigo = request.missing.jigo
            foresight = foreseen(tournament, number, chosen, constraints, seed=seed, jigo=jigo)
            chosen = foresight.system
        drawn = draw_round(tournament, number, system=chosen, constraints=constraints, seed=seed)
        tables = tables_of(timeline)
        drawn = _seated(whole, drawn, before, tables, afresh=keeping is None)
        kept = None
        if keep is not None and keeping is not None:
            kept = Kept.of(tournament, drawn, keeping, known, offers=keep.offers)
    return Drawing(
        document=document,
        whole=whole,
        discarded=discarded,
        before=before,
        draw=replace(drawn, timings={**seconds, **drawn.timings}),
        model=model,
        conditions=request.conditions,
        difference=Difference(known=known, draw=drawn),
        kept=kept,
        closed=frozenset(tables.closed),
        assumed=assumed.told,
        foresight=foresight,
        ahead=tuple(describe_kept_rounds(tournament, drawn, chosen)),
    )


def _between_teams(tournament: Tournament, request: Request) -> Tournament:
    """The tournament, without games of players if teams are drawn as soon as these are discarded."""
    if not request.redraw.anew or tournament.team_play is None or tournament.draws_teams:
        return tournament
    number = request.round_of(tournament)
    stay = [game for game in tournament.round(number).games if game.result is not Result.UNKNOWN]
    bare = tournament.replace_round(number, () if request.redraw.everything else stay, ())
    return bare if bare.draws_teams else tournament


def _at_their_boards(whole: Tournament, drawn: Draw, before: Tournament, tables: Tables) -> Draw:
    """A draw of teams with each match at its first board."""
    number = drawn.round
    after = with_matches(whole, before, drawn.applied_to(before), number, tables.closed)
    at = {frozenset(match.players): match.table for match in of_teams(after).round(number).games}
    boards = (replace(b, table=at[frozenset((b.white, b.black))]) for b in drawn.boards)
    return replace(drawn, boards=tuple(boards))


def _seated(
    whole: Tournament, drawn: Draw, before: Tournament, tables: Tables, *, afresh: bool
) -> Draw:
    """A draw with the boards at the tables where they have to be."""
    if whole.draws_teams:
        return _at_their_boards(whole, drawn, before, tables)
    if not (tables.fixed or tables.closed):
        return drawn
    boards, number = drawn.boards, drawn.round
    at = placed(
        [board.table for board in boards],
        [tables.wanted_by((board.white, board.black)) for board in boards],
        tables.closed | before.rules.closed_in(number),
        [game.table for game in before.round(number).games],
        afresh=afresh,
    )
    fresh = (replace(board, table=table) for board, table in zip(boards, at, strict=True))
    return replace(drawn, boards=tuple(sorted(fresh, key=lambda board: board.table)))


def _without_discarded(
    units: Units, path: Path | str, request: Request, number: int
) -> tuple[Discarded, Tournament]:
    """What does not come back of a round, and the tournament that it is drawn in."""
    redraw, entered = request.redraw, units.tournament
    imposed = None
    if redraw.anew:
        imposed = imposed_games(Path(path), units.timeline, entered, number)
        if imposed is not None and units.whole.draws_teams:
            # The bye of a team follows from the matches, so that nobody imposes it.
            imposed = replace(imposed, round=replace(imposed.round, byes=()))
    request.check_order(entered, number)
    leaving = request.leaving(entered)
    discarded = redraw.of(entered, number, imposed, leaving)
    return discarded, request.before(entered, number, discarded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """What a director says of where the draw is written."""

    file: Path | None = None
    """The file that the draw is made from, if it is put there."""

    other: Output | None = None
    """Another file, if it is put there."""

    @classmethod
    def of(
        cls, file: Path, *, write: bool, output: Path | None, overwrite: bool, model: str | None
    ) -> Self:
        """Ask for the file itself, for another one, or for neither.

        Parameters
        ----------
        file, model
            What the command reads: the tournament, and the model by its name or its file.
        write
            Whether the draw is put into the file itself.
        output, overwrite
            The other file, and whether anything that is there may be replaced.

        Raises
        ------
        FormatError
            If the other file is one of those that are read, or must not be replaced.
        """
        if output is None:
            return cls(file=file if write else None)
        inputs = (file, *models_file(model))
        instead = Remedy("write into the file")
        return cls(other=Output.beside(output, inputs, overwrite=overwrite, instead=instead))

    @property
    def path(self) -> Path | None:
        """The file that gets the draw, if any."""
        return self.other.path if self.other else self.file

    def opened(self) -> AbstractContextManager[LockedFile | None]:
        """Have the file itself for oneself, if the draw is put there, see `LockedFile.opened`."""
        return LockedFile.opened(self.file) if self.file else nullcontext()

    def change(
        self, drawing: Drawing, locked: LockedFile, act: Act, tell: Callable[[str], None]
    ) -> None:
        """Put the draw into the file itself.

        Parameters
        ----------
        drawing
            The draw.
        locked
            What `opened` gave.
        act
            The command, for the history.
        tell
            Hears, as one line, where the old content is, or that nothing was written.

        Raises
        ------
        FormatError
            If the file cannot be replaced.
        RuleError
            As `LockedFile.change`; the message names the file.
        """
        with in_file(locked.file):
            locked.change(act, drawing.done, tell)

    def written(
        self, drawing: Drawing, tell: Callable[[str], None]
    ) -> AbstractContextManager[None]:
        """Put the draw into another file at the end of a block, if it goes there.

        Parameters
        ----------
        drawing, tell
            As of `change`.

        Raises
        ------
        FormatError
            If the file cannot be written, or its name is that of another format.
        """
        if self.other is None:
            return nullcontext()
        refuse_other_name(self.other.path, drawing.document)
        return self.other.written(drawing.content, tell)
