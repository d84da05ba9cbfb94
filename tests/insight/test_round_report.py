"""The report of a round: counted again with plain loops, for the draw, the optimum and the round before."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import floor

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from builders import player
from fastpair.errors import RuleError
from fastpair.go.scores import ScoreHistory, main_score_x2, scores_before
from fastpair.go.tournament import Bye, Game, Result, Rules, Tournament
from fastpair.insight import QUESTIONS, RoundReports
from fastpair.insight.explain import Optimum
from fastpair.insight.quality import PLAYED, quality_of
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round, judge_round, nearest_optimum
from fastpair.pairing.weights import model_named
from reference_report import places
from tournaments import tournaments
from yardsticks import by

MODEL = model_named("opengotha351")


def counted(draw):
    """The places of a draw as the reference has them."""
    return {
        name: Counter((place.players, place.table, place.amount) for place in draw.places[name])
        for name in QUESTIONS
    }


def without_tables(found):
    return {
        name: Counter((players, amount) for players, _, amount in each.elements())
        for name, each in found.items()
    }


def rounds_with_games(tournament):
    return sorted({game.round for game in tournament.games})


def reported(tournament, number, model=MODEL):
    try:
        return RoundReports(tournament=tournament, yardstick=by(model)).of(number)
    except RuleError as error:
        assume("floor below the bar" not in str(error))
        raise


@given(tournaments(), st.data())
def test_a_draw_is_counted_as_plain_loops_count_it(tournament, data):
    numbers = rounds_with_games(tournament)
    assume(numbers)
    number = data.draw(st.sampled_from(numbers))
    report = reported(tournament, number)
    assert counted(report.drawn) == places(tournament, number)
    for name in QUESTIONS:
        amounts = [place.amount for place in report.drawn.places[name]]
        assert report.drawn.count(name) == sum(amounts)
        assert amounts == sorted(amounts, reverse=True)
    if number - 1 in numbers:
        assert counted(report.before) == places(tournament, number - 1)
    else:
        assert report.before is None


def optimum_applied(tournament, number, model):
    """The tournament with the optimum in place of a round, seated by the draw itself."""
    nearest = nearest_optimum(tournament, number, model)
    key = nearest.field.key
    pairs = [frozenset((key[i], key[j])) for i, j in nearest.matching.edges.tolist()]
    playing = frozenset().union(*pairs)
    players = tuple(
        player.with_absences(player.absences - {number})
        if player.key in playing
        else replace(player, absences=player.absences | {number})
        for player in tournament.players
    )
    byes = [bye for bye in tournament.byes if bye.round == number]
    undrawn = replace(tournament, players=players).replace_round(number, [], byes)
    drawn = draw_round(
        undrawn, number, model=model, constraints=Constraints(force=frozenset(pairs))
    )
    return tournament.replace_round(number, drawn.games(), byes)


@given(tournaments(), st.data(), st.sampled_from(["opengotha351", "fastpair"]))
def test_the_optimum_is_counted_as_if_it_had_been_drawn(tournament, data, name):
    numbers = rounds_with_games(tournament)
    assume(numbers)
    number, model = data.draw(st.sampled_from(numbers)), model_named(name)
    # Players whose registration becomes final may change the scores that others start with.
    players = tuple(replace(player, final=True) for player in tournament.players)
    tournament = replace(tournament, players=players)
    report = reported(tournament, number, model)
    expected = places(optimum_applied(tournament, number, model), number)
    assert without_tables(counted(report.optimum.draw)) == without_tables(expected)
    judged = judge_round(tournament, number, model=model)
    optimum = report.optimum
    of_judgement = judged.weight, judged.optimum, judged.units, judged.loss
    assert (optimum.weight, optimum.greatest, optimum.units, optimum.loss) == of_judgement


@pytest.fixture(scope="module")
def congress():
    return generate(61, 5, seed=3, play=4)


def test_the_counts_are_those_of_the_qualities(congress):
    quality = quality_of(congress)
    reports = RoundReports(tournament=congress, yardstick=by(MODEL))
    for each in quality.rounds:
        drawn = reports.of(each.round_number).drawn
        assert drawn.quality == each.draws[PLAYED]
        shared = each.draws[PLAYED].measures.keys() & set(QUESTIONS)
        assert len(shared) == 9
        for name in shared:
            assert drawn.count(name) == each.draws[PLAYED].measures[name]


def test_the_optimum_of_a_round_drawn_by_the_model_is_the_draw(congress):
    report = RoundReports(tournament=congress, yardstick=by(MODEL)).of(4)
    assert report.optimum.loss == 0
    assert without_tables(counted(report.optimum.draw)) == without_tables(counted(report.drawn))
    assert report.optimum.draw.quality == report.drawn.quality


@pytest.mark.parametrize("number", [0, 2, 3, 4])
def test_a_round_without_games_is_refused(number):
    tournament = Tournament(
        rules=Rules(rounds=3),
        players=(player("A"), player("B")),
        games=(Game(round=1, table=1, white="A", black="B"),),
        byes=(Bye(round=2, player="A"),),
    )
    with pytest.raises(RuleError, match=f"round.* {number}"):
        RoundReports(tournament=tournament, yardstick=by(MODEL)).of(number)


def test_prices_are_summed_up_by_group_as_plain_loops_do(congress):
    number = 4
    groups = RoundReports(tournament=congress, yardstick=by(MODEL)).prices(number)
    optimum = Optimum.of_round(congress, number, MODEL)
    points = {key: int(optimum.field.main_x2[seat] / 2) for key, seat in optimum.seat.items()}
    games = [game.players for game in congress.round(number).games]
    sizes = Counter(points.values())
    whole = sorted(sizes, reverse=True)
    assert list(map(int, groups.scores)) == whole
    for score in groups.scores:
        assert score == min(
            optimum.field.main_x2[seat] / 2
            for key, seat in optimum.seat.items()
            if points[key] == int(score)
        )
    assert groups.sizes == tuple(sizes[score] for score in whole)
    prices = {
        (one, other): optimum.solver.price(optimum.seat[one], optimum.seat[other])
        for one in points
        for other in points
        if one != other
    }
    for i, one in enumerate(whole):
        for j, other in enumerate(whole):
            drawn = sum(sorted((points[a], points[b])) == sorted((one, other)) for a, b in games)
            assert groups.games[i, j] == drawn
            found = [
                price.weight / optimum.units
                for (a, b), price in prices.items()
                if (points[a], points[b]) == (one, other) and price and not price.fewer
            ]
            expected = np.median(found) if found else np.nan
            assert np.array_equal(groups.median[i, j], expected, equal_nan=True)


def test_scores_of_groups_are_those_of_the_standings(congress):
    """The models of the papers count from 1 dan."""
    groups = RoundReports(tournament=congress, yardstick=by(model_named("fastpair"))).prices(4)
    lowest = min(main_score_x2(ScoreHistory.of(congress))[:, 3])
    assert all(score >= lowest / 2 for score in groups.scores)
    assert max(groups.scores) > 30


# ---- What a draw could have avoided ----


def of_clubs(pairs):
    """A first round between players of equal grade, given by their clubs."""
    clubs = [club for pair in pairs for club in pair]
    players = tuple(player(f"P{k:02}", club=club) for k, club in enumerate(clubs))
    games = tuple(
        Game(round=1, table=k + 1, white=players[2 * k].key, black=players[2 * k + 1].key)
        for k in range(len(pairs))
    )
    return Tournament(name="", rules=Rules(rounds=1), players=players, games=games)


def avoidable(tournament, apart=()):
    reports = RoundReports(tournament=tournament, yardstick=by(MODEL))
    return [place.table for place in reports.avoidable(1, "same_club", apart)]


def test_what_most_players_of_one_club_bring_about_is_not_to_be_avoided():
    assert avoidable(of_clubs(["AA", "AA", "AB"])) == []


def test_boards_within_clubs_that_could_meet_each_other_are():
    tournament = of_clubs(["AA", "BB", "AB"])
    assert avoidable(tournament) == [1, 2]
    (a, b), (c, d) = (frozenset(game.players) for game in tournament.games[:2])
    apart = [frozenset(pair) for pair in ((a, c), (a, d), (b, c), (b, d))]
    assert avoidable(tournament, apart) == []


def fewest(clubs):
    """The fewest pairs within a club, by trying all pairings."""
    if not clubs:
        return 0
    one, *others = clubs
    return min(
        (one == other) + fewest(others[:k] + others[k + 1 :]) for k, other in enumerate(others)
    )


@given(st.lists(st.tuples(*2 * [st.sampled_from("ABC")]), min_size=1, max_size=4))
def test_what_is_left_of_the_boards_is_the_fewest_that_a_draw_can_have(pairs):
    tournament = of_clubs(pairs)
    within = sum(one == other for one, other in pairs)
    least = fewest([club for pair in pairs for club in pair])
    found = avoidable(tournament)
    assert within - len(found) <= least
    assert (within > least) == bool(found)


def matchings(keys):
    """All ways to pair some keys."""
    if not keys:
        yield ()
        return
    first, *others = keys
    for k, other in enumerate(others):
        for rest in matchings(others[:k] + others[k + 1 :]):
            yield ((first, other), *rest)


def marked_tables(tournament, number, question, pairs=None):
    """The tables of a draw of these pairs that a question marks; by default the draw that was made."""
    if pairs is not None:
        games = [
            Game(round=number, table=k, white=one, black=other)
            for k, (one, other) in enumerate(pairs, 1)
        ]
        tournament = tournament.before(number).replace_round(number, games, ())
    found = RoundReports(tournament=tournament, yardstick=by(MODEL)).places(number)[question]
    least = 2 if question == "score_difference" else 1
    return {place.table for place in found if place.amount >= least}


@st.composite
def third_rounds(draw):
    """A third round of a few players of two clubs, paired anyhow after two rounds that were, too."""
    keys = "abcdefgh"[: draw(st.sampled_from([4, 6, 8]))]
    players = [
        player(key, draw(st.integers(-2, 1)), name=draw(st.sampled_from("XYZ")), first_name=key)
        for key in keys
    ]
    players = [replace(each, club=draw(st.sampled_from(["Aton", "Bton"]))) for each in players]
    games = []
    for number in (1, 2, 3):
        order = draw(st.permutations(keys))
        for table, (white, black) in enumerate(zip(order[::2], order[1::2], strict=True), 1):
            won = draw(st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS]))
            games.append(Game(round=number, table=table, white=white, black=black, result=won))
    return Tournament(players=tuple(players), games=tuple(games), rules=Rules(rounds=3))


MARKS = ["same_club", "score_difference", "drawn_up_again", "drawn_down_again", "rematches"]


@pytest.mark.parametrize("question", MARKS)
@given(third_rounds())
def test_what_no_other_draw_avoids_is_not_marked(question, tournament):
    """By trying all pairings: none of a draw is marked that has the fewest, some of any other draw is."""
    number = 3
    games = tournament.round(number).games
    keys = [key for game in games for key in game.players]
    score = {key: floor(x) for key, (x, _) in scores_before(tournament, number).items()}
    met = {game.pair for game in tournament.before(number).games}
    drawn = {game.pair for game in games}
    meets = {key: score[game.opponent_of(key)] for game in games for key in game.players}
    widest = max(abs(score[key] - meets[key]) for key in keys)

    def may_meet(one, other):
        if frozenset((one, other)) in drawn:
            return True
        if frozenset((one, other)) in met:
            return False
        if question == "same_club":
            return (score[one], score[other]) == (meets[other], meets[one])
        return question == "rematches" or abs(score[one] - score[other]) <= widest

    fewest = min(
        len(marked_tables(tournament, number, question, pairs))
        for pairs in matchings(keys)
        if all(may_meet(*pair) for pair in pairs)
    )
    marks = marked_tables(tournament, number, question)
    reports = RoundReports(tournament=tournament, yardstick=by(MODEL))
    found = {place.table for place in reports.avoidable(number, question)}
    assert found <= marks
    assert len(found) >= len(marks) - fewest
    assert bool(found) == (len(marks) > fewest)
