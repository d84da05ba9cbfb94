"""OpenGotha itself, without a screen, to be asked what it makes of a file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

from fastpair import read
from processes import started

_BESIDE = Path("..", "..", "peers", "opengotha")
_DRIVER = "info.vannier.gotha.Drv"
TEAM_STANDINGS = "info.vannier.gotha.TeamStandings"
_RESULTS = {
    0: "?",
    17: "white wins",
    18: "black wins",
    19: "jigo",
    32: "both lose",
    35: "both win",
}
_BY_DEFAULT = 256


def folder():
    """Where OpenGotha lies: FASTPAIR_OPENGOTHA, or beside the files of other programs; None if nowhere."""
    found = os.environ.get("FASTPAIR_OPENGOTHA")
    if found is None and os.environ.get("FASTPAIR_CONFORMANCE"):
        found = Path(os.environ["FASTPAIR_CONFORMANCE"], _BESIDE)
    return Path(found) if found and Path(found, "opengotha.jar").is_file() else None


def why_not():
    """Why OpenGotha cannot be asked; empty if it can."""
    if folder() is None:
        return "OpenGotha is not here: FASTPAIR_OPENGOTHA names no folder with opengotha.jar"
    return "" if shutil.which("java") and shutil.which("javac") else "there is no Java"


def class_path(classes):
    return os.pathsep.join(
        [str(classes), *(str(folder() / f"{jar}.jar") for jar in ("opengotha", "jhall"))]
    )


def compiled(target, *more):
    """A folder with the compiled driver, and other classes."""
    sources = [*folder().glob("driver/**/*.java"), *more]
    command = ["javac", "-nowarn", "-cp", class_path(target), "-d", str(target), *map(str, sources)]
    subprocess.run(command, check=True, capture_output=True)
    return target


class OpenGotha:
    """The program, which answers one question after the other."""

    def __init__(self, process):
        self._process = process

    def asked(self, *words):
        """What it answers; files are read anew for each question."""
        self._process.stdin.write("\t".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer


def paired_by_fastpair(classes, address, key, file, number, target):
    """Let OpenGotha pair a round by itself and by a server, and save the latter: seconds of both."""
    command = ["java", "-Xss64m", "-Djava.awt.headless=true", "-cp", class_path(classes)]
    asked = ["info.vannier.gotha.FastpairPairing", address, key, file, number, target]
    done = subprocess.run([*command, *map(str, asked)], capture_output=True, text=True, check=True)
    (line,) = (line for line in done.stdout.splitlines() if line[:1].isdigit())
    return tuple(map(float, line.split()))


@contextmanager
def running(classes, *options, program=_DRIVER):
    """The program, with options of Java."""
    command = ["java", "-Xss64m", "-Djava.awt.headless=true", *options]
    with started(
        [*command, "-cp", class_path(classes), program],
        seconds=1200,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        yield OpenGotha(process)
        process.stdin.close()


def names_of(tournament):
    return {player.key: f"{player.name}|{player.first_name}" for player in tournament.players}


def found_by(opengotha, path):
    """What OpenGotha finds in a file: players, games and byes."""
    held = opengotha.asked("dump", path)
    rounds = read(path).tournament.rules.rounds
    players = {
        each["key"]: (
            each["country"],
            each["club"],
            each["pin"].strip(),
            each["rank"],
            each["rating"],
            each["smmsc"],
            each["part"][:rounds],
            each["reg"] == "FIN",
        )
        for each in held["players"]
    }
    games = sorted(
        (
            number + 1,
            table + 1,
            white,
            black,
            stones,
            _RESULTS[code % _BY_DEFAULT],
            code >= _BY_DEFAULT,
        )
        for number, table, white, black, stones, code, _ in held["games"]
    )
    byes = sorted((number, key) for number, key in enumerate(held["byes"], 1) if key)
    return players, games, byes


def found_here(path):
    """What fastpair finds in it."""
    tournament = read(path).tournament
    names, rounds = names_of(tournament), range(1, tournament.rules.rounds + 1)
    players = {
        names[player.key]: (
            player.country,
            player.club,
            player.egf_pin,
            int(player.grade),
            player.rating_or_lowest,
            player.correction,
            "".join("01"[number not in player.absences] for number in rounds),
            player.final,
        )
        for player in tournament.players
    }
    games = sorted(
        (
            game.round,
            game.table,
            names[game.white],
            names[game.black],
            game.handicap,
            game.result.value,
            game.by_default,
        )
        for game in tournament.games
    )
    return players, games, sorted((bye.round, names[bye.player]) for bye in tournament.byes)


def teams_of(opengotha, path):
    """Name and first name at the boards by team and round, as OpenGotha finds them."""
    return {
        name: {
            number: [key for key in boards[10 * number - 10 : 10 * number] if key]
            for number in range(1, 21)
        }
        for name, *boards in opengotha.asked("dump", path)["teams"]
    }
