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
    """Players who meet."""

    forbid: NotRequired[list[Keys]]
    """These players never meet each other."""

    allow: NotRequired[list[Keys]]
    """Players who may meet, whatever the other rules say."""

    must_play_groups: NotRequired[list[Keys]]
    """Players of whom as many as possible play each other."""

    families: NotRequired[Literal["forbid"]]
    """That players of one family and one club do not meet."""

    rematches: NotRequired[Annotated[bool, Meta(extra_json_schema={"const": True})]]
    """That players who have met may meet again."""

    max_grade_difference: NotRequired[Count]
    """Grades of opponents are no further apart."""

    max_score_difference: NotRequired[Amount]
    """Scores of opponents are no further apart."""

    no_handicap_at_top: NotRequired[bool]
    """That nobody at the bar or in a supergroup meets a player with whom the scores give a
    handicap."""

    limit_scores: NotRequired[bool]
    """That the scores of opponents are no further apart than the field makes necessary."""

    this_round_alone: NotRequired[Annotated[bool, Meta(extra_json_schema={"const": True})]]
    """That it does not count whether the rounds that are left can be drawn."""


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
    """How much of something that nobody likes is in the games."""

    games: Count
    """How many games have it."""

    worst: Count
    """How much of it the worst game has."""


class DrawOffer(TypedDict):
    """A draw that changes fewer of the known boards, or more."""

    changed: Count
    """How many known boards change."""

    lighter: Count
    """How much lighter it is than the heaviest draw."""

    bye: str | None
    """Key of the player who gets the bye, or null."""

    drawbacks: Annotated[
        dict[str, DrawDrawback],
        Meta(extra_json_schema={"required": ["groups_apart", "stones", "rematch", "same_club"]}),
    ]
    """What players and directors dislike in its boards, whatever model weighs them: the distance of
    the score groups, the stones, rematches (1 each), games within a club (1 each)."""


class DrawChange(TypedDict):
    """What becomes of the boards that players know."""

    published: bool
    """Whether the boards were published; otherwise they were only drawn."""

    known: Count
    """How many boards and byes the draw could keep."""

    changed: Count
    """How many of them it does not have; a bye counts as one."""

    changed_by_fresh_draw: Count
    """How many of them a draw does not have that takes no account of them."""

    lost: list[DrawLostBoard]
    """The boards that it does not have, as they were."""

    lost_byes: Keys
    """Players whose bye it does not give them again."""

    lighter: int
    """How much less it weighs than the heaviest draw with the same bye."""

    level: Positive | None
    """If the components of the model stand on levels: the first on which the two differ. What is
    lighter is so on this level."""

    lighter_by: dict[str, int]
    """The same by component; negative where it is heavier."""

    bye_by_rule: str | None
    """Key of the player who has the bye if no board is to be kept."""

    offers: list[DrawOffer]
    """Draws that are the best at some price of a board, from the fewest changes on; empty unless
    they were asked for. No new board of them is worse than the worst game of a fresh draw, unless
    that was asked for."""


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
    """What is unusual of the board."""


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
    """What would have to give way so that everybody plays."""

    cheapest: list[DrawRelaxedPair]
    """Pairs to allow: first the fewest that the dearest rule removes, then the fewest of the next
    one. Empty if nothing helps."""

    fewest: list[DrawRelaxedPair]
    """As few pairs as possible, whatever their rules, and of these the cheapest."""

    rules: list[RuleNames]
    """Smallest sets of rules that would do if they did not hold at all."""

    left: Keys
    """Players without an opponent even then."""


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
    """The round that is drawn, from 1."""

    system: str
    """Name of the pairing system; mcmahon draws by the weights of a model, and no other has any."""

    system_changes: dict[str, Any]
    """Parameters of the system that are not its defaults."""

    model: str | None
    """Name of the weight model; of one that is not as published with a plus sign and the start of
    its digest. Null without weights."""

    model_digest: Digest | None
    """SHA-256 of all parameters of the model; the same for the same parameters on every machine."""

    model_changes: dict[str, Any]
    """Parameters of the model that are not as published, by dotted name; remove, add, rounds and
    the preferences among them. Empty for a published model."""

    rules: DrawStatedRules
    """The hard rules that were stated."""

    seed: Count
    """Number that the lots are drawn from."""

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
    """What came before the weight or beside it, so that a draw of as many boards may weigh more;
    empty if nothing did."""

    change: DrawChange | None
    """What becomes of the boards that players know, and what it costs; null unless the draw was to
    keep them."""

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
    """Players for whom there is no opponent."""

    reasons: dict[str, str]
    """Why each unpaired player is left, by key."""

    relaxations: DrawRelaxations | None
    """What would have to give way so that the unpaired play; null if everybody is paired, or only
    the odd one is left of a round that has its bye already, or there are no weights."""

    resting: Keys
    """Players to whom the system gives no game, and who go on in the next round."""

    out: Keys
    """Players who are out of the competition."""

    absent: Keys
    """Finally registered players who do not take part in the round."""

    players: dict[str, DrawPlayer]
    """Everybody who occurs in the document, by key."""

    remarks: list[str]
    """What makes the draw doubtful, a line each."""

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
    """What can be set in a system."""

    default: bool | float | str | None
    """Its value if nothing is set."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": ["bool", "int", "float", "str"]})]
    """Kind of its values."""

    choices: Annotated[list[str], Meta(extra_json_schema=UNIQUE)]
    """Words that are possible; empty if it is no word."""

    description: str
    """What it is."""

    unit: str
    """Unit of its values."""

    source: str
    """Paper and section."""


class SystemDescription(TypedDict):
    """A pairing system."""

    name: str
    """By which a draw asks for it."""

    title: str
    """What it is, in a sentence."""

    source: str
    """Paper and section."""

    guarantees: str
    """What holds for every round that it pairs."""

    fails: str
    """When it leaves players over or refuses a round."""

    takes_model: bool
    """Whether it uses the weights of a model."""

    parameters: dict[str, SystemParameter]
    """What can be set in it, by name."""


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
    """What is wrong with a document or a request, instead of the answer."""

    format: Annotated[Literal["fastpair.error"], FORMAT]
    version: Version
    program: Program

    code: Annotated[str, Meta(extra_json_schema={"enum": _CODES})]
    """The kind of error. It stays when the message is worded anew."""

    pointer: str
    """JSON pointer of the place in the document; empty for the document as a whole."""

    expected: str | None
    """What was expected at that place, in words; null where the message says all."""

    found: str | float | bool | None
    """The value at that place; null if there is none, words for an object or a list."""

    message: str
    """What was expected, what was found and what to do, in one line."""
