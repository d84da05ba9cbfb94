"""A player who is renamed is the same player in all that the history knows, and whatever is undone before or after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import ALL, evening, phone_reports
from fastpair import Desk, UnconfirmedError
from fastpair.app.actions.verification import verify_history
from fastpair.app.history.state import CongressState
from fastpair.formats import FORMATS

NAMES = {"ANN": "Anna", "BO": "Bob", "CY": "Cyd", "DI": "Dina"}


def player(congress, place):
    return congress.tournament.players[place].key


def prepared():
    """Before the first round."""
    return evening()


def drawn():
    """After all of `BEFORE`, and with the first round."""
    congress = prepared()
    for step in BEFORE:
        congress = step(congress).congress
    return congress.draw(1, confirmed=ALL).congress


BEFORE = (
    lambda c: c.present([player(c, 0)], rounds=[1], confirmed=ALL),
    lambda c: c.condition("prefer", [player(c, 0), player(c, 1)], why="friends"),
    lambda c: c.tables(player=player(c, 1), at=7),
)
AFTER = (
    lambda c: c.results(1, {c.tournament.round(1).games[0].table: "1-0"}),
    lambda c: c.publish(round=1),
    lambda c: c.results(1, {c.tournament.round(1).games[1].table: "0-1"}),
    lambda c: c.lock(1),
)
"""What is done one after the other."""


def known(congress):
    """What the history adds up to, with the keys of today."""
    state = congress._state
    return {
        "published": {n: (p.state, p.boards, p.byes) for n, p in state.published.items()},
        "conditions": {n: {*state.conditions(n)} for n in (1, 2)},
        "fixed": state.tables.fixed,
        "draws": {n: (d.details.rules, {*d.conditions}) for n, d in state.draws.items()},
        "makers": {n: {s: e.act for s, e in m.items()} for n, m in state.makers.items()},
        "results": {n: {*m} for n, m in state.result_makers.items()},
        "arrived": {*state.arrived},
        "claims": {seat: found[-1].result for seat, found in state.claims.items()},
        "changed": [
            *state.published[1].differences(congress.tournament).describe(congress.tournament)
        ]
        if 1 in state.published
        else [],
        "games": {*congress.tournament.games},
    }


def rename(congress, key):
    return congress.register(change=key, name=NAMES[key]).congress


@pytest.mark.parametrize(("start", "steps"), [(prepared, BEFORE), (drawn, AFTER)])
@given(places=st.dictionaries(st.sampled_from([*NAMES]), st.integers(0, 4), min_size=1))
def test_it_does_not_matter_when_players_are_renamed(start, steps, places):
    """Not even in a locked round is there a question, and nothing that was stated of them is lost."""
    one = other = start()
    for place, step in enumerate(steps):
        for key in [key for key, when in places.items() if when == place]:
            one = rename(one, key)
        one, other = step(one).congress, step(other).congress
    for key, when in places.items():
        one = rename(one, key) if when >= len(steps) else one
        other = rename(other, key)
    assert known(one) == known(other)
    assert known(other)["changed"] == []


def test_a_report_of_a_phone_stays_with_the_renamed_player():
    congress = evening().draw(1).congress.results(1, {1: "1-0"}).congress
    congress = phone_reports(congress, 1, "0-1")
    (before,) = congress._state.claims
    one, other = before[1]
    renamed = congress.register(change=one, name="Newname").congress
    (after,) = renamed._state.claims
    assert after[1] == {"NEWNAME", other}


@pytest.mark.parametrize("number", [3, 4])
def test_what_was_entered_after_a_rename_stays_when_the_rename_or_a_change_before_it_is_undone(
    number,
):
    congress = evening().draw(1).congress
    table, other = 1, 2
    congress = congress.results(1, {table: "1-0"}).congress
    player = congress.tournament.round(1).at(other).white
    assert len(congress._state.timeline.entries) == 3
    congress = congress.register(change=player, name="Newname").congress
    congress = congress.results(1, {other: "0-1"}).congress
    undone = congress.undo(number, confirmed=ALL).congress
    games = undone.tournament.round(1)
    assert str(games.at(other).ending) == "0-1"
    assert str(games.at(table).ending) == ("?" if number == 3 else "1-0")
    assert games.at(other).white == ("NEWNAME" if number == 3 else player)
    assert not [
        *undone._state.publication(1).differences(undone.tournament).describe(undone.tournament)
    ]


@pytest.mark.parametrize("form", ["fastpair", "opengotha", "macmahon", "pairgoth"])
def test_a_rename_in_a_file_of_each_format_is_undone_alone_and_verified(tmp_path, form):
    file = tmp_path / f"open{FORMATS[form].suffixes[0]}"
    file.write_bytes(FORMATS[form].new(evening().tournament))
    desk = Desk(file)
    desk.draw(1, confirmed=ALL)
    desk.publish(round=1)
    game = desk.congress.tournament.round(1).at(1)
    name = desk.congress.tournament.name_of(game.white)
    desk.register(change=name, name="Umgetauft")
    state = CongressState.read(file)
    number = len(state.timeline.entries)
    assert not state.publication(1).differences(state.tournament)
    desk.results(1, {1: "1-0"})
    desk.undo(number, confirmed=ALL)
    state = CongressState.read(file)
    again = state.tournament.round(1).at(1)
    assert (str(again.ending), state.tournament.name_of(again.white)) == ("1-0", name)
    assert not state.publication(1).differences(state.tournament)
    assert verify_history(state).clean


def test_what_was_done_before_a_rename_is_undone_of_the_renamed_player():
    congress = evening().draw(1).congress.results(1, {1: "1-0"}).congress
    white = congress.tournament.round(1).at(1).white
    congress = congress.register(change=white, name="Newname").congress
    congress = congress.undo(3, confirmed=ALL).congress
    game = congress.tournament.round(1).at(1)
    assert (game.white, game.has_result) == ("NEWNAME", False)


def test_undoing_a_rename_is_no_change_of_published_boards():
    congress = evening().draw(1).congress.publish(round=1).congress
    renamed = congress.register(change="ANN", name="Anna").congress
    back = renamed.undo().congress
    assert back.tournament == congress.tournament
    again = back.redo().congress
    assert known(again) == known(renamed)


def test_who_takes_the_name_of_a_renamed_player_is_somebody_else():
    congress = evening().tables(player="ANN", at=5).congress
    congress = congress.register(change="ANN", name="Anna").congress
    congress = congress.register("Ann", grade="9k", confirmed=ALL).congress
    assert congress._state.tables.fixed == {"ANNA": 5}


def test_a_rename_together_with_another_grade_asks_about_the_scores_alone():
    congress = evening().draw(1).congress.results(1, dict.fromkeys(range(1, 5), "1-0")).congress
    outcome = congress.register(change="ANN", name="Anna", grade="9k")
    with pytest.raises(UnconfirmedError) as refused:
        _ = outcome.congress
    assert [each.code for each in refused.value.questions] == ["played-scores"]


# ---- Who is identified in a rating list, where names are exchanged ----


def identified(congress, names):
    """Players by their keys with the first names that they have in a list."""
    players = {key: {"name": name} for key, name in names.items()}
    return congress.identify(title="EGF", players=players, confirmed=ALL).congress


EXCHANGES = (
    {"ANN": "Bo", "BO": "Ann"},
    {"ANN": "Bo", "BO": "Cy", "CY": "Ann"},
    {"ANN": "Bo", "BO": "Bob"},
)
"""Two exchange their names, or three, or one takes the name of another one, who gets a new one."""


@pytest.mark.parametrize("names", EXCHANGES)
@pytest.mark.parametrize(("start", "steps"), [(prepared, BEFORE), (drawn, AFTER)])
def test_it_does_not_matter_when_names_are_exchanged(start, steps, names):
    """What was stated of each of them stays with them, and is so again when it is undone and redone."""
    before = start()
    first = before._state.first_keys
    one, other = identified(before, names), before
    for step in steps:
        one, other = step(one).congress, step(other).congress
    number = len(other._state.timeline.entries) + 1
    other = identified(other, names)
    assert known(one) == known(other)
    assert known(other)["changed"] == []
    for key, name in names.items():
        assert other._state.first_keys[name.upper()] == first[key]
    back = other.undo(number, confirmed=ALL).congress
    assert back._state.first_keys == first
    assert known(back.redo(confirmed=ALL).congress) == known(other)
    assert verify_history(other._state.as_read()).clean
