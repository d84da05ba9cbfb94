"""The documents of a tournament and its file, and the parts that several documents share."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from msgspec import Meta as Meta

FORMAT = Meta(description="Kind of document.")
UNIQUE = {"uniqueItems": True}

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Amount = Annotated[float, Meta(ge=0)]
Number = Annotated[Positive, Meta(description="From 1.")]
NumberOrNone = Annotated[Positive | None, Meta(description="From 1.")]
Grade = Annotated[
    str,
    Meta(
        description="Grade, such as 3d, 12k or 2p; empty of who has none.",
        pattern=r"^([1-9][dp]|[1-9]k|[12]\dk|30k)?$",
    ),
]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Stones = Annotated[int, Meta(description="Stones; 1 is a game without komi.", ge=0, le=9)]
Units = Annotated[
    Positive, Meta(description="Units of all weights in 1 of the model's own weights.")
]
KnownResult = Literal[
    "white wins",
    "black wins",
    "jigo",
    "both lose",
    "both win",
    "half to white",
    "half to black",
]

Black = Annotated[str, Meta(description="Key of the player who takes Black.")]
White = Annotated[str, Meta(description="Key of the player who takes White.")]
Keys = Annotated[list[str], Meta(extra_json_schema=UNIQUE)]
Pair = Annotated[list[str], Meta(min_length=2, max_length=2)]
Names = Annotated[dict[str, str], Meta(description="Names of all players in the document, by key.")]
Reservations = Annotated[list[str], Meta(description="Warnings, a line each.")]


# ---- What documents begin with ----


class Document(TypedDict):
    """A document, whose kind is its member ``format``, the first one."""

    version: Literal[1]
    """Raised when something is removed or changes its meaning."""


class ProgramDocument(Document):
    """A document that says which program has written it."""

    program: Annotated[str, Meta(pattern=r"^fastpair \d")]
    """Program that wrote the document, with its version."""


class TournamentDocument(ProgramDocument):
    """A document about a tournament."""

    tournament: str
    """Name of the tournament."""


class Person(TypedDict):
    """A player by key and name."""

    key: str
    """Identity of the player in the tournament."""

    name: str
    """Family name."""

    first_name: str
    """Given names."""


# ---- A tournament ----


class InfoRound(TypedDict):
    """State of a round."""

    round: Number

    present: list[str]
    """Confirmed players who take part."""

    games: Count
    """Number of games."""

    without_result: list[int]
    """Tables of the games whose result is unknown and that are not postponed."""

    postponed: list[int]
    """Tables of the games that are played after the round and have no result yet."""

    byes: list[str]
    """Keys of those who have a bye."""

    to_pair: list[str]
    """Players who take part and have neither a game nor a bye."""

    state: Literal["draft", "published", "frozen"]
    """Whether the boards are published or locked."""

    boards_changed: Count
    """Number of changes since publishing: tables, removed tables and byes; 0 for a draft."""


class InfoDocument(TournamentDocument):
    """Contents of a tournament file."""

    format: Annotated[Literal["fastpair.info"], FORMAT]

    saved_by: str
    """Version of the program that saved the file; empty if unknown."""

    system: Literal[
        "McMahon",
        "Swiss",
        "Swiss with categories",
        "Round robin",
        "Cup",
        "Double elimination",
        "undefined",
    ]
    """Kind of the tournament."""

    bar: Grade
    """Highest starting grade; stronger players start at it."""

    floor: Grade
    """Lowest starting grade; weaker players start at it."""

    model: str
    """Default weight model."""

    model_chosen: bool
    """Whether the tournament names it; otherwise it is the default."""

    players: Count
    """Number of entries."""

    preliminary: list[str]
    """Preliminary players, who are not paired."""

    absent: dict[str, Annotated[list[Positive], Meta(min_length=1)]]
    """Missed rounds of players, by key."""

    rounds: list[InfoRound]
    """All rounds."""

    faults: list[str]
    """Contradictions in the tournament, a line each."""

    remarks: Reservations

    next_round: Positive | None
    """The first round with players to pair after all rounds with a result, if any."""

    missing: list[str]
    """Missing data for the next draw, a line each."""

    drawable_rounds: Count | None
    """Number of coming rounds that can be drawn complete without a rematch; null if unknown or
    none is left."""


class RoundBoard(TypedDict):
    """A board of the round."""

    table: Number
    white: White
    black: Black
    handicap: Stones

    result: KnownResult | None
    """Null while unknown, or if the two have moved to another table."""

    by_default: bool
    """Decided by forfeit."""

    postponed: bool
    """Played after the round, as long as it has no result."""

    second_result: NotRequired[KnownResult | None]
    """Result of the second game, white being who has White in the first one, where a round is a match
    of two games; null while unknown."""

    second_by_default: NotRequired[bool]
    """The second game was decided by forfeit."""

    unrated: NotRequired[bool]
    """The game counts neither for ratings nor for norms; left out if it does."""

    second_unrated: NotRequired[bool]
    """The second game counts neither for ratings nor for norms; left out if it does."""

    sums: NotRequired[list[float]]
    """Points of the teams of White and of Black in their match, where the results of its boards are not known."""


class RoundDocument(TournamentDocument):
    """Public state of a published round, sent after each change."""

    format: Annotated[Literal["fastpair.round"], FORMAT]
    round: Number

    state: Annotated[str, Meta(extra_json_schema={"enum": ["published", "frozen"]})]
    """Whether its boards may still change."""

    teams: NotRequired[bool]
    """Whether boards are matches whose line-ups are not public yet: White and Black are teams."""

    boards: list[RoundBoard]
    """Boards as published, in table order, with current results."""

    byes: list[str]
    """Keys of those who have a bye; where teams are drawn, of the players who are free."""

    changed: NotRequired[list[str]]
    """Keys of those who have another board or bye than was published first, or none any more; empty once all
    results are known."""

    requested_byes: NotRequired[list[str]]
    """Keys of those who have asked for a bye and do not play."""

    unpaired: NotRequired[list[str]]
    """Keys of those who take part, and have neither a board nor a bye."""

    absent: NotRequired[list[str]]
    """Keys of those who do not take part."""

    no_shows: NotRequired[list[str]]
    """Keys of those who were expected, and did not come."""

    withdrawn: NotRequired[list[str]]
    """Keys of those who have withdrawn."""

    out: NotRequired[list[str]]
    """Keys of those who are out of a cup or a double elimination."""

    preliminary: NotRequired[list[str]]
    """Keys of preliminary players who are to take part: expected, or not yet entered."""

    players: dict[str, str]
    """Full names by key."""


class Arrival(TypedDict):
    """The arrival of a player."""

    player: str
    """Key."""

    time: str
    """When it was noted, in ISO 8601."""

    by: str
    """Where: ``command``, the page with its browser, a helper with their name, or ``phone``."""


class AttendanceDocument(TournamentDocument):
    """The players of a round by their attendance.

    Examples
    --------
    >>> Congress.new("Evening", preset="Swiss", rounds=3).attendance(1)["here"]
    []
    """

    format: Annotated[Literal["fastpair.attendance"], FORMAT]
    round: Number

    deadline: str | None
    """Until when players are expected, in ISO 8601; null if there is no such time."""

    closed: bool
    """Whether that time has come: the round is paired without who is expected."""

    expected: Keys
    """Who is to take part, and has not come yet."""

    late: Keys
    """Who has come after the round was paired, and has neither a game nor a bye."""

    absent: Keys
    """Who does not take part: as planned, or marked since."""

    withdrawn: Keys
    """Who has withdrawn."""

    out: Keys
    """Who has lost as often as ends a cup or a double elimination."""

    not_entered: Keys
    """Preliminary players who did not come before a round was paired, and are no longer expected."""

    here: Keys
    """Who has come."""

    arrivals: list[Arrival]
    """Who has checked in and when, the last one first."""

    players: Names


_SUBJECTS = ["tournament", "rules", "event", "player", "absence", "game", "bye", "teams", "team"]
Subject = Annotated[
    list[int | str],
    Meta(min_length=1, max_length=4, extra_json_schema={"prefixItems": [{"enum": _SUBJECTS}]}),
]
Facts = Annotated[
    dict[str, Any] | None, Meta(description="Fields by name; null if there is no such thing.")
]


class IdentityCandidate(TypedDict):
    """A player of the list."""

    number: str
    """Number in the list: EGF PIN, FFG licence, AGA id or FIDE ID."""

    name: str
    """Family name."""

    first_name: str
    """First name."""

    grade: str
    """Grade; empty if the list has none."""

    rating: int | None
    """Rating; None if the list has none."""

    country: str
    """Country code; empty if the list has none."""

    club: str
    """Club; empty if the list has none."""


class IdentityMember(Person):
    """A player of the tournament, and who it is in the list."""

    state: Literal["doubtful", "sure", "settled"]
    """``sure`` is filled in, ``doubtful`` is to be decided, ``settled`` was decided or filled in before."""

    doubts: list[
        Literal[
            "number",
            "twice",
            "namesakes",
            "spelling",
            "not found",
            "order",
            "strength",
            "country",
            "club",
            "missing",
        ]
    ]
    """Why it is doubtful, the most doubtful first."""

    like: str
    """What players have in common that one decision may settle."""

    listed: IdentityCandidate | None
    """Who it is in the list, as far as it is known."""

    candidates: list[IdentityCandidate]
    """Who it may be, if there are several."""

    choices: list[str]
    """Possible decisions."""

    decision: str
    """The one that was stated; empty if none was."""

    changes: dict[str, Any]
    """What would be changed: of a doubtful player if it is decided as in the list."""

    lacking: list[str]
    """What the results file needs, and neither the entry nor the list has."""


class IdentitiesDocument(TournamentDocument):
    r"""Players in a rating list.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> file = Path(tempfile.mkdtemp(), "tdlista.txt")
    >>> _ = file.write_text("Dovark, Elka\t12345\tFull\t1.5\t3/5/2027\tNOHA\tWA\t0.5\t3/5/2026\n")
    >>> players = [Player(key="1", name="Elka", first_name="Dovark", grade=Grade.parse("1d"))]
    >>> found = Congress.new("Evening", players=players).identities(file, alike={"order": "list"})
    >>> found["players"][0]["doubts"], found["values"]["numbers"]
    (['order'], {'1': '12345'})
    """

    format: Annotated[Literal["fastpair.identities"], FORMAT]

    title: str
    """Whose list it is: ``EGF``, ``FFG``, ``AGA`` or ``FIDE``."""

    published: str | None
    """Date of the list, in ISO 8601."""

    players: list[IdentityMember]
    """The doubtful first."""

    values: dict[str, Any]
    """The values of the action `identify` that settles who is sure or decided."""


class LogUnreadLine(TypedDict):
    """A line of the history that cannot be read."""

    line: Positive
    """Line of the history, from 1."""

    why: str
    """Reason why the line cannot be read."""


class LogChange(TypedDict):
    """A change of the file."""

    number: Positive
    """Number of the change, from 1."""

    time: str
    """Time in UTC, ISO 8601."""

    program: str
    """Action that made the change."""

    act: str
    """The command."""

    door: str
    """Source: command, page with its browser, helper with their name and browser, or phone with its
    table; empty in older lines."""

    helper: str
    """Name of the helper who made the change; empty for others."""

    typed: list[str]
    """Arguments of the command."""

    values: dict[str, Any]
    """The values of the action by name, from which it can be repeated; empty where only its
    arguments are known."""

    said: str
    """Description of the change in one sentence."""

    changes: list[tuple[Subject, Facts, Facts]]
    """Changed facts: subject, old value and new value."""

    draw: dict[str, Any]
    """How a draw was made, or which boards were published; empty for all else."""

    reverts: int | None
    """For undo and redo: number of the change undone or redone."""

    before: str
    """SHA-256 of the file; empty if there was none."""

    after: Digest
    """SHA-256 of the file afterwards."""

    undone: bool
    """Whether the change has been undone."""

    cut_short: bool
    """Whether the file was again what it had been before it: its command was killed, or another
    program has put back the former file."""

    after_another_program: bool
    """Whether another program had saved the file since the change before."""

    lost: list[tuple[Subject, Facts]]
    """Facts of it that are no longer in the file."""


class LogDocument(ProgramDocument):
    """All changes that fastpair has made to a file."""

    format: Annotated[Literal["fastpair.log"], FORMAT]

    saved_by_another: bool
    """Whether another program has saved the file since the last change."""

    unread: list[LogUnreadLine]
    """Lines of the history that cannot be read; their changes are missing."""

    changes: list[LogChange]
    """The changes, the first one first."""


FindingKind = Literal[
    "line", "number", "file", "former file", "plan", "refusal", "changes", "details", "description"
]


class HistoryFindingDocument(TypedDict):
    """A difference between a history and its file, or between a line and its action."""

    kind: FindingKind
    """What differs: line: it cannot be read; number: lines are missing or out of order; file: it is not as
    the change before has left it; former file: what a line holds of it is damaged; plan: that of the prizes;
    refusal: the action cannot be repeated; changes, details, description: what the action does is not what
    the line says."""

    line: Positive | None
    """Line of the history, from 1; null for the file itself."""

    number: int | None
    """Number of the change."""

    act: str | None
    """The command."""

    round: int | None
    """The round that the change is about; null if it is about none or several."""

    message: str
    """What differs, in a sentence."""


class VerificationDocument(ProgramDocument):
    """A verified history."""

    format: Annotated[Literal["fastpair.verification"], FORMAT]

    clean: bool
    """Whether nothing differs."""

    changes: int
    """Number of changes in the history."""

    repeated: int
    """Number of changes whose actions were repeated; of the others, digests and changed facts are compared
    as far as former contents are known."""

    findings: list[HistoryFindingDocument]
    """What differs, in the order of the lines."""

    notes: list[HistoryFindingDocument]
    """Changes that never reached the file, which is as it was before them, since their command was cut short or
    the former file was put back."""
