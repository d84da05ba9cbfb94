"""Draws of a round, held to the enumeration of all draws."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import HealthCheck, assume, given, settings

from builders import player
from draw_requests import requests
from fastpair.errors import RuleError
from fastpair.go.tournament import (
    Bye,
    Game,
    Grade,
    HandicapRules,
    Player,
    Result,
    Rules,
    Tournament,
)
from fastpair.matching import EngineError, max_weight_matching
from fastpair.pairing.draw import BoardNote, Constraints
from fastpair.pairing.field import Field
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round, judge_round, measure_pairs
from fastpair.pairing.weights import MODELS
from reference_draws import Enumerated
from tournaments import tournaments


def at_top(board):
    """Whether the rule against handicaps at the top has given way."""
    return not {BoardNote.HANDICAP_AT_TOP, BoardNote.EVEN_AT_TOP}.isdisjoint(board.notes)


@given(requests())
def test_nothing_beats_the_draw(request):
    tournament, number, model, constraints = request
    constraints = replace(constraints, this_round_alone=True)
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    best = Enumerated(tournament, number, model, constraints)
    assert drawn.cardinality == best.cardinality
    assert drawn.total_weight == best.weight
    marked = [
        board for board in drawn.boards if at_top(board) and BoardNote.FORCED not in board.notes
    ]
    assert sum(best.cost_at_top(board) for board in marked) == best.given_way
    assert sum(map(best.cost_at_top, drawn.boards)) == best.given_way
    assert drawn.bye == (None if best.bye is None else best.field.key[best.bye])
    assert drawn == draw_round(tournament, number, model=model, constraints=constraints)


@given(requests())
def test_everybody_is_somewhere_once(request):
    tournament, number, model, constraints = request
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    seats = [key for board in drawn.boards for key in (board.white, board.black)]
    seats += [unpaired.player for unpaired in drawn.unpaired]
    seats += [] if drawn.bye is None else [drawn.bye]
    assert sorted(seats) == sorted(player.key for player in tournament.to_pair(number))
    assert drawn.complete == (not drawn.unpaired)
    taken = {game.table for game in tournament.round(number).games}
    tables = [board.table for board in drawn.boards]
    free = [table for table in range(1, len(tables) + len(taken) + 1) if table not in taken]
    assert tables == free[: len(tables)]


@given(requests())
def test_no_rule_is_broken(request):
    tournament, number, model, constraints = request
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
    met = {frozenset(game.players) for game in tournament.games if game.round != number}
    assert constraints.force <= pairs
    assert not pairs & constraints.forbid
    if not constraints.rematches:
        assert pairs & met <= constraints.force
    noted = {
        frozenset((board.white, board.black))
        for board in drawn.boards
        if BoardNote.REMATCH in board.notes
    }
    assert noted == pairs & met


@given(requests())
def test_weights_add_up(request):
    tournament, number, model, constraints = request
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    for board in drawn.boards:
        assert board.weight == MODELS[model]().traits.base + sum(board.components.values())
    assert drawn.total_weight == sum(board.weight for board in drawn.boards)


@given(requests())
def test_the_draw_is_what_the_round_becomes(request):
    tournament, number, model, constraints = request
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    after = drawn.applied_to(tournament)
    old, new = tournament.round(number), after.round(number)
    assert [game for game in new.games if game not in old.games] == list(drawn.games())
    assert set(old.games) <= set(new.games)
    assert new.byes == old.byes + (() if drawn.bye is None else (drawn.bye,))
    assert len(after.to_pair(number)) == len(drawn.unpaired)
    assert list(after.faults()) == list(tournament.faults())
    others = [n for n in range(1, tournament.rules.rounds + 1) if n != number]
    assert [after.round(n) for n in others] == [tournament.round(n) for n in others]


@given(requests())
def test_of_later_rounds_it_only_matters_who_meets_there(request):
    tournament, number, model, constraints = request
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    known = tournament.before(number + 1)
    later = frozenset(frozenset(g.players) for g in tournament.games if g.round > number)
    met = replace(constraints, met=later)
    assert draw_round(known, number, model=model, constraints=met) == drawn
    if not constraints.rematches:
        exempt = constraints.allow | constraints.force
        assert not (later - exempt) & {frozenset((b.white, b.black)) for b in drawn.boards}


def test_a_later_game_of_a_player_against_himself_is_no_pair():
    tournament = generate(8, 3, seed=1)
    key = tournament.players[0].key
    alone = Game(round=2, table=1, white=key, black=key, result=Result.UNKNOWN)
    damaged = replace(tournament, games=(*tournament.games, alone), doubtful=True)
    assert draw_round(damaged, 1) == draw_round(tournament, 1)
    with pytest.raises(RuleError, match="has 2 games or byes"):
        draw_round(damaged, 2)


@pytest.mark.parametrize("number", [0, 4, 2.0, "2", True, None])
def test_what_is_no_round_is_refused_in_a_line(number):
    with pytest.raises(RuleError, match=f"^the round must be from 1 to 3, not {number!r}$"):
        draw_round(generate(8, 3, seed=1), number)
    with pytest.raises(RuleError, match=f"^the round must be from 1 to 3, not {number!r}$"):
        judge_round(generate(8, 3, seed=1, play=2), number)


@settings(suppress_health_check=list(HealthCheck))  # many requests pair nobody
@given(requests())
def test_a_draw_that_is_not_proven_is_none(request):
    tournament, number, model, constraints = request

    def solved(weights=None, *, levels=None, allowed, maxcardinality):
        """The lightest matching in place of the heaviest."""
        if levels is not None:
            return max_weight_matching(
                levels=[-level for level in levels],
                allowed=allowed,
                maxcardinality=maxcardinality,
            )
        return max_weight_matching(-weights, allowed=allowed, maxcardinality=maxcardinality)

    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    assume(drawn.total_weight)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fastpair.pairing.solving.costs.max_weight_matching", solved)
        with pytest.raises(EngineError, match="not proven"):
            draw_round(tournament, number, model=model, constraints=constraints)


@given(tournaments())
def test_who_is_to_pair_takes_part_and_sits_nowhere(tournament):
    for number in range(1, tournament.rules.rounds + 1):
        to_pair = {entered.key for entered in tournament.to_pair(number)}
        seated = {key for game in tournament.round(number).games for key in game.players}
        seated.update(tournament.round(number).byes)
        for entered in tournament.players:
            wanted = entered.final and number not in entered.absences
            assert (entered.key in to_pair) == (wanted and entered.key not in seated)
        assert tournament.with_absences(number, to_pair).to_pair(number) == ()


@given(tournaments())
def test_no_round_in_which_somebody_can_be_paired_is_skipped_but_one_that_is_played(tournament):
    """By a slow definition: who waits and who is seated are counted player by player."""
    states = {}
    for number in range(1, tournament.rules.rounds + 1):
        games = [game for game in tournament.games if game.round == number]
        byes = [bye for bye in tournament.byes if bye.round == number]
        seated = {key for game in games for key in game.players} | {bye.player for bye in byes}
        waiting = [
            entered.key
            for entered in tournament.players
            if entered.final and number not in entered.absences and entered.key not in seated
        ]
        results = any(game.result is not Result.UNKNOWN for game in games)
        drawn = len(seated) > len(waiting)
        can_pair = len(waiting) > 1 or (len(waiting) == 1 and not byes)
        states[number] = results, drawn, can_pair and not (results and drawn)
    arranged = [number for number, (results, _, _) in states.items() if results]
    after = 0
    if len(arranged) > 1 and not any(states[number][1] for number in arranged):
        after = max(arranged)
    open_rounds = [n for n, (_, _, waits) in states.items() if waits and n > after]
    assert tournament.round_to_draw() == (open_rounds[0] if open_rounds else None)


def field_of(keys, met=(), **rules):
    """A tournament of players a, b, …, some of whom have met in round 1."""
    games = [
        Game(round=1, table=t, white=w, black=b, result=Result.JIGO)
        for t, (w, b) in enumerate(met, start=1)
    ]
    rules = Rules(rounds=4, **rules)
    return Tournament(rules=rules, players=tuple(map(player, keys)), games=tuple(games))


def constrained(*pairs):
    return Constraints(forbid=frozenset(map(frozenset, pairs)))


def reasons(drawn):
    return {unpaired.player: unpaired.reason for unpaired in drawn.unpaired}


def test_who_is_left_over_is_told_who_is_needed_elsewhere():
    drawn = draw_round(field_of("abcd"), 1, constraints=constrained("ac", "ad", "cd"))
    assert drawn.cardinality == 1
    assert len(reasons(drawn)) == 2
    assert set(reasons(drawn).values()) == {"possible opponents are needed elsewhere: b"}
    spokes = [a + b for a, b in combinations("abcfgh", 2)]
    drawn = draw_round(field_of("abcdefgh"), 1, constraints=constrained(*spokes, "de"))
    assert drawn.cardinality == 2
    assert set(reasons(drawn).values()) == {"possible opponents are needed elsewhere: d, e"}
    spokes = [a + b for a, b in combinations("abcdef", 2)]
    drawn = draw_round(field_of("abcdefwxyz"), 1, constraints=constrained(*spokes))
    assert set(reasons(drawn).values()) == {"all 4 possible opponents are needed elsewhere"}


def test_who_may_play_nobody_is_told_why():
    tournament = field_of("abcd", met=["ab", "cd"])
    drawn = draw_round(tournament, 2, constraints=constrained("ac", "ad"))
    left = "may play none of the 3 others: rematch 1, must not play 2"
    assert reasons(drawn)["a"] == left


def test_a_round_has_one_bye():
    tournament = replace(field_of("abcd"), byes=(Bye(round=1, player="d"),))
    drawn = draw_round(tournament, 1)
    assert drawn.bye is None
    assert set(reasons(drawn).values()) == {
        "the number of players is odd, and the round has its bye already"
    }


def test_nobody_has_a_second_bye_while_another_is_possible():
    weak = player("w", grade=Grade(-30))
    entered = (*map(player, "abcd"), weak)
    tournament = Tournament(rules=Rules(rounds=4), players=entered)
    keys = []
    for number in (1, 2, 3, 4):
        drawn = draw_round(tournament, number, constraints=Constraints(rematches=True))
        keys.append(drawn.bye)
        tournament = drawn.applied_to(tournament)
    assert keys[0] == "w"
    assert len(set(keys)) == 4


def test_a_bye_leaves_a_complete_draw_if_any_does():
    weak = player("w", grade=Grade(-30))
    tournament = Tournament(rules=Rules(rounds=4), players=(*map(player, "ab"), weak))
    assert draw_round(tournament, 1).bye == "w"
    drawn = draw_round(tournament, 1, constraints=constrained("ab"))
    assert drawn.bye in "ab"
    assert drawn.complete
    drawn = draw_round(tournament, 1, constraints=Constraints(force=frozenset([frozenset("aw")])))
    assert drawn.bye == "b"


def test_chance_has_a_seed():
    tournament = generate(60, 3, seed=4)
    pairing = replace(tournament.rules.pairing, random=10**12, deterministic=False)
    tournament = replace(tournament, rules=replace(tournament.rules, pairing=pairing))
    draws = [draw_round(tournament, 1, seed=seed) for seed in (1, 1, 2)]
    assert draws[0] == draws[1]
    assert [board.white for board in draws[0].boards] != [board.white for board in draws[2].boards]


def top_and_bottom(lift):
    """Two at the bar, one of them with so many points less, and two far below."""
    grades = {"a": (0, 0), "b": (0, -lift), "c": (-9, 0), "d": (-9, 0)}
    return Tournament(
        rules=Rules(rounds=3, bar=Grade(0), handicap=HandicapRules(threshold=Grade(0))),
        players=tuple(
            Player(key=key, name=key, first_name="", grade=Grade(grade), correction=correction)
            for key, (grade, correction) in grades.items()
        ),
    )


@pytest.mark.parametrize(("said", "unpaired"), [(None, 0), (True, 2), (False, 0)])
def test_the_papers_have_no_handicap_at_the_top_if_they_can(said, unpaired):
    constraints = Constraints(no_handicap_at_top=said)
    drawn = draw_round(top_and_bottom(3), 1, model="godraw2015", constraints=constraints)
    marked = [at_top(board) for board in drawn.boards]
    assert len(drawn.unpaired) == unpaired
    assert sum(marked) == (said is None)
    usual = draw_round(
        top_and_bottom(3),
        1,
        model="opengotha351",
        constraints=Constraints(no_handicap_at_top=said),
    )
    assert len(usual.unpaired) == unpaired
    assert not any(map(at_top, usual.boards))


@pytest.mark.parametrize(
    ("grade", "clubs", "countries", "expected"),
    [
        (-1, ("Ost", "West"), "", {"a": BoardNote.WHITE_DRAWN_DOWN, "b": BoardNote.WHITE_DRAWN_UP}),
        (0, ("Ost", "Ost"), "", dict.fromkeys("ab", BoardNote.SAME_CLUB)),
        (0, ("Ost", "ost"), ("DE", "de"), dict.fromkeys("ab", BoardNote.SAME_CLUB)),
        (0, ("Ost", "Ost"), ("DE", "FR"), {}),  # two clubs of one name
        (0, ("Ostburg", "Ostheim"), ("DE", "DE"), {}),  # one to OpenGotha, by four letters
        (0, ("", ""), "", {}),
    ],
)
def test_notes_say_who_is_drawn_up_or_down_and_who_meets_a_club_mate(
    grade, clubs, countries, expected
):
    """A club is one for the note, for the weight and for whether a new board is worse."""
    one, other = ({"club": club} for club in clubs)
    one, other = (
        home | {"country": country}
        for home, country in zip((one, other), countries or ("", ""), strict=True)
    )
    two = (player("a", **one), player("b", grade=Grade(grade), **other))
    tournament = Tournament(rules=Rules(rounds=4), players=two)
    (board,) = draw_round(tournament, 1).boards
    assert board.notes == ((expected[board.white],) if expected else ())
    field = Field.of(tournament, 1)
    same_club = BoardNote.SAME_CLUB in board.notes
    state = MODELS["fastpair"]().state(field)
    assert bool(measure_pairs(field, Constraints())["same_club"][0, 1]) == same_club
    assert (state.homes.club[0] == state.homes.club[1]) == same_club


@pytest.mark.parametrize("by_mms", [True, False])
def test_a_note_of_no_handicap_stands_beside_no_stones(by_mms):
    """The two have one grade, and scores three points apart."""
    tournament = top_and_bottom(3)
    handicap = replace(tournament.rules.handicap, by_mms=by_mms)
    rules = replace(tournament.rules, handicap=handicap)
    drawn = draw_round(replace(tournament, rules=rules), 1, model="godraw2015")
    (board,) = filter(at_top, drawn.boards)
    assert (BoardNote.EVEN_AT_TOP in board.notes) == (board.handicap == 0)
    assert (BoardNote.HANDICAP_AT_TOP in board.notes) == (board.handicap > 0) == by_mms


@pytest.mark.parametrize("model", ["godraw2015", "kaniuk2012"])
def test_the_papers_groups_are_without_the_bye(model):
    tournament = field_of("abcdefg")
    drawn = draw_round(tournament, 1, model=model)
    without = replace(tournament, byes=(Bye(round=1, player=drawn.bye),))
    assert drawn.bye == draw_round(tournament, 1).bye
    assert draw_round(without, 1, model=model).total_weight == drawn.total_weight
    assert len(drawn.boards) == 3


@pytest.mark.parametrize("model", ["opengotha351", "godraw2015", "macmahon"])
def test_units_lead_back_to_the_models_own_weights(model):
    tournament = generate(20, 3, seed=1, play=1)
    drawn = draw_round(tournament, 2, model=model)
    assert drawn.weight_units == MODELS[model]().units(Field.of(tournament, 2))
    assert (drawn.weight_units > 1) == (model != "opengotha351")


@pytest.mark.parametrize(("system", "are_noted"), [(None, 2), ("round-robin", 0), ("cup", 0)])
def test_pairs_of_a_table_or_a_bracket_are_not_drawn_down_or_from_a_club(system, are_noted):
    """They could be no others."""
    two = (player("a", club="Ost"), player("b", grade=Grade(-1), club="Ost"))
    (board,) = draw_round(Tournament(rules=Rules(rounds=1, system=system), players=two), 1).boards
    assert len(board.notes) == are_noted
