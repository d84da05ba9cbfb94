"""OpenGotha's own pairing beside ours in the same program: totals by its weights, and seconds.

    python bench/opengotha_itself.py FILE...

Each file of OpenGotha has the last round with games paired anew, by OpenGotha and by a server of ours that it asks
(examples/opengotha). OpenGotha lies where FASTPAIR_OPENGOTHA says, or beside FASTPAIR_CONFORMANCE.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from fastpair import draw_round, read
from fastpair.errors import FastpairError
from fastpair.pairing.draw import Constraints
from real_opengotha import compiled, paired_by_fastpair, running
from serving import served

KEY = "a key for measurements only"
EXAMPLE = Path(__file__).parents[1] / "examples" / "opengotha" / "FastpairPairing.java"


def main(files):
    print("players  boards  total of OpenGotha    of fastpair         OpenGotha   fastpair")
    with TemporaryDirectory() as folder, served(None, programs_key=KEY) as server:
        classes, address = compiled(Path(folder), EXAMPLE), server.addresses.programs
        with running(classes) as opengotha:
            for file in files:
                try:
                    line(opengotha, classes, address, Path(file), Path(folder))
                except (FastpairError, AssertionError) as error:
                    print(f"a file that is not compared: {str(error)[:100]}")


def line(opengotha, classes, address, file, folder):
    document = read(file)
    tournament = document.tournament
    number = max(tournament.last_round, 1)
    before = tournament.replace_round(number, (), ())
    if tournament.team_play or not before.to_pair(number):
        return
    path, mine = folder / "before.xml", folder / "mine.xml"
    path.write_bytes(document.content_with(before))
    alone = Constraints(this_round_alone=True)  # as OpenGotha's is
    drawn = draw_round(before, number, model="opengotha351", constraints=alone)
    mine.write_bytes(document.content_with(drawn.applied_to(before)))
    answer = opengotha.asked("pair", path, number - 1, mine)
    theirs = sum(game[4] for game in answer["og"])
    own, ours = paired_by_fastpair(classes, address, KEY, path, number, folder / "out.xml")
    same = "" if theirs == drawn.total_weight else " *"
    print(
        f"{len(before.to_pair(number)):7}  {len(drawn.boards):6}  {theirs:<20}  {drawn.total_weight:<20}"
        f"{own:8.3f} s {ours:8.3f} s{same}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
