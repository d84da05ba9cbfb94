"""Actions: the history holds what they are repeated from, and each interface states the same."""

from __future__ import annotations

import shutil
from dataclasses import fields, replace
from random import Random

import pytest

from commands import do
from congress_files import CHANGES
from fastpair.app.actions import ACTIONS
from fastpair.app.actions.apply import EVERYTHING_KNOWN, Call, Origin
from fastpair.app.actions.locking import LockedFile
from fastpair.app.draws.request import Request
from fastpair.app.history.entries import entry_facts
from fastpair.app.history.state import CongressState, HistoryFacts
from fastpair.app.history.timeline import History
from fastpair.errors import FastpairError
from fastpair.formats import read
from fastpair.go.tournament import Grade, Player, Team, TeamPlay, Tournament
from fastpair.sentences import message_from, message_parts, phrase, phrase_many
from fastpair.ui.cli.actions import command_line
from pages import director_of
from profiles import few

ROUND = 2

LISTED = Tournament(
    players=(
        Player(key="LISTEDONE", name="Listed", first_name="One", grade=Grade.parse("1d")),
        Player(key="LISTEDTWO", name="Listed", first_name="Two", grade=Grade.parse("4k")),
    ),
    team_play=TeamPlay(
        teams=(Team(key="1", name="Listed", lineups=(("LISTEDTWO", "LISTEDONE"),)),)
    ),
)


@pytest.fixture
def congress(tmp_path):
    """Sixteen players, of whom the first round is played and the second one drawn; two have no game."""
    file = tmp_path / "congress.json"
    do("generate", "--players", "16", "--rounds", "4", "--play", "1", "--output", file)
    players = read(file).tournament.players
    do("absent", file, players[3].key, players[9].key, "--round", "2")
    do("draw", file, "--write")
    do("present", file, players[3].key, players[9].key, "--round", "2", "--even-so")
    return file


def values_of(file, random):
    """Values for each action, some of which are refused."""
    return values_for(read(file).tournament, random)


def values_for(tournament, random):
    """Values for each action on a tournament, some of which are refused."""
    keys = [player.key for player in tournament.players]
    played = tournament.round(ROUND)
    waiting = [player.key for player in tournament.to_pair(ROUND)]
    tables = [game.table for game in played.games] or [1]
    waiting = waiting if len(waiting) > 1 else keys
    pair = random.sample(keys, 2)
    table = random.choice(tables)
    return {
        **_of_attendance(random, *pair),
        **_of_boards(random, *pair, waiting),
        **_of_tables(random, *pair, table, tables),
        **_of_the_event(random),
        **_of_players(random, *pair),
        **_of_rounds(random, *pair),
        "draw": {"round": ROUND, **random.choice(_draws(played.games, *pair))},
    }


def _of_attendance(random, one, other):
    return {
        "absent": {"players": [one], "rounds": [random.randint(2, 4)]},
        "present": {"players": [one, other], "since": random.randint(2, 4)},
        "deadline": {
            "time": random.choice(["2026-05-01 11:45", "2099-05-01 11:45", ""]),
            "rounds": random.randint(2, 4),
        },
        "confirm": {"players": [one], "preliminary": random.random() < 0.3},
        "withdraw": {"players": [one], "since": 3},
        "join": {"players": [one, other], "name": "The Pair"},
        "split": {"pair": one},
    }


def _of_boards(random, one, other, waiting):
    return {
        "swap": {"one": one, "other": other},
        "pair": dict(zip(("one", "other"), random.sample(waiting, 2), strict=True)),
        "late": {"player": random.choice(waiting)},
        "bye": {"player": one},
    }


def _of_tables(random, one, other, table, tables):
    return {
        "unpair": {"table": table},
        "colour": {"table": table},
        "handicap": {"table": table, "stones": random.choice([0, 2, 9])},
        "table": {"table": table, "new": random.choice([*tables, 40])},
        "renumber": {},
        "numbers": {"by": random.choice(["lot", "varma", "rating", "entry"]), "seed": 1},
        "schedule": {"publish": random.choice([True, False])},
        "mark": {"kind": random.choice(["checked", "sent"]), "about": "x"},
        "claim": {
            "table": table,
            "rounds": ROUND,
            "result": random.choice(["1-0", "0-1"]),
            "phone": random.choice(["a", "b"]),
        },
        "phones": {"both": random.random() < 0.5},
        "publish": {"rounds": ROUND, "back": random.random() < 0.4},
        "tables": random.choice(
            [
                {"room": ["Hall=1-9"], "closed": "4"},
                {"room": [""], "closed": ""},
                {"player": one, "at": 5},
            ]
        ),
        "condition": {
            "kind": random.choice(["forbid", "prefer", "prefer-not"]),
            "players": [one, other],
            "why": random.choice([None, "family"]),
            "until": random.choice([None, 4]),
        },
        "result": {
            "results": [str(table), random.choice(["1-0", "0-1", "1/2", "0-1!", "?"])],
            "rounds": ROUND,
        },
    }


def _of_the_event(random):
    return {
        "rules": {
            "rules": random.choice([{"bar": "2d"}, {"rounds": 5}, {"groups": "3d,1d"}]),
            "event": random.choice([{}, {"begins": "2027-05-01"}]),
            "name": random.choice([None, "Open"]),
        },
        "parameters": {"parameters": {"deterministic": random.random() < 0.5}},
        "prizes": {
            "at": 0,
            "was": random.choice(["", "First"]),
            "prize": random.choice([None, {"name": "First", "count": "3"}]),
        },
    }


def _of_players(random, one, other):
    return {
        "register": random.choice(
            [
                {"name": f"New{random.randint(0, 99)}", "player": {"grade": "2k"}},
                {"change": one, "player": {"club": f"Club {random.randint(0, 9)}"}},
                {"change": one, "player": {"final": random.random() < 0.5}},
                {"all_final": True},
                {"entries": entry_facts(LISTED)},
                {"ratings": {"title": "EGF", "ratings": {one: random.randint(900, 2400)}}},
            ]
        ),
        "complete": {"players": {one: {"egf_pin": f"{random.randint(0, 9):08}"}}},
        "identify": {
            "title": "EGF",
            "players": {one: {"egf_pin": f"{random.randint(0, 9):08}"}, other: {}},
            "numbers": {one: f"{random.randint(0, 9):08}"},
            "without": {other: ["egf_pin"]},
        },
        "team": random.choice(
            [
                {"name": "Lyon", "players": [one, other], "since": 3},
                {"name": "Lyon", "rename": "Bron"},
                {"name": "Bron", "delete": True},
                {"boards": 2, "fewest": 1, "summed": False},
                {"order": "rating", "tolerance": 50},
            ]
        ),
        "lineup": random.choice(
            [{"team": "Lyon"}, {"team": "Lyon", "players": [other, one], "rounds": 3}]
        ),
        "lineups": {"time": "23:59", "rounds": 2},
        "captain": {"team": "1", "rounds": 3, "players": [one, other]},
        "adjust": {"team": "Lyon", "match_points": random.choice([-1.0, 0.5, 0.0]), "rounds": 2},
    }


def _of_rounds(random, one, other):
    return {
        "no-show": {"players": [one], random.choice(["forfeit", "wait", "re_pair"]): True},
        "undo": random.choice([{}, {"number": random.randint(1, 90)}]),
        "redo": {},
        "playoff": {"winner": one, "loser": other},
        "bonus": {"player": one, "points": random.choice([0.5, 1.0]), "rounds": 1},
    }


def _draws(games, one, other):
    return [
        {"redraw": True, "seed": 3, "model": "godraw2015"},
        {"keep_most": True, "absent": [one]},
        {"fewest": True, "constraints": {"forbid": [[one, other]], "rematches": True}},
        {"discard_all": True, "system": {"system": "swiss", "seeding": "fold"}},
        {"discard": [[games[0].white, games[0].black]]}
        if games
        else {"conditions": [["prefer", one, other, True, "friends"]]},
        {"free": True, "conditions": [["forbid", one, other, True, "asked about"]]},
    ]


def perform(file, name, values, *, number=ROUND, even_so=True):
    """Perform an action on a file."""
    confirmed = EVERYTHING_KNOWN if even_so else frozenset()
    call = Call(action=name, values=values, round=number, confirmed=confirmed)
    with LockedFile.opened(file) as locked:
        done = locked.do(call, Origin("command"), lambda _: None)
    check_is_read_again(done.state, CongressState.read(file))


def check_is_read_again(state, read):
    """The state after a change is the one that its file and history are read as."""
    assert state.timeline == read.timeline
    assert {*state.tournament.players} == {*read.tournament.players}
    for each in fields(HistoryFacts):
        assert getattr(state, each.name) == getattr(read, each.name), each.name


def test_values_are_given_for_each_action(congress):
    assert values_of(congress, Random(1)).keys() == {*CHANGES}


@pytest.mark.parametrize("seed", few(range(3), 1, ci=1))
def test_the_history_alone_repeats_every_action(congress, seed):
    """Each state of a congress of random actions comes again to the byte."""
    random, performed = Random(seed), 0
    first = congress.with_name("first.json")
    shutil.copy(congress, first)
    shutil.copy(History(congress).path, History(first).path)
    length = len(History(congress).entries())
    states = []
    name = ""
    for _ in range(90):
        again = ["redo"] * 60 if name == "undo" else []
        name = random.choice([*CHANGES, "draw", "draw", "undo", "undo", *again])
        try:
            perform(congress, name, values_of(congress, random)[name])
        except FastpairError:
            continue
        states.append(congress.read_bytes())
    entries = History(congress).entries()[length:]
    assert len({entry.act for entry in entries}) >= 17
    acts = [entry.act for entry in entries]
    assert acts.count("draw") > 1
    assert {"undo", "redo"} <= {*acts}
    for entry in entries:
        values = dict(entry.values)
        even_so, number = values.pop("even_so", False), values.pop("round", None)
        perform(first, entry.act, values, number=number, even_so=even_so)
        again = History(first).entries()[-1]
        assert (again.act, again.values, again.said) == (entry.act, entry.values, entry.said)
        assert (again.changes, again.after, again.details) == (
            entry.changes,
            entry.after,
            entry.details,
        )
        performed += 1
    assert performed > 9
    assert first.read_bytes() == congress.read_bytes() == states[-1]


def submit(file, address, form):
    """Submit a form of the page."""
    with director_of(file) as browser:
        browser.look(address.rpartition("/")[0])
        browser.do(address, **form)


def repeat(name, congress, copy):
    """Let the command do to a copy what the page has done."""
    words = command_line(History(congress).entries()[-1], copy)
    do(name, copy, *words[1:])
    page, command = History(congress).entries()[-1], History(copy).entries()[-1]
    assert page.values == command.values
    assert (page.act, page.said, page.changes) == (command.act, command.said, command.changes)
    assert (page.details, page.after) == (command.details, command.after)


def test_undo_and_redo_of_the_page_are_those_of_the_command(congress):
    """Of the last change to the byte, and of an earlier one alone."""
    do("colour", congress, "1")
    do("colour", congress, "2")
    copy = congress.with_name("copy.json")
    shutil.copy(congress, copy)
    shutil.copy(History(congress).path, History(copy).path)
    last = len(History(congress).entries())
    for act, address, form in [
        ("undo", "/log/1/undo", {"change": str(last)}),
        ("redo", "/log/1/redo", {"change": str(last + 1)}),
        ("undo", "/log/1/undo", {"change": str(last - 1)}),
    ]:
        submit(congress, address, form)
        assert History(congress).entries()[-1].act == act
        repeat(act, congress, copy)
    assert [e.values for e in History(congress).entries()[-3:]] == [
        {"number": last},
        {},
        {"number": last - 1},
    ]


DRAWS = [
    ({"redraw": "true", "limit_scores": "false"}, "draw"),
    ({"keep_most": "true", "without_results": "true"}, "draw"),
    ({"keep_most": "true", "fewest": "true"}, "draw"),
    ({"kind0": "forbid", "one0": 0, "other0": 1, "kind1": "drop", "one1": 3}, "apply"),
]


@pytest.mark.parametrize(("form", "address"), DRAWS)
def test_a_draw_is_recorded_by_its_values(form, address, congress):
    """The command that the log names does the same as the page; of conditions it states the rules alone."""
    keys = [player.key for player in read(congress).tournament.players]
    copies = [congress.with_name(name) for name in ("copy.json", "again.json")]
    for copy in copies:
        shutil.copy(congress, copy)
        shutil.copy(History(congress).path, History(copy).path)
    fields = {name: keys[v] if isinstance(v, int) else v for name, v in form.items()}
    with director_of(congress) as browser:
        browser.look("/boards/2")
        browser.do(f"/boards/2/{address}", **fields, players_know="yes")
    entry = History(congress).entries()[-1]
    assert (entry.act, entry.typed, entry.values["round"]) == ("draw", (), ROUND)
    perform(copies[1], "draw", entry.values, number=entry.values["round"], even_so=False)
    again = History(copies[1]).entries()[-1]
    assert (again.values, again.said, again.changes) == (entry.values, entry.said, entry.changes)
    assert (again.details, again.after) == (entry.details, entry.after)
    if address == "draw":
        do("draw", *command_line(entry, copies[0]))
        command = History(copies[0]).entries()[-1]
        assert (command.values, command.details) == (entry.values, entry.details)
        assert (command.changes, command.after) == (entry.changes, entry.after)
    else:
        assert {"--forbid", "--absent"} <= {*command_line(entry, copies[0])}


def test_a_history_without_values_of_draws_is_read(congress):
    """Former versions recorded the arguments of the command alone."""
    history, words = History(congress), (str(congress), "--write")
    entries = [
        replace(entry, values={}, typed=words) if entry.act == "draw" else entry
        for entry in history.entries()
    ]
    history.path.write_bytes(b"".join(entry.line() for entry in entries))
    assert [command_line(e, congress) for e in history.entries() if e.act == "draw"] == [words]
    do("draw", congress, "--keep-most", "--write")
    assert history.entries()[-1].values == {"keep_most": True, "round": ROUND}


def test_a_history_without_values_of_an_undo_is_read(congress):
    """Former versions recorded its arguments alone."""
    do("colour", congress, "1")
    drawn = congress.read_bytes()
    do("undo", congress)
    history, words = History(congress), (str(congress), "5")
    *others, last = history.entries()
    lines = [*others, replace(last, values={}, typed=words)]
    history.path.write_bytes(b"".join(entry.line() for entry in lines))
    assert command_line(history.entries()[-1], congress) == words
    do("redo", congress)
    assert congress.read_bytes() == drawn


def test_what_a_request_states_comes_back(congress):
    for seed in range(30):
        values = values_of(congress, Random(seed))["draw"]
        request = Request.from_values(values)
        assert Request.from_values(request.values) == request


def test_a_required_field_and_a_wrong_number_are_refused():
    with pytest.raises(FastpairError, match="nothing in its field 'table'"):
        ACTIONS["handicap"].parse({"stones": "3"}, {})
    with pytest.raises(FastpairError, match=r"must be a whole number, not '3.5'"):
        ACTIONS["handicap"].parse({"table": "1", "stones": "3.5"}, {})
    with pytest.raises(FastpairError, match=r"must be points such as 0.5, not '0.25'"):
        ACTIONS["bonus"].parse({"key": "A", "points": "0.25"}, {"rounds": 1})
    assert ACTIONS["handicap"].parse({"table": "1", "stones": "0"}, {}) == {"table": 1, "stones": 0}


@pytest.mark.parametrize(
    ("action", "form", "values"),
    [
        ("join", {"players": " A 1\r\n\nB 2", "name": ""}, {"players": ["A 1", "B 2"]}),
        ("redo", {"numbers": "3\n12"}, {"numbers": [3, 12]}),
        # an empty field clears a text that can be empty, and a switch that can be unknown
        ("tables", {"room": "", "closed": "", "at": ""}, {"room": [""], "closed": ""}),
        ("team", {"summed": "\non", "club": "", "rename": ""}, {"summed": True, "club": ""}),
        ("team", {"summed": "", "boards": "3"}, {"summed": False, "boards": 3}),
        # no form states what is read of a file
        ("register", {"entries": "x", "ratings": "x", "all_final": "yes"}, {"all_final": True}),
    ],
)
def test_what_a_form_states(action, form, values):
    assert ACTIONS[action].parse(form, {}) == values


def test_a_sentence_comes_back_from_its_parts():
    boards = phrase_many("{count} board", "{count} boards", 2)
    said = phrase("round {round} published: {boards}", round=3, boards=boards)
    forms, values = message_parts(said)
    found = message_from([list(forms), values], str(said))
    assert (found, found.texts) == (said, said.texts)
    assert message_parts("a plain text") == ()


@pytest.mark.parametrize(
    "parts",
    [
        [],
        [[]],
        [["{x:>99999999999}"], {"x": 1}],
        [["{x.real}"], {"x": 1}],
        [["{y}"], {"x": 1}],
        [["other"], {}],
        3,
    ],
)
def test_parts_that_are_no_such_sentence_leave_the_text(parts):
    assert type(message_from(parts, "what was said")) is str


def test_a_form_that_another_language_might_choose_is_looked_at_too():
    parts = [["{count} board", "{count:>99999999999}"], {"count": 1}]
    assert type(message_from(parts, "1 board")) is str
