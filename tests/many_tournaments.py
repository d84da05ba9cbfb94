"""Play random tournaments, and let an independent checker and another solver judge them.

    python tests/many_tournaments.py --count 1000 --seed 0 --workers 2 --folder build/tournaments

Of each tournament: no hard rule is violated; scores and standings are those of the checker (tests/checker); every draw
has its proof; the total of the next draw is that of networkx; and the tournament draws the same after it was written and
read in each format that holds what the draw needs. FOLDER/journal.jsonl has a line for each tournament that is done, so
that the same command goes on where it was ended. The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

import networkx as nx

sys.path.insert(0, str(Path(__file__).parent / "checker"))

from fastpair import draw_round
from fastpair.app.reports.standings import standings_document
from fastpair.errors import FastpairError
from fastpair.formats import FORMATS
from fastpair.formats.losses import losses
from fastpair.go.standings import last_complete_round, standings
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.rounds import situation_of
from fastpair.pairing.systems import SYSTEMS, Weighted, stated_system, system_class
from fastpair.pairing.weights import MODELS, model_named
from fastpair.ui.cli.screen import counting
from legality import violations
from reading import of_content
from scores import Scores
from standings import wrong_standings

SMALL = (4, 5, 6, 7, 8, 9, 10, 12, 13, 16, 20, 25, 30, 40, 60)
AMOUNTS = ("", "", "5%", "10%", "25%", "2")
ALONE = Constraints(this_round_alone=True)
HARMLESS = ("event", "model:", "name:")
"""How losses begin that do not matter for a draw by a model that is named."""

OF_GO = sorted(name for name in SYSTEMS if not system_class(name).of_chess)
"""Systems of tournaments that the checker knows; those of FIDE are judged by ``many_reports.py``."""

REPEATING = ("cup", "double-elimination", "round-robin")
"""Systems in which not everybody plays each round, or two may have to meet again."""


def planned(seed):
    """What the tournament of a seed is."""
    rng = random.Random(seed)
    players = rng.choice(SMALL)
    rounds = rng.randint(2, max(2, min(9, players - 1)))
    system = "mcmahon" if rng.random() < 0.7 else rng.choice(OF_GO)
    return {
        "seed": seed,
        "players": players,
        "rounds": rounds,
        "play": rounds - 1 if rng.random() < 0.8 else rounds,
        "system": system,
        "model": rng.choice(sorted(MODELS)),
        "happenings": {name: rng.choice(AMOUNTS) for name in Happenings.__dataclass_fields__},
    }


def made(plan):
    """The tournament of a plan."""
    named = plan["system"] != "mcmahon"
    return generate(
        plan["players"],
        plan["rounds"],
        seed=plan["seed"],
        play=plan["play"],
        happenings=Happenings(**plan["happenings"]),
        model=None if named else plan["model"],
        system=stated_system(plan["system"], {}) if named else None,
    )


def judged(seed):
    """What a tournament was, and all that is wrong with it."""
    plan, start = planned(seed), perf_counter()
    told = {name: plan[name] for name in ("seed", "players", "rounds", "system", "model")}
    try:
        tournament = made(plan)
    except FastpairError as error:  # a system may refuse a round
        refused = plan["system"] != "mcmahon"
        return {**told, "games": 0, "refused": str(error), "wrong": [] if refused else [str(error)]}
    wrong = [*_by_checker(tournament, plan), *_by_other_solver(tournament, plan)]
    return {
        **told,
        "games": len(tournament.games),
        "wrong": wrong,
        "seconds": round(perf_counter() - start, 4),
    }


def _by_checker(tournament, plan):
    """Hard rules and scores, from what two formats hold."""
    after = last_complete_round(tournament)
    table = standings_document(standings(tournament, after)) if after else None
    for name in ("fastpair", "opengotha"):
        held = of_content(FORMATS[name].new(tournament))
        for line in violations(held):
            if _matters(line, plan):
                yield f"{name}: {line}"
        if table is not None:
            yield from (f"{name}: {line}" for line in wrong_standings(held, Scores(held), table))


def _matters(line, plan):
    """Whether a violation is one under the system and the model of a plan."""
    by_model = plan["system"] == "mcmahon"
    if "more often" in line:  # others have other rules for colours
        return by_model and plan["model"].startswith("opengotha")
    return plan["system"] not in REPEATING or "handicap" in line


def _by_other_solver(tournament, plan):
    """The next draw: its total, and the same after every format."""
    number = tournament.round_to_draw()
    if number is None:
        return
    model = model_named(plan["model"], salt=0)
    drawn = draw_round(tournament, number, model=model)
    alone = draw_round(tournament, number, model=model, constraints=ALONE)
    solved = _solved(tournament, number, model, alone)
    ours, best = _total(solved, alone), _best(solved)
    if ours != best:
        yield f"round {number}: the draw has {ours}, and networkx {best}"
    if not drawn.kept_drawable and _named(tournament, drawn) != _named(tournament, alone):
        yield f"round {number}: a draw that need not look ahead is not the heaviest"
    if drawn.kept_drawable and drawn.bye == alone.bye and _total(solved, drawn) > ours:
        yield f"round {number}: a draw that looks ahead is heavier than the heaviest"
    for form in FORMATS.values():
        try:
            kept = form.read(form.name, form.new(tournament)).tournament
        except FastpairError:
            continue  # the format cannot hold such a tournament, and says so
        lost = [line for line in losses(kept, tournament) if not line.startswith(HARMLESS)]
        if not lost and _named(kept, draw_round(kept, number, model=model)) != _named(
            tournament, drawn
        ):
            yield f"{form.name}: round {number} is drawn otherwise after it was written and read"


def _solved(tournament, number, model, draw):
    """The field of a draw, its weights on levels, and the pairs that are allowed."""
    situation = situation_of(tournament, number, ALONE)
    system = Weighted(model=model)
    players, _ = system.everybody(situation)
    bye = None if draw.bye is None else players.key.index(draw.bye)
    return system.with_bye(situation, bye, {})


def _weight(levels, i, j):
    """Weights on levels as one number: a pair of the first outweighs all pairs of the next."""
    total = 0
    for level in levels:
        total = total * (2 * (len(level) + 1) * (int(abs(level).max()) + 1)) + int(level[i, j])
    return total


def _total(solved, draw):
    """Boards, and what they weigh."""
    seat = {key: place for place, key in enumerate(solved.field.key)}
    pairs = [(seat[board.white], seat[board.black]) for board in draw.boards]
    return len(pairs), sum(_weight(solved.weighed.levels, i, j) for i, j in pairs)


def _best(solved):
    """The same of the best matching of as many players, by networkx."""
    levels, allowed, graph = solved.weighed.levels, solved.allowed, nx.Graph()
    for i in range(len(allowed)):
        for j in range(i):
            if allowed[i, j]:
                graph.add_edge(i, j, weight=_weight(levels, i, j))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return len(pairs), sum(graph.edges[pair]["weight"] for pair in pairs)


def _named(tournament, draw):
    """Boards and bye by the names of the players."""
    names = {player.key: (player.name, player.first_name) for player in tournament.players}
    boards = {(names[board.white], names[board.black], board.handicap) for board in draw.boards}
    return boards, draw.bye and names[draw.bye]


def main(count, seed, workers, folder):
    return run(judged, show, count, seed, workers, folder)


def run(judged, show, count, seed, workers, folder, name="journal.jsonl"):
    """Judge the tournaments of so many seeds, but for those that the journal of the folder has, and show all."""
    folder.mkdir(parents=True, exist_ok=True)
    journal, start = folder / name, perf_counter()
    lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
    done = {line["seed"]: line for line in map(json.loads, lines)}
    left = [number for number in range(seed, seed + count) if number not in done]
    found = []
    with (
        journal.open("a", encoding="utf-8") as file,
        ProcessPoolExecutor(workers) as executor,
        counting(lambda: found[-5:]) as count_done,
    ):
        for number, line in enumerate(executor.map(judged, left, chunksize=8), 1):
            done[line["seed"]] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
            found += (f"seed {line['seed']}: {wrong}" for wrong in line["wrong"])
            count_done(number, len(left))
            if number % 1000 == 0 and not sys.stderr.isatty():
                print(f"{number} of {len(left)}, {perf_counter() - start:.0f} s", flush=True)
    for wrong in found:
        print(wrong)
    return show([done[number] for number in range(seed, seed + count)], perf_counter() - start)


def show(lines, seconds):
    """The table of all tournaments."""
    kinds = Counter(
        (each["system"], each["model"] if each["system"] == "mcmahon" else "") for each in lines
    )
    print("system               model               tournaments    games  refused  violations")
    for system, model in sorted(kinds):
        mine = [each for each in lines if each["system"] == system and model in ("", each["model"])]
        games, refused = (
            sum(each["games"] for each in mine),
            sum("refused" in each for each in mine),
        )
        wrong = sum(len(each["wrong"]) for each in mine)
        print(f"{system:20} {model:20} {len(mine):10} {games:8} {refused:8} {wrong:11}")
    wrong = sum(len(each["wrong"]) for each in lines)
    print(
        f"{len(lines)} tournaments, {sum(each['games'] for each in lines)} games, {wrong} violations; {seconds:.0f} s"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/tournaments"))
    options = parser.parse_args()
    raise SystemExit(main(options.count, options.seed, options.workers, options.folder))
