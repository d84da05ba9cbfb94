"""The documents of a draw and of an answer about one."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from .tournament import (
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
    Names,
    Number,
    Pair,
    Positive,
    ProgramDocument,
    Stones,
    TournamentDocument,
    Units,
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
    """Whether the boards were published, or the round is complete; otherwise they were only drawn."""

    known: Count
    """Number of boards and byes that could be kept."""

    changed: Count
    """Number of them missing from the draw; a bye counts as one."""

    changed_by_fresh_draw: Count | None
    """Number of them missing from a draw that ignores them; null where a system allows one pairing."""

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

    digest: str
    """Digest of the list of offers, for draw.digest of a request that chooses one; empty without a list."""

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
    """White's score before the round."""

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

    postponed: bool
    """Played after the round, as long as it has no result."""

    second_result: NotRequired[KnownResult | None]
    """Result of the second game, with colours exchanged, where a round is a match of two games; null
    while it is unknown."""

    sums: NotRequired[list[float]]
    """Points of the teams of White and of Black in their match, where the results of its boards are not known."""


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


class DrawBracket(TypedDict):
    """A bracket of a system of FIDE."""

    score: Amount
    """Score of its residents, with virtual points."""

    moved: Keys
    """Players who were left over above, or come up from below, the highest ranked first."""

    residents: Keys
    """Players who have this score."""

    pairs: list[Pair]
    """Who meets within it; the others go on to the next one, or have the bye."""

    criteria: dict[str, Count]
    """What the pairs cost by each criterion, by its number in the rules."""

    words: dict[str, str]
    """What is counted, by number, for those of the criteria that count something; in English."""

    from_below: bool
    """Whether those who join the residents come up from below."""


class DrawDocument(TournamentDocument):
    """The draw of a round."""

    format: Annotated[Literal["fastpair.draw"], FORMAT]

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

    brackets: list[DrawBracket]
    """The brackets of a system of FIDE, from the highest score down; empty for other systems."""

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


class SystemsDocument(ProgramDocument):
    """The pairing systems."""

    format: Annotated[Literal["fastpair.systems"], FORMAT]

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


class ErrorDocument(ProgramDocument):
    """Error of a document or a request."""

    format: Annotated[Literal["fastpair.error"], FORMAT]

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


# ---- Explanations ----


class ExplanationMeasure(TypedDict):
    """Measurement of a component for a pair."""

    name: str
    """The component, or a part of it."""

    value: float
    """w, in [0, 1], of a component; for a part, its contribution to w."""

    deviation: float | None
    """δ; null if the weight follows from none."""

    severity: float | None
    """λ; null if the weight is no function of λδ."""


class ExplanationComponent(TypedDict):
    """Contribution of a component to a pair."""

    component: str
    """Name in the model."""

    noun: str
    """Name."""

    share: int
    """Contribution to the weight."""

    most: int
    """Largest possible value."""

    coefficient: float | None
    """Coefficient or worth in the model's own weights; null for a preference."""

    applies: bool
    """Whether the rule applies to the pair."""

    words: str
    """Property that it measures."""

    is_drawback: bool
    """Whether a loss counts against the game; not for colours of two players who need none."""

    measures: list[ExplanationMeasure]
    """Deviations of the component and of its parts; none for OpenGotha's models."""


class ExplanationPair(TypedDict):
    """The weight of a pair, component by component."""

    players: Pair
    """Keys of both players."""

    weight: int
    """The base and all shares."""

    base: int
    """Weight of a pair without any component."""

    components: list[ExplanationComponent]
    """In the order of the model."""


class ExplanationConditions(TypedDict):
    """The change."""

    force: list[Pair]
    """Players who must meet."""

    forbid: list[Pair]
    """Players who must not meet."""

    prefer: list[Pair]
    """Players who prefer to meet."""

    drop: list[str]
    """Keys."""

    add: list[str]
    """Keys."""


class ExplanationWay(TypedDict):
    """Boards that change together."""

    players: list[str]
    """Keys, in the order of the way: old pairs and new ones alternate along it."""

    gained: list[Pair]
    """New pairs."""

    lost: list[Pair]
    """Old pairs."""

    closed: bool
    """Whether the last player and the first one were opponents."""


class ExplanationRelaxedPair(TypedDict):
    """A pair that rules remove, the director's included."""

    players: Pair
    """Keys of both players."""

    rules: list[str]
    """The rules that remove the pair."""


class ExplanationAnswer(TypedDict):
    """Another draw than the best one."""

    conditions: ExplanationConditions
    """The change."""

    price: int | None
    """Weight lost against the best draw; null if other players are matched."""

    level: Positive | None
    """If the components of the model stand on levels: the first on which the draws differ. Price
    and losses are those of this level."""

    losses: dict[str, int]
    """Loss by component; base is the weight of pairs without any. The sum is the price."""

    more: dict[str, float]
    """Increase of each drawback of games, by name."""

    fewer_games: int
    """Number of games lost."""

    ways: list[ExplanationWay]
    """Boards that change together."""

    bye_before: str | None
    """Key of the player with the bye in the best draw."""

    bye: str | None
    """Key of the player with the bye."""

    relaxed: list[ExplanationRelaxedPair]
    """Pairs that meet though rules remove them, since they are forced."""

    gave_way: list[ExplanationRelaxedPair]
    """Other pairs that rules remove and that are allowed before a player stays unpaired."""

    left: list[str]
    """Keys of the unpaired players."""

    needed: DrawRelaxations | None
    """Rules to relax so that everybody plays; null if nobody is left over."""

    criterion: NotRequired[str]
    """Of a draw by a system of FIDE: the criterion by which the round is first worse than the pairing, with its
    bracket, such as ``C12, bracket 2.5``, or ``bye`` if somebody else has the bye that comes first. The price is
    what it costs more by it; null if it is not lawful."""


class ExplanationCandidate(TypedDict):
    """A possible opponent."""

    player: str
    """Key of a player."""

    price: int | None
    """Loss of the whole draw; null if the two cannot meet."""

    level: Positive | None
    """If the components of the model stand on levels: the first on which the draws differ, whose loss is
    the price."""

    fewer_games: Count
    """Number of games lost."""

    rules: list[str]
    """Rules that remove the pair."""

    marks: dict[str, float]
    """Drawbacks of the game, by name."""

    criterion: NotRequired[str]
    """Of a draw by a system of FIDE: the criterion by which the best round with the game is first worse than
    the pairing, with its bracket. The price is what it costs more by it."""


class ExplanationBest(TypedDict):
    """The next best draws."""

    equally_good: Count
    """Number of equally good ones."""

    complete: bool
    """Whether all draws of the requested quality are listed."""

    others: list[ExplanationAnswer]
    """Each compared with the best draw, best first."""


class ExplanationHeatMap(TypedDict):
    """A row and a column for each score group."""

    scores: list[float]
    """Lowest score of each group, as in the standings, the best first."""

    sizes: list[Positive]
    """Players of each group."""

    pairs: list[list[int]]
    """Pairs that could have met."""

    games: list[list[int]]
    """Games of the best draw."""

    least: list[list[float | None]]
    """Least price in the model's own weights; null where no pair could have met."""

    median: list[list[float | None]]
    """Median of the prices."""


class ExplanationTurningPoint(TypedDict):
    """A rule whose change alone would let the two meet."""

    component: str
    """Name in the model."""

    noun: str
    """Name."""

    factor: Amount
    """Factor by which it would have to count, the sufficient one nearest to 1."""


ExplanationQuestion = Literal["why", "opponents", "whatif", "best", "heat-map"]


class ExplanationDocument(TournamentDocument):
    """Explanation of the draw of a round."""

    format: Annotated[Literal["fastpair.explanation"], FORMAT]

    round: Positive
    """Round, from 1."""

    drawn: bool
    """Whether the file has a draw of it; otherwise the best draw of those who wait is explained."""

    question: ExplanationQuestion
    """The question, named as its command; why-not is the same as why."""

    asked: list[str]
    """Keys of the players in the question."""

    model: str
    """Weight model."""

    seed: Count
    """Seed of random choices."""

    weight_units: Positive
    """Units of all weights and prices in 1 of the model's own weights."""

    bye: str | None
    """Key of the player with the bye in the best draw."""

    sentences: list[str]
    """The answer in words."""

    pair: ExplanationPair | None
    """Weight of the pair in question; null if there is none."""

    answer: ExplanationAnswer | None
    """The best draw under the stated conditions; null if there are none."""

    opponents: list[ExplanationCandidate]
    """All possible opponents, in order of price."""

    best: ExplanationBest | None
    """The next best draws; null if not requested."""

    heat_map: ExplanationHeatMap | None
    """Prices of all pairs by score group; null if not requested."""

    turning_points: list[ExplanationTurningPoint] | None
    """Which rules alone would have let the two meet; null if that was not asked."""

    players: Names

    remarks: list[str]
    """Notes on the answer, a line each."""
