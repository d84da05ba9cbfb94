"""The course of a simulated tournament, and what is measured of it."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ...go.scores import History, Status, places, standings_values
from ...go.tournament import Bye, Game, Result
from ...insight.quality import RelativeStrength, total_error
from ...insight.quality.measures import WIDE_X2, colours, pairing_score_x2, squared_gaps
from ...pairing.draw import Constraints
from ...pairing.draw.boards import colour_rule, takes_white
from ...pairing.field import People
from ...pairing.field.deviations import handicap
from ...pairing.papers.quality import (
    expected_same_area,
    expected_uneven,
    inversions,
    kendall_tau,
    q_area,
    q_colour,
    q_mms,
    ranking_error,
    ranking_positions,
    rms,
    spearman_rho,
)
from ...pairing.systems import Pairing, Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from ...arrays import Bools, Integers, Reals
    from ...go.tournament import Tournament
    from ...pairing.systems import System


# ---- The course of a tournament, as arrays that every round adds to ----

_ANYTHING = Constraints()


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
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

    history: History
    people: People
    present: Bools
    """Who takes part in each round, (n, rounds)."""

    pairings: list[Pairing]
    """The rounds so far."""

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        """A tournament before its first round; games that it has are left out."""
        start = replace(tournament, games=(), byes=())
        history = History.of(start)
        arrays: dict[str, Any] = {
            entry.name: values.copy()
            for entry in fields(history)
            if isinstance(values := getattr(history, entry.name), np.ndarray) and values.ndim == 2
        }
        final = np.array([player.final for player in start.players], dtype=np.bool_)
        present = final[:, None] & (history.status != Status.ABSENT)
        return cls(start, replace(history, **arrays), People(start.players), present, [])

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
        self.pairings.append(Pairing(pairs=np.empty((0, 2), dtype=np.int64)))

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

    def play(
        self, system: System, seed: int, result: Callable[[Boards], NDArray[np.int64]]
    ) -> Boards:
        """Let the next round be paired and played.

        Parameters
        ----------
        seed
            Seed of the system's lots.
        result
            Doubled share of each game that White wins: 2, 1 for a jigo, or 0.
        """
        situation = self.situation(seed)
        pairing = system.pair(situation)
        boards = self._seated(situation, pairing, system)
        self._record(pairing, boards, result(boards))
        return boards

    def _seated(self, situation: Situation, pairing: Pairing, system: System) -> Boards:
        """Colours and stones."""
        first, second = pairing.pairs.T
        field = situation.field
        a, b = (field[situation.seat[rows]] for rows in (first, second))
        stones = handicap(a, b)
        if pairing.white_first:
            return Boards(first, second, stones)
        state = system.colour_state(field)
        white = takes_white(a, b, colour_rule(field, state, situation.seed))
        return Boards(np.where(white, first, second), np.where(white, second, first), stones)

    def _record(self, pairing: Pairing, boards: Boards, won_x2: Integers) -> None:
        history, column = self.history, self.played
        points = self._points[won_x2]
        sides = (
            (boards.white, boards.black, 1, won_x2, points[:, 0]),
            (boards.black, boards.white, -1, 2 - won_x2, points[:, 1]),
        )
        for mine, theirs, colour, won, scored in sides:
            history.status[mine, column] = Status.PAIRED
            history.opponent[mine, column] = theirs
            history.colour[mine, column] = colour
            history.handicap[mine, column] = boards.stones
            history.won_x2[mine, column] = won
            history.points_x2[mine, column] = scored
            history.played[mine, column] = True
        if pairing.bye is not None:
            history.status[pairing.bye, column] = Status.BYE
        history.status[[*pairing.resting, *pairing.out], column] = Status.ABSENT
        history.scores.clear()  # those that were counted before this round
        self.pairings.append(pairing)

    @cached_property
    def _points(self) -> Integers:
        """Doubled points of White and Black by the doubled share of the game that White wins."""
        of = self.start.rules.points.of
        return np.array([of(_RESULTS[won_x2]) for won_x2 in range(3)], dtype=np.int64)

    def tournament(self) -> Tournament:
        """The tournament as objects; its tables are numbered in the order of the rows."""
        history, players, start = self.history, self.start.players, self.start
        games, byes = [], []
        for column in range(self.played):
            whites = np.flatnonzero(history.colour[:, column] == 1).tolist()
            games += [
                Game(
                    round=column + 1,
                    table=table,
                    white=players[white].key,
                    black=players[history.opponent[white, column]].key,
                    handicap=int(history.handicap[white, column]),
                    result=_RESULTS[int(history.won_x2[white, column])],
                )
                for table, white in enumerate(whites, 1)
            ]
            free = np.flatnonzero(history.status[:, column] == Status.BYE).tolist()
            byes += [Bye(round=column + 1, player=players[row].key) for row in free]
            away = self.pairings[column].resting + self.pairings[column].out
            start = start.with_absences(column + 1, [players[row].key for row in away])
        return replace(start, games=tuple(games), byes=tuple(byes))


_RESULTS = (Result.BLACK_WINS, Result.JIGO, Result.WHITE_WINS)
"""Results by the doubled share of the game that White wins."""


# ---- What a simulated tournament is worth: its ranking, its ratings, its draws, its fairness [K12 10] ----

# Every measure is one number of a tournament that is over. What is better, more or less, ``MEASURES`` says.


class Better(Enum):
    """Which values of a measure are wanted."""

    MORE = "more"
    LESS = "less"
    NEITHER = "neither"
    """It tells what happened, and is no merit."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a measure means."""

    about: str
    better: Better
    share: bool = False
    """Whether it is 0 or 1 in each tournament, so that its mean is a share."""


MEASURES: Mapping[str, Kind] = {
    "ranking_error": Kind("root mean square of places off the true ones, ε_ranking", Better.LESS),
    "kendall_tau": Kind("agreement of the standings with the true order, Kendall τ", Better.MORE),
    "spearman_rho": Kind("the same by ranks, Spearman ρ", Better.MORE),
    "inversions": Kind("pairs of players in the wrong order; a tie counts half", Better.LESS),
    "top_ranking_error": Kind("ranking error of the best, those of the plan's top", Better.LESS),
    "top_inversions": Kind("pairs of the best in the wrong order", Better.LESS),
    "top_found": Kind("share of the best who end among as many first", Better.MORE),
    "ranking_error_top": Kind("ranking error of the strongest quarter", Better.LESS),
    "ranking_error_bottom": Kind("ranking error of the weaker half", Better.LESS),
    "best_wins": Kind(
        "the strongest player is first, or shares the place", Better.MORE, share=True
    ),
    "total_error": Kind("total error by relative strengths, e_total [V 7.1]", Better.LESS),
    "q_mms": Kind("McMahon quality [K15 10.1]", Better.MORE),
    "q_area": Kind("area quality [K15 10.2]", Better.MORE),
    "q_colour": Kind("colour quality, 0 is best [K15 10.3]", Better.LESS),
    "rounds": Kind("rounds until it was over", Better.NEITHER),
    "games": Kind("games", Better.NEITHER),
    "left_over": Kind("players left without an opponent, over all rounds", Better.LESS),
    "uneven": Kind("games between different scores", Better.LESS),
    "wide": Kind("games between scores two points or more apart", Better.LESS),
    "widest": Kind("largest difference of scores of a round, mean over the rounds", Better.LESS),
    "score_difference": Kind("mean difference of scores in a game", Better.LESS),
    "strength_difference": Kind("mean difference of true strengths in a game", Better.NEITHER),
    "same_country": Kind("games within a country", Better.LESS),
    "same_club": Kind("games within a club", Better.LESS),
    "handicap_games": Kind("games with stones", Better.NEITHER),
    "colour_imbalance": Kind("mean difference of games with White and with Black", Better.LESS),
    "up_less_down": Kind("root mean square of draws up less draws down, U - D", Better.LESS),
    "drawn_again": Kind(
        "draws up of players drawn up before, and draws down of those drawn down", Better.LESS
    ),
    "most_uneven": Kind("most draws up and down of one player", Better.LESS),
    "top_drawn_down": Kind("games of each of the best with a lower score", Better.NEITHER),
    "won_bottom": Kind("share of their games that the weakest quarter win", Better.NEITHER),
    "byes_twice": Kind("players with two byes or more", Better.LESS),
    "bye_rank": Kind(
        "mean true rank of those with a bye, 0 is the strongest, 1 the weakest", Better.MORE
    ),
    "rating_error_before": Kind(
        "root mean square of ratings off the true strengths, at the start", Better.LESS
    ),
    "rating_error": Kind("the same after the last tournament, ε_rating", Better.LESS),
    "rating_tau_before": Kind(
        "agreement of the ratings with the true order, at the start, Kendall τ", Better.MORE
    ),
    "rating_tau": Kind("the same after the last tournament", Better.MORE),
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
    score_x2 = pairing_score_x2(history)
    difference_x2 = abs(score_x2[white, column] - score_x2[black, column])
    home = course.people.country_area, course.people.club_area
    countries, clubs = (area[white] == area[black] for area in home)
    uneven, games = int(np.count_nonzero(difference_x2)), len(white)
    return {
        "q_mms": q_mms(uneven, _expected_uneven(course, score_x2), games),
        "q_area": _area_quality(course, score_x2, white, black, (countries, clubs)),
        "q_colour": q_colour(colours(history)[:, :played]),
        "rounds": float(played),
        "games": float(games),
        "uneven": float(uneven),
        "wide": float(np.count_nonzero(difference_x2 >= WIDE_X2)),
        "widest": _mean(_largest(difference_x2, column)) / 2,
        "score_difference": _mean(difference_x2) / 2,
        "strength_difference": _mean(abs(strength[white] - strength[black])),
        "same_country": float(np.count_nonzero(countries)),
        "same_club": float(np.count_nonzero(clubs)),
        "handicap_games": float(np.count_nonzero(history.handicap[white, column])),
    }


def _fairness(course: Course, strength: Reals, top: int) -> dict[str, float]:
    """Whose expense the draws were at."""
    history, played = course.history, course.played
    opponent = history.opponent[:, :played]
    score_x2 = pairing_score_x2(history)[:, :played]
    theirs_x2 = np.take_along_axis(score_x2, opponent.clip(0), axis=0)
    lead = np.sign(np.where(opponent >= 0, theirs_x2 - score_x2, 0))
    byes = history.byes_before(played + 1)
    rank = ranking_positions(strength)
    weakness = (rank - 1) / max(1, len(strength) - 1)
    weakest = history.played[:, :played] & (weakness >= 0.75)[:, None]
    waiting = history.status[:, :played] == Status.NOT_ASSIGNED
    wanted = course.present[:, :played]
    byes_given = {"bye_rank": float(np.average(weakness, weights=byes))} if byes.any() else {}
    return {
        "left_over": float(np.count_nonzero(waiting & wanted)),
        "colour_imbalance": _mean(abs(history.colour[:, :played].sum(axis=1))),
        "up_less_down": float(np.sqrt(_mean(lead.sum(axis=1) ** 2))),
        "drawn_again": float(sum(_repeats(lead == way) for way in (1, -1))),
        "most_uneven": float(abs(lead).sum(axis=1).max(initial=0)),
        "top_drawn_down": _mean((lead[rank <= top] < 0).sum(axis=1)),
        "won_bottom": _mean(history.won_x2[:, :played][weakest]) / 2,
        "byes_twice": float(np.count_nonzero(byes > 1)),
        **byes_given,
    }


def _largest(values: Integers, column: Integers) -> Integers:
    """The largest value of each column that has one, in any order of the values."""
    columns = int(column.max(initial=-1)) + 1
    largest = np.zeros(columns, dtype=np.int64)
    np.maximum.at(largest, column, values)
    return largest


def _repeats(holds: Bools) -> int:
    """How often it holds of rows of which it has held before."""
    count = holds.sum(axis=1)
    return int((count - 1)[count > 0].sum())


def _total_error(course: Course) -> float:
    history, played = course.history, course.played
    opponent = np.where(history.played, history.opponent, -1)[:, :played]
    gaps = squared_gaps(RelativeStrength.of(history).strength, opponent)
    return total_error(gaps, len(opponent), played)


def _expected_uneven(course: Course, score_x2: Integers) -> int:
    """Fewest uneven games, by the scores of those who play, summed over the rounds."""
    paired = course.history.opponent >= 0
    return sum(
        expected_uneven(np.unique(-score_x2[paired[:, column], column], return_counts=True)[1])
        for column in range(course.played)
    )


def _area_quality(
    course: Course,
    score_x2: Integers,
    white: NDArray[np.intp],
    black: Integers,
    within: tuple[Bools, Bools],
) -> float:
    """Q_area over all rounds [K15 10.2]."""
    history = course.history
    below = history.grade < history.bar
    both = below[white] & below[black]
    expected = [
        _expected_same_area(course, score_x2, below, area)
        for area in (course.people.country_area, course.people.club_area)
    ]
    country, club = (float(np.count_nonzero(same & both)) for same in within)
    return q_area(country, expected[0], club, expected[1], int(np.count_nonzero(both)))


def _expected_same_area(course: Course, score_x2: Integers, below: Bools, area: Integers) -> float:
    """Fewest games within an area below the bar, summed over rounds and groups."""
    total = 0.0
    areas = int(area.max(initial=0)) + 1
    for column in range(course.played):
        playing = np.flatnonzero((course.history.opponent[:, column] >= 0) & below)
        group = np.unique(score_x2[playing, column], return_inverse=True)[1]
        groups = int(group.max(initial=-1)) + 1
        crowd = np.bincount(group * areas + area[playing], minlength=groups * areas)
        crowd = crowd.reshape(groups, areas)
        total += sum(
            map(expected_same_area, crowd.sum(axis=1).tolist(), crowd.max(axis=1).tolist())
        )
    return total


def _mean(values: NDArray[np.int64] | Reals) -> float:
    return float(np.mean(values)) if values.size else 0.0
