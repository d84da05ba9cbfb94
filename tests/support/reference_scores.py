"""OpenGotha's scores and weights, slow and literal: one player, one pair, one sum at a time.

Written from the specification with its own notation (rounds from 0, doubled scores, Java's
integers), and without numpy, to hold the arrays of fastpair equal to.
"""

from __future__ import annotations

from fastpair.go.tournament import OPENGOTHA_CRITERIA, Criterion, Result

ABSENT, NOT_ASSIGNED, BYE, PAIRED = -3, -2, -1, 1

SHARES = {
    Result.WHITE_WINS: (2, 0),
    Result.BLACK_WINS: (0, 2),
    Result.JIGO: (1, 1),
    Result.BOTH_LOSE: (0, 0),
    Result.BOTH_WIN: (2, 2),
    Result.UNKNOWN: (0, 0),
}
"""Of a game, doubled, for White and Black."""


def div(a, b):
    """Java's integer division."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def utf16(text):
    units = text.encode("utf-16-be")
    return [256 * units[k] + units[k + 1] for k in range(0, len(units), 2)]


def fold(text):
    return "".join(c.upper().lower() for c in text)


class Scores:
    """[OPENGOTHA 3 to 9]; players are indices, rounds count from 0, -1 is before the first."""

    def __init__(self, tournament):
        self.rules = rules = tournament.rules
        self.tournament = tournament
        self.players = tournament.players
        self.n = len(tournament.players)
        index = {player.key: i for i, player in enumerate(tournament.players)}
        self.games = {}
        self.byes = set()
        for game in tournament.games:
            white, black = index[game.white], index[game.black]
            white_won, black_won = SHARES[game.result]
            self.games[white, game.round - 1] = (black, 1, white_won, game)
            self.games[black, game.round - 1] = (white, -1, black_won, game)
        for bye in tournament.byes:
            self.byes.add((index[bye.player], bye.round - 1))

        self.top = max(
            [rules.bar + 30] + [self.start(i) for i in range(self.n) if self.players[i].final]
        )

    def start(self, i):
        rules, player = self.rules, self.players[i]
        return min(max(player.grade, rules.floor), rules.bar) + 30 + player.correction

    def smms(self, i):
        """[BGA 4.4] for the top group."""
        asleep = any(self.status(i, t) == ABSENT for t in range(self.rules.rounds))
        lowered = self.rules.top_sleepers_lowered * (asleep and self.start(i) >= self.top)
        return self.start(i) - lowered

    def category(self, i):
        for c, limit in enumerate(self.rules.category_limits):
            if self.players[i].grade >= limit:
                return c
        return len(self.rules.category_limits)

    def status(self, i, t):
        if (i, t) in self.byes:
            return BYE
        if (i, t) in self.games:
            return PAIRED
        return ABSENT if t + 1 in self.players[i].absences else NOT_ASSIGNED

    def p2(self, i, t):
        """What the rules give for the game of a round."""
        if (i, t) not in self.games:
            return 0
        _, _, won, game = self.games[i, t]
        points = self.rules.points
        if game.result in (Result.WHITE_WINS, Result.BLACK_WINS):
            if game.by_default:
                return points.forfeit_win_x2 if won else points.forfeit_loss_x2
            return points.win_x2 if won else points.loss_x2
        return {
            Result.JIGO: points.jigo_x2,
            Result.BOTH_LOSE: points.both_lose_x2,
            Result.BOTH_WIN: points.both_win_x2,
            Result.UNKNOWN: points.unknown_x2,
        }[game.result]

    def unearned(self, i, r, absent, bye):
        total = 0
        for t in range(r + 1):
            if self.status(i, t) == ABSENT:
                total += absent
            if self.status(i, t) == BYE:
                total += bye
        return div(total, 2) * 2 if self.rules.points.round_down else total

    def nbw(self, i, r):
        given = self.unearned(i, r, self.rules.points.wins_absent_x2, self.rules.points.wins_bye_x2)
        return sum(self.p2(i, t) for t in range(r + 1)) + given

    def mms(self, i, r):
        given = self.unearned(i, r, self.rules.points.mms_absent_x2, self.rules.points.mms_bye_x2)
        return 2 * self.smms(i) + sum(self.p2(i, t) for t in range(r + 1)) + given

    def cps(self, i, r):
        score = 0
        for t in range(r + 1):
            score = 2 * score + self.p2(i, t)
        return score + self.unearned(
            i, r, self.rules.points.wins_absent_x2, self.rules.points.wins_bye_x2
        )

    def sts(self, i, r):
        last, score = self.rules.rounds, self.mms(i, r)
        bar = 30 + self.rules.bar
        if last >= 3 and r >= last - 3 and self.mms(i, last - 3) == 2 * (bar + last - 2):
            score += 4
        if last >= 2 and r >= last - 2 and self.mms(i, last - 2) == 2 * (bar + last - 1):
            score += 4
        return score

    def virtual(self, i, r):
        total = 0
        for t in range(r + 1):
            game = self.games.get((i, t))
            played = game and not game[3].by_default and game[3].result is not Result.UNKNOWN
            total += self.p2(i, t) if played else 1
        return total

    def credited(self, i, r, score):
        """Score of an opponent as SOS sees it."""
        if not self.rules.unplayed_as_half_point:
            return {"w": self.nbw, "m": self.mms, "t": self.sts}[score](i, r)
        virtual = self.virtual(i, r)
        return {"w": virtual, "m": 2 * self.smms(i) + virtual, "t": 0}[score]

    def met(self, i, r, score):
        """ow, om or ot of every round."""
        values = []
        for t in range(r + 1):
            if self.status(i, t) != PAIRED:
                values.append(0 if score == "w" else 2 * self.smms(i))
                continue
            opponent, colour, _, game = self.games[i, t]
            value = self.credited(opponent, r, score)
            values.append(value if score == "w" else value + colour * 2 * game.handicap)
        return values

    def sos(self, i, r, score, without=0):
        values = sorted(self.met(i, r, score))
        if without == 0:
            return sum(values)
        if r == 0 or (r == 1 and (score == "m" or without == 2)):
            return 0
        return sum(values) - sum(values[:without])

    def sosos(self, i, r, score):
        total = 0
        for t in range(r + 1):
            if self.status(i, t) == PAIRED:
                total += self.sos(self.games[i, t][0], r, score)
            elif score == "m":
                total += 2 * self.smms(i) * (r + 1)
        return total

    def exploits(self, i, r, won_only):
        total = 0
        for t in range(r + 1):
            if self.status(i, t) != PAIRED:
                continue
            opponent, colour, points, game = self.games[i, t]
            natural = self.players[i].grade - self.players[opponent].grade
            d = colour * game.handicap - natural
            factor = 0 if d < 0 else min(d + 1, 3)
            if points == 2 or not won_only:
                total += self.nbw(opponent, r) * factor
        return total

    def round_out(self, i, after, losses):
        rounds, left = self.rules.rounds, losses
        last = rounds if losses > 1 else min(after + 1, rounds)
        for t in range(after):
            if (i, t) in self.games:
                _, _, won, game = self.games[i, t]
                known = game.by_default or game.result is not Result.UNKNOWN
                left -= known and won == 0
            if left == 0 or all(self.status(i, later) == ABSENT for later in range(t, last)):
                return t + 1
        return after + 1

    def criterion(self, i, criterion, r):
        losses = {Criterion.ROUND_OUT: 1, Criterion.ROUND_OUT_TWICE: 2}
        if criterion in losses:
            return self.round_out(i, r + 1, losses[criterion])
        if criterion not in (*OPENGOTHA_CRITERIA, Criterion.PLAYOFF):
            return PaperScores(self.tournament, r).criterion(i, criterion)
        player = self.players[i]
        if criterion in (
            Criterion.NONE,
            Criterion.PLAYOFF,
            Criterion.DIRECT_CONFRONTATION,
            Criterion.SIMPLE_DIRECT_CONFRONTATION,
        ):
            return 0
        constant = {
            Criterion.CATEGORY: -self.category(i),
            Criterion.GRADE: int(player.grade),
            Criterion.RATING: player.rating_or_lowest,
        }
        if criterion in constant:
            return constant[criterion]
        if r == -1:
            start = (Criterion.MMS, Criterion.STRASBOURG_SCORE)
            return 2 * self.smms(i) if criterion in start else 0
        return {
            Criterion.WINS: lambda: self.nbw(i, r),
            Criterion.CUP_SCORE: lambda: self.cps(i, r),
            Criterion.MMS: lambda: self.mms(i, r),
            Criterion.STRASBOURG_SCORE: lambda: self.sts(i, r),
            Criterion.CUSS_WINS: lambda: sum(self.nbw(i, t) for t in range(r + 1)),
            Criterion.CUSS_MMS: lambda: sum(self.mms(i, t) for t in range(r + 1)),
            Criterion.SOS_WINS: lambda: self.sos(i, r, "w"),
            Criterion.SOS_WINS_1: lambda: self.sos(i, r, "w", 1),
            Criterion.SOS_WINS_2: lambda: self.sos(i, r, "w", 2),
            Criterion.SOS_MMS: lambda: self.sos(i, r, "m"),
            Criterion.SOS_MMS_1: lambda: self.sos(i, r, "m", 1),
            Criterion.SOS_MMS_2: lambda: self.sos(i, r, "m", 2),
            Criterion.SOS_STRASBOURG: lambda: self.sos(i, r, "t"),
            Criterion.SODOS_WINS: lambda: self.sodos(i, r, "w"),
            Criterion.SODOS_MMS: lambda: self.sodos(i, r, "m"),
            Criterion.SOSOS_WINS: lambda: self.sosos(i, r, "w"),
            Criterion.SOSOS_MMS: lambda: self.sosos(i, r, "m"),
            Criterion.EXPLOITS_TRIED: lambda: self.exploits(i, r, won_only=False),
            Criterion.EXPLOITS: lambda: self.exploits(i, r, won_only=True),
        }[criterion]()

    def sodos(self, i, r, score):
        return sum(
            value * self.games[i, t][2]
            for t, value in enumerate(self.met(i, r, score))
            if (i, t) in self.games
        )

    def name(self, i):
        return utf16(self.players[i].name), utf16(self.players[i].first_name)

    def values(self, criteria, r):
        """Tuple of criteria of every player, with the confrontations among the tied."""
        table = [[self.criterion(i, c, r) for c in criteria] for i in range(self.n)]
        both = (Criterion.DIRECT_CONFRONTATION, Criterion.SIMPLE_DIRECT_CONFRONTATION)
        columns = [k for k, c in enumerate(criteria) if c in both]
        runs = {}
        for i in range(self.n):
            runs.setdefault(tuple(table[i][: columns[0]] if columns else ()), []).append(i)
        for run in runs.values():
            if not columns or len(run) < 2:
                continue
            net = self.net(run, r)
            for k in columns:
                if criteria[k] is Criterion.SIMPLE_DIRECT_CONFRONTATION:
                    value = simple_confrontation(run, net)
                else:
                    below = {i: tuple(table[i][k + 1 :]) for i in run}
                    place = {i: sum(below[j] > below[i] for j in run) for i in run}
                    value = confrontation(run, net, place)
                for i in run:
                    table[i][k] = value[i]
        return [tuple(row) for row in table]

    def net(self, run, r):
        net = {(i, j): 0 for i in run for j in run}
        for i in run:
            for t in range(r + 1):
                if (i, t) not in self.games:
                    continue
                j, colour, _, game = self.games[i, t]
                if j not in run or game.by_default:
                    continue
                won = {Result.WHITE_WINS: colour, Result.BLACK_WINS: -colour}
                net[i, j] += won.get(game.result, 0)
        return net

    def order(self, criteria, r):
        table = self.values(criteria, r)
        return sorted(range(self.n), key=lambda i: ([-v for v in table[i]], self.name(i)))


class PaperScores:
    """[INTERPRETATION 5] for one player at a time; all doubled, after rounds 0 … r."""

    def __init__(self, tournament, r):
        self.plain, self.r, self.rules = Scores(tournament), r, tournament.rules

    def criterion(self, i, criterion):
        return {
            Criterion.SOS: lambda: sum(self.met(i)),
            Criterion.SOS_1: lambda: sum(sorted(self.met(i))[1:]),
            Criterion.SOS_2: lambda: sum(sorted(self.met(i))[2:]),
            Criterion.SOSOS: lambda: self.sosos(i),
            Criterion.SODOS: lambda: self.sodos(i),
            Criterion.CUSP: lambda: self.cusp(i),
            Criterion.SCORE_WITHOUT_ABSENCES: lambda: self.score_without_absences(i),
        }[criterion]()

    def counts_as(self, i):
        """Score as the opponents count it; EPM's has half a point for every absence."""
        if not self.rules.absence_as_half_point:
            return self.plain.mms(i, self.r)
        given = {ABSENT: 1, BYE: self.rules.points.mms_bye_x2}
        rounds = range(self.r + 1)
        earned = sum(self.plain.p2(i, t) + given.get(self.plain.status(i, t), 0) for t in rounds)
        return (2 * self.plain.smms(i) + earned) // 2 * 2

    def met(self, i):
        """What every round adds to SOS."""
        missed = {BYE: 0, ABSENT: 0, NOT_ASSIGNED: 0}
        if self.rules.missed == "bga":
            missed = dict.fromkeys(missed, 2 * self.plain.smms(i))
        else:
            missed[BYE] = self.plain.mms(i, self.r)
        return [
            missed[self.plain.status(i, t)]
            if (i, t) not in self.plain.games
            else self.counts_as(self.plain.games[i, t][0])
            for t in range(self.r + 1)
        ]

    def sosos(self, i):
        own = sum(self.met(i)) if self.rules.missed == "bga" else 0
        return sum(
            sum(self.met(self.plain.games[i, t][0])) if (i, t) in self.plain.games else own
            for t in range(self.r + 1)
        )

    def sodos(self, i):
        return sum(
            self.counts_as(opponent)
            for (player, t), (opponent, _, won, _) in self.plain.games.items()
            if player == i and t <= self.r and won == 2
        )

    def cusp(self, i):
        return sum(
            self.plain.p2(i, t) * (self.r + 1 - t)
            for (player, t), (_, _, _, game) in self.plain.games.items()
            if player == i
            and t <= self.r
            and not game.by_default
            and game.result is not Result.UNKNOWN
        )

    def score_without_absences(self, i):
        bye = self.rules.points.mms_bye_x2
        given = self.plain.unearned(i, self.r, 0, bye)
        return 2 * self.plain.smms(i) + sum(self.plain.p2(i, t) for t in range(self.r + 1)) + given


def simple_confrontation(run, net):
    if any(net[i, j] == 0 for i in run for j in run if i != j):
        return dict.fromkeys(run, 0)
    return {i: sum(net[i, j] > 0 for j in run) for i in run}


def confrontation(run, net, place):
    """Place: how many are better by the criteria that follow."""
    beats = {i: {j for j in run if net[i, j] == 1} for i in run}
    reach = {i: reachable(i, beats) for i in run}
    circle = {
        i: frozenset(j for j in run if j == i or (j in reach[i] and i in reach[j])) for i in run
    }
    inherited = {
        i: {k for a in circle[i] for b in beats[a] if b not in circle[i] for k in circle[b]}
        for i in run
    }
    rank, remaining = {}, set(run)
    while remaining:
        free = [i for i in remaining if not inherited[i] & remaining]
        worst = max(place[i] for i in free)
        taken = {i for i in free if place[i] == worst}
        for i in taken:
            rank[i] = 1 + len(remaining) - len(taken)
        remaining -= taken
    return {i: max(rank.values()) - rank[i] for i in run}


def reachable(start, edges):
    seen, stack = set(), [start]
    while stack:
        for j in edges[stack.pop()] - seen:
            seen.add(j)
            stack.append(j)
    return seen
