"""What makes the draw of a round doubtful, and what is known of it and of later rounds before it is made."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.scores import scores_before
from ...go.tournament import NO_RATING, Criterion, EventUnit, name_criteria
from ...insight.explain.amounts import total
from ...pairing.draw import BoardNote, HardRule
from ...pairing.rounds import draw_round, rounds_drawable
from ...pairing.systems import system_class
from ...pairing.systems.look_ahead import MOST_PLAYERS
from ...pairing.weights import MODELS, model_named
from ...sentences import joined, listing, marked, marked_many, phrase, phrase_many
from ..forms.titles import title_of_method, title_of_system
from ..round_states import (
    left_over_before,
    list_names,
    unfinished_before,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import EventKind, Player, Tournament
    from ...pairing.draw import Constraints, Draw, Relaxations, RelaxedPair
    from ...pairing.systems import System
    from ...pairing.weights import WeightModel


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
    if number < tournament.rules.rounds:  # otherwise told among those
        for earlier in range(1, number):
            yield from tournament.describe_postponed(earlier)
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
    if not tournament.team_list:
        return
    members = frozenset().union(*(team.members for team in tournament.team_list))
    out = [p.full_name for p in tournament.players if p.final and p.key not in members]
    if out:
        yield phrase_many(
            "{count} player has no board in a team, and is not drawn: {names}",
            "{count} players have no board in a team, and are not drawn: {names}",
            len(out),
            names=joined(", ", [*out[:_NAMED], *["…"] * (len(out) > _NAMED)]),
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
            system=title_of_system(draw.system),
            scores=phrase(_SCORES[of_system]),
            others=phrase(_SCORES[of_file]),
        )


def unread_groups(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Say, one line each, which bands and groups of the players the weights of a draw do not read."""
    for name, (texts, readers) in _READ_BY.items():
        number = sum(bool(getattr(player, name)) for player in tournament.players)
        if number and not any(readers & board.components.keys() for board in draw.boards):
            models = [
                title_of_method(known)
                for known in MODELS.own
                if readers & {*model_named(known).names}
            ]
            model = title_of_method(draw.drawn_by)
            yield phrase_many(*texts, number, model=model, models=listing(models))


def drawable_from(tournament: Tournament, number: int) -> int | None:
    """How many rounds from this one on can be drawn complete; None if that is not known.

    It is not known either where pairs follow from a table or a bracket, and where nobody is to be paired.
    """
    if not _complete(tournament, number):
        return None
    try:
        return rounds_drawable(tournament, number)
    except RuleError:
        return None


def _complete(tournament: Tournament, number: int) -> bool:
    """Whether this round and those after it are still to be drawn, complete, and can be."""
    drawn = tournament.last_paired > number or not tournament.to_pair(number)
    if drawn or not tournament.event_kind.compares_draws:
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
    from ...insight.explain import Optimum
    from ...insight.explain.best_round import describe_loss

    optimum = Optimum.of_round(
        before, draw.round, model, draw.constraints, draw.seed, of_games=False
    )
    pairs = [board.players for board in draw.boards]
    lighter = describe_loss(optimum, pairs) if optimum.bye == draw.bye else ""
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


# ---- A draw for whoever has drawn it ----


def _drawn_kind(tournament: Tournament) -> EventKind:
    """The kind of the event whose players, or teams as players, a tournament has."""
    kind = tournament.event_kind
    of_teams = any(player.roster for player in tournament.players)
    return replace(kind, unit=EventUnit.TEAMS) if of_teams else kind


def sides_of(tournament: Tournament) -> tuple[str, str]:
    """What who is named first in a game, or a match, is called, and the other one."""
    return _drawn_kind(tournament).sides


def score_title(tournament: Tournament) -> str:
    """What the scores are called by which players, or teams, are paired."""
    kind = _drawn_kind(tournament)
    if kind.scores_match_points and kind.unit_name == "team":
        return "Match points"
    [name] = name_criteria([tournament.rules.main_criterion], tournament.kind)
    return {Criterion.WINS.value: "Wins", Criterion.CUP_SCORE.value: "Score"}.get(name, name)


_OFF_SCORE = (BoardNote.WHITE_DRAWN_UP, BoardNote.WHITE_DRAWN_DOWN)


def describe_scores(tournament: Tournament, draw: Draw) -> Iterator[str]:
    """Count the games between different scores, where pairs follow from them; the tournament is that before."""
    if not tournament.event_kind.compares_draws:
        return
    off_score = sum(any(note in _OFF_SCORE for note in board.notes) for board in draw.boards)
    yield f"games off score: {off_score} of {draw.cardinality}"
    scores = scores_before(tournament, draw.round)
    ends = ({*scores[board.white], *scores[board.black]} for board in draw.boards)
    if half := sum(len({end % 1 for end in of_board}) > 1 for of_board in ends):
        yield f"games between scores with and without a half point: {half}"


def describe_worth(draw: Draw) -> Iterator[str]:
    """Say what a draw weighs, or how it meets the criteria of its system, and that none is better."""
    if draw.proof is None:
        return
    for place, level in enumerate(draw.levels, 1):
        weight = total(level.weight, draw.weight_units)
        yield f"level {place}: {', '.join(level.components)}: {weight}"
    if draw.brackets and not draw.levels:
        from ...insight.explain.by_criteria import describe_bracket

        yield from map(describe_bracket, draw.brackets)
    elif not draw.levels:
        yield f"total weight: {total(draw.total_weight, draw.weight_units)}"
    in_order = ", level by level" if draw.levels else ""
    yield f"optimal: proven{in_order}{draw.proviso and ', '}{draw.proviso}"


def guarantee_of(draw: Draw) -> str:
    """What its system guarantees of a draw."""
    return system_class(draw.system).guarantees


_AGAINST = {
    HardRule.HANDICAP_AT_TOP: "the rule of no handicap at the top",
    HardRule.SCORE_LIMIT: "the limit of scores",
    HardRule.SCORE_RANGE: "the range of scores",
    HardRule.GRADE_RANGE: "the range of grades",
    HardRule.FAMILIES: "the rule for families",
    HardRule.MUST_PLAY_GROUP: "the must-play groups",
    HardRule.REMATCH: "the rule against rematches",
}


def describe_ways_out(tournament: Tournament, relaxations: Relaxations) -> Iterator[str]:
    """Relaxations that would pair the unpaired, a line each."""
    left = ", ".join(map(tournament.name_and_grade_of, relaxations.left))
    most = f"everybody but {left}" if left else "everybody"
    if not relaxations.cheapest:
        yield f"no other rule could pair more than what must and must not play: {left}"
        return
    yield f"to pair {most}:"
    for pair in relaxations.cheapest:
        yield f"  {_allowed(tournament, pair)}"
    if len(relaxations.fewest) < len(relaxations.cheapest):
        yield "or, with fewer pairs:"
        for pair in relaxations.fewest:
            yield f"  {_allowed(tournament, pair)}"
    for rules in relaxations.rules:
        dropped = " and ".join(_AGAINST[rule] for rule in rules)
        yield f"without {dropped} {most} can be paired"


def _allowed(tournament: Tournament, pair: RelaxedPair) -> str:
    names = " - ".join(map(tournament.name_and_grade_of, pair.players))
    if pair.rules == (HardRule.REMATCH,):
        return f"allow the rematch {names}"
    return f"drop {' and '.join(_AGAINST[rule] for rule in pair.rules)} for {names}"
