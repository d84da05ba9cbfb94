"""Standings, as values."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from math import isnan
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

import numpy as np

from ..errors import InputError, input_error
from ..notebook import html_table
from ..parameters import checked_late, integer, quoted, ranges
from ..sentences import Sentence, joined, phrase
from .round_robin import unranked
from .scores import (
    ScoreHistory,
    in_points,
    order_by,
    places,
    rounding_x2,
    standings_values,
)
from .tournament import (
    NO_RATING,
    SCORES,
    Criterion,
    Result,
    RoundKind,
    TeamCriterion,
    check_tournament,
    read_criteria,
)
from .tournament.player import strength_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import SupportsIndex

    from ..arrays import Integers, Reals
    from .tournament import Game, Grade, Player, Rules, Title, Tournament

__all__ = [
    "CellKind",
    "CellOutcome",
    "CountedRounds",
    "OpenGame",
    "Standings",
    "StandingsCell",
    "StandingsHead",
    "StandingsRow",
    "check_after",
    "last_complete_round",
    "standings",
]


# ---- Which rounds standings count, and what of them is open ----


class OpenGame(NamedTuple):
    """A game of a round that counts, without a result: it counts as not played yet.

    Examples
    --------
    >>> from dataclasses import replace
    >>> evening = read("examples/evening.xml").tournament
    >>> first, *others = evening.games
    >>> standings(replace(evening, games=(replace(first, result=Result.UNKNOWN), *others)), 1).open_games
    (OpenGame(round=1, table=1, white='SELMAVELOLMINA', black='KERMTROVBELRAN', postponed=False),)
    """

    round: int
    table: int

    white: str
    """Key."""

    black: str
    """Key."""

    postponed: bool = False
    """Whether it is played after its round."""


@dataclass(frozen=True, slots=True)
class CountedRounds:
    """The rounds that standings count, and what of them is open."""

    after: int
    """The last round that counts, 0 for none."""

    open_games: tuple[OpenGame, ...] = ()
    """In the order of rounds and tables."""

    unplayed: tuple[int, ...] = ()
    """The rounds without a game."""

    @classmethod
    def of(cls, tournament: Tournament, after: int | None = None) -> CountedRounds:
        """The rounds up to one, by default up to the last one whose own results are all known.

        Raises
        ------
        RuleError
            If there is no such round.
        """
        last = last_complete_round(tournament) if after is None else check_after(tournament, after)
        games = [tournament.round(number).games for number in range(1, last + 1)]
        return cls(
            last,
            tuple(
                OpenGame(game.round, game.table, game.white, game.black, bool(game.postponed))
                for of_round in games
                for game in of_round
                if not (game.has_result or game.sums_halves)
            ),
            tuple(
                number
                for number, of_round in enumerate(games, start=1)
                if not (of_round or tournament.is_round_of_byes(number))
            ),
        )

    @property
    def provisional(self) -> bool:
        """Whether a round that counts is not played, or a result of it is missing."""
        return bool(self.open_games or self.unplayed)

    @property
    def reasons(self) -> Sentence:
        """What is open, games and rounds; empty if nothing is."""
        return joined(", ", filter(None, (self.games, _describe_unplayed(self.unplayed))))

    @property
    def games(self) -> Sentence:
        """The open games, such as ``1 game open (round 2, table 7)``; empty if there is none."""
        return _describe_open(self.open_games)


_MOST_ROUNDS = 3
"""Rounds whose open tables are named; of more, such as those of a round robin, the rounds are."""


def _describe_open(games: Sequence[OpenGame]) -> Sentence:
    """Count the games without a result and name their tables, by rounds; those that are postponed apart."""
    later = [game for game in games if game.postponed]
    if not games:
        return Sentence("")
    if later and len(later) < len(games):
        now = [game for game in games if not game.postponed]
        return joined(", ", (_describe_open(now), _describe_open(later)))
    tables: dict[int, list[int]] = {}
    for game in games:
        tables.setdefault(game.round, []).append(game.table)
    places = joined("; ", [_name_tables(number, found) for number, found in tables.items()])
    if len(tables) > _MOST_ROUNDS:
        places = phrase("rounds {rounds}", rounds=ranges(tables, "–", ", "))
    # In phrases without a plural: sheets translate by single texts.
    if later and len(games) == 1:
        return phrase("1 game postponed ({places})", places=places)
    if later:
        return phrase("{number} games postponed ({places})", number=len(games), places=places)
    if len(games) == 1:
        return phrase("1 game open ({places})", places=places)
    return phrase("{number} games open ({places})", number=len(games), places=places)


def _name_tables(number: int, tables: Sequence[int]) -> Sentence:
    if len(tables) == 1:
        return phrase("round {round}, table {table}", round=number, table=tables[0])
    return phrase("round {round}, tables {tables}", round=number, tables=ranges(tables, "–", ", "))


def _describe_unplayed(rounds: Sequence[int]) -> Sentence:
    if not rounds:
        return Sentence("")
    if len(rounds) == 1:
        return phrase("round {round} is not played", round=rounds[0])
    return phrase("rounds {rounds} are not played", rounds=ranges(rounds, "–", ", "))


def last_complete_round(tournament: Tournament, most: int | None = None) -> int:
    """The last round whose own results are all known, whatever is open before it; 0 if there is none.

    Of rounds that are all paired ahead, it is the last one of which a result is known.

    Parameters
    ----------
    most
        The last round that may be it; by default that of the tournament.
    """
    last = tournament.rules.rounds if most is None else min(most, tournament.rules.rounds)
    for number in range(last, 0, -1):
        games = tournament.round(number).games
        if tournament.is_round_of_byes(number):
            return number
        if tournament.is_paired_ahead and tournament.round(number).has_results:
            return number
        if games and not any(game.lacks_result for game in games):
            return number
    return 0


# ---- The standings after a round, with what everybody has done in every round ----


class CellKind(Enum):
    """Kind of round of a player: game, bye or absence."""

    GAME = "game"
    BYE = "bye"
    ABSENT = "absent"
    REQUESTED_BYE = "requested_bye"
    """An absence for which the player has asked for a bye."""

    UNASSIGNED = "unassigned"
    """The player takes part, and has neither a game nor a bye."""


class CellOutcome(Enum):
    """Outcome of a game for a player; the value is the sign in a wall list."""

    WON = "+"
    LOST = "-"
    JIGO = "="
    UNKNOWN = "?"
    POSTPONED = "p"


class StandingsCell(NamedTuple):
    """One round of a player. Without a game, only ``kind`` and ``points`` are set.

    A congress has thousands of them, and a named tuple is made in a tenth of the time.
    """

    kind: CellKind

    points: float = 0.0
    """Points that the rules give for the round, before absences and byes are rounded down."""

    opponent: str = ""
    """Key of the opponent."""

    number: int = 0
    """Line of the opponent in the list, from 1, or in chess the pairing number; 0 without one."""

    outcome: CellOutcome | None = None

    white: bool = False
    """Whether the player had White."""

    handicap: int = 0
    """Stones that Black got; 1 is a game without komi."""

    by_default: bool = False

    second_outcome: CellOutcome | None = None
    """How the second game of a match ended; None where a round is one game."""

    second_by_default: bool = False

    unrated: bool = False
    """Whether the game counts neither for ratings nor for norms."""

    second_unrated: bool = False

    void: bool = False
    """Whether it is a game of somebody without a place, which counts for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A player of the standings, with the data of that time."""

    number: int
    """Line of the list, from 1; in chess the pairing number."""

    place: int
    """One more than the number of better players: players who are equal on all criteria share it."""

    unranked: bool = False
    """Whether the player has no place, only the last line, see `unranked`."""

    key: str
    name: str
    first_name: str
    grade: Grade
    country: str
    club: str

    title: Title = ""
    rating: int | None = None
    """Title and rating of who has no grade."""

    category: int
    """From 1, the strongest."""

    values: tuple[float | None, ...]
    """The criteria, in points; None for the rating of who has none."""

    cells: tuple[StandingsCell, ...]
    """The rounds, from the first one on."""

    rounding: float = 0.0
    """Points that the rules round off the byes and absences in the score."""

    withdrawn: bool = field(default=False, compare=False)
    """Whether the player is known to have withdrawn: now, whatever the round of the standings is."""

    @property
    def strength(self) -> str:
        """What stands behind the name, as of a `Person`."""
        return strength_of(self.grade, self.title, self.rating)

    @property
    def wins(self) -> float:
        """Number of games won, a jigo counting half. Wins by forfeit count, byes do not."""
        worth = {CellOutcome.WON: 1.0, CellOutcome.JIGO: 0.5}
        counted = (cell for cell in self.cells if not cell.void)
        outcomes = (each for cell in counted for each in (cell.outcome, cell.second_outcome))
        return sum((worth.get(each, 0.0) for each in outcomes if each is not None), 0.0)


_FEW = 3
"""As many players or teams without a rating are named."""


def codes_by_ratings(criteria: Iterable[Criterion | TeamCriterion]) -> Sequence[str]:
    """The tie-breaks that have no values if somebody has no rating."""
    tie_breaks = (criterion.tie_break for criterion in criteria)
    return [str(each) for each in tie_breaks if each is not None and each.needs_ratings]


def unrated_names(
    players: Iterable[Player], criteria: Iterable[Criterion | TeamCriterion]
) -> tuple[str, ...]:
    """The names of players, or of teams, that leave tie-breaks of standings without values."""
    if not codes_by_ratings(criteria):
        return ()
    return tuple(player.full_name for player in players if player.rating is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsHead:
    """What standings of players and of teams begin with."""

    tournament: str
    """Name of the tournament."""

    kind: Literal["go", "swiss"] = "go"
    """Kind of the tournament, see ``Tournament.kind``."""

    after: int
    """Number of rounds that count."""

    provisional: bool = False
    """Whether a round that counts is not played, or a result of it is missing."""

    open_games: tuple[OpenGame, ...] = ()
    """Games that count as not played yet, as their results are missing."""

    unplayed: tuple[int, ...] = ()
    """Rounds that count and have no games."""

    criteria: tuple[Criterion | TeamCriterion, ...]
    """Sort criteria, most important first; then names."""

    predetermined: bool = False
    """Whether everybody knows all opponents beforehand, as in a round robin."""

    unrated: tuple[str, ...] = ()
    """Names of those without a rating, if a tie-break needs that of everybody."""

    @property
    def without_values(self) -> str:
        """Say why tie-breaks by ratings have no values; empty if all have some."""
        codes = codes_by_ratings(self.criteria)
        if not (codes and self.unrated):
            return ""
        return phrase(
            "{criteria}: no values, because not all have a rating ({names}). {example} counts 1400 instead.",
            criteria=", ".join(codes),
            names=", ".join(self.unrated[:_FEW]) + ", …" * (len(self.unrated) > _FEW),
            example=f"{codes[0]}/U1400",
        )

    @property
    def status(self) -> str:
        """Say whether the standings are provisional, and what is open; empty if nothing is.

        It reads ``provisional, 1 game open (round 2, table 7)``.
        """
        if not self.provisional:
            return ""
        reasons = CountedRounds(self.after, self.open_games, self.unplayed).reasons
        return (
            phrase("provisional, {reasons}", reasons=reasons) if reasons else phrase("provisional")
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Standings(StandingsHead):
    """The standings after a round. Later corrections of the tournament do not change them.

    Examples
    --------
    >>> table = standings(read("examples/evening.xml").tournament, after=1)
    >>> [row.place for row in table.rows]
    [1, 2, 3, 3, 5, 6]
    """

    criteria: tuple[Criterion, ...]
    """Sort criteria, most important first; then names."""

    rows: tuple[StandingsRow, ...]
    """In placing order."""

    @checked_late
    def by_number(self, numbers: Mapping[str, int]) -> Self:
        """The same players in the order of other numbers, which stand for them in the rounds, too.

        Parameters
        ----------
        numbers
            Those of the players by their keys, such as their starting ranks.

        Examples
        --------
        >>> table = standings(read("examples/evening.xml").tournament, after=1)
        >>> numbers = {row.key: 7 - row.number for row in table.rows}
        >>> [row.place for row in table.by_number(numbers).rows]
        [6, 5, 3, 3, 2, 1]
        """
        if without := {row.key for row in self.rows}.difference(numbers):
            raise InputError(
                f"numbers: expected one for each player, got none for {min(without)!r}"
            )
        rows = (
            replace(
                row,
                number=numbers[row.key],
                cells=tuple(
                    cell._replace(number=numbers.get(cell.opponent or "", cell.number))
                    for cell in row.cells
                ),
            )
            for row in self.rows
        )
        return replace(self, rows=tuple(sorted(rows, key=lambda row: row.number)))

    def __repr__(self) -> str:
        """Return one line, however many players there are."""
        criteria = ", ".join(criterion.value for criterion in self.criteria)
        return f"<Standings: after round {self.after}, {len(self.rows)} players, by {criteria}>"

    def _repr_html_(self) -> str:
        """The players by their places as a table, in a notebook."""
        return html_table(
            phrase("Standings after round {round}", round=self.after),
            ("Place", "Player", "Grade", *(criterion.value for criterion in self.criteria)),
            [
                (
                    row.place,
                    f"{row.name} {row.first_name}".strip(),
                    row.grade,
                    *("" if value is None else f"{value:.15g}" for value in row.values),
                )
                for row in self.rows
            ],
        )

    @property
    def score(self) -> Criterion | None:
        """The first criterion that can make the groups, if there is one."""
        return _score_in(self.criteria)


def standings(
    tournament: Tournament,
    after: int | None = None,
    criteria: str | Iterable[str | Criterion] | None = None,
) -> Standings:
    """The standings of a tournament after so many rounds.

    Everybody is listed who is registered finally or has had a game or a bye.

    Parameters
    ----------
    tournament
        With the rounds that count; later ones do not matter.
    after
        Number of rounds, 0 to those of the tournament; by default all up to the last one whose own results
        are all known. A game without a result counts as not played yet, see ``Standings.open_games``.
    criteria
        What to sort by, or the names; by default ``Rules.placement``.

    Raises
    ------
    RuleError
        If there is no such round or criterion, or the tournament contradicts itself.

    Examples
    --------
    >>> table = standings(read("examples/evening.xml").tournament, after=1)
    >>> table.rows[0].key, table.rows[0].values
    ('SELMAVELOLMINA', (33.0, 31.0, 33.0))
    """
    check_tournament(tournament)
    counted = CountedRounds.of(tournament, after)
    chosen = tournament.rules.placement if criteria is None else read_criteria(criteria)
    past = tournament.before(counted.after + 1)
    return Standings(
        tournament=past.name,
        kind=past.kind,
        after=counted.after,
        provisional=counted.provisional,
        open_games=counted.open_games,
        unplayed=counted.unplayed,
        criteria=chosen,
        predetermined=past.event_kind.crosses_players,
        unrated=unrated_names(past.players, chosen),
        rows=tuple(_rows(past, chosen, counted.after, unranked(tournament))),
    )


def _score_in(criteria: Sequence[Criterion]) -> Criterion | None:
    return next((criterion for criterion in criteria if criterion in SCORES), None)


def check_after(tournament: Tournament, after: SupportsIndex) -> int:
    """Refuse standings after a round that the tournament does not have, and return its number as a plain integer.

    Raises
    ------
    RuleError
        If there is no such round.
    """
    number = integer(after)
    if number is None or not 0 <= number <= tournament.rules.rounds:
        raise input_error(
            after,
            int,
            phrase(
                "standings count 0 to {rounds} rounds, not {after}",
                rounds=tournament.rules.rounds,
                after=quoted(after),
            ),
            about="after",
        )
    return number


def _rows(
    past: Tournament, chosen: tuple[Criterion, ...], after: int, without_place: frozenset[str]
) -> Iterator[StandingsRow]:
    """The rows of the standings, the best player first."""
    history = ScoreHistory.for_standings(past, without_place)
    rows = np.flatnonzero([player.final or player.key in past.seated for player in past.players])
    values = standings_values(history, chosen, after)[rows]
    last = np.array([past.players[row].key in without_place for row in rows], bool)
    best_first = order_by(np.c_[~last, values], history.name_order[rows])
    place = places(np.c_[~last, values])[best_first].tolist()
    points = _in_points(chosen, values[best_first]).tolist()
    order = rows[best_first]
    category = (history.category[order] + 1).tolist()
    score = _score_in(chosen)
    rounding = np.zeros(len(order)) if score is None else rounding_x2(history, score)[order, after]
    players = [past.players[row] for row in order]
    lines = {player.key: line for line, player in enumerate(players, start=1)}
    # A cross table of chess has the pairing numbers, whatever its order.
    numbers = past.starting_ranks if past.event_kind.has_starting_ranks else lines
    cells = _cells(past, numbers, after, without_place)
    for line, player in enumerate(players):
        unplaced = player.key in without_place
        yield StandingsRow(
            number=numbers[player.key],
            place=place[line],
            unranked=unplaced,
            key=player.key,
            name=player.name,
            first_name=player.first_name,
            grade=player.grade,
            country=player.country,
            club=player.club,
            title="" if str(player.grade) else player.title,
            rating=None if str(player.grade) else player.rating,
            category=category[line],
            values=(None,) * len(chosen) if unplaced else without_no_rating(chosen, points[line]),
            cells=tuple(cells[player.key]),
            rounding=float(rounding[line] / 2),
        )


def without_no_rating(
    criteria: Sequence[Criterion | TeamCriterion], values: Sequence[float]
) -> tuple[float | None, ...]:
    """The values of criteria, None in place of what stands for no value or no rating."""
    ratings = (Criterion.RATING, TeamCriterion.MEAN_RATING)
    return tuple(
        None if isnan(value) or (criterion in ratings and value == NO_RATING) else value
        for criterion, value in zip(criteria, values, strict=True)
    )


def _in_points(criteria: Sequence[Criterion], values: Integers) -> Reals:
    points = np.empty(values.shape)
    for column, criterion in enumerate(criteria):
        points[:, column] = in_points(criterion, values[:, column])
    return points


def _cells(
    past: Tournament, numbers: Mapping[str, int], after: int, without_place: frozenset[str]
) -> Mapping[str, Sequence[StandingsCell]]:
    """What each player did in every round, by key, with the numbers of opponents."""
    alone = {kind: _without_game(past.rules, kind) for kind in RoundKind}
    cells: dict[str, list[StandingsCell]] = {key: [_UNASSIGNED] * after for key in numbers}
    for round_number in range(1, after + 1):
        for key, kind in past.kinds_without_game(round_number).items():
            if key in cells:
                cells[key][round_number - 1] = alone[kind]
    for game in past.games:
        void = not without_place.isdisjoint(game.players)
        for cell, key in zip(_of_game(past.rules, game, numbers), game.players, strict=True):
            cells[key][game.round - 1] = cell._replace(points=0.0, void=True) if void else cell
    return cells


_UNASSIGNED = StandingsCell(kind=CellKind.UNASSIGNED)


def _without_game(rules: Rules, kind: RoundKind) -> StandingsCell:
    """A round without an opponent, worth what it adds to the score that makes the groups."""
    halves = rules.points.of_kind(kind, by_mms=rules.by_mms, games=rules.games)
    return StandingsCell(kind=_cell_kind(kind), points=halves / 2)


def _cell_kind(kind: RoundKind) -> CellKind:
    if kind.is_bye or kind is RoundKind.EMPTY_BOARD:
        return CellKind.BYE
    if kind.is_absence:
        return CellKind.REQUESTED_BYE if kind.is_requested else CellKind.ABSENT
    return CellKind.UNASSIGNED


def _of_game(rules: Rules, game: Game, number: Mapping[str, int]) -> Iterator[StandingsCell]:
    """The game as White and as Black had it."""
    points = rules.points.of_ending(game.ending)
    sides = (game.black, True), (game.white, False)
    for side, (worth, (opponent, white)) in enumerate(zip(points, sides, strict=True)):
        second = game.second_result
        yield StandingsCell(
            kind=CellKind.GAME,
            points=worth / 2,
            opponent=opponent,
            number=number[opponent],
            outcome=_outcome(game, game.result, side),
            white=white,
            handicap=game.handicap,
            by_default=game.by_default,
            second_outcome=None if second is None else _outcome(game, second, side),
            second_by_default=game.second_by_default,
            unrated=game.unrated,
            second_unrated=game.second_unrated,
        )


def _outcome(game: Game, result: Result, side: int) -> CellOutcome:
    """What a result of a game is for White, 0, or for Black, 1."""
    if result is Result.UNKNOWN:
        return CellOutcome.POSTPONED if game.postponed else CellOutcome.UNKNOWN
    return _OUTCOMES[result.won_x2[side]]


_OUTCOMES = (CellOutcome.LOST, CellOutcome.JIGO, CellOutcome.WON)
"""By the doubled share of the game that was won."""
