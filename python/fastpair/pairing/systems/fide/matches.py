"""Double-Swiss and the Swiss team system, by the rules in force from 1 February 2026 [C.04.5, C.04.6].

Both pair matches by one procedure: of two games with colours exchanged, or on several boards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ....go.scores.criteria import wins_x2
from ....go.tournament import DoubleSwissRules, FideMatchRules, RoundKind, SwissTeamRules
from ....sentences import marked
from ..criteria import PairingCriterion
from .aims import Aim, Claim, totals
from .brackets import (
    COMPLETION,
    FEWEST_CHANGES,
    FIRST_UPFLOATERS,
    MAY_MEET,
    FideCriterion,
    UpBracket,
    most_pairs,
    same_colour,
    scores_up,
    without_colour,
)
from .orders import first_identifier
from .players import (
    MILD,
    NONE,
    STRONG,
    FidePlayers,
    each_as_due,
    higher_as_due,
    latest_difference,
    neither_has_played,
    stronger_claim,
)
from .rounds import Upwards
from .system import FideSystem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ....arrays import Bools, Indices, Integers
    from ....go.scores import ScoreHistory
    from ....go.tournament import FidePlayerRules, Player, Points
    from ..criteria import Pairs
    from ..system import Situation
    from .brackets import Bracket
    from .halves import Order


# ---- What is known of those who play matches ----


class MatchPlayers(FidePlayers):
    """Players of Double-Swiss: colours, those of the first games, keep nobody apart."""

    last_rounds: ClassVar[int] = 1
    """The last rounds, in which it does not count who floated before."""

    @classmethod
    def _win_x2(cls, history: ScoreHistory, rules: FidePlayerRules) -> int:
        """Doubled virtual points of Baku acceleration."""
        of_match = isinstance(rules, DoubleSwissRules) and rules.baku_points == "match"
        return history.rules.points.win_x2 * (history.rules.games if of_match else 1)

    @classmethod
    def _won_without_game(cls, situation: Situation, gained: Integers) -> Bools:
        """Rounds that gave as much as a match won without a game, (all players, rounds before this one)."""
        history = situation.history
        won = history.rules.games * history.rules.points.win_x2
        found: Bools = ~history.met[:, : situation.round_number - 1] & (gained >= won)
        return found

    @cached_property
    def preference(self) -> Integers:
        """The colour that is due: none."""
        return np.zeros(len(self), np.int64)

    @cached_property
    def strength(self) -> Integers:
        """How much it is due: not at all."""
        return np.full(len(self), NONE)

    @cached_property
    def floated(self) -> Bools:
        """Who met somebody of another score in the last round, if that counts."""
        if not self.before or self.before + self.last_rounds >= self.history.rounds:
            return np.zeros(len(self), bool)
        found: Bools = (self.floats[:, 0] != 0) & self.met_last
        return found


class TeamColours(MatchPlayers):
    """Teams: colours are those of the first board, and are due by type A or B, or never."""

    last_rounds = 2

    @classmethod
    def _earned_x2(cls, situation: Situation, rules: FidePlayerRules) -> Integers:
        """Doubled score before each round, (all teams, rounds + 1)."""
        assert isinstance(rules, SwissTeamRules)
        if rules.team_score == "match":
            return wins_x2(situation.history)
        return games_x2(situation.history, situation.people.players)

    @classmethod
    def _won_without_game(cls, situation: Situation, gained: Integers) -> Bools:
        """Rounds that gave the points of a match won, or a match of which the opponent forfeited all."""
        history, before = situation.history, situation.round_number - 1
        points = np.diff(wins_x2(history)[:, : before + 1], axis=1)
        opponent, boards = history.opponent[:, :before], history.boards_x2[:, :before]
        theirs = np.take_along_axis(boards, opponent.clip(0), axis=0)
        alone = np.where(
            opponent < 0, points >= history.rules.points.win_x2, (boards > 0) & (theirs == 0)
        )
        found: Bools = ~history.met[:, :before] & alone
        return found

    @cached_property
    def settings(self) -> SwissTeamRules:
        """What the rules of the tournament say."""
        assert isinstance(self.rules, SwissTeamRules)
        return self.rules

    @cached_property
    def _must(self) -> Integers:
        """The colour that is due by type A, or strongly by type B."""
        two = self.repeated
        again = np.where(abs(self.difference) < 2, two * (self.difference * two >= 0), 0)
        far = np.where(abs(self.difference) > 1, np.sign(self.difference), again)
        return -far

    @cached_property
    def preference(self) -> Integers:
        """The colour that is due."""
        if self.settings.colour_preferences == "none":
            return np.zeros(len(self), np.int64)
        if self.settings.colour_preferences == "A":
            return self._must
        last = self.played[:, 0] if self.played.shape[1] else np.zeros(len(self), np.int64)
        level = self.difference == 0
        mild = np.where(level, 0 if self.in_last_round else -last, -np.sign(self.difference))
        found = np.where(self._must != 0, self._must, mild)
        drops = self.in_last_round and self.settings.last_preference == "none"
        return np.where(level, 0, found) if drops else found

    @cached_property
    def strength(self) -> Integers:
        """How much it is due."""
        some = self.preference != 0
        return np.where(some, np.where(self._must != 0, STRONG, MILD), NONE)

    @cached_property
    def secondary(self) -> Integers:
        """Doubled points that rank teams of one score."""
        if self.settings.team_secondary == "none":
            return np.zeros(len(self), np.int64)
        of_matches = self.settings.team_score == "game"
        points = wins_x2(self.history) if of_matches else games_x2(self.history, self.people)
        found: Integers = points[self.row, self.before]
        return found

    def higher(self, one: int, other: int) -> int:
        """The first team: of the higher score, then of the higher secondary score, then of the smaller number."""
        columns = self.score_x2, self.secondary, -self.number
        mine, yours = (tuple(int(each[team]) for each in columns) for team in (one, other))
        return one if mine > yours else other


def games_x2(history: ScoreHistory, teams: Sequence[Player]) -> Integers:
    """Doubled points of boards before each round, (all teams, rounds + 1); those of byes on all boards."""
    points = history.rules.points
    shares = [
        points.share_x2(points.of_kind(kind, by_mms=False)) * (kind.is_bye or kind.is_requested)
        for kind in RoundKind
    ]
    boards, byes = (
        np.array([[getattr(team, fact)] for team in teams], np.int64).reshape(-1, 1)
        for fact in ("boards", "bye_boards_x2")
    )
    without = boards * np.array(shares, np.int64)[history.kind]
    without = np.where(history.kind == RoundKind.PAIRING_BYE.code, byes, without)
    earned: Integers = np.where(history.opponent >= 0, history.boards_x2, without)
    for row, team in enumerate(teams):
        if added := team.board_bonus_halves:
            earned[row, : len(added)] += added
    return np.pad(np.cumsum(earned, axis=1), ((0, 0), (1, 0)))


# ---- The criteria ----


def _next_alone(bracket: Bracket, name: str, before: list[Aim]) -> Iterator[Aim]:
    """The next score group, without those who rise, needs an upfloater only if it is odd.

    If no upfloaters leave it so, the criterion decides nothing, unless as few as possible are wanted.
    """
    assert isinstance(bracket.players.rules, FideMatchRules)
    if bracket.reach in (bracket.inside, bracket.size):
        return  # there is none, or it is the lowest of those that are looked at, and certain to be able to
    inside, reach = bracket.inside, bracket.reach

    def gain(one: Indices, other: Indices) -> Bools:
        found: Bools = (np.minimum(one, other) >= inside) & (np.maximum(one, other) < reach)
        return found

    aim = Aim(name, gain, (reach - inside) // 2)
    bracket.by_scores = stage = bracket.solve([*before, aim])
    ups = bracket.upfloaters(stage.pairs)
    left = reach - inside - sum(each < reach for each in ups)
    aim = aim._replace(paired=left)
    (most,) = totals([aim], stage.pairs)
    by_parity = left - 2 * most == left % 2
    if ups and left and (by_parity or bracket.players.rules.next_bracket == "fewest"):
        yield aim


def _floated(bracket: Bracket) -> Bools:
    assert isinstance(bracket.players, MatchPlayers)
    found: Bools = bracket.players.floated[bracket.place]
    return found


def _upfloaters_again(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    yield bracket.of_upfloaters(name, _floated(bracket))


def _opponents_again(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    number, floated = np.arange(bracket.size), _floated(bracket)
    inside = number < bracket.inside
    meets = (floated & inside)[:, None] & ~inside
    yield bracket.avoid_pairs(name, meets | meets.T)


def _without_strong(bracket: Bracket, name: str, _: list[Aim]) -> Iterator[Aim]:
    assert isinstance(bracket.players, TeamColours)
    if bracket.players.settings.colour_preferences == "B":
        yield bracket.avoid_pairs(name, same_colour(bracket, STRONG))


_UPFLOATERS = (
    FEWEST_CHANGES,
    FideCriterion("C4", marked("drawn up"), most_pairs),
    FideCriterion("C5", marked("scores of those who are drawn up"), scores_up, kind="scores"),
    FideCriterion(
        "C6",
        marked("drawn up into the next bracket"),
        _next_alone,
        beyond=True,
    ),
    FideCriterion("C7", marked("drawn up, and floated in the last round"), _upfloaters_again),
    FIRST_UPFLOATERS,
)
_OPPONENTS = marked("opponents of those who are drawn up, who floated in the last round")


class MatchBracket(UpBracket):
    """A bracket of Double-Swiss: upfloaters, and then the first identifier."""

    criteria_of_system: ClassVar[tuple[FideCriterion, ...]] = (
        *_UPFLOATERS,
        FideCriterion("C8", _OPPONENTS, _opponents_again),
    )
    crossing = "C4"
    absolute = (*MAY_MEET, PairingCriterion("C3", COMPLETION, kind="round"))
    complete = "C3"
    looks_ahead = True

    def first_order(
        self, aims: list[Aim], players: list[int], known: Pairs, may: Bools
    ) -> tuple[tuple[Claim, ...], Order]:
        """The first identifier."""
        return first_identifier(self, aims, players, known, may)

    def halves(self, pairs: Pairs) -> tuple[list[int], list[int]]:
        """Tops and bottoms in their order, as the pairs of a bracket show them."""
        number = self.of(self.players.number)
        tops = {min(pair, key=number.__getitem__) for pair in pairs}
        players = sorted({each for pair in pairs for each in pair}, key=number.__getitem__)
        return [e for e in players if e in tops], [e for e in players if e not in tops]


class TeamBracket(MatchBracket):
    """A bracket of the Swiss team system: colours come before opponents of upfloaters."""

    criteria_of_system = (
        *_UPFLOATERS,
        FideCriterion("C8", marked("teams without the colour that they are due"), without_colour),
        FideCriterion(
            "C9", marked("teams without a colour that they are strongly due"), _without_strong
        ),
        FideCriterion("C10", _OPPONENTS, _opponents_again),
    )


# ---- Colours ----


def fewer_whites(players: FidePlayers, one: int, other: int, _: int) -> int:
    """Who has had White less often has it."""
    whites = (players.colours[[one, other]] == 1).sum(axis=1)
    return int(np.sign(whites[1] - whites[0]))


def lower_difference(players: FidePlayers, one: int, other: int, _: int) -> int:
    """Who has had White less often, less how often Black, has it."""
    return int(np.sign(players.difference[other] - players.difference[one]))


def higher_alternates(players: FidePlayers, one: int, other: int, _: int) -> int:
    """The higher ranked alternates."""
    return -int(players.played[one, 0])


def other_alternates(players: FidePlayers, one: int, other: int, _: int) -> int:
    """The lower ranked alternates."""
    return int(players.played[other, 0])


@dataclass(frozen=True, kw_only=True)
class DoubleSwiss(FideSystem, DoubleSwissRules):
    """Double-Swiss of FIDE: each round is a match of two games with colours exchanged.

    The bye is given first. A score group takes the fewest upfloaters, by the criteria C4 to C7; of the pairings of
    the bracket that are equally good that one comes first whose tops, and then their opponents, do.
    """

    name: ClassVar[str] = "double-swiss"
    source: ClassVar[str] = "C.04.5"
    preset: ClassVar[str] = "Double-Swiss"
    games = 2
    players = MatchPlayers
    course = Upwards
    bracket = MatchBracket
    colour_rules = (
        neither_has_played,
        fewer_whites,
        latest_difference,
        higher_alternates,
        other_alternates,
    )


@dataclass(frozen=True, kw_only=True)
class SwissTeam(FideSystem, SwissTeamRules):
    """The Swiss team system of FIDE: matches of teams, by points of matches or of boards.

    The bye is given first. A score group takes the fewest upfloaters, by the criteria C4 to C7; of the pairings of
    the bracket that are equally good by C8 to C10 that one comes first whose tops, and then their opponents, do.
    """

    name: ClassVar[str] = "swiss-team"
    source: ClassVar[str] = "C.04.6"
    of_teams = True
    players = TeamColours
    course = Upwards
    bracket = TeamBracket
    colour_rules = (
        neither_has_played,
        each_as_due,
        stronger_claim,
        lower_difference,
        latest_difference,
        higher_as_due,
        higher_alternates,
        other_alternates,
    )

    def allows_baku(self, points: Points) -> bool:
        """Whether match points make the score groups, and fit Baku acceleration."""
        return self.team_score == "match" and super().allows_baku(points)
