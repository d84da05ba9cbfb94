"""What has happened in a tournament, as arrays over its players and rounds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ...errors import RuleError
from ...letters import without_accents
from ...parameters import checked
from ...sentences import phrase
from ..single_games import single_games
from ..tournament import NO_GRADE, Result, RoundKind, starting_scores
from ..tournament.player import pairing_numbers, utf16
from ..tournament.round_kind import kind_without_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...arrays import Array, Bools, Integers
    from ..tournament import Game, Points, Rules, Tournament


MMS_OF_1_DAN = 30
"""McMahon scores count from 30 kyu, so that 1 dan (grade 0) starts at 30 [OPENGOTHA 3]."""


_COUNTED = ("colour", "handicap", "won_x2", "points_x2", "boards_x2")
"""Columns over the rounds that are 0 without a game."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ScoreHistory:
    """Players and games as arrays: row i is ``tournament.players[i]``, column r - 1 is round r.

    The arrays are int64 or bool, of shape (n,) or (n, rounds), and read-only.
    """

    rules: Rules

    edition: Literal[2024, 2026]
    """Edition of FIDE's tie-breaks, 2024 or 2026 [FIDE C.07]."""

    row: Mapping[str, int]
    """Row of each player, by key."""

    number: Integers
    """Pairing number of each player, from 1 [FIDE C.04.2]."""

    name_order: Integers
    """Rank of the player's name in the alphabet, from 0; it breaks the last ties."""

    grade: Integers
    rating: Integers

    category: Integers
    """From 0, the strongest."""

    start_mms: Integers
    """McMahon score before round 1."""

    kind: Integers
    """What each player had in each round: the code of a `RoundKind`."""

    opponent: Integers
    """Row of the opponent, -1 without a game."""

    colour: Integers
    """1 for White, -1 for Black, 0 without a game; of a match of two games that of the first one."""

    handicap: Integers
    """Stones of the game."""

    won_x2: Integers
    """Doubled share of the games that the player won: a win 2, a jigo 1; 4 for both games of a match."""

    points_x2: Integers
    """Doubled points that the rules give for the game, or for both games of a match."""

    boards_x2: Integers
    """Doubled points of all boards: those of the games, or of a match of teams as a game."""

    entrants: int = 0
    """How many are in the table of a round robin, with those whose games count for nobody."""

    bonus_x2: Integers | None = None
    """Doubled bonus points of each round; None if nobody has any."""

    playoffs: Integers | None = None
    """How often each player has beaten each other one outside of the rounds, (n, n); None for never."""

    single_games: tuple[ScoreHistory, ...] = ()
    """The histories of the first and of the second games alone where a round is a match of two."""

    postponed: tuple[Game, ...] = ()
    """The postponed games of the rounds before a draw that have no result yet, by rounds and tables."""

    bounds: tuple[ScoreHistory, ...] = ()
    """Where postponed games leave scores open: the histories in which both players lose them, and in which both win."""

    scores: dict[str, Integers] = field(default_factory=dict, init=False)
    """First-level scores that have been counted, by name."""

    @classmethod
    @checked
    def of(cls, tournament: Tournament) -> Self:
        """Lay a tournament out in arrays.

        Raises
        ------
        RuleError
            If a game or a bye names an unknown player or a round that the tournament does not
            have, or if somebody has several games or byes in one round.
        """
        rules, players = _rules_for(tournament), tournament.players
        row = {player.key: i for i, player in enumerate(players)}
        grade = np.array([player.grade for player in players], np.int64)
        columns: dict[str, Any] = {
            "number": np.array(pairing_numbers(players, rules.fide.order), np.int64),
            "name_order": order_names(tournament),
            "grade": grade,
            "rating": np.array([player.rating_or_lowest for player in players], np.int64),
            "category": _categories(grade, rules),
            "start_mms": np.array(starting_scores(tournament), np.int64) + MMS_OF_1_DAN,
            **_rounds(tournament, row),
            **_outside(tournament, row),
        }
        for column in columns.values():
            column.flags.writeable = False
        matches = rules.games > 1
        return cls(
            rules=rules,
            edition=_edition(tournament),
            row=row,
            entrants=len(tournament.entrants),
            single_games=tuple(map(cls.of, single_games(tournament))) if matches else (),
            **columns,
        )

    @classmethod
    @checked
    def for_draw(cls, tournament: Tournament, round_number: int) -> Self:
        """What a draw of a round goes by: the rounds before it, see `Tournament.drawn_before`.

        Raises
        ------
        RuleError
            As `of`.
        """
        kept = tournament.kept.get((cls, round_number))
        if kept is None:
            kept = tournament.kept[cls, round_number] = cls._for_draw(tournament, round_number)
        found: Self = kept
        return found

    @classmethod
    def _for_draw(cls, tournament: Tournament, round_number: int) -> Self:
        found = cls.of(tournament.drawn_before(round_number))
        past = tournament.before(round_number)
        if not (postponed := past.postponed_games):
            return found
        found = replace(found, postponed=postponed)
        if tournament.rules.postponed != "range":
            return found
        ends = (past.with_postponed(end) for end in (Result.BOTH_LOSE, Result.BOTH_WIN))
        return replace(found, bounds=tuple(map(cls.of, ends)))

    @classmethod
    @checked
    def for_standings(cls, tournament: Tournament, unranked: frozenset[str]) -> Self:
        """What standings count: all but the games of those who have no place, see `fastpair.go.round_robin`.

        Raises
        ------
        RuleError
            As `of`.
        """
        unranked = frozenset(unranked)
        if not unranked:
            return cls.of(tournament)
        games = (game for game in tournament.games if unranked.isdisjoint(game.players))
        found = cls.of(replace(tournament, games=tuple(games)))
        return replace(found, entrants=len(tournament.entrants))

    def where(self, fact: str) -> Bools:
        """The rounds whose kind has a property, such as ``at_board``, (n, rounds)."""
        found: Bools = _facts_of_kinds(fact)[self.kind]
        return found

    @property
    def played(self) -> Bools:
        """Whether a game was really played at the board, and all of the round have results."""
        return self.where("at_board")

    @property
    def counted(self) -> Bools:
        """Whether the game counts for ratings and norms: it was played, and is to be rated."""
        return self.where("is_rated")

    @property
    def met(self) -> Bools:
        """Whether the two have met: at the board, or in a match that no side forfeited as a whole."""
        return self.where("is_meeting")

    @property
    def by_default(self) -> Bools:
        """Whether the game was decided by forfeit; of a match, whether one side forfeited all of it."""
        return self.where("is_forfeit")

    @property
    def has_opponent(self) -> Bools:
        """Whether an opponent was named."""
        return self.where("has_opponent")

    @property
    def paired(self) -> Bools:
        """Whether an opponent was named, or the player had the bye of the pairing."""
        return self.where("is_paired")

    @property
    def has_bye(self) -> Bools:
        """Whether the player had the bye, or one of a full point."""
        return self.where("is_bye")

    @property
    def absent(self) -> Bools:
        """Whether the player did not take part, or had a requested bye of less than a full point."""
        return self.where("is_absence")

    @property
    def unassigned(self) -> Bools:
        """Whether the player has nothing yet, or a free round."""
        return self.where("counts_nothing")

    def worth_x2(self, points: Points, *, by_mms: bool) -> Integers:
        """Doubled points of the rounds without an opponent, (n, rounds)."""
        games = self.rules.games
        worth = [points.of_kind(kind, by_mms=by_mms, games=games) for kind in RoundKind]
        return np.array(worth, np.int64)[self.kind]

    @property
    def share_x2(self) -> Integers:
        """Doubled share of each round: 2 if it is won, 1 if it is drawn, of a match by the points of its games."""
        games = self.rules.games
        return self.won_x2 if games == 1 else 1 + np.sign(self.won_x2 - games)

    @property
    def rounds(self) -> int:
        """Number of rounds of the tournament."""
        return self.rules.rounds

    @property
    def bar(self) -> float:
        """Grade of the bar; infinite where scores do not start at the grade [INTERPRETATION 0.7]."""
        return float(self.rules.bar) if self.rules.by_mms else float("inf")

    def first_colour(self, number: Integers) -> int:
        """The colour that the first player of round 1 had, as its games show it; 0 if none does.

        Parameters
        ----------
        number
            (n,) pairing numbers.
        """
        there = np.flatnonzero(self.paired[:, 0])
        for turn, row in enumerate(there[np.argsort(number[there])].tolist(), 1):
            opponent = int(self.opponent[row, 0])
            if opponent >= 0 and number[row] < number[opponent]:
                colour = int(self.colour[row, 0])
                return colour if turn % 2 else -colour
        return 0

    def byes_before(self, round_number: int) -> Integers:
        """Count the byes of each player in the rounds before this one."""
        byes: Integers = self.has_bye[:, : round_number - 1].sum(axis=1)
        return byes


@cache
def _facts_of_kinds(fact: str) -> Bools:
    """A property of each kind, by its code."""
    return np.array([getattr(kind, fact) for kind in RoundKind], bool)


_CHANGE = date(2026, 3, 1)
"""The day from which the tie-breaks of 2026 are in force [FIDE C.07]."""


def _edition(tournament: Tournament) -> Literal[2024, 2026]:
    """The edition of C.07 that is stated, or that was in force on the first day; without one the latest."""
    stated, begins = tournament.rules.tie_breaks, tournament.event.begins
    if stated == "date":
        return 2024 if begins is not None and begins < _CHANGE else 2026
    return 2024 if stated == "2024" else 2026


def order_names(tournament: Tournament) -> Integers:
    """Sort by name, then first name, in UTF-16 code units as Java compares [OPENGOTHA 0, 8].

    In a Swiss of any game, accents and capitals count only between names of the same letters.
    """
    players = tournament.players
    names: list[tuple[Any, Any]] = [(player.name, player.first_name) for player in players]
    if tournament.event_kind.sorts_by_letters:
        names = [((*map(without_accents, pair),), pair) for pair in names]
    elif max(map(max, filter(None, map("".join, names))), default="") > "\uffff":
        # Characters beyond 16 bits are in another order than their code units.
        names = [(utf16(name), utf16(first)) for name, first in names]
    order = np.empty(len(players), np.int64)
    order[sorted(range(len(players)), key=names.__getitem__)] = np.arange(len(players))
    return order


def _rules_for(tournament: Tournament) -> Rules:
    """The rules as the past is counted by: without stones if nobody has a grade.

    Raises
    ------
    RuleError
        If handicaps go by grades that only some players have.
    """
    rules = tournament.rules
    bare = next((player for player in tournament.players if player.grade == NO_GRADE), None)
    if bare is None:
        return rules
    if rules.handicap.ceiling and tournament.has_grades:
        raise RuleError(phrase("{name} has no grade, which handicaps go by", name=bare.full_name))
    return replace(rules, handicap=replace(rules.handicap, ceiling=0))


def _categories(grade: Integers, rules: Rules) -> Integers:
    """Find the first category whose lowest grade the player reaches [OPENGOTHA 3]."""
    reached = np.ones((len(grade), rules.categories), bool)
    reached[:, :-1] = grade[:, None] >= np.array(rules.category_limits, np.int64)
    first: Integers = reached.argmax(axis=1)
    return first


def _rounds(tournament: Tournament, row: Mapping[str, int]) -> dict[str, Array]:
    """Fill the arrays of shape (n, rounds)."""
    shape = len(tournament.players), tournament.rules.rounds
    try:
        seats, byes = _seats(tournament, row), _byes(tournament, row)
    except KeyError as error:
        raise RuleError(phrase("no player has the key {key!r}", key=error.args[0])) from None
    where = seats["player"], seats["round"]
    _check_seats(np.concatenate([where, byes], axis=1), tournament)
    columns = {
        "kind": _without_game(tournament, row, shape),
        "opponent": np.full(shape, -1, np.int64),
        **{name: np.zeros(shape, np.int64) for name in _COUNTED},
    }
    for name, column in columns.items():
        column[where] = seats[name]
    return columns


def _outside(tournament: Tournament, row: Mapping[str, int]) -> dict[str, Array]:
    """Fill the arrays of what happens beside the games; those that hold nothing are left out."""
    players = tournament.players
    columns: dict[str, Array] = {}
    if any(player.bonus_halves for player in players):
        bonus_x2 = np.zeros((len(players), tournament.rules.rounds), np.int64)
        for number, player in enumerate(players):
            bonus = player.bonus_halves[: tournament.rules.rounds]
            bonus_x2[number, : len(bonus)] = bonus
        columns["bonus_x2"] = bonus_x2
    if any(player.playoffs_won for player in players):
        won = [(row[p.key], row[key]) for p in players for key in p.playoffs_won if key in row]
        playoffs = np.zeros((len(players), len(players)), np.int64)
        np.add.at(playoffs, tuple(np.array(won, np.int64).reshape(-1, 2).T), 1)
        columns["playoffs"] = playoffs
    return columns


def _seats(tournament: Tournament, row: Mapping[str, int]) -> dict[str, Array]:
    """List the two seats of every game: player, round, and the columns of ``ScoreHistory``."""
    games, points = tournament.games, tournament.rules.points
    endings = [(game.ending, game.boards_x2) for game in games]
    outcome = {
        (ending, boards_x2): (
            *(kind.code for kind in game.kinds),
            *ending.won_x2,
            *points.of_ending(ending),
            *boards_x2,
        )
        for (ending, boards_x2), game in dict(zip(endings, games, strict=True)).items()
    }
    table = np.array(
        [
            [game.round - 1 for game in games],
            [row[game.white] for game in games],
            [row[game.black] for game in games],
            [game.handicap for game in games],
        ],
        np.int64,
    )
    number, white, black, handicap = table
    # Of White and of Black: kind, share, points, points at all boards; each (2, games).
    kind, won_x2, points_x2, boards_x2 = (
        np.array([outcome[ending] for ending in endings], np.int64).reshape(-1, 4, 2)
    ).transpose(1, 2, 0)
    return {
        "player": np.concatenate([white, black]),
        "round": np.tile(number, 2),
        "kind": kind.reshape(-1),
        "opponent": np.concatenate([black, white]),
        "colour": np.repeat([1, -1], len(games)),
        "handicap": np.tile(handicap, 2),
        "won_x2": won_x2.reshape(-1),
        "points_x2": points_x2.reshape(-1),
        "boards_x2": boards_x2.reshape(-1),
    }


def _byes(tournament: Tournament, row: Mapping[str, int]) -> Integers:
    """Rows and columns of the byes, shape (2, byes)."""
    byes = [(row[bye.player], bye.round - 1) for bye in tournament.byes]
    return np.array(byes, np.int64).reshape(-1, 2).T


def _without_game(
    tournament: Tournament, row: Mapping[str, int], shape: tuple[int, int]
) -> Integers:
    """The kinds of the rounds of everybody who has no game."""
    # Most players have a game in most rounds: the others are looked up, and not everybody.
    found = np.full(shape, RoundKind.UNPAIRED.code, np.int64)
    byes = {(bye.player, bye.round) for bye in tournament.byes}
    away = {
        (player.key, number)
        for player in tournament.players
        if player.absences
        for number in player.absences
        if number <= shape[1]
    }
    alone = {
        (key, number)
        for number in tournament.round_numbers
        for key in tournament.facing_nobody(number)
    }
    entries = {key: tournament.entry_of(tournament.by_key[key]) for key in {key for key, _ in away}}
    for key, number in byes | away | alone:
        kind = kind_without_game(
            tournament.by_key[key],
            number,
            has_bye=(key, number) in byes,
            entered=entries.get(key, 1) <= number,
            faces_nobody=(key, number) in alone,
            is_free=tournament.has_free_rounds,
        )
        found[row[key], number - 1] = kind.code
    return found


def _check_seats(seats: Integers, tournament: Tournament) -> None:
    """Refuse rounds that do not exist, and two seats of one player in one round."""
    player, column = seats
    rounds = tournament.rules.rounds
    for number in column[(column < 0) | (column >= rounds)] + 1:
        raise RuleError(
            phrase(
                "expected rounds from 1 to {rounds}, got round {number} in a game or bye",
                rounds=rounds,
                number=number,
            )
        )
    if np.bincount(player * rounds + column).max(initial=0) > 1:
        tournament.check_seats()
