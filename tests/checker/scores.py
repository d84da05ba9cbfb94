"""Scores by their definitions, a player, a round and a sum at a time, without an array.

Points are doubled, what SODOS multiplies twice; places, grades, ratings and categories are as they are.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from reading import Game, Tournament

SHARE = {"white wins": (2, 0), "black wins": (0, 2), "jigo": (1, 1), "both win": (2, 2)}
"""Of a game, doubled, for White and Black; otherwise nothing."""

WORTH = {"jigo": "jigo", "both lose": "both_lose", "both win": "both_win", "?": "unknown"}
"""By what points a result without a winner is worth something."""

ABSENT, FREE, BYE, PAIRED = -3, -2, -1, 1

WHOLE = {"NULL", "CAT", "Rank", "Rating", "DC", "SDC", "OUT", "OUT2", "PO"}
"""Criteria that are no points."""

BY_GAMES = {"DC", "SDC", "PO"}
"""Those that depend on who is tied."""


def div(a: int, b: int) -> int:
    """The quotient without its fraction, as in Java."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def utf16(text: str) -> list[int]:
    """The units by which Java compares texts."""
    units = text.encode("utf-16-be")
    return [256 * units[k] + units[k + 1] for k in range(0, len(units), 2)]


class Scores:
    """Scores of everybody after so many rounds."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.players = tournament, tournament.players
        self._games: dict[tuple[str, int], Game] = {}
        for game in tournament.games:
            self._games[game.white, game.round] = self._games[game.black, game.round] = game
        self._byes = {(key, number) for number, key in tournament.byes}
        final = [self._placed(key) for key, player in self.players.items() if player.final]
        self._top = max([tournament.bar + 30, *final])
        self.start, self.wins, self.mms, self.strasbourg = map(
            cache, (self._start, self._wins, self._mms, self._strasbourg)
        )
        self.sos, self.doubled, self.paper_sos = map(
            cache, (self._sos, self._doubled, self._paper_sos)
        )

    # ---- Who did what in a round ----

    def game(self, key: str, number: int) -> Game | None:
        """The game of a player in a round."""
        return self._games.get((key, number))

    def has_bye(self, key: str, number: int) -> bool:
        """Whether a player has the bye of a round; who has a game has none."""
        return (key, number) in self._byes

    def status(self, key: str, number: int) -> int:
        if self.has_bye(key, number):
            return BYE
        if self.game(key, number) is not None:
            return PAIRED
        return ABSENT if number in self.players[key].absences else FREE

    def met(self, key: str, number: int) -> tuple[str, int, int, Game] | None:
        """Opponent, colour (1 is White), doubled share that was won, and the game."""
        game = self.game(key, number)
        if game is None:
            return None
        white = game.white == key
        other = game.black if white else game.white
        return other, 1 if white else -1, SHARE.get(game.result, (0, 0))[not white], game

    def games(self, key: str, after: int) -> Iterator[tuple[int, str, int, int, Game]]:
        """The rounds in which a player has a game and no bye, see `met`."""
        for number in range(1, after + 1):
            met = self.met(key, number)
            if met is not None and self.status(key, number) == PAIRED:
                yield number, *met

    def points(self, key: str, number: int) -> int:
        """What the rules give for the game of a round."""
        met = self.met(key, number)
        if met is None:
            return 0
        _, _, won, game = met
        if game.result in ("white wins", "black wins"):
            how = "forfeit_" if game.by_default else ""
            return self.tournament.points[how + ("win" if won else "loss")]
        if game.by_default and game.result in ("both lose", "both win"):
            return self.tournament.points["forfeit_" + ("win" if won else "loss")]
        return self.tournament.points[WORTH[game.result]]

    def balance(self, key: str, number: int) -> int:
        """How often a player has had White more than Black in even games before a round."""
        return sum(
            colour for _, _, colour, _, game in self.games(key, number - 1) if game.handicap == 0
        )

    def rank(self, key: str, number: int) -> int:
        """The grade that counts for the handicap of a round."""
        rules = self.tournament
        grade = self.players[key].grade
        if rules.by_mms:
            grade = div(self.mms(key, number - 1), 2) - 30
        return min(grade, rules.threshold)

    # ---- Scores ----

    def _placed(self, key: str) -> int:
        player, rules = self.players[key], self.tournament
        return min(max(player.grade, rules.floor), rules.bar) + 30 + player.correction

    def _start(self, key: str) -> int:
        """McMahon score before the first round, not doubled: 30 is 1 dan."""
        rules, placed = self.tournament, self._placed(key)
        rounds = range(1, rules.rounds + 1)
        asleep = any(self.status(key, number) == ABSENT for number in rounds)
        return placed - rules.top_sleepers_lowered * (asleep and placed >= self._top)

    def category(self, key: str) -> int:
        """0 is the first one."""
        return sum(self.players[key].grade < limit for limit in self.tournament.category_limits)

    def earned(self, key: str, after: int) -> int:
        return sum(self.points(key, number) for number, *_ in self.games(key, after))

    def given(self, key: str, after: int, absent: int, bye: int, requested: int) -> int:
        """What byes and absences are worth."""
        total = sum(
            self._given_in(key, number, absent, bye, requested) for number in range(1, after + 1)
        )
        return div(total, 2) * 2 if self.tournament.round_down else total

    def _given_in(self, key: str, number: int, absent: int, bye: int, requested: int) -> int:
        status = self.status(key, number)
        if status == ABSENT:
            return requested if number in self.players[key].requested_byes else absent
        if status == BYE and number in self.players[key].requested_byes:
            return self.tournament.points["win"]
        return bye if status == BYE else 0

    def _unearned(self, key: str, after: int, kind: str) -> int:
        points = self.tournament.points
        worth = points[f"{kind}_absent"], points[f"{kind}_bye"], points["requested_bye"]
        return self.given(key, after, *worth)

    def _wins(self, key: str, after: int) -> int:
        return self.earned(key, after) + self._unearned(key, after, "wins")

    def _mms(self, key: str, after: int) -> int:
        return 2 * self.start(key) + self.earned(key, after) + self._unearned(key, after, "mms")

    def _cup(self, key: str, after: int) -> int:
        score = 0
        for number in range(1, after + 1):
            score = 2 * score + self.points(key, number)
        return score + self._unearned(key, after, "wins")

    def _strasbourg(self, key: str, after: int) -> int:
        """Two points more for who is unbeaten from the bar before the last round but one, or at it."""
        score = self.mms(key, after)
        for before in (2, 1):
            number = self.tournament.rounds - before
            if number >= 1 and after >= number:
                unbeaten = 2 * (30 + self.tournament.bar + number)
                score += 4 * (self.mms(key, number) == unbeaten)
        return score

    # ---- Opponents, as OpenGotha counts them ----

    def _score(self, key: str, after: int, score: str) -> int:
        return {"W": self.wins, "M": self.mms, "STS": self.strasbourg}[score](key, after)

    def _counts_as(self, key: str, after: int, score: str) -> int:
        """Score of an opponent."""
        if not self.tournament.half_point_for_unplayed:
            return self._score(key, after, score)
        if score == "STS":
            return 0
        total = 2 * self.start(key) if score == "M" else 0
        for number in range(1, after + 1):
            game = self.game(key, number)
            played = game is not None and not game.by_default and game.result != "?"
            total += self.points(key, number) if played else 1
        return total

    def _rounds_met(self, key: str, after: int, score: str) -> list[int]:
        """For each round what it adds to SOS."""
        found = [0 if score == "W" else 2 * self.start(key)] * after
        for number, other, colour, _, game in self.games(key, after):
            stones = 0 if score == "W" else 2 * game.handicap * colour
            found[number - 1] = self._counts_as(other, after, score) + stones
        return found

    def _sos(self, key: str, after: int, score: str, without: int = 0) -> int:
        """The sum, without the lowest ones; nothing where OpenGotha finds too few rounds for that."""
        few = after == 1 or (after == 2 and (score == "M" or without == 2))
        if without and few:
            return 0
        return sum(sorted(self._rounds_met(key, after, score))[without:])

    def _sodos(self, key: str, after: int, score: str) -> int:
        values = self._rounds_met(key, after, score)
        return sum(values[number - 1] * won for number, _, _, won, _ in self.games(key, after))

    def _sosos(self, key: str, after: int, score: str) -> int:
        met = {number: other for number, other, *_ in self.games(key, after)}
        own = 2 * self.start(key) * after if score == "M" else 0
        return sum(
            self.sos(met[number], after, score) if number in met else own
            for number in range(1, after + 1)
        )

    def _exploits(self, key: str, after: int, won_only: bool) -> int:
        total = 0
        for _, other, colour, won, game in self.games(key, after):
            natural = self.players[key].grade - self.players[other].grade
            harder = colour * game.handicap - natural
            if won == 2 or not won_only:
                total += self.wins(other, after) * (0 if harder < 0 else min(harder + 1, 3))
        return total

    def _round_out(self, key: str, after: int, losses: int) -> int:
        rounds, left = self.tournament.rounds, losses
        last = rounds if losses > 1 else min(after + 1, rounds)
        for number in range(1, after + 1):
            met = self.met(key, number)
            if met is not None:
                _, _, won, game = met
                left -= won == 0 and (game.by_default or game.result != "?")
            later = range(number, last + 1)
            if left == 0 or all(self.status(key, each) == ABSENT for each in later):
                return number
        return after + 1

    # ---- The papers' ----

    def _met_as(self, key: str, after: int) -> int:
        """Score as the opponents count it; EPM's has half a point for every absence."""
        if not self.tournament.absence_as_half_point:
            return self.mms(key, after)
        points = self.tournament.points
        unearned = sum(
            self._given_in(key, number, 1, points["mms_bye"], points["requested_bye"])
            for number in range(1, after + 1)
        )
        return (2 * self.start(key) + self.earned(key, after) + unearned) // 2 * 2

    def _missed(self, key: str, number: int, after: int) -> int:
        """What a round without a game adds to SOS."""
        if self.tournament.missed == "bga":
            return 2 * self.start(key)
        return self.mms(key, after) if self.has_bye(key, number) else 0

    def _paper_sos(self, key: str, after: int, without: int = 0) -> int:
        met = {number: other for number, other, *_ in self.games(key, after)}
        return sum(
            sorted(
                self._met_as(met[number], after)
                if number in met
                else self._missed(key, number, after)
                for number in range(1, after + 1)
            )[without:]
        )

    def _paper_sosos(self, key: str, after: int) -> int:
        met = [other for _, other, *_ in self.games(key, after)]
        own = self.paper_sos(key, after) if self.tournament.missed == "bga" else 0
        return sum(self.paper_sos(other, after) for other in met) + own * (after - len(met))

    def _cusp(self, key: str, after: int) -> int:
        return sum(
            self.points(key, number) * (after + 1 - number)
            for number, _, _, _, game in self.games(key, after)
            if not game.by_default and game.result != "?"
        )

    def _without_absences(self, key: str, after: int) -> int:
        given = self.given(key, after, 0, self.tournament.points["mms_bye"], 0)
        return 2 * self.start(key) + self.earned(key, after) + given

    # ---- Criteria by their names ----

    def _doubled(self, key: str, criterion: str, after: int) -> int:
        """A criterion in its own unit; 0 where it depends on who is tied."""
        player = self.players[key]
        always = {"CAT": -self.category(key), "Rank": player.grade, "Rating": player.rating}
        always |= dict.fromkeys(("NULL", *BY_GAMES), 0)
        if criterion in always:
            return always[criterion]
        name, _, without = criterion.partition("-")
        stem, score = name[:-1], name[-1]
        scored = {
            "CUSS": lambda: sum(self._score(key, n, score) for n in range(1, after + 1)),
            "SOS": lambda: self.sos(key, after, score, int(without or 0)),
            "SODOS": lambda: self._sodos(key, after, score),
            "SOSOS": lambda: self._sosos(key, after, score),
        }
        if score in "WM" and stem in scored:
            return scored[stem]()
        return {
            "NBW": lambda: self.wins(key, after),
            "CPS": lambda: self._cup(key, after),
            "MMS": lambda: self.mms(key, after),
            "STS": lambda: self.strasbourg(key, after),
            "SOSTS": lambda: self.sos(key, after, "STS"),
            "EXT": lambda: self._exploits(key, after, won_only=False),
            "EXR": lambda: self._exploits(key, after, won_only=True),
            "SOS": lambda: self.paper_sos(key, after, int(without or 0)),
            "SOSOS": lambda: self._paper_sosos(key, after),
            "SODOS": lambda: sum(
                self._met_as(other, after)
                for _, other, _, won, _ in self.games(key, after)
                if won == 2
            ),
            "CUSP": lambda: self._cusp(key, after),
            "SCOREX": lambda: self._without_absences(key, after),
            "OUT": lambda: self._round_out(key, after, 1),
            "OUT2": lambda: self._round_out(key, after, 2),
        }[name]()

    def value(self, key: str, criterion: str, after: int) -> float | None:
        """A criterion as it is printed; None if it depends on who is tied."""
        if criterion in BY_GAMES:
            return None
        value = self.doubled(key, criterion, after)
        if criterion in WHOLE:
            return 1 - value if criterion == "CAT" else value
        return value / (4 if criterion in ("SODOSW", "SODOSM") else 2)

    # ---- The order ----

    def name(self, key: str) -> tuple[list[int], list[int]]:
        player = self.players[key]
        return utf16(player.last_name), utf16(player.first_name)

    def values(self, criteria: Sequence[str], after: int) -> dict[str, tuple[int, ...]]:
        """The criteria of every player, with the confrontations among the tied."""
        table = {key: [self.doubled(key, c, after) for c in criteria] for key in self.players}
        columns = [k for k, criterion in enumerate(criteria) if criterion in ("DC", "SDC")]
        runs: dict[tuple[int, ...], list[str]] = {}
        for key, row in table.items():
            runs.setdefault(tuple(row[: columns[0]] if columns else ()), []).append(key)
        for run in runs.values():
            if not columns or len(run) < 2:
                continue
            net = self._net(run, after)
            for k in columns:
                if criteria[k] == "SDC":
                    found = _simple_confrontation(run, net)
                else:
                    below = {i: tuple(table[i][k + 1 :]) for i in run}
                    place = {i: sum(below[j] > below[i] for j in run) for i in run}
                    found = _confrontation(run, net, place)
                for key in run:
                    table[key][k] = found[key]
        return {key: tuple(row) for key, row in table.items()}

    def _net(self, run: list[str], after: int) -> dict[tuple[str, str], int]:
        net = {(i, j): 0 for i in run for j in run}
        for key in run:
            for number in range(1, after + 1):
                met = self.met(key, number)
                if met is None or met[0] not in run or met[3].by_default:
                    continue
                other, colour, _, game = met
                won = {"white wins": colour, "black wins": -colour}
                net[key, other] += won.get(game.result, 0)
        return net

    def order(self, criteria: Sequence[str], after: int) -> list[str]:
        table = self.values(criteria, after)
        return sorted(self.players, key=lambda key: ([-v for v in table[key]], self.name(key)))


def _simple_confrontation(run: list[str], net: dict[tuple[str, str], int]) -> dict[str, int]:
    if any(net[i, j] == 0 for i in run for j in run if i != j):
        return dict.fromkeys(run, 0)
    return {i: sum(net[i, j] > 0 for j in run) for i in run}


def _confrontation(
    run: list[str], net: dict[tuple[str, str], int], place: dict[str, int]
) -> dict[str, int]:
    """Place: how many are better by the criteria that follow."""
    beats = {i: {j for j in run if net[i, j] == 1} for i in run}
    reach = {i: _reachable(i, beats) for i in run}
    circle = {
        i: frozenset(j for j in run if j == i or (j in reach[i] and i in reach[j])) for i in run
    }
    inherited = {
        i: {k for a in circle[i] for b in beats[a] if b not in circle[i] for k in circle[b]}
        for i in run
    }
    rank: dict[str, int] = {}
    remaining = set(run)
    while remaining:
        free = [i for i in remaining if not inherited[i] & remaining]
        worst = max(place[i] for i in free)
        taken = {i for i in free if place[i] == worst}
        rank |= dict.fromkeys(taken, 1 + len(remaining) - len(taken))
        remaining -= taken
    return {i: max(rank.values()) - rank[i] for i in run}


def _reachable(start: str, edges: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    stack = [start]
    while stack:
        for j in edges[stack.pop()] - seen:
            seen.add(j)
            stack.append(j)
    return seen
