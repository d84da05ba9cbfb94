"""Write js/support/cases.json, rounds that the example pairs as ``fastpair.pair`` does: ``python js/support/cases.py``.

Each case has the arguments of a call, what the players bring from the earlier rounds, and what the round
costs on each level. Several pairings may cost as much, so the pairs themselves are no part of it.
"""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fastpair import Same, pair

if TYPE_CHECKING:
    from fastpair.pairing.swiss import SwissPairing

    Games = list[list[tuple[str, str, float | None]]]

CASES = Path(__file__).with_name("cases.json")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kai", "Lea")
SCHOOLS = "NSEW"
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"order": "slip"},
    {"order": "adjacent", "sides": False},
    {"forbid": ["school"]},
    {"forbid": [{"attribute": "school", "until": 2}]},
    {"forbid": [{"attribute": "school", "notInTopGroup": True}]},
    {"preferNot": ["school"]},
    {"preferNot": [{"attribute": "school", "until": 2}, ["Ann", "Cy"]], "prefer": [["Bo", "Di"]]},
    {"forbid": [["Ann", "Bo"], ["Cy", "Di"]], "preferNot": ["school"], "order": "adjacent"},
)
"""Arguments of a call, as the example takes them."""

IN_PYTHON = {"preferNot": "prefer_not"}


def as_python(rule: Any) -> Any:  # noqa: ANN401
    """A rule as `pair` takes it."""
    if not isinstance(rule, dict):
        return rule
    return Same(
        rule["attribute"],
        until=rule.get("until"),
        not_in_top_group=rule.get("notInTopGroup", False),
    )


def pair_by(
    rules: dict[str, Any], players: dict[str, Any], games: Games, byes: list[str]
) -> SwissPairing:
    """The next round by the rules of a case."""
    arguments: dict[str, Any] = {
        IN_PYTHON.get(name, name): [*map(as_python, value)] if isinstance(value, list) else value
        for name, value in rules.items()
    }
    return pair(players, games, byes=byes, **arguments)


def describe_players(
    players: dict[str, Any], games: Games, byes: list[str]
) -> list[dict[str, Any]]:
    """What the players bring: the score in half points, sides, opponents and byes.

    Ties are broken by the sum of the scores of the opponents, and by that of those beaten, with half of
    those tied.
    """
    found = {
        name: {"name": name, "score": 0, "balance": 0, "met": [], "byes": 0, "attributes": each}
        for name, each in players.items()
    }
    won: dict[str, list[int]] = {name: [] for name in players}
    sides: dict[str, list[int]] = {name: [] for name in players}
    for name in byes:
        found[name]["byes"] += 1
        found[name]["score"] += 2
    for first, second, result in chain.from_iterable(games):
        assert result is not None
        for name, other, points, side in (
            (first, second, result, 1),
            (second, first, 1 - result, -1),
        ):
            won[name].append(round(2 * points))
            found[name]["score"] += won[name][-1]
            found[name]["balance"] += side
            sides[name].append(side)
            found[name]["met"].append(other)
    for name, one in found.items():
        scores = [found[other]["score"] for other in one["met"]]
        beaten = sum(x2 * score for x2, score in zip(won[name], scores, strict=True))
        last_two = sum(sides[name][-2:])
        one["repeated"] = last_two // 2 if abs(last_two) == 2 else 0
        one["tiebreak"] = 1000 * sum(scores) + beaten
    return list(found.values())


def build_cases() -> list[dict[str, Any]]:
    """Whole tournaments under each of the rules, round by round."""
    cases = []
    for (number, rules), count in ((each, n) for each in enumerate(RULES) for n in (7, 8, 12)):
        rng = np.random.default_rng((number, count))
        players = {name: {"school": SCHOOLS[k % 4]} for k, name in enumerate(NAMES[:count])}
        games: Games = []
        byes: list[str] = []
        for round_number in range(1, 6):
            pairing = pair_by(rules, players, games, byes)
            cases.append(
                {
                    "options": {"round": round_number, **rules},
                    "players": describe_players(players, games, byes),
                    "bye": pairing.bye,
                    "unpaired": sorted(pairing.unpaired),
                    "levels": dict(pairing.levels),
                }
            )
            results = rng.choice([1, 0.5, 0], len(pairing.pairs)).tolist()
            games.append([(*two, r) for two, r in zip(pairing.pairs, results, strict=True)])
            byes += [] if pairing.bye is None else [pairing.bye]
    return cases


def text() -> str:
    """The table, a line for each case."""
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in build_cases())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    CASES.write_text(text(), encoding="utf-8")
