"""Brackets as pictures: each game has one box, and a player of the next round is the end of a line."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fastpair.app.inputs import with_rules
from fastpair.errors import RuleError
from fastpair.go.tournament import winner_by_losses
from fastpair.pairing.rounds import draw_round
from fastpair.report import brackets
from scheduled import EXAMPLES, SEEDS, chances, entered, with_results


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
    for bracket in found:
        ends = {(x, y) for x, y, _, _ in bracket.links}
        starts = {(x, y) for _, _, x, y in bracket.links}
        boxes = {(box.x, box.y) for box in bracket.boxes}
        assert {(x, y - 18) for x, y in starts} <= boxes
        assert {(x - 200, y - 18) for x, y in ends} <= boxes
        for x in {x for x, _ in boxes}:
            column = sorted(y for left, y in boxes if left == x)
            assert all(low + 36 < high for low, high in pairwise(column))


@pytest.mark.parametrize(("players", "columns"), [(2, 1), (3, 2), (5, 3), (16, 4), (150, 8)])
def test_a_cup_shows_all_rounds_from_the_first_one_on(players, columns):
    (bracket,) = brackets(after_rounds(players, 1, 1, event_format="Cup"), words)
    titles = [title for _, title in bracket.heads]
    assert len(titles) == columns
    assert titles[-3:] == ["Quarterfinals", "Semifinals", "Final"][-columns:]
    assert len(bracket.boxes) == players - 1


def test_no_other_event_has_a_bracket():
    assert brackets(after_rounds(8, 1, 1, event_format="Swiss"), words) == ()
    assert brackets(with_rules(entered(8), {"event_format": "Cup"}), words) == ()
