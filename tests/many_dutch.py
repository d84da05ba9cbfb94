"""Play random tournaments by the Dutch system, and compare every round with bbpPairings.

    python tests/many_dutch.py --peer bbppairings --count 5000 --seed 0 --workers 2 --folder build/dutch

The other program checks each tournament of ours. Of every tenth seed it plays one itself, whose rounds are judged and
drawn here. FOLDER/journal.jsonl has a line for each seed that is done, so that the same command goes on where it was
ended; FOLDER/SEED.trf is a tournament with a difference. The exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import random
import subprocess
from dataclasses import replace
from functools import partial
from pathlib import Path

from fastpair import FideRules, draw_round
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.go.tournament import Same
from fastpair.pairing.generator import Happenings, generate, with_results
from fastpair.pairing.population import Chance
from fastpair.pairing.rounds import judge_round, situation_of
from fastpair.pairing.systems import Dutch, FidePlayers
from many_tournaments import run

AMOUNTS = ("", "", "5%", "10%", "25%")
HAPPENINGS = ("late", "withdrawn", "byes_asked", "jigos", "forfeits", "both_lose")
POINTS = (
    {},
    {},
    {},
    {"wins_bye_x2": 1},
    {"win_x2": 6, "forfeit_win_x2": 6, "both_win_x2": 6, "jigo_x2": 2, "wins_bye_x2": 6, "requested_bye_x2": 2},
)  # fmt: skip


def entered(seed):
    """An invented tournament before round 1, and what happens in its rounds."""
    rng = random.Random(seed)
    players = rng.randint(8, 60)
    rounds = rng.randint(3, min(11, players - 1))
    happenings = Happenings(**{name: rng.choice(AMOUNTS) for name in HAPPENINGS})
    system = Dutch(order="entry", initial_colour=rng.choice(("white", "black")))
    tournament = generate(players, rounds, seed=seed, happenings=happenings, system=system)
    points = replace(tournament.rules.points, **rng.choice(POINTS))
    rules = replace(tournament.rules, points=points)
    if rng.random() < 0.4:
        names = [f"apart {number}" for number in range(1, rng.randint(2, 6))]
        rules = replace(
            rules,
            never_same=tuple(Same(name, until=rng.choice((None, rounds // 2))) for name in names),
        )
        apart = {name: rng.sample(range(players), rng.randint(2, 4)) for name in names}
        people = [
            replace(player, attributes={n: "yes" for n, them in apart.items() if place in them})
            for place, player in enumerate(tournament.players)
        ]
        tournament = replace(tournament, players=tuple(people))
    tournament = replace(tournament, rules=rules)
    system = replace(
        system, acceleration=rng.choice(("none", "none", *accelerations(tournament, rng)))
    )
    rules = replace(tournament.rules, system="dutch", fide=FideRules(**vars(system)))
    return replace(tournament, rules=rules), happenings, system


def accelerations(tournament, rng):
    """Virtual points of some players; Baku where the other program takes as many players."""
    players, rounds = len(tournament.players), tournament.rules.rounds
    first, then = sorted(rng.sample(range(1, rounds + 1), 2))
    one, other = sorted(rng.sample(range(1, players + 1), 2))
    whole = f"1 in 1-{first} for 1-{one}"
    yield f"{whole}, 0.5 in {first + 1}-{then} for 1-{one}"
    yield f"{whole}, 0.5 in 1-{then} for {one + 1}-{other}"
    alike = players % 4 in (0, 3) and tournament.rules.points.win_x2 == 2
    if alike and not any(1 in player.absences for player in tournament.players):
        yield "baku"


def played(seed):
    """The tournament of a seed as far as it can be played, the system, and why it ends."""
    tournament, happenings, system = entered(seed)
    lots, others, rounds = Chance(seed, 1), Chance(seed, 3), tournament.rules.rounds
    for number in range(1, rounds + 1):
        try:
            draw = draw_round(tournament, number, system=system)
        except RuleError as error:
            return tournament, system, str(error)
        tournament = with_results(draw.applied_to(tournament), number, lots)
        tournament = happenings.to_games(tournament, number, others, rounds)
    return tournament, system, ""


def checked(peer, seed, folder):
    """What the other program finds in a tournament of ours."""
    tournament, system, refused = played(seed)
    file = folder / f"{seed}.trf"
    file.write_bytes(FORMATS["trf"].new(tournament))
    done = called(peer, file, "-c")
    wrong = [*again(file, tournament, system)]
    wrong += [line for line in done.stdout.splitlines() if line and ": Round #" not in line]
    if done.returncode or len(done.stdout.splitlines()) < tournament.last_round:
        wrong.append(done.stderr.strip() or f"status {done.returncode}")
    if refused:
        done = called(peer, file, "-p", folder / f"{seed}.pairs")
        if "no complete pairing" in refused and not done.returncode:
            wrong.append(f"the next round can be paired: {refused}")
    if not wrong:
        file.unlink()
    return {"games": len(tournament.games), "rounds": tournament.last_round, "wrong": wrong,
            **({"refused": refused} if refused else {})}  # fmt: skip


def again(file, tournament, system):
    """What the report of a tournament does not say of its virtual points."""
    read = Dutch.of_tournament(FORMATS["trf"].read(file.name, file.read_bytes()).tournament)
    for number in range(1, tournament.last_round + 1):
        situation = situation_of(tournament.before(number), number)
        one, other = (
            FidePlayers.of(situation, Dutch(order="entry", acceleration=each.acceleration)).score_x2
            for each in (system, read)
        )
        if [*one] != [*other]:
            yield f"round {number}: it reads other virtual points: {read.acceleration}"


def called(peer, *words):
    return subprocess.run(
        [peer, "--dutch", *words], capture_output=True, text=True, errors="replace", check=False
    )


def generated(peer, seed, folder):
    """What is wrong with a tournament of the other program; None if it cannot play one to the end."""
    rng = random.Random(seed)
    players = rng.randint(6, 60)
    file, config = folder / f"{seed}.peer.trf", folder / f"{seed}.config"
    win = rng.choice((1, 1, 1, 3))
    values = {
        "PlayersNumber": players,
        "RoundsNumber": rng.randint(3, min(11, players - 1)),
        "DrawPercentage": rng.choice((0, 10, 30, 60, 90)),
        "ForfeitRate": rng.choice((4, 10, 30, 200)),
        "RetiredRate": rng.choice((15, 50, 200, 5000)),
        "HalfPointByeRate": rng.choice((5, 20, 60, 5000)),
        "HighestRating": rng.choice((2600, 2600, 1410)),
        "LowestRating": 1400,
        "PointsForWin": win,
        "PointsForDraw": 1 if win == 3 else 0.5,
        "PointsForPAB": rng.choice((win, win, 1, 0.5)),
    }
    config.write_text("".join(f"{name}={value}\n" for name, value in values.items()))
    done = called(peer, "-g", config, "-o", file, "-s", str(seed))
    config.unlink()
    if done.returncode or not file.exists():
        return None
    tournament = FORMATS["trf"].read(file.name, file.read_bytes()).tournament
    wrong = [line for number in range(1, tournament.last_round + 1)
             for line in differing(tournament, number)]  # fmt: skip
    if not wrong:
        file.unlink()
    return wrong


def differing(tournament, number):
    """Where a round is not the pairing."""
    games, systems = tournament.round(number).games, []
    if not games:
        return
    for colour in ("white", "black") if number == 1 else ("lot",):
        systems.append(Dutch(order="entry", initial_colour=colour))
    judged = judge_round(tournament, number, system=systems[0])
    if judged.criterion:
        yield f"round {number}: {judged.criterion}"
    theirs = {(game.white, game.black) for game in games}, (*tournament.round(number).byes,)
    boards = []
    for system in systems:
        draw = draw_round(tournament.before(number), number, system=system)
        pairs = {(board.white, board.black) for board in draw.boards}
        boards.append((pairs, (draw.bye,) if draw.bye else ()))
    if theirs not in boards:
        yield f"round {number}: other boards or colours"


def compared(peer, folder, seed):
    """A line of the journal."""
    found = checked(peer, seed, folder)
    if seed % 10 == 0:
        theirs = generated(peer, seed, folder)
        found["theirs"] = theirs is not None
        found["wrong"] += [f"peer's: {line}" for line in theirs or ()]
    return {"seed": seed, **found}


def show(lines, seconds):
    rounds, games, wrong = (
        sum(each["rounds"] for each in lines),
        sum(each["games"] for each in lines),
        sum(bool(each["wrong"]) for each in lines),
    )
    refused = sum("refused" in each for each in lines)
    theirs = sum(each.get("theirs", False) for each in lines)
    print(
        f"{len(lines)} tournaments, {rounds} rounds, {games} games, {refused} end early; {theirs} of the other program"
    )
    print(f"{wrong} with a difference; {seconds:.0f} s")
    return 1 if wrong else 0


def main(peer, count, seed, workers, folder):
    return run(partial(compared, str(peer), folder), show, count, seed, workers, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/dutch"))
    raise SystemExit(main(**vars(parser.parse_args())))
