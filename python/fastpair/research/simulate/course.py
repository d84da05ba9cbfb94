"""The course of a simulated tournament, and what is measured of it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...go.scores import ScoreHistory, places, standings_values
from ...go.tournament import Bye, Game, Result, RoundKind
from ...insight.quality import RelativeStrength, Tally, total_error
from ...insight.quality.totals import squared_gaps
from ...pairing.draw import Constraints
from ...pairing.draw.boards import colour_rule, takes_white
from ...pairing.field import People
from ...pairing.field.deviations import handicap
from ...pairing.field.field import colours, leads
from ...pairing.measures import Better, Boards, RoundPlayers, pairing_score_x2, select
from ...pairing.papers.quality import (
    inversions,
    kendall_tau,
    q_colour,
    ranking_error,
    ranking_positions,
    rms,
    spearman_rho,
)
from ...pairing.systems import Pairing, Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...arrays import Bools, Integers, Reals
    from ...go.tournament import Tournament
    from ...pairing.systems import System


# ---- The course of a tournament, as arrays that every round adds to ----

_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, eq=False)
class RoundGames:
    """The games of a round, as rows of the history, (m,) each."""

    white: Integers
    black: Integers
    stones: Integers


@dataclass(frozen=True, eq=False)
class Course:
    """A tournament that is being played.

    ``Tournament`` has it in objects; here every round fills a column of the history's arrays.
    """

    start: Tournament
    """The tournament before its first round."""

    history: ScoreHistory
    people: People
    present: Bools
    """Who takes part in each round, (n, rounds)."""

    pairings: list[Pairing]
    """The rounds so far."""

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """A tournament before its first round; games that it has are left out."""
        start = replace(tournament, games=(), byes=())
        history = _writable(ScoreHistory.of(start))
        people = People(start.players)
        present = people.final[:, None] & ~history.absent
        return cls(start, history, people, present, [])

    @property
    def played(self) -> int:
        """Number of rounds that have been played."""
        return len(self.pairings)

    @property
    def waiting(self) -> Bools:
        """Who takes part in the next round, (n,)."""
        return self.present[:, self.played]

    def rest(self) -> None:
        """Let a round pass in which nobody plays."""
        self.pairings.append(Pairing(pairs=np.empty((0, 2), np.int64)))

    def situation(self, seed: int, constraints: Constraints = _ANYTHING) -> Situation:
        """The next round, as the systems take it."""
        return Situation(
            history=self.history,
            people=self.people,
            round_number=self.played + 1,
            waiting=self.waiting,
            constraints=constraints,
            seed=seed,
        )

    @property
    def single_games(self) -> tuple[ScoreHistory, ...]:
        """The history of the games; where a round is a match, that of the first games and that of the second ones."""
        return self.history.single_games or (self.history,)

    def play(
        self, system: System, seed: int, *results: Callable[[RoundGames], Integers]
    ) -> RoundGames:
        """Let the next round be paired and played.

        Parameters
        ----------
        seed
            Seed of the system's lots.
        *results
            Doubled share of each game that White wins: 2, 1 for a jigo, or 0. One for each game of a match.
        """
        situation = self.situation(seed)
        pairing = system.pair(situation)
        boards = self._seated(situation, pairing, system)
        games = boards
        for history, result in zip(self.single_games, results, strict=True):
            self._record(history, pairing, games, result(games))
            games = RoundGames(games.black, games.white, games.stones)
        if self.history.single_games:
            self._add_up()
        self.history.scores.clear()  # those that were counted before this round
        self.pairings.append(pairing)
        return boards

    def _seated(self, situation: Situation, pairing: Pairing, system: System) -> RoundGames:
        """Colours and stones."""
        first, second = pairing.pairs.T
        field = situation.field
        a, b = (field[situation.seat[rows]] for rows in (first, second))
        stones = handicap(a, b)
        if pairing.white_first:
            return RoundGames(first, second, stones)
        state = system.colour_state(field)
        white = takes_white(a, b, colour_rule(field, state, situation.seed))
        return RoundGames(np.where(white, first, second), np.where(white, second, first), stones)

    def _record(
        self, history: ScoreHistory, pairing: Pairing, boards: RoundGames, won_x2: Integers
    ) -> None:
        column, points = self.played, self._points[won_x2]
        sides = (
            (boards.white, boards.black, 1, won_x2, points[:, 0]),
            (boards.black, boards.white, -1, 2 - won_x2, points[:, 1]),
        )
        for mine, theirs, colour, won, scored in sides:
            history.kind[mine, column] = RoundKind.RATED.code
            history.opponent[mine, column] = theirs
            history.colour[mine, column] = colour
            history.handicap[mine, column] = boards.stones
            history.won_x2[mine, column] = history.boards_x2[mine, column] = won
            history.points_x2[mine, column] = scored
        if pairing.bye is not None:
            free = RoundKind.FREE_ROUND if history.rules.predetermined else RoundKind.PAIRING_BYE
            history.kind[pairing.bye, column] = free.code
        history.kind[[*pairing.resting, *pairing.out], column] = RoundKind.ABSENT.code

    def _add_up(self) -> None:
        """Add up the games of the matches of the round."""
        column, games = self.played, self.single_games
        for name in ("kind", "opponent", "colour", "handicap"):
            getattr(self.history, name)[:, column] = getattr(games[0], name)[:, column]
        for name in ("won_x2", "boards_x2", "points_x2"):
            both = (getattr(each, name)[:, column] for each in games)
            getattr(self.history, name)[:, column] = sum(both)

    @cached_property
    def _points(self) -> Integers:
        """Doubled points of White and Black by the doubled share of the game that White wins."""
        of = self.start.rules.points.of
        return np.array([of(_RESULTS[won_x2]) for won_x2 in range(3)], np.int64)

    def tournament(self) -> Tournament:
        """The tournament as objects; its tables are numbered in the order of the rows."""
        history, players, start = self.history, self.start.players, self.start
        games, byes = [], []
        for column in range(self.played):
            whites = np.flatnonzero(history.colour[:, column] == 1).tolist()
            won = [each.won_x2[:, column].tolist() for each in self.single_games]
            games += [
                Game(
                    round=column + 1,
                    table=table,
                    white=players[white].key,
                    black=players[history.opponent[white, column]].key,
                    handicap=int(history.handicap[white, column]),
                    result=_RESULTS[won[0][white]],
                    second_result=_RESULTS[won[1][white]] if len(won) > 1 else None,
                )
                for table, white in enumerate(whites, 1)
            ]
            free = np.flatnonzero(history.has_bye[:, column]).tolist()
            byes += [Bye(round=column + 1, player=players[row].key) for row in free]
            away = self.pairings[column].resting + self.pairings[column].out
            start = start.with_absences(column + 1, [players[row].key for row in away])
        return replace(start, games=tuple(games), byes=tuple(byes))


def _writable(history: ScoreHistory) -> ScoreHistory:
    """A history with rounds of its own, and those of single games."""
    arrays: dict[str, Any] = {
        entry.name: values.copy()
        for entry in fields(history)
        if isinstance(values := getattr(history, entry.name), np.ndarray) and values.ndim == 2
    }
    return replace(history, single_games=tuple(map(_writable, history.single_games)), **arrays)


_RESULTS = (Result.BLACK_WINS, Result.JIGO, Result.WHITE_WINS)
"""Results by the doubled share of the game that White wins."""


# ---- What a simulated tournament is worth: its ranking, its ratings, its draws, its fairness [K12 10] ----

# Every measure is one number of a tournament that is over. What is better, more or less, ``MEASURES`` says.


@dataclass(frozen=True, slots=True)
class MeasureKind:
    """What a measure means."""

    about: str
    better: Better
    share: bool = False
    """Whether it is 0 or 1 in each tournament, so that its mean is a share."""

    @classmethod
    def of(cls, name: str) -> Self:
        """The sum of a measure of boards over all rounds."""
        (measure,) = select(name)
        return cls(measure.about, measure.better)


MEASURES: Mapping[str, MeasureKind] = {
    "ranking_error": MeasureKind(
        "root mean square of places off the true ones, ε_ranking", Better.LESS
    ),
    "kendall_tau": MeasureKind(
        "agreement of the standings with the true order, Kendall τ", Better.MORE
    ),
    "spearman_rho": MeasureKind("the same by ranks, Spearman ρ", Better.MORE),
    "inversions": MeasureKind(
        "pairs of players in the wrong order; a tie counts half", Better.LESS
    ),
    "top_ranking_error": MeasureKind(
        "ranking error of the best, those of the plan's top", Better.LESS
    ),
    "top_inversions": MeasureKind("pairs of the best in the wrong order", Better.LESS),
    "top_found": MeasureKind("share of the best who end among as many first", Better.MORE),
    "ranking_error_top": MeasureKind("ranking error of the strongest quarter", Better.LESS),
    "ranking_error_bottom": MeasureKind("ranking error of the weaker half", Better.LESS),
    "best_wins": MeasureKind(
        "the strongest player is first, or shares the place", Better.MORE, share=True
    ),
    "total_error": MeasureKind("total error by relative strengths, e_total [V 7.1]", Better.LESS),
    "q_mms": MeasureKind("McMahon quality [K15 10.1]", Better.MORE),
    "q_area": MeasureKind("area quality [K15 10.2]", Better.MORE),
    "q_colour": MeasureKind("colour quality, 0 is best [K15 10.3]", Better.LESS),
    "rounds": MeasureKind("rounds until it was over", Better.NEITHER),
    "games": MeasureKind("games", Better.NEITHER),
    "left_over": MeasureKind("players left without an opponent, over all rounds", Better.LESS),
    "uneven": MeasureKind.of("off_score"),
    "wide": MeasureKind.of("wide"),
    "widest": MeasureKind(
        "largest difference of scores of a round, mean over the rounds", Better.LESS
    ),
    "score_difference": MeasureKind("mean difference of scores in a game", Better.LESS),
    "strength_difference": MeasureKind(
        "mean difference of true strengths in a game", Better.NEITHER
    ),
    "same_country": MeasureKind.of("same_country"),
    "same_club": MeasureKind.of("same_club"),
    "handicap_games": MeasureKind.of("handicap_games"),
    "colour_imbalance": MeasureKind(
        "mean difference of games with White and with Black", Better.LESS
    ),
    "up_less_down": MeasureKind("root mean square of draws up less draws down, U - D", Better.LESS),
    "drawn_again": MeasureKind(
        "draws up of players drawn up before, and draws down of those drawn down", Better.LESS
    ),
    "most_uneven": MeasureKind("most draws up and down of one player", Better.LESS),
    "top_drawn_down": MeasureKind("games of each of the best with a lower score", Better.NEITHER),
    "won_bottom": MeasureKind("share of their games that the weakest quarter win", Better.NEITHER),
    "byes_twice": MeasureKind("players with two byes or more", Better.LESS),
    "bye_rank": MeasureKind(
        "mean true rank of those with a bye, 0 is the strongest, 1 the weakest", Better.MORE
    ),
    "rating_error_before": MeasureKind(
        "root mean square of ratings off the true strengths, at the start", Better.LESS
    ),
    "rating_error": MeasureKind("the same after the last tournament, ε_rating", Better.LESS),
    "rating_tau_before": MeasureKind(
        "agreement of the ratings with the true order, at the start, Kendall τ", Better.MORE
    ),
    "rating_tau": MeasureKind("the same after the last tournament", Better.MORE),
}
"""All measures of a tournament, by name."""


def measured(
    course: Course, strength: Reals, *, top: int = 8, relative_strength: bool = False
) -> dict[str, float]:
    """Measure a tournament that is over.

    Parameters
    ----------
    strength : (n,) float64
        True strengths of the rows.
    top
        So many of the best are looked at on their own: those who play for the prizes.
    relative_strength
        Whether the total error is measured, too, which takes as long as all the rest.

    Returns
    -------
    dict of str to float
        By the names of ``MEASURES``; a measure that does not exist, such as the rank of those with a
        bye where nobody had one, is not there.
    """
    measures = {
        **_ranking(course, strength, top),
        **_pairs(course, strength),
        **_fairness(course, strength, top),
    }
    if relative_strength:
        measures["total_error"] = _total_error(course)
    return measures


def standing(course: Course) -> Integers:
    """Place of each row in the final standings, from 1; equal rows share it."""
    criteria = course.start.rules.placement
    return places(standings_values(course.history, criteria, course.played))


def _ranking(course: Course, strength: Reals, top: int) -> dict[str, float]:
    """How well the standings find the true order."""
    place = standing(course)
    ranks, true = ranking_positions(-place), ranking_positions(strength)
    first = min(top, len(strength))
    return {
        "ranking_error": ranking_error(ranks, true),
        "top_ranking_error": ranking_error(ranks, true, top),
        "kendall_tau": kendall_tau(-place, strength),
        "spearman_rho": spearman_rho(-place, strength),
        "inversions": inversions(-place, strength, len(strength)),
        "top_inversions": inversions(-place, strength, top),
        "top_found": float(np.mean(ranks[true <= first] <= first)),
        "ranking_error_top": _ranking_error(ranks, true, true <= (len(true) + 1) / 4),
        "ranking_error_bottom": _ranking_error(ranks, true, true > (len(true) + 1) / 2),
        "best_wins": float(place[strength.argmax()] == 1),
    }


def _ranking_error(ranks: Reals, true: Reals, of: Bools) -> float:
    """The ranking error of some of the players, by their places among all."""
    return rms(ranks[of], true[of])


def _pairs(course: Course, strength: Reals) -> dict[str, float]:
    """What the draws were made of."""
    history, played = course.history, course.played
    white, column = np.nonzero(history.colour[:, :played] == 1)
    black = history.opponent[white, column]
    rounds, tally = [], Tally()
    for number in range(1, int(column.max(initial=-1)) + 2):
        players = RoundPlayers.of_round(history, course.people, number)
        now = column == number - 1
        sides = players.in_rows(white[now]), players.in_rows(black[now])
        boards = Boards(*sides, history.handicap[white[now], number - 1])
        rounds.append({measure.name: measure.of(boards) for measure in _COUNTED})
        tally += Tally.of(players, boards, mixing=False)
    total = {m.name: float(sum(each[m.name] for each in rounds)) for m in _COUNTED}
    return {
        "q_mms": tally.q_mms,
        "q_area": tally.q_area,
        "q_colour": q_colour(colours(history)[:, :played]),
        "rounds": float(played),
        "games": float(len(white)),
        "uneven": total["off_score"],
        "wide": total["wide"],
        "widest": total["widest"] / max(1, len(rounds)),
        "score_difference": total["score_difference"] / max(1, len(white)),
        "strength_difference": _mean(abs(strength[white] - strength[black])),
        "same_country": total["same_country"],
        "same_club": total["same_club"],
        "handicap_games": total["handicap_games"],
    }


_COUNTED = select(
    *("off_score", "wide", "widest", "score_difference"),
    *("same_country", "same_club", "handicap_games"),
)


def _fairness(course: Course, strength: Reals, top: int) -> dict[str, float]:
    """Whose expense the draws were at."""
    history, played = course.history, course.played
    lead = -np.sign(leads(history, pairing_score_x2(history)[:, :played]))
    byes = history.byes_before(played + 1)
    rank = ranking_positions(strength)
    weakness = (rank - 1) / max(1, len(strength) - 1)
    weakest = history.played[:, :played] & (weakness >= 0.75)[:, None]
    waiting = history.unassigned[:, :played]
    present = course.present[:, :played]
    bye_measures = {"bye_rank": float(np.average(weakness, weights=byes))} if byes.any() else {}
    return {
        "left_over": float(np.count_nonzero(waiting & present)),
        "colour_imbalance": _mean(abs(history.colour[:, :played].sum(axis=1))),
        "up_less_down": float(np.sqrt(_mean(lead.sum(axis=1) ** 2))),
        "drawn_again": float(sum(_repeats(lead == way) for way in (1, -1))),
        "most_uneven": float(abs(lead).sum(axis=1).max(initial=0)),
        "top_drawn_down": _mean((lead[rank <= top] < 0).sum(axis=1)),
        "won_bottom": _mean(history.won_x2[:, :played][weakest]) / (2 * history.rules.games),
        "byes_twice": float(np.count_nonzero(byes > 1)),
        **bye_measures,
    }


def _repeats(holds: Bools) -> int:
    """How often it holds of rows of which it has held before."""
    count = holds.sum(axis=1)
    return int((count - 1)[count > 0].sum())


def _total_error(course: Course) -> float:
    history, played = course.history, course.played
    opponent = np.where(history.played, history.opponent, -1)[:, :played]
    gaps = squared_gaps(RelativeStrength.of(history).strength, opponent)
    return total_error(gaps, len(opponent), played)


def _mean(values: Integers | Reals) -> float:
    return float(np.mean(values)) if values.size else 0.0
