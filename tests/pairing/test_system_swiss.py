"""The Swiss system: the least differences of scores, and the ideal of the seeding."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from all_matchings import perfect_matchings
from array_tournaments import ArrayTournament
from builders import game
from fastpair.errors import RuleError
from fastpair.go.scores import ScoreHistory
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Game,
    Grade,
    Player,
    Points,
    Result,
    Rules,
    Tournament,
)
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import People
from fastpair.pairing.papers import seeding as papers
from fastpair.pairing.papers.seeding import DEVIATIONS
from fastpair.pairing.rounds import draw_round
from fastpair.pairing.systems import Situation, Swiss, by_rating, lots_of_players, standing
from profiles import sampled


def entered(count, rounds=3, **rules):
    """Players 1, 2, … of falling rating, whose names are in the opposite order."""
    players = (
        Player(
            key=str(number),
            name=f"{count - number:03}",
            first_name="",
            grade=Grade(0),
            rating=2500 - number,
        )
        for number in range(1, count + 1)
    )
    usual = {"placement": (Criterion.WINS,), "points": Points(wins_bye_x2=2)}
    return Tournament(rules=Rules(rounds=rounds, **{**usual, **rules}), players=tuple(players))


def first_round(count):
    tournament = entered(count)
    return Situation(
        history=ScoreHistory.of(tournament),
        people=People(tournament.players),
        round_number=1,
        waiting=np.ones(count, dtype=np.bool_),
        constraints=Constraints(),
    )


IDEALS = {
    "fold": papers.fold_pairs,
    "double-fold": papers.double_fold_pairs,
    "translation": papers.translation_pairs,
}


@pytest.mark.parametrize("seeding", IDEALS)
@given(st.integers(0, 30).map(lambda half: 2 * half))
def test_an_even_group_without_a_past_gets_the_ideal_pairs(seeding, count):
    """By rating, not by name; two whom a double fold leaves in the middle meet each other."""
    found = {
        frozenset(pair)
        for pair in (Swiss(seeding=seeding).pair(first_round(count)).pairs + 1).tolist()
    }
    ideal = {frozenset(pair) for pair in IDEALS[seeding](count).tolist()}
    assert ideal <= found
    over = {*range(1, count + 1)} - {player for pair in ideal for player in pair}
    assert found - ideal == ({frozenset(over)} if over else set())


@given(st.integers(1, 20), st.integers(0, 99))
def test_split_and_mix_pairs_the_halves(half, seed):
    situation = replace(first_round(2 * half), seed=seed)
    pairs = np.sort(Swiss(seeding="split-and-mix").pair(situation).pairs, axis=1)
    assert (pairs[:, 0] < half).all()
    assert (pairs[:, 1] >= half).all()


def test_random_pairs_anybody_of_a_group():
    """Of eight equals each other player is met by the first in some draw, and no score is left."""
    drawn = [draw_round(entered(8), 1, system=Swiss(seeding="random"), seed=n) for n in range(60)]
    pairs = [{board.white, board.black} for draw in drawn for board in draw.boards]
    assert set().union(*(pair for pair in pairs if "1" in pair)) == {*"12345678"}
    games = (Game(round=1, table=t, white=f"{t}", black=f"{9 - t}") for t in range(1, 5))
    won = tuple(replace(game, result=Result.WHITE_WINS) for game in games)
    drawn = draw_round(replace(entered(8), games=won), 2, system=Swiss(seeding="random"), seed=5)
    assert all((board.white in "1234") == (board.black in "1234") for board in drawn.boards)


PAPERS = {
    "fold": (papers.split_fold, 1),
    "translation": (papers.split_match, 2),
    "double-fold": (papers.double_fold, 1),
}


@pytest.mark.parametrize("seeding", PAPERS)
@given(st.integers(1, 12))
def test_deviations_are_those_of_the_papers(seeding, size):
    paper, scale = PAPERS[seeding]
    players = 4 * size if seeding == "double-fold" else size
    place = np.arange(1, players + 1)
    seed = papers.mid(players + 1 - place, players)
    apart = ~np.eye(players, dtype=np.bool_)
    expected = scale * players * paper(seed[:, None], seed)
    found = papers.DEVIATIONS[seeding](place[:, None], place, players)
    assert np.allclose(found[apart], expected[apart])


def repeated_colours(situation):
    """By seat the colour of the last two games that were played, if it was the same; otherwise 0."""
    history, found = situation.history, []
    for row in situation.field.player:
        past = zip(history.colour[row], history.by_default[row], strict=True)
        had = [colour for colour, by_default in past if colour and not by_default]
        found.append(int(had[-1]) if len(had) > 1 and had[-1] == had[-2] else 0)
    return found


def cost(situation, places, pairs, bye, system):
    """What a draw costs, level by level, from the definitions; ``places`` are seats, best first."""
    field = situation.field
    score, balance = field.wins_x2.tolist(), field.colour_balance.tolist()
    order = [seat for seat in places if seat != bye]
    members = {
        score[seat]: [each for each in order if score[each] == score[seat]] for seat in order
    }
    repeated = repeated_colours(situation) if system.streaks else [0] * len(field)
    found = Counter()
    if bye is not None:
        below = (score[bye] - min(score)) ** 2
        last = standing(situation, field.wins_x2).tolist()[::-1].index(bye)
        found.update(byes=int(field.byes[bye]), scores=below, top=below * score[bye], bye=last)
        found["colours"] += balance[bye] ** 2
    for i, j in pairs:
        groups = [members[score[seat]] for seat in (i, j)]
        (first, size), (second, _) = (
            (group.index(seat) + 1, len(group)) for group, seat in zip(groups, (i, j), strict=True)
        )
        apart = (score[i] - score[j]) ** 2
        found.update(scores=apart, top=apart * max(score[i], score[j]))
        white, black = sorted((i, j), key=lambda seat: (repeated[seat], balance[seat]))
        found["colours"] += (balance[black] - 1) ** 2 + (balance[white] + 1) ** 2
        found["streaks"] += repeated[i] == repeated[j] != 0
        if not apart:
            deviation = DEVIATIONS[system.seeding](np.array(first), np.array(second), size)
            found["seeding"] += int(deviation) ** 2
        for seat, group in zip((i, j), groups, strict=True):
            found["floats"] += abs(2 * group.index(seat) + 1 - len(group)) * bool(apart)
    return found


def all_draws(situation):
    """Every complete draw of a round: the pairs, and who has the bye."""
    seats, allowed = range(len(situation.field)), situation.allowed
    for bye in seats if situation.gives_bye else (None,):
        for pairs in perfect_matchings([seat for seat in seats if seat != bye]):
            if all(allowed[i, j] for i, j in pairs):
                yield pairs, bye


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"order": "rating"},
        {"seeding": "double-fold"},
        {"seeding": "translation"},
        {"seeding": "fine-grain"},
        {"seeding": "split-and-mix"},
        {"colours": True},
        {"top_down": True, "seeding": "fine-grain"},
        {"top_down": True, "colours": True, "order": "rating"},
        {"streaks": True},
        {"top_down": True, "colours": True, "order": "rating", "streaks": True},
    ],
    ids=str,
)
def test_no_draw_is_better(options):
    """Against all complete draws of up to eight players, whoever has the bye, level by level."""
    system, compared = Swiss(**options), 0
    for seed in range(sampled(100)):
        for situation, pairing in ArrayTournament.invented(seed, 9).rounds(system):
            solution = pairing.solution
            if pairing.kept_drawable or solution.left or len(situation.field) > 8:
                continue
            solution.prove()
            score = situation.field.wins_x2
            by_places = standing(situation, score)
            if system.order == "rating":
                by_lot = standing(situation, score, lots_of_players(situation))
                by_places = by_rating(situation.field, score, by_lot)
            names = [name for name, _ in solution.aims if name != "lots"]
            best = min(
                tuple(found[name] for name in names)
                for found in (
                    cost(situation, by_places.tolist(), pairs, bye, system)
                    for pairs, bye in all_draws(situation)
                )
            )
            assert tuple(solution.costs[name] for name in names) == best
            compared += 1
    assert compared > 10


def test_the_middle_of_an_odd_group_is_drawn_down():
    """Five winners and five losers: the third of each meet."""
    games = [
        game(1, number, str(number), str(number + 5), Result.WHITE_WINS) for number in range(1, 6)
    ]
    tournament = entered(10)
    tournament = Tournament(rules=tournament.rules, players=tournament.players, games=tuple(games))
    for seeding in ("fold", "translation", "double-fold", "fine-grain"):
        drawn = draw_round(tournament, 2, system=Swiss(seeding=seeding))
        between = [
            board for board in drawn.boards if (int(board.white) <= 5) != (int(board.black) <= 5)
        ]
        # 3 and 8 have met, so that one of them gives way to a neighbour.
        ((board),) = between
        assert {3, 8} & {int(board.white), int(board.black)}


def test_no_seeding_is_worth_a_game_between_scores():
    """Forty have a point and two have none; the forty could keep to the fold if those two helped out.

    The pairs of the fold and those beside them alternate on one path: 1, 2, 39, 38, 3, 4, and so on.
    Only its ends are over in the fold; without the fold everybody of the forty has a partner.
    """
    path = [1]
    for k in range(2, 21):
        path += [k, 41 - k] if k % 2 == 0 else [41 - k, k]
    path += [40]
    free = {frozenset(map(str, pair)) for pair in pairwise(path)}
    tournament = entered(42, points=Points(wins_absent_x2=2))
    players = tuple(
        replace(player, absences=frozenset({1} if int(player.key) <= 40 else ()))
        for player in tournament.players
    )
    forty = [str(number) for number in range(1, 41)]
    apart = {frozenset(pair) for pair in combinations(forty, 2)} - free
    drawn = draw_round(
        replace(tournament, players=players),
        2,
        system=Swiss(),
        constraints=Constraints(forbid=frozenset(apart)),
    )
    pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
    assert frozenset(("41", "42")) in pairs
    assert len(pairs & free) == 20


def test_the_last_has_the_bye_and_no_other_one():
    tournament = entered(3, rounds=3)
    assert draw_round(tournament, 1, system=Swiss()).bye == "3"
    games = (Game(round=1, table=1, white="1", black="2", result=Result.WHITE_WINS),)
    after = Tournament(
        rules=tournament.rules,
        players=tournament.players,
        games=games,
        byes=(Bye(round=1, player="3"),),
    )
    assert draw_round(after, 2, system=Swiss()).bye == "2"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "best"}, "order: must be one of standings, rating, not 'best'"),
        ({"seeding": "best"}, r"seeding: must be one of fold, .*, not 'best'"),
    ],
)
def test_an_unknown_order_or_seeding_is_refused(options, message):
    with pytest.raises(RuleError, match=message):
        Swiss(**options)
