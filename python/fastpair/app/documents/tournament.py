"""What is in a tournament: its state, a published round, its history, standings and prizes."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from .parts import (
    FORMAT,
    Amount,
    Black,
    Count,
    Digest,
    Grade,
    KnownResult,
    Meta,
    Number,
    Positive,
    Program,
    Reservations,
    Stones,
    TournamentName,
    Version,
    White,
)


class InfoRound(TypedDict):
    """How far a round is."""

    round: Number

    present: list[str]
    """Finally registered players who take part."""

    games: Count
    """How many games there are."""

    without_result: list[int]
    """Tables of the games whose result is unknown."""

    byes: list[str]
    """Keys of those who have a bye."""

    to_pair: list[str]
    """Players who take part and have neither a game nor a bye."""

    state: Literal["draft", "published", "frozen"]
    """Whether players know the boards, and whether they may still change."""

    boards_changed: Count
    """How many boards are not as they were published; 0 of a draft."""


class InfoDocument(TypedDict):
    """What is in a tournament file."""

    format: Annotated[Literal["fastpair.info"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    saved_by: str
    """Version of the program that saved the file, empty if it does not say."""

    system: Literal["McMahon", "Swiss", "Swiss with categories", "Cup", "undefined"]
    """Kind of the tournament."""

    bar: Grade
    """Grade above which nobody starts higher."""

    floor: Grade
    """Grade below which nobody starts lower."""

    model: str
    """The weight model that draws if nobody names one."""

    model_chosen: bool
    """Whether the tournament has chosen it; otherwise it is the one that fits."""

    players: Count
    """How many have entered."""

    preliminary: list[str]
    """Players who are registered preliminarily only, and never paired."""

    absent: dict[str, Annotated[list[Positive], Meta(min_length=1)]]
    """Who misses rounds, by key, and which."""

    rounds: list[InfoRound]
    """All rounds."""

    faults: list[str]
    """In what the tournament contradicts itself, a line each."""

    remarks: Reservations

    next_round: Positive | None
    """The first round with players to pair after all rounds with a result, if any."""

    missing: list[str]
    """What is not known yet and the next draw builds on, a line each."""

    drawable_rounds: Count | None
    """How many rounds from the next one on can be drawn complete without a rematch; null if that is
    not known or there is none."""


class RoundBoard(TypedDict):
    """A board of the round."""

    table: Number
    white: White
    black: Black
    handicap: Stones

    result: KnownResult | None
    """Null while nobody knows, or the two play at another table by now."""

    by_default: bool
    """Decided without play."""


class RoundDocument(TypedDict):
    """What everybody may see of a published round, sent whenever something of it changes."""

    format: Annotated[Literal["fastpair.round"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName
    round: Number

    state: Annotated[str, Meta(extra_json_schema={"enum": ["published", "frozen"]})]
    """Whether its boards may still change."""

    boards: list[RoundBoard]
    """As they were published, in table order, with the results of now."""

    byes: list[str]
    """Keys of those who have a bye."""

    players: dict[str, str]
    """Full names by key."""


_SUBJECTS = ["tournament", "rules", "event", "player", "absence", "game", "bye"]
Subject = Annotated[
    list[int | str],
    Meta(min_length=1, max_length=4, extra_json_schema={"prefixItems": [{"enum": _SUBJECTS}]}),
]
Facts = Annotated[
    dict[str, Any] | None, Meta(description="Fields by name; null if there is no such thing.")
]


class LogUnreadLine(TypedDict):
    """A line of the history that cannot be read."""

    line: Positive
    """Line of the history, from 1."""

    why: str
    """Why it cannot be read."""


class LogChange(TypedDict):
    """A change of the file."""

    number: Positive
    """Number of the change, from 1."""

    time: str
    """In UTC, by ISO 8601."""

    program: str
    """What has made the change."""

    act: str
    """The command."""

    door: str
    """By which door it came: command, page with its browser, helper's page with its browser, phone
    with its table; empty in lines of former versions."""

    typed: list[str]
    """Its arguments."""

    values: dict[str, Any]
    """The values of the action by name, from which it can be repeated; empty where only its
    arguments are known."""

    said: str
    """What was done, in a sentence."""

    changes: list[tuple[Subject, Facts, Facts]]
    """Subjects, what was known of them before, and what is known after."""

    draw: dict[str, Any]
    """How a draw was made, or which boards were published; empty for all else."""

    reverts: int | None
    """Of undo and redo: the number of the change that is meant."""

    before: str
    """SHA-256 of the file; empty if there was none."""

    after: Digest
    """SHA-256 of the file afterwards."""

    undone: bool
    """Whether it is undone."""

    cut_short: bool
    """Whether the file was again what it had been before it: its command was killed, or another
    program has put back the former file."""

    after_another_program: bool
    """Whether another program had saved the file since the change before."""

    lost: list[tuple[Subject, Facts]]
    """What the file no longer holds of it, as subjects and values."""


class LogDocument(TypedDict):
    """All changes that fastpair has made to a file."""

    format: Annotated[Literal["fastpair.log"], FORMAT]
    version: Version
    program: Program

    saved_by_another: bool
    """Whether another program has saved the file since the last change."""

    unread: list[LogUnreadLine]
    """Lines of the history that cannot be read; what they did is not among the changes."""

    changes: list[LogChange]
    """The changes, the first one first."""


class StandingsRound(TypedDict):
    """What a player has done in a round."""

    kind: Literal["game", "bye", "absent", "unassigned"]
    """unassigned: the player takes part, and has neither a game nor a bye."""

    points: float
    """What the rules give, before absences and byes are rounded down."""

    opponent: NotRequired[str]
    """Key of the opponent."""

    number: NotRequired[Positive]
    """Line of the opponent."""

    result: NotRequired[Literal["+", "-", "=", "?"]]
    """Won, lost, jigo, not known. Both may have won, or lost."""

    colour: NotRequired[Literal["white", "black"]]
    """Colour of the player."""

    handicap: NotRequired[Annotated[int, Meta(ge=0, le=9)]]
    """Stones that Black got; 1 is a game without komi."""

    by_default: NotRequired[bool]
    """Whether the game was decided without play."""


class StandingsPlayer(TypedDict):
    """A player, and the line of the standings."""

    number: Positive
    """Line of the list."""

    place: Positive
    """One more than the number of better players; equal players share it."""

    key: str
    """Identity of the player in the tournament."""

    name: str
    """Family name."""

    first_name: str
    """Given names."""

    grade: Grade

    country: str
    """Two letters, or empty if unknown."""

    club: str
    """Name or abbreviation; empty if unknown."""

    category: Positive
    """1 is the strongest."""


GAME = {
    "if": {"properties": {"kind": {"const": "game"}}},
    "then": {"required": ["opponent", "number", "result", "colour", "handicap", "by_default"]},
}
"""A game says of whom, and how it ended."""


class StandingsRow(StandingsPlayer):
    """A line of the standings."""

    values: list[float]
    """The criteria, in points."""

    rounds: list[Annotated[StandingsRound, Meta(extra_json_schema=GAME)]]
    """From the first round on, as many as count."""


class StandingsDocument(TypedDict):
    """Standings after a round, frozen: later corrections of the tournament do not change them."""

    format: Annotated[Literal["fastpair.standings"], FORMAT]
    version: Version
    tournament: TournamentName

    after: Count
    """Number of rounds that count."""

    provisional: NotRequired[bool]
    """Whether a round that counts is not played, or a result of it is missing."""

    remarks: NotRequired[list[str]]
    """What was read with a reservation, and what is missing."""

    criteria: list[str]
    """What the rows are sorted by, the first first; names decide the rest."""

    rows: list[StandingsRow]
    """The players in placing order."""


class TeamStandingsRow(TypedDict):
    """A line of the standings of teams."""

    number: Positive
    """Line of the list, from 1."""

    place: Positive
    """One more than the number of better teams."""

    key: str
    """Key of the team."""

    name: str
    """Name of the team."""

    country: str
    """Two letters, or empty."""

    club: str
    """Name or abbreviation, or empty."""

    values: list[float]
    """The criteria, in their order: match points 2, 1 and 0, board points 1, a half and 0."""

    opponents: list[str]
    """Line and result by round: `3+`, `5-`, `2=`, `4?`; `bye`, and `-` without a match."""

    boards: list[float]
    """Points at the boards by round."""


class TeamStandingsDocument(TypedDict):
    """The standings of teams after a round."""

    format: Annotated[Literal["fastpair.team_standings"], FORMAT]
    version: Version
    tournament: TournamentName

    after: Count
    """Number of rounds that count."""

    provisional: bool
    """Whether a round that counts is not played, or a result of it is missing."""

    criteria: list[str]
    """What the rows are sorted by, the first first."""

    remarks: NotRequired[list[str]]
    """What was read with a reservation, and what is missing."""

    rows: list[TeamStandingsRow]
    """In placing order."""


class PrizeWinner(StandingsPlayer):
    """Somebody who gets a prize."""

    wins: Amount
    """Games won, a jigo counting half."""


class PrizeAward(TypedDict):
    """A prize of the plan, and who gets it."""

    name: str
    """Name of the prize."""

    winners: list[PrizeWinner]
    """In placing order; empty if nobody may get it."""


class PrizesDocument(TypedDict):
    """Who gets which prize of a plan."""

    format: Annotated[Literal["fastpair.prizes"], FORMAT]
    version: Version
    tournament: TournamentName

    after: Count
    """Number of rounds that count."""

    provisional: bool
    """Whether rounds that decide about the prizes are not over."""

    remarks: NotRequired[list[str]]
    """What was read with a reservation, and what is missing."""

    prizes: list[PrizeAward]
    """In the order of the plan."""
