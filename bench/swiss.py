"""Whole Swiss tournaments, paired by `fastpair.pair`, by a greedy rule, and by networkx with usual weights.

    python bench/swiss.py [--quick]

prints the two tables of docs/contributing/studies/swiss.md.

All get the same players, whose results follow from their strengths, and the same colours rule: who has
been first less often is first. Where there are as many rounds as opponents, fastpair also pairs each
round alone. Nobody else looks ahead or chooses the bye with the pairs: the bye goes to the last of
those with the fewest. The greedy rule takes the players from the top, and gives
each the next one whom they have not met, or, if there is none, the next one. networkx maximises the
sum of 1000 - (difference of scores)² over all pairs that have not met, with the most pairs; it gets the
players from the top, or shuffled, which decides only between pairings of equal weight.

A second table compares round by round: both pair the same rounds, those of the tournaments of fastpair.

The measures are not those of `fastpair.insight`, which read the draws of fastpair: here a mistake of
fastpair would have to be made twice, and the other ways have pairs of names alone.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import networkx as nx
import numpy as np

from fastpair import pair

if TYPE_CHECKING:
    from collections.abc import Callable

    Paired = tuple[list[tuple[str, str]], str | None]

FIELDS = (
    (5, 5, 400),
    (6, 5, 400),
    (8, 7, 300),
    (12, 7, 200),
    (12, 11, 100),
    (20, 9, 100),
    (30, 7, 50),
    (100, 9, 5),
    (500, 9, 1),
    (2000, 11, 1),
)
"""Players, rounds, and tournaments."""

SLOW = 100
"""Most players whom networkx is asked to pair: more take it minutes for a round."""


@dataclass
class Course:
    """A tournament as it goes on."""

    names: list[str]
    rounds: int
    seed: int
    games: list[list[tuple[str, str, float]]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    score: dict[str, float] = field(default_factory=dict)
    first: dict[str, int] = field(default_factory=dict)
    met: set[frozenset[str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.score = dict.fromkeys(self.names, 0.0)
        self.first = dict.fromkeys(self.names, 0)

    def order(self) -> list[str]:
        """The players, best first."""
        return sorted(self.names, key=lambda name: (-self.score[name], self.names.index(name)))

    def without_bye(self) -> tuple[list[str], str | None]:
        """The players to be paired, and who has the bye: the last of those with the fewest."""
        order = self.order()
        if len(order) % 2 == 0:
            return order, None
        bye = min(reversed(order), key=self.byes.count)
        return [name for name in order if name != bye], bye

    def gaps(self, pairs: list[tuple[str, str]], bye: str | None = None) -> float:
        """The squared differences of scores; a bye counts as an opponent of the lowest score."""
        score = self.score
        spared = 0 if bye is None else (score[bye] - min(score.values())) ** 2
        return spared + sum((score[one] - score[other]) ** 2 for one, other in pairs)


def by_fastpair(course: Course, *, ahead: bool = True) -> Paired:
    """Pair by `fastpair.pair`, with or without a look ahead to the other rounds."""
    rounds = course.rounds if ahead else None
    pairing = pair(course.names, course.games, byes=course.byes, rounds=rounds)
    return list(pairing.pairs), pairing.bye


def greedily(course: Course) -> Paired:
    """Give each player, from the top, the next opponent."""
    left, bye = course.without_bye()
    pairs = []
    while left:
        one = left.pop(0)
        other = next((o for o in left if frozenset((one, o)) not in course.met), left[0])
        left.remove(other)
        pairs.append((one, other))
    return pairs, bye


def by_networkx(course: Course, *, shuffle: bool = False) -> Paired:
    """Pair by a matching of greatest weight."""
    players, bye = course.without_bye()
    if shuffle:
        np.random.default_rng((course.seed, len(course.games))).shuffle(players)
    graph = nx.Graph()
    graph.add_nodes_from(players)
    graph.add_weighted_edges_from(
        (one, other, 1000 - (course.score[one] - course.score[other]) ** 2)
        for place, one in enumerate(players)
        for other in players[place + 1 :]
        if frozenset((one, other)) not in course.met
    )
    return list(nx.max_weight_matching(graph, maxcardinality=True)), bye


by_fastpair_alone = partial(by_fastpair, ahead=False)
SIDES = (by_fastpair, by_fastpair_alone)
"""Methods that say who is first."""

METHODS: dict[str, Callable[[Course], Paired]] = {
    "fastpair": by_fastpair,
    "fastpair, each round alone": by_fastpair_alone,
    "greedy": greedily,
    "networkx": by_networkx,
    "networkx, shuffled": partial(by_networkx, shuffle=True),
}


@dataclass
class Comparison:
    """Rounds that fastpair and networkx pair from the same scores."""

    equal: int = 0
    less: int = 0
    more: int = 0
    incomplete: int = 0

    def add(self, course: Course, pairs: list[tuple[str, str]], bye: str | None) -> None:
        """Compare a round of fastpair with that of networkx."""
        others, other_bye = by_networkx(course)
        if len(others) < len(pairs):
            self.incomplete += 1
            return
        mine, theirs = course.gaps(pairs, bye), course.gaps(others, other_bye)
        self.equal += mine == theirs
        self.less += mine < theirs
        self.more += mine > theirs


@dataclass
class Totals:
    """Sums over all rounds of some tournaments."""

    rounds: int = 0
    rematches: int = 0
    incomplete: int = 0
    second_byes: int = 0
    gaps: float = 0.0
    uneven: int = 0
    seconds: float = 0.0


def play(
    count: int,
    rounds: int,
    seed: int,
    method: Callable[[Course], Paired],
    sums: Totals,
    comparison: Comparison | None = None,
) -> None:
    """Play a tournament, and add up what its rounds are like."""
    rng = np.random.default_rng(seed)
    names = [f"P{place:04}" for place in range(count)]
    strength = dict(zip(names, rng.normal(1500, 250, count), strict=True))
    luck = rng.random((rounds, count))
    names.sort(key=lambda name: -strength[name])
    place = {name: number for number, name in enumerate(names)}
    course = Course(names, rounds, seed)
    for number in range(rounds):
        started = perf_counter()
        pairs, bye = method(course)
        sums.seconds += perf_counter() - started
        if comparison is not None:
            comparison.add(course, pairs, bye)
        sums.gaps += course.gaps(pairs)
        games = []
        for a, b in pairs:
            one, other = (a, b) if method in SIDES or course.first[a] <= course.first[b] else (b, a)
            expected = 1 / (1 + 10 ** ((strength[other] - strength[one]) / 400))
            luck_of_first = luck[number, place[one]]
            result = (
                1.0
                if luck_of_first < expected - 0.1
                else 0.5
                if luck_of_first < expected + 0.1
                else 0.0
            )
            games.append((one, other, result))
            sums.rematches += frozenset((a, b)) in course.met
        for one, other, result in games:
            course.met.add(frozenset((one, other)))
            course.score[one] += result
            course.score[other] += 1 - result
            course.first[one] += 1
            course.first[other] -= 1
        sums.rounds += 1
        sums.incomplete += 2 * len(pairs) + (bye is not None) < count
        if bye is not None:
            sums.second_byes += bye in course.byes
            course.byes.append(bye)
            course.score[bye] += 1
        course.games.append(games)
    sums.uneven += sum(abs(balance) > 1 + (rounds + 1) % 2 for balance in course.first.values())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only fields of up to 30 players")
    quick = parser.parse_args().quick
    print(
        "| players | rounds | by | rematches | rounds not complete | second byes "
        "| squared score differences, a round | players with uneven sides | ms a round |"
    )
    print("|---:|---:|---|---:|---:|---:|---:|---:|---:|")
    comparisons = {}
    for count, rounds, tournaments in FIELDS:
        for name, method in METHODS.items():
            slow = name.startswith("networkx") and count > SLOW
            same = method is by_fastpair_alone and rounds < count - 1
            if (quick and count > 30) or slow or same:
                continue
            sums = Totals()
            comparison = Comparison() if method is by_fastpair and count <= SLOW else None
            for seed in range(tournaments):
                play(count, rounds, seed, method, sums, comparison)
            if comparison is not None:
                comparisons[count, rounds] = comparison
            print(
                f"| {count} | {rounds} | {name} | {sums.rematches / tournaments:.2g} "
                f"| {sums.incomplete / tournaments:.2g} | {sums.second_byes / tournaments:.2g} "
                f"| {sums.gaps / sums.rounds:.1f} | {sums.uneven / tournaments:.1f} "
                f"| {1000 * sums.seconds / sums.rounds:.0f} |",
                flush=True,
            )
    print("\n| players | rounds | equal | less | more | networkx incomplete |")
    print("|---:|---:|---:|---:|---:|---:|")
    for (count, rounds), found in comparisons.items():
        print(
            f"| {count} | {rounds} | {found.equal} | {found.less} | {found.more} | {found.incomplete} |"
        )


if __name__ == "__main__":
    main()
