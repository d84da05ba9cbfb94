"""Events of the Swiss team system and Double-Swiss, made and played at random, beside their reference.

Byes, forfeits, absences, late entries, virtual points, prohibited pairs and rounds that no rule paired.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

from reference_matches import (
    WON_X2,
    Entrant,
    Event,
    Free,
    Match,
    Round,
    Settings,
    pairing,
)

TEAM_KINDS = [
    (preferences, primary, secondary)
    for preferences in ("A", "B", "")
    for primary, secondary in (
        ("match", "games"),
        ("games", "match"),
        ("match", ""),
        ("games", ""),
    )
]


def random_settings(random, system):
    """One of the forms of a system, ``"team"`` or ``"double"``, its options left at their defaults."""
    initial = random.choice([1, -1])
    if system == "double":
        return Settings("double", "", secondary="", initial=initial, baku=random.random() < 0.3)
    preferences, primary, secondary = random.choice(TEAM_KINDS)
    baku = primary == "match" and random.random() < 0.3
    return Settings("team", preferences, primary, secondary, initial, baku)


def random_options(random, settings):
    """The same with readings that are not the usual ones."""
    if settings.system == "double":
        return replace(settings, fewest_next=True, baku_of_match=random.random() < 0.5)
    return replace(settings, fewest_next=True, strong_in_last=random.random() < 0.5)


def random_event(random, count, rounds):
    """An event before its first round; at least three of its entrants, if it has them, are there from it."""
    late = {n for n in range(1, count + 1) if random.random() < 0.1} if count > 3 else set()
    late = set(sorted(late)[: count - 3])
    entrants = [
        Entrant(number, random.randint(2, max(2, rounds)) if number in late else 1)
        for number in range(1, count + 1)
    ]
    virtual, prohibited = {}, set()
    if random.random() < 0.2:
        until, worth = random.randint(1, rounds), random.choice([1, 2, 4])
        upper = random.randint(1, count)
        virtual = {(r, n): worth for r in range(1, until + 1) for n in range(1, upper + 1)}
    if random.random() < 0.1 and count > 3:
        prohibited = {frozenset(random.sample(range(1, count + 1), 2))}
    return Event(tuple(entrants), rounds, (), frozenset(), frozenset(prohibited), virtual)


def random_match(random, settings, pair, boards):
    """What two entrants did: played, or some or all boards forfeited by one, the other, or both."""
    games = [random.choice([(2, 0), (0, 2), (1, 1)]) for _ in range(boards)]
    draw, played = random.random(), True
    if draw < 0.03:
        games, played = [(2, 0)] * boards, False
    elif draw < 0.06:
        games, played = [(0, 2)] * boards, False
    elif draw < 0.08:
        games, played = [(0, 0)] * boards, False
    elif draw < 0.09:
        games, played = [random.choice([(2, 0), (0, 2)]) for _ in range(boards)], False
    elif draw < 0.13:
        games = [(2, 0), *games[1:]]
    white, black = (sum(points) for points in zip(*games, strict=True))
    if settings.system == "double":
        return Match(*pair, white, black, white, black, played)
    drawn = WON_X2 // 2 if white else 0
    points = (drawn, drawn) if white == black else (WON_X2, 0) if white > black else (0, WON_X2)
    return Match(*pair, *points, white, black, played)


def allocated_bye(settings, number, boards):
    """The bye with its worth: a drawn match and drawn boards; in Double-Swiss a game won and one drawn."""
    if settings.system == "double":
        return Free(number, 3, 3, allocated=True)
    return Free(number, WON_X2 // 2, boards, allocated=True)


def _requested(random, settings, number, boards):
    share = random.choice([0, 0, 1, 2])
    return Free(number, WON_X2 // 2 * share, (2 if settings.system == "double" else boards) * share)


def random_pairs(random, present):
    """Pairs and the bye of a round that no rule paired."""
    some = random.sample(sorted(present), len(present))
    bye = some.pop() if len(some) % 2 else None
    return list(zip(some[::2], some[1::2], strict=True)), bye


def play_round(random, event, settings, pairs, bye, boards):
    """The round as it was played, with those who were absent."""
    free = [_requested(random, settings, number, boards) for number in sorted(event.absent)]
    if bye is not None:
        free.append(allocated_bye(settings, bye, boards))
    matches = [random_match(random, settings, pair, boards) for pair in pairs]
    return Round(tuple(matches), tuple(free))


def present(event):
    """Numbers of those who can be paired."""
    entered = {e.number for e in event.entrants if e.entered <= event.next_round}
    return entered - event.absent


def random_absences(random, event):
    """Who misses the next round; at least two are there."""
    entered = present(event)
    away = {number for number in sorted(entered) if random.random() < 0.07}
    return frozenset(away) if len(entered - away) > 1 else frozenset()


def states(
    seed, system, *, count=None, rounds=None, settings=None, unlawful=None, options=False, apart=0
):
    """Play an event and yield it before each round with the reference's pairing of that round.

    Parameters
    ----------
    seed
        The same seed gives the same event.
    system
        ``"team"`` or ``"double"``.
    count, rounds, settings
        Number of entrants (3 to 8) and rounds, and the form of the system; by default at random.
    options
        Whether the readings are those of options, not the usual ones.
    apart
        How many of all pairs may not meet, besides a few.
    unlawful
        Share of the rounds whose pairs are drawn by lot; by default 0 in most events. Without any, the
        event ends when nobody can pair its next round.

    Yields
    ------
    ``(event, settings, answer)``, the answer None if there is no legal pairing.
    """
    random = Random(f"{system} {seed}")
    settings = settings or random_settings(random, system)
    settings = random_options(random, settings) if options else settings
    count = count or random.randint(3, 8)
    rounds = rounds or random.randint(2, count + 1)
    boards = 2 if system == "double" else random.choice([1, 2, 3, 4])
    if unlawful is None:
        unlawful = random.choice([0, 0, 0, 0.3, 0.8])
    event = random_event(random, count, rounds)
    pairs = map(frozenset, combinations(range(1, count + 1), 2))
    forbidden = {pair for pair in pairs if apart and random.random() < apart}
    event = replace(event, prohibited=event.prohibited | forbidden)
    while event.next_round <= rounds:
        event = replace(event, absent=random_absences(random, event))
        answer = pairing(event, settings)
        yield event, settings, answer
        if random.random() < unlawful:
            pairs, bye = random_pairs(random, present(event))
        elif answer is None:
            return
        else:
            pairs, bye = answer.pairs, answer.bye
        event = event.after(play_round(random, event, settings, pairs, bye, boards))
