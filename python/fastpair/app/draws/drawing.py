"""A draw: boards for a plan, and what is shown, documented and written of them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ...errors import in_file
from ...go.round_robin import with_rounds_of_table
from ...go.teams import of_teams
from ...pairing.draw.boards import placed
from ...pairing.rounds import draw_round, with_matches
from ...sentences import Remedy, Sentence, joined, marked_many, phrase, phrase_many
from ..edits.outcome import Edit, PublishedBoardsError
from ..forms.titles import describe_method
from ..history.details import DrawDetails
from ..history.records import condition_lines
from ..round_states import known_results
from .redraw import Difference
from .remarks import (
    describe_drawable_rounds,
    in_no_team,
    other_groups,
    rematches_of_later,
    reservations,
    unread_groups,
)
from .request import pointing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Draw
    from ..documents.draw import DrawDocument, DrawGame, DrawPlayer
    from .changes import Comparison
    from .plan import DrawPlan


def build_draw_document(
    tournament: Tournament,
    draw: Draw,
    remarks: Iterable[str] = (),
    comparison: Comparison | None = None,
    team_games: Iterable[Game] | None = None,
) -> DrawDocument:
    """A draw as a JSON document, by ``draw.schema.json``.

    Parameters
    ----------
    tournament
        The one without the draw.
    remarks
        What makes the draw doubtful, one line each.
    comparison
        What becomes of known boards, if the draw was to keep them.
    team_games
        The games of the round between members, if teams were drawn.
    """
    from ..documents.draw import DrawDocument
    from ..documents.encoding import encode

    played = tournament.round(draw.round)
    return encode(
        DrawDocument,
        draw,
        model=draw.model or None,
        model_digest=draw.model_digest or None,
        tournament=tournament.name,
        optimal=draw.proof is not None,
        change=None if comparison is None else comparison.document(),
        outlook=None,
        team_boards=None if team_games is None else [*map(_game, team_games)],
        kept=[*map(_game, played.games)],
        kept_byes=played.byes,
        unpaired=[unpaired.player for unpaired in draw.unpaired],
        reasons={unpaired.player: unpaired.reason for unpaired in draw.unpaired},
        players=_players(tournament, draw),
        remarks=remarks,
        timings={stage: round(seconds, 6) for stage, seconds in draw.timings.items()},
    )


def _game(game: Game) -> DrawGame:
    from ..documents.draw import DrawGame
    from ..documents.encoding import encode

    return encode(DrawGame, game, **known_results(game))


def _players(tournament: Tournament, draw: Draw) -> dict[str, DrawPlayer]:
    from ..documents.draw import DrawPlayer
    from ..documents.encoding import encode

    keys = {*_keys_in(draw), *tournament.round(draw.round).seated}
    there = sorted(tournament.by_key.items())
    return {key: encode(DrawPlayer, player) for key, player in there if key in keys}


def _keys_in(draw: Draw) -> Iterator[str]:
    """Keys of everybody who occurs in a draw."""
    for board in draw.boards:
        yield from board.players
    if draw.bye is not None:
        yield draw.bye
    yield from (unpaired.player for unpaired in draw.unpaired)
    yield from (*draw.resting, *draw.out, *draw.absent)


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing:
    """A draw, the plan that it was made by, and all that is said of it."""

    plan: DrawPlan

    draw: Draw

    comparison: Comparison | None
    """What it costs to keep known boards, if the draw did."""

    later_rounds: tuple[str, ...]
    """What it costs that the rounds to come can be drawn, a line each."""

    @cached_property
    def difference(self) -> Difference:
        """What becomes of the boards that players know; there are none in a first draw."""
        return Difference(known=self.plan.known, draw=self.draw)

    @cached_property
    def after(self) -> Tournament:
        """The tournament with the draw; where teams play, with the boards of their matches."""
        plan = self.plan
        drawn = self.draw.applied_to(plan.before)
        closed = plan.tables.closed
        whole = with_rounds_of_table(plan.whole)
        if whole is plan.whole and whole.rules.rounds != drawn.rules.rounds:
            rounds = drawn.rules.rounds  # those of a cup follow from who is drawn
            whole = replace(whole, rules=replace(whole.rules, rounds=rounds))
        return with_matches(whole, plan.before, drawn, plan.round, closed, at_tables=True)

    @property
    def summary(self) -> str:
        """What was drawn, in a sentence."""
        draw, before = self.draw, self.plan.before
        parts: list[str] = [self.plan.whole.event_kind.count_boards(draw.cardinality)]
        if draw.bye is not None:
            parts.append(phrase("bye of {name}", name=before.name_of(draw.bye)))
        if draw.resting:
            nouns = marked_many("{count} resting", "{count} resting")
            if before.event_kind.ends_by_losses:
                nouns = marked_many("{count} bye", "{count} byes")
            parts.append(phrase_many(*nouns, len(draw.resting)))
        if draw.out:
            parts.append(phrase_many("{count} out", "{count} out", len(draw.out)))
        if self.comparison is not None:
            total = len(self.plan.known)
            stay = total - self.difference.changed
            if self.difference.is_empty:
                parts.append(phrase("all as before"))
            elif stay:
                parts.append(phrase("{kept} of {all} kept", kept=stay, all=total))
        return phrase(
            "round {round} drawn by {system}: {boards}",
            round=draw.round,
            system=describe_method(draw.drawn_by),
            boards=joined(", ", parts),
        )

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What makes the draw doubtful, one line each."""
        before, number = self.plan.before, self.draw.round
        return (
            *self.plan.document.remarks,
            *self.plan.remarks,
            *self.later_rounds,
            *reservations(before, number),
            *in_no_team(self.plan.whole),
            *rematches_of_later(before, self.draw),
            *other_groups(before, self.draw),
            *unread_groups(before, self.draw),
            *(() if self.comparison is None else self.comparison.warnings(before)),
        )

    def changes(self) -> Iterator[str]:
        """Say, one line each, what stays of the round, and what does not come back."""
        yield from self.plan.discards.messages(self.plan.before, self.draw)
        changed, known = self.difference.changed, self.plan.known
        if known.published and changed and self.comparison is None:
            yield Sentence(
                phrase(
                    "round {round} is published: of {boards}, {changed} change",
                    round=self.draw.round,
                    changed=changed,
                    boards=self._boards_seen,
                ),
                *self._keep_most,
            )

    @property
    def _boards_seen(self) -> str:
        """How many boards players know, and whether they know a bye."""
        known = self.plan.known
        boards = phrase_many("{count} board", "{count} boards", len(known.boards))
        return phrase("{boards} and the bye", boards=boards) if known.byes else boards

    @property
    def _keep_most(self) -> tuple[Remedy, ...]:
        """How fewer known boards change, if that is possible."""
        return () if self.comparison is not None else (Remedy("keep most boards"),)

    @property
    def edit(self) -> DrawEdit:
        """The change of the tournament, with what it was asked for and how it was made."""
        plan, draw, comparison = self.plan, self.draw, self.comparison
        left = [plan.before.name_of(each.player) for each in draw.unpaired]
        waiting = phrase("nobody is left to play {names}", names=joined(", ", left))
        conditions = plan.request.conditions
        return DrawEdit(
            drawing=self,
            tournament=self.after,
            summary=self.summary,
            messages=(
                self.summary,
                *self.changes(),
                *(() if comparison is None else comparison.messages(plan.before)),
            ),
            warnings=(*self.remarks, *[waiting] * bool(left)),
            questions=(*plan.questions, *self._known_boards()),
            values=plan.request.values | {"round": plan.round},
            details=DrawDetails.of(draw, condition_lines(conditions)),
        )

    def _known_boards(self) -> Iterator[PublishedBoardsError]:
        """Say that boards change which players know."""
        known, changed = self.plan.known, self.difference.changed
        if known.published and changed:
            yield PublishedBoardsError(
                phrase(
                    "players have already seen the {boards} of round {round}, and {count} of them would change",
                    boards=self._boards_seen,
                    round=self.plan.round,
                    count=changed,
                ),
                *self._keep_most,
            )

    def document(self, remarks: Iterable[str] = ()) -> DrawDocument:
        """The draw as a JSON document, with remarks before its own."""
        remarks = (*remarks, *self.remarks)
        return build_draw_document(
            self.plan.before, self.draw, remarks, self.comparison, self.team_games
        )

    @property
    def team_games(self) -> tuple[Game, ...] | None:
        """The games of the round between members of teams, in table order; None if players play."""
        if not self.plan.whole.draws_teams:
            return None
        return self.after.round(self.draw.round).games


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawEdit(Edit):
    """A draw as the change of a tournament."""

    drawing: Drawing


def draw(plan: DrawPlan) -> Drawing:
    """Make the draw of a plan.

    Raises
    ------
    RuleError
        If the plan cannot be kept to; the message names the file.
    """
    with in_file(plan.path), pointing(str(plan.path), plan.places):
        boards = draw_round(
            plan.before,
            plan.round,
            system=plan.system,
            constraints=plan.constraints,
            seed=plan.seed,
        )
        boards = replace(_at_tables(plan, boards), model_named=plan.model)
        comparison = None
        if plan.keeping is not None:
            from .changes import Comparison

            comparison = Comparison.of(plan, plan.keeping, boards)
    return Drawing(
        plan=plan,
        draw=boards,
        comparison=comparison,
        later_rounds=tuple(describe_drawable_rounds(plan.before, boards, plan.system)),
    )


def _at_tables(plan: DrawPlan, draw: Draw) -> Draw:
    """A draw with the boards at the tables where they have to be; each match at its first board."""
    tables, before, boards, number = plan.tables, plan.before, draw.boards, draw.round
    if plan.whole.draws_teams:
        after = with_matches(plan.whole, before, draw.applied_to(before), number, tables.closed)
        matches = of_teams(after).round(number).games
        first = {match.pair: match.table for match in matches}
        fresh = (replace(b, table=first[b.pair]) for b in boards)
        return replace(draw, boards=tuple(fresh))
    if not (tables.fixed or tables.closed):
        return draw
    at = placed(
        [board.table for board in boards],
        [tables.fixed_table(board.players) for board in boards],
        tables.closed | before.rules.closed_in(number),
        [game.table for game in before.round(number).games],
        afresh=plan.keeping is None,
    )
    fresh = (replace(board, table=table) for board, table in zip(boards, at, strict=True))
    return replace(draw, boards=tuple(sorted(fresh, key=lambda board: board.table)))
