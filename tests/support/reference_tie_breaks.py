"""FIDE's tie-breaks written from the articles of C.07, one player at a time, in fractions.

Nothing of fastpair's is used but the tournament, and of teams their matches.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from fastpair.go.teams import matches_of, of_teams

# B.02 8.1.2: from which difference of ratings on the higher rated expects so many percent more than 50.
STEPS = (
    "4 11 18 26 33 40 47 54 62 69 77 84 92 99 107 114 122 130 138 146 154 163 171 180 189 198 207 216 226 236 246 "
    "257 268 279 291 303 316 329 345 358 375 392 412 433 457 485 518 560 620 736"
)
# B.02 8.1.1: what 51, 52, … percent of the points add to the rating of the opponents.
ADDED = (
    "7 14 21 29 36 43 50 57 65 72 80 87 95 102 110 117 125 133 141 149 158 166 175 184 193 202 211 220 230 240 251 "
    "262 273 284 296 309 322 336 351 366 383 401 422 444 470 501 538 589 677 800"
)


def expected(difference):
    """Expected points of a game, by the difference of ratings."""
    percent = 50 + sum(int(step) <= abs(difference) for step in STEPS.split())
    return Fraction(percent if difference >= 0 else 100 - percent, 100)


def half_up(value):
    return int((value + Fraction(1, 2)) // 1)


def split(text):
    """The code of a string, and its modifiers as a dictionary."""
    code, *modifiers = text.upper().split("/")
    return code, {each[0]: each[1:] for each in modifiers}


class Round(NamedTuple):
    opponent: str | None
    points: Fraction
    kind: str
    """``played``, ``won`` or ``lost`` by forfeit, ``bye`` of the pairing, ``away`` by choice, ``none``."""

    white: bool = False
    share: Fraction = Fraction(0)


class Reference:
    """A tournament after so many rounds."""

    def __init__(self, tournament, after):
        self.tournament, self.after = tournament, after
        self.points = tournament.rules.points
        self.keys = [player.key for player in tournament.players]
        self.draw, self.win = Fraction(self.points.jigo_x2, 2), Fraction(self.points.win_x2, 2)
        self.fixed = tournament.rules.predetermined  # [15]
        seated = {key for g in tournament.games for key in (g.white, g.black)}
        seated |= {bye.player for bye in tournament.byes}
        every = {*range(1, tournament.rules.rounds + 1)}
        self.entrants = [
            p for p in tournament.players if p.key in seated or not every <= p.absences
        ]
        self.free = self.fixed and len(self.entrants) % 2 == 1
        begins, stated = tournament.event.begins, tournament.rules.tie_breaks
        before = begins is not None and begins < date(2026, 3, 1)
        self.newest = stated == "2026" or (stated == "date" and not before)

    @cached_property
    def rounds(self):
        return {
            key: [self.round(key, number) for number in range(1, self.after + 1)]
            for key in self.keys
        }

    def round(self, key, number):
        """What a player did in a round."""
        for game in self.tournament.games:
            if game.round == number and key in (game.white, game.black):
                side = 0 if key == game.white else 1
                points = self.points.of(game.result, by_default=game.by_default)[side]
                share = game.result.won_x2[side]
                kind = ("won" if share else "lost") if game.by_default else "played"
                other = game.black if side == 0 else game.white
                return Round(other, Fraction(points, 2), kind, side == 0, Fraction(share, 2))
        player = next(each for each in self.tournament.players if each.key == key)
        if any((bye.round, bye.player) == (number, key) for bye in self.tournament.byes):
            asked = number in player.requested_byes
            if self.free and not asked:
                return Round(None, Fraction(0), "none")
            worth = self.points.win_x2 if asked else self.points.wins_bye_x2
            return Round(None, Fraction(worth, 2), "bye")
        if number in player.requested_byes:
            return Round(None, Fraction(self.points.requested_bye_x2, 2), "away")
        if number in player.absences:
            return Round(None, Fraction(self.points.wins_absent_x2, 2), "away")
        return Round(None, Fraction(0), "none")

    def score(self, key):
        return sum((each.points for each in self.rounds[key]), Fraction(0))

    # ---- 16: scores for opponents, and own unplayed rounds ----

    def is_voluntary(self, each):
        """16.1: a round that was not played by the player's own choice."""
        return each.kind in ("away", "lost")

    def plays_last(self, key):
        """Whether a player is paired in the last round of the tournament."""
        is_last = self.after == self.tournament.rules.rounds
        return bool(is_last and self.after and self.rounds[key][-1].opponent)

    def seen(self, key, fore):
        """16.3: the score as opponents count it; 8.3: with the last round drawn."""
        total, rounds = Fraction(0), self.rounds[key]
        for column, each in enumerate(rounds):
            last = column == self.after - 1 and fore and self.plays_last(key)
            later = rounds[column:]
            gone = all(map(self.is_voluntary, later)) and not (fore and self.plays_last(key))
            if last or (gone and each.opponent is None and not self.fixed):
                total += self.draw
            else:
                total += each.points
        return total

    def own(self, key, fore):
        """16.4: the score of the dummy."""
        rounds = self.rounds[key]
        if fore and self.plays_last(key):
            return sum((each.points for each in rounds[:-1]), self.draw)
        return self.score(key)

    def contributions(self, key, *, fore, forfeits):
        """Of each round: whether a cut prefers it, the score of the opponent, and own points."""
        for column, each in enumerate(self.rounds[key]):
            last = fore and column == self.after - 1 and self.plays_last(key)
            met = each.kind == "played" or (each.opponent and (forfeits or self.fixed or last))
            if each.kind == "none" or (self.fixed and not met):
                continue
            if met:
                yield False, self.seen(each.opponent, fore), each.points
                continue
            dummy = self.own(key, fore)
            if self.newest and each.opponent:
                dummy = min(dummy, self.seen(each.opponent, fore))  # 16.4.1
            elif self.newest:
                dummy = min(dummy, self.draw * self.after)  # 16.4.2
            yield self.is_voluntary(each), dummy, each.points

    def cut(self, found, low, high):
        """14 and 16.5: without the least significant ones, and the most significant ones."""
        left = [*found]
        low = min(low, self.after)
        high = min(high, self.after - low)
        for _ in range(min(low, len(left))):
            least = min(left, key=lambda item: (item[1], item[2]))
            chosen = [item for item in left if item[0]]
            first = min(chosen, key=lambda item: (item[2], item[1]), default=least)
            left.remove(first if chosen and least[2] <= first[2] else least)
        for _ in range(min(high, len(left))):
            left.remove(max(left, key=lambda item: (item[1], item[2])))
        return sum((value for _, _, value in left), Fraction(0))

    def of_opponents(self, key, code, modifiers):
        fore = code == "FB" or "F" in modifiers
        found = self.contributions(key, fore=fore, forfeits="P" in modifiers)
        medians, cuts = int(modifiers.get("M", 0)), int(modifiers.get("C", 0))
        items = [
            (chosen, score, score * own if code == "SB" else score) for chosen, score, own in found
        ]
        return self.cut(items, cuts + medians, medians)

    # ---- 10: ratings ----

    def rating(self, key, modifiers):
        found = next(each.rating for each in self.tournament.players if each.key == key)
        return int(modifiers["U"]) if found is None and "U" in modifiers else found

    def met(self, key):
        return [each for each in self.rounds[key] if each.kind == "played"]

    def ratings(self, key, modifiers):
        """Ratings of the opponents met; none if anybody of the tournament has no rating."""
        if None in [self.rating(each, modifiers) for each in self.keys]:
            return []
        return [self.rating(each.opponent, modifiers) for each in self.met(key)]

    def performance(self, key, modifiers, *, perfect):
        found = self.ratings(key, modifiers)
        points = sum((each.share for each in self.met(key)), Fraction(0))
        if not found:
            return None
        if not perfect:
            percent = half_up(100 * points / len(found))
            table = [int(each) for each in ADDED.split()]
            table = [*(-each for each in reversed(table)), 0, *table]
            return half_up(Fraction(sum(found), len(found))) + table[percent]
        if not points:
            return min(found) - 800
        rating = min(found) - 800
        while sum(expected(rating - each) for each in found) < points:
            rating += 1
        return rating

    # ---- 6: direct encounter ----

    def encounters(self, tied, modifiers):
        """Groups of those who are tied, the best first, each compared again by itself [6.1.1]."""
        groups = self.groups(tied, modifiers)
        if len(groups) == 1:
            return groups
        return [part for group in groups for part in self.encounters(group, modifiers)]

    def groups(self, tied, modifiers):
        """The same, compared once."""
        counts = {"played", "won", "lost"} if "P" in modifiers or self.fixed else {"played"}
        results = {
            key: {
                other: [each.points for each in self.rounds[key] if each.opponent == other and each.kind in counts]
                for other in tied
                if other != key
            }
            for key in tied
        }  # fmt: skip
        mine = {
            key: sum(
                (sum(won, Fraction(0)) / len(won) for won in found.values() if won), Fraction(0)
            )
            for key, found in results.items()
        }
        missing = {key: sum(not won for won in found.values()) for key, found in results.items()}
        groups = []
        if self.fixed or not any(missing.values()):  # 6.1
            order = sorted(tied, key=mine.__getitem__, reverse=True)
            groups = [[*group] for _, group in groupby(order, mine.__getitem__)]
        else:  # 6.2
            left = [*tied]
            while left:
                best = max(left, key=mine.__getitem__)
                others = [key for key in left if key != best]
                if any(mine[key] + missing[key] * self.win >= mine[best] for key in others):
                    break
                groups.append([best])
                left = others
            groups += [left] if left else []
        return groups

    # ---- Everything by its string ----

    def value(self, key, text):
        """The value of a tie-break; direct encounters need the others, see `ranks`."""
        code, modifiers = split(text)
        rounds = self.rounds[key]
        played = self.met(key)
        if code == "PTS":
            return self.score(key)
        if code == "WIN":
            return sum(each.points == self.win and each.kind != "none" for each in rounds)
        if code == "WON":
            return sum(each.share == 1 for each in played)
        if code in ("BPG", "BWG"):
            black = [
                each
                for number, each in enumerate(rounds, start=1)
                if each.kind == "played" and not each.white and self.is_over(key, number)
            ]
            return sum(code == "BPG" or each.share == 1 for each in black)
        if code == "PS":
            first = int(modifiers.get("C", 0))
            sums = [sum(each.points for each in rounds[: n + 1]) for n in range(len(rounds))]
            return sum(sums[first:], Fraction(0))
        if code == "REP":
            return sum(each.kind not in ("away", "lost", "none") for each in rounds)
        if code == "STD":
            counted = [each.points for each in rounds if each.kind != "none"]
            return sum(
                (Fraction((p >= self.draw) + (p > self.draw), 2) for p in counted), Fraction(0)
            )
        if code in ("BH", "FB", "SB"):
            return self.of_opponents(key, code, modifiers)
        if code == "AOB":
            found = [self.of_opponents(each.opponent, "BH", modifiers) for each in played]
            return sum(found, Fraction(0)) / len(found) if found else None
        if code == "KS":
            limit = self.limit(modifiers.get("L", ""))
            beaten = (each for each in rounds if each.opponent)
            return sum((e.points for e in beaten if self.score(e.opponent) >= limit), Fraction(0))
        if code == "ARO":
            found = sorted(self.ratings(key, modifiers))
            cut, median = int(modifiers.get("C", 0)), int(modifiers.get("M", 0))
            low = min(cut + median, self.after)
            found = found[low:]
            found = found[: max(len(found) - min(median, self.after - low), 0)]
            return half_up(Fraction(sum(found), len(found))) if found else None
        if code in ("TPR", "PTP"):
            return self.performance(key, modifiers, perfect=code == "PTP")
        if code in ("APRO", "APPO"):
            found = [
                self.performance(each.opponent, modifiers, perfect=code == "APPO")
                for each in played
            ]
            if not found or None in found:
                return None
            return half_up(Fraction(sum(found), len(found)))
        if code == "TPN":
            return self.keys.index(key) + 1
        assert code == "RTNG"
        everybody = [self.rating(each, modifiers) for each in self.keys]
        return None if None in everybody else self.rating(key, modifiers)

    def is_over(self, key, number):
        """Whether the game of a round has a result; two rounds against one opponent may be alike otherwise."""
        return any(
            game.round == number and key in (game.white, game.black) and game.result.value != "?"
            for game in self.tournament.games
        )

    def limit(self, text):
        """9.2: half of the most points, or what a modifier says."""
        most = self.win * self.games()
        if text[:1] in ("+", "-"):
            return most / 2 + Fraction(int(text), 2)
        return most * int(text or 50) / 100

    def games(self):
        """How many games a player can have."""
        if not self.fixed or len(self.entrants) < 2:
            return self.after
        others = max(sum(any(each.opponent for each in own) for own in self.rounds.values()) - 1, 0)
        length = len(self.entrants) - 1 + len(self.entrants) % 2  # of a cycle
        cycles = [
            range(self.after)[start : start + length] for start in range(0, self.after, length)
        ]
        return sum(min(len(cycle), others) for cycle in cycles)

    def table(self, strings):
        """Values of a list of tie-breaks, by key; direct encounters as ranks among those tied before."""
        found = {key: [] for key in self.keys}
        for text in strings:
            code, modifiers = split(text)
            if code != "DE":
                for key in self.keys:
                    found[key].append(self.value(key, text))
                continue
            for tied in {tuple(found[key]): 0 for key in self.keys}:
                group = [key for key in self.keys if tuple(found[key]) == tied]
                parts = self.encounters(group, modifiers)
                ahead = 1
                for part in parts:
                    for key in part:
                        found[key].append(ahead if len(parts) > 1 else None)
                    ahead += len(part)
        return found


# ---- Teams: articles 11 to 13 ----


def records_of_teams(tournament, after):
    """What each team has done, by key and number of the round: match points, and points by board.

    A bye is a match won or drawn at all boards, as what it is worth is that of a game won or less.
    """
    play, points, units = tournament.team_play, tournament.rules.points, of_teams(tournament)
    found = {team.key: {} for team in play.teams}

    def free(key, number, worth):
        won = 2 if worth >= points.win_x2 else 1 if worth > points.loss_x2 else 0
        found[key][number] = (won, dict.fromkeys(range(1, play.size + 1), Fraction(won, 2)))

    for number in range(1, after + 1):
        for match in matches_of(tournament, play, number):
            for side, key in enumerate((match.white, match.black)):
                boards = {b: Fraction(p[side], 2) for b, p in match.board_points.items()}
                found[key][number] = (match.points[side], boards)
        for key in units.round(number).byes:
            free(key, number, points.wins_bye_x2)
        for team in units.players:
            if number in team.requested_byes and number not in found[team.key]:
                free(team.key, number, points.requested_bye_x2)
    return found


class TeamReference:
    """The teams of a tournament after so many rounds, by match points and by game points.

    Parameters
    ----------
    teams
        The tournament whose players are the teams.
    matches
        What each team has done, by key and number of the round: match points, and points by board.
    """

    def __init__(self, teams, matches, size, after, primary="MP"):
        self.size, self.after, self.primary, self.matches = size, after, primary, matches
        self.by = {name: Reference(teams, after) for name in ("MP", "GP")}
        self.keys = self.by["MP"].keys
        for name, reference in self.by.items():
            worth = 2 if name == "MP" else size
            reference.win, reference.draw = Fraction(worth), Fraction(worth, 2)
            plain = {
                key: [reference.round(key, number) for number in range(1, after + 1)]
                for key in self.keys
            }
            reference.rounds = {
                key: [
                    each._replace(points=self.points(key, number, name))
                    for number, each in enumerate(own, start=1)
                ]
                for key, own in plain.items()
            }

    def points(self, key, number, name):
        points, boards = self.matches[key].get(number, (0, {}))
        return Fraction(points) if name == "MP" else sum(boards.values(), Fraction(0))

    def boards(self, key, against=None):
        """Points at each board, of all rounds or of the matches against one team."""
        rounds = self.by["MP"].rounds[key]
        return [
            sum(
                (
                    boards.get(board, Fraction(0))
                    for number, (_, boards) in self.matches[key].items()
                    if number <= self.after
                    if against is None
                    or (
                        rounds[number - 1].opponent == against
                        and rounds[number - 1].kind == "played"
                    )
                ),
                Fraction(0),
            )
            for board in range(1, self.size + 1)
        ]

    def other(self, name):
        return "GP" if name == "MP" else "MP"

    def value(self, key, text):
        first, *rest = text.upper().split("/")
        code, _, name = first.partition(":")
        name = name or self.primary
        modifiers = {each[0]: each[1:] for each in rest}
        reference = self.by[name]
        if code == "MPVGP":
            return self.by[self.other(self.primary)].score(key)
        if code == "BC":
            return sum(board * points for board, points in enumerate(self.boards(key), start=1))
        if code == "SSSC":
            other = self.by[self.other(name)]
            divisor = int(modifiers.get("K", 0)) or max(reference.win * self.after // other.win, 1)
            strength = reference.of_opponents(key, "BH", modifiers)
            return Fraction(half_up(100 * (other.score(key) + strength / divisor)), 100)
        if len(code) == 5 and code.endswith("SB"):
            theirs, mine = (self.by[f"{letter}P"] for letter in code[1:3])
            fore, forfeits = False, "P" in modifiers
            found = theirs.contributions(key, fore=fore, forfeits=forfeits)
            counted = [each.points for each in mine.rounds[key] if each.kind != "none"]
            items = [
                (chosen, score, score * own)
                for (chosen, score, _), own in zip(found, counted, strict=True)
            ]
            medians, cuts = int(modifiers.get("M", 0)), int(modifiers.get("C", 0))
            return reference.cut(items, cuts + medians, medians)
        return reference.value(key, "/".join([code, *rest]))

    def encounters(self, tied, code, modifiers):
        """13.3: by the first score, and what that divides by it again, then by the other one, and by boards."""
        parts = [tied]
        for name in (self.primary, self.other(self.primary)):
            parts = [part for each in parts for part in self.by[name].encounters(each, modifiers)]
        return [part for each in parts for part in self.by_boards(each, code)]

    def by_boards(self, tied, code):
        """Two teams by the boards of their matches [13.3.2]."""
        for rule in BOARD_RULES[code] if len(tied) == 2 else "":
            one, other = (self.match_value(*pair, rule) for pair in (tied, tied[::-1]))
            if one != other:
                return [[each] for each in (tied if one > other else tied[::-1])]
        return [tied]

    def match_value(self, key, other, rule):
        """What two teams have at the boards of their matches: count, top boards, bottom boards."""
        return self.board_value(self.boards(key, against=other), rule)

    def board_value(self, boards, rule):
        if rule == "C":
            return [-sum(number * points for number, points in enumerate(boards, start=1))]
        if rule == "T":
            return boards
        return [sum(boards[:-last], Fraction(0)) for last in range(1, len(boards))]

    def ranks(self, tied, text):
        """Groups of those who are tied, the best first."""
        code, modifiers = split(text)
        if code in BOARD_RULES:
            return self.encounters(tied, code, modifiers)
        if code == "DE":
            return self.by[self.primary].encounters(tied, modifiers)
        value = {key: self.board_value(self.boards(key), code[0]) for key in tied}
        order = sorted(tied, key=value.__getitem__, reverse=True)
        return [[*group] for _, group in groupby(order, value.__getitem__)]

    def table(self, strings):
        """Values of a list of tie-breaks, by key; comparisons as ranks among those tied before."""
        found = {key: [] for key in self.keys}
        for text in strings:
            if split(text)[0] not in ("DE", "TBR", "BBE", *BOARD_RULES):
                for key in self.keys:
                    found[key].append(self.value(key, text))
                continue
            for tied in {tuple(found[key]): 0 for key in self.keys}:
                parts = self.ranks([key for key in self.keys if tuple(found[key]) == tied], text)
                ahead = 1
                for part in parts:
                    for key in part:
                        found[key].append(ahead if len(parts) > 1 else None)
                    ahead += len(part)
        return found


BOARD_RULES = {"EDE": "", "EDEC": "C", "EDET": "T", "EDEB": "B", "EDEBT": "CT", "EDEBB": "CB"}
"""By which boards two teams are compared who are still tied [13.3.2]."""
