"""Brackets as pictures: each game has one box, and a player of the next round is the end of a line."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fastpair.app.forms.inputs import with_rules
from fastpair.errors import RuleError
from fastpair.go.tournament import winner_by_losses
from fastpair.pairing.rounds import draw_round
from fastpair.report import brackets, brackets_by_size, brackets_in_parts
from scheduled import EXAMPLES, SEEDS, chances, entered, with_results

ROW = 18


def words(text):
    return text


def after_rounds(players, seed, rounds, away=0, **rules):
    """The tournament with so many rounds, the last of which is in play, and fewer if it is over before."""
    tournament, result = with_rules(entered(players, rounds=5), rules), chances(seed)
    lots = random.Random(seed)
    for number in range(1, rounds + 1):
        waiting = [player.key for player in tournament.to_pair(number)]
        absent = lots.sample(waiting, min(away, max(len(waiting) - 2, 0)))
        for later in range(
            number, tournament.rules.rounds + (number > 1)
        ):  # who never comes has no place
            tournament = tournament.with_absences(later, absent)
        try:
            tournament = draw_round(tournament, number).applied_to(tournament)
        except RuleError:
            assert away  # it is over, or of two that were away nobody goes on
            break
        if number < rounds:
            tournament = with_results(tournament, number, result)
        if winner_by_losses(tournament) or number == tournament.rules.rounds:
            break
    return tournament


def games_of(tournament):
    names = {key: player.full_name for key, player in tournament.by_key.items()}
    return sorted(tuple(sorted(map(names.get, game.players))) for game in tournament.games)


def shown(found):
    boxes = [box for bracket in found for box in bracket.boxes]
    return sorted(
        tuple(sorted(line.name for line in box.lines))
        for box in boxes
        if all(line.name for line in box.lines)
    )


def check_layout(bracket):
    """Lines lead from box to box, and no two boxes touch."""
    boxes = {(box.column, box.y) for box in bracket.boxes}
    assert {(column, y - ROW) for column, y, _ in bracket.links} <= boxes
    assert {(column + 1, y - ROW) for column, _, y in bracket.links} <= boxes
    assert {column for column, _ in boxes} == {*range(len(bracket.rounds))}
    for column in range(len(bracket.rounds)):
        tops = sorted(y for each, y in boxes if each == column)
        assert all(low + 2 * ROW < high for low, high in pairwise(tops))
    assert min(y for _, y in boxes) >= ROW  # below the names of rounds
    assert max(y for _, y in boxes) + 2 * ROW < bracket.height


FORMATS = st.sampled_from(
    [
        {"event_format": "Cup", "third_place": True, "seeds": "fold"},
        {"event_format": "Cup", "seeds": "number"},
        {"event_format": "Cup", "third_place": True, "seeds": "lot"},
        {"event_format": "Double elimination"},
    ]
)


@settings(max_examples=3 * EXAMPLES)
@given(st.integers(2, 40), SEEDS, st.integers(1, 7), FORMATS, st.integers(0, 3))
def test_each_game_has_a_box_and_no_two_boxes_touch(players, seed, rounds, rules, away):
    tournament = after_rounds(players, seed, rounds, away, **rules)
    found = brackets(tournament, words)
    played, pairs = games_of(tournament), shown(found)
    assert [pair for pair in pairs if pair in played] == played
    # Who has no opponent in the round in play may know the next one.
    playing = {
        key for game in tournament.round(tournament.last_paired).games for key in game.players
    }
    free = {player.full_name for player in tournament.players if player.key not in playing}
    assert {name for pair in pairs if pair not in played for name in pair} <= free
    last = tournament.last_paired
    undecided = {
        k for game in tournament.round(last).games for k in game.players if game.ending.is_open
    }
    out = tournament.out_before(last + 1) - undecided
    for bracket in found:
        check_layout(bracket)
        lines = [line for box in bracket.boxes for line in box.lines if line.key]
        assert all(line.is_out is (line.key in out) for line in lines)


@pytest.mark.parametrize(("players", "columns"), [(2, 1), (3, 2), (5, 3), (16, 4), (150, 8)])
def test_a_cup_shows_all_rounds_from_the_first_one_on(players, columns):
    (bracket,) = brackets(after_rounds(players, 1, 1, event_format="Cup"), words)
    titles = [title for _, title in bracket.rounds]
    assert len(titles) == columns
    assert titles[-3:] == ["Quarterfinals", "Semifinals", "Final"][-columns:]
    assert len(bracket.boxes) == players - 1


@settings(max_examples=EXAMPLES)
@given(st.integers(2, 200), SEEDS, st.integers(1, 9), FORMATS)
@example(123, 245, 6, {"event_format": "Double elimination"})  # the last box ends beyond a page
@example(66, 82, 4, {"event_format": "Double elimination"})  # a page has games of one round only
def test_the_parts_for_paper_have_all_games_and_each_has_room_on_a_page(
    players, seed, rounds, rules
):
    tournament = after_rounds(players, seed, rounds, **rules)
    parts = brackets_in_parts(tournament, words)
    assert {*shown(brackets(tournament, words))} <= {*shown(parts)}
    for part in parts:
        check_layout(part)
        assert len(part.rounds) <= 5
        assert len([box for box in part.boxes if box.column == 0]) <= 16
        assert part.end <= 26 + 17 * 46
        assert part.height <= 26 + 18 * 46  # with what the marks say
    if rules["event_format"] == "Cup":
        assert parts[0].rounds[-1][1] == "Final"


@pytest.mark.parametrize(("players", "parts"), [(32, 1), (33, 3), (64, 3), (150, 9)])
def test_a_cup_has_so_many_parts(players, parts):
    found = brackets_in_parts(after_rounds(players, 1, 1, event_format="Cup"), lambda text: text)
    assert len(found) == parts
    titles = [part.title for part in found]
    assert titles == (
        ["Bracket"]
        if parts == 1
        else [f"Bracket, part {n} of {parts}" for n in range(1, parts + 1)]
    )


@settings(max_examples=EXAMPLES)
@given(st.integers(2, 200), SEEDS, st.integers(1, 9), FORMATS)
def test_the_bracket_of_a_screen_ends_with_the_last_round(players, seed, rounds, rules):
    tournament = after_rounds(players, seed, rounds, **rules)
    whole = {bracket.title: bracket for bracket in brackets(tournament, words)}
    for sizes in brackets_by_size(tournament, words):
        assert sizes
        columns = [len(picture.rounds) for picture in sizes]
        assert columns == sorted({*columns}, reverse=True)
        for picture in sizes:
            check_layout(picture)
            assert picture.rounds == whole[picture.title].rounds[-len(picture.rounds) :]
            assert picture.boxes[-1][2:] == whole[picture.title].boxes[-1][2:]
            assert any(line.name for box in picture.boxes for line in box.lines)
    if players <= 16 and rules["event_format"] == "Cup":
        [sizes] = brackets_by_size(tournament, words)
        assert len(sizes[0].boxes) == len(whole["Bracket"].boxes)


def test_a_screen_shows_no_rounds_of_which_nobody_is_known():
    assert brackets_by_size(after_rounds(150, 1, 1, event_format="Cup"), words) == ()
    [sizes] = brackets_by_size(after_rounds(150, 1, 4, event_format="Cup"), words)
    assert [len(picture.rounds) for picture in sizes] == [5]


def test_no_other_event_has_a_bracket():
    assert brackets(after_rounds(8, 1, 1, event_format="Swiss"), words) == ()
    assert brackets(with_rules(entered(8), {"event_format": "Cup"}), words) == ()
