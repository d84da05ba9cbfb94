"""Invented congresses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import RuleError
from ..go.ratings.fide import expected_percent
from ..go.single_games import match_of, single_games
from ..go.teams import mean_rating, of_teams
from ..go.tournament import (
    PRESETS,
    RECOMMENDED_FOR_TEAMS,
    Criterion,
    FideRules,
    Grade,
    Player,
    Result,
    Rules,
    Team,
    TeamCriterion,
    TeamPlay,
    Tournament,
    key_of,
    with_preset,
)
from ..go.tournament.countries import federation_of
from ..parameters import checked, parameter, quoted
from .population import Chance, Population
from .rounds import draw_round, with_matches
from .rules import check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from ..arrays import Integers
    from ..go.tournament import Game
    from .draw import Draw
    from .systems import System
    from .weights import WeightModel


# ---- What can be asked to happen in an invented tournament, beside what happens in every congress ----

_AMOUNT = re.compile(r"(?P<number>[0-9]{1,6})(?P<share>%?)", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happenings:
    """What happens in an invented tournament: numbers such as 5, or shares such as 10%.

    Raises
    ------
    RuleError
        If one is neither.
    """

    late: str = parameter("", "Late entries", unit="n|n%")
    withdrawn: str = parameter("", "Players who withdraw", unit="n|n%")
    byes_asked: str = parameter("", "Players who ask for a bye", unit="n|n%")
    supergroup: str = parameter("", "Players of the supergroup", unit="n|n%")
    families: str = parameter("", "Players with a relative in the tournament", unit="n|n%")
    absent: str = parameter("", "Players who miss a round", unit="n|n%")
    jigos: str = parameter("", "Games that are a jigo", unit="n|n%")
    forfeits: str = parameter("", "Games that are won by forfeit", unit="n|n%")
    both_lose: str = parameter("", "Games lost by both players", unit="n|n%")
    missing: str = parameter("", "Missing results of the last round", unit="n|n%")

    def __post_init__(self) -> None:
        for entry in fields(self):
            text = getattr(self, entry.name)
            found = _AMOUNT.fullmatch(text)
            if text and (not found or (found["share"] and int(found["number"]) > 100)):
                message = f"expected a number such as 5 or a share such as 10%, got {text!r}"
                raise RuleError(message, about=entry.name)

    def usual_absences(self, missed: Collection[int], rounds: int) -> frozenset[int]:
        """Those of the rounds that somebody misses in every congress of which no number is stated."""
        played = {*range(1, rounds + 1)} - {*missed}
        first, last = min(played), max(played)
        return frozenset(
            number
            for number in missed
            if not (
                self.late if number < first else self.withdrawn if number > last else self.absent
            )
        )

    def to_players(
        self, entries: Sequence[Player], rounds: int, chance: Chance, *, half_points: bool = False
    ) -> tuple[Player, ...]:
        """What happens to those who have entered, before the first round; byes may be half a point."""

        def away(player: Player, missed: Iterable[int]) -> Player:
            return replace(player, absences=player.absences.union(missed))

        def bye(player: Player, number: int) -> Player:
            asked = player.requested_byes | {number} if half_points else player.requested_byes
            return replace(away(player, [number]), requested_byes=asked)

        def related(player: Player) -> Player:
            other = chance.one_of(entries)
            return replace(player, name=other.name, country=other.country, club=other.club)

        happens: dict[str, Callable[[Player], Player]] = {
            "late": lambda player: away(player, range(1, min(2 + chance.below(2), rounds))),
            "withdrawn": lambda player: away(
                player, range(2 + chance.below(max(rounds - 1, 1)), rounds + 1)
            ),
            "byes_asked": lambda player: bye(player, 1 + chance.below(rounds)),
            "absent": lambda player: away(player, [1 + chance.below(rounds)]),
            "supergroup": lambda player: replace(player, correction=1),
            "families": related,
        }
        found = list(entries)
        for name, changed in happens.items():
            for place in _some(getattr(self, name), len(found), chance):
                found[place] = changed(found[place])
        return _with_names(found)

    def to_games(
        self, tournament: Tournament, number: int, chance: Chance, last: int
    ) -> Tournament:
        """What happens in a round that has its results, of so many that are played."""
        there, away = games_by_attendance(tournament, number)
        games = list(there)

        results: dict[str, Callable[[], Result]] = {
            "jigos": lambda: Result.JIGO,
            "forfeits": lambda: _winner(chance.happens(500)),
            "both_lose": lambda: Result.BOTH_LOSE,
        }
        if number == last:
            results["missing"] = lambda: Result.UNKNOWN
        if self.draws_among_equals(tournament) is not None:
            del results["jigos"]  # those of the round are drawn already
        for name, result in results.items():
            rounds = 1 if name == "missing" else last
            for place in _some(getattr(self, name), len(games), chance, number, rounds):
                games[place] = games[place].with_result(result(), by_default=name == "forfeits")
        return tournament.replace_round(number, [*games, *away])

    def draws_among_equals(self, tournament: Tournament) -> int | None:
        """In ten thousand, the games of chess between equals that are drawn, if a share of draws is stated."""
        stated = not tournament.event_kind.has_handicaps and self.jigos.endswith("%")
        return 100 * int(self.jigos[:-1]) if stated else None


_NOTHING = Happenings()


def games_by_attendance(tournament: Tournament, number: int) -> tuple[list[Game], list[Game]]:
    """The games of a round whose players both take part, and the boards of teams that are lost by forfeit at once."""
    found: tuple[list[Game], list[Game]] = [], []
    for game in tournament.round(number).games:
        there = all(tournament.by_key[key].plays_in(number) for key in game.players)
        found[not there].append(game)
    return found


def _some(text: str, of: int, chance: Chance, number: int = 1, rounds: int = 1) -> list[int]:
    """Places of some of so many; a number is spread over rounds, of which this is one."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        return []
    count = int(found["number"])
    if found["share"]:
        many, rest = divmod(count * of, 100)
        many += chance.below(100) < rest
    else:
        many = count * number // rounds - count * (number - 1) // rounds
    places = list(range(of))
    return [places.pop(chance.below(len(places))) for _ in range(min(many, of))]


def _with_names(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players, no two with the same whole name; a first name is followed by a number then."""
    seen: set[tuple[str, str]] = set()
    found = []
    for player in players:
        first, more = player.first_name, 1
        while (player.name, first) in seen:
            more += 1
            first = f"{player.first_name} {more}"
        seen.add((player.name, first))
        found.append(replace(player, first_name=first, key=key_of(player.name + first)))
    return tuple(found)


# ---- Invented results, in which the stronger player mostly wins ----

# Of Go: chance of the stronger, in a thousandth, by what the ratings differ; linear in between. Rounded
# from what the European ratings expect of players around 1 dan.
_EXPECTED = ((0, 500), (50, 600), (100, 690), (200, 830), (300, 910), (500, 970), (1000, 995))


class _Shares(NamedTuple):
    """Thousandths of the games."""

    by_default: int
    jigo: int
    both_lose: int


_SHARES = {"go": _Shares(15, 2, 1), "swiss": _Shares(50, 0, 4)}
"""As at European congresses; and as the generators of FIDE's pairing programs have them."""

_DRAWS_AMONG_EQUALS = 4500
"""Of ten thousand games of chess between equals; of all games of an open some 2800 then."""


def with_results(
    tournament: Tournament, number: int, chance: Chance, happenings: Happenings = _NOTHING
) -> Tournament:
    """The tournament with a result for every game of round ``number``.

    Parameters
    ----------
    happenings
        In a tournament of chess, nothing is decided by forfeit that is stated there.
    """
    if tournament.rules.games > 1:

        def of_single(games: Tournament) -> Tournament:
            return with_results(games, number, chance, happenings)

        return in_single_games(tournament, number, of_single)
    games, away = games_by_attendance(tournament, number)
    if tournament.event_kind.has_handicaps:
        results_of_go = [_of_go(tournament, game, chance) for game in games]
        return tournament.replace_round(number, [*results_of_go, *away])
    stated = happenings.forfeits or happenings.both_lose
    forfeits = [None if stated else _by_default(game, _SHARES["swiss"], chance) for game in games]
    played = [game for game, forfeit in zip(games, forfeits, strict=True) if forfeit is None]
    draws = happenings.draws_among_equals(tournament)
    results = results_of_chess(
        tournament, played, chance, _DRAWS_AMONG_EQUALS if draws is None else draws
    )
    return tournament.replace_round(
        number,
        [
            replace(game, result=next(results)) if forfeit is None else forfeit
            for game, forfeit in zip(games, forfeits, strict=True)
        ]
        + away,
    )


def in_single_games(
    tournament: Tournament, number: int, results: Callable[[Tournament], Tournament]
) -> Tournament:
    """The tournament with the results of a round, given those of the first games of its matches, and of the second."""
    parts = [results(each).round(number).games for each in single_games(tournament)]
    matches = parts[0]
    if len(parts) > 1:
        matches = tuple(match_of(number, *pair) for pair in zip(*parts, strict=True))
    return tournament.replace_round(number, matches)


def _by_default(game: Game, shares: _Shares, chance: Chance) -> Game | None:
    """The game, if it is decided without play."""
    if not chance.happens(shares.by_default):
        return None
    if chance.happens(shares.both_lose * 1000 // shares.by_default):
        return replace(game, result=Result.BOTH_LOSE, by_default=True)
    return replace(game, result=_winner(chance.happens(500)), by_default=True)


def _of_go(tournament: Tournament, game: Game, chance: Chance) -> Game:
    """A game of Go with a result."""
    if (forfeit := _by_default(game, _SHARES["go"], chance)) is not None:
        return forfeit
    if chance.happens(_SHARES["go"].jigo):
        return replace(game, result=Result.JIGO)
    return replace(game, result=_winner(chance.happens(chance_of_white(tournament, game))))


def results_of_chess(
    tournament: Tournament, games: Sequence[Game], chance: Chance, draws: int
) -> Iterator[Result]:
    """Results of games of chess that are played, in their order, whose scores are those that the ratings predict.

    Parameters
    ----------
    draws
        As of `win_and_draw`.
    """
    rating = {player.key: player.rating_or_lowest for player in tournament.players}
    lead = np.array([rating[game.white] - rating[game.black] for game in games], np.int64)
    ends = (Result.BLACK_WINS, Result.JIGO, Result.WHITE_WINS)
    return (ends[score_x2] for score_x2 in scores_of_chess(lead, chance, draws).tolist())


_STEP = 6181
"""The golden ratio in ten thousandths: multiples of it are spread evenly."""


def scores_of_chess(lead: Integers, chance: Chance, draws: int = _DRAWS_AMONG_EQUALS) -> Integers:
    """Doubled scores of the games of a round of chess.

    The games of about one lead have scores that are spread evenly, so that their mean is near to the table of B.02
    after few games.

    Parameters
    ----------
    lead
        How much the rating is above the opponent's, (games,).
    draws
        As of `win_and_draw`.
    """
    number = np.empty_like(lead)
    order = np.argsort(lead, kind="stable")
    number[order] = (chance.below(10_000) + _STEP * np.arange(len(lead))) % 10_000
    won, drawn = win_and_draw(lead, draws)
    scores: Integers = (number < won).astype(np.int64) + (number < won + drawn)
    return scores


def win_and_draw(lead: Integers, draws: int = _DRAWS_AMONG_EQUALS) -> tuple[Integers, Integers]:
    """How many of ten thousand games of chess are won, and how many are drawn.

    A win and half a draw are together what B.02 8.1.2 predicts. Of p predicted points, 4p(1 - p) times the
    share of equals is drawn, and at most as much as leaves the stronger the points.

    Parameters
    ----------
    lead
        How much the rating is above the opponent's.
    draws
        The same of equals, in ten thousandths.

    Examples
    --------
    >>> [share.tolist() for share in win_and_draw(np.array([0, 200, -200, 800]))]
    [[2750, 5959, 759, 10000], [4500, 3282, 3282, 0]]
    """
    expected = 100 * expected_percent(lead, np.zeros_like(lead))
    weaker = np.minimum(expected, 10_000 - expected)
    halves = np.minimum(2 * draws * weaker * (10_000 - weaker) // 10**8, weaker)
    return expected - halves, 2 * halves


def _winner(white: bool) -> Result:
    return Result.WHITE_WINS if white else Result.BLACK_WINS


def chance_of_white(tournament: Tournament, game: Game) -> int:
    """Chance of White in thousandths; a stone is worth a grade, and the first one half a grade."""
    white, black = (tournament.by_key[key].rating_or_lowest for key in game.players)
    stones = 100 * game.handicap - 50 if game.handicap else 0
    difference = white - black - stones
    likely = _interpolated(abs(difference))
    return likely if difference >= 0 else 1000 - likely


def _interpolated(difference: int) -> int:
    """Interpolate linearly between the points of the table, in integers."""
    for (low, below), (high, above) in pairwise(_EXPECTED):
        if difference <= high:
            return below + (above - below) * (difference - low) // (high - low)
    return _EXPECTED[-1][1]


# ---- Invented teams: who plays with whom ----


def in_teams(tournament: Tournament, boards: int) -> Tournament:
    """The tournament in which so many players each are a team, but for those who are left over.

    Sorted by country, club and rating, players who follow each other are a team, the strongest at
    board 1: so teams are from a club or from neighbouring ones, and the first of a club is its best.

    Examples
    --------
    >>> from fastpair.go.tournament import Grade, Player, Tournament
    >>> players = [Player(key=k, name=k, grade=Grade(0), club="Lyon") for k in "ab"]
    >>> in_teams(Tournament(players=tuple(players)), 2).team_play.teams[0].name
    'Lyon'
    """
    order = sorted(
        tournament.players,
        key=lambda player: (player.country, player.club, -player.rating_or_lowest),
    )
    names: Counter[str] = Counter()
    teams = []
    for number in range(len(order) // boards):
        members = order[number * boards : (number + 1) * boards]
        members.sort(key=lambda player: -player.rating_or_lowest)
        lineup = tuple(player.key for player in members)
        teams.append(Team(key=str(number + 1), name=_name(members, names), lineups=(lineup,)))
    return replace(tournament, team_play=TeamPlay(teams=tuple(teams), size=boards))


def _name(members: Sequence[Player], names: Counter[str]) -> str:
    """The club at board 1, and a number from the second of its teams on."""
    club = members[0].club or members[0].country
    names[club] += 1
    return club if names[club] == 1 else f"{club} {names[club]}"


# ---- Congresses that never took place, shaped like those that did ----

_SUPERGROUP_FROM = Grade.parse("5d")
_SUPERGROUP_SHARE = 20
"""One player in so many is in the supergroup."""

_LATE, _RETIRED, _HALF_POINT_BYES, _ZERO_POINT_BYES = 30, 10, 10, 10
"""Thousandths of the players who come late, and of what happens to one in a round, in a tournament of chess."""

MOST_ROUNDS = 20


@checked
def generate(
    players: int,
    rounds: int,
    *,
    seed: int,
    play: int = 0,
    happenings: Happenings = _NOTHING,
    model: str | WeightModel | None = None,
    system: System | None = None,
    boards: int | None = None,
    criteria: Sequence[Criterion | TeamCriterion] = (),
) -> Tournament:
    """Invent a tournament.

    The same arguments give the same tournament on every machine. The players do not depend on
    ``play``, the model and the system.

    Parameters
    ----------
    players
        How many have entered.
    rounds
        How many rounds the tournament has, from 1 to 20; the first half is the first week.
    seed
        Not negative.
    play
        How many rounds are drawn already and have results.
    happenings
        What happens besides.
    model, system
        What draws the rounds, as of ``draw_round``; a model that is named is that of the tournament.
    boards
        How many players are a team, from 2 to 10; None if they play for themselves. Who plays in a
        team has come for all rounds, unless something happens; in a tournament of chess it happens to whole
        teams, and a player misses a round now and then. The number of players is a multiple.
    criteria
        Of the standings, of teams where these play; by default those of the rules.

    Returns
    -------
    Tournament
        Under OpenGotha's default rules [OPENGOTHA 2]; of chess for FIDE's systems.

    Raises
    ------
    RuleError
        If a number is out of range, or the system cannot draw a round.
    """
    _refuse_impossible(players, rounds, seed, play, boards)
    if system is not None and system.of_chess:
        tournament = _chess(players, rounds, seed, happenings, system, boards)
        system = type(system).of_tournament(tournament)
    else:
        tournament = _entered(players, _rules(rounds, model), seed, happenings, alone=not boards)
        tournament = in_teams(tournament, boards) if boards else tournament
    if criteria:
        tournament = _with_criteria(tournament, criteria)
    lots, others = Chance(seed, stream=1), Chance(seed, stream=3)
    draw = partial(draw_round, model=model, system=system, seed=seed)
    for number in range(1, play + 1):
        try:
            tournament = with_draw(tournament, number, draw)
        except RuleError as error:
            if error.code != "over":
                raise
            break
        tournament = with_results(tournament, number, lots, happenings)
        tournament = happenings.to_games(tournament, number, others, play)
    return tournament


def _with_criteria(
    tournament: Tournament, criteria: Sequence[Criterion | TeamCriterion]
) -> Tournament:
    """The tournament with the criteria of its standings, which are those of teams where these play."""
    play, rules = tournament.team_play, tournament.rules
    if play is None:
        of_players = tuple(each for each in criteria if isinstance(each, Criterion))
        return replace(tournament, rules=replace(rules, placement=of_players))
    of_teams = tuple(TeamCriterion(each.value) for each in criteria)
    return replace(tournament, team_play=replace(play, placement=of_teams))


def _rules(rounds: int, model: str | WeightModel | None) -> Rules:
    """OpenGotha's default rules, with a model that is named."""
    rules = with_preset(Rules(rounds=rounds), "OpenGotha v351")
    if isinstance(model, str):
        return replace(rules, model=model)  # type: ignore[arg-type]
    return rules


def _entered(
    players: int, rules: Rules, seed: int, happenings: Happenings, *, alone: bool
) -> Tournament:
    """The tournament before round 1, in which players without a team may miss rounds."""
    rounds = rules.rounds
    entries = [
        replace(player, absences=happenings.usual_absences(player.absences, rounds))
        for player in _entries(players, rounds, Chance(seed))
    ]
    if not alone:
        entries = [replace(player, final=True, absences=frozenset()) for player in entries]
    return Tournament(
        name=f"Invented congress {seed}",
        rules=rules,
        players=happenings.to_players(_with_supergroup(entries), rounds, Chance(seed, stream=2)),
    )


def _chess(
    players: int,
    rounds: int,
    seed: int,
    happenings: Happenings,
    system: System,
    boards: int | None,
) -> Tournament:
    """A tournament of chess before round 1: players, or teams, in the order of their ratings, who miss single rounds."""
    chance, changes = Chance(seed), {**PRESETS[system.preset].changes, "system": system.name}
    entries = [
        _chess_player(each, rounds, chance, happenings, alone=not boards)
        for each in _entries(players, rounds, chance)
    ]
    entries.sort(key=lambda player: -player.rating_or_lowest)
    own: dict[str, Any] = {
        each.name: getattr(system, each.name)
        for each in fields(FideRules)
        if hasattr(system, each.name)
    }
    fide = replace(FideRules(**own), order="entry")
    if fide.initial_colour == "lot":
        lot = Chance(seed, stream=4).happens(500)
        fide = replace(fide, initial_colour="white" if lot else "black")
    tournament = Tournament(
        name=f"Invented open {seed}",
        kind="swiss",
        rules=replace(Rules(rounds=rounds), **changes | {"fide": fide}),
        players=tuple(entries),
    )
    if boards:
        return _teams_of_chess(tournament, boards, seed, happenings)
    entered = happenings.to_players(entries, rounds, Chance(seed, stream=2), half_points=True)
    return replace(tournament, players=entered)


def _teams_of_chess(
    tournament: Tournament, boards: int, seed: int, happenings: Happenings
) -> Tournament:
    """The players in teams, the strongest first; whole teams come late, stay away, ask for byes or retire.

    A bye is worth a drawn match [FIDE C.04.6].
    """
    tournament, rounds = in_teams(tournament, boards), tournament.rules.rounds
    play, chance = tournament.team_play, Chance(seed, stream=5)
    assert play is not None
    ordered = sorted(play.teams, key=lambda team: -mean_rating(tournament, play, team))
    teams = tuple(replace(team, key=f"{n}") for n, team in enumerate(ordered, start=1))
    units = []
    for team in teams:
        absences, byes = _attendance(rounds, chance, happenings)
        unit = Player(key=team.key, name=team.key, absences=absences, requested_byes=byes)
        units.append(unit)
    units = [*happenings.to_players(units, rounds, Chance(seed, stream=2), half_points=True)]
    of_team = {key: unit for team, unit in zip(teams, units, strict=True) for key in team.members}
    points = tournament.rules.points
    return replace(
        tournament,
        name=f"Invented teams {seed}",
        rules=replace(tournament.rules, points=replace(points, wins_bye_x2=points.jigo_x2)),
        players=tuple(
            replace(
                player,
                absences=player.absences | of_team[player.key].absences,
                requested_byes=of_team[player.key].requested_byes,
            )
            for player in tournament.players
        ),
        team_play=replace(play, teams=teams, fewest=1, placement=CRITERIA_OF_TEAMS),
    )


CRITERIA_OF_TEAMS = tuple(map(TeamCriterion, RECOMMENDED_FOR_TEAMS["Swiss of teams"]))


def _chess_player(
    person: Player, rounds: int, chance: Chance, happenings: Happenings, *, alone: bool
) -> Player:
    """A person without a grade and a club, who misses single rounds; more happens to who is in no team."""
    if alone:
        absences, byes = _attendance(rounds, chance, happenings)
    else:
        missed = {r for r in range(1, rounds + 1) if chance.happens(_ZERO_POINT_BYES)}
        absences, byes = frozenset(missed), frozenset()
    return Player(
        key=person.key,
        name=person.name,
        first_name=person.first_name,
        rating=2000 + sum(chance.within(200) for _ in range(3)),
        country=federation_of(person.country),
        absences=absences,
        requested_byes=byes,
    )


def _attendance(
    rounds: int, chance: Chance, happenings: Happenings
) -> tuple[frozenset[int], frozenset[int]]:
    """The absences of somebody who may come late, stay away, ask for byes or retire, and those with a bye.

    What is stated of the happenings does not happen here.
    """
    late, retires, asks, stays_away = (
        0 if getattr(happenings, name) else permille
        for name, permille in (
            ("late", _LATE),
            ("withdrawn", _RETIRED),
            ("byes_asked", _HALF_POINT_BYES),
            ("absent", _ZERO_POINT_BYES),
        )
    )
    first = 2 + chance.below(2) if chance.happens(late) else 1
    retired = next((r for r in range(1, rounds + 1) if chance.happens(retires)), rounds + 1)
    byes = {r for r in range(first, retired) if chance.happens(asks)}
    missed = {
        r for r in range(1, rounds + 1) if r < first or r >= retired or chance.happens(stays_away)
    }
    return frozenset(missed | byes), frozenset(byes - missed)


def with_draw(
    tournament: Tournament, number: int, draw: Callable[[Tournament, int], Draw]
) -> Tournament:
    """The tournament with the draw of a round, of teams where these play, if anybody is to be paired."""
    units = of_teams(tournament)
    if not units.to_pair(number):
        return tournament
    after = draw(units, number).applied_to(units)
    if tournament.team_play is None:
        return after
    return with_matches(tournament, units, after, number)


def _entries(players: int, rounds: int, chance: Chance) -> list[Player]:
    """So many players, one after the other."""
    population = Population(chance)
    return [population.newcomer(rounds) for _ in range(players)]


_MOST_PLAYERS = 99_999


def _refuse_impossible(players: int, rounds: int, seed: int, play: int, boards: int | None) -> None:
    if not 0 <= players <= _MOST_PLAYERS:
        message = f"players={quoted(players)}: expected a number from 0 to {_MOST_PLAYERS}"
        raise RuleError(message)
    if not 1 <= rounds <= MOST_ROUNDS:
        raise RuleError(f"rounds={quoted(rounds)}: expected a number from 1 to {MOST_ROUNDS}")
    if not 0 <= play <= rounds:
        raise RuleError(f"play={quoted(play)}: expected a number from 0 to the {rounds} rounds")
    check_seed(seed)
    if boards and players % boards:
        raise RuleError(f"players={players}: expected a multiple of the {quoted(boards)} boards")


def _with_supergroup(entries: list[Player]) -> tuple[Player, ...]:
    """Let the strongest start one point above the bar."""
    strong = [player for player in entries if player.grade >= _SUPERGROUP_FROM]
    strong.sort(key=lambda player: (-player.rating_or_lowest, player.key))
    chosen = {player.key for player in strong[: len(entries) // _SUPERGROUP_SHARE]}
    return tuple(
        replace(player, correction=1) if player.key in chosen else player for player in entries
    )
