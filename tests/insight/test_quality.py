"""The quality of draws against a slow reference, and the best against all draws there are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import reference_quality as reference
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read
from fastpair.go.scores import ScoreHistory
from fastpair.go.standings import standings
from fastpair.go.tournament import Game, Grade, Player, Result, Rules, Tournament
from fastpair.insight.quality import MEASURES, PLAYED, Tally, best_value, quality_of
from fastpair.pairing.draw import Constraints
from fastpair.pairing.field import People
from fastpair.pairing.generator import generate
from fastpair.pairing.measures import Boards, RoundPlayers, pairing_score_x2
from fastpair.pairing.weights import model_named
from profiles import few
from tournaments import tournaments

OPENGOTHAS = {name: model_named(name) for name in ("opengotha352", "opengotha351")}


@st.composite
def drawn_rounds(draw):
    """A tournament, one of its rounds with a game, and whether half points count."""
    tournament = draw(tournaments())
    numbers = sorted({game.round for game in tournament.games})
    assume(numbers)
    return tournament, draw(st.sampled_from(numbers)), draw(st.booleans())


def both(tournament, number, half_points):
    """The players of a round, and the reference of it."""
    history = ScoreHistory.of(tournament)
    score = pairing_score_x2(history, half_points=half_points)
    strength = np.linspace(0, 3, len(history.grade)) ** 2
    people = People(tournament.players)
    paired = RoundPlayers.of_round(history, people, number, half_points=half_points)
    paired = paired.having({"strength": strength[paired.player]})
    slow = reference.Round(
        tournament,
        number,
        lambda key, after: int(score[history.row[key], after]),
        dict(zip(history.row, strength.tolist(), strict=True)),
    )
    return paired, slow, history


def boards(paired, history, games):
    """The boards of the games."""
    seat = {row: i for i, row in enumerate(paired.player.tolist())}
    sides = zip(*(game.players for game in games), strict=True)
    return Boards(*(paired[[seat[history.row[key]] for key in side]] for side in sides))


@given(drawn_rounds())
def test_measures_of_a_draw(drawn):
    paired, slow, history = both(*drawn)
    drawn = boards(paired, history, slow.games)
    found = {m.name: m.of(drawn) for m in MEASURES}
    assert found == slow.played()


@given(drawn_rounds())
def test_best_is_the_least_of_all_draws(drawn):
    paired, slow, _ = both(*drawn)
    assert {measure.name: best_value(measure, paired) for measure in MEASURES} == slow.best()


@given(drawn_rounds())
def test_tally(drawn):
    """Kaniuk's counts, group by group."""
    paired, slow, history = both(*drawn)
    tally = Tally.of(paired, boards(paired, history, slow.games))
    below = {key: slow.player[key].grade < slow.bar for key in slow.keys}
    games = [game.players for game in slow.games if all(below[key] for key in game.players)]
    within = slow.total(games)
    groups = [
        [key for key in slow.keys if slow.score[key] == score]
        for score in sorted({slow.score[key] for key in slow.keys}, reverse=True)
    ]
    assert (tally.games, tally.games_below_bar) == (len(slow.games), len(games))
    assert tally.uneven == slow.played()["off_score"]
    assert tally.expected_uneven == reference.expected_uneven([len(group) for group in groups])
    assert tally.same_country == within["same_country"]
    assert tally.same_club == within["same_club"]
    homes = {
        key: (player.country.lower() or key, (player.country.lower(), player.club.lower()))
        for key, player in slow.player.items()
    }
    low = [[key for key in group if below[key]] for group in groups]
    assert tally.expected_country == fewest(low, lambda key: homes[key][0])
    clubs = {key: homes[key][1] if slow.player[key].club else key for key in homes}
    assert tally.expected_club == fewest(low, clubs.__getitem__)
    games = [game.players for game in slow.games]
    variances = [mixing(group, games, lambda key: homes[key][0]) for group in groups]
    variances = [variance for variance in variances if variance is not None]
    assert tally.mixing_groups == len(variances)
    assert tally.mixing_total == pytest.approx(float(sum(variances)))


def mixing(group, boards, country):
    """Mixing variance of the countries of a group, None if there are fewer than three."""
    countries = sorted({country(key) for key in group})
    if len(countries) < 3:
        return None
    matrix = [[0] * len(countries) for _ in countries]
    for board in boards:
        if set(board) <= set(group):
            one, other = (countries.index(country(key)) for key in board)
            matrix[one][other] += 1
            matrix[other][one] += 1
    return reference.mixing_variance(matrix)


def fewest(groups, area):
    """Games within an area that the groups cannot avoid."""
    counts = [Counter(map(area, group)) for group in groups if group]
    return sum(reference.expected_same_area(count.total(), max(count.values())) for count in counts)


@pytest.fixture(scope="module")
def congress():
    return generate(61, 5, seed=8, play=5)


@pytest.fixture(scope="module")
def quality(congress):
    return quality_of(congress, OPENGOTHAS, half_points=True)


TOTALS = {"widest": max}
"""What becomes of the measures of several rounds, if not their sum."""


def test_rounds_add_up(quality):
    assert [each.round_number for each in quality.rounds] == [1, 2, 3, 4, 5]
    for name, total in quality.draws.items():
        rounds = [each.draws[name] for each in quality.rounds]
        for measure in MEASURES:
            values = [draw.measures[measure.name] for draw in rounds]
            assert total.measures[measure.name] == TOTALS.get(measure.name, sum)(values)
        assert total.tally.games == sum(draw.tally.games for draw in rounds)
        assert total.tally.uneven == total.measures["off_score"]
    for measure in MEASURES:
        best = [each.best.measures[measure.name] for each in quality.rounds]
        assert quality.best.measures[measure.name] == TOTALS.get(measure.name, sum)(best)


def test_no_draw_is_better_than_the_best(quality):
    for each in quality.rounds:
        for name, draw in each.draws.items():
            assert draw.tally.games == each.players // 2, name
            assert better_than_possible(draw, each.best) == [], (each.round_number, name)
            assert draw.q_colour >= each.best.q_colour


def better_than_possible(draw, best):
    """What a draw that is complete and without rematches has better than the best."""
    less = [name for name, value in draw.measures.items() if value < best.measures[name]]
    more = [name for name in ("q_mms", "q_area") if draw.found(name) > best.limit(name)]
    mixed = draw.found("mixing_variance") < best.limit("mixing_variance") - 1e-12
    return less + more + ["mixing_variance"] * mixed


def test_what_is_expected_can_be_had(quality):
    """Or what is proven to be nearest to it, where groups are small."""
    for each in quality.rounds:
        assert each.best.proven("q_mms")
        assert each.best.proven("q_area")
    assert [each.best.found("q_mms") for each in quality.rounds[:4]] == [1.0] * 4
    assert quality.rounds[4].best.found("q_mms") < 1.0


def test_the_model_that_drew_draws_the_same_again(congress):
    """The congress was invented with draws of this model, from whole scores."""
    quality = quality_of(congress, OPENGOTHAS)
    for each in quality.rounds:
        assert each.draws["opengotha351"] == each.draws[PLAYED]


def test_draws_start_from_what_really_happened(congress):
    """A round drawn by hand against its result is drawn as if by itself."""
    games = congress.round(3).games
    swapped = [
        replace(game, black=other.black)
        for game, other in zip(games, (*games[1:], games[0]), strict=True)
    ]
    other = congress.replace_round(3, swapped, ())
    other = replace(other, byes=congress.byes)
    whole, changed = (quality_of(each, OPENGOTHAS) for each in (congress, other))
    assert changed.rounds[2].draws[PLAYED] != whole.rounds[2].draws[PLAYED]
    gap = "strength_gap"
    for one, two in zip(whole.rounds[:3], changed.rounds[:3], strict=True):
        first, second = (each.draws["opengotha351"] for each in (one, two))
        assert first.tally == second.tally
        assert {**first.measures, gap: 0} == {**second.measures, gap: 0}


def test_someone_who_was_not_expected_is_drawn_again(congress):
    """A preliminary registration and an absence that a game belies."""
    key = congress.round(2).games[0].white
    players = tuple(
        replace(p, final=False, absences=frozenset({2})) if p.key == key else p
        for p in congress.players
    )
    quality = quality_of(replace(congress, players=players), OPENGOTHAS)
    assert quality.rounds[1].draws["opengotha351"].tally.games == len(congress.round(2).games)


def test_who_must_play_need_not_where_one_of_them_does_not(congress):
    """The same game in all rounds in which both have one."""
    (bye,) = congress.round(2).byes
    game = next(game for game in congress.round(1).games if bye in game.players)
    rules = Constraints(force=frozenset({frozenset(game.players)}))
    name = "opengotha351"
    quality = quality_of(congress, OPENGOTHAS, constraints={name: rules})
    again = [each.draws[name].measures["rematches"] for each in quality.rounds]
    seated = [{k for g in congress.round(r).games for k in g.players} for r in range(1, 6)]
    there = [set(game.players) <= keys for keys in seated]
    assert there[:2] == [True, False]
    assert again == [0, *map(int, there[1:])]
    assert sum(again) > 0
    assert all(each.draws["opengotha352"].measures["rematches"] == 0 for each in quality.rounds)


def test_error_of_the_ranking():
    """Two players, placed against their ratings; without a rating the grade counts."""
    player = {"name": "", "first_name": ""}
    one = Player(key="a", grade=Grade.parse("1d"), rating=2000, **player)
    two = Player(key="b", grade=Grade.parse("5d"), **player)
    rules = Rules(rounds=1, bar=Grade.parse("1d"))
    for result, error in ((Result.WHITE_WINS, 1.0), (Result.BLACK_WINS, 0.0)):
        game = Game(round=1, table=1, white="a", black="b", result=result)
        tournament = Tournament(rules=rules, players=(one, two), games=(game,))
        assert quality_of(tournament).ranking_error == error


@pytest.mark.parametrize("top", [1, 3, 99])
def test_error_of_the_ranking_of_the_best(congress, top):
    """Those of the highest ratings, by their places among all; the places are those of the list."""
    everybody = tuple(
        replace(player, final=True, rating=2900 - 7 * number)
        for number, player in enumerate(congress.players)
    )
    congress = replace(congress, players=everybody)
    quality = quality_of(congress, top=top)
    by_rating = sorted(congress.players, key=lambda player: -player.rating_or_lowest)
    table = {row.key: row.place for row in standings(congress, 5).rows}
    shared = Counter(table.values())
    off = [
        table[player.key] + (shared[table[player.key]] - 1) / 2 - place
        for place, player in enumerate(by_rating, 1)
    ]
    error = sqrt(sum(each * each for each in off[:top]) / len(off[:top]))
    assert quality.top_ranking_error == pytest.approx(error)
    if top == 99:
        assert quality.top_ranking_error == quality.ranking_error


def test_nobody_is_no_top(congress):
    with pytest.raises(RuleError, match="from 1 on, got 0"):
        quality_of(congress, top=0)


@pytest.mark.ci
@pytest.mark.peers(
    "opengotha/*/tournament.xml", "files/opengotha/*.xml", "files/egc*/*.xml", alike=True
)
def test_no_draw_of_a_real_tournament_is_better_than_the_best(peer):
    """If it is complete and without rematches, as the best is where there is such a draw; nightly, of both models."""
    try:
        tournament = replace(read(peer).tournament, team_play=None)
        ScoreHistory.of(tournament)
    except (FormatError, RuleError):
        pytest.skip("no sound tournament")
    if not tournament.games:
        with pytest.raises(RuleError, match="no round has a game yet"):
            quality_of(tournament)
        return
    models = {name: OPENGOTHAS[name] for name in few(OPENGOTHAS, 1, ci=1)}
    for each in quality_of(tournament, models).rounds:
        assert each.draws[PLAYED].tally.games == each.players // 2
        for name, draw in each.draws.items():
            assert draw.tally.games <= each.players // 2
            if draw.tally.games == each.players // 2 and draw.measures["rematches"] == 0:
                assert better_than_possible(draw, each.best) == [], (each.round_number, name)
