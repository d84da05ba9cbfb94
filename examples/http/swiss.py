"""Pair two rounds of a Swiss by HTTP, with nothing but the standard library.

    FASTPAIR_API_KEY=a-key-of-your-own fastpair serve --api --port 8000
    FASTPAIR_API_KEY=a-key-of-your-own python examples/http/swiss.py

Nothing is kept between two requests: each document holds the whole tournament.
"""

from __future__ import annotations

import json
import os
from typing import Any
from urllib.request import Request, urlopen

API = os.environ.get("FASTPAIR_API", "http://127.0.0.1:8000/v1")
RESULTS: dict[float, str] = {1: "white wins", 0.5: "jigo", 0: "black wins"}

tournament: dict[str, Any] = {
    "format": "fastpair-tournament",
    "version": 1,
    # The best first, by their ratings; attributes are what rules go by.
    "players": [
        {"key": name, "name": name, "rating": 2000 - 50 * place, "attributes": {"school": school}}
        for place, (name, school) in enumerate(
            [
                ("Ann", "N"),
                ("Bo", "N"),
                ("Cy", "S"),
                ("Di", "S"),
                ("Ed", "W"),
                ("Flo", "W"),
                ("Gus", "E"),
            ]
        )
    ],
    # A Swiss of any game: scores are points, a bye is one, sides are balanced, and there is no handicap.
    "kind": "swiss",
    "rules": {"rounds": 5, "never_same": [{"attribute": "school", "until": 1}]},
    "games": [],
    "byes": [],
}


def draw(number: int) -> dict[str, Any]:
    """The draw of a round, under the same rules as those of `fastpair.pair`."""
    document = tournament | {"draw": {"round": number}}
    headers = {
        "Authorization": f"Bearer {os.environ['FASTPAIR_API_KEY']}",
        "Content-Type": "application/json",
    }
    request = Request(f"{API}/draw", json.dumps(document).encode(), headers)
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


rounds: list[list[float]] = [[1, 0.5, 1], [0, 1, 1]]
for number, results in enumerate(rounds, 1):
    answer = draw(number)
    for board, result in zip(answer["boards"], results, strict=True):
        print(f"round {number}: {board['white']} - {board['black']}")
        tournament["games"].append(
            {
                "round": number,
                "table": board["table"],
                "white": board["white"],
                "black": board["black"],
                "result": RESULTS[result],
            }
        )
    print(f"round {number}: {answer['bye']} has the bye")
    tournament["byes"].append({"round": number, "player": answer["bye"]})
