"""The papers' tie-breakers, held equal to plain sums, and what the papers say of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from fastpair.scores import MMS_OF_1_DAN, History, criterion_values, tiebreaks
from fastpair.tournament import Criterion, Game, Grade, Player, Result, Rules, Tournament
from reference_scores import BYE, PAIRED, Scores
from tournaments import tournaments


class Sums:
    """[INTERPRETATION 5] for one player at a time; all doubled, after rounds 0 … r."""

    def __init__(self, tournament, r, missed, scores):
        self.plain, self.r, self.missed, self.scores = Scores(tournament), r, missed, scores

    def sum(self, i, of_opponent, of_bye, of_absence):
        value = {BYE: of_bye, PAIRED: of_opponent}
        return sum(value.get(self.plain.status(i, t), of_absence)(i, t) for t in range(self.r + 1))

    def opponent(self, i, t):
        return self.plain.games[i, t][0]

    def sos(self, i):
        def theirs(i, t):
            return self.scores[self.opponent(i, t)]

        def start(i, t):
            return 2 * self.plain.smms(i)

        if self.missed == "bga":
            return self.sum(i, theirs, start, start)
        return self.sum(i, theirs, lambda i, t: self.plain.mms(i, self.r), lambda i, t: 0)

    def sosos(self, i):
        def missed(i, t):
            return self.sos(i) if self.missed == "bga" else 0

        return self.sum(i, lambda i, t: self.sos(self.opponent(i, t)), missed, missed)

    def sodos(self, i):
        return sum(
            self.scores[opponent]
            for (player, t), (opponent, _, points, _) in self.plain.games.items()
            if player == i and t <= self.r and points == 2
        )

    def cusp(self, i):
        return sum(
            points * (self.r + 1 - t)
            for (player, t), (_, _, points, game) in self.plain.games.items()
            if player == i and t <= self.r and not game.by_default
        )


@pytest.mark.parametrize("missed", ["bga", "own"])
@pytest.mark.parametrize("epm", [False, True])
@given(tournament=tournaments())
def test_tie_breaks_are_plain_sums(missed, epm, tournament):
    history, everybody = History.of(tournament), range(len(tournament.players))
    halves = replace(tournament.rules, mms_absent_x2=1, round_down=False)
    credited = Scores(replace(tournament, rules=halves) if epm else tournament)
    for after in range(tournament.rules.rounds + 1):
        unit = 2 if epm else 1
        scores = [credited.mms(i, after - 1) // unit * unit for i in everybody]
        sums = Sums(tournament, after - 1, missed, scores)
        score = tiebreaks.pairing_x2(history)[:, after] if epm else None
        options = {"missed": missed, "score_x2": score}
        sos = tiebreaks.sos_x2(history, after, **options)
        assert sos.tolist() == [sums.sos(i) for i in everybody]
        sosos = tiebreaks.sosos_x2(history, after, **options)
        assert sosos.tolist() == [sums.sosos(i) for i in everybody]
        sodos = tiebreaks.sodos_x2(history, after, score_x2=score)
        assert sodos.tolist() == [sums.sodos(i) for i in everybody]
        assert tiebreaks.cusp_x2(history, after).tolist() == [sums.cusp(i) for i in everybody]


@given(tournaments())
def test_cuss_is_cusp_for_who_has_played_all_games(tournament):
    """BGA 4.6: but for the score at the start, which counts in every round."""
    history, after = History.of(tournament), tournament.rules.rounds
    cuss = criterion_values(history, Criterion.CUSS_MMS, after)
    expected = tiebreaks.cusp_x2(history, after) + 2 * after * history.start_mms
    all_played = history.played.all(axis=1)
    assert (cuss == expected)[all_played].all()


@given(tournaments())
def test_sos_is_that_of_opengotha_without_its_own_rules(tournament):
    games = tuple(replace(game, handicap=0) for game in tournament.games)
    rules = replace(tournament.rules, unplayed_as_half_point=False)
    history = History.of(replace(tournament, games=games, rules=rules))
    for after in range(rules.rounds + 1):
        theirs = criterion_values(history, Criterion.SOS_MMS, after)
        assert tiebreaks.sos_x2(history, after).tolist() == theirs.tolist()


@pytest.mark.parametrize(("won", "cuss"), [((1, 2, 3), 12), ((3, 4, 5), 6)])
def test_early_wins_count_more_often(won, cuss):
    """V 4.2.2: three wins of five."""
    players = tuple(
        Player(key=key, name=key, first_name="", grade=Grade(0), correction=-MMS_OF_1_DAN)
        for key in "ab"
    )
    games = tuple(
        Game(
            round=number,
            table=1,
            white="a",
            black="b",
            result=Result.WHITE_WINS if number in won else Result.BLACK_WINS,
        )
        for number in range(1, 6)
    )
    history = History.of(Tournament(rules=Rules(rounds=5), players=players, games=games))
    assert criterion_values(history, Criterion.CUSS_MMS, 5)[0] == 2 * cuss
    assert tiebreaks.cusp_x2(history, 5)[0] == 2 * cuss
