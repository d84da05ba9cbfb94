"""A row of the table of actions, and what comes of it in Python, by the command and on the page."""

from __future__ import annotations

import ast
import json
import re
from contextlib import ExitStack
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache
from html import unescape
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from fastpair import Congress, Desk, UnconfirmedError, draw_document, read
from fastpair.app.actions import ACTIONS
from fastpair.app.edits.teams import format_board_prizes
from fastpair.app.history.records import plan_of
from fastpair.app.history.state import CongressState
from fastpair.app.history.timeline import History
from fastpair.errors import FastpairError
from fastpair.report.languages import language
from fastpair.sentences import Sentence
from fastpair.ui.cli import main
from fastpair.ui.cli.actions import command_line
from pages import director_of, no_shows, said
from python_calls import call_in_python


@dataclass(frozen=True, kw_only=True)
class Row:
    """What an action does to a file, and what is said of it."""

    action: str
    values: dict[str, Any]
    """By the names of its parameters; values of a record stand in a dictionary of their own."""

    file: str = "drawn"
    """Which of the files it is done to."""

    round: int | None = None
    said: tuple[str, ...] = ()
    """Messages, or parts of them."""

    asked: dict[str, str] = field(default_factory=dict)
    """Codes of the questions with a part of each, before they are answered with yes."""

    refused: str = ""
    """Why it is not done."""

    after: dict[str, Any] = field(default_factory=dict)
    """What is otherwise in the file then, see `facts_of`; None is what is no longer there."""

    page: tuple[str, dict[str, str]] | str | None = ""
    """Address and fields of the form; by default those of `FORMS`. None if no form states it."""

    on_page: str | None = None
    """What the page says or asks, if it has other words."""

    in_json: str = ""
    """What the JSON document says, if it has other words."""

    command: bool | str = True
    """Whether a command states it; or what that says, if it has other words."""

    python: bool | str = True
    """Whether a method takes such values; or what that says, if it has other words."""

    typed: bool = False
    """Whether the history holds some of the values as they were typed, and the page reads them first."""

    suffix: str = "json"
    """That of the file, if it makes a new one."""

    nothing: bool = False
    """Whether it is so already, and nothing is written."""

    @property
    def name(self) -> str:
        """Which row it is."""
        values = " ".join(str(each) for each in self.values.values())
        return f"{self.action} {values} in {self.file}"


def read_rows(path):
    """The rows of a file; its first lines say how they are written."""
    _, *groups = path.read_text("utf-8").split("\n\n")
    return [
        _row_of(call, [line.strip() for line in lines if line[0] == " "])
        for lines in map(str.splitlines, groups)
        for call in lines
        if call[0] != " "
    ]


def _row_of(line, lines):
    action, _, rest = line.partition("(")
    arguments, _, file = rest.rpartition(" in ")
    keywords = ast.parse(f"call({arguments}", mode="eval").body.keywords
    stated = {keyword.arg: ast.literal_eval(keyword.value) for keyword in keywords}
    of_row = {own.name for own in fields(Row)} - ACTIONS[action].arguments.keys()
    row = {"said": (), "asked": {}, "after": {}}
    for line in lines:
        word, _, text = line.partition(" ")
        if word == "says":
            row["said"] += (text,)
        elif word == "asks":
            code, _, question = text.partition(": ")
            row["asked"][code] = question
        elif word == "refuses":
            row["refused"] = text
        elif word[-1] == ":":
            row[word[:-1]] = _value(text)
        else:
            fact, _, text = line.partition(" = ")
            row["after"][fact] = _value(text)
    row |= {name: value for name, value in stated.items() if name in of_row}
    values = {name: value for name, value in stated.items() if name not in of_row}
    return Row(action=action, file=file, values=values, **row)


def _value(text):
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _own(address):
    """A form whose fields are the parameters of its action."""

    def form(row):
        names = ACTIONS[row.action].arguments
        fields = {
            names[name].field: value if isinstance(value, list) else str(value)
            for name, value in row.values.items()
        }
        return address.format(round=row.round or 1), fields

    return form


def _result_form(row):
    values = row.values
    if "rounds" in values and "match" not in values:
        typed = {"typed": "yes"} if "replaced-results" in row.asked else {}
        fields = {"results": " ".join(values["results"]), **typed}
        return f"/results/{values['rounds']}/enter", fields
    return None


def _wish(word, values, number):
    """The button of a player in a list."""
    (player,) = values["players"]
    return f"/players/{number}/attend", {"wish": f"{word} {player}"}


def _absent_form(row):
    numbers = row.values.get("rounds")
    if numbers and row.values.keys() == {"players", "rounds"}:
        return _wish("absent", row.values, numbers[0])
    return None


def _confirm_form(row):
    word = "preliminary" if row.values.get("preliminary") else "final"
    return _wish(word, row.values, 1) if row.values["players"] else None


def _withdraw_form(row):
    if not row.values["players"] or row.values.keys() >= {"since", "delete"}:
        return None
    act = "delete" if row.values.get("delete") else "withdraw"
    since = {"since": str(row.values["since"])} if "since" in row.values else {}
    return f"/players/1/{act}", {"key": row.values["players"][0], **since}


def _condition_form(row):
    values = row.values
    if "until" in values:
        return None
    act = "release" if values.get("back") else "condition"
    fields = {name: each for name, each in values.items() if name != "back"}
    return f"/boards/{row.round}/{act}", fields


def _publish_form(row):
    values = row.values
    if "rounds" not in values or "back" in values:  # which states what it takes back
        return None
    return f"/boards/{values['rounds']}/{'freeze' if values.get('freeze') else 'publish'}", {}


def _undo_form(row):
    number = row.values.get("number")
    return None if number is None else ("/log/1/undo", {"change": str(number)})


def _numbers_form(row):
    lines = {"players": "\n".join(row.values["players"])} if "players" in row.values else {}
    fields = {name: str(each) for name, each in row.values.items()} | lines
    return f"/boards/1/{row.action}", fields | {"by": row.values.get("by", "")}


def _register_form(row):
    values = row.values
    typed = {name: str(each) for name, each in values.get("player", {}).items()}
    if "change" in values:
        return "/players/1/change", {"key": values["change"], **typed}
    if values.get("all_final"):
        return "/players/1/final", {}
    if values.get("unrated_by_grade"):
        return "/players/1/rate", {}
    return "/players/1/register", {"name": values["name"], **typed}


def _rules_form(row):
    values = row.values
    name = {"name": values["name"]} if "name" in values else {}
    fields = {**values.get("rules", {}), **values.get("event", {}), **name}
    return "/rules/1/change", {field: str(each) for field, each in fields.items()}


def _no_show_form(row):
    ways = [
        each
        for each in ("re_pair", "limited", "bye_by_rule", "forfeit", "wait")
        if each in row.values
    ]
    if len(ways) != 1:
        return None
    return f"/boards/{row.round}/noshow", {
        "players": "\n".join(row.values["players"]),
        "late": "\n".join(row.values.get("late", ())),
        ways[0]: "true",
    }


def _parameters_form(row):
    fields = row.values["parameters"]
    yes = {True: "yes", False: "no"}
    return "/rules/1/parameters", {
        name: yes[each] if isinstance(each, bool) else str(each) for name, each in fields.items()
    }


def _prizes_form(row):
    values = row.values
    return "/prizes/1/set", {"at": str(values["at"]), "was": values["was"], **values["prize"]}


FORMS = {
    **{
        name: _own(f"/boards/{{round}}/{name}")
        for name in ("swap", "pair", "unpair", "bye", "colour", "handicap", "table", "renumber")
    },
    "late": _own("/results/{round}/late"),
    **dict.fromkeys(("numbers", "schedule"), _numbers_form),
    "playoff": _own("/players/{round}/playoff"),
    "split": _own("/players/{round}/split"),
    "result": _result_form,
    "absent": _absent_form,
    "confirm": _confirm_form,
    "no-show": _no_show_form,
    "withdraw": _withdraw_form,
    "join": _own("/players/{round}/join"),
    "tables": _own("/boards/{round}/tables"),
    "condition": _condition_form,
    "publish": _publish_form,
    "undo": _undo_form,
    "register": _register_form,
    "rules": _rules_form,
    "parameters": _parameters_form,
    "prizes": _prizes_form,
}
"""The forms of the page that state the values of an action, of those that have one."""


class Base(NamedTuple):
    """A file to which rows are done."""

    value: Congress
    content: bytes
    history: bytes
    plan: bytes
    facts: dict[str, Any]


def base_of(value, folder):
    """A tournament as the file that rows begin with."""
    file = folder / "base.json"
    value = value.save(file)
    plan = plan_of(file).read_bytes() if plan_of(file).exists() else b""
    return Base(value, file.read_bytes(), History(file).path.read_bytes(), plan, facts_of(file))


def put(base, file):
    """Make a file what rows begin with."""
    file.write_bytes(base.content)
    History(file).path.write_bytes(base.history)
    plan_of(file).unlink(missing_ok=True)
    if base.plan:
        plan_of(file).write_bytes(base.plan)
    return file


def facts_of(file):
    """What is known of a tournament and beside it, each by a name of its own."""
    state = CongressState.read(file)
    tournament, found = state.tournament, {}
    for game in tournament.games:
        ending = "" if game.lacks_result else f" {game.ending}"
        stones = f" h{game.handicap}" if game.handicap else ""
        found[f"{game.round}/{game.table}"] = f"{game.white} {game.black}{stones}{ending}"
        if game.team_result is not None:
            found[f"{game.round}/{game.table} for the teams"] = game.team_result.value
    for bye in tournament.byes:
        found[f"{bye.round}/bye"] = bye.player
    for player in tournament.players:
        members = {each.name: plain(getattr(player, each.name)) for each in fields(player)}
        members |= {"preliminary": not player.final, "members": [m.key for m in player.members]}
        found[player.key] = player.name_and_grade
        found |= {f"{player.key} {name}": members[name] for name in sorted(members.keys() - IN_ONE)}
    rules = tournament.rules
    for name, part in (("rules", rules), ("event", tournament.event), ("pairing", rules.pairing)):
        found |= {f"{name} {each.name}": plain(getattr(part, each.name)) for each in fields(part)}
    del found["rules pairing"]
    found["name"] = tournament.name
    if tournament.team_play is not None:
        found |= facts_of_teams(tournament.team_play)
    for number in tournament.round_numbers:
        found[f"{number} is"] = state.publication(number).state.value
        for condition, source in state.conditions(number).items():
            pair = " ".join(sorted(condition.players))
            found[f"{number} {condition.kind.value} {pair}"] = source.why or "no reason"
    for (number, seat), claims in state.claims.items():
        results = " ".join(each.result for each in claims)
        found[f"{number} claimed {' '.join(sorted(seat))}"] = results
    found["both confirm"] = state.both_confirm
    tables = state.tables
    found |= {f"room {name}": [*each][:: len(each) - 1] for name, each in tables.rooms.items()}
    found["tables not used"] = sorted(tables.closed)
    found |= {f"{key} sits at": table for key, table in tables.fixed.items()}
    plan = plan_of(file)
    found["plan"] = plan.read_text("utf-8") if plan.exists() else ""
    return {name: each for name, each in found.items() if each not in (None, "", 0, [])}


def facts_of_teams(play):
    """What is known of teams, and of how all of them play."""
    found = {}
    for team in play.teams:
        found[f"team {team.name}"] = [[*lineup] for lineup in team.lineups]
        found[f"team {team.name} from"] = f"{team.country} {team.club}".strip()
        found[f"team {team.name} captain"] = team.captain
        if team.adjustments:
            found[f"team {team.name} adjusted"] = [
                [plain(getattr(each, entry.name)) for entry in fields(each)]
                for each in team.adjustments
            ]
        if team.roster:
            found[f"team {team.name} list"] = [*team.roster]
    found["team rules"] = (play.size, play.fewest, play.summed)
    if play.lineup_order != "list":
        found["line-ups"] = (play.lineup_order, play.rating_tolerance)
    if play.match_points_x2 != (0, 2, 4):
        found["match points"] = play.match_points_x2
    if play.forfeit_x2 is not None:
        found["of a forfeit"] = str(play.forfeit_x2)
    if play.colours != "WB":
        found["team colours"] = play.board_colours
    found["unrated"] = play.unrated
    if prizes := format_board_prizes(play).removeprefix("listed"):
        found["board prizes"] = prizes
    found["team criteria"] = [each.value for each in play.placement]
    return found


IN_ONE = {"key", "name", "first_name", "grade", "final"}
"""Fields of a player that have no fact of their own."""


def plain(value):
    """A value of a field, short enough for a row."""
    if isinstance(value, frozenset):
        return [*sorted(value)]
    if isinstance(value, tuple):
        return [*map(plain, value)]
    if type(value) in (bool, int, float, str, type(None)):
        return value
    if isinstance(value, Enum):
        return value.value
    return "" if value == {} else str(value)


def changed(before, after):
    """What differs, and what it is now."""
    names = dict.fromkeys((*before, *after))
    return {name: after.get(name) for name in names if before.get(name) != after.get(name)}


# ---- By each interface ----


def in_python(tool, row, confirmed=()):
    """What the method of an action gives, of a tournament in memory or at a desk."""
    arguments = {}
    for name, value in row.values.items():
        declared = ACTIONS[row.action].arguments.get(name)
        if declared is not None and declared.input.record:
            arguments |= value
        else:
            arguments[name] = value
    return call_in_python(tool, row.action, arguments, row.round, confirmed)


def words_of(row, file):
    """The arguments of the command."""
    more = {} if row.round is None else {"round": row.round}
    if not row.values and row.action != "draw":
        return (file, *(word for name, each in more.items() for word in (f"--{name}", each)))
    entry = SimpleNamespace(act=row.action, values={**row.values, **more}, typed=())
    return command_line(entry, file)


def form_of(row):
    """The address and the fields of the form of a row; None if there is none."""
    if row.page is None or isinstance(row.page, tuple):
        return row.page
    form = FORMS.get(row.action)
    return None if form is None else form(row)


def attempt(step, *arguments):
    """What a step gives, and why it is refused."""
    try:
        return step(*arguments), None
    except FastpairError as error:
        return None, error


def has(text, part):
    """Whether a text says something, with a capital or without."""
    return part.casefold() in " ".join(text.split()).casefold()


class Table:
    """Takes rows by Python, command and page.

    Parameters
    ----------
    bases
        The files that rows begin with, by name.
    servers
        A server of the page for a file of each, by name.
    folder
        Where files are written.
    capsys
        Hears what the command prints.
    """

    def __init__(self, bases, servers, folder, capsys):
        self.bases, self.servers, self.folder, self.capsys = bases, servers, folder, capsys

    def check(self, row):
        """Compare what comes of a row with what it states, and the interfaces with one another."""
        base = self.bases(row.file)
        files = [*self.at_a_desk(row, base), *self.by_command(row, base), *self.by_page(row, base)]
        assert files
        value = self.in_memory(row, base)
        if value is not None:
            copy = self.folder / "copy.json"
            value.save(copy)
            files.append(copy)
        for file in files:
            same = History(file).path.read_bytes() == base.history
            assert same or not (row.refused or row.nothing), file.parent.name
        assert changed(base.facts, facts_of(files[0])) == row.after
        if row.action == "draw":
            self.by_document(row, base, files[0])
        contents = [known(file, typed=row.typed) for file in files]
        for file, content in zip(files, contents, strict=True):
            assert content == contents[0], file.parent.name

    def in_memory(self, row, base):
        """The tournament after a row, which is not saved; None if no method takes its values."""
        if not row.python:
            return None
        outcome, error = attempt(in_python, base.value, row)
        if row.action == "prizes" and not row.refused:
            assert "use `Desk` of a file" in str(error)
            return None
        if row.refused:
            check_refusal(row.python, row, error)
            return None
        if error is not None:
            raise error
        assert [each.code for each in outcome.questions] == [*row.asked]
        for question in outcome.questions:
            assert has(str(question), row.asked[question.code])
        if row.asked:
            with pytest.raises(UnconfirmedError):
                outcome.congress  # noqa: B018
            outcome = in_python(base.value, row, [*row.asked])
        for each in row.said:
            assert has("\n".join((*outcome.messages, *outcome.remarks)), each), outcome.messages
        return outcome.congress

    def at_a_desk(self, row, base):
        if not row.python:
            return
        file = self.file_of(base, "desk")
        outcome, error = attempt(in_python, Desk(file), row)
        if row.refused:
            check_refusal(row.python, row, error)
        elif row.asked:
            assert isinstance(error, UnconfirmedError)
            assert all(has(str(error), each) for each in row.asked.values())
            assert [each.code for each in error.questions] == [*row.asked]
            assert file.read_bytes() == base.content
            assert History(file).path.read_bytes() == base.history
            outcome = in_python(Desk(file), row, [*row.asked])
        elif error is not None:
            raise error
        if outcome is not None:
            for each in row.said:
                assert has("\n".join((*outcome.messages, *outcome.remarks)), each)
            check_last_line(file)
        yield file

    def by_command(self, row, base):
        if not row.command or ACTIONS[row.action].page_only:
            return
        file = self.file_of(base, "command")
        words = [row.action, *words_of(row, file)]
        status, out, err = self.run(*words)
        if row.refused:
            assert (status, out, err.count("\n")) == (2, "", 1)
            assert has(err, row.refused if row.command is True else row.command), err
        elif row.asked:
            assert status == 2
            assert all(has(err, each) for each in row.asked.values()), err
            flags = [
                "--without-results" if code == "out-of-turn" else "--even-so" for code in row.asked
            ]
            assert any(flag in err for flag in flags), err
            assert file.read_bytes() == base.content
            assert History(file).path.read_bytes() == base.history
            status, out, err = self.run(*words, *dict.fromkeys(flags))
        if not row.refused:
            assert status in (0, 1), err
            for each in row.said[row.action == "draw" :]:  # which shows the boards instead
                assert has(out + err, each), (out, err)
        yield file

    def by_page(self, row, base):
        form = form_of(row)
        if form is None:
            return
        browser, file = self.servers(row.file)
        put(base, file)
        address, fields = form
        browser.look(address.rpartition("/")[0])
        if row.action == "no-show":  # a form states which boards it has shown
            *_, way = fields
            shown = no_shows(browser.get(address, params={"key": row.values["players"][0]}))
            assert row.refused or way in shown
            fields = {**fields, "shown": shown.get(way, "")}
        answer = browser.send(address, fields)
        expected = (row.refused,) if row.refused else row.said
        if row.on_page is not None:
            expected = (row.on_page,)
        if row.refused:
            assert is_refused(answer), said(answer)
        elif row.asked:
            assert is_refused(answer), said(answer)
            questions = expected if row.on_page is not None else row.asked.values()
            assert all(has(said(answer), each) for each in questions), said(answer)
            expected = ()
            assert file.read_bytes() == base.content
            assert History(file).path.read_bytes() == base.history
            hidden = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.text)
            answer = browser.send(address, {name: unescape(text) for name, text in hidden})
        if not row.refused:
            assert not is_refused(answer), said(answer)
        for each in expected:
            assert has(said(answer) or answer.text, each), said(answer)
        yield file

    def by_document(self, row, base, file):
        """Compare the draw of the JSON document that the file is, which has no history."""
        if "redraw" in row.values:  # which rests on the history
            return
        asked = {**row.values, "round": row.round}
        document = json.loads(base.content) | {"draw": asked}
        found, error = attempt(draw_document, document)
        if row.refused:
            assert has(str(error), row.in_json or row.refused), error
            return
        if error is not None:
            raise error
        played = read(file).tournament.round(row.round)
        before = {game.pair for game in base.value.tournament.round(row.round).games}
        pairs = {frozenset((each["white"], each["black"])) for each in found["boards"]}
        games = {game.pair for game in played.games}
        assert games - before <= pairs <= games
        # Of a cup, in which who rests has a bye.
        free = {found["bye"], *found.get("resting", ())} - {None}
        assert free == {*played.byes}

    def file_of(self, base, interface):
        """A new file that a row begins with."""
        file = self.folder / interface / "evening.json"
        file.parent.mkdir(exist_ok=True)
        return put(base, file)

    def run(self, *words):
        """Run a command; its status, output and errors."""
        status = main([str(word) for word in words])
        return status, *self.capsys.readouterr()


def is_refused(answer):
    return 'class="message refused' in answer.text or 'aria-invalid="true"' in answer.text


def check_last_line(file):
    """What the history says last can be said in other languages."""
    entries = CongressState.read(file).timeline.entries
    if entries and not entries[-1].is_draw:
        sentence = entries[-1].sentence
        assert isinstance(sentence, Sentence), sentence
        missing = {forms[0] for forms in sentence.texts} - {*language("de").texts}
        assert not missing, sentence
        assert sentence.texts, sentence


def check_refusal(stated, row, error):
    """Compare why Python refuses a row."""
    assert error is not None
    assert not isinstance(error, UnconfirmedError)
    assert has(str(error), row.refused if stated is True else stated), error


def known(file, *, typed):
    """All that the facts of a tournament are read from, without what each interface has of its own.

    That is when, and by which interface, a change was made, and what was typed there.
    """
    plan = plan_of(file)
    lines = [
        replace(entry, time="", door="", typed=(), values={} if typed else entry.values)
        for entry in History(file).entries()
    ]
    return file.read_bytes(), lines, plan.exists() and plan.read_bytes()


def fixtures(files):
    """The fixtures of a table whose rows begin with some files."""

    @pytest.fixture(scope="module")
    def bases(tmp_path_factory):
        return cache(lambda name: base_of(files[name](), tmp_path_factory.mktemp(name)))

    @pytest.fixture(scope="module")
    def servers(bases, tmp_path_factory):
        with ExitStack() as stack:
            yield Servers(bases, tmp_path_factory.mktemp("pages"), stack)

    @pytest.fixture
    def table(bases, servers, tmp_path, capsys):
        return Table(bases, servers, tmp_path, capsys)

    return bases, servers, table


class Servers:
    """A server of the page for a file of each kind, which are started when they are needed."""

    def __init__(self, bases, folder, stack):
        self.bases, self.folder, self.stack, self.browsers = bases, folder, stack, {}

    def __call__(self, name):
        """A browser of the director, and the file that it shows."""
        if name not in self.browsers:
            file = self.folder / name / "evening.json"
            file.parent.mkdir(parents=True)
            put(self.bases(name), file)
            browser = self.stack.enter_context(director_of(file))
            self.browsers[name] = browser, file
        return self.browsers[name]
