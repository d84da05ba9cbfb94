"""A draw: boards for a plan, and what is shown, documented and written of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from ... import __version__
from ...errors import RuleError, in_file
from ...go.teams import of_teams
from ...go.tournament import NO_RATING, Criterion, Kind, Result
from ...insight.explain import Optimum
from ...pairing.draw import Constraints
from ...pairing.draw.boards import placed
from ...pairing.rounds import draw_round, rounds_drawable, with_matches
from ...pairing.rounds.drawing import situation_of
from ...pairing.rules import GeneralRules
from ...pairing.systems import Weighted, system_class
from ...pairing.systems.look_ahead import MOST_PLAYERS
from ...pairing.weights import MODELS, model_named
from ...sentences import Remedy, Sentence, joined, listing, marked, marked_many, phrase, phrase_many
from ..edits.outcome import Edit, PublishedBoardsError
from ..history.details import DrawDetails
from ..history.records import condition_lines
from ..labels import CHOICES
from ..lookup import weigher
from ..state import (
    left_over_before,
    list_names,
    unfinished_before,
)
from .changes import Comparison, Difference
from .costs import compare_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Game, Player, Tournament
    from ...pairing.draw import Board, Draw, HardRule, Relaxations, RelaxedPair
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel
    from ..documents.draw import (
        DrawBoard,
        DrawDocument,
        DrawGame,
        DrawPlayer,
        DrawRelaxations,
        DrawRelaxedPair,
        DrawStatedRules,
    )
    from .costs import Pairs
    from .plan import Plan


_NAMED = 3
_READ_BY = {
    "band": (
        marked_many(
            "{count} player has a band, which {model} does not read; the models {models} do",
            "{count} players have a band, which {model} does not read; the models {models} do",
        ),
        {"bands", "banding"},
    ),
    "play_in": (
        marked_many(
            "{count} player has a play-in group, which {model} does not read; the models {models} do",
            "{count} players have a play-in group, which {model} does not read; the models {models} do",
        ),
        {"play_in"},
    ),
    "play_out": (
        marked_many(
            "{count} player has a play-out group, which {model} does not read; the models {models} do",
            "{count} players have a play-out group, which {model} does not read; the models {models} do",
        ),
        {"play_out"},
    ),
}
"""What a player may be in, and the components that read it."""

_SCORES = {
    Criterion.WINS: marked("wins"),
    Criterion.MMS: marked("McMahon scores"),
    Criterion.CUP_SCORE: marked("cup scores"),
}


def reservations(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what makes the draw of a round doubtful."""
    yield from tournament.faults()
    yield from unfinished_before(tournament, number)
    yield from left_over_before(tournament, number)
    yield from _unrated(tournament, number)
    for later in range(number + 1, tournament.rules.rounds + 1):
        if games := len(tournament.round(later).games):
            yield phrase_many(
                "round {later} has {count} game, whose players count as having met",
                "round {later} has {count} games, whose players count as having met",
                games,
                later=later,
            )


def in_no_team(tournament: Tournament) -> Iterator[str]:
    """Say who is registered and in no team, where teams are drawn; one line if there is anybody."""
    if tournament.team_play is None or not tournament.draws_teams:
        return
    members = frozenset().union(*(team.members for team in tournament.team_play.teams))
    out = [p.full_name for p in tournament.players if p.final and p.key not in members]
    if out:
        yield phrase_many(
            "{count} player is in no team, and is not drawn: {names}",
            "{count} players are in no team, and are not drawn: {names}",
            len(out),
            names=", ".join([*out[:_NAMED], *["…"] * (len(out) > _NAMED)]),
        )


def seeded_last(tournament: Tournament) -> tuple[Player, ...]:
    """Those who have no rating though the grade says one, if others have a rating."""
    players = tournament.players
    if all(player.rating_or_lowest <= NO_RATING for player in players):
        return ()
    return tuple(player for player in players if player.with_rating() != player)


def _unrated(tournament: Tournament, number: int) -> Iterator[str]:
    """Say who of those who are to be paired has no rating."""
    keys = {player.key for player in tournament.to_pair(number)}
    names = [player.full_name for player in seeded_last(tournament) if player.key in keys]
    if names:
        yield phrase_many(
            "{count} player has no rating, which counts as {rating}: {names}",
            "{count} players have no rating, which counts as {rating}: {names}",
            len(names),
            rating=NO_RATING,
            names=list_names(names, _NAMED),
        )


def rematches_of_later(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Say, one line each, which boards a later round has too."""
    later = {game.pair: game.round for game in tournament.games if game.round > draw.round}
    for board in draw.boards:
        if number := later.get(board.pair):
            white, black = map(tournament.name_of, board.players)
            yield phrase(
                "table {table}: a rematch, since {white} and {black} meet in round {round}",
                table=board.table,
                white=white,
                black=black,
                round=number,
            )


def other_groups(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Say if the system's groups are not those of the scores that the boards show."""
    of_system, of_file = system_class(draw.system).goes_by, tournament.rules.main_criterion
    if of_system is not None and of_system is not of_file:
        yield phrase(
            "{system} pairs by {scores}, and the standings of the file use {others}: scores and draws up "
            "and down are shown as in the standings",
            system=draw.system,
            scores=phrase(_SCORES[of_system]),
            others=phrase(_SCORES[of_file]),
        )


def unread_groups(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Say, one line each, which bands and groups of the players the weights of a draw do not read."""
    for name, (texts, readers) in _READ_BY.items():
        number = sum(bool(getattr(player, name)) for player in tournament.players)
        if number and not any(readers & board.components.keys() for board in draw.boards):
            models = [known for known in MODELS.own if readers & {*model_named(known).names}]
            yield phrase_many(*texts, number, model=draw.drawn_by, models=listing(models))


def drawable_from(tournament: Tournament, number: int) -> int | None:
    """How many rounds from this one on can be drawn complete; None if that is not known.

    It is not known either of a cup, which plays no complete rounds, and where nobody is to be paired.
    """
    if not _complete(tournament, number):
        return None
    try:
        return rounds_drawable(tournament, number)
    except RuleError:
        return None


def _complete(tournament: Tournament, number: int) -> bool:
    """Whether this round and those after it are still to be drawn, complete, and can be."""
    drawn = tournament.last_round > number or not tournament.to_pair(number)
    if drawn or tournament.rules.kind is Kind.CUP:
        return False
    return not any(tournament.faults())


def describe_rounds_to_come(tournament: Tournament, number: int) -> Iterator[str]:
    """Say which rounds from this one on can be drawn complete without a rematch."""
    drawable, last = drawable_from(tournament, number), tournament.rules.rounds
    if drawable is None:
        if _complete(tournament, number):
            yield phrase(
                "it is not known whether the rounds that are left can all be drawn complete without a "
                "rematch: the search for it takes too long"
            )
    elif not drawable:
        yield phrase("round {round} cannot be drawn complete without a rematch", round=number)
    elif number + drawable <= last:
        yield phrase(
            "round {round} cannot be drawn complete without a rematch, however those before are drawn",
            round=number + drawable,
        )
    elif drawable > 1:
        yield phrase_many(
            "{count} round is left, and can be drawn complete without a rematch",
            "all {count} rounds that are left can be drawn complete without a rematch, if nobody drops "
            "out or enters late",
            drawable,
        )


def describe_drawable_rounds(before: Tournament, draw: Draw, system: System) -> Iterator[str]:
    """Say what a draw costs that leaves later rounds drawable, if a heavier one would not."""
    model = system.own_model
    if not draw.kept_drawable or model is None:
        return
    optimum = Optimum.of_round(
        before, draw.round, model, draw.constraints, draw.seed, of_games=False
    )
    pairs = [board.players for board in draw.boards]
    lighter = describe_cost(optimum, model, pairs) if optimum.bye == draw.bye else ""
    ahead = phrase_many(
        "so that the next round can be drawn complete, this draw has other boards than the heaviest one",
        "so that the next {count} rounds can be drawn complete, this draw has other boards than the "
        "heaviest one",
        draw.kept_drawable,
    )
    yield joined(": ", filter(None, (ahead, lighter)))


def changed_boards(
    tournament: Tournament, number: int, model: WeightModel, constraints: Constraints, seed: int
) -> bool:
    """Whether a round, which is not drawn, gets another draw than the heaviest one for later rounds."""
    if len(tournament.to_pair(number)) > MOST_PLAYERS:
        return False
    drawn = draw_round(tournament, number, model=model, constraints=constraints, seed=seed)
    return drawn.kept_drawable > 0


def describe_cost(optimum: Optimum, model: WeightModel, pairs: Pairs) -> str:
    """What the pairs of another draw have that the optimum has not; empty if they weigh as much."""
    lost, words = compare_pairs(optimum.field, model, optimum.pairs, pairs)
    return words if lost > 0 else ""


def bye_candidate(tournament: Tournament, number: int) -> Player | None:
    """The player who comes first for the bye of a round; None if that cannot be known before the draw."""
    if len(tournament.to_pair(number)) % 2 == 0 or tournament.round(number).byes:
        return None
    model = weigher(tournament.rules.usual_model, 0)
    try:
        field, order = Weighted(model=model).everybody(
            situation_of(tournament, number, Constraints(), 0)
        )
    except RuleError:
        return None
    return tournament.by_key[field.key[order[0]]]


# ---- Documents ----


def draw_origin(draw: Draw) -> dict[str, Any]:
    """By what a draw was made, for its document and for the history."""
    return {
        "round": draw.round,
        "system": draw.system,
        "system_changes": {} if draw.by_weights else dict(draw.model_changes),
        "model": draw.model,
        "model_digest": draw.model_digest,
        "model_changes": dict(draw.model_changes) if draw.by_weights else {},
        "rules": stated_rules(draw.constraints),
        "seed": draw.seed,
        "by_lot": draw.by_lot,
    }


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
    origin = draw_origin(draw)
    document: dict[str, Any] = {
        "format": "fastpair.draw",
        "version": 1,
        "program": f"fastpair {__version__}",
        "tournament": tournament.name,
        **origin,
        "model": origin["model"] or None,
        "model_digest": origin["model_digest"] or None,
        "cardinality": draw.cardinality,
        "total_weight": draw.weight,
        "weight_units": draw.units,
        "levels": [
            {"components": list(level.components), "weight": level.weight} for level in draw.levels
        ],
        "optimal": draw.proof is not None,
        "proof": draw.proof,
        "proviso": draw.proviso,
        "change": None if comparison is None else comparison.document(),
        "outlook": None,
        "boards": [_board(board) for board in draw.boards],
        "team_boards": None if team_games is None else [*map(_game, team_games)],
        "bye": draw.bye,
        "kept": [_game(game) for game in tournament.round(draw.round).games],
        "kept_byes": list(tournament.round(draw.round).byes),
        "unpaired": [unpaired.player for unpaired in draw.unpaired],
        "reasons": {unpaired.player: unpaired.reason for unpaired in draw.unpaired},
        "relaxations": None if draw.relaxations is None else relaxations_document(draw.relaxations),
        "resting": list(draw.resting),
        "out": list(draw.out),
        "absent": list(draw.absent),
        "players": _players(tournament, draw),
        "remarks": list(remarks),
        "timings": {stage: round(seconds, 6) for stage, seconds in draw.timings.items()},
    }
    return cast("DrawDocument", document)


def stated_rules(constraints: Constraints) -> DrawStatedRules:
    """The hard rules that were stated, by their names in a model's file; players by key."""
    value_or_none: dict[str, Any] = {
        name: sorted(map(sorted, pairs))
        for name, pairs in (
            ("force", constraints.force),
            ("forbid", constraints.forbid),
            ("allow", constraints.allow),
        )
    }
    value_or_none["must_play_groups"] = [sorted(group) for group in constraints.must_play_groups]
    value_or_none["families"] = "forbid" if constraints.families_apart else None
    for entry in fields(GeneralRules):
        value = getattr(constraints, entry.name)
        value_or_none[entry.name] = None if value == entry.default else value
    there = {name: value for name, value in value_or_none.items() if value not in (None, [])}
    return cast("DrawStatedRules", there)


def _game(game: Game) -> DrawGame:
    return {
        "table": game.table,
        "black": game.black,
        "white": game.white,
        "handicap": game.handicap,
        "result": None if game.result is Result.UNKNOWN else game.result.value,
    }


def _board(board: Board) -> DrawBoard:
    return {
        "table": board.table,
        "black": board.black,
        "white": board.white,
        "handicap": board.handicap,
        "black_score": board.black_score,
        "white_score": board.white_score,
        "weight": board.weight,
        "components": dict(board.components),
        "notes": [note.value for note in board.notes],
    }


def relaxations_document(relaxations: Relaxations) -> DrawRelaxations:
    """What would have to give way, as in ``draw.schema.json``."""
    return {
        "cheapest": [_relaxed(pair) for pair in relaxations.cheapest],
        "fewest": [_relaxed(pair) for pair in relaxations.fewest],
        "rules": [_names_of(rules) for rules in relaxations.rules],
        "left": list(relaxations.left),
    }


def _relaxed(pair: RelaxedPair) -> DrawRelaxedPair:
    return {"players": list(pair.players), "rules": _names_of(pair.rules)}


def _names_of(rules: Iterable[HardRule]) -> list[Any]:
    """The names of rules, all of which are some that give way."""
    return [rule.value for rule in rules]


def _players(tournament: Tournament, draw: Draw) -> dict[str, DrawPlayer]:
    keys = {*_keys_in(draw), *tournament.round(draw.round).seated}
    return {
        key: {
            "name": player.name,
            "first_name": player.first_name,
            "grade": str(player.grade),
            "country": player.country,
            "club": player.club,
        }
        for key, player in sorted(tournament.by_key.items())
        if key in keys
    }


def _keys_in(draw: Draw) -> Iterator[str]:
    """Keys of everybody who occurs in a draw."""
    for board in draw.boards:
        yield from board.players
    if draw.bye is not None:
        yield draw.bye
    yield from (unpaired.player for unpaired in draw.unpaired)
    yield from (*draw.resting, *draw.out, *draw.absent)


# ---- The draw ----


@dataclass(frozen=True, kw_only=True, eq=False)
class Drawing:
    """A draw, the plan that it was made by, and all that is said of it."""

    plan: Plan

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
        if not plan.whole.draws_teams:
            return drawn
        closed = plan.tables.closed
        return with_matches(plan.whole, plan.before, drawn, plan.round, closed, at_tables=True)

    @property
    def summary(self) -> str:
        """What was drawn, in a sentence."""
        draw, before = self.draw, self.plan.before
        parts: list[str] = [
            phrase_many("{count} match", "{count} matches", draw.cardinality)
            if self.plan.whole.draws_teams
            else phrase_many("{count} board", "{count} boards", draw.cardinality)
        ]
        if draw.bye is not None:
            parts.append(phrase("bye of {name}", name=before.name_of(draw.bye)))
        if draw.resting:
            parts.append(phrase("{count} resting", count=len(draw.resting)))
        if draw.out:
            parts.append(phrase("{count} out", count=len(draw.out)))
        if self.comparison is not None:
            total = len(self.plan.known)
            stay = total - self.difference.changed
            parts.append(phrase("{kept} of {all} kept", kept=stay, all=total))
        return phrase(
            "round {round} drawn by {system}: {boards}",
            round=draw.round,
            system=CHOICES["model"].get(draw.drawn_by, draw.drawn_by),
            boards=joined(", ", parts),
        )

    @cached_property
    def remarks(self) -> tuple[str, ...]:
        """What makes the draw doubtful, one line each."""
        before, number = self.plan.before, self.draw.round
        return (
            *self.plan.document.remarks,
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
                    "round {round} is published: {changed} of its {count} boards change",
                    round=self.draw.round,
                    changed=changed,
                    count=len(known),
                ),
                Remedy("keep most boards"),
            )

    @property
    def edit(self) -> DrawEdit:
        """The change of the tournament, with what it was asked for and how it was made."""
        plan, draw, comparison = self.plan, self.draw, self.comparison
        left = [plan.before.name_of(each.player) for each in draw.unpaired]
        waiting = phrase("nobody is left to play {names}", names=", ".join(left))
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
            details=DrawDetails(
                **draw_origin(draw),
                model_named=plan.model,
                total_weight=draw.weight,
                weight_units=draw.units,
                proof=draw.proof,
                proviso=draw.proviso,
                resting=draw.resting,
                out=draw.out,
                conditions=condition_lines(conditions),
            ),
        )

    def _known_boards(self) -> Iterator[PublishedBoardsError]:
        """Say that boards change which players know."""
        known, changed = self.plan.known, self.difference.changed
        if known.published and changed:
            boards = phrase_many("{count} board", "{count} boards", len(known.boards))
            if known.byes:
                boards = phrase("{boards} and the bye", boards=boards)
            yield PublishedBoardsError(
                phrase(
                    "players have already seen the {boards} of round {round}, and {count} of them would change",
                    boards=boards,
                    round=self.plan.round,
                    count=changed,
                )
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


def draw(plan: Plan) -> Drawing:
    """Make the draw of a plan.

    Raises
    ------
    RuleError
        If the plan cannot be kept to; the message names the file.
    """
    with in_file(plan.path):
        boards = draw_round(
            plan.before,
            plan.round,
            system=plan.system,
            constraints=plan.constraints,
            seed=plan.seed,
        )
        boards = _at_tables(plan, boards)
        comparison = None
        if plan.keeping is not None:
            comparison = Comparison.of(plan, plan.keeping, boards)
    return Drawing(
        plan=plan,
        draw=boards,
        comparison=comparison,
        later_rounds=tuple(describe_drawable_rounds(plan.before, boards, plan.system)),
    )


def _at_tables(plan: Plan, draw: Draw) -> Draw:
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
