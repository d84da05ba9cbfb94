"""The documents of standings of players and of teams, of comparisons and of prizes."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from .tournament import (
    FORMAT,
    Amount,
    Count,
    Document,
    Grade,
    Meta,
    Person,
    Positive,
)


class _ComparisonHead(Document):
    """What a comparison of places begins with."""

    tournament: str
    """Name of the tournament."""

    after: Count
    """Number of rounds that count."""

    remarks: NotRequired[list[str]]
    """Warnings, and missing data."""


class StandingsRound(TypedDict):
    """Result of a player in a round."""

    kind: Literal["game", "bye", "absent", "requested_bye", "unassigned"]
    """requested_bye: an absence for which the player has asked for a bye; unassigned: the player takes part, and has neither a game nor a bye."""

    points: float
    """Points by the rules, before absences and byes are rounded down."""

    opponent: NotRequired[str]
    """Key of the opponent."""

    number: NotRequired[Positive]
    """Line of the opponent; in chess the pairing number."""

    result: NotRequired[Literal["+", "-", "=", "?", "p"]]
    """Won, lost, jigo, not known, postponed. Both may have won, or lost."""

    colour: NotRequired[Literal["white", "black"]]
    """Colour of the player."""

    handicap: NotRequired[Annotated[int, Meta(ge=0, le=9)]]
    """Stones that Black got; 1 is a game without komi."""

    by_default: NotRequired[bool]
    """Whether the game was decided without play."""

    second_result: NotRequired[Literal["+", "-", "=", "?", "p"]]
    """The result of the second game, with colours exchanged, where a round is a match of two games."""

    second_by_default: NotRequired[bool]
    """Whether the second game was decided without play."""

    unrated: NotRequired[bool]
    """Whether the game counts neither for ratings nor for norms; left out if it does."""

    second_unrated: NotRequired[bool]
    """Whether the second game counts neither for ratings nor for norms; left out if it does."""

    void: NotRequired[bool]
    """Whether it is a game of somebody without a place, which counts for nobody; left out if not."""


class StandingsPlayer(Person):
    """A player, and the line of the standings."""

    number: Positive
    """Line of the list; in chess the pairing number."""

    place: Positive
    """One more than the number of better players; equal players share it."""

    grade: Grade

    country: str
    """Two letters, or empty if unknown."""

    club: str
    """Name or abbreviation; empty if unknown."""

    category: Positive
    """1 is the strongest."""


class _StandingsRare(TypedDict):
    """What few players have."""

    title: NotRequired[str]
    """Title of the World Chess Federation, of who has no grade; left out if none."""

    rating: NotRequired[int]
    """Rating of who has no grade; left out if none."""

    rounding: NotRequired[float]
    """Points that the rules round off the byes and absences in the score; left out if none."""

    unranked: NotRequired[bool]
    """Whether the player has no place, only the last line, as less than half of the games were completed; left out if not."""

    withdrawn: NotRequired[bool]
    """Whether the player takes part in no round after the last drawn one; left out if not."""


GAME = {
    "if": {"properties": {"kind": {"const": "game"}}},
    "then": {"required": ["opponent", "number", "result", "colour", "handicap", "by_default"]},
}
"""A game says of whom, and how it ended."""


class _StandingsRounds(StandingsPlayer):
    """A player, and the rounds."""

    values: list[float | None]
    """The criteria, in points; null for the rating of who has none, and of who has no place."""

    rounds: list[Annotated[StandingsRound, Meta(extra_json_schema=GAME)]]
    """From the first round on, as many as count."""


class StandingsRow(_StandingsRounds, _StandingsRare):
    """A line of the standings."""


class OpenGameDocument(TypedDict):
    """A game of a round that counts, without a result: it counts as not played yet."""

    round: Positive
    """From 1."""

    table: Positive
    """From 1."""

    white: str
    """Key of the player."""

    black: str
    """Key of the player."""

    postponed: NotRequired[bool]
    """Whether it is played after its round."""


class _StandingsHead(_ComparisonHead):
    """What standings begin with, and prizes, which follow from them."""

    open_games: NotRequired[list[OpenGameDocument]]
    """Games that count as not played yet, as their results are missing."""

    unplayed: NotRequired[list[Positive]]
    """Rounds that count and have no games."""

    unrated: NotRequired[list[str]]
    """Names of those without a rating, who leave tie-breaks by ratings without values."""


class CrossGame(TypedDict):
    """A game of a player, or a match of a team, in a cross table."""

    round: Positive
    """From 1."""

    text: str
    """As it is printed: `1w`, `½b`, `+w` by forfeit, `w` without a result, of a team the board points; one that counts for nobody is in parentheses."""


CrossTable: TypeAlias = list[list[list[CrossGame] | None]]
"""Lines and columns in the order of ``rows``; a game in each cycle, and null where one would meet oneself."""


class StandingsDocument(_StandingsHead):
    """Standings after a round, which later corrections do not change."""

    format: Annotated[Literal["fastpair.standings"], FORMAT]
    provisional: NotRequired[bool]
    """Whether a round that counts is not played, or a result of it is missing."""

    kind: NotRequired[Literal["go", "swiss"]]
    """Kind of the tournament; go if it is left out."""

    predetermined: NotRequired[bool]
    """Whether it is a round robin; left out if not."""

    criteria: list[str]
    """Sort criteria, most important first; then names."""

    rows: list[StandingsRow]
    """The players in placing order, or in that of their numbers."""

    cross_table: NotRequired[CrossTable]
    """Games of each player of a round robin against each other one; left out of other events."""


class ComparisonTerm(TypedDict):
    """What a round, or the start, adds to the value of a criterion."""

    round: Count
    """From 1; 0 for what a score starts from."""

    opponent: str
    """Key; empty without an opponent."""

    value: float
    """Value in points."""

    counted: bool
    """Whether it is in the value, and not left out."""


class ComparisonPlayer(TypedDict):
    """One of the two players or teams."""

    key: str
    """Key."""

    name: str
    """Name."""

    place: Positive
    """Place, which is shared by all who are equal by all criteria."""

    value: float | None
    """Value of the criterion; null for none."""

    terms: list[ComparisonTerm]
    """What the start and each round add; empty where the criterion is no sum or mean over rounds."""


class ComparisonDocument(_ComparisonHead):
    """Why one player or team is placed before another."""

    format: Annotated[Literal["fastpair.comparison"], FORMAT]
    criterion: str | None
    """The first criterion that separates the two; null if they share a place."""

    players: list[ComparisonPlayer]
    """The two players or teams, the one that is ahead first."""

    sentences: list[str]
    """The comparison in words."""


class AdjustmentDocument(TypedDict):
    """Points of a team that the arbiter has added or deducted."""

    round: Positive
    """From which round on they count."""

    match_points: float
    """Match points; negative ones are deducted."""

    board_points: float
    """Board points; negative ones are deducted."""

    reason: str
    """Why; empty if it is not stated."""


class TeamStandingsRow(TypedDict):
    """A line of the standings of teams."""

    number: Positive
    """Line of the list, from 1; in chess the pairing number."""

    place: Positive
    """One more than the number of better teams."""

    unranked: NotRequired[bool]
    """Whether the team has no place, only the last line, as less than half of the matches were completed; left out if not."""

    key: str
    """Key of the team."""

    name: str
    """Name of the team."""

    country: str
    """Two letters, or empty."""

    club: str
    """Name or abbreviation, or empty."""

    values: list[float | None]
    """The criteria, in their order: match points 2, 1 and 0, board points 1, a half and 0; null for the
    mean rating of a team in which nobody has a rating, and of a team without a place."""

    match_points: float
    """Match points of all rounds."""

    board_points: float
    """Points of all boards of all rounds."""

    opponents: list[str]
    """Line and result by round: `3+`, `5-`, `2=`, `4?`; `bye`, and `-` without a match; one that counts
    for nobody is in parentheses."""

    boards: list[float]
    """Points at the boards by round."""

    adjustments: NotRequired[list[AdjustmentDocument]]
    """Points that the arbiter has added or deducted."""


class TeamStandingsDocument(_StandingsHead):
    """The standings of teams after a round."""

    format: Annotated[Literal["fastpair.team_standings"], FORMAT]
    provisional: bool
    """Whether a round that counts is not played, or a result of it is missing."""

    criteria: list[str]
    """Sort criteria, most important first."""

    rows: list[TeamStandingsRow]
    """In placing order, or in that of the numbers of the teams."""

    cross_table: NotRequired[CrossTable]
    """Matches of each team of a round robin against each other one; left out of other events."""


PrizeFact: TypeAlias = Literal["birth", "day", "sex", "club", "rating"]
"""What a prize can ask for of a player, and may be unknown."""


class PrizeWinner(StandingsPlayer, _StandingsRare):
    """A player who gets a prize."""

    wins: Amount
    """Games won, a jigo counting half."""


class PrizeAward(TypedDict):
    """A prize of the plan, and who gets it."""

    name: str
    """Name of the prize."""

    winners: list[PrizeWinner]
    """In placing order; empty if nobody qualifies."""

    lacking: NotRequired[dict[PrizeFact, list[str]]]
    """Keys of those who might win it if a fact were known; ``day`` is that of a birth whose year is known."""


class PrizesDocument(_StandingsHead):
    """Winners of the prizes of a plan."""

    format: Annotated[Literal["fastpair.prizes"], FORMAT]
    provisional: bool
    """Whether rounds that decide the prizes are incomplete."""

    prizes: list[PrizeAward]
    """In the order of the plan."""
