"""Play random events by the systems of FIDE, and compare every round with the slow references.

    python tests/many_fide.py --count 2000 --seed 0 --workers 2 --folder build/fide
    python tests/many_fide.py --system dubov --count 4000

Of each seed an event of every system is played: two of four as usual, the others hostile: pairs that may not meet, rounds
that no rule paired, players who have often been drawn up, readings that are options. Each round is paired twice, with
levels of the engine that are as large as can be and at most 2^8, and proven. FOLDER/journal.jsonl has a line for each seed
that is done, so that the same command goes on where it was ended; the table counts the rounds in which something rare
happened. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from beside_references import OF_MATCHES, OF_PLAYERS, compare
from many_tournaments import run

ROOMS = (2**58, 2**8)
OF_SEED = {
    "players": ({}, {}, {"apart": 0.35, "lawless": True}, {"upfloating": True}),
    "matches": (
        {},
        {"options": True},
        {"count": 8, "unlawful": 0.8, "apart": 0.2},
        {"count": 8, "rounds": 7, "unlawful": 0.5, "options": True},
    ),
}
"""What events are, one after the other."""


def compared(names, seed):
    """A line of the journal."""
    found, wrong = {}, []
    for name in names:
        kinds = OF_SEED["matches" if name in OF_MATCHES else "players"]
        try:
            found[name] = compare(name, seed, ROOMS, **kinds[seed % len(kinds)])
        except Exception as error:
            wrong.append(f"{name}: {type(error).__name__}: {str(error).partition(chr(10))[0]}")
    return {"seed": seed, "found": found, "wrong": wrong}


def show(lines, seconds):
    wrong = sum(bool(each["wrong"]) for each in lines)
    for name in {name: 0 for each in lines for name in each["found"]}:
        mine = [Counter(each["found"].get(name, {})) for each in lines]
        total = sum(mine, Counter())
        happened = ", ".join(f"{what} {n}" for what, n in sorted(total.items()) if what != "rounds")
        print(f"{name}: {sum(map(bool, mine))} events, {total['rounds']} rounds: {happened}")
    print(f"{wrong} with a difference; {seconds:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--system", choices=(*OF_PLAYERS, *OF_MATCHES), action="append")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/fide"))
    options = parser.parse_args()
    names = options.system or (*OF_PLAYERS, *OF_MATCHES)
    judged = partial(compared, tuple(names))
    raise SystemExit(
        run(judged, show, options.count, options.seed, options.workers, options.folder)
    )
