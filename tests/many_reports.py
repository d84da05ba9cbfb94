"""Invent tournaments of FIDE's systems, and let `check` judge their reports; in some a fault is planted first.

    python tests/many_reports.py --count 50000 --planted 200 --folder build/reports

Each system has as many, that of teams with all its parameters; in as many more, teams are paired by a system of players. Without a fault `check` finds nothing, and the tie-breaks are those of the slow reference. With one - a pair, a colour,
the value of a tie-break, a place - it finds that, and nothing else. FOLDER/journal.jsonl and FOLDER/planted.jsonl have
a line for each seed that is done, so that the same command goes on where it was ended; FOLDER/SEED.trf is a report
with something wrong. The exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from fastpair import draw_round
from fastpair.app.history.state import CongressState
from fastpair.app.reports.check import check_congress
from fastpair.errors import RuleError
from fastpair.formats import FORMATS
from fastpair.formats.trf import with_values
from fastpair.go.teams import of_teams
from fastpair.go.tournament import Criterion, Event, Same, TeamCriterion
from fastpair.pairing.generator import Happenings, generate, with_draw, with_results
from fastpair.pairing.population import Chance
from fastpair.pairing.systems import SYSTEMS, stated_system, system_class
from many_tournaments import run
from reference_tie_breaks import Reference, TeamReference, records_of_teams

RATES = ("", "0", "2%", "5%", "10%", "25%")
HAPPENINGS = ("late", "withdrawn", "byes_asked", "absent", "jigos", "forfeits", "both_lose")
TIE_BREAKS = [
    "BH",
    "BH/C1",
    "BH/C2",
    "BH/M1",
    "BH/P",
    "BH/F",
    "FB",
    "FB/C1",
    "AOB",
    "SB",
    "SB/C1",
    "SB/M1",
    "DE",
    "DE/P",
    "PS",
    "PS/C1",
    "KS",
    "KS/L60",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "ARO",
    "ARO/C1",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
    "REP",
    "STD",
    "RTNG",
    "TPN",
    "BH/R",
]
TEAM_TIE_BREAKS = [
    "MPvGP",
    "PTS:GP",
    "BH:MP",
    "BH:GP/C1",
    "SB:GP",
    "EDE",
    "EDEC",
    "EMMSB",
    "EGGSB/M1",
    "BC",
    "TBR",
    "BBE",
    "SSSC",
    "WIN",
    "WON",
    "REP",
    "KS:GP",
]
POINTS = (
    {},
    {},
    {"wins_bye_x2": 1},
    {"win_x2": 6, "forfeit_win_x2": 6, "both_win_x2": 6, "jigo_x2": 2, "wins_bye_x2": 6, "requested_bye_x2": 2},
    {"wins_absent_x2": 1, "forfeit_loss_x2": 1},
)  # fmt: skip
POINTS_OF_TWO = (
    {},
    {"wins_bye_x2": 2},
    {"win_x2": 6, "forfeit_win_x2": 6, "both_win_x2": 6, "jigo_x2": 2, "wins_bye_x2": 8, "requested_bye_x2": 4},
)  # fmt: skip
"""The same where a round is a match of two games."""

DAYS = (date(2025, 6, 1), date(2026, 2, 28), date(2026, 3, 1), date(2027, 1, 1))
FAULTS = ("pair", "colour", "value", "place")
OTHERS = "other of teams"
"""Tournaments of teams that are paired by a system of players."""

REFERENCE_EVERY = 20
"""The reference takes much longer than all else, and counts no matches of two games."""


def systems_of_chess():
    return [name for name in SYSTEMS if system_class(name).of_chess]


def invent(seed, most=60):
    """An invented tournament of at most so many before round 1, what happens in its rounds, and its system."""
    name = kind_of(seed)
    if name == OTHERS or system_class(name).of_teams:
        return invent_teams(seed, most, name)
    rng = random.Random(seed)
    players = rng.randint(8, most)
    rounds = rng.randint(3, min(11, players - 2))
    happenings = Happenings(**{name: rng.choice(RATES) for name in HAPPENINGS})
    acceleration = rng.choice(("none", "none", "baku", *some_accelerations(players, rounds, rng)))
    system = stated_system(name, {"acceleration": acceleration})
    criteria = [Criterion("PTS"), *map(Criterion, rng.sample(TIE_BREAKS, rng.randint(1, 8)))]
    tournament = generate(
        players, rounds, seed=seed, happenings=happenings, system=system, criteria=criteria
    )
    changes = rng.choice(POINTS if tournament.rules.games == 1 else POINTS_OF_TWO)
    rules = replace(tournament.rules, points=replace(tournament.rules.points, **changes))
    unrated = 0 if name == "dubov" else rng.choice((0, 0, 0, 2))
    people = [*tournament.players]
    people[players - unrated :] = [
        replace(player, rating=None) for player in people[players - unrated :]
    ]
    if rng.random() < 0.3:
        names = [f"apart {number}" for number in range(1, rng.randint(2, 4))]
        rules = replace(rules, never_same=tuple(Same(name) for name in names))
        apart = {name: rng.sample(range(players), rng.randint(2, 4)) for name in names}
        people = [
            replace(player, attributes={n: "yes" for n, them in apart.items() if place in them})
            for place, player in enumerate(people)
        ]
    tournament = replace(
        tournament,
        rules=rules,
        players=tuple(people),
        event=Event(begins=rng.choice(DAYS)),
    )
    return tournament, happenings, type(system).of_tournament(tournament)


def kind_of(seed):
    """The system of the tournament of a seed, with each of the faults: as many of each."""
    kinds = (*systems_of_chess(), OTHERS)
    return kinds[seed // len(FAULTS) % len(kinds)]


def invent_teams(seed, most, name):
    """The same of teams, by the system of teams with any parameters, or by one of players."""
    rng = random.Random(seed)
    boards, teams = rng.randint(2, 4), rng.randint(6, max(10, most // 3))
    rounds = rng.randint(2, min(7, teams - 3))
    happenings = Happenings(**{name: rng.choice(RATES) for name in HAPPENINGS})
    values = {}
    if name == OTHERS:
        name = rng.choice(
            [
                each
                for each in systems_of_chess()
                if not system_class(each).of_teams and system_class(each).preset == "FIDE"
            ]
        )
    else:
        values = {
            "colour_preferences": rng.choice(("A", "B", "none")),
            "team_score": rng.choice(("match", "match", "game")),
            "team_secondary": rng.choice(("other", "other", "none")),
        }
        stated = some_accelerations(teams, rounds, rng)
        baku = ("none", "baku") if values["team_score"] == "match" else ("none", "none")
        values["acceleration"] = rng.choice((*baku, *stated))
    system = stated_system(name, values)
    texts = [rng.choice(("PTS:MP", "PTS:GP")), *rng.sample(TEAM_TIE_BREAKS, rng.randint(1, 6))]
    tournament = generate(
        boards * teams,
        rounds,
        seed=seed,
        happenings=happenings,
        system=system,
        boards=boards,
        criteria=[*dict.fromkeys(map(TeamCriterion, texts))],
    )
    rules = tournament.rules
    bye = rng.choice((rules.points.jigo_x2, rules.points.win_x2))
    rules = replace(rules, points=replace(rules.points, wins_bye_x2=bye))
    tournament = replace(tournament, rules=rules, event=Event(begins=rng.choice(DAYS)))
    return tournament, happenings, type(system).of_tournament(tournament)


def some_accelerations(players, rounds, rng):
    """Virtual points of some players in some rounds."""
    first, last = sorted(rng.sample(range(1, rounds + 1), 2))
    until = rng.randint(1, players)
    yield f"1 in 1-{first} for 1-{until}, 0.5 in {first + 1}-{last} for 1-{until}"


def play(seed, most, plant=None):
    """The tournament of a seed as far as it can be played, with a fault in one of its rounds."""
    tournament, happenings, system = invent(seed, most)
    lots, others = Chance(seed, 1), Chance(seed, 3)
    rounds = tournament.rules.rounds
    for number in range(1, rounds + 1):
        if len(of_teams(tournament).to_pair(number)) < 2:
            break
        try:
            tournament = with_draw(tournament, number, partial(_draw, system, plant))
        except RuleError:  # no round can be paired any more
            break
        tournament = with_results(tournament, number, lots, happenings)
        tournament = happenings.to_games(tournament, number, others, rounds)
    return tournament


class _Drawn:
    """A tournament of players, or of teams as players, after the draw of a round."""

    def __init__(self, after):
        self.after = after

    def applied_to(self, _):
        return self.after


def _draw(system, plant, units, number):
    """The draw of a round, in which something may be planted."""
    after = draw_round(units, number, system=system).applied_to(units)
    return _Drawn((plant and plant(after, number)) or after)


def report_of(tournament):
    """The report of a tournament, with the values of its tie-breaks."""
    return with_values(FORMATS["trf"].new(tournament), tournament)


def check_report(content):
    """What `check` finds in a report."""
    document = FORMATS["trf"].read("report.trf", content)
    return document, check_congress(CongressState.of_document(document, Path("report.trf")))


def judge_sound(seed, folder, most=60):
    """What is wrong with what `check` says of a tournament without a fault."""
    tournament = play(seed, most)
    content = report_of(tournament)
    document, check = check_report(content)
    wrong = [*check.sentences(), *document.remarks]
    if check.standings is None:
        wrong += ["no standings are stated"] * bool(tournament.games)
    elif seed % REFERENCE_EVERY == 0 and tournament.rules.games == 1:
        wrong += beside_reference(document)
    if wrong:
        (folder / f"{seed}.trf").write_bytes(content)
    return {**describe(seed, tournament), "wrong": wrong}


def describe(seed, tournament):
    """The columns of the table of all tournaments."""
    return {
        "seed": seed,
        "system": tournament.rules.system + " of teams" * (tournament.team_play is not None),
        "games": len(tournament.games),
        "rounds": tournament.last_round,
    }


def beside_reference(document):
    """Stated values that the reference does not find."""
    tournament, stated = document.tournament, document.stated
    play, last = tournament.team_play, tournament.last_round
    texts = [each.value for each in stated.criteria]
    if play is None:
        texts[0] = "PTS"
        table = Reference(tournament, last).table(texts)
    else:
        units, records = of_teams(tournament), records_of_teams(tournament, last)
        table = TeamReference(units, records, play.size, last, texts[0][-2:]).table(texts)
    for key, values in table.items():
        for text, value, found in zip(texts, values, stated.values[key], strict=True):
            expected = None if value is None else float(value)
            if (found is None) != (expected is None) or abs((found or 0) - (expected or 0)) > 0.002:
                yield f"{key}: {text} is stated as {found}, and the reference has {expected}"


# ---- Planted faults ----


def judge_planted(seed, folder, most=60):
    """What is wrong with what `check` says of a tournament with a fault."""
    fault, expected = FAULTS[seed % len(FAULTS)], None
    for each in count(seed, 1_000_003):  # a tournament may have no room for it
        tournament, content, expected = PLANT[fault](each, random.Random(each), most)
        if expected is not None:
            break
    document, check = check_report(content)
    found = [*findings(document, check)]
    wrong = [] if expected(found) else [f"{fault}: found {found}"]
    if wrong:
        (folder / f"planted-{seed}.trf").write_bytes(content)
    return {**describe(seed, tournament), "fault": fault, "wrong": wrong}


def findings(document, check):
    """What `check` has found, without words: what, round and players."""
    for each in check.findings:
        if each.kind.value != "score":
            yield each.kind.value, each.round_number, tuple(sorted(each.players))
    for each in check.rounds:
        if each.loss:
            pairs = {frozenset(pair) for pair in each.different}
            yield "pair", each.round_number, pairs
    for each in check.standings.differences if check.standings else ():
        yield "standings", each.player, each.criterion


def in_a_round(seed, rng, most, change):
    """The tournament of a seed with a change in a round by lot, or later, or else in the first that has room for it.

    Returns
    -------
    The tournament, and what is to be found; None if no round has room.
    """
    done = []

    def plant(begin, tournament, number):
        found = None if done or number < begin else change(tournament, number)
        if found is None:
            return None
        games, expected = found
        done.append(expected)
        return tournament.replace_round(number, games)

    first = rng.randint(1, invent(seed, most)[0].rules.rounds)
    tournament = play(seed, most, partial(plant, first))
    if not done:
        tournament = play(seed, most, partial(plant, 1))
    return tournament, done[0] if done else None


def with_pair(seed, rng, most):
    """Two games of a round exchange their players with Black."""

    def change(tournament, number):
        games = [*tournament.round(number).games]
        met = {game.pair for game in tournament.before(number).meetings}
        choices = [
            (one, other)
            for one, first in enumerate(games)
            for other, second in enumerate(games[:one])
            if not {frozenset((first.white, second.black)), frozenset((second.white, first.black))} & met
        ]  # fmt: skip
        if not choices:
            return None
        one, other = rng.choice(choices)
        first, second = games[one], games[other]
        games[one] = replace(first, black=second.black)
        games[other] = replace(second, black=first.black)
        return games, (number, {games[one].pair, games[other].pair})

    tournament, fault = in_a_round(seed, rng, most, change)

    def expected(found):
        """A pair of the first bracket that differs, perhaps both."""
        number, pairs = fault
        return [each[:2] for each in found] == [("pair", number)] and found[0][2] <= pairs

    return tournament, report_of(tournament), expected if fault else None


def with_colour(seed, rng, most):
    """Two players of a round exchange their colours."""

    def change(tournament, number):
        games = [*tournament.round(number).games]
        if not games:
            return None
        place = rng.randrange(len(games))
        game = games[place]
        games[place] = replace(game, white=game.black, black=game.white)
        return games, ("colour", number, tuple(sorted(game.players)))

    tournament, fault = in_a_round(seed, rng, most, change)
    return tournament, report_of(tournament), (lambda found: found == [fault]) if fault else None


VALUE = re.compile(r"^### tie-breaks +(\d+): (.*)$", re.MULTILINE)


def with_value(seed, rng, most):
    """One value of a tie-break is another."""
    tournament = play(seed, most)
    text = report_of(tournament).decode()
    lines = [*VALUE.finditer(text)]
    if not (lines and tournament.games):
        return tournament, b"", None
    line = rng.choice(lines)
    words = line[2].split()
    place = rng.randrange(1, len(words))
    words[place] = (
        "1" if words[place] == "-" else f"{float(words[place]) + rng.choice((0.5, 1, 10)):g}"
    )
    changed = f"{text[: line.start(2)]}{' '.join(words)}{text[line.end(2) :]}"
    read = FORMATS["trf"].read("", text.encode())
    units = of_teams(read.tournament)
    key = units.players[int(line[1]) - 1].key
    criterion = read.stated.criteria[place].value
    return (
        tournament,
        changed.encode(),
        lambda found: found == [("standings", key, criterion)],
    )


def with_place(seed, rng, most):
    """Two players of different places exchange them."""
    tournament = play(seed, most)
    content = report_of(tournament)
    document, check = check_report(content)
    rows = check.standings.standings.rows if check.standings else ()
    places = {row.key: row.place for row in rows}
    pairs = [(a.key, b.key) for a in rows for b in rows if a.place < b.place]
    if not pairs:
        return tournament, content, None
    keys = rng.choice(pairs)
    stated = [document.stated.places[key] for key in keys]
    units = of_teams(document.tournament)
    number = {unit.key: n for n, unit in enumerate(units.players, start=1)}
    code, width, end = ("001", 4, 89) if tournament.team_play is None else ("310", 3, 71)
    lines = content.decode().splitlines()
    for key, place in zip(keys, stated[::-1], strict=True):
        start = f"{code} {number[key]:>{width}}"
        at = next(n for n, line in enumerate(lines) if line.startswith(start))
        lines[at] = f"{lines[at][: end - width]}{place:>{width}}{lines[at][end:]}"
    wrong = [("standings", key, "place") for key in sorted(keys, key=number.get)]
    assert all(places[key] for key in keys)
    return tournament, ("\n".join(lines) + "\n").encode(), lambda found: found == wrong


PLANT = {"pair": with_pair, "colour": with_colour, "value": with_value, "place": with_place}


# ---- The command ----


def show(lines, seconds, what="system"):
    """The table of all tournaments, by system or by fault."""
    print(f"{what:20} tournaments   rounds    games   wrong")
    for name, number in sorted(Counter(each[what] for each in lines).items()):
        mine = [each for each in lines if each[what] == name]
        rounds, games = (sum(each[key] for each in mine) for key in ("rounds", "games"))
        wrong = sum(bool(each["wrong"]) for each in mine)
        print(f"{name:20} {number:11} {rounds:8} {games:8} {wrong:7}")
    wrong = sum(bool(each["wrong"]) for each in lines)
    print(f"{len(lines)} tournaments, {wrong} wrong; {seconds:.0f} s")
    return 1 if wrong else 0


def survive(judge, seed):
    """What a judge says of a seed; an exception is wrong, and the others go on."""
    try:
        return judge(seed)
    except Exception as error:
        unknown = {"system": "?", "fault": "?", "games": 0, "rounds": 0}
        return {"seed": seed, **unknown, "wrong": [f"{type(error).__name__}: {error}"]}


def main(count, seed, workers, folder, plant=0):
    folder.mkdir(parents=True, exist_ok=True)
    judge = partial(survive, partial(judge_sound, folder=folder))
    wrong = run(judge, show, count, seed, workers, folder)
    if plant:
        wrong |= run(
            partial(survive, partial(judge_planted, folder=folder)),
            partial(show, what="fault"),
            plant,
            seed,
            workers,
            folder,
            "planted.jsonl",
        )
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--planted", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--folder", type=Path, default=Path("build/reports"))
    options = parser.parse_args()
    raise SystemExit(
        main(options.count, options.seed, options.workers, options.folder, options.planted)
    )
