"""What a tournament is asked, in Python, by the command and on the page."""

from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from itertools import pairwise, zip_longest

from fastpair.app.entries.federations import results_files
from fastpair.app.history.records import plan_of
from fastpair.app.reports.standings import standings_document
from fastpair.errors import FastpairError
from fastpair.go.standings import last_complete_round
from fastpair.ui.cli import main
from pages import director_of
from schemas import validator

PLAN = (
    {"name": "Cup", "count": 1},
    {"name": "Fighting spirit", "count": 2, "wins": 1, "shared": False},
    {"name": "Beginners", "strongest": "8k", "count": "all"},
)
"""A plan of prizes."""

EXPORTS = ("egd", "trf", "opengotha")
"""Formats into which a tournament is exported."""

RANKED = (None, 1, 2)
"""Rounds after which standings are asked for."""


def answer(ask):
    """What is answered, or why nothing is."""
    try:
        return ask()
    except FastpairError as error:
        return {"refused": re.sub(r"^(?:/\S+|\w+[.]json|tournament): ", "", str(error))}


def plain(value):
    """A document as JSON has it."""
    return json.loads(json.dumps(value))


def couples(tournament):
    """Pairs who meet and pairs who do not, by round."""
    for number in range(1, tournament.last_round + 1):
        games = [game.players for game in tournament.round(number).games[:2]]
        pairs = games[:1] + [(one, other) for (one, _), (other, _) in pairwise(games)]
        yield from ((number, one, other) for one, other in pairs)


def answers(value):
    """All that a tournament in Python is asked, by question."""
    rounds = range(1, value.tournament.last_round + 1)
    asked = {
        "check": value.check,
        "ratings": value.ratings,
        "next step": lambda: value.next_step,
        "history": lambda: [*value.history],
        "remarks": lambda: [*value.remarks],
        "published": lambda: sorted(value.published),
    }
    for n in RANKED:
        asked |= {
            f"standings {n}": lambda n=n: standings_document(value.standings(n)),
            f"team standings {n}": lambda n=n: value.team_standings(n),
            f"wall list {n}": lambda n=n: value.wall_list(n),
            f"prizes {n}": lambda n=n: value.awards(PLAN, n),
            f"prizes so far {n}": lambda n=n: value.awards(PLAN, n, provisional=True),
        }
    for n in rounds:
        asked[f"report {n}"] = lambda n=n: value.report(n)
    for n, one, other in couples(value.tournament):
        asked[f"why {n} {one} {other}"] = lambda n=n, one=one, other=other: value.why(
            one, other, round=n, by_rule=True
        )
    for name in EXPORTS:
        asked[f"export {name}"] = lambda name=name: exported(value.export(name, even_so=True))
        asked[f"export what is over as {name}"] = lambda name=name: exported(value.export(name))
    found = {name: plain(answer(ask)) for name, ask in asked.items()}
    for document in found.values():
        if "format" in document:
            validator(document["format"].partition(".")[2]).validate(document)
    return found


def exported(export):
    """The content of an exported file, its remarks and its losses."""
    return {
        "content": export.content.decode("latin-1"),
        "remarks": [*map(str, export.remarks)],
        "losses": [*export.losses],
    }


class Asked:
    """The answers of the command about a file, a text each.

    Parameters
    ----------
    file
        The tournament file; other files are written beside it.
    capsys
        Hears what is printed.
    """

    def __init__(self, file, capsys):
        self.file, self.capsys = file, capsys

    def run(self, command, *words):
        """What a command prints, or why it is refused."""
        self.capsys.readouterr()
        status = main([command, *(str(word) for word in (self.file, *words))])
        out, err = self.capsys.readouterr()
        return {"refused": err} if status == 2 else out

    def ask(self, command, *words):
        """The document of a command."""
        out = self.run(command, *words, "--json")
        return json.loads(out) if isinstance(out, str) else out

    def listed(self, command, *words):
        """The document of a list, whose remarks in Python go elsewhere."""
        return {name: each for name, each in self.ask(command, *words).items() if name != "remarks"}

    def written(self, command, target, *words):
        """The content of a file that a command writes, and what it prints on both."""
        out = self.run(command, *words)
        err = self.capsys.readouterr().err
        return out if isinstance(out, dict) else (target.read_bytes(), out, err)


def answers_of_command(file, value, capsys):
    """The answers of the command about a file: those of `answers`, and others that must equal one of them."""
    command, target = Asked(file, capsys), file.with_name("written")
    plan = file.with_name("plan.toml")
    plan.write_text(toml_of(PLAN), "utf-8")
    found = {
        "check": command.ask("check"),
        "ratings": command.ask("ratings"),
        "next step": command.run("status").partition("\n")[0].partition(": ")[2],
        "remarks": command.ask("info")["remarks"],
        "published": [
            each["round"]
            for each in command.ask("info")["rounds"]
            if each["state"] in ("published", "frozen")
        ],
    }
    for n in RANKED:
        words = () if n is None else ("--round", n)
        found |= {
            f"standings {n}": command.listed("standings", "--players", *words),
            f"team standings {n}": command.listed("standings", "--teams", *words),
            f"prizes {n}": command.listed("prizes", plan, *words),
            f"prizes so far {n}": command.listed("prizes", plan, *words, "--provisional"),
            f"wall list {n}": wall_list_of_command(command, file.with_name(f"wall{n}.csv"), words),
        }
    for n in range(1, value.tournament.last_round + 1):
        found[f"report {n}"] = command.ask("report", "--round", n)
    for n, one, other in couples(value.tournament):
        words = (one, other, "--round", n, "--by-rule")
        found[f"why {n} {one} {other}"] = command.ask("why", *words)
        assert command.ask("why-not", *words) == found[f"why {n} {one} {other}"]
    for name in EXPORTS:
        found[f"export {name}"] = export_of_command(command, target, name, "--even-so")
        found[f"export what is over as {name}"] = export_of_command(command, target, name)
    return found


def wall_list_of_command(command, target, words):
    """The titles and the rows of a wall list."""
    out = command.run("wallist", *words, "--output", target)
    if isinstance(out, dict):
        return out
    return [*csv.reader(io.StringIO(target.read_text("utf-8-sig")))]


def export_of_command(command, target, name, *words):
    """A file that is exported, and the losses that are listed below it."""
    out = command.run("export", target, "--to", name, "--overwrite", *words)
    if isinstance(out, dict):
        return out
    listed = re.findall(r"^  (.+)$", out, re.M)
    return {"content": target.read_bytes().decode("latin-1"), "losses": listed}


def toml_of(plan):
    """A plan of prizes as a file has it."""
    lines = []
    for prize in plan:
        lines += ["[[prize]]", *(f"{name} = {json.dumps(each)}" for name, each in prize.items())]
    return "\n".join(lines) + "\n"


def text_of(page):
    """The text that a page shows."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def rows_of(page):
    """The rows of the first table of a page, each the texts of its cells."""
    body = re.search(r"<tbody[^>]*>(.*?)</tbody>", page, re.S)
    lines = re.split(r"<tr\b[^>]*>", body[1])[1:] if body else []
    return [[text_of(cell) for cell in re.split(r"<t[dh]\b[^>]*>", line)[1:]] for line in lines]


def shows(page, sentence):
    """Whether a page shows a sentence, with a capital and a full stop or without."""
    return text_of(sentence).rstrip(".").casefold() in text_of(page).casefold()


def check_page(file, value, found, capsys):
    """Compare what the director's page shows of a file with the answers of a tournament in Python."""
    tournament = value.tournament
    command = Asked(file, capsys)
    plan_of(file).write_text(toml_of(PLAN), "utf-8")
    with director_of(file) as browser:
        assert shows(browser.get("/players/1").text, found["next step"]), found["next step"]
        for n in range(1, tournament.last_round + 1):
            check_lists(browser, value, n)
        for n, one, other in couples(tournament):
            fields = {"one": one, "other": other}
            page = browser.get(f"/boards/{n}/why", params=fields).text
            sentences = plain(
                answer(lambda one=one, other=other, n=n: value.why(one, other, round=n))
            )
            for sentence in sentences.get("sentences") or [sentences["refused"]]:
                assert shows(page, sentence), sentence
        report = browser.get(f"/prints/{tournament.last_round}/page/report").text
        target = file.with_name("report.html")
        printed = command.run("report", "--output", target)
        if isinstance(printed, str):
            compare(report.splitlines(), target.read_text("utf-8").splitlines())
        else:
            assert shows(report, printed["refused"].partition(f"{file}: ")[2]), printed
        for name in results_files(tournament):
            check_export(browser, value, name)
        page = browser.get("/files/1/checked").text
        refusal = found["check"].get("refused")
        assert refusal is None or shows(page, refusal)
        for finding in found["check"].get("findings", ()):
            detail = re.sub(r"^round \d+(, table \d+)?:? ", "", finding["sentence"])
            assert shows(page, detail), finding


def check_lists(browser, value, number):
    """Compare the lists of a round."""
    tournament = value.tournament
    after = number if tournament.round(number).games else last_complete_round(tournament, number)
    single = "single" if tournament.draws_teams else "standings"
    whole = texts(value.wall_list(after, teams=False)[1:])
    compare(rows_of(browser.get(f"/wallist/{number}").text), whole)
    shown = rows_of(browser.get(f"/{single}/{number}").text)
    if after > 1:  # where everybody stood before
        shown = [row[:4] + row[5:] for row in shown]
    columns = sum(
        title.isdigit() for title in value.wall_list(after, teams=False)[0]
    )  # rounds, or players
    compare(shown, [row[1:5] + row[5 + columns :] for row in whole])
    if tournament.draws_teams:
        rows = rows_of(browser.get(f"/standings/{number}").text)
        document = value.team_standings(after)
        ranked = [[str(each["place"]), each["name"]] for each in document["rows"]]
        assert [row[:2] for row in rows] == ranked
    elif tournament.kind == "go" and after:
        rated = answer(lambda: value.ratings(after=after))
        rows = rows_of(browser.get(f"/ratings/{number}").text)
        assert [(row[0], row[-1]) for row in rows] == [
            (str(each["place"]), f"{each['after']:.1f}") for each in rated.get("players", ())
        ]
    elif after and any(player.rating is not None for player in tournament.players):
        rated = answer(lambda: value.ratings(after=after))
        rows = rows_of(browser.get(f"/ratings/{number}").text)
        assert [(row[0], row[9]) for row in rows] == [
            (str(each["place"]), str(each["new_rating"] or "–"))
            for each in rated.get("players", ())
        ]
    prizes = value.awards(PLAN, number, provisional=True)["prizes"]
    winners = [[prize["name"], each] for prize in prizes for each in prize["winners"]]
    page = browser.get(f"/prizes/{number}").text
    shown = [row for row in rows_of(page) if len(row) > 5 or not winners]
    for row, (name, winner) in zip(shown, winners, strict=False):
        assert (row[0], row[1]) == (name, str(winner["place"]))
        assert winner["name"] in row[2]
    assert not winners or len(shown) == len(winners)


def compare(shown, expected):
    """Say in which lines two lists differ."""
    other = [pair for pair in zip_longest(shown, expected) if pair[0] != pair[1]]
    assert not other, other


def texts(rows):
    """The texts of cells with one space where there are several."""
    return [[" ".join(cell.split()) for cell in row] for row in rows]


def check_export(browser, value, name):
    """Compare a results file that the page offers."""
    reply = browser.get("/files/1/download", params={"format": name})
    export = answer(lambda: value.export(name))
    if isinstance(export, dict):
        assert shows(reply.text, export["refused"]), export
    else:
        assert reply.content == export.content
