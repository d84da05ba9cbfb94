"""Check a tournament: ``python tests/checker FILE [STANDINGS.json]``.

FILE is OpenGotha's, fastpair's own JSON, or a result file of the EGD. STANDINGS.json is what ``fastpair standings FILE
--json`` writes. Each violation is a line; the exit status is 1 if there is any. Nothing of fastpair is used.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from legality import violations
from reading import read
from scores import Scores
from standings import wrong_standings


def main(file: str, standings: str = "") -> int:
    tournament = read(file)
    found = list(violations(tournament))
    if standings and not tournament.unchecked:
        found += wrong_standings(
            tournament, Scores(tournament), json.loads(Path(standings).read_bytes())
        )
    for line in found:
        print(line)
    games, rounds = len(tournament.games), len({game.round for game in tournament.games})
    print(
        f"{len(tournament.players)} players, {games} games in {rounds} rounds: {len(found)} violations"
    )
    if tournament.unchecked:
        print(f"scores and handicaps are not checked: {tournament.unchecked}")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
