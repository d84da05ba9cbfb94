"""The criteria of standings, each with its formula, and the standings by them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...arrays import Indices, Integers, Reals, distinct
from ..tournament import Criterion, EventKind, parse_tie_break
from .contest import Contest, Terms
from .history import MMS_OF_1_DAN, ScoreHistory
from .tie_breaks import (
    compares_tied,
    scale_of,
    tie_break_points,
    tie_break_terms,
    tie_break_values,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...arrays import Bools
    from ..tournament import Points, TieBreak, Tournament


# ---- First-level scores: what a player's own rounds are worth [OPENGOTHA 5] ----

# Every function returns doubled scores, int64 of shape (n, rounds + 1); column r is the score after
# round r, column 0 the score before round 1.

_Scores = Callable[["ScoreHistory"], Integers]


def _once(scores: _Scores) -> _Scores:
    """Count scores once for each history, since the criteria of the standings share them."""

    @wraps(scores)
    def counted(history: ScoreHistory) -> Integers:
        cache = history.scores
        if scores.__name__ not in cache:
            cache[scores.__name__] = scores(history)
            cache[scores.__name__].flags.writeable = False
        return cache[scores.__name__]

    return counted


def whole(score_x2: Integers) -> Integers:
    """Whole points of a doubled score, the half point dropped (towards zero).

    Examples
    --------
    >>> whole(np.array([3, 4])).tolist()
    [1, 2]
    """
    return (score_x2 - np.fmod(score_x2, 2)) // 2


@_once
def wins_x2(history: ScoreHistory) -> Integers:
    """Points won, and those given for absences and byes (NBW)."""
    return _after(_earned_x2(history)) + _unearned_wins_x2(history)


@_once
def mms_x2(history: ScoreHistory) -> Integers:
    """McMahon score: the starting score, points won, and those given for absences and byes."""
    unearned = _unearned(history, by_mms=True)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def mms_without_absences_x2(history: ScoreHistory) -> Integers:
    """McMahon score without what absences add: pairgoth's SCOREX [OPENGOTHA 9]."""
    bare = replace(history.rules.points.with_absence(0), requested_bye_x2=0)
    unearned = _unearned(history, by_mms=True, points=bare)
    return 2 * history.start_mms[:, None] + _after(_earned_x2(history)) + unearned


def cup_score_x2(history: ScoreHistory) -> Integers:
    """Score in which every round weighs twice as much as the one before (CPS)."""
    score = np.zeros((len(history.grade), history.rounds + 1), np.int64)
    for column, points in enumerate(history.points_x2.T):
        score[:, column + 1] = 2 * score[:, column] + points
    return score + _unearned_wins_x2(history)


def main_score_x2(history: ScoreHistory) -> Integers:
    """Score by which the players of a round are grouped."""
    return _MAIN_SCORES[history.rules.main_criterion](history)


def scores_before(tournament: Tournament, number: int) -> dict[str, tuple[float, float]]:
    """The score of everybody before a round, in points, as all lists show it, by key: the lowest and the highest.

    It is the one that makes the groups, in full, whether a model rounds it or counts from another zero. The two
    differ where postponed games leave it open.
    """
    history = ScoreHistory.for_draw(tournament, number)
    ends = history.bounds or (history, history)
    least, most = ((main_score_x2(end)[:, number - 1] / 2).tolist() for end in ends)
    return {key: (least[row], most[row]) for key, row in history.row.items()}


def rounding_x2(history: ScoreHistory, score: Criterion) -> Integers:
    """What rounding takes off the points of byes and absences in a score that makes groups."""
    points = replace(history.rules.points, round_down=False)
    exact = replace(history, rules=replace(history.rules, points=points))
    return _MAIN_SCORES[score](exact) - _MAIN_SCORES[score](history)


def strasbourg_score_x2(history: ScoreHistory) -> Integers:
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


def credited_wins_x2(history: ScoreHistory) -> Integers:
    """Wins as the opponents' SOS counts them.

    With ``unplayed_as_half_point`` only games that were played count, and every other round counts
    half a point.
    """
    if history.rules.unplayed_as_half_point:
        return _virtual_x2(history)
    return wins_x2(history)


def credited_mms_x2(history: ScoreHistory) -> Integers:
    """McMahon score as the opponents' SOS counts it; see ``credited_wins_x2``."""
    if history.rules.unplayed_as_half_point:
        return 2 * history.start_mms[:, None] + _virtual_x2(history)
    return mms_x2(history)


def _virtual_x2(history: ScoreHistory) -> Integers:
    return _after(np.where(history.played, history.points_x2, 1))


def _earned_x2(history: ScoreHistory) -> Integers:
    """Points of each round for the game, and bonus points [V 6]."""
    if history.bonus_x2 is None:
        return history.points_x2
    return history.points_x2 + history.bonus_x2


def _unearned_wins_x2(history: ScoreHistory) -> Integers:
    return _unearned(history, by_mms=False)


def _unearned(history: ScoreHistory, *, by_mms: bool, points: Points | None = None) -> Integers:
    """Points given for absences and byes; rounded down, two half points make a whole one."""
    points = points or history.rules.points
    given = _after(history.worth_x2(points, by_mms=by_mms))
    return 2 * whole(given) if points.round_down else given


def _after(per_round: Integers) -> Integers:
    """Running sum over the rounds, from 0 before round 1."""
    sums = np.zeros((len(per_round), per_round.shape[1] + 1), np.int64)
    np.cumsum(per_round, axis=1, out=sums[:, 1:])
    return sums


_MAIN_SCORES = {
    Criterion.WINS: wins_x2,
    Criterion.MMS: mms_x2,
    Criterion.CUP_SCORE: cup_score_x2,
}


# ---- Kinds of criteria, made of what each round is worth ----

# Opponents' scores are taken after the same round as the player's own, not when they met.

_Values = Callable[["ScoreHistory", int], Integers]
"""After so many rounds: of each player (n,), or of each round of each player (n, after)."""


class _Row(NamedTuple):
    values: _Values
    scale: int = 2
    """Units per point."""

    terms: Callable[[ScoreHistory, int], tuple[Terms, int] | None] = lambda history, after: None
    """What each round adds, and the units per point; None for what is no sum or mean over rounds."""


def _score(scores: _Scores) -> _Row:
    """A score: what it was at the start, and what each round has added."""

    def terms(history: ScoreHistory, after: int) -> tuple[Terms, int]:
        score = scores(history)[:, : after + 1]
        found = _terms(history, np.diff(score, axis=1))
        return found._replace(start=score[:, 0] if score[:, 0].any() else None), 2

    return _Row(lambda history, after: scores(history)[:, after], 2, terms)


def _cumulated(scores: _Scores) -> _Row:
    return _sum(lambda history, after: scores(history)[:, 1 : after + 1])


def _sum(values: _Values, without: int = 0, scale: int = 2) -> _Row:
    """The sum over the rounds, without so many of the smallest summands."""
    return _Row(
        lambda history, after: _total(values(history, after), without),
        scale,
        lambda history, after: (_terms(history, values(history, after), without), scale),
    )


def _terms(history: ScoreHistory, per_round: Integers, without: int = 0) -> Terms:
    """What each round adds, without so many of the smallest; nothing in a round that is not drawn yet."""
    order = np.argsort(per_round, axis=1, kind="stable")
    waiting = history.unassigned[:, : per_round.shape[1]]
    present = ~waiting | (per_round != 0)
    counted = present.copy()
    np.put_along_axis(counted, order[:, :without], values=False, axis=1)
    return Terms(per_round, counted, present=present)


def _won(values: _Values) -> _Values:
    """Values of each round, times the doubled share of the game, or of both games, that was won."""
    return lambda history, after: values(history, after) * history.won_x2[:, :after]


def _unless_fide(text: str, row: _Row) -> _Row:
    """A row that is a tie-break of FIDE's where the rules say so."""
    tie_break = parse_tie_break(text)
    assert tie_break is not None
    fide = _row_of(tie_break)

    def chosen(history: ScoreHistory) -> _Row:
        rules = history.rules
        return row if rules.missed != "fide" or rules.unplayed_as_half_point else fide

    return _Row(
        lambda history, after: chosen(history).values(history, after),
        row.scale,
        lambda history, after: chosen(history).terms(history, after),
    )


def _row_of(tie_break: TieBreak) -> _Row:
    """The row of a tie-break of FIDE's."""

    def terms(history: ScoreHistory, after: int) -> tuple[Terms, int] | None:
        return tie_break_terms(_contest(history, after), tie_break)

    values = _nothing if compares_tied(tie_break) else partial(_tie_break_after, tie_break)
    return _Row(values, scale_of(tie_break), terms)


def _tie_break_after(tie_break: TieBreak, history: ScoreHistory, after: int) -> Integers:
    return _tie_break(history, tie_break, after)


def _tie_break(
    history: ScoreHistory, tie_break: TieBreak, after: int, place: Integers | None = None
) -> Integers:
    """A tie-break of FIDE's; of those that compare who is tied, as if all were."""
    contest = _contest(history, after)
    tied = np.ones(len(history.grade), np.int64) if place is None else place
    return tie_break_values(contest, tie_break, tied)


def _contest(history: ScoreHistory, after: int) -> Contest:
    contest = Contest.of(history, after, wins_x2(history))
    games = tuple(_contest(each, after) for each in history.single_games)
    return replace(contest, single_games=games) if games else contest


def _nothing(history: ScoreHistory, after: int) -> Integers:
    return np.zeros(len(history.grade), np.int64)


def _total(per_round: Integers, without: int = 0) -> Integers:
    summands = np.sort(per_round, axis=1)[:, without:] if without else per_round
    sums: Integers = summands.sum(axis=1)
    return sums


def _opponent_values(
    history: ScoreHistory, score: Integers, after: int, own: Integers | int = 0
) -> Integers:
    """Score of the opponent of each round, ``own`` in rounds without a game; (n, after)."""
    opponent = history.opponent[:, :after]
    return np.where(opponent >= 0, score[opponent], np.reshape(own, (-1, 1)))


# ---- What opponents are worth in each round as OpenGotha counts it [OPENGOTHA 6] ----


def _opponent_wins(history: ScoreHistory, after: int) -> Integers:
    return _opponent_values(history, credited_wins_x2(history)[:, after], after)


_sos_wins = _unless_fide("BH", _sum(_opponent_wins))


def _opponent_mms(history: ScoreHistory, after: int) -> Integers:
    return _with_handicap(history, credited_mms_x2(history)[:, after], after)


def _opponent_strasbourg(history: ScoreHistory, after: int) -> Integers:
    score = strasbourg_score_x2(history)[:, after]
    return _with_handicap(history, score * (not history.rules.unplayed_as_half_point), after)


def _with_handicap(history: ScoreHistory, score: Integers, after: int) -> Integers:
    """Opponents' McMahon scores, higher for White by the handicap that he gave."""
    stones = 2 * history.handicap[:, :after] * history.colour[:, :after]
    return _opponent_values(history, score, after, 2 * history.start_mms) + stones


def _opponent_sos_wins(history: ScoreHistory, after: int) -> Integers:
    return _opponent_values(history, _sos_wins.values(history, after), after)


def _opponent_sos_mms(history: ScoreHistory, after: int) -> Integers:
    """A round without a game counts the player's own start in every round."""
    own = 2 * history.start_mms * after
    return _opponent_values(history, _total(_opponent_mms(history, after)), after, own)


def _exploits(history: ScoreHistory, after: int) -> Integers:
    """Opponents' wins times 0 to 3: more if the handicap was less than the grades call for."""
    stones = history.handicap[:, :after] * history.colour[:, :after]
    natural = history.grade[:, None] - _opponent_values(
        history, history.grade, after, history.grade
    )
    boldness: Integers = np.clip(stones - natural + 1, 0, 3)
    return _opponent_values(history, wins_x2(history)[:, after], after) * boldness


def _exploits_won(history: ScoreHistory, after: int) -> Integers:
    won: Integers = _exploits(history, after) * (history.share_x2[:, :after] == 2)
    return won


# ---- Tie-breakers as the papers count them, without handicaps [V 4.2.2, 6.1; BGA 4.6] ----


def sos_x2(history: ScoreHistory, after: int, *, without: int = 0) -> Integers:
    """Sum of the opponents' scores, without so many of the smallest [V 4.2.2; BGA 4.6]."""
    return _total(_opponent_scores(history, after), without)


def _opponent_scores(history: ScoreHistory, after: int) -> Integers:
    """Opponents' scores; what a round without an opponent adds is as ``Rules.missed`` says."""
    theirs = credited_x2(history, after)
    if history.rules.missed == "bga":
        return _opponent_values(history, theirs, after, 2 * history.start_mms)
    bye = history.has_bye[:, :after]
    found: Integers = _opponent_values(history, theirs, after)
    found += bye * mms_x2(history)[:, after, None]
    return found


def sosos_terms_x2(history: ScoreHistory, after: int) -> Integers:
    """Opponents' SOS, whose sum is SOSOS [V 4.2.2; BGA 4.6]."""
    sos = sos_x2(history, after)
    own = sos if history.rules.missed == "bga" else 0
    return _opponent_values(history, sos, after, own)


def sodos_terms_x2(history: ScoreHistory, after: int) -> Integers:
    """Beaten opponents' scores, whose sum is SODOS [V 4.2.2]; a jigo beats nobody, a win by forfeit counts."""
    values = _opponent_values(history, credited_x2(history, after), after)
    beaten: Integers = values * (history.share_x2[:, :after] == 2)
    return beaten


def cusp_x2(history: ScoreHistory, after: int) -> Integers:
    """Sum of the points after each round, of games really played [BGA 4.6]."""
    return _total(_points_so_far(history, after))


def _points_so_far(history: ScoreHistory, after: int) -> Integers:
    """Points after each round, of games really played."""
    won = np.where(history.played, history.points_x2, 0)[:, :after]
    points: Integers = won.cumsum(axis=1)
    return points


def credited_x2(history: ScoreHistory, after: int) -> Integers:
    """What the players count as opponents: their McMahon scores, or those of EPM."""
    scores = pairing_x2 if history.rules.absence_as_half_point else mms_x2
    return scores(history)[:, after]


def pairing_x2(history: ScoreHistory, score_x2: _Scores = mms_x2) -> Integers:
    """Scores of EPM for groups and opponents, (n, rounds + 1) [V 6.1].

    An absence counts half a point, whatever the rules say, and the total is rounded down. EPM's
    standings count absences as the rules do, which should give nothing for them.
    """
    points = replace(history.rules.points.with_absence(1, in_wins=True), round_down=False)
    halves = replace(history.rules, points=points)
    return score_x2(replace(history, rules=halves)) // 2 * 2


# ---- The round in which a player goes out of a cup or a double elimination [V 3.2] ----


def round_out(history: ScoreHistory, after: int, losses: int = 1) -> Integers:
    """Round of the last loss that a player may have, or from which on he is absent.

    1 to ``after``, and ``after + 1`` of who is in. A jigo is no loss. Whoever rests in a round of a
    cup is absent from that round alone, and is in. An absence counts if it lasts to the end of the
    tournament; in a cup, which is of one loss, to the next round, since those who are out are absent
    from the rounds that are drawn.
    """
    lost = _decided(history) & (history.share_x2 == 0)
    before = (lost[:, :after].cumsum(axis=1) < losses).sum(axis=1)
    last = history.rounds if losses > 1 else min(after + 1, history.rounds)
    away = history.absent[:, :last][:, ::-1]
    present = last - np.logical_and.accumulate(away, axis=1).sum(axis=1)
    out: Integers = np.minimum(np.minimum(before, present), after) + 1
    return out


def _decided(history: ScoreHistory) -> Bools:
    """The games that say who goes on: those at the board, and those by forfeit, too."""
    return history.played | history.by_default


# ---- The table: what the standings can be sorted by [OPENGOTHA 9; INTERPRETATION 5] ----

CONFRONTATIONS = (Criterion.DIRECT_CONFRONTATION, Criterion.SIMPLE_DIRECT_CONFRONTATION)
"""Criteria that have a meaning only within a list of criteria, since they compare tied players."""


_C = Criterion
_ROWS: dict[Criterion, _Row] = {
    _C.NONE: _Row(_nothing, 1),
    _C.CATEGORY: _Row(lambda history, after: -history.category, -1),
    _C.GRADE: _Row(lambda history, after: history.grade, 1),
    _C.RATING: _Row(lambda history, after: history.rating, 1),
    _C.WINS: _score(wins_x2),
    _C.MMS: _score(mms_x2),
    _C.CUP_SCORE: _score(cup_score_x2),
    _C.STRASBOURG_SCORE: _score(strasbourg_score_x2),
    _C.SCORE_WITHOUT_ABSENCES: _score(mms_without_absences_x2),
    _C.CUSS_WINS: _cumulated(wins_x2),
    _C.CUSS_MMS: _cumulated(mms_x2),
    _C.SOS_WINS: _sos_wins,
    _C.SOS_WINS_1: _unless_fide("BH/C1", _sum(_opponent_wins, 1)),
    _C.SOS_WINS_2: _unless_fide("BH/C2", _sum(_opponent_wins, 2)),
    _C.SODOS_WINS: _unless_fide("SB", _sum(_won(_opponent_wins), scale=4)),
    _C.SOSOS_WINS: _sum(_opponent_sos_wins),
    _C.SOS_MMS: _sum(_opponent_mms),
    # OpenGotha's SOSM-1 is 0 before round 3.
    _C.SOS_MMS_1: _sum(lambda history, after: _opponent_mms(history, after) * (after > 2), 1),
    _C.SOS_MMS_2: _sum(_opponent_mms, 2),
    _C.SODOS_MMS: _sum(_won(_opponent_mms), scale=4),
    _C.SOSOS_MMS: _sum(_opponent_sos_mms),
    _C.SOS_STRASBOURG: _sum(_opponent_strasbourg),
    _C.EXPLOITS_TRIED: _sum(_exploits),
    _C.EXPLOITS: _sum(_exploits_won),
    _C.SOS: _sum(_opponent_scores),
    _C.SOS_1: _sum(_opponent_scores, 1),
    _C.SOS_2: _sum(_opponent_scores, 2),
    _C.SOSOS: _sum(sosos_terms_x2),
    _C.SODOS: _sum(sodos_terms_x2),
    _C.CUSP: _sum(_points_so_far),
    _C.ROUND_OUT: _Row(round_out, 1),
    _C.ROUND_OUT_TWICE: _Row(lambda history, after: round_out(history, after, 2), 1),
    # These compare players with each other: see ``standings_values``.
    **dict.fromkeys((_C.PLAYOFF, *CONFRONTATIONS), _Row(_nothing, 1)),
}


@cache
def _row(criterion: Criterion) -> _Row:
    """The row of a criterion; of FIDE's tie-breaks one is made."""
    tie_break = criterion.tie_break
    return _ROWS[criterion] if tie_break is None else _row_of(tie_break)


def criterion_scale(criterion: Criterion) -> int:
    """Units per point of a criterion; negative where less is better."""
    return _row(criterion).scale


def criterion_values(history: ScoreHistory, criterion: Criterion, after: int) -> Integers:
    """Value of a criterion for every player after so many rounds.

    Parameters
    ----------
    history
        Players and games.
    criterion
        What to count. Criteria that compare who is tied, such as direct encounters, are 0 here; see
        ``standings_values``.
    after
        Number of rounds played, 0 to ``history.rounds``.

    Returns
    -------
    int64 of shape (n,), in units of 1 / ``criterion_scale(criterion)``; more is better, `MISSING` is none.
    """
    return _row(criterion).values(history, after)


def terms_of(history: ScoreHistory, criterion: Criterion, after: int) -> tuple[Terms, int] | None:
    """What the start and each round add to the value of a criterion, and the units per point.

    Returns
    -------
    None for criteria that are no sum or mean over rounds.
    """
    return _row(criterion).terms(history, after)


def in_points(criterion: Criterion, values: Integers) -> Reals:
    """Values of a criterion as they are printed: in points, and categories from 1; not a number if missing."""
    if criterion.tie_break is not None:
        return tie_break_points(criterion.tie_break, values)
    points: Reals = values / criterion_scale(criterion)
    return points + 1 if criterion is Criterion.CATEGORY else points


# ---- Direct confrontation: who among tied players has beaten whom [OPENGOTHA 7] ----


def net_wins(history: ScoreHistory, after: int, tied: Indices) -> Integers:
    """Wins minus losses of each of the tied players against each other, (m, m).

    Only games with a winner count, and by forfeit in a cup alone, where they say who goes on.
    """
    place = np.full(len(history.grade) + 1, -1)
    place[tied] = np.arange(len(tied))
    won = history.won_x2[:, :after]
    opponent = history.opponent[tied, :after]
    counts = _confronting(history)[tied, :after] & (place[opponent] >= 0)
    player, column = np.nonzero(counts)
    theirs = opponent[counts]
    lead = np.sign(won[tied[player], column] - won[theirs, column])
    net = np.zeros((len(tied), len(tied)), np.int64)
    np.add.at(net, (player, place[theirs]), lead)
    return net


def _confronting(history: ScoreHistory) -> Bools:
    """The games that count for direct confrontation, (n, rounds); a cup by scores has those of OpenGotha."""
    rules = history.rules
    by_scores = rules.main_criterion is Criterion.CUP_SCORE
    is_cup = EventKind(format=rules.kind).has_third_place and not by_scores
    return _decided(history) if is_cup else history.played


def simple_direct_confrontation(net: Integers) -> Integers:
    """Number of tied players beaten if all have met each other with a winner, else 0 (SDC)."""
    complete = np.count_nonzero(net) == net.size - len(net)
    beaten: Integers = (net > 0).sum(axis=1) * complete
    return beaten


def direct_confrontation(net: Integers, place: Integers) -> Integers:
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
    rank = np.zeros(len(net), np.int64)
    left = np.ones(len(net), bool)
    while left.any():
        free = left & (lower == 0)
        last = free & (place == place[free].max())
        left &= ~last
        rank[last] = 1 + np.count_nonzero(left)
        lower -= np.count_nonzero(beaten_by[last], axis=0)
    lowest: int = rank.max(initial=0)
    return lowest - rank


def _beaten_outside_circles(beats: Bools) -> Bools:
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


def standings_values(history: ScoreHistory, criteria: Sequence[Criterion], after: int) -> Integers:
    """Values of all criteria after so many rounds, direct confrontations included.

    Returns
    -------
    int64 of shape (n, len(criteria)), more is better.
    """
    values = np.zeros((len(history.grade), len(criteria)), np.int64)
    for column, criterion in enumerate(criteria):
        values[:, column] = criterion_values(history, criterion, after)
    _compare_tied(history, criteria, values, after)
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
        _compare_tied(history, criteria, values, after)
    return values


def _compare_tied(
    history: ScoreHistory, criteria: Sequence[Criterion], values: Integers, after: int
) -> None:
    """Fill the columns that compare those who are equal by all criteria before."""
    for column, criterion in enumerate(criteria):
        if criterion is Criterion.PLAYOFF:
            values[:, column] = _playoff_wins(history, places(values[:, :column]))
        elif (tie_break := criterion.tie_break) and compares_tied(tie_break):
            place = places(values[:, :column])
            values[:, column] = _tie_break(history, tie_break, after, place)


def _playoff_wins(history: ScoreHistory, place: Integers) -> Integers:
    """Wins less losses in further games against those of the same place [BGA 4.6]."""
    if history.playoffs is None:
        return np.zeros(len(place), np.int64)
    won = history.playoffs * (place[:, None] == place)
    net: Integers = won.sum(axis=1) - won.sum(axis=0)
    return net


def standings_order(history: ScoreHistory, criteria: Sequence[Criterion], after: int) -> Indices:
    """Rows of the players, best first; ties are broken by name."""
    return order_by(standings_values(history, criteria, after), history.name_order)


def order_by(values: Integers, name_order: Integers) -> Indices:
    """Rows sorted by descending values, the first column first, then by name."""
    return np.lexsort((name_order, *-values.T[::-1]))


def places(values: Integers | Reals) -> Integers:
    """Place of every row, from 1: one more than the number of better rows; equal rows share it."""
    order = np.lexsort(-values.T[::-1]) if values.shape[1] else np.arange(len(values))
    ranked = values[order]
    new = np.ones(len(values), bool)
    new[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    place = np.empty(len(values), np.int64)
    place[order] = np.maximum.accumulate(np.where(new, np.arange(1, len(values) + 1), 0))
    return place


def _confronted(history: ScoreHistory, after: int, place: Integers) -> Iterator[Indices]:
    """Rows of the players of each place that is shared by two who have played each other."""
    tied = place[:, None] == place[history.opponent[:, :after]]
    player = np.nonzero(_confronting(history)[:, :after] & tied)[0]
    for shared in distinct(place[player]):
        yield np.flatnonzero(place == shared)


def _ranks_without_games(place: Integers, following: Integers) -> Integers:
    """Direct confrontation of players who share a place and have not played each other.

    It is the rank by the criteria that follow, counted from the last.
    """
    ahead = places(np.column_stack([-place, following])) - place
    last = np.zeros(len(place) + 1, np.int64)
    np.maximum.at(last, place, ahead)
    ranks: Integers = last[place] - ahead
    return ranks


def _confrontation(
    criteria: Sequence[Criterion],
    column: int,
    net: Integers,
    values: Integers,
) -> Integers:
    if criteria[column] is Criterion.SIMPLE_DIRECT_CONFRONTATION:
        return simple_direct_confrontation(net)
    return direct_confrontation(net, places(values[:, column + 1 :]))
