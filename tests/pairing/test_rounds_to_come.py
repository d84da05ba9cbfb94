"""Rounds to come: what can be drawn, by exhaustive search, and draws that leave it so."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from all_matchings import perfect_matchings
from commands import do
from fastpair import draw_round
from fastpair._kernels.disjoint_matchings import matchings as disjoint_matchings
from fastpair.app.draws.remarks import describe_rounds_to_come, drawable_from
from fastpair.formats.fastpair import new_content
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import rounds_drawable, situation_of
from fastpair.pairing.systems import LookingAhead, RoundsToCome, Weighted, certainly_drawable
from fastpair.pairing.weights import model_named
from level_models import on_levels
from profiles import few

MODELS = ["opengotha351", "fastpair", "godraw2015"]
ALONE = Constraints(this_round_alone=True)


def complete(edges, present):
    """All complete rounds of those who are present."""
    for found in perfect_matchings(sorted(present)) if len(present) % 2 == 0 else ():
        pairs = {tuple(sorted(pair)) for pair in found}
        if pairs <= edges:
            yield pairs


def drawable(edges, rounds):
    """Whether all rounds can be drawn, by looking at all draws of each."""
    if not rounds:
        return True
    return any(drawable(edges - found, rounds[1:]) for found in complete(edges, rounds[0]))


def words(sets, n):
    return np.array([sum(1 << v for v in members) for members in sets], dtype=np.uint64).reshape(-1)


@given(st.integers(0, 7), st.data())
def test_the_search_is_its_definition(n, data):
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    edges = {pair for pair in pairs if data.draw(st.booleans() | st.just(True))}
    everybody = st.just(frozenset(range(n)))
    some = st.frozensets(st.integers(0, max(n - 1, 0)).filter(lambda v: v < n), max_size=n)
    rounds = data.draw(st.lists(everybody | some, max_size=5))
    neighbours = [{j for j in range(n) if {(v, j), (j, v)} & edges} for v in range(n)]
    found, ended = disjoint_matchings(words(neighbours, n), words(rounds, n), 10**6)
    assert ended
    assert (bool((found >= 0).any()) or not any(rounds)) == drawable(edges, rounds)
    if (found >= 0).any():
        used = set()
        for present, mates in zip(rounds, found.tolist(), strict=True):
            assert {v for v in range(n) if mates[v] >= 0} == present
            drawn = {(v, w) for v, w in enumerate(mates) if v < w}
            assert drawn <= edges - used
            assert all(mates[w] == v for v, w in drawn)
            used |= drawn


def test_a_search_can_be_given_up_and_holds_64_vertices():
    everybody = np.full(63, 2**64 - 1, dtype=np.uint64)
    others = np.array([2**64 - 1 - 2**v for v in range(64)], dtype=np.uint64)
    found, ended = disjoint_matchings(others, everybody, 10**6)
    assert ended
    assert (np.sort(found, axis=1) == np.arange(64)).all()
    found, ended = disjoint_matchings(others, everybody, 100)
    assert not ended
    assert (found == -1).all()


def players(count, seed=0):
    rng = np.random.default_rng(seed)
    return tuple(
        Player(key=f"{i}", name=f"P{i:02}", first_name="", grade=Grade(int(rng.integers(-8, 4))))
        for i in range(count)
    )


def played(tournament, drawn, rng):
    """The tournament with a draw and results by lot."""
    known = drawn.applied_to(tournament)
    results = (Result.WHITE_WINS, Result.BLACK_WINS)
    return replace(
        known,
        games=tuple(
            replace(game, result=results[rng.integers(2)]) if game.round == drawn.round else game
            for game in known.games
        ),
    )


def whole(count, rounds, model, seed, constraints=ALONE):
    """The first round that left somebody over, and the states before all rounds."""
    rng = np.random.default_rng(seed)
    tournament = Tournament(players=players(count, seed), rules=Rules(rounds=rounds))
    for number in range(1, rounds + 1):
        yield tournament
        drawn = draw_round(tournament, number, model=model, constraints=constraints)
        tournament = played(tournament, drawn, rng)
    yield tournament


@pytest.mark.parametrize("count", [8, 9, 10, 12, 13])
@pytest.mark.parametrize("model", ["opengotha351", "fastpair"])
def test_as_many_rounds_as_there_can_be_are_all_complete(count, model):
    rounds = count if count % 2 else count - 1
    for seed in few(range(5), 1, ci=1):
        *_, last = whole(count, rounds, model, seed, Constraints())
        assert len(last.games) == rounds * (count // 2)
        assert len({frozenset(game.players) for game in last.games}) == len(last.games)


def test_without_looking_ahead_some_end_early():
    games = [len([*whole(10, 9, "fastpair", seed)][-1].games) for seed in range(10)]
    assert min(games) < 9 * 5


def possible(tournament):
    """The pairs that have not met; the bye is a player called None, whom nobody meets twice."""
    keys = [player.key for player in tournament.players]
    met = {frozenset(game.players) for game in tournament.games}
    spared = {bye.player for bye in tournament.byes}
    pairs = {(a, b) for a in keys for b in keys if a < b and frozenset((a, b)) not in met}
    byes = {(key, "~") for key in keys if key not in spared}
    return pairs | byes


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("count", "rounds"), [(4, 3), (5, 5), (6, 5), (6, 4), (7, 6)])
def test_the_draw_is_the_heaviest_of_those_that_leave_as_many_rounds(model, count, rounds):
    """By exhaustive search, on the way that plain draws lead to."""
    for seed in few((3, 2, 1, 0), 1, ci=1):  # from one on in which not all rounds can be drawn
        for number, before in enumerate([*whole(count, rounds, model, seed)][:-1], 1):
            everybody = {player.key for player in before.players} | ({"~"} if count % 2 else set())
            left, edges = [everybody] * (rounds - number + 1), possible(before)
            most = next(k for k in range(len(left), -1, -1) if drawable(edges, left[:k]))
            assert rounds_drawable(before, number) == most
            drawn = draw_round(before, number, model=model)
            if most == 0:
                continue
            mine = {tuple(sorted((board.white, board.black))) for board in drawn.boards}
            mine |= set() if drawn.bye is None else {(drawn.bye, "~")}
            assert drawable(edges - mine, left[1:most])
            paired = LookingAhead(model=model_named(model)).paired(situation_of(before, number), {})
            paired.solution.prove()
            proven = paired.solution.field.player[paired.solution.matching.edges]
            assert {*map(frozenset, proven.tolist())} == {*map(frozenset, paired.pairs.tolist())}
            situation = situation_of(before, number)
            system = Weighted(model=model_named(model))
            bye = drawn.bye and [*system.everybody(situation)[0].key].index(drawn.bye)
            solved = system.with_bye(situation, bye, {})
            weights = solved.weighed.total
            seats = {key: seat for seat, key in enumerate(solved.field.key)}
            allowed = solved.allowed
            others = [
                sum(int(weights[seats[a], seats[b]]) for a, b in found if b != "~")
                for found in complete(edges, everybody)
                if (drawn.bye is None or (drawn.bye, "~") in found)
                and all(b == "~" or allowed[seats[a], seats[b]] for a, b in found)
                and drawable(edges - found, left[1:most])
            ]
            if others:  # otherwise the model's rule against handicaps at the top has given way
                assert drawn.total_weight == max(others)


@given(on_levels(("opengotha351", "fastpair", "godraw2015")), st.integers(0, 20))
def test_weights_on_levels_look_ahead_too(model, seed):
    *_, last = whole(6, 5, model, seed, Constraints())
    assert len(last.games) == 15
    for number in range(1, 6):
        situation = situation_of(last.before(number), number)
        paired = LookingAhead(model=model).paired(situation, {})
        paired.solution.prove()
        proven = paired.solution.field.player[paired.solution.matching.edges]
        assert {*map(frozenset, proven.tolist())} == {*map(frozenset, paired.pairs.tolist())}


@given(st.integers(2, 30), st.integers(1, 12), st.integers(0, 5))
def test_what_is_certain_is_so(count, rounds, away):
    """Few have met: no search is needed, and it would find the same."""
    absences = frozenset(range(1, rounds + 1, 2))
    everybody = players(count)
    some = tuple(replace(player, absences=absences) for player in everybody[:away])
    tournament = Tournament(players=(*some, *everybody[away:]), rules=Rules(rounds=rounds))
    if count > away and certainly_drawable(situation_of(tournament, 1)):
        assert rounds_drawable(tournament, 1) == rounds
        keys = {player.key for player in tournament.players}
        assert rounds_drawable(tournament, 1, Constraints(max_grade_difference=40)) == rounds, keys


def two_halves():
    """Six players, of whom three and three have met: two rounds more, and not three."""
    games = [
        (1, "0", "1"),
        (2, "0", "2"),
        (3, "1", "2"),
        (1, "3", "4"),
        (2, "3", "5"),
        (3, "4", "5"),
    ]
    made = [
        Game(round=number, table=table, white=white, black=black, result=Result.WHITE_WINS)
        for table, (number, white, black) in enumerate(games, 1)
    ]
    return Tournament(players=players(6), games=tuple(made), rules=Rules(rounds=7))


def test_what_is_told(tmp_path, capsys, monkeypatch):
    halves = two_halves()
    assert rounds_drawable(halves, 4) == drawable_from(halves, 4) == 3
    (said,) = describe_rounds_to_come(halves, 4)
    assert said == (
        "round 7 cannot be drawn complete without a rematch, however those before are drawn"
    )
    fewer = replace(halves, rules=Rules(rounds=5))
    (said,) = describe_rounds_to_come(fewer, 4)
    assert said.startswith("all 2 rounds that are left can be drawn complete")
    assert list(describe_rounds_to_come(replace(halves, rules=Rules(rounds=4)), 4)) == []
    with monkeypatch.context() as patch:
        patch.setattr("fastpair.pairing.systems.look_ahead.MOST_PLAYERS", 69)
        (said,) = describe_rounds_to_come(
            Tournament(players=players(70), rules=Rules(rounds=69)), 1
        )
    assert said.startswith("it is not known whether the rounds that are left can all be drawn")
    path = tmp_path / "halves.json"
    path.write_bytes(new_content(halves))
    do("info", path)
    assert "rounds to come: round 7 cannot" in capsys.readouterr().out
    do("info", path, "--json")
    assert json.loads(capsys.readouterr().out)["drawable_rounds"] == 3


def test_where_no_heavy_draw_keeps_them_the_search_has_some(monkeypatch):
    """Here no heavy draw is tried."""
    monkeypatch.setattr("fastpair.pairing.systems.look_ahead._MOST_DRAWS", 0)
    provisos = set()
    for count in (8, 9):
        rounds = count if count % 2 else count - 1
        for seed in few(range(20), 8, ci=8):
            tournament = Tournament(players=players(count, seed), rules=Rules(rounds=rounds))
            rng = np.random.default_rng(seed)
            for number in range(1, rounds + 1):
                drawn = draw_round(tournament, number, model="fastpair")
                assert not drawn.unpaired
                provisos.add(drawn.proviso)
                tournament = played(tournament, drawn, rng)
    assert provisos == {"", "of those with the boards of a search for complete rounds"}


# ---- Many players: what is certain by the degrees, what is found, and what is not possible ----


def names(*numbers):
    return [f"{number}" for number in numbers]


def apart(some):
    """Constraints under which some players never meet each other."""
    return Constraints(forbid=[*combinations(names(*some), 2)])


@given(st.integers(2, 6), st.integers(1, 3), st.data())
def test_what_is_certain_by_degrees_is_so_whatever_is_drawn(count, rounds, data):
    pairs = [*combinations(names(*range(count)), 2)]
    never = data.draw(st.sets(st.sampled_from(pairs), max_size=3))
    tournament = Tournament(players=players(count), rules=Rules(rounds=rounds))
    situation = situation_of(tournament, 1, Constraints(forbid=never))
    everybody = {*names(*range(count))} | ({"~"} if count % 2 else set())
    edges = {tuple(sorted(pair)) for pair in possible(tournament)} - never

    def always(edges, left):
        """Whether each complete draw of a round leaves one of the next."""
        draws = [*complete(edges, everybody)] if left else []
        return not left or (bool(draws) and all(always(edges - each, left - 1) for each in draws))

    certain = RoundsToCome.of(situation).certain()
    assert always(edges, rounds) or not certain
    assert certain or not certainly_drawable(situation)


@pytest.mark.parametrize(("rounds", "certain"), [(4, True), (5, False), (9, False)])
def test_above_the_threshold_of_degrees_no_search_is_needed_and_below_it_finds_them(
    rounds, certain
):
    """Thirty of 66 never meet: each of them has 36 opponents, three more than half of the players."""
    tournament = Tournament(players=players(66), rules=Rules(rounds=rounds))
    rules = apart(range(30))
    assert RoundsToCome.of(situation_of(tournament, 1, rules)).certain() == certain
    assert rounds_drawable(tournament, 1, rules) == rounds


@pytest.mark.parametrize(
    ("count", "together", "expected"), [(66, 33, 5), (66, 34, 0), (67, 34, 5), (67, 35, 0)]
)
def test_where_half_of_many_players_never_meet(count, together, expected):
    tournament = Tournament(players=players(count), rules=Rules(rounds=5))
    assert rounds_drawable(tournament, 1, apart(range(together))) == expected


def test_who_has_two_opponents_plays_two_rounds_of_many_players():
    tournament = Tournament(players=players(70), rules=Rules(rounds=4))
    never = [("0", key) for key in names(*range(3, 70))]
    assert rounds_drawable(tournament, 1, Constraints(forbid=never)) == 2


@pytest.mark.parametrize("last", ["68", "69"])
def test_a_draw_of_many_players_leaves_the_last_round_possible(last):
    """One may meet two others, and one of these is all that somebody who comes late may meet."""
    late = "1"
    never = [("0", key) for key in names(*range(1, 68))]
    never += [(late, key) for key in names(*range(2, 70)) if key != last]
    everybody = [
        replace(player, absences=frozenset({1})) if player.key == late else player
        for player in players(70)
    ]
    everybody.append(replace(everybody[5], key="70", name="P70", absences=frozenset({2})))
    never.append(("0", "70"))
    tournament = Tournament(players=tuple(everybody), rules=Rules(rounds=2))
    rules = Constraints(forbid=never)
    first = draw_round(tournament, 1, model="fastpair", constraints=rules)
    assert frozenset(("0", last)) in {frozenset((b.white, b.black)) for b in first.boards}
    after = played(tournament, first, np.random.default_rng(1))
    assert not draw_round(after, 2, model="fastpair", constraints=rules).unpaired


def test_of_too_many_players_only_what_is_certain_is_known():
    tournament = Tournament(players=players(300), rules=Rules(rounds=4))
    assert rounds_drawable(tournament, 1, apart(range(140))) == 4
    assert rounds_drawable(tournament, 1, apart(range(150))) is None
