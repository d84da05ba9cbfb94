"""The Dutch system: the pairing of the rules, its proof, and what is wrong with another one."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair import Bye, Constraints, Player, RuleError, Rules, Tournament, draw_round, pair
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import SWISS_RULES, Game, Result
from fastpair.matching import EngineError
from fastpair.pairing.rounds import judge_round, situation_of
from fastpair.pairing.systems import Dutch, FidePlayers
from reference_dutch import pairing

WHITE = Dutch(initial_colour="white")


def players(count):
    return tuple(
        Player(key=f"P{number}", name=f"P{number}", rating=2500 - 10 * number)
        for number in range(1, count + 1)
    )


def swiss(count, rounds, **more):
    rules = Rules(rounds=rounds, **SWISS_RULES)
    points = replace(rules.points, wins_bye_x2=2, requested_bye_x2=1)
    return Tournament(
        kind="swiss", rules=replace(rules, points=points), players=players(count), **more
    )


def with_games(tournament, number, games):
    byes = [Bye(round=number, player=key) for key in tournament.round(number).byes]
    return tournament.replace_round(number, games, byes)


def played(tournament, random, number, system=WHITE):
    """The tournament with a round that is drawn and played, forfeits and absences included; None if it cannot be."""
    away = [p.key for p in tournament.players if random.random() < 0.1]
    asked = {key for key in away if random.random() < 0.5}
    everybody = [
        replace(
            player,
            absences=player.absences | ({number} if player.key in away else set()),
            requested_byes=player.requested_byes | ({number} if player.key in asked else set()),
        )
        for player in tournament.players
    ]
    tournament = replace(tournament, players=tuple(everybody))
    try:
        drawn = draw_round(tournament, number, system=system).applied_to(tournament)
    except RuleError as error:
        if not any(words in str(error) for words in ("no complete pairing", "nobody is left")):
            raise
        return None
    results = [Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO]
    games = [
        replace(game, result=random.choice(results[: 2 if forfeit else 3]), by_default=forfeit)
        for game in drawn.round(number).games
        for forfeit in [random.random() < 0.08]
    ]
    return with_games(drawn, number, games)


def pairs_of(draw):
    return {frozenset((board.white, board.black)) for board in draw.boards}, draw.bye


@given(st.integers(0, 10**6), st.integers(3, 8), st.integers(2, 7))
def test_it_is_the_first_of_the_best_of_all_pairings(seed, count, rounds):
    """Beside a reference that tries all pairings of each bracket, in every round of a tournament."""
    random, tournament = Random(seed), swiss(count, min(rounds, count - 1 + count % 2))
    for number in range(1, tournament.rules.rounds + 1):
        if len(tournament.to_pair(number)) < 2:
            break
        expected = pairing(tournament, number)
        if expected is None:
            with pytest.raises(RuleError, match="no complete pairing by C1 to C3"):
                draw_round(tournament, number, system=WHITE)
            break
        assert pairs_of(draw_round(tournament, number, system=WHITE)) == expected
        tournament = played(tournament, random, number)
        if tournament is None:
            break


def after(rounds, count=20, seed=1):
    random, tournament = Random(seed), swiss(count, 9)
    for number in range(1, rounds + 1):
        tournament = played(tournament, random, number)
    return tournament


def test_the_first_round_meets_half_against_half():
    draw = draw_round(swiss(7, 5), 1, system=WHITE)
    boards = [(board.white, board.black) for board in draw.boards]
    assert boards == [("P1", "P4"), ("P5", "P2"), ("P3", "P6")]
    assert draw.bye == "P7"
    black = draw_round(swiss(7, 5), 1, system=Dutch(initial_colour="black"))
    assert [(board.black, board.white) for board in black.boards] == boards


def test_titles_rank_players_of_one_rating():
    """By C.04.2: GM, IM, WGM, FM, WIM, CM, WFM, WCM and none, then as they were entered."""
    titles = ("", "WCM", "GM", "FM", "WIM", "IM", "WFM", "CM", "WGM", "GM")
    players = [
        Player(f"P{n} {title}".strip(), name=f"P{n}", rating=1900 + 10 * (n == 1), title=title)
        for n, title in enumerate(titles, start=1)
    ]
    tournament = replace(swiss(10, 3), players=tuple(players))
    boards = draw_round(tournament, 1, system=WHITE).boards
    pairs = sorted(sorted((board.white, board.black)) for board in boards)
    assert pairs == [
        ["P1", "P4 FM"],
        ["P10 GM", "P8 CM"],
        ["P2 WCM", "P9 WGM"],
        ["P3 GM", "P5 WIM"],
        ["P6 IM", "P7 WFM"],
    ]
    named = {p.key: {"rating": p.rating, "title": p.title.lower()} for p in players}
    for listed in (players, named):
        assert {*map(frozenset, pair(listed, rounds=3, system="dutch").pairs)} == {
            *map(frozenset, pairs)
        }
    entered = draw_round(tournament, 1, system=replace(WHITE, order="entry")).boards
    assert {entered[0].white, entered[0].black} == {"P1", "P6 IM"}


def test_a_lot_gives_the_first_colour():
    whites = {draw_round(swiss(4, 3), 1, system="dutch", seed=s).boards[0].white for s in (0, 1)}
    assert whites == {"P1", "P3"}


def test_who_could_not_be_paired_is_named():
    tournament = swiss(4, 5)
    for number in (1, 2, 3):
        tournament = draw_round(tournament, number, system=WHITE).applied_to(tournament)
        tournament = tournament.with_results(number, dict.fromkeys((1, 2), Result.WHITE_WINS))
    with pytest.raises(RuleError, match=r"round 4 has no complete pairing by C1 to C3: .*P1"):
        draw_round(tournament, 4, system=WHITE)


def test_hard_rules_hold():
    forced = Constraints(force=[("P1", "P2")], forbid=[("P3", "P11")])
    pairs, _ = pairs_of(draw_round(swiss(20, 5), 1, system=WHITE, constraints=forced))
    assert frozenset(("P1", "P2")) in pairs
    assert frozenset(("P3", "P11")) not in pairs
    assert frozenset(("P3", "P13")) in pairs_of(draw_round(swiss(20, 5), 1, system=WHITE))[0]


@pytest.mark.parametrize(
    ("alone", "meets", "leave", "enter"),
    [
        (1, [61], [], []),
        (1, [2], [2], [61]),
        (1, [50, 30, 3], [50], [61]),
        (60, [7], [60], [61]),
        (61, [110, 119], [60], [61]),
        (120, [100], [60], [100]),
    ],
)
def test_the_first_exchange_of_a_large_bracket(alone, meets, leave, enter):
    """One player may meet few: fewest are exchanged, then the nearest, the lowest of S1 first."""
    others = {*range(1, 121)} - {alone, *meets}
    apart = Constraints(forbid=[(f"P{alone}", f"P{other}") for other in others])
    draw = draw_round(swiss(120, 5), 1, system=WHITE, constraints=apart)
    first = {min(int(key[1:]) for key in pair) for pair in pairs_of(draw)[0]}
    assert {*range(1, 61)} - first == {*leave}
    assert first - {*range(1, 61)} == {*enter}
    assert draw.brackets[0].criteria["C6"] == 0


@pytest.mark.parametrize(("count", "first"), [(8, 4), (9, 6), (10, 6), (11, 6), (12, 6), (13, 8)])
def test_baku_gives_virtual_points_to_the_first(count, first):
    """Twice a quarter of the players, rounded up: they meet among themselves in round 1."""
    draw = draw_round(swiss(count, 9), 1, system=Dutch(acceleration="baku"))
    assert [len(bracket.residents) for bracket in draw.brackets] == [first, count - first]
    assert [bracket.score for bracket in draw.brackets] == [1, 0]


def scores(tournament, number, acceleration):
    found = FidePlayers.of(situation_of(tournament, number), Dutch(acceleration=acceleration))
    keys = [tournament.players[row].key for row in found.row.tolist()]
    return {key: x2 / 2 for key, x2 in zip(keys, found.score_x2.tolist(), strict=True) if x2}


def test_late_entries_change_nobodys_virtual_points():
    """The last player with virtual points is the same before and after they came [C.04.7]."""
    tournament = swiss(8, 5)
    late = replace(tournament.players[0], key="late", name="late", rating=2495, absences={1})
    asks = replace(tournament.players[7], absences={1}, requested_byes={1})
    people = (tournament.players[0], late, *tournament.players[1:7], asks)
    tournament = replace(tournament, players=people)
    first = dict.fromkeys(["P1", "P2", "P3", "P4"], 1)
    assert scores(tournament, 1, "baku") == first
    assert scores(tournament, 2, "baku") == first | {"late": 1, "P8": 0.5}


def test_virtual_points_are_used_as_they_are_stated():
    ranges = "1.5 in 1-2 for 1-3, 0.5 in 2-3 for 3-4"
    first = {"P1": 1.5, "P2": 1.5, "P3": 1.5}
    assert scores(swiss(6, 4), 1, ranges) == first
    assert scores(swiss(6, 4), 2, ranges) == first | {"P3": 0.5, "P4": 0.5}
    assert scores(swiss(6, 4), 3, ranges) == {"P3": 0.5, "P4": 0.5}
    draw = draw_round(swiss(6, 4), 1, system=Dutch(acceleration=ranges))
    assert [bracket.score for bracket in draw.brackets] == [1.5, 0]


@pytest.mark.parametrize(
    "text",
    ["Baku", "", "1", "1 in 1-3", "1 in 3-1 for 1-2", "1 in 0-1 for 1-2", "0.3 in 1-1 for 1-1"],
)
def test_virtual_points_that_are_none_are_refused(text):
    with pytest.raises(RuleError, match="expected none, baku, or points, rounds"):
        Dutch(acceleration=text)


@pytest.mark.parametrize(("number", "points"), [(3, 1), (4, 0.5), (5, 0.5), (6, 0)])
def test_virtual_points_end(number, points):
    tournament = swiss(20, 9)
    situation = situation_of(tournament, number)
    found = FidePlayers.of(situation, Dutch(acceleration="baku"))
    assert found.score_x2[0] == 2 * points


def test_the_proof_is_checked():
    situation = situation_of(after(4), 5)
    proof = WHITE.pair(situation).proof
    proof.prove()
    stage = max(
        (s for b in proof.paired_brackets for s in b.stages), key=lambda s: s.matching.cardinality
    )
    one, other = stage.matching.edges[0]
    first, *others = stage.aims
    pair = stage.numbers[[one, other]]

    def less(row, column):
        return first.gain(row, column) - 1 * (np.isin(row, pair) & np.isin(column, pair))

    wrong = replace(stage, aims=(first._replace(gain=less), *others))
    with pytest.raises(EngineError):
        wrong.prove()
    bracket = next(each for each in proof.paired_brackets if each.claims)
    bracket.prove()
    *_, claim = bracket.claims
    for other in (claim.pairs[1:], (*claim.pairs[:1], *claim.pairs)):
        bracket.claims = (claim._replace(pairs=other),)
        with pytest.raises(EngineError, match="not as good as its criteria allow"):
            bracket.prove()


def test_the_order_of_opponents_is_checked():
    """Two of S1 with each other's opponents, the first with the later one; and no reason for a later one."""
    proof = WHITE.pair(situation_of(after(4, count=60), 5)).proof
    orders = [bracket.order for bracket in proof.paired_brackets if bracket.order]
    late = [
        order._replace(
            column=order.column[[*range(one), one + 1, one, *range(one + 2, len(order.column))]]
        )
        for order in orders
        for one in range(order.stage.matching.cardinality - 1)
        if order.column[one] < order.column[one + 1]
    ]
    wrong = [
        order._replace(reasons={key: order.reasons[key] for key in {*order.reasons} - {row}})
        for order in orders
        for row in order.reasons
    ]
    assert late
    assert wrong
    for order in orders:
        order.prove()
    for order in (*late, *wrong):
        with pytest.raises(EngineError, match="could have an earlier opponent"):
            order.prove()


@pytest.mark.parametrize(("count", "seed"), [(21, 1), (40, 2), (9, 3)])
def test_each_earlier_opponent_is_worse(count, seed):
    """Or may not meet the player; who could not all be paired are more than their opponents."""
    tournament, found = after(5, count=count, seed=seed), 0
    situation = situation_of(tournament, 6)
    for one, other in WHITE.pair(situation).pairs.tolist():
        earlier = WHITE.by_criteria(situation).earlier_opponents(one, other)
        assert {earlier.player, earlier.opponent} == {one, other}
        if earlier.exchange:
            assert len(earlier.exchange.leave) == len(earlier.exchange.enter) > 0
            assert earlier.exchange.verdict.criterion != "order"
        for each in earlier.passed_over:
            verdict = each.verdict
            assert verdict.criterion != "order"
            assert verdict.actual > verdict.best or verdict.criterion in ("C7", "C18", "C20")
            assert len(each.few) > len(each.opponents) or not each.few
            alone = WHITE.by_criteria(situation).earlier_opponents(one, other, each.player)
            assert alone.passed_over == (each,)
            found += 1
    assert found


@pytest.mark.parametrize(
    ("apart", "player", "reasons"),
    [
        ([], "P1", []),
        ([("P1", "P5")], "P1", [("P5", "rule", (), ())]),
        ([("P2", "P6"), ("P2", "P7"), ("P2", "P8")], "P1", [("P5", "C4", ("P2",), ())]),
        (
            [("P2", "P7"), ("P2", "P8"), ("P3", "P7"), ("P3", "P8"), ("P1", "P6")],
            "P1",
            [("P5", "C4", ("P2", "P3"), ("P6",)), ("P6", "rule", (), ())],
        ),
    ],
)
def test_why_an_earlier_opponent_is_passed_over(apart, player, reasons):
    situation = situation_of(swiss(8, 5), 1, Constraints(forbid=apart))
    one = int(player[1:]) - 1
    pair = next(pair for pair in WHITE.pair(situation).pairs.tolist() if one in pair)
    earlier = WHITE.by_criteria(situation).earlier_opponents(*pair)
    keys = [f"P{row + 1}" for row in range(8)]
    assert earlier.more == 0
    assert earlier.exchange is None
    assert [
        (
            keys[each.player],
            each.verdict.criterion,
            tuple(keys[few] for few in each.few),
            tuple(keys[few] for few in each.opponents),
        )
        for each in earlier.passed_over
    ] == reasons


LARGE = """
import resource, sys
sys.path[:0] = {folders!r}
from test_system_dutch import WHITE, situation_of, swiss
from fastpair import Constraints

apart = Constraints(forbid=[("P1", f"P{{number}}") for number in range({first}, 10001)])
pairing = WHITE.pair(situation_of(swiss(10_000, 9), 1, apart))
pairing.proof.prove()
assert sorted(map(sorted, pairing.pairs.tolist()))[:2] == {pairs!r}
print(len(pairing.pairs), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("first", "pairs"), [(5001, [[0, 4999], [1, 5001]]), (3, [[0, 1], [2, 5001]])]
)
def test_ten_thousand_players_in_one_gigabyte(first, pairs):
    """A bracket of all of them in which two are exchanged, and its proof, in a process of its own."""
    folders = [*dict.fromkeys(path for path in sys.path if path)]
    done = subprocess.run(
        [sys.executable, "-c", LARGE.format(folders=folders, first=first, pairs=pairs)],
        capture_output=True,
        text=True,
        check=True,
    )
    count, megabytes = map(int, done.stdout.split())
    assert count == 5000
    assert megabytes <= 1024


def test_the_draw_states_brackets_and_proof():
    tournament = after(4)
    draw = draw_round(tournament, 5, system=WHITE)
    assert draw.proof == draw_round(tournament, 5, system=WHITE).proof
    met = {frozenset(pair) for bracket in draw.brackets for pair in bracket.pairs}
    assert met == pairs_of(draw)[0]
    for bracket, following in zip(draw.brackets, draw.brackets[1:], strict=False):
        paired = {key for pair in bracket.pairs for key in pair}
        left = [key for key in (*bracket.moved, *bracket.residents) if key not in paired]
        assert [*following.moved] == left
        assert bracket.criteria["C6"] == len(left)


def swapped(tournament, number, one, other):
    """The round in which two players have changed places."""
    exchange = {one: other, other: one}
    games = [
        replace(
            game,
            white=exchange.get(game.white, game.white),
            black=exchange.get(game.black, game.black),
        )
        for game in tournament.round(number).games
    ]
    return with_games(tournament, number, games)


def test_a_round_is_judged_by_the_first_criterion_that_differs():
    tournament = after(5)
    for number in range(1, 6):
        assert judge_round(tournament, number, system=WHITE).criterion == ""
    found = set()
    for seed in range(40):
        random = Random(seed)
        one, other = random.sample(
            sorted(tournament.round(5).seated - {*tournament.round(5).byes}), 2
        )
        judged = judge_round(swapped(tournament, 5, one, other), 5, system=WHITE)
        if judged.loss:
            assert judged.different
            assert judged.weight < judged.optimum <= 0
            found.add(judged.criterion.partition(",")[0])
    assert found >= {"C6"}
    assert len(found) >= 3


@pytest.mark.parametrize("system", [WHITE, Dutch()])
def test_colours_that_are_exchanged_are_found(system):
    """Of each board of each round, and of no other; a lot shows in the first round itself."""
    tournament = (
        after(4)
        if system is WHITE
        else next(
            found for seed in range(9) if (found := random_rounds(seed, 4, system)) is not None
        )
    )
    for number in range(1, tournament.last_round + 1):
        assert judge_round(tournament, number, system=system).colours == ()
        games = tournament.round(number).games
        for game in games if number > 1 else games[1:]:
            turned = replace(game, white=game.black, black=game.white)
            others = [turned if each is game else each for each in games]
            judged = judge_round(with_games(tournament, number, others), number, system=system)
            assert judged.colours == (turned.players,)


def random_rounds(seed, rounds, system):
    tournament, random = swiss(9, 5), Random(seed)
    for number in range(1, rounds + 1):
        tournament = played(tournament, random, number, system)
        if tournament is None:
            return None
    return tournament


def test_the_stated_colour_goes_before_what_round_1_looks_like():
    """Who has not played yet gets it by their number, whatever others had."""
    first = swiss(6, 3)
    asked = [
        replace(p, absences=frozenset({1}), requested_byes=frozenset({1}))
        if p.key in ("P1", "P4")
        else p
        for p in first.players
    ]
    games = [("P3", "P2"), ("P5", "P6")]  # as if the first player had begun with Black
    drawn = replace(first, players=tuple(asked)).replace_round(
        1,
        [
            Game(round=1, table=table, white=white, black=black, result=Result.WHITE_WINS)
            for table, (white, black) in enumerate(games, start=1)
        ],
        (),
    )
    by_stated, by_games = (
        {(board.white, board.black) for board in draw_round(drawn, 2, system=system).boards}
        for system in (WHITE, Dutch())
    )
    assert ("P1", "P4") in by_stated
    assert ("P4", "P1") in by_games


def test_who_had_nothing_but_requested_byes_has_not_arrived():
    """Then no parity changes, even if the bye gave a full point; it does after the bye of the draw or a lost forfeit."""
    first = swiss(6, 3)

    def colours(requested=(), **more):
        gone = {"absences": frozenset({1, 2})}
        away = replace(first.players[0], requested_byes=frozenset(requested), **gone)
        late = [replace(p, absences=frozenset({1})) for p in first.players[1:5]]
        people = (away, *late, replace(first.players[5], absences=frozenset({2})))
        tournament = replace(first, players=people, **more)
        return {(b.white, b.black) for b in draw_round(tournament, 2, system=WHITE).boards}

    without_first = {("P2", "P4"), ("P5", "P3")}
    assert colours() == colours({1}) == colours({2}) == without_first
    bye = (Bye(round=1, player="P1"),)
    assert colours({1}, byes=bye) == without_first
    assert colours(byes=bye) == {("P4", "P2"), ("P3", "P5")}
    lost = Game(round=1, table=1, white="P1", black="P6", result=Result.BLACK_WINS, by_default=True)
    assert colours(games=(lost,)) == {("P4", "P2"), ("P3", "P5")}


def test_the_first_colour_is_that_of_the_first_who_was_paired():
    """P1 asked for a bye of a full point, so P2 is the first, and has White."""
    first = swiss(5, 3)
    away = replace(first.players[0], absences=frozenset({1}), requested_byes=frozenset({1}))
    games = [
        Game(round=1, table=table, white=white, black=black, result=Result.WHITE_WINS)
        for table, (white, black) in enumerate((("P2", "P4"), ("P5", "P3")), 1)
    ]
    drawn = replace(
        first,
        players=(away, *first.players[1:]),
        games=tuple(games),
        byes=(Bye(round=1, player="P1"),),
    )
    situation = situation_of(drawn, 2)
    assert FidePlayers.of(situation, Dutch()).initial == 1


def test_a_requested_bye_of_a_full_point_is_none_of_the_pairing():
    """Another player of an odd number has the bye, and the round is judged without it."""
    first = swiss(6, 3)
    away = replace(first.players[1], absences=frozenset({1}), requested_byes=frozenset({1}))
    people = (first.players[0], away, *first.players[2:])
    full = replace(first, players=people, byes=(Bye(round=1, player="P2"),))
    half = replace(full, byes=())
    assert full.pairing_byes(1) == ()
    draw = draw_round(full, 1, system=WHITE)
    assert (pairs_of(draw), draw.bye) == (pairs_of(draw_round(half, 1, system=WHITE)), "P6")
    drawn = draw.applied_to(full)
    assert drawn.pairing_byes(1) == ("P6",)
    judged = judge_round(drawn, 1, system=WHITE)
    assert (judged.criterion, judged.bye) == ("", "P6")
    assert ScoreHistory.of(drawn).has_bye[1, 0]


def test_pair_pairs_by_the_rules_of_chess():
    """Beside the draw of the same tournament; what the system does not take is refused."""
    names = [f"P{number}" for number in range(1, 8)]
    first = pair(names, rounds=3, system="dutch")
    assert first.bye == "P7"
    assert {frozenset(each) for each in first.pairs} == {
        frozenset((f"P{number}", f"P{number + 3}")) for number in (1, 2, 3)
    }
    games = [[(white, black, 1) for white, black in first.pairs]]
    second = pair(names, games, byes=["P7"], rounds=3, system="dutch")
    assert next(iter(second.levels)) == "C6"
    assert second.bye != "P7"
    second.verify()
    for wrong in ({"rounds": None}, {"order": "slip"}, {"sides": False}, {"system": "swis"}):
        with pytest.raises(RuleError, match="dutch"):
            pair(names, **{"rounds": 3, "system": "dutch", **wrong})
    with pytest.raises(RuleError, match="has no weights that it could change"):
        pair(names, rounds=3, system="dutch", prefer=[("P1", "P2")])
