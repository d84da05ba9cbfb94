"""A tournament of Python's own values as a whole one, and as bytes with its history."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from random import Random
from zipfile import ZipFile

import pytest
from hypothesis import given

from builders import game, player
from fastpair import (
    Bye,
    Congress,
    Desk,
    InputError,
    Result,
    Rules,
    Tournament,
    draw_round,
    standings,
)
from fastpair.app.embedding.methods import Actions
from fastpair.app.history.timeline import History
from fastpair.errors import FastpairError, FormatError, RuleError
from fastpair.formats import FORMATS
from team_tournaments import entered
from whole_tournaments import whole_tournaments

PLAYERS = tuple(player(name, -place) for place, name in enumerate(["ANN", "BO", "CY", "DI", "ED"]))


def played():
    """A tournament in Python whose first round has results, and whose second one is drawn."""
    now = Tournament(name="Evening", rules=Rules(rounds=3), players=PLAYERS)
    now = draw_round(now, 1).applied_to(now).with_results(1, dict.fromkeys((1, 2), Result.JIGO))
    return draw_round(now, 2).applied_to(now)


def with_history():
    """A tournament with changes of each kind behind it."""
    value = Congress.of(played()).publish(round=2).congress
    value = value.condition("forbid", ["ANN", "ED"], round=3).congress
    value = value.results(2, {1: "1-0", 2: "0-1"}).congress
    value = value.tables(closed="3").congress.undo().congress
    return value.draw(3).congress


@given(whole_tournaments())
def test_a_tournament_of_values_is_a_whole_one(tournament):
    """All that it has but what the format says it holds otherwise; from bytes and in memory."""
    event = tournament.event
    if event.begins and event.ends and event.ends < event.begins:  # no form takes that
        tournament = replace(tournament, event=replace(event, ends=None))
    value = Congress.of(tournament)
    if not value.notes:
        assert value.tournament == tournament
    assert Congress.from_bytes(value.to_bytes()) == value


def test_rounds_of_values_go_on_in_a_file(tmp_path):
    """Results and byes are there, the draw is that of the tournament, and the file is one of any format."""
    now = played()
    value = Congress.of(now)
    assert (value.remarks, value.notes) == ((), ())
    assert value.tournament == now
    assert value.tournament.byes == now.byes != ()
    assert value.standings().rows == standings(now, 1).rows
    assert value.published == {1}
    assert value.history == ("Evening: 3 rounds, floor 20k, bar 4d, 5 players",)
    results = dict.fromkeys((1, 2), Result.WHITE_WINS)
    assert (
        value.results(2, results).congress.draw(3).draw.boards
        == draw_round(now.with_results(2, results), 3).boards
    )
    for form in ("fastpair", "opengotha", "pairgoth"):
        file = tmp_path / f"evening{FORMATS[form].suffixes[0]}"
        saved = Congress.of(now, format=form).save(file)
        assert len(saved.tournament.games) == len(now.games)
        assert len(saved.tournament.byes) == len(now.byes)
        assert Congress.open(file) == saved


def test_what_no_new_tournament_may_be_is_refused():
    twice = (*PLAYERS, PLAYERS[0])
    for wrong, message in (
        (Tournament(players=twice, doubtful=True), "2 players have the key"),
        (
            Tournament(players=PLAYERS, games=(game(1, 1, "ANN", "NOBODY"),), doubtful=True),
            "NOBODY",
        ),
        (
            Tournament(players=PLAYERS, byes=(Bye(round=9, player="ANN"),), doubtful=True),
            "round 9",
        ),
    ):
        with pytest.raises(RuleError, match=message):
            Congress.of(wrong)
    with pytest.raises(RuleError, match="must be a format"):
        Congress.of(played(), format="word")
    with pytest.raises(RuleError, match="expected a Tournament, got 'Evening'"):
        Congress.of("Evening")


def test_teams_of_values_play_on():
    teams = entered()
    value = Congress.of(teams)
    assert value.tournament == teams
    value = value.draw(1).congress
    assert Congress.from_bytes(value.to_bytes()) == value
    assert value.tournament.games


def test_bytes_are_the_files_that_save_would_write(tmp_path):
    """Line by line; and unpacked, they are a tournament that a desk opens."""
    value = with_history()
    value.save(tmp_path / "tournament.json")
    with ZipFile(BytesIO(value.to_bytes())) as archive:
        names = archive.namelist()
        assert names == ["tournament.json", "tournament.json.history"]
        for name in names:
            assert archive.read(name) == (tmp_path / name).read_bytes()
        archive.extractall(tmp_path / "unpacked")
    desk = Desk(tmp_path / "unpacked" / "tournament.json")
    assert desk.congress == value
    desk.undo()


def test_what_comes_from_bytes_goes_on(tmp_path):
    """It is undone to the same tournament, and saved with all of its history."""
    value = with_history()
    again = Congress.from_bytes(value.to_bytes())
    assert (again, again.history, again.published) == (value, value.history, value.published)
    for each in (value, again):
        former = each.undo().congress.undo(confirmed=["published-boards"]).congress
        former.save(tmp_path / f"{id(each)}.json")
    one, other = (Congress.open(tmp_path / f"{id(each)}.json") for each in (value, again))
    assert one.tournament == other.tournament
    assert one.tournament != value.tournament
    with pytest.raises(RuleError, match="name the file"):
        again.save()
    opened = Congress.open(tmp_path / f"{id(value)}.json")
    assert Congress.from_bytes(opened.to_bytes()) == opened


def test_the_plan_of_prizes_is_in_the_bytes(tmp_path):
    file = tmp_path / "evening.json"
    Congress.of(played()).save(file)
    value = Desk(file).prizes(0, "", prize={"name": "Cup"}).congress
    Congress.from_bytes(value.to_bytes()).save(tmp_path / "copy.json")
    assert "Cup" in (tmp_path / "copy.json.prizes.toml").read_text("utf-8")


def test_a_history_with_lines_that_cannot_be_read_stays_as_it_is(tmp_path):
    file = tmp_path / "evening.json"
    with_history().save(file)
    history = History(file).path
    lines = history.read_bytes().splitlines(keepends=True)
    lines[2] = b"{ nothing \n"
    history.write_bytes(b"".join(lines))
    value = Congress.open(file)
    assert Congress.from_bytes(value.to_bytes()) == value
    with ZipFile(BytesIO(value.to_bytes())) as archive:
        assert archive.read("evening.json.history") == history.read_bytes()
    copy = value.save(tmp_path / "copy.json")
    assert History(tmp_path / "copy.json").path.read_bytes() == history.read_bytes()
    assert copy.rules(place="Ulm").congress.save() == Congress.open(tmp_path / "copy.json")


def test_damaged_bytes_are_refused_in_one_line():
    """Wherever a byte is another one, or the end is missing: or nothing has come of it."""
    value, random = with_history(), Random(3)
    content = value.to_bytes()
    refused = 0
    places = {0, 10, len(content) - 1, *random.sample(range(len(content)), 150)}
    for place in sorted(places):
        for damaged in (
            content[:place],
            content[:place] + bytes([content[place] ^ (1 << place % 8)]) + content[place + 1 :],
        ):
            error = refusal_of(damaged, value)
            assert error is None or (error.startswith("bytes: ") and "\n" not in error)
            refused += error is not None
    assert refused > 250


def refusal_of(content, value):
    """Why bytes are refused; None if they are those of a tournament, which must be this one."""
    try:
        assert Congress.from_bytes(content) == value
    except FormatError as error:
        return str(error)
    return None


def test_other_bytes_are_refused():
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        archive.writestr("tournament.json", "{}")
    newer = BytesIO(with_history().to_bytes())
    with ZipFile(newer, "a") as archive:
        archive.comment = archive.comment.replace(b"congress 1", b"congress 2")
    for wrong, message in (
        (b"", "was not made by `Congress.to_bytes`, or is damaged"),
        (b'{"format": "fastpair-tournament"}', "was not made by `Congress.to_bytes`"),
        (stream.getvalue(), "was not made by `Congress.to_bytes`"),
        (newer.getvalue(), "is of a newer version of fastpair"),
    ):
        with pytest.raises(FormatError, match=message):
            Congress.from_bytes(wrong)
    for wrong in ("text", None, 3):
        with pytest.raises(FastpairError, match="expected bytes, got "):
            Congress.from_bytes(wrong)
    assert Congress.from_bytes(memoryview(with_history().to_bytes())).tournament.games


def test_a_list_that_does_not_say_its_encoding_is_refused(tmp_path):
    """It would be another tournament when it comes back."""
    file = tmp_path / "entries.csv"
    file.write_bytes("name,first name,grade\nИванов,Ян,1k\n".encode("koi8_r"))
    with pytest.raises(RuleError, match=r"save it as a \.json first"):
        Congress.open(file, encoding="koi8_r").to_bytes()
    plain = tmp_path / "plain.csv"
    plain.write_bytes("name,first name,grade\nDvořák,Ota,1k\n".encode())
    value = Congress.open(plain)
    assert Congress.from_bytes(value.to_bytes()) == value


def test_a_prize_is_planned_by_its_name(tmp_path):
    file = tmp_path / "evening.json"
    Congress.new("Evening", rounds=1).save(file)
    desk = Desk(file)
    for name, prize in (("", {"name": "Cup"}), ("", {"name": "Jug"}), ("Cup", {"name": "Pot"})):
        desk.set_prize(name, prize=prize)
    plan = (tmp_path / "evening.json.prizes.toml").read_text("utf-8")
    assert re.findall('name = "(.*)"', plan) == ["Pot", "Jug"]
    with pytest.raises(InputError, match="no prize 'Cup'"):
        desk.set_prize("Cup")
    desk.set_prize("Pot")
    assert [name for name in vars(Actions) if "prize" in name] == ["set_prize", "prizes"]
    assert "``set_prize``" in Actions.prizes.__doc__  # by a place, as the form of the page has it
    assert "Pot" not in (tmp_path / "evening.json.prizes.toml").read_text("utf-8")
