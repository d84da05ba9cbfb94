"""Players who are identified in a rating list, on the page and by the command."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from fastpair.app.history.state import CongressState
from fastpair.app.rounds.next_step import Finish
from fastpair.ui.web.rendering import id_of
from pages import director_of
from planted_faults import planted, save_tournament
from schemas import validator


@pytest.fixture
def case(tmp_path):
    _, players, doubts, decisions = planted(tmp_path, "EGF")
    file = save_tournament(tmp_path, "EGF", players)
    (tmp_path / "EGF.txt").rename(tmp_path / "egf.ratings")
    return file, tmp_path / "egf.ratings", doubts, {k: v for k, v in decisions.items() if v}


def rows(text):
    """The fields of players in a table, with the decisions that each of them offers."""
    selects = re.findall(r'<select name="(row-[^"]+)".*?</select>', text, re.S)
    return {name.removeprefix("row-") for name in selects}


def test_the_page_asks_about_the_doubtful_alone_and_finish_about_nobody(case):
    file, _, doubts, decisions = case
    with director_of(file) as director:
        assert "Identify players" in director.get("/files/1").text
        page = director.get("/lists/1/identify", params={"title": "EGF"})
        doubtful = {key for key, each in doubts.items() if each}
        assert rows(page.text) == {id_of("p", key) for key in doubtful}
        assert f"{len(doubts) - len(doubtful)} players are sure" in page.text
        fields = {f"row-{id_of('p', key)}": each for key, each in decisions.items()}
        said = director.do("/lists/1/identify", title="EGF", **fields)
        assert f"{len(doubts)} players settled with the list of the EGF" in said
        page = director.get("/lists/1/identify", params={"title": "EGF"})
        assert f"{len(doubts) - 1} players are settled" in page.text  # one entry was deleted
        assert 'class="badge warn"' not in page.text.partition('id="identities"')[2]
        finish = director.get("/files/1").text
        assert "player incomplete" not in finish
        assert "without a number" not in finish
        assert "is cut to" not in finish
        assert "are cut to" not in finish
        assert not Finish.of(CongressState.read(file)).lacking
        updates = director.get("/lists/1/update_ratings", params={"title": "EGF"})
        assert "keeps rating" not in updates.text
        assert "not in the list" not in updates.text
        number = len(CongressState.read(file).timeline.entries)
        director.do("/lists/1/undo", change=str(number))
        page = director.get("/lists/1/identify", params={"title": "EGF"})
        assert rows(page.text) == {id_of("p", key) for key in doubtful}


def test_same_for_all_like_this_and_what_is_wrong_keeps_what_was_chosen(case):
    file, _, doubts, _ = case
    with director_of(file) as director:
        said = director.do("/lists/1/identify", title="EGF", **{"all-order": "list"})
        exchanged = [key for key, each in doubts.items() if each == {"order"}]
        tournament = CongressState.read(file).tournament
        assert not {*exchanged} & {*tournament.by_key}
        assert "first name" in said
        page = director.get("/lists/1/identify", params={"title": "EGF"})
        assert "Names exchanged" not in page.text
        answer = director.send(
            "/lists/1/identify", {"title": "EGF", "all-twice": "keep", "all-club": "keep"}
        )
        assert "cannot both be the player" in unescape(answer.text)
        assert '<option value="keep" selected>' in answer.text


def test_the_table_is_shown_again_if_players_were_changed_meanwhile(case):
    file, _, _, _ = case
    with director_of(file) as director, director_of(file) as other:
        director.look()
        key = CongressState.read(file).tournament.players[0].key
        other.do("/players/1/change", key=key, club="Ulm")
        answer = director.send("/lists/1/identify", {"title": "EGF", "all-order": "list"})
        assert "somebody has changed players meanwhile" in answer.text.lower()
        assert not CongressState.read(file).identities


def test_the_command_decides_by_options_and_by_a_spreadsheet(case, run, tmp_path):
    file, source, doubts, decisions = case

    def cli(*words):
        status, output, errors = run(*words)
        assert not status, errors
        return output

    shown = cli("identify", file, source)
    doubtful = [key for key, each in doubts.items() if each]
    assert f"{len(doubtful)} doubtful, {len(doubts) - len(doubtful)} sure" in shown
    table = tmp_path / "table.csv"
    cli("identify", file, source, "--alike", "order=list", "--csv", table)
    lines = table.read_text("utf-8-sig").splitlines()
    place = lines[0].split(",").index("key")
    for number, line in enumerate(lines):
        key = line.split(",")[place]
        if key in decisions and doubts[key] != {"order"}:
            lines[number] = re.sub(",,([^,]*,[^,]*)$", rf",{decisions[key]},\1", line)
    table.write_text("\n".join(lines))
    found = json.loads(cli("identify", file, source, "--decisions", table, "--json"))
    validator("identities").validate(found)
    assert {each["key"]: each["decision"] for each in found["players"] if each["decision"]} == (
        decisions
    )
    assert not CongressState.read(file).identities  # nothing is written without --write
    done = cli("identify", file, source, "--decisions", table, "--write")
    assert f"{len(doubts)} players settled with the list of the EGF" in done
    assert f"0 doubtful, 0 sure, {len(doubts) - 1} settled" in cli("identify", file, source)
    assert not Finish.of(CongressState.read(file)).lacking
    for wrong, message in (
        (("--alike", "order"), "expected a decision such as"),
        (("--player", "Nobody=keep"), "no player 'Nobody'"),
        (("--decisions", source), "expected the columns"),
        (("--write",), "no player is identified"),
    ):
        status, _, errors = run("identify", file, source, *wrong)
        assert status == 2
        assert message in errors
        assert "Traceback" not in errors
