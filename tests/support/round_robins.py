"""Round robins of players and of teams, some of whom leave."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from builders import game
from fastpair.go.tournament import (
    Bye,
    Criterion,
    EventFormat,
    Player,
    Result,
    Rules,
    Team,
    TeamCriterion,
    TeamPlay,
    Tournament,
    with_preset,
)

WON, DRAWN, LOST = Result.WHITE_WINS, Result.JIGO, Result.BLACK_WINS


CRITERIA = ("PTS", "DE", "WIN", "SB", "KS")


def all_play_all(number, cycles=1, result=lambda number, white, black: WON):
    """An event in which everybody meets everybody, by turning all but the last around a circle."""
    names = [f"P{n:02}" for n in range(number)]
    circle, games, byes = [*names, *["-"] * (number % 2)], [], []
    half, rounds = len(circle) // 2, len(circle) - 1
    for cycle in range(cycles):
        turning, last = circle[:-1], circle[-1]
        for turn in range(rounds):
            row = [*turning[turn:], *turning[:turn], last]
            pairs = zip(row[:half], row[: -half - 1 : -1], strict=True)
            pairs = [*pairs]
            number_of_round = cycle * rounds + turn + 1
            byes += [Bye(round=number_of_round, player=max(pair)) for pair in pairs if "-" in pair]
            met = [pair[:: -1 if cycle % 2 else 1] for pair in pairs if "-" not in pair]
            games += [
                game(number_of_round, table, *pair, result(cycle * rounds + turn, *pair))
                for table, pair in enumerate(met, start=1)
            ]
    rules = replace(
        with_preset(Rules(), "Chess"),
        format=EventFormat.ROUND_ROBIN,
        cycles=cycles,
        rounds=rounds * cycles,
        placement=tuple(map(Criterion, CRITERIA)),
    )
    players = tuple(Player(key=name, name=name, rating=2000 - n) for n, name in enumerate(names))
    return Tournament(
        kind="swiss", rules=rules, players=players, games=tuple(games), byes=tuple(byes)
    )


def forfeited(each, key):
    """The game, lost by forfeit by one of its players."""
    result = LOST if each.white == key else WON
    return replace(each, result=result, by_default=True)


def leaving(tournament, key, completed):
    """The event, of whose games a player has completed the first ones alone."""
    own = [each for each in tournament.games if key in each.players][completed:]
    games = tuple(forfeited(each, key) if each in own else each for each in tournament.games)
    return replace(tournament, games=games)


@st.composite
def events(draw):
    """Events with forfeits, some of whose players leave."""
    number, cycles = draw(st.integers(3, 9)), draw(st.integers(1, 2))
    results = draw(st.lists(st.sampled_from([WON, DRAWN, LOST]), min_size=40, max_size=40))
    event = all_play_all(
        number, cycles, lambda turn, white, black: results[(turn * 7 + int(white[1:])) % 40]
    )
    for key in draw(
        st.lists(st.sampled_from([p.key for p in event.players]), max_size=2, unique=True)
    ):
        event = leaving(event, key, draw(st.integers(0, (number - 1) * cycles)))
    return event


EVENT = leaving(all_play_all(10), "P00", 3)


BOARDS = 2


def team_ring(number, cycles=1, results=(WON,), leaving_teams=()):
    """Teams of two boards in which all meet all; some leave after so many matches, of both of whom nobody wins."""
    units = all_play_all(number, cycles)
    taken = dict.fromkeys((p.key for p in units.players), 0)
    games = []
    for match in sorted(units.games, key=lambda each: (each.round, each.table)):
        gone = {key for key in match.players if taken[key] >= dict(leaving_teams).get(key, 99)}
        for key in match.players:
            taken[key] += 1
        for board in range(BOARDS):
            pair = [f"{key}.{board}" for key in match.players]
            pair = pair[:: 1 if board % 2 == 0 else -1]
            result = results[(7 * match.round + 3 * match.table + board) % len(results)]
            each = game(match.round, BOARDS * (match.table - 1) + board + 1, *pair, result)
            away = [f"{key}.{board}" for key in gone]
            games.append(each.lost_by_forfeit(away) if gone else each)
    members = {p.key: tuple(f"{p.key}.{board}" for board in range(BOARDS)) for p in units.players}
    return replace(
        units,
        players=tuple(
            Player(key=k, name=k, rating=2000) for keys in members.values() for k in keys
        ),
        games=tuple(games),
        byes=(),
        team_play=TeamPlay(
            teams=tuple(Team(key=k, name=k, lineups=(m,)) for k, m in members.items()),
            size=BOARDS,
            placement=OF_TEAMS,
        ),
    )


OF_TEAMS = (TeamCriterion("PTS:MP"), TeamCriterion("PTS:GP"), TeamCriterion.SOS_MATCH_POINTS)


@st.composite
def team_events(draw):
    """Events of teams, some of which leave."""
    number, cycles = draw(st.integers(3, 6)), draw(st.integers(1, 2))
    results = draw(st.lists(st.sampled_from([WON, DRAWN, LOST]), min_size=11, max_size=11))
    names = st.sampled_from([f"P{n:02}" for n in range(number)])
    leaving_teams = draw(st.dictionaries(names, st.integers(0, (number - 1) * cycles), max_size=2))
    return team_ring(number, cycles, results, leaving_teams.items())


GONE = team_ring(6, results=(WON, DRAWN, LOST, WON), leaving_teams={"P00": 2}.items())
