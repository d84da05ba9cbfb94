"""A draw, the pairing systems, and what is wrong with a request."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from .parts import (
    FORMAT,
    UNIQUE,
    Amount,
    Black,
    Count,
    Digest,
    Grade,
    Keys,
    KnownResult,
    Meta,
    Number,
    Positive,
    Program,
    Stones,
    TournamentName,
    Units,
    Version,
    White,
)


class DrawStatedRules(TypedDict):
    """The hard rules that were stated, by their names in a model's file; no others were."""

    force: NotRequired[list[Keys]]
    """Players who must meet."""

    forbid: NotRequired[list[Keys]]
    """Players who must not meet."""

    allow: NotRequired[list[Keys]]
    """Players who may meet, whatever the other rules."""

    must_play_groups: NotRequired[list[Keys]]
    """Players who play within their group as far as possible."""

    families: NotRequired[Literal["forbid"]]
    """Players of one family and club do not meet."""

    rematches: NotRequired[Annotated[bool, Meta(extra_json_schema={"const": True})]]
    """Rematches are allowed."""

    max_grade_difference: NotRequired[Count]
    """Largest difference of grades."""

    max_score_difference: NotRequired[Amount]
    """Largest difference of scores."""

    no_handicap_at_top: NotRequired[bool]
    """No handicap games at the bar or above."""

    limit_scores: NotRequired[bool]
    """No larger score differences than necessary."""

    this_round_alone: NotRequired[Annotated[bool, Meta(extra_json_schema={"const": True})]]
    """No look-ahead to later rounds."""


class DrawLevel(TypedDict):
    """A level of a model, and what the draw has on it."""

    components: Annotated[list[str], Meta(min_length=1)]
    """Names of the components on the level."""

    weight: int
    """Sum of these components of all boards; with a proof, no draw of as many boards that is as
    good on the levels before has more."""


class DrawLostBoard(TypedDict):
    """A board that the draw does not have."""

    table: Number
    black: Black
    white: White
    handicap: Stones


class DrawDrawback(TypedDict):
    """A drawback of games and its amount."""

    games: Count
    """Number of such games."""

    worst: Count
    """Amount in the worst game."""


class DrawOffer(TypedDict):
    """A draw that changes fewer of the known boards, or more."""

    changed: Count
    """Number of published boards that change."""

    lighter: Count
    """Weight lost against the heaviest draw."""

    bye: str | None
    """Key of the player who gets the bye, or null."""

    drawbacks: Annotated[
        dict[str, DrawDrawback],
        Meta(extra_json_schema={"required": ["groups_apart", "stones", "rematch", "same_club"]}),
    ]
    """Drawbacks of its boards, independent of the model: distance of score groups, handicap
    stones, rematches (1 each), games within a club (1 each)."""


class DrawChange(TypedDict):
    """Changes of published boards."""

    published: bool
    """Whether the boards were published; otherwise they were only drawn."""

    known: Count
    """Number of boards and byes that could be kept."""

    changed: Count
    """Number of them missing from the draw; a bye counts as one."""

    changed_by_fresh_draw: Count
    """Number of them missing from a draw that ignores them."""

    lost: list[DrawLostBoard]
    """The boards that it does not have, as they were."""

    lost_byes: Keys
    """Players who lose their bye."""

    lighter: int
    """Weight lost against the heaviest draw with the same bye."""

    level: Positive | None
    """If the components of the model stand on levels: the first on which the two differ. What is
    lighter is so on this level."""

    lighter_by: dict[str, int]
    """Loss by component; negative for a gain."""

    bye_by_rule: str | None
    """Key of the player with the bye in a fresh draw."""

    offers: list[DrawOffer]
    """Draws from the fewest changes to the greatest weight; empty unless requested. No new board
    is worse than the worst game of a fresh draw, unless requested."""


class DrawBoard(TypedDict):
    """A board of the draw."""

    table: Number
    black: Black
    white: White
    handicap: Stones

    black_score: float
    """Black's score before the round: McMahon score, wins or cup score."""

    white_score: float
    """The same for White."""

    weight: int
    """Weight of the pair."""

    components: dict[str, int]
    """Shares of the weight by name; the weight is their sum plus the base of the model."""

    notes: Annotated[
        list[
            Literal[
                "white drawn up",
                "white drawn down",
                "same club",
                "rematch",
                "handicap at the top",
                "no handicap",
                "must play",
            ]
        ],
        Meta(extra_json_schema=UNIQUE),
    ]
    """Remarks about the board."""


class DrawGame(DrawLostBoard):
    """A game of the round."""

    result: KnownResult | None
    """null while it is unknown."""


RuleNames = Annotated[
    list[
        Literal[
            "no handicap at the top",
            "limit of scores",
            "range of scores",
            "range of grades",
            "families",
            "must-play group",
            "rematch",
        ]
    ],
    Meta(min_length=1, extra_json_schema=UNIQUE),
]


class DrawRelaxedPair(TypedDict):
    """A pair that rules remove."""

    players: Annotated[Keys, Meta(min_length=2, max_length=2)]
    """Keys of both players."""

    rules: RuleNames
    """All rules that remove the pair."""


class DrawRelaxations(TypedDict):
    """Rules to relax so that everybody plays."""

    cheapest: list[DrawRelaxedPair]
    """Pairs to allow: fewest of the most expensive rule first. Empty if nothing helps."""

    fewest: list[DrawRelaxedPair]
    """As few pairs as possible, whatever their rules, and of these the cheapest."""

    rules: list[RuleNames]
    """Smallest sets of rules whose removal suffices."""

    left: Keys
    """Players who stay without an opponent."""


class DrawPlayer(TypedDict):
    """A player of the document."""

    name: str
    """Family name."""

    first_name: str
    """Given names."""

    grade: Grade

    country: str
    """Two letters, or empty."""

    club: str
    """Name or abbreviation; empty if unknown."""


class DrawDocument(TypedDict):
    """The draw of a round."""

    format: Annotated[Literal["fastpair.draw"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    round: Positive
    """Round, from 1."""

    system: str
    """Name of the pairing system; only mcmahon uses the weights of a model."""

    system_changes: dict[str, Any]
    """Parameters of the system that differ from the defaults."""

    model: str | None
    """Name of the weight model; a changed model has a plus sign and the start of its digest. Null
    without weights."""

    model_digest: Digest | None
    """SHA-256 of all parameters of the model; the same for the same parameters on every machine."""

    model_changes: dict[str, Any]
    """Changed parameters of the model, by dotted name, including remove, add, rounds and
    preferences. Empty for a published model."""

    rules: DrawStatedRules
    """The hard rules that were stated."""

    seed: Count
    """Seed of random choices."""

    by_lot: bool
    """Whether the system or the model draws lots, so that another seed may give another draw."""

    cardinality: Count
    """Number of boards; with a proof, no draw has more."""

    total_weight: int
    """Sum of the weights of the boards; may exceed 2^53, so read it as an integer."""

    weight_units: Units

    levels: list[DrawLevel]
    """The levels of a model that puts its components in strict order, the first level first. Empty
    if one weight decides."""

    optimal: bool
    """Whether it is proven that no draw has more boards, and none of as many weighs more (on
    levels: is better on the first one that differs), under the proviso if there is one. False
    without weights: the system then guarantees something else."""

    proof: Digest | None
    """SHA-256 of the certificate; the same for the same draw by the same version on every machine.
    Null if it is not optimal."""

    proviso: str
    """Reason why a heavier draw with as many boards was not taken; empty if there is none."""

    change: DrawChange | None
    """Changes of published boards and their cost; null unless the draw keeps boards."""

    outlook: None
    """Null; kept for readers of version 1."""

    boards: list[DrawBoard]
    """In table order."""

    team_boards: list[DrawGame] | None
    """The games of the round between the members of teams, if teams were drawn, in table order; the
    boards are then their matches."""

    bye: str | None
    """Key of the player with the bye that this draw gives; null without one."""

    kept: list[DrawGame]
    """Games that the round had before the draw, in table order."""

    kept_byes: Keys
    """Players who had a bye in the round before the draw."""

    unpaired: Keys
    """Players without an opponent."""

    reasons: dict[str, str]
    """Reason of each unpaired player, by key."""

    relaxations: DrawRelaxations | None
    """Rules to relax so that the unpaired play; null if everybody is paired, if only the odd
    player of a round with a bye is left, or without weights."""

    resting: Keys
    """Players who advance to the next round without a game."""

    out: Keys
    """Eliminated players."""

    absent: Keys
    """Confirmed players who are absent from the round."""

    players: dict[str, DrawPlayer]
    """All players in the document, by key."""

    remarks: list[str]
    """Warnings about the draw, a line each."""

    timings: dict[str, Amount]
    """Seconds that each stage took."""


_NULL = {"type": "null"}
PROVEN = {
    "if": {"properties": {"proof": _NULL}},
    "then": {
        "properties": {
            "optimal": {"const": False},
            **dict.fromkeys(("model", "model_digest", "relaxations"), _NULL),
        }
    },
    "else": {"properties": {"optimal": {"const": True}}},
}
"""A draw with a proof is optimal, by the weights of a model or the levels of a system; one without has
no model."""


class SystemParameter(TypedDict):
    """A parameter of a system."""

    default: bool | float | str | None
    """Default value."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": ["bool", "int", "float", "str"]})]
    """Kind of its values."""

    choices: Annotated[list[str], Meta(extra_json_schema=UNIQUE)]
    """Possible values; empty if any value of its type is allowed."""

    description: str
    """Description."""

    unit: str
    """Unit of its values."""

    source: str
    """Paper and section."""


class SystemDescription(TypedDict):
    """A pairing system."""

    name: str
    """Name to request it by."""

    title: str
    """Description in one sentence."""

    source: str
    """Paper and section."""

    guarantees: str
    """Guarantee for every round."""

    fails: str
    """When it leaves players over or refuses a round."""

    takes_model: bool
    """Whether it uses the weights of a model."""

    parameters: dict[str, SystemParameter]
    """Parameters of the system, by name."""


class SystemsDocument(TypedDict):
    """The pairing systems."""

    format: Annotated[Literal["fastpair.systems"], FORMAT]
    version: Version
    program: Program

    systems: list[SystemDescription]
    """All pairing systems."""


_CODES = [
    *(
        "format",
        "rule",
        "contradiction",
        "over",
        "played-scores",
        "unmatchable",
        "missing-extra",
        "worker",
        "engine",
        "error",
    ),
    *("memory", "time", "busy", "size", "key", "guessing", "address", "method", "type"),
]


class ErrorDocument(TypedDict):
    """Error of a document or a request."""

    format: Annotated[Literal["fastpair.error"], FORMAT]
    version: Version
    program: Program

    code: Annotated[str, Meta(extra_json_schema={"enum": _CODES})]
    """Stable code of the error; the message may change."""

    pointer: str
    """JSON pointer of the place in the document; empty for the document as a whole."""

    expected: str | None
    """Expected value in words; null if the message is complete."""

    found: str | float | bool | None
    """The value at that place; null if there is none, words for an object or a list."""

    message: str
    """Message in one line: expected, found, and what to do."""
