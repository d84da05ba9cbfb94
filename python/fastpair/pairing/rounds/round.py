"""The draw of a round, of players or of teams."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError
from ...go.scores import ScoreHistory
from ...go.tournament import Colours, Game, check_tournament, with_rounds_needed
from ...go.tournament.player import pairing_numbers
from ...sentences import phrase
from ..draw import (
    Constraints,
    Draw,
    DrawLevel,
    Seating,
    boards,
    levels_of,
    stated_rules,
    unpaired,
)
from ..draw.boards import colour_rule, free_tables, takes_white
from ..draw.draw import timed
from ..field import Field, People
from ..field.deviations import handicap
from ..rules import check_seed
from ..solving.solution import relaxations
from ..systems.catalogue import check_system, stated_system, usual_system
from ..systems.look_ahead import RoundsToCome, certainly_drawable
from ..systems.system import Situation
from ..systems.weighted import LookingAhead
from ..weights import model_or_usual
from ..weights.description import digest, signature
from ..weights.model import Unweighted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from ...arrays import Bools, Integers
    from ...go.tournament import Tournament
    from ..draw import Relaxations, Unpaired
    from ..draw.boards import ColourRule
    from ..solving.solution import Solution
    from ..systems.criteria import Proof
    from ..systems.system import Pairing, System
    from ..weights import WeightModel


# ---- A draw of teams, board by board [TEAMS] ----


def with_matches(
    tournament: Tournament,
    before: Tournament,
    after: Tournament,
    number: int,
    closed: Collection[int] = (),
    *,
    at_tables: bool = False,
) -> Tournament:
    """The tournament with the boards of the matches that teams play in a round.

    The boards of a match are side by side, from board 1. Matches that the round had before keep
    theirs. The team that is White in the match has the colours that `TeamPlay.colours` say. Stones are
    those that the rules of the tournament give two players; then the stronger one has White. The board
    of a player who does not take part is lost by forfeit, and so are all boards of a team that is not
    complete; there is no game where a team has named nobody.

    Parameters
    ----------
    tournament
        That of the file; where players are drawn, ``after`` is all.
    before, after
        What `of_teams` has made of it, before round ``number`` is drawn and afterwards.
    number
        From 1.
    closed
        Tables that are not used, beside those that the rules name.
    at_tables
        Whether a match comes to its own table, rather than to the first ones that are free.

    Raises
    ------
    RuleError
        If the teams of a match have no board at which both have a player.
    """
    play = tournament.drawn_teams
    if play is None:
        return after
    had = {frozenset(game.players) for game in before.round(number).games}
    matches = after.round(number).games
    stay = {frozenset(game.players) for game in matches} & had
    tournament = _attending(tournament, after, number)
    lineups = {team.key: play.at_boards(team, number) for team in play.teams}
    team_of = {key: team for team, lineup in lineups.items() for key in lineup if key}
    other_games = [
        game
        for game in tournament.round(number).games
        if frozenset(team_of.get(key, key) for key in game.players) in stay
        or not all(key in team_of for key in game.players)
    ]
    fresh = [match for match in matches if frozenset(match.players) not in stay]
    bare = replace(tournament, team_play=None).replace_round(number, other_games, ())
    seats = [_seated(after, lineups, match, play.has_white) for match in fresh]
    busy = {game.table for game in other_games} | bare.rules.closed_in(number).union(closed)
    firsts = [match.table if at_tables else 1 for match in fresh]
    tables = _free_tables(busy, firsts, map(len, seats))
    incomplete = (team.key for team in after.players if not team.plays_in(number))
    away = {key for team in incomplete for key in lineups[team]}
    away |= {p.key for p in bare.players if not (p.final and p.plays_in(number))}
    games = [*other_games, *_boards(bare, [*chain(*seats)], tables, number, away)]
    return tournament.replace_round(number, games, ())


def _free_tables(busy: set[int], firsts: Iterable[int], boards: Iterable[int]) -> list[int]:
    """Tables of matches one after the other, each from a table on and at as many as it has boards."""
    tables: list[int] = []
    for first, size in zip(firsts, boards, strict=True):
        tables += free_tables(size, busy, first)
        busy.update(tables)
    return tables


def _seated(
    matches: Tournament,
    lineups: Mapping[str, tuple[str, ...]],
    match: Game,
    has_white: Callable[[int], bool],
) -> list[tuple[str, str]]:
    """The players of a match at the boards at which both teams have one, White's first if there are no stones."""
    boards = enumerate(zip(lineups[match.white], lineups[match.black], strict=False), start=1)
    found = [(n, pair) for n, pair in boards if all(pair)]
    if not found:
        one, other = (matches.by_key[key].full_name for key in match.players)
        raise RuleError(
            phrase(
                "{one} and {other} have no board at which both have a player; name who plays",
                one=one,
                other=other,
            )
        )
    return [pair if has_white(board) else pair[::-1] for board, pair in found]


def _attending(tournament: Tournament, matches: Tournament, number: int) -> Tournament:
    """The tournament in which the players of teams take part in a round, or not, with their team."""
    from ...go.teams import of_teams

    play = tournament.team_play
    assert play is not None
    there, then = (
        {team.key for team in each.players if team.plays_in(number)}
        for each in (of_teams(tournament), matches)
    )
    away, back = (
        {key for team in play.teams if team.key in some for key in team.lineup(number)}
        for some in (there - then, then - there)
    )
    players = (
        player.with_absences(player.absences - {number}) if player.key in back else player
        for player in tournament.players
    )
    return replace(tournament, players=tuple(players)).with_absences(number, away)


def _boards(
    bare: Tournament,
    pairs: list[tuple[str, str]],
    tables: list[int],
    number: int,
    away: set[str],
) -> list[Game]:
    """Games at tables of pairs whose first has White if there are no stones; who is away loses by forfeit."""
    if not pairs:
        return []
    field = Field.of(bare, number, [key for pair in pairs for key in pair])
    seat = field.seat_by_key
    first, second = np.array([[seat[a], seat[b]] for a, b in pairs]).T
    stones = handicap(field[first], field[second]).tolist()
    white = takes_white(
        field[first], field[second], lambda a, b: np.ones(np.broadcast(a.seat, b.seat).shape, bool)
    ).tolist()
    games = (
        Game(
            round=number,
            table=table,
            white=pair[0] if first_white else pair[1],
            black=pair[1] if first_white else pair[0],
            handicap=handicap_stones,
        )
        for pair, first_white, handicap_stones, table in zip(
            pairs, white, stones, tables, strict=True
        )
    )
    return [g if away.isdisjoint(g.players) else g.lost_by_forfeit(away) for g in games]


# ---- The draw of a round of a tournament, by any system ----

_ANYTHING = Constraints()
_NO_WEIGHTS = Unweighted()


def draw_round(
    tournament: Tournament,
    round: int,
    *,
    model: str | WeightModel | None = None,
    system: str | System | None = None,
    constraints: Constraints | Mapping[str, object] | None = None,
    seed: int = 0,
) -> Draw:
    """Draw a round.

    Of the draws that pair the most players it is the one of greatest weight, which is proven before
    it is returned; or it is what another system makes of the round. Games that the round has already
    are kept.

    Parameters
    ----------
    tournament, round
        Which round, from 1. Players who have a game in a later round count as having met; nothing
        else of later rounds matters.
    model, seed
        Weight model, or its name, a key of ``weights.MODELS``, by default ``Rules.usual_model``; and
        the seed of the random component of a named one, if the rules want one that is not
        deterministic, and of colours by lot.
    system
        Another system than the usual one, or its name, a key of ``SYSTEMS``. The usual one pairs by
        the weights of the model, or in a tournament of the kind ``swiss``, by levels. A model that is named beside it takes the place of its own.
    constraints
        What must and must not be drawn, and what is rather drawn, as `Constraints` or as a dictionary of
        their fields; by default nothing.

    Raises
    ------
    RuleError
        If there is no such round, model, system or player, the seed is negative, nobody is left to
        pair, the tournament contradicts itself, the system takes no model or cannot pair the round,
        or somebody is forced to play who is not in the field.
    EngineError
        If the proof fails: a bug of fastpair.

    Examples
    --------
    >>> draw = draw_round(read("examples/evening.xml").tournament, 2)
    >>> for board in draw.boards:
    ...     print(board.table, board.white, board.black)
    1 KERMTROVBELRAN DOVANIHALKA
    2 SELMAVELOLMINA FALDINIOLUWEN
    3 FALDINIMIRA LOMBEKTARA
    """
    return draw_with_proof(
        tournament, round, model=model, system=system, constraints=constraints, seed=seed
    )[0]


def draw_with_proof(
    tournament: Tournament,
    round: int,
    *,
    model: str | WeightModel | None = None,
    system: str | System | None = None,
    constraints: Constraints | Mapping[str, object] | None = None,
    seed: int = 0,
) -> tuple[Draw, Solution | None, Proof | None]:
    """Draw a round as `draw_round` does, and return what proves the draw: one matching, several, or nothing."""
    check_tournament(tournament)
    seed, constraints = check_seed(seed), Constraints.of(constraints)
    constraints.check_players(tournament)
    system = _system_of(tournament, model, system, constraints, seed)
    tournament = with_rounds_needed(tournament)  # its last two may meet again
    round = tournament.check_round(round)
    timings: dict[str, float] = {}
    with timed(timings, "field"):
        situation = situation_of(tournament, round, constraints, seed)
        if system.pairs_absent and tournament.event_kind.predetermined:
            situation = _with_absent(situation, tournament)
    _refuse_open_scores(situation, system)
    return _draw(tournament.before(round + 1), situation, system, timings)


def _with_absent(situation: Situation, tournament: Tournament) -> Situation:
    """The situation in which those of a table wait, too, who are away."""
    row, seated = situation.history.row, tournament.round(situation.round_number).seated
    waiting = situation.waiting.copy()
    entrants = (player for player in tournament.entrants if player.final)
    waiting[[row[player.key] for player in entrants if player.key not in seated]] = True
    return replace(situation, waiting=waiting)


def _refuse_open_scores(situation: Situation, system: System) -> None:
    """Refuse scores that a postponed game leaves open, where the system pairs by exact ones."""
    if not situation.history.bounds or not system.needs_exact_scores:
        return
    game = situation.history.postponed[0]
    white, black = (
        situation.people.players[situation.history.row[key]].full_name for key in game.players
    )
    raise RuleError(
        phrase(
            "{system} pairs by exact scores, and the postponed game of {white} and {black} in round {round}, table {table}, "
            "leaves theirs open; enter its result, or choose half or none for postponed games",
            system=system.fresh.name,
            white=white,
            black=black,
            round=game.round,
            table=game.table,
        ),
    )


def _draw(
    past: Tournament, situation: Situation, system: System, timings: dict[str, float]
) -> tuple[Draw, Solution | None, Proof | None]:
    """Pair a situation, and prove what is drawn by weights."""
    pairing = system.paired(situation, timings)
    solution, proof = pairing.solution, pairing.proof
    if (proven := solution or proof) is not None:
        with timed(timings, "verification"):
            proven.prove()
    with timed(timings, "boards"):
        draw = _build_draw(past, situation, system, pairing)
    if solution is not None and solution.incomplete:
        with timed(timings, "relaxations"):
            draw = replace(draw, relaxations=_relaxed(solution))
    return replace(draw, timings=timings), solution, proof


def _system_of(
    tournament: Tournament,
    model: str | WeightModel | None,
    system: str | System | None,
    constraints: Constraints,
    seed: int,
) -> System:
    """The system that draws, with its model."""
    if isinstance(system, str):
        system = stated_system(system, {}, tournament)
    if system is None and model is None:
        system = usual_system(tournament)
    if system is not None:
        check_system(system)
    own = None if system is None else system.own_model
    preferences = constraints.under(tournament.rules)
    if system is not None and own is None and model is None:
        if constraints.has_preferences and not system.takes_preferences:
            raise RuleError(
                phrase("{system} has no weights that it could change", system=system.name),
                about="prefer" if constraints.prefer else "prefer_not",
            )
        return system
    weigher = own if own is not None and model is None else model_or_usual(tournament, model, seed)
    if system is None:
        return LookingAhead(model=preferences.weigher(weigher))
    if model is None and preferences.weigher(weigher) is weigher:
        return system
    return system.with_model(preferences.weigher(weigher))


def situation_of(
    tournament: Tournament, round_number: int, constraints: Constraints = _ANYTHING, seed: int = 0
) -> Situation:
    """A round of a tournament as the systems take it.

    Whoever has a game in a later round counts as having met.

    Raises
    ------
    RuleError
        If there is no such round, nobody is left to pair, or the tournament contradicts itself.
    """
    round_number = tournament.check_round(round_number)
    tournament.refuse_teams()
    history = ScoreHistory.for_draw(tournament, round_number)
    waiting = np.zeros(len(tournament.players), bool)
    waiting[[history.row[player.key] for player in tournament.to_pair(round_number)]] = True
    if not waiting.any():
        raise RuleError(phrase("round {round}: nobody is left to pair", round=round_number))
    return Situation(
        history=history,
        people=People(tournament.players),
        round_number=round_number,
        waiting=waiting,
        constraints=replace(
            constraints.under(tournament.rules),
            met=constraints.met | tournament.met_from(round_number),
        ),
        bye_given=bool(tournament.pairing_byes(round_number)),
        later_undrawn=tournament.last_paired <= round_number,
        seed=seed,
    )


def levels_as_weights(
    tournament: Tournament, round_number: int, system: System, constraints: Constraints, seed: int
) -> WeightModel:
    """The levels of a system as weights of a round, by which its draw is explained.

    Parameters
    ----------
    round_number
        From 1. What is known of it and of later rounds does not matter.
    """
    past = tournament.before(round_number)

    def situation_with(keys: tuple[str, ...]) -> Situation:
        players = tuple(
            player.with_absences(
                player.absences - {round_number}
                if player.key in keys
                else player.absences | {round_number}
            )
            for player in past.players
        )
        paired = replace(past, players=players)
        return replace(situation_of(paired, round_number, constraints, seed), bye_given=True)

    wishes = constraints.under(tournament.rules).has_preferences
    return system.levels_as_model(situation_with, preferences=wishes)


def rounds_drawable(
    tournament: Tournament, round_number: int, constraints: Constraints = _ANYTHING
) -> int | None:
    """How many rounds can be drawn complete without a rematch, if nobody drops out or comes late.

    Parameters
    ----------
    round_number
        The first of them, from 1, which is to be drawn.
    constraints
        Rules about single players that hold in all of them.

    Returns
    -------
    int or None
        All that are left, or only some of them; None if that is not found out.

    Raises
    ------
    RuleError
        As ``situation_of``.
    """
    situation = situation_of(tournament, round_number, constraints)
    if certainly_drawable(situation):
        return tournament.rules.rounds - round_number + 1
    return RoundsToCome.of(situation).most()


def _build_draw(past: Tournament, situation: Situation, system: System, pairing: Pairing) -> Draw:
    """The draw of a pairing, with what proves it."""
    solution, rules, seed = pairing.solution, situation.constraints, situation.seed
    field = situation.field if solution is None else solution.field
    seat = np.full(len(situation.waiting), -1, np.int64)
    seat[field.player] = np.arange(len(field))
    key = [player.key for player in past.players]
    pairs = seat[pairing.pairs]
    if pairing.white_first:
        even = _first_takes_white(pairs)
    else:
        even = colour_rule(field, system.colour_state(field), seed)
    model = None if solution is None else system.own_model
    games = boards(
        past,
        field,
        _seating(past, field, pairs, even, system.known),
        model or _NO_WEIGHTS,
        rules if solution is None else solution.constraints,
    )
    by_lot = system.by_lot if model is None else model.by_lot(past.rules)
    draw = Draw(
        round=situation.round_number,
        boards=games,
        bye=None if pairing.bye is None else key[pairing.bye],
        resting=tuple(key[row] for row in pairing.resting),
        out=tuple(key[row] for row in pairing.out),
        unpaired=_unpaired(situation, pairing, field, seat),
        absent=_absent(past, situation),
        system=system.fresh.name,
        system_changes=system.fresh.changes() if model is None else {},
        model_changes={} if model is None else system.changes(),
        rules=stated_rules(rules),
        seed=seed,
        by_lot=by_lot or past.rules.colours is not Colours.BY_MODEL,
        constraints=rules,
        remarks=tuple(
            line
            for earlier in range(1, situation.round_number)
            for line in (
                *past.unfinished(earlier, past.to_pair(earlier)),
                *past.describe_postponed(earlier),
            )
        ),
    )
    if solution is not None:
        return _with_solution(draw, solution, past, system, pairing)
    if pairing.proof is None:
        return draw
    return replace(
        draw,
        proof=pairing.proof.digest(),
        brackets=pairing.proof.brackets(key),
        proviso=system.proviso,
    )


def _with_solution(
    draw: Draw, solution: Solution, past: Tournament, system: System, pairing: Pairing
) -> Draw:
    """The draw with what its matching proves: the levels of a system, or the weights of a model."""
    provisos = (system.proviso, _ahead(pairing), _other_games_proviso(past, draw.round))
    proven = replace(
        draw,
        proof=solution.matching.digest(),
        proviso=", ".join(filter(None, provisos)),
        kept_drawable=pairing.kept_drawable,
        levels=tuple(
            DrawLevel(components=(name,), weight=-cost) for name, cost in solution.costs.items()
        ),
    )
    model = system.own_model
    if model is None:
        return proven
    return replace(
        proven,
        total_weight=sum(board.weight for board in draw.boards),
        levels=levels_of(draw.boards, model.levels),
        weight_units=model.units(solution.field),
        model=signature(model),
        model_digest=digest(model),
    )


def _ahead(pairing: Pairing) -> str:
    """Say that a draw leaves later rounds drawable that a heavier one would not."""
    rounds = pairing.kept_drawable
    if not rounds:
        return ""
    if pairing.searched:
        return "of those with the boards of a search for complete rounds"
    following = "the next round" if rounds == 1 else f"the next {rounds} rounds"
    return f"of those after which {following} can be drawn complete"


def _other_games_proviso(past: Tournament, round_number: int) -> str:
    """Say that a draw goes round games that its round has already."""
    games = len(past.round(round_number).games)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"beside {counted} that the round had before" if games else ""


def _unpaired(
    situation: Situation, pairing: Pairing, field: Field, seat: Integers
) -> tuple[Unpaired, ...]:
    """Who is left over, and why."""
    left = situation.waiting.copy()
    left[pairing.pairs] = False
    left[[*pairing.resting, *pairing.out, *([] if pairing.bye is None else [pairing.bye])]] = False
    solution = pairing.solution
    removals = situation.removals() if solution is None else solution.removals
    reasons = {field.key[seat[row]]: why for row, why in pairing.reasons.items()}
    found = unpaired(field, np.sort(seat[np.flatnonzero(left)]).tolist(), removals)
    return tuple(replace(one, reason=reasons.get(one.player, one.reason)) for one in found)


def _first_takes_white(pairs: Integers) -> ColourRule:
    """The colours that a system has given; ``pairs`` are seats, White first."""
    white = {tuple(pair) for pair in pairs.tolist()}

    def rule(a: Field, b: Field) -> Bools:
        white_first = [pair in white for pair in zip(a.seat.tolist(), b.seat.tolist(), strict=True)]
        return np.array(white_first, bool)

    return rule


def _seating(
    past: Tournament,
    field: Field,
    pairs: Integers,
    even: ColourRule,
    stay: Sequence[Game] = (),
) -> Seating:
    this = past.round(field.round_number)
    history = ScoreHistory.of(past) if this.seated else field.roster.history
    busy = past.rules.closed_in(field.round_number).union(game.table for game in this.games)
    number = None
    if past.event_kind.seats_by_number:
        numbers = pairing_numbers(past.players, past.rules.fide.order)
        number = np.array(numbers, np.int64)[field.player]
    seating = Seating.of(field, pairs, history, busy, even, number)
    return seating.keeping(field, stay, busy) if stay else seating


def _relaxed(solution: Solution) -> Relaxations:
    levels, byes = solution.weighed.levels, solution.problem.byes
    found = solution.matching.cardinality
    return relaxations(solution.field, levels, solution.removals, byes, found)


def _absent(tournament: Tournament, situation: Situation) -> tuple[str, ...]:
    number = situation.round_number
    seated, row = tournament.round(number).seated, situation.history.row
    return tuple(
        player.key
        for player in tournament.players
        if player.final and not (player.plays_in(number) or situation.waiting[row[player.key]])
        if player.key not in seated
    )
