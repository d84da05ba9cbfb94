"""How long a list of FIDE's takes to load, and a thousand random prefixes to be found in it.

``python bench/rating_lists.py [PLAYERS]`` makes an invented list of 1.5 million players in a temporary folder, and
ends with status 1 if fewer than 95 of 100 prefixes are found within 0.2 seconds.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from fastpair.formats.fide_lists import FideSource, load  # noqa: E402
from fide_lists import invented, text_lines, write  # noqa: E402

PLAYERS, PREFIXES, SECONDS, SHARE = 1_500_000, 1000, 0.2, 0.95
SUGGESTIONS = 8


def prefixes(names: list[str], chance: random.Random) -> list[str]:
    """What is typed of names so far: a part of the family name, or of both names, or of a few letters each."""
    found = []
    for name in chance.choices(names, k=PREFIXES):
        family, _, first = name.partition(", ")
        kind = chance.random()
        if kind < 0.5:
            found.append(family[: chance.randint(1, len(family))])
        elif kind < 0.8:
            found.append(f"{family} {first[: chance.randint(1, len(first))]}")
        else:
            found.append(f"{family[: chance.randint(1, 3)]} {first[: chance.randint(1, 3)]}")
    return found


def main(players: int) -> int:
    """Make a list, load it and search it."""
    names = []

    def remembered():
        for place, player in enumerate(invented(players)):
            if place % 97 == 0:
                names.append(player.name)
            yield player

    with TemporaryDirectory() as folder:
        path = write(Path(folder) / "players_list_nov26.txt", text_lines(remembered()))
        print(f"{players} players, {path.stat().st_size / 1e6:.0f} MB")
        begun, used = time.perf_counter(), time.process_time()
        found = load(FideSource.of(path), Path(folder))
        lasted, used = time.perf_counter() - begun, time.process_time() - used
        size = Path(found.path).stat().st_size / 1e6
        print(f"loaded in {lasted:.1f} s ({used:.1f} s of CPU), {size:.0f} MB")
        seconds = []
        for text in prefixes(names, random.Random(1)):
            begun = time.perf_counter()
            found.beginning(text, SUGGESTIONS)
            seconds.append(time.perf_counter() - begun)
    seconds.sort()
    for share in (0.5, SHARE, 0.99, 1):
        print(f"{100 * share:.0f} % within {1000 * seconds[int(share * PREFIXES) - 1]:.1f} ms")
    return int(seconds[int(SHARE * PREFIXES) - 1] > SECONDS)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else PLAYERS))
