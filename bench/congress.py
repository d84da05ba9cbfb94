"""Run a whole congress by commands, from the list of entries to the result file, and time them.

    python bench/congress.py [--players 700] [--rounds 10] [--seed 1] [--format json|xml]

Every command is a process of its own, as in the hall. Players come late, drop out, miss rounds and win by
default; a result is corrected, a draw is undone and made again, and a board is edited by hand. The congress
ends in a result file for the European Go Database, which must be accepted and hold the same standings.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from fastpair.formats import FORMATS, egd, read
from fastpair.go.standings import standings
from fastpair.go.tournament import Criterion, Result
from fastpair.pairing.generator import Chance, generate, with_results

AIM = 0.3
"""Wall seconds of a command, start-up included."""

COMMAND = Path(sys.executable).with_name("fastpair")

LATE_ROUND = 4
FIRST_PIN = 10_000_000
COMPARED = (Criterion.MMS, Criterion.WINS, Criterion.SOS, Criterion.SOSOS)

SIGNS = {
    Result.WHITE_WINS: "1-0",
    Result.BLACK_WINS: "0-1",
    Result.JIGO: "1/2",
    Result.BOTH_LOSE: "0-0",
}


def children_seconds():
    """Processor seconds of all commands that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Processes:
    """Commands as processes; the wall seconds of each, and the seconds that it computes."""

    def __init__(self):
        self.seconds = defaultdict(list)
        self.computing = defaultdict(list)

    def __call__(self, name, *arguments, typed="", status=0):
        """Run a command that must end with a status; what it prints."""
        command = [COMMAND, name, *map(str, arguments)]
        start, computed = perf_counter(), children_seconds()
        done = subprocess.run(command, input=typed, capture_output=True, text=True, check=False)
        self.seconds[name].append(perf_counter() - start)
        self.computing[name].append(children_seconds() - computed)
        if done.returncode != status or "bug of fastpair" in done.stderr:
            raise AssertionError(f"{command}: status {done.returncode}, {done.stderr}{done.stdout}")
        return done.stdout


class Congress:
    """A congress in a folder: what its director types, round by round.

    Parameters
    ----------
    run
        Runs a command, as ``Processes`` does.
    suffix
        Of the tournament file, which chooses its format.
    """

    def __init__(self, run, folder, *, players, rounds, seed, suffix):
        self.run, self.folder = run, Path(folder)
        self.file = self.folder / f"congress.{suffix}"
        self.rounds = rounds
        self.invented = generate(players, rounds, seed=seed)
        self.chance = Chance(seed, stream=2)
        self.some = max(1, players // 100)

    def play(self):
        """From the entries to the result file."""
        self.open()
        for number in range(1, self.rounds + 1):
            self.before_draw(number)
            self.draw(number)
            self.enter_results(number)
            self.after_round(number)
        self.run("log", self.file)
        # It finds the board that was edited by hand.
        self.run("check", self.file, status=1)
        return self.result_file()

    @property
    def tournament(self):
        """What the file holds now."""
        return read(self.file).tournament

    def open(self):
        """Make the file and register everybody who is there in time."""
        pins = (str(FIRST_PIN + place) for place in range(len(self.invented.players)))
        entered = [
            replace(player, egf_pin=pin)
            for player, pin in zip(self.invented.players, pins, strict=True)
        ]
        late = 5 * self.some
        self.entries("entries.csv", entered[:-late])
        self.entries("late.csv", [replace(player, final=True) for player in entered[-late:]])
        self.run("new", self.file, "--rounds", self.rounds, "--floor", "20k", "--bar", "3d")
        self.run("register", self.file, "--entries", self.folder / "entries.csv")

    def entries(self, name, players):
        """Write a list of entries."""
        listed = replace(self.invented, players=tuple(players))
        (self.folder / name).write_bytes(FORMATS["csv"].new(listed))

    def before_draw(self, number):
        """Who comes late, misses the round or goes home."""
        if number == min(LATE_ROUND, self.rounds):
            self.run("register", self.file, "--entries", self.folder / "late.csv")
        waiting = [player.key for player in self.tournament.to_pair(number)]
        self.run("absent", self.file, *waiting[number :: len(waiting) // self.some][: self.some])
        if number > 1:
            seated = self.tournament.seated
            left = [key for key in waiting[:: len(waiting) // self.some] if key in seated]
            self.run("withdraw", self.file, *left[: self.some])

    def draw(self, number):
        """Draw the round; the second is drawn twice, and boards of the third change."""
        self.run("info", self.file)
        self.run("draw", self.file, "--write")
        if number == 2:
            self.run("undo", self.file)
            self.run("draw", self.file, "--write")
        if number == 3:
            one, other = self.tournament.round(number).games[2:4]
            self.run("swap", self.file, one.black, other.black)
        self.run("pairings", self.file)

    def enter_results(self, number):
        """Type the results as they come in: half of them, a single one, and the others."""
        played = with_results(self.tournament, number, self.chance).round(number).games
        lines = [
            f"{game.table} {SIGNS[game.result]}{'!' if game.by_default else ''}\n"
            for game in played
        ]
        half = len(lines) // 2
        self.run("result", self.file, "-", typed="".join(lines[:half]))
        self.run("result", self.file, *lines[half].split())
        self.run("result", self.file, "-", typed="".join(lines[half + 1 :]))

    def after_round(self, number):
        """Correct a result of the first round after the second, and one of the last by default."""
        if number == 2:
            games = self.tournament.round(1).games
            game = next(game for game in games if game.result is Result.WHITE_WINS)
            self.run("result", self.file, "--round", 1, game.table, "0-1", "--even-so")
        if number == self.rounds:
            game = self.tournament.round(number).games[-1]
            self.run("result", self.file, game.table, "1-0!", "--even-so")

    def result_file(self):
        """Convert to a result file of the European Go Database."""
        target = self.folder / "congress.h9"
        self.run("convert", self.file, target)
        return target


def differences(file, result_file):
    """Say in what a result file differs from the tournament file it was written from."""
    own, held = (read(path).tournament for path in (file, result_file))
    yield from egd.verify(result_file.read_bytes())
    listed, kept = (rows_by_pin(tournament) for tournament in (own, held))
    for pin in listed.keys() | kept.keys():
        if listed.get(pin) != kept.get(pin):
            yield f"{pin}: {listed.get(pin)} becomes {kept.get(pin)}"


def rows_by_pin(tournament):
    """Place and values of everybody who has had a game or a bye, by PIN.

    A result file leaves out all others, so that they take no place.
    """
    after = max(game.round for game in tournament.games)
    rows = standings(tournament, after, COMPARED).rows
    listed = [row for row in rows if row.key in tournament.seated]
    places = [row.place for row in listed]
    pin = {player.key: player.egf_pin for player in tournament.players}
    return {pin[row.key]: (places.index(row.place) + 1, row.values) for row in listed}


def table(run):
    """Calls of each command, and its times."""
    yield "| Command | Calls | Median s | Worst s | Median s of computing |"
    yield "|---|---|---|---|---|"
    for name, wall in sorted(run.seconds.items()):
        times = f"{median(wall):.2f} | {max(wall):.2f} | {median(run.computing[name]):.2f}"
        yield f"| {name} | {len(wall)} | {times} |"
    each = [seconds for wall in run.seconds.values() for seconds in wall]
    within = sum(seconds <= AIM for seconds in each)
    yield f"{len(each)} commands in {sum(each):.1f} s, {within} of them within {AIM} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=700)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", choices=("json", "xml"), default="json", dest="suffix")
    size = vars(parser.parse_args())
    run = Processes()
    with TemporaryDirectory() as folder:
        congress = Congress(run, folder, **size)
        found = [*differences(congress.file, congress.play())]
    print(*table(run), sep="\n")
    print(*found[:10], f"{len(found)} differences of the result file", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
