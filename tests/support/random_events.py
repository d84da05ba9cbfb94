"""Invented tournaments of chess for a few players, by seed: byes, forfeits, absences, late entries, virtual points.

for state in random_states(7, pairing):
    assert drawn(state.tournament, state.round_number, **state.settings) == state.expected
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from fastpair.go.tournament import SWISS_RULES, Bye, Game, Player, Result, Rules, Tournament

CHESS = {"wins_bye_x2": 2, "requested_bye_x2": 1}
POINTS = (
    CHESS,
    CHESS,
    CHESS,
    {"wins_bye_x2": 1, "requested_bye_x2": 1},
    {"wins_bye_x2": 2, "requested_bye_x2": 0},
    {"win_x2": 6, "forfeit_win_x2": 6, "jigo_x2": 2, "wins_bye_x2": 6, "requested_bye_x2": 2},
)


@dataclass(frozen=True)
class State:
    """A tournament before a round."""

    tournament: Tournament
    round_number: int
    settings: dict
    """What a reference takes: acceleration, initial_colour, forbid."""

    expected: object
    """The round as the reference pairs it; None if it cannot."""


def random_states(
    seed, pairing, *, fewest=3, most=8, lawless=None, upfloating=False, alike=False, apart=0
):
    """The rounds of a tournament, each before it is paired; it ends where no pairing is legal.

    Parameters
    ----------
    pairing
        A reference: takes a tournament, the number of a round and settings.
    fewest, most
        How many players there are.
    lawless
        Whether the rounds are played as nobody would pair them: rematches, a second bye, any colours. By default two
        of five tournaments are, in more rounds: so there are players who were upfloated often.
    alike
        Whether nearly all games are drawn, and nobody has virtual points: so score groups are large.
    apart
        How many of all pairs may not meet, besides a few.
    upfloating
        Whether one or three players are above all others from the first round to the last, few games are played, and
        mostly the same few come up: so those who may come up have done so often already.
    """
    random = Random(f"{seed} event")
    lawless = upfloating or (random.random() < 0.4 if lawless is None else lawless)
    tournament, settings = random_event(random, fewest, most, fewest_rounds=5 if lawless else 2)
    if upfloating:
        rounds, count = tournament.rules.rounds, len(tournament.players)
        there = [
            replace(p, absences=frozenset(), requested_byes=frozenset())
            for p in tournament.players[: count - count % 2]
        ]
        tournament = replace(tournament, players=tuple(there))
        settings |= {"acceleration": f"5 in 1-{rounds} for 1-{random.choice((1, 3))}", "forbid": ()}
    if apart:
        keys = [player.key for player in tournament.players]
        forbidden = [pair for pair in combinations(keys, 2) if random.random() < apart]
        settings |= {"forbid": (*settings["forbid"], *forbidden)}
    # Forfeits are no meetings, so that a long tournament of a few players can go on.
    rates = {
        "draws": random.choice((0.2, 0.4, 0.8)),
        "forfeits": random.choice((0, 0.08, 0.5, 0.8)),
    }
    if alike:
        settings |= {"acceleration": "none"}
        rates = {"draws": 0.9, "forfeits": 0.02}
    if upfloating:
        rates = {"draws": 0.9, "forfeits": random.choice((0.8, 0.9, 1)), "both_lose": 1}
    for number in tournament.round_numbers:
        keys = [player.key for player in tournament.to_pair(number)]
        expected = pairing(tournament, number, **settings) if len(keys) > 1 else None
        if len(keys) > 1:
            yield State(tournament, number, settings, expected)
        if lawless or len(keys) < 2:
            random.shuffle(keys)
            if upfloating:
                place = often_drawn_up(tournament, random)
                keys.sort(key=lambda key: place.get(key, 2))
            pairs = zip(keys[::2], keys[1::2], strict=False)
            bye = keys[-1] if len(keys) % 2 else None
        elif expected is None:
            return
        else:
            pairs, bye = sorted(expected.pairs), expected.bye
        tournament = play(tournament, number, pairs, bye, random, **rates)


def often_drawn_up(tournament, random):
    """Places of the first player, who is above others, and of one of the last few, who meets them."""
    first, *others = sorted(tournament.players, key=lambda player: player.by_rating)
    return {first.key: 0, random.choice((*others[-3:], others[-1])).key: 1}


def random_event(random, fewest=3, most=8, fewest_rounds=2):
    """A tournament before round 1, and its settings."""
    count = max(random.randint(fewest, most) for _ in range(2))
    rounds = random.randint(fewest_rounds, 9)
    rules = Rules(rounds=rounds, **SWISS_RULES)
    points = random.choice(POINTS)
    rules = replace(rules, points=replace(rules.points, **points))
    away, alike = random.choice((0, 0.08, 0.2)), random.choice((10, 400))
    players = tuple(random_player(random, number, rounds, away, alike) for number in range(count))
    settings = {
        "acceleration": random_acceleration(random, count, rounds, points),
        "initial_colour": random.choice(("white", "black")),
        "forbid": random_pairs(random, count),
    }
    return Tournament(kind="swiss", rules=rules, players=players), settings


def random_player(random, number, rounds, away, alike):
    """A player who may come late, leave early, and miss rounds with a bye and without one."""
    absences = {each for each in range(1, rounds + 1) if random.random() < away}
    asked = {each for each in absences if random.random() < 0.5}
    if random.random() < away:
        absences |= {*range(1, random.randint(1, rounds))}
    if random.random() < away:
        absences |= {*range(random.randint(2, rounds), rounds + 1)}
    return Player(
        key=f"P{number}",
        name=f"P{number}",
        rating=1500 + random.randrange(alike) * 700 // alike,
        absences=frozenset(absences),
        requested_byes=frozenset(asked),
    )


def random_acceleration(random, count, rounds, points):
    """Half of the tournaments have none; Baku, or some virtual points of the first players."""
    kind = random.randrange(4)
    if kind < 2:
        return "none"
    if kind == 2 and "win_x2" not in points:
        return "baku"
    one = random.randint(1, count)
    if random.random() < 0.5:  # the others come up again and again
        return f"{random.choice((2, 4))} in 1-{rounds} for 1-{one}"
    first, then = random.randint(1, rounds), random.randint(1, rounds)
    return f"1 in 1-{first} for 1-{one}, 0.5 in {then}-{rounds} for {one}-{count}"


def random_pairs(random, count):
    """A few pairs that may not meet; mostly none."""
    if random.random() < 0.7:
        return ()
    return tuple(
        tuple(f"P{each}" for each in random.sample(range(count), 2))
        for _ in range(random.randint(1, 3))
    )


def play(tournament, number, pairs, bye, random, *, draws=0.4, forfeits=0.08, both_lose=0.2):
    """The tournament with a round that was played: draws, forfeits, and requested byes of a full point."""
    games = [
        Game(round=number, table=table, white=white, black=black, result=result, by_default=forfeit)
        for table, (white, black) in enumerate(pairs, 1)
        for forfeit in [random.random() < forfeits]
        for result in [random_result(random, draws, both_lose, forfeit=forfeit)]
    ]
    asked = [player.key for player in tournament.players if number in player.requested_byes]
    byes = [key for key in asked if random.random() < 0.15] + ([bye] if bye else [])
    return tournament.replace_round(number, games, [Bye(round=number, player=key) for key in byes])


def random_result(random, draws, both_lose, *, forfeit):
    if forfeit and random.random() < both_lose:
        return Result.BOTH_LOSE
    if not forfeit and random.random() < draws:
        return Result.JIGO
    return random.choice((Result.WHITE_WINS, Result.BLACK_WINS))
