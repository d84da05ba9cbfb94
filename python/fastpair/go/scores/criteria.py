"""The criteria of standings, each with its formula, and the standings by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING

import numpy as np

from ..tournament import Criterion
from .history import MMS_OF_1_DAN, Status

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ..tournament import MissedRound
    from .history import History


# ---- First-level scores: what a player's own rounds are worth [OPENGOTHA 5] ----

# Every function returns doubled scores, int64 of shape (n, rounds + 1); column r is the score after
# round r, column 0 the score before round 1.

_Scores = Callable[["History"], "NDArray[np.int64]"]


def _once(scores: _Scores) -> _Scores:
    """Count scores once for each history, since the criteria of the standings share them."""

    @wraps(scores)
    def counted(history: History) -> NDArray[np.int64]:
        known = history.scores
        if scores.__name__ not in known:
            known[scores.__name__] = scores(history)
            known[scores.__name__].flags.writeable = False
        return known[scores.__name__]

    return counted


def whole(score_x2: NDArray[np.int64]) -> NDArray[np.int64]:
    """Whole points of a doubled score, the half point dropped (towards zero)."""
    return (score_x2 - np.fmod(score_x2, 2)) // 2


@_once
def wins_x2(history: History) -> NDArray[np.int64]:
    """Points won, and those given for absences and byes (NBW)."""
    return _after(_earned_x2(history)) + _unearned_wins_x2(history)


@_once
def mms_x2(history: History) -> NDArray[np.int64]:
    """McMahon score: the starting score, points won, and those given for absences and byes."""
    points = history.rules.points
    unearned = _unearned(history, points.mms_absent_x2, points.mms_bye_x2)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def mms_without_absences_x2(history: History) -> NDArray[np.int64]:
    """McMahon score without what absences add: pairgoth's SCOREX [OPENGOTHA 9]."""
    unearned = _unearned(history, 0, history.rules.points.mms_bye_x2)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def cup_score_x2(history: History) -> NDArray[np.int64]:
    """Score in which every round weighs twice as much as the one before (CPS)."""
    score = np.zeros((len(history.grade), history.rounds + 1), dtype=np.int64)
    for column, points in enumerate(history.points_x2.T):
        score[:, column + 1] = 2 * score[:, column] + points
    return score + _unearned_wins_x2(history)


def main_score_x2(history: History) -> NDArray[np.int64]:
    """Score by which the players of a round are grouped."""
    return _MAIN_SCORES[history.rules.main_criterion](history)


def strasbourg_score_x2(history: History) -> NDArray[np.int64]:
    """McMahon score with a bonus of two points for unbeaten players at the top (STS).

    A player who started at the bar and has won all games up to the last round but one gets the
    bonus. A player who has done so up to the last round gets it, or gets it again.
    """
    mms, rounds = mms_x2(history), history.rounds
    score = mms.copy()
    for left in (2, 1):
        after = rounds - left
        if after > 0:
            unbeaten = mms[:, after] == 2 * (MMS_OF_1_DAN + history.rules.bar + after)
            score[unbeaten, after:] += 4
    return score


def credited_wins_x2(history: History) -> NDArray[np.int64]:
    """Wins as the opponents' SOS counts them.

    With ``unplayed_as_half_point`` only games that were played count, and every other round counts
    half a point.
    """
    if history.rules.unplayed_as_half_point:
        return _virtual_x2(history)
    return wins_x2(history)


def credited_mms_x2(history: History) -> NDArray[np.int64]:
    """McMahon score as the opponents' SOS counts it; see ``credited_wins_x2``."""
    if history.rules.unplayed_as_half_point:
        return 2 * history.start_mms[:, None] + _virtual_x2(history)
    return mms_x2(history)


def _virtual_x2(history: History) -> NDArray[np.int64]:
    return _after(np.where(history.played, history.points_x2, 1))


def _earned_x2(history: History) -> NDArray[np.int64]:
    """Points of each round for the game, and bonus points [V 6]."""
    if history.bonus_x2 is None:
        return history.points_x2
    return history.points_x2 + history.bonus_x2


def _unearned_wins_x2(history: History) -> NDArray[np.int64]:
    points = history.rules.points
    return _unearned(history, points.wins_absent_x2, points.wins_bye_x2)


def _unearned(history: History, absent_x2: int, bye_x2: int) -> NDArray[np.int64]:
    """Points given for absences and byes; rounded down, two half points make a whole one."""
    absent, bye = history.status == Status.ABSENT, history.status == Status.BYE
    given = _after(absent_x2 * absent + bye_x2 * bye)
    return 2 * whole(given) if history.rules.points.round_down else given


def _after(per_round: NDArray[np.int64]) -> NDArray[np.int64]:
    """Running sum over the rounds, from 0 before round 1."""
    sums = np.zeros((len(per_round), per_round.shape[1] + 1), dtype=np.int64)
    np.cumsum(per_round, axis=1, out=sums[:, 1:])
    return sums


_MAIN_SCORES = {
    Criterion.WINS: wins_x2,
    Criterion.MMS: mms_x2,
    Criterion.CUP_SCORE: cup_score_x2,
}


# ---- Second-level scores: what a player's opponents are worth [OPENGOTHA 6] ----

# The opponents' scores are taken after the same round as the player's own, not when they met.
# Every function takes the number of rounds played and returns int64 of shape (n,). The values are
# doubled, or quadrupled where a score is multiplied by a score (SODOS).


def sos_wins_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins (SOSW)."""
    return total(_wins_met(history, after))


def sos_wins_1_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins without the smallest (SOSW-1)."""
    return without_smallest(_wins_met(history, after), 1)


def sos_wins_2_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins without the two smallest (SOSW-2)."""
    return without_smallest(_wins_met(history, after), 2)


def sos_mms_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores (SOSM)."""
    return total(_mms_met(history, after))


def sos_mms_1_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores without the smallest (SOSM-1), 0 before round 3."""
    return without_smallest(_mms_met(history, after), 1) * (after > 2)


def sos_mms_2_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' McMahon scores without the two smallest (SOSM-2)."""
    return without_smallest(_mms_met(history, after), 2)


def sos_strasbourg_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' Strasbourg scores (SOSTS)."""
    score = strasbourg_score_x2(history)[:, after]
    if history.rules.unplayed_as_half_point:
        score = np.zeros_like(score)
    return total(_scores_met(history, score, after))


def sodos_wins_x4(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the beaten opponents' wins (SODOSW)."""
    return total(_wins_met(history, after) * history.won_x2[:, :after])


def sodos_mms_x4(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the beaten opponents' McMahon scores (SODOSM)."""
    return total(_mms_met(history, after) * history.won_x2[:, :after])


def sosos_wins_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' SOSW (SOSOSW)."""
    return total(values_met(history, sos_wins_x2(history, after), after))


def sosos_mms_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' SOSM; a round without a game counts the player's own (SOSOSM)."""
    own = 2 * history.start_mms * after
    return total(values_met(history, sos_mms_x2(history, after), after, own))


def exploits_tried_x2(history: History, after: int) -> NDArray[np.int64]:
    """Sum of the opponents' wins, each times a factor for how bold the game was (EXT)."""
    return total(_exploits(history, after))


def exploits_x2(history: History, after: int) -> NDArray[np.int64]:
    """EXT over the games won (EXR)."""
    return total(_exploits(history, after) * (history.won_x2[:, :after] == 2))


def total(per_round: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sum over the rounds, (n,)."""
    sums: NDArray[np.int64] = per_round.sum(axis=1)
    return sums


def values_met(
    history: History, score: NDArray[np.int64], after: int, own: NDArray[np.int64] | int = 0
) -> NDArray[np.int64]:
    """Score of the opponent of each round, ``own`` in rounds without a game; (n, after)."""
    opponent = history.opponent[:, :after]
    return np.where(opponent >= 0, score[opponent], np.reshape(own, (-1, 1)))


def _wins_met(history: History, after: int) -> NDArray[np.int64]:
    return values_met(history, credited_wins_x2(history)[:, after], after)


def _mms_met(history: History, after: int) -> NDArray[np.int64]:
    return _scores_met(history, credited_mms_x2(history)[:, after], after)


def _scores_met(history: History, score: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """Opponents' McMahon scores, higher for White by the handicap that he gave."""
    given = 2 * history.handicap[:, :after] * history.colour[:, :after]
    return values_met(history, score, after, 2 * history.start_mms) + given


def without_smallest(scores: NDArray[np.int64], number: int) -> NDArray[np.int64]:
    """Sum over the rounds without so many of the smallest summands, (n,)."""
    if number == 0:
        return total(scores)
    return total(np.sort(scores, axis=1)[:, number:])


def _exploits(history: History, after: int) -> NDArray[np.int64]:
    """Opponents' wins times 0 to 3: more if the handicap was less than the grades call for."""
    given = history.handicap[:, :after] * history.colour[:, :after]
    natural = history.grade[:, None] - values_met(history, history.grade, after, history.grade)
    wins = values_met(history, wins_x2(history)[:, after], after)
    boldness: NDArray[np.int64] = np.clip(given - natural + 1, 0, 3)
    return wins * boldness


# ---- Tie-breakers as the papers count them [V 4.2.2, 6.1; BGA 4.6]; OpenGotha's are in ``opposition`` ----

# Every function takes the number of rounds played and returns doubled scores, int64 of shape (n,).
# Scores are taken after the same round, not when the players met, and handicaps do not count. What a
# missed round adds, and what opponents count, is as the rules of the tournament say unless it is
# passed. Wins, MMS and CUSS are those of ``criterion_values``.

if TYPE_CHECKING:
    Scores = NDArray[np.int64]


def sos_x2(
    history: History,
    after: int,
    *,
    without: int = 0,
    missed: MissedRound | None = None,
    score_x2: Scores | None = None,
) -> Scores:
    """Sum of the opponents' scores (SOS, SOS-1, SOS-2) [V 4.2.2; BGA 4.6].

    Parameters
    ----------
    history, after
        The games, and the number of rounds to count, 0 to ``history.rounds``.
    without
        How many of the smallest summands are left out.
    missed
        What a round without an opponent adds; by default ``Rules.missed``.
    score_x2 : (n,) int64, optional
        Scores of the opponents; by default ``credited_x2``.
    """
    theirs = credited_x2(history, after) if score_x2 is None else score_x2
    return without_smallest(_opponents_scores(history, after, missed, theirs), without)


def sosos_x2(
    history: History,
    after: int,
    *,
    missed: MissedRound | None = None,
    score_x2: Scores | None = None,
) -> Scores:
    """Sum of the opponents' SOS (SOSOS) [V 4.2.2; BGA 4.6]. Parameters as of ``sos_x2``."""
    sos = sos_x2(history, after, missed=missed, score_x2=score_x2)
    return total(values_met(history, sos, after, sos if _missed(history, missed) == "bga" else 0))


def sodos_x2(history: History, after: int, *, score_x2: Scores | None = None) -> Scores:
    """Sum of the beaten opponents' scores (SODOS) [V 4.2.2]. Parameters as of ``sos_x2``.

    A jigo beats nobody; a win by forfeit counts.
    """
    theirs = credited_x2(history, after) if score_x2 is None else score_x2
    return total(values_met(history, theirs, after) * (history.won_x2[:, :after] == 2))


def cusp_x2(history: History, after: int) -> Scores:
    """Sum of the points after each round (CUSP), of games really played [BGA 4.6]."""
    won = np.where(history.played, history.points_x2, 0)[:, :after]
    return total(won.cumsum(axis=1))


def credited_x2(history: History, after: int) -> Scores:
    """What the players count as opponents: their McMahon scores, or those of EPM."""
    scores = pairing_x2 if history.rules.absence_as_half_point else mms_x2
    return scores(history)[:, after]


def pairing_x2(history: History, score_x2: Callable[[History], Scores] = mms_x2) -> Scores:
    """Scores of EPM for groups and opponents, (n, rounds + 1) [V 6.1].

    An absence counts half a point, whatever the rules say, and the total is rounded down. EPM's
    standings count absences as the rules do, which should give nothing for them.
    """
    points = replace(history.rules.points, mms_absent_x2=1, wins_absent_x2=1, round_down=False)
    halves = replace(history.rules, points=points)
    return score_x2(replace(history, rules=halves)) // 2 * 2


def _missed(history: History, missed: MissedRound | None) -> MissedRound:
    return history.rules.missed if missed is None else missed


def _opponents_scores(
    history: History, after: int, missed: MissedRound | None, theirs: Scores
) -> NDArray[np.int64]:
    """Score of the opponent of each round, and what a missed one adds; (n, after)."""
    if _missed(history, missed) == "bga":
        return values_met(history, theirs, after, 2 * history.start_mms)
    bye = history.status[:, :after] == Status.BYE
    own = np.where(bye, mms_x2(history)[:, after, None], 0)
    return values_met(history, theirs, after) + own


# ---- The round in which a player goes out of a cup or a double elimination [V 3.2] ----


def round_out(history: History, after: int, losses: int = 1) -> NDArray[np.int64]:
    """Round of the last loss that a player may have, or from which on he is absent.

    A jigo is no loss. Whoever rests in a round of a cup is absent from that round alone, and is in.
    An absence counts if it lasts to the end of the tournament; in a cup, which is of one loss, to the
    next round, since those who are out are absent from the rounds that are drawn.

    Parameters
    ----------
    losses
        How many losses put a player out: 1 in a cup, 2 in a double elimination.

    Returns
    -------
    int64 of shape (n,): 1 to ``after``, and ``after + 1`` of who is in.
    """
    known = history.played | history.by_default
    lost = (history.status == Status.PAIRED) & known & (history.won_x2 == 0)
    before = (lost[:, :after].cumsum(axis=1) < losses).sum(axis=1)
    last = history.rounds if losses > 1 else min(after + 1, history.rounds)
    away = history.status[:, :last][:, ::-1] == Status.ABSENT
    present = last - np.logical_and.accumulate(away, axis=1).sum(axis=1)
    out: NDArray[np.int64] = np.minimum(np.minimum(before, present), after) + 1
    return out


# ---- The criteria by name: what the standings can be sorted by [OPENGOTHA 9; INTERPRETATION 5] ----

CONFRONTATIONS = (Criterion.DIRECT_CONFRONTATION, Criterion.SIMPLE_DIRECT_CONFRONTATION)
"""Criteria that have a meaning only within a list of criteria, since they compare tied players."""


def criterion_values(history: History, criterion: Criterion, after: int) -> NDArray[np.int64]:
    """Value of a criterion for every player after so many rounds.

    Parameters
    ----------
    history
        Players and games.
    criterion
        What to count. Direct confrontations and play-offs are 0 here; see ``standings_values``.
    after
        Number of rounds played, 0 to ``history.rounds``.

    Returns
    -------
    int64 of shape (n,), in units of 1 / ``CRITERION_SCALE[criterion]``; more is better.
    """
    return _VALUES[criterion](history, after)


def _nothing(history: History, after: int) -> NDArray[np.int64]:
    return np.zeros(len(history.grade), dtype=np.int64)


def _cuss(scores: NDArray[np.int64], after: int) -> NDArray[np.int64]:
    """Cumulative sum of scores: the sum of the scores after each round."""
    total: NDArray[np.int64] = scores[:, 1 : after + 1].sum(axis=1)
    return total


_VALUES: dict[Criterion, Callable[[History, int], NDArray[np.int64]]] = {
    Criterion.NONE: _nothing,
    Criterion.CATEGORY: lambda history, after: -history.category,
    Criterion.WINS: lambda history, after: wins_x2(history)[:, after],
    Criterion.CUP_SCORE: lambda history, after: cup_score_x2(history)[:, after],
    Criterion.MMS: lambda history, after: mms_x2(history)[:, after],
    Criterion.STRASBOURG_SCORE: lambda history, after: strasbourg_score_x2(history)[:, after],
    Criterion.GRADE: lambda history, after: history.grade,
    Criterion.RATING: lambda history, after: history.rating,
    Criterion.CUSS_WINS: lambda history, after: _cuss(wins_x2(history), after),
    Criterion.CUSS_MMS: lambda history, after: _cuss(mms_x2(history), after),
    Criterion.SOS_WINS: sos_wins_x2,
    Criterion.SOS_WINS_1: sos_wins_1_x2,
    Criterion.SOS_WINS_2: sos_wins_2_x2,
    Criterion.SODOS_WINS: sodos_wins_x4,
    Criterion.SOS_MMS: sos_mms_x2,
    Criterion.SOS_MMS_1: sos_mms_1_x2,
    Criterion.SOS_MMS_2: sos_mms_2_x2,
    Criterion.SODOS_MMS: sodos_mms_x4,
    Criterion.SOS_STRASBOURG: sos_strasbourg_x2,
    Criterion.SOSOS_WINS: sosos_wins_x2,
    Criterion.SOSOS_MMS: sosos_mms_x2,
    Criterion.EXPLOITS_TRIED: exploits_tried_x2,
    Criterion.EXPLOITS: exploits_x2,
    Criterion.PLAYOFF: _nothing,
    Criterion.DIRECT_CONFRONTATION: _nothing,
    Criterion.SIMPLE_DIRECT_CONFRONTATION: _nothing,
    Criterion.SOS: sos_x2,
    Criterion.SOS_1: lambda history, after: sos_x2(history, after, without=1),
    Criterion.SOS_2: lambda history, after: sos_x2(history, after, without=2),
    Criterion.SOSOS: sosos_x2,
    Criterion.SODOS: sodos_x2,
    Criterion.CUSP: cusp_x2,
    Criterion.SCORE_WITHOUT_ABSENCES: lambda history, after: mms_without_absences_x2(history)[
        :, after
    ],
    Criterion.ROUND_OUT: round_out,
    Criterion.ROUND_OUT_TWICE: lambda history, after: round_out(history, after, 2),
}

_PLAIN = (
    Criterion.NONE,
    Criterion.GRADE,
    Criterion.RATING,
    Criterion.ROUND_OUT,
    Criterion.ROUND_OUT_TWICE,
    Criterion.PLAYOFF,
    *CONFRONTATIONS,
)

CRITERION_SCALE: dict[Criterion, int] = {
    **dict.fromkeys(Criterion, 2),
    **dict.fromkeys(_PLAIN, 1),
    Criterion.CATEGORY: -1,
    Criterion.SODOS_WINS: 4,
    Criterion.SODOS_MMS: 4,
}
"""Units per point of each criterion."""


def in_points(criterion: Criterion, values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values of a criterion as they are printed: in points, and categories from 1."""
    points: NDArray[np.float64] = values / CRITERION_SCALE[criterion]
    return points + 1 if criterion is Criterion.CATEGORY else points


# ---- Direct confrontation: who among tied players has beaten whom [OPENGOTHA 7] ----


def net_wins(history: History, after: int, tied: NDArray[np.intp]) -> NDArray[np.int64]:
    """Wins minus losses of each of the tied players against each other, (m, m).

    Only games with a winner count, and no games decided by forfeit.
    """
    place = np.full(len(history.grade) + 1, -1)
    place[tied] = np.arange(len(tied))
    won = history.won_x2[:, :after]
    opponent = history.opponent[tied, :after]
    counts = history.played[tied, :after] & (place[opponent] >= 0)
    player, column = np.nonzero(counts)
    theirs = opponent[counts]
    lead = np.sign(won[tied[player], column] - won[theirs, column])
    net = np.zeros((len(tied), len(tied)), dtype=np.int64)
    np.add.at(net, (player, place[theirs]), lead)
    return net


def simple_direct_confrontation(net: NDArray[np.int64]) -> NDArray[np.int64]:
    """Number of tied players beaten if all have met each other with a winner, else 0 (SDC)."""
    complete = np.count_nonzero(net) == net.size - len(net)
    beaten: NDArray[np.int64] = (net > 0).sum(axis=1) * complete
    return beaten


def direct_confrontation(net: NDArray[np.int64], place: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rank tied players so that whoever has beaten another stands above him (DC).

    Players who have beaten each other in a circle are ranked together. The ranks are given from the
    bottom. Of the players who have beaten nobody that is still without a rank, those come next who
    are last by the criteria that follow.

    Parameters
    ----------
    net
        ``net_wins`` of the tied players, (m, m).
    place
        Their places by the criteria that follow, (m,); smaller is better, equal is tied.

    Returns
    -------
    Rank counted from the last, which is 0; int64 of shape (m,).
    """
    beaten_by = _beaten_outside_circles(net == 1).T.copy()
    lower = np.count_nonzero(beaten_by, axis=0)
    rank = np.zeros(len(net), dtype=np.int64)
    left = np.ones(len(net), dtype=np.bool_)
    while left.any():
        free = left & (lower == 0)
        last = free & (place == place[free].max())
        left &= ~last
        rank[last] = 1 + np.count_nonzero(left)
        lower -= np.count_nonzero(beaten_by[last], axis=0)
    lowest: int = rank.max(initial=0)
    return lowest - rank


def _beaten_outside_circles(beats: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Victories over members of other circles, each credited to the whole circle of the winner."""
    reach = beats.copy()
    for player in np.flatnonzero(beats.any(axis=0) & beats.any(axis=1)):
        reach[reach[:, player]] |= reach[player]
    mutual = reach & reach.T
    np.fill_diagonal(mutual, val=True)
    circle = mutual.argmax(axis=1)
    winner, loser = np.nonzero(beats & ~mutual)
    shared = np.zeros_like(beats)
    shared[circle[winner], circle[loser]] = True
    return shared[np.ix_(circle, circle)]


# ---- Standings: the players sorted by criteria [OPENGOTHA 7, 8] ----


def standings_values(
    history: History, criteria: Sequence[Criterion], after: int
) -> NDArray[np.int64]:
    """Values of all criteria after so many rounds, direct confrontations included.

    Returns
    -------
    int64 of shape (n, len(criteria)), more is better.
    """
    values = np.zeros((len(history.grade), len(criteria)), dtype=np.int64)
    for column, criterion in enumerate(criteria):
        values[:, column] = criterion_values(history, criterion, after)
    for column in _playoffs(criteria):
        values[:, column] = _playoff_wins(history, values[:, :column])
    confronted = [i for i, criterion in enumerate(criteria) if criterion in CONFRONTATIONS]
    if confronted:
        place = places(values[:, : confronted[0]])
        nets = [
            (tied, net_wins(history, after, tied)) for tied in _confronted(history, after, place)
        ]
        for column in confronted:
            if criteria[column] is not Criterion.SIMPLE_DIRECT_CONFRONTATION:
                values[:, column] = _ranks_without_games(place, values[:, column + 1 :])
            for tied, net in nets:
                values[tied, column] = _confrontation(criteria, column, net, values[tied])
        for column in _playoffs(criteria):
            values[:, column] = _playoff_wins(history, values[:, :column])
    return values


def _playoffs(criteria: Sequence[Criterion]) -> Iterator[int]:
    return (i for i, criterion in enumerate(criteria) if criterion is Criterion.PLAYOFF)


def _playoff_wins(history: History, before: NDArray[np.int64]) -> NDArray[np.int64]:
    """Wins less losses in further games against those who are equal by the criteria before [BGA 4.6]."""
    if history.playoffs is None:
        return np.zeros(len(before), dtype=np.int64)
    place = places(before)
    won = history.playoffs * (place[:, None] == place)
    net: NDArray[np.int64] = won.sum(axis=1) - won.sum(axis=0)
    return net


def standings_order(
    history: History, criteria: Sequence[Criterion], after: int
) -> NDArray[np.intp]:
    """Rows of the players, best first; ties are broken by name."""
    return order_by(standings_values(history, criteria, after), history.name_order)


def order_by(values: NDArray[np.int64], name_order: NDArray[np.int64]) -> NDArray[np.intp]:
    """Rows sorted by descending values, the first column first, then by name."""
    return np.lexsort((name_order, *-values.T[::-1]))


def places(values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Place of every row, from 1: one more than the number of better rows; equal rows share it."""
    order = np.lexsort(-values.T[::-1]) if values.shape[1] else np.arange(len(values))
    ranked = values[order]
    new = np.ones(len(values), dtype=np.bool_)
    new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    place = np.empty(len(values), dtype=np.int64)
    place[order] = np.maximum.accumulate(np.where(new, np.arange(1, len(values) + 1), 0))
    return place


def _confronted(
    history: History, after: int, place: NDArray[np.int64]
) -> Iterator[NDArray[np.intp]]:
    """Rows of the players of each place that is shared by two who have played each other."""
    tied = place[:, None] == place[history.opponent[:, :after]]
    player = np.nonzero(history.played[:, :after] & tied)[0]
    for shared in np.unique(place[player]):
        yield np.flatnonzero(place == shared)


def _ranks_without_games(
    place: NDArray[np.int64], following: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Direct confrontation of players who share a place and have not played each other.

    It is the rank by the criteria that follow, counted from the last.
    """
    ahead = places(np.column_stack([-place, following])) - place
    last = np.zeros(len(place) + 1, dtype=np.int64)
    np.maximum.at(last, place, ahead)
    ranks: NDArray[np.int64] = last[place] - ahead
    return ranks


def _confrontation(
    criteria: Sequence[Criterion],
    column: int,
    net: NDArray[np.int64],
    values: NDArray[np.int64],
) -> NDArray[np.int64]:
    if criteria[column] is Criterion.SIMPLE_DIRECT_CONFRONTATION:
        return simple_direct_confrontation(net)
    return direct_confrontation(net, places(values[:, column + 1 :]))
