"""FIDE's tie-breaks on arrays of players or teams, each with its article [FIDE C.07]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...arrays import distinct
from ..ratings import fide
from .contest import MISSING, Terms
from .encounters import encounter_ranks

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...arrays import Bools, Indices, Integers, Reals
    from ..tournament.tie_breaks import TieBreak
    from .contest import Contest, RoundScores

    _Values = Callable[[Contest, TieBreak], Integers]

_AVERAGE = 10**6
"""Units per point of an average: those of fewer than a hundred games differ by more than one."""


# ---- Own results: article 7 ----


def _points(contest: Contest, tie_break: TieBreak) -> Terms:
    return contest.terms(contest.score_of(tie_break))


def _other_points(contest: Contest, tie_break: TieBreak) -> Terms:
    """Game points where the standings go by match points, and the reverse [11]."""
    return contest.terms(contest.score_of(tie_break, contest.other(contest.primary)))


def _wins(contest: Contest, tie_break: TieBreak) -> Terms:
    """Rounds with as many points as a win brings, with or without a game [7.1]."""
    scores = [each.score_of(tie_break) for each in contest.games]
    return _count(contest, *(score.result_x2 == score.win_x2 for score in scores))


def _won(contest: Contest, tie_break: TieBreak) -> Terms:
    """Games won over the board [7.2]."""
    return _count(contest, *(each.played & (each.won_x2 == 2) for each in contest.games))


def _with_black(contest: Contest, tie_break: TieBreak) -> Terms:
    """Games played with Black [7.3]."""
    return _count(contest, *(each.black for each in contest.games))


def _won_with_black(contest: Contest, tie_break: TieBreak) -> Terms:
    """Games won with Black [7.4]."""
    return _count(contest, *(each.black & (each.won_x2 == 2) for each in contest.games))


def _progressive(contest: Contest, tie_break: TieBreak) -> Terms:
    """The score after each round; a cut leaves out the first rounds [7.5]."""
    running = contest.score_of(tie_break).points_x2.cumsum(axis=1)
    counted = np.ones_like(contest.played)
    counted[:, : tie_break.cut] = False
    return Terms(running, counted, present=np.ones_like(counted))


def _elected(contest: Contest, tie_break: TieBreak) -> Terms:
    """Rounds without absences, requested byes and losses by forfeit [7.6]."""
    return _count(contest, ~contest.voluntary)


def _standard(contest: Contest, tie_break: TieBreak) -> Terms:
    """A point for more than a draw brings, half a point for as much, whatever a round is worth [7.7]."""
    score = contest.score_of(tie_break)
    standard_x2 = 1 + np.sign(score.result_x2 - score.draw_x2)
    return Terms(standard_x2, ~contest.waiting)


def _count(contest: Contest, *games: Bools) -> Terms:
    """One for each of some rounds; of matches of two games for each of some of these."""
    return Terms(np.sum(games, axis=0, dtype=np.int64), ~contest.waiting)


# ---- Opponents' results: articles 8, 9, 13.2, 14 and 16 ----


def _opponents(contest: Contest, tie_break: TieBreak, score: RoundScores) -> Terms:
    """The scores of the opponents, and of the dummies of own rounds without a game [16.3, 16.4]."""
    fore = tie_break.fore or tie_break.code == "FB"
    adjusted = contest.adjusted_x2(score, fore=fore)
    theirs = np.where(contest.paired, adjusted[contest.opponent], 0)
    met = contest.met(tie_break)
    if contest.predetermined:
        return Terms(theirs, contest.paired & met)
    if fore:
        met = met | contest.in_last_round
    dummy = np.broadcast_to(contest.own_x2(score, fore=fore)[:, None], theirs.shape)
    if contest.edition >= 2026:
        most = np.where(contest.paired, theirs, score.draw_x2 * contest.after)
        dummy = np.minimum(dummy, most)
    return Terms(np.where(met, theirs, dummy), ~contest.waiting)


def _cut(contest: Contest, tie_break: TieBreak, terms: Terms) -> Terms:
    """Leave out the least significant values, and with a median the most significant ones [14, 16.5].

    The least significant value is that of the opponent with the lowest score; of rounds that one chose not
    to play, the least goes in its place unless it is lower.
    """
    lowest = min(tie_break.cut + tie_break.median, contest.after)
    highest = min(tie_break.median, contest.after - lowest)
    order = terms.values if terms.opponents_x2 is None else terms.opponents_x2
    values, counted = terms.values, terms.counted.copy()
    chosen = contest.voluntary & ~contest.met(tie_break)
    if tie_break.fore or tie_break.code == "FB":
        chosen &= ~contest.in_last_round
    rows = np.arange(len(values))
    for _ in range(lowest):
        least = _least(order, values, counted)
        first = _least(values, order, counted & chosen)
        better = (counted & chosen).any(axis=1) & (values[rows, least] <= values[rows, first])
        counted[rows, np.where(better, first, least)] = False
    for _ in range(highest):
        counted[rows, _least(-order, -values, counted)] = False
    return terms._replace(counted=counted, present=terms.counted)


_FAR = 2**31


def _least(first: Integers, second: Integers, among: Bools) -> Indices:
    """The column of the least value of each row among some, of equal ones by the second."""
    found: Indices = np.where(among, first * _FAR + second, np.iinfo(np.int64).max).argmin(axis=1)
    return found


def _buchholz(contest: Contest, tie_break: TieBreak) -> Terms:
    """The sum of the opponents' scores [8.1, 8.3]."""
    opponents = _opponents(contest, tie_break, contest.score_of(tie_break))
    return _cut(contest, tie_break, opponents)


def _sonneborn_berger(contest: Contest, tie_break: TieBreak) -> Terms:
    """The sum of the opponents' scores, each times the points against them [9.1]."""
    return _products(contest, tie_break, *[contest.score_of(tie_break)] * 2)


_SCORES = {"M": "MP", "G": "GP"}


def _extended_sonneborn_berger(contest: Contest, tie_break: TieBreak) -> Terms:
    """Sonneborn-Berger with two scores: EMGSB has opponents' match points and own game points [13.2]."""
    theirs, own = (contest.score_of(tie_break, _SCORES[letter]) for letter in tie_break.code[1:3])
    return _products(contest, tie_break, theirs, own)


def _products(
    contest: Contest, tie_break: TieBreak, theirs: RoundScores, own: RoundScores
) -> Terms:
    opponents = _opponents(contest, tie_break, theirs)
    values = opponents.values * own.result_x2
    products = Terms(values, opponents.counted, opponents_x2=opponents.values)
    return _cut(contest, tie_break, products)


def _average_buchholz(contest: Contest, tie_break: TieBreak) -> Terms:
    """The mean of the opponents' Buchholz [8.2]."""
    buchholz = _buchholz(contest, tie_break).total
    return Terms(np.where(contest.paired, buchholz[contest.opponent], 0), contest.played)


def _mean_buchholz(contest: Contest, tie_break: TieBreak) -> Integers:
    terms = _average_buchholz(contest, tie_break)
    number = terms.counted.sum(axis=1)
    mean = _rounded(terms.total * _AVERAGE, 2 * np.maximum(number, 1))
    return np.where(number > 0, mean, MISSING)


def _rounded(total: Integers, number: Integers) -> Integers:
    """A quotient to the nearest whole number, halves up."""
    found: Integers = (2 * total + number) // (2 * number)
    return found


def _koya(contest: Contest, tie_break: TieBreak) -> Terms:
    """Points against opponents who have half of the points that there are, or another limit [9.2]."""
    score = contest.score_of(tie_break)
    counted = contest.paired & _above_limit(contest, tie_break, score)
    return Terms(score.result_x2, counted, present=contest.paired)


def _above_limit(contest: Contest, tie_break: TieBreak, score: RoundScores) -> Bools:
    """Whether the opponent of each round reaches the limit of Koya."""
    shifted = tie_break.limit[:1] in ("+", "-")
    percent = 50 if shifted or not tie_break.limit else int(tie_break.limit)
    more = int(tie_break.limit) if shifted else 0
    limit = percent * score.win_x2 * _most_games(contest) + 100 * more
    reached: Bools = 100 * score.total_x2[contest.opponent] >= limit
    return reached


def _most_games(contest: Contest) -> int:
    """How many games a player can have: in each cycle of a round robin one against each of those who count."""
    cycle = contest.entrants - 1 + contest.entrants % 2
    if not contest.predetermined or cycle < 1:
        return contest.after
    others = max(int(contest.paired.any(axis=1).sum()) - 1, 0)
    cycles, rest = divmod(contest.after, cycle)
    return cycles * others + min(rest, others)


# ---- Ratings of opponents: article 10 ----


def _rating(contest: Contest, tie_break: TieBreak) -> Integers:
    """The own rating, if everybody has one [5, 10]."""
    missing = np.full(len(contest.rating), tie_break.needs_ratings and contest.unrated.any())
    return _without(contest.ratings(tie_break.unrated), missing)


def _without(values: Integers, missing: Bools) -> Integers:
    return np.where(missing, MISSING, values)


def _rated_opponents(contest: Contest, tie_break: TieBreak) -> Terms:
    """The ratings of the opponents met over the board; the same where a game of two was played."""
    ratings = np.where(contest.paired, contest.ratings(tie_break.unrated)[contest.opponent], 0)
    return Terms(ratings, contest.played)


def _rated_games(contest: Contest, tie_break: TieBreak) -> Terms:
    """The ratings of the opponents of each game: of a match of two, the opponent twice."""
    games = [_rated_opponents(each, tie_break) for each in contest.games]
    return Terms(
        np.concatenate([each.values for each in games], axis=1),
        np.concatenate([each.counted for each in games], axis=1),
    )


def _counted_ratings(contest: Contest, tie_break: TieBreak) -> Terms:
    """The ratings of the opponents less those that are cut [10.1, 14]."""
    terms = _rated_opponents(contest, tie_break)
    return _cut(replace(contest, voluntary=np.zeros_like(contest.voluntary)), tie_break, terms)


def _of_ratings(found: Integers, terms: Terms, contest: Contest, tie_break: TieBreak) -> Integers:
    """Values that need a game, and a rating of everybody."""
    if tie_break.needs_ratings and contest.unrated.any():
        return np.full(len(found), MISSING)
    return _without(found, terms.counted.sum(axis=1) == 0)


def _average_rating(contest: Contest, tie_break: TieBreak) -> Integers:
    """The mean rating of the opponents, halves up [10.1]."""
    terms = _counted_ratings(contest, tie_break)
    mean = fide.average_ratings(terms.values, terms.counted)
    return _of_ratings(mean, terms, contest, tie_break)


def _played_x2(contest: Contest) -> Integers:
    """Doubled points over the board, a win one point."""
    points: Integers = np.sum(
        [(each.won_x2 * each.played).sum(axis=1) for each in contest.games], axis=0
    )
    return points


def _performance(contest: Contest, tie_break: TieBreak) -> Integers:
    """The mean rating of the opponents and what the score adds [10.2]."""
    terms = _rated_games(contest, tie_break)
    found = fide.performance(terms.values, terms.counted, _played_x2(contest))
    return _of_ratings(found, terms, contest, tie_break)


def _perfect(contest: Contest, tie_break: TieBreak) -> Integers:
    """The lowest rating that expects the score [10.3]."""
    terms = _rated_games(contest, tie_break)
    found = fide.perfect_performance(terms.values, terms.counted, _played_x2(contest))
    return _of_ratings(found, terms, contest, tie_break)


def _of_opponents(values: _Values) -> Callable[[Contest, TieBreak], Terms]:
    """The values of the opponents met over the board [10.4, 10.5]."""

    def terms(contest: Contest, tie_break: TieBreak) -> Terms:
        theirs = values(contest, tie_break)[contest.opponent]
        return Terms(theirs, contest.played & (theirs != MISSING))

    return terms


def _mean_of_opponents(values: _Values) -> _Values:
    """The mean of the same, halves up."""
    terms_of = _of_opponents(values)

    def mean(contest: Contest, tie_break: TieBreak) -> Integers:
        terms = terms_of(contest, tie_break)
        found = fide.average_ratings(terms.values, terms.counted)
        return _of_ratings(found, terms, contest, tie_break)

    return mean


# ---- Boards of teams: articles 12 and 13.4 ----


def _boards_x2(contest: Contest, tie_break: TieBreak) -> Integers:
    """Doubled points of teams at each board, (n, boards); a bye of the pairing wins each, whatever it is worth [12]."""
    assert contest.boards_x2 is not None
    assert contest.bye is not None
    boards: Integers = np.where(contest.bye[:, :, None], 2, contest.boards_x2).sum(axis=1)
    return boards


def _board_count(contest: Contest, tie_break: TieBreak) -> Integers:
    """The number of each board times the points there; less is better [12.1]."""
    boards = _boards_x2(contest, tie_break)
    return boards @ np.arange(1, boards.shape[1] + 1)


def _top_boards(contest: Contest, tie_break: TieBreak, place: Integers) -> Integers:
    """Rank among those tied by the points at the first board, then the second … [12.2]."""
    return _ranks(place, _boards_x2(contest, tie_break))


def _bottom_boards(contest: Contest, tie_break: TieBreak, place: Integers) -> Integers:
    """Rank among those tied by the points without the last board, then without two … [12.3]."""
    return _ranks(place, _boards_x2(contest, tie_break).cumsum(axis=1)[:, -2::-1])


def _ranks(place: Integers, values: Integers) -> Integers:
    """Rank from 1 among those of one place by columns of values; nothing where all are equal."""
    ranks = np.full(len(place), MISSING)
    for shared in distinct(place):
        rows = np.flatnonzero(place == shared)
        ahead = [sum(map(tuple(mine).__lt__, map(tuple, values[rows]))) for mine in values[rows]]
        if any(ahead):
            ranks[rows] = 1 + np.array(ahead)
    return ranks


def _strength(contest: Contest, tie_break: TieBreak) -> Integers:
    """The other score, and Buchholz over how much of that score a match is worth, in hundredths [13.4]."""
    name = tie_break.score or contest.primary
    buchholz = _buchholz(contest, tie_break).total
    own, other = (contest.score_of(tie_break, each) for each in (name, contest.other(name)))
    divisor = tie_break.divisor or max(own.win_x2 * contest.after // max(other.win_x2, 1), 1)
    return _rounded(100 * (other.total_x2 * divisor + buchholz), np.array(2 * divisor))


# ---- The table: how each code is counted ----


class _Row(NamedTuple):
    values: Callable[..., Integers | Terms]
    """From contest, tie-break and, where those who are tied are compared, their places."""

    scale: int = 2
    """Units per point."""

    by_place: bool = False

    terms: Callable[[Contest, TieBreak], Terms] | None = None
    """What each round adds, if the values are no sum of it."""

    terms_scale: int = 1


_ROWS: dict[str, _Row] = {
    "PTS": _Row(_points),
    "MPVGP": _Row(_other_points),
    "DE": _Row(encounter_ranks, 1, by_place=True),
    "WIN": _Row(_wins, 1),
    "WON": _Row(_won, 1),
    "BPG": _Row(_with_black, 1),
    "BWG": _Row(_won_with_black, 1),
    "PS": _Row(_progressive),
    "REP": _Row(_elected, 1),
    "STD": _Row(_standard),
    "BH": _Row(_buchholz),
    "FB": _Row(_buchholz),
    "AOB": _Row(_mean_buchholz, _AVERAGE, terms=_average_buchholz, terms_scale=2),
    "SB": _Row(_sonneborn_berger, 4),
    "KS": _Row(_koya),
    "ARO": _Row(_average_rating, 1, terms=_counted_ratings),
    "TPR": _Row(_performance, 1, terms=_rated_opponents),
    "PTP": _Row(_perfect, 1, terms=_rated_opponents),
    "APRO": _Row(_mean_of_opponents(_performance), 1, terms=_of_opponents(_performance)),
    "APPO": _Row(_mean_of_opponents(_perfect), 1, terms=_of_opponents(_perfect)),
    "TPN": _Row(lambda contest, tie_break: contest.number, 1),
    "RTNG": _Row(_rating, 1),
    "BC": _Row(_board_count),
    "TBR": _Row(_top_boards, 1, by_place=True),
    "BBE": _Row(_bottom_boards, 1, by_place=True),
    **dict.fromkeys(
        ("EDE", "EDEC", "EDET", "EDEB", "EDEBT", "EDEBB"), _Row(encounter_ranks, 1, by_place=True)
    ),
    **dict.fromkeys(("EMMSB", "EMGSB", "EGMSB", "EGGSB"), _Row(_extended_sonneborn_berger, 4)),
    "SSSC": _Row(_strength, 100, terms=_buchholz, terms_scale=2),
}


def compares_tied(tie_break: TieBreak) -> bool:
    """Whether a tie-break compares those who share a place with each other."""
    return _ROWS[tie_break.code].by_place


def scale_of(tie_break: TieBreak) -> int:
    """Units per point of `tie_break_values`; negative where less is better."""
    scale = _ROWS[tie_break.code].scale
    return -scale if tie_break.low else scale


_DIGITS = 3
"""Digits of an average that are shown."""


def tie_break_points(tie_break: TieBreak, values: Integers) -> Reals:
    """Values of a tie-break as they are printed: in points; not a number if missing."""
    points: Reals = (values / scale_of(tie_break)).round(_DIGITS)
    return np.where(values == MISSING, np.nan, points)


def tie_break_values(contest: Contest, tie_break: TieBreak, place: Integers) -> Integers:
    """The values of a tie-break, in units of 1 / `scale_of`; more is better, `MISSING` is none.

    Parameters
    ----------
    place
        Places by the criteria before, from 1; equal for those who are tied.

    Raises
    ------
    RuleError
        If players have no such tie-break.
    """
    contest.check(tie_break)
    row = _ROWS[tie_break.code]
    found = (
        row.values(contest, tie_break, place) if row.by_place else row.values(contest, tie_break)
    )
    values = found.total if isinstance(found, Terms) else found
    if tie_break.low:
        values = np.where(values == MISSING, MISSING, -values)
    return values


def tie_break_terms(contest: Contest, tie_break: TieBreak) -> tuple[Terms, int] | None:
    """What each round adds, and the units per point; None for what is no sum or mean over rounds."""
    contest.check(tie_break)
    row = _ROWS[tie_break.code]
    if row.terms is not None:
        return row.terms(contest, tie_break), row.terms_scale
    found = None if row.by_place else row.values(contest, tie_break)
    return (found, row.scale) if isinstance(found, Terms) else None
