"""Scores by their definitions, a player, a round and a sum at a time; all doubled."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reading import Game, Tournament

SHARE = {"white wins": (2, 0), "black wins": (0, 2), "jigo": (1, 1), "both win": (2, 2)}
"""Of a game, doubled, for White and Black; otherwise nothing."""

CRITERIA = ("MMS", "NBW", "SOSM", "SOSW", "SOSOSM", "SOSOSW", "SODOSM", "SODOSW", "CUSSM", "CUSSW")


class Scores:
    """Scores of everybody after so many rounds."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._games: dict[tuple[str, int], Game] = {}
        for game in tournament.games:
            self._games[game.white, game.round] = self._games[game.black, game.round] = game
        self._byes = {(key, number) for number, key in tournament.byes}
        self.wins, self.mms, self.sos, self.sosos = map(
            cache, (self._wins, self._mms, self._sos, self._sosos)
        )

    def value(self, key: str, criterion: str, after: int) -> float | None:
        """A criterion in points; None if it is not known here."""
        if criterion not in CRITERIA:
            return None
        weighed = criterion.endswith("M") or criterion == "MMS"
        name = criterion if criterion in ("MMS", "NBW") else criterion[:-1]
        doubled = {
            "MMS": lambda: self.mms(key, after),
            "NBW": lambda: self.wins(key, after),
            "SOS": lambda: self.sos(key, after, weighed),
            "SOSOS": lambda: self.sosos(key, after, weighed),
            "SODOS": lambda: self._sodos(key, after, weighed),
            "CUSS": lambda: sum(self._score(key, n, weighed) for n in range(1, after + 1)),
        }[name]()
        return doubled / (4 if name == "SODOS" else 2)

    def start(self, key: str) -> int:
        """McMahon score before the first round, not doubled: 30 is 1 dan."""
        player, rules = self.tournament.players[key], self.tournament
        return min(max(player.grade, rules.floor), rules.bar) + 30 + player.correction

    def rank(self, key: str, number: int) -> int:
        """The grade that counts for the handicap of a round."""
        rules = self.tournament
        grade = rules.players[key].grade
        if rules.by_mms:
            grade = self.mms(key, number - 1) // 2 - 30
        return min(grade, rules.threshold)

    def balance(self, key: str, number: int) -> int:
        """How often a player has had White more than Black in even games before a round."""
        total = 0
        for before in range(1, number):
            game = self.game(key, before)
            if game is not None and game.handicap == 0:
                total += 1 if game.white == key else -1
        return total

    def game(self, key: str, number: int) -> Game | None:
        """The game of a player in a round."""
        return self._games.get((key, number))

    def has_bye(self, key: str, number: int) -> bool:
        """Whether a player has the bye of a round; who has a game has none."""
        return (key, number) in self._byes

    def _earned(self, key: str, after: int) -> int:
        """What the games are worth."""
        points, total = self.tournament.points, 0
        for number in range(1, after + 1):
            game = self.game(key, number)
            if game is None or self.has_bye(key, number):
                continue
            won = SHARE.get(game.result, (0, 0))[game.black == key]
            if game.result in ("white wins", "black wins"):
                how = "forfeit_" if game.by_default else ""
                total += points[how + ("win" if won else "loss")]
            else:
                names = {
                    "jigo": "jigo",
                    "both lose": "both_lose",
                    "both win": "both_win",
                    "?": "unknown",
                }
                total += points[names[game.result]]
        return total

    def _given(self, key: str, after: int, kind: str) -> int:
        """What byes and absences are worth."""
        points, total = self.tournament.points, 0
        for number in range(1, after + 1):
            if self.has_bye(key, number):
                total += points[f"{kind}_bye"]
            elif self.game(key, number) is None and number in self.tournament.players[key].absences:
                total += points[f"{kind}_absent"]
        return total // 2 * 2 if self.tournament.round_down and total > 0 else total

    def _wins(self, key: str, after: int) -> int:
        return self._earned(key, after) + self._given(key, after, "wins")

    def _mms(self, key: str, after: int) -> int:
        return 2 * self.start(key) + self._earned(key, after) + self._given(key, after, "mms")

    def _score(self, key: str, after: int, weighed: bool) -> int:
        return self.mms(key, after) if weighed else self.wins(key, after)

    def _counts_as(self, key: str, after: int, weighed: bool) -> int:
        """Score of an opponent."""
        if not self.tournament.half_point_for_unplayed:
            return self._score(key, after, weighed)
        total = 2 * self.start(key) if weighed else 0
        for number in range(1, after + 1):
            game = self.game(key, number)
            if game is None or game.by_default or game.result == "?" or self.has_bye(key, number):
                total += 1
            else:
                total += self._earned(key, number) - self._earned(key, number - 1)
        return total

    def _met(self, key: str, after: int, weighed: bool) -> list[tuple[int, int]]:
        """For each round what it adds to SOS, and the doubled share that was won."""
        found = []
        for number in range(1, after + 1):
            game = self.game(key, number)
            if game is None or self.has_bye(key, number):
                found.append((2 * self.start(key) if weighed else 0, 0))
                continue
            white = game.white == key
            value = self._counts_as(game.black if white else game.white, after, weighed)
            stones = 2 * game.handicap * (1 if white else -1) if weighed else 0
            found.append((value + stones, SHARE.get(game.result, (0, 0))[not white]))
        return found

    def _sos(self, key: str, after: int, weighed: bool) -> int:
        return sum(value for value, _ in self._met(key, after, weighed))

    def _sodos(self, key: str, after: int, weighed: bool) -> int:
        return sum(value * won for value, won in self._met(key, after, weighed))

    def _sosos(self, key: str, after: int, weighed: bool) -> int:
        total = 0
        for number in range(1, after + 1):
            game = self.game(key, number)
            if game is not None and not self.has_bye(key, number):
                other = game.black if game.white == key else game.white
                total += self.sos(other, after, weighed)
            elif weighed:
                total += 2 * self.start(key) * after
        return total
