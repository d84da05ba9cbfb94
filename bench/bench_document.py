"""What one JSON document in and one out cost beyond the draw itself, for 1000 players.

python bench/bench_document.py
"""

from __future__ import annotations

import gc
import json
from time import thread_time

from fastpair import draw_document, draw_round
from fastpair.formats.fastpair import new_content, read
from fastpair.pairing.generator import generate

PLAYERS, ROUNDS, REPETITIONS = 1000, 10, 15


def milliseconds(calls):
    """The least processor time that each call takes of its thread, so that a busy machine counts little.

    Reading and writing are done in the calling thread alone; the draw is the same in all calls.
    """
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(REPETITIONS):
        for name, call in calls.items():
            gc.collect()
            start = thread_time()
            call()
            best[name] = min(best[name], thread_time() - start)
    return {name: 1000 * seconds for name, seconds in best.items()}


def main():
    tournament = generate(PLAYERS, ROUNDS, seed=1, play=ROUNDS - 1)
    content = new_content(tournament)
    held = json.loads(content)
    drawn = draw_document(content)
    times = milliseconds(
        {
            "draw_round": lambda: draw_round(read("", content).tournament, ROUNDS),
            "read": lambda: read("", content),
            "draw_document": lambda: draw_document(content),
            "draw_document of a dict": lambda: draw_document(held),
            "json.dumps of the result": lambda: json.dumps(drawn),
        }
    )
    alone = times["draw_round"] - times["read"]
    print(f"{PLAYERS} players, {len(tournament.games)} games, {len(content) / 1000:.0f} kB")
    for name, time in times.items():
        print(f"{name:26}{time:8.1f} ms")
    beyond = times["draw_document"] + times["json.dumps of the result"] - alone
    print(f"{'beyond the draw':26}{beyond:8.1f} ms")


if __name__ == "__main__":
    main()
