"""A draw that keeps to boards that are known already: who stays where, and who has the bye."""

from __future__ import annotations

from dataclasses import replace
from operator import le

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders import everybody_present
from fastpair.errors import RuleError
from fastpair.go.scores import ScoreHistory, main_score_x2
from fastpair.go.tournament import Game, Result
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import Keeping, draw_round, situation_of
from fastpair.pairing.systems import Weighted
from fastpair.pairing.weights import model_named
from reference_draws import matchings

MODELS = ("opengotha351", "fastpair", "godraw2015")


def congress(players, seed):
    """A congress with a round played; all take part in all rounds."""
    tournament = everybody_present(generate(players, 3, seed=seed))
    tournament = draw_round(tournament, 1).applied_to(tournament)
    games = [
        replace(g, result=Result.WHITE_WINS if g.table % 3 else Result.BLACK_WINS)
        for g in tournament.games
    ]
    return replace(tournament, games=tuple(games))


def pairs(boards):
    return {frozenset((board.white, board.black)) for board in boards}


def kept_boards(draw, boards):
    return [game for game in draw.games() if game in boards]


@pytest.fixture(scope="module", params=[(24, 3), (25, 4)], ids=["even", "odd"])
def tournament(request):
    return congress(*request.param)


@pytest.fixture(scope="module", params=MODELS)
def model(request):
    return model_named(request.param)


@pytest.fixture
def first(tournament, model):
    """The draw that is published: with other tables, colours and stones than a draw gives."""
    drawn = draw_round(tournament, 2, system=Weighted(model=model))
    boards = tuple(
        Game(round=2, table=g.table + 30, white=g.black, black=g.white, handicap=9 - g.handicap)
        for g in drawn.games()
    )
    return boards, () if drawn.bye is None else (drawn.bye,)


def keeping(model, first, **settings):
    boards, byes = first
    return Keeping(model=model, boards=boards, byes=byes, **settings)


def without(tournament, *keys):
    return tournament.with_absences(2, keys)


def lost_boards(offer, first):
    boards, byes = first
    pairs_kept = {frozenset(pair) for pair in offer.pairs}
    lost = [game for game in boards if frozenset(game.players) not in pairs_kept]
    return len(lost) + (offer.key_of_bye not in byes and bool(byes))


def changed(draw, first):
    boards, byes = first
    return len(pairs(boards) - pairs(draw.boards)) + (draw.bye not in byes and bool(byes))


def bad(tournament):
    """Reckons what speaks against a game, from the players alone: groups apart, stones, one club."""
    history = ScoreHistory.of(tournament.before(2))
    score = dict(zip(history.row, (main_score_x2(history)[:, 1] // 2).tolist(), strict=True))
    rules = tournament.rules.handicap

    def reckoned(game):
        one, other = (tournament.by_key[key] for key in (game.white, game.black))
        levels = [
            min(score[p.key] - 30 if rules.by_mms else int(p.grade), rules.threshold)
            for p in (one, other)
        ]
        stones = max(0, min(abs(levels[0] - levels[1]) - rules.correction, rules.ceiling, 9))
        club = one.club != "" and (one.club, one.country) == (other.club, other.country)
        return abs(score[one.key] - score[other.key]), stones, club

    return reckoned


class TestNobodyLeaves:
    def test_nothing_changes(self, tournament, model, first):
        drawn = draw_round(tournament, 2, system=keeping(model, first))
        assert drawn.games() == first[0]
        assert (drawn.bye,) == (first[1] or (None,))

    def test_the_weight_is_that_of_the_model(self, tournament, model, first):
        drawn = draw_round(tournament, 2, system=keeping(model, first))
        fresh = draw_round(tournament, 2, system=Weighted(model=model))
        assert (
            drawn.total_weight == fresh.total_weight == sum(board.weight for board in drawn.boards)
        )
        assert drawn.by_weights


class TestSomebodyLeaves:
    @pytest.mark.parametrize("leaving", [(0,), (5,), (2, 11), (0, 1, 2)])
    def test_no_draw_changes_fewer_boards(self, tournament, model, first, leaving):
        keys = [first[0][table].white for table in leaving]
        rest = without(tournament, *keys)
        drawn = draw_round(rest, 2, system=keeping(model, first))
        fresh = draw_round(rest, 2, system=Weighted(model=model))
        assert drawn.cardinality == fresh.cardinality
        assert len(leaving) <= changed(drawn, first) <= changed(fresh, first)
        stay = pairs(drawn.boards) & pairs(first[0])
        assert pairs(kept_boards(drawn, first[0])) == stay
        tables = [board.table for board in drawn.boards]
        assert tables == sorted(set(tables))
        new = [b.table for b in drawn.boards if frozenset((b.white, b.black)) not in stay]
        assert new == list(range(1, len(new) + 1))

    def test_the_ends_of_the_offers(self, tournament, model, first):
        rest = without(tournament, first[0][0].white, first[0][7].black)
        offers = keeping(model, first).offers(situation_of(rest, 2), {})
        draws = [
            draw_round(rest, 2, system=keeping(model, first, choice=k)) for k in range(len(offers))
        ]
        assert [changed(draw, first) for draw in draws] == [
            lost_boards(offer, first) for offer in offers
        ]
        assert draws[0].games() == draw_round(rest, 2, system=keeping(model, first)).games()
        fresh = draw_round(rest, 2, system=Weighted(model=model))
        assert draws[-1].total_weight == fresh.total_weight
        assert draws[-1].bye == fresh.bye
        free = draw_round(rest, 2, system=keeping(model, first, price=0))
        same_bye = [o for o, d in zip(offers, draws, strict=True) if d.bye == free.bye]
        assert [o.totals[0] for o in same_bye] == [
            d.total_weight for d in draws if d.bye == free.bye
        ]
        with pytest.raises(RuleError, match=f"the draws have the numbers 1 to {len(offers)}"):
            draw_round(rest, 2, system=keeping(model, first, choice=len(offers)))

    def test_prices_lie_between_the_ends(self, tournament, model, first):
        rest = without(tournament, first[0][0].white, first[0][7].black)
        numbers = [
            changed(draw_round(rest, 2, system=keeping(model, first, price=price)), first)
            for price in (0, 10, 1e6, 1e12, 1e300)
        ]
        assert numbers == sorted(numbers, reverse=True)
        assert numbers[-1] == changed(draw_round(rest, 2, system=keeping(model, first)), first)


class TestRules:
    def test_what_must_not_play_is_not_kept(self, tournament, model, first):
        board = first[0][3]
        rules = Constraints(forbid=frozenset({frozenset(board.players)}))
        drawn = draw_round(tournament, 2, system=keeping(model, first), constraints=rules)
        assert frozenset(board.players) not in pairs(drawn.boards)
        assert changed(drawn, first) >= 2

    def test_what_must_play_is_drawn(self, tournament, model, first):
        one, other = first[0][1], first[0][6]
        pair = frozenset((one.white, other.white))
        rules = Constraints(force=frozenset({pair}), rematches=True)
        drawn = draw_round(tournament, 2, system=keeping(model, first), constraints=rules)
        fresh = draw_round(tournament, 2, system=Weighted(model=model), constraints=rules)
        assert pair in pairs(drawn.boards)
        assert 2 <= changed(drawn, first) <= changed(fresh, first)

    def test_a_table_that_is_taken_is_not_kept(self, tournament, model, first):
        one, other = first[0][0], first[0][1]
        imposed = Game(round=2, table=other.table, white=one.white, black=one.black)
        known = replace(tournament, games=(*tournament.games, imposed))
        drawn = draw_round(known, 2, system=keeping(model, first))
        moved = next(g for g in drawn.games() if set(g.players) == set(other.players))
        assert moved == replace(other, table=1)


@given(st.integers(0, 2**16), st.integers(6, 9), st.booleans(), st.data())
def test_no_other_draw_of_the_rest_loses_fewer_boards(seed, size, fewest, data):
    """Whoever leaves: beside all draws of the others, with every bye, in which no new game is worse
    than the worst one of a fresh draw."""
    tournament = congress(size, seed)
    drawn = draw_round(tournament, 2)
    first = drawn.games(), () if drawn.bye is None else (drawn.bye,)
    keys = [player.key for player in tournament.players]
    leaving = data.draw(st.sets(st.sampled_from(keys), max_size=3))
    rest = without(tournament, *leaving)
    assume(rest.to_pair(2))
    system = keeping(model_named("opengotha351"), first, fewest=fewest)
    found, fresh = (draw_round(rest, 2, system=each) for each in (system, Weighted()))
    worst = [max(column) for column in zip(*map(bad(rest), fresh.boards), strict=True)]

    def fine(one, other):
        values = bad(rest)(Game(round=2, table=1, white=one, black=other))
        return fewest or frozenset((one, other)) in pairs(first[0]) or all(map(le, values, worst))

    met = pairs(tournament.games)
    waiting = [key for key in keys if key not in leaving]
    every = [
        {frozenset(pair) for pair in matching}
        for matching in matchings(waiting, lambda a, b: frozenset((a, b)) not in met and fine(a, b))
    ]
    most = max(map(len, every))
    losses = []
    for matching in every:
        left = set(waiting).difference(*matching)
        bye_kept = bool(first[1]) and len(waiting) % 2 == 1 and first[1][0] in left
        lost = len(pairs(first[0]) - matching) + len(first[1]) - bye_kept
        if len(matching) == most:
            losses.append(lost)
    assert found.cardinality == most
    assert changed(found, first) == min(losses)
