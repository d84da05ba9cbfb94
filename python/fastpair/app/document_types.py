"""The documents of answers for type checkers, made of their schemas by tests/support/document_types.py."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

__all__ = [
    "CheckDocument",
    "CheckFinding",
    "CheckRound",
    "DrawBoard",
    "DrawChange",
    "DrawDocument",
    "DrawDrawback",
    "DrawKept",
    "DrawLevels",
    "DrawLost",
    "DrawMissing",
    "DrawOffers",
    "DrawOutcomes",
    "DrawOutlook",
    "DrawPlayer",
    "DrawRelaxations",
    "DrawRelaxed",
    "DrawStated",
    "ExplanationAnswer",
    "ExplanationBest",
    "ExplanationCandidate",
    "ExplanationComponent",
    "ExplanationConditions",
    "ExplanationDocument",
    "ExplanationHeatMap",
    "ExplanationMeasure",
    "ExplanationPair",
    "ExplanationRelaxations",
    "ExplanationRelaxed",
    "ExplanationTurningPoint",
    "ExplanationWay",
    "StandingsDocument",
    "StandingsRound",
    "StandingsRow",
    "TeamStandingsDocument",
    "TeamStandingsRows",
]


class CheckFinding(TypedDict):
    """A part of a document by ``check.schema.json``."""

    kind: Literal[
        "fault",
        "participation",
        "result",
        "rematch",
        "second bye",
        "handicap",
        "colour",
        "bye",
        "score",
        "result file",
        "rating",
        "listed twice",
    ]
    round: int | None
    table: int | None
    players: list[str]
    sentence: str


class CheckRound(TypedDict):
    """A part of a document by ``check.schema.json``."""

    round: int
    model: str
    boards: int
    weight: int
    optimum: int
    level: int | None
    weight_units: int
    loss: float
    different: list[list[str]]
    instead: list[list[str]]
    bye: str | None
    bye_by_rule: str | None


class CheckDocument(TypedDict):
    """A document by ``check.schema.json``."""

    format: Literal["fastpair.check"]
    version: Literal[1]
    program: str
    tournament: str
    clean: bool
    findings: list[CheckFinding]
    rounds: list[CheckRound]
    players: dict[str, str]
    teams: NotRequired[dict[str, str]]
    remarks: list[str]


class DrawStated(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    force: NotRequired[list[list[str]]]
    forbid: NotRequired[list[list[str]]]
    allow: NotRequired[list[list[str]]]
    must_play_groups: NotRequired[list[list[str]]]
    families: NotRequired[Literal["forbid"]]
    rematches: NotRequired[Literal[True]]
    max_grade_difference: NotRequired[int]
    max_score_difference: NotRequired[float]
    no_handicap_at_top: NotRequired[bool]
    limit_scores: NotRequired[bool]
    this_round_alone: NotRequired[Literal[True]]


class DrawLevels(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    components: list[str]
    weight: int


class DrawLost(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    table: int
    black: str
    white: str
    handicap: int


class DrawDrawback(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    games: int
    worst: int


class DrawOffers(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    changed: int
    lighter: int
    bye: str | None
    drawbacks: dict[str, DrawDrawback]


class DrawChange(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    published: bool
    known: int
    changed: int
    changed_by_fresh_draw: int
    lost: list[DrawLost]
    lost_byes: list[str]
    lighter: int
    level: int | None
    lighter_by: dict[str, int]
    bye_by_rule: str | None
    offers: list[DrawOffers]


class DrawMissing(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    round: int
    table: int
    black: str
    white: str
    decides: list[list[str]]


class DrawOutcomes(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    results: list[Literal["1-0", "0-1", "1/2"]]
    boards: list[list[str]]
    lighter: int
    allowed: bool
    bye_by_rule: str | None


class DrawOutlook(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    missing: list[DrawMissing]
    right: bool
    same: list[list[str]]
    stones_depend: list[list[str]]
    outcomes: list[DrawOutcomes]


class DrawBoard(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    table: int
    black: str
    white: str
    handicap: int
    black_score: float
    white_score: float
    weight: int
    components: dict[str, int]
    notes: list[
        Literal[
            "white drawn up",
            "white drawn down",
            "same club",
            "rematch",
            "handicap at the top",
            "no handicap",
            "must play",
        ]
    ]


class DrawKept(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    table: int
    black: str
    white: str
    handicap: int
    result: Literal["white wins", "black wins", "jigo", "both lose", "both win", None]


class DrawRelaxed(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    players: list[str]
    rules: list[
        Literal[
            "no handicap at the top",
            "limit of scores",
            "range of scores",
            "range of grades",
            "families",
            "must-play group",
            "rematch",
        ]
    ]


class DrawRelaxations(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    cheapest: list[DrawRelaxed]
    fewest: list[DrawRelaxed]
    rules: list[
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
        ]
    ]
    left: list[str]


class DrawPlayer(TypedDict):
    """A part of a document by ``draw.schema.json``."""

    name: str
    first_name: str
    grade: str
    country: str
    club: str


class DrawDocument(TypedDict):
    """A document by ``draw.schema.json``."""

    format: Literal["fastpair.draw"]
    version: Literal[1]
    program: str
    tournament: str
    round: int
    system: str
    system_changes: dict[str, Any]
    model: str | None
    model_digest: str | None
    model_changes: dict[str, Any]
    rules: DrawStated
    seed: int
    by_lot: bool
    cardinality: int
    total_weight: int
    weight_units: int
    levels: list[DrawLevels]
    optimal: bool
    proof: str | None
    proviso: str
    change: DrawChange | None
    outlook: DrawOutlook | None
    boards: list[DrawBoard]
    team_boards: list[DrawKept] | None
    bye: str | None
    kept: list[DrawKept]
    kept_byes: list[str]
    unpaired: list[str]
    reasons: dict[str, str]
    relaxations: DrawRelaxations | None
    resting: list[str]
    out: list[str]
    absent: list[str]
    players: dict[str, DrawPlayer]
    remarks: list[str]
    timings: dict[str, float]


class ExplanationMeasure(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    name: str
    value: float
    deviation: float | None
    severity: float | None


class ExplanationComponent(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    component: str
    noun: str
    share: int
    most: int
    coefficient: float | None
    applies: bool
    words: str
    measures: list[ExplanationMeasure]


class ExplanationPair(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    players: list[str]
    weight: int
    base: int
    components: list[ExplanationComponent]


class ExplanationConditions(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    force: list[list[str]]
    forbid: list[list[str]]
    prefer: list[list[str]]
    drop: list[str]
    add: list[str]


class ExplanationWay(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    players: list[str]
    gained: list[list[str]]
    lost: list[list[str]]
    closed: bool


class ExplanationRelaxed(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    players: list[str]
    rules: list[str]


class ExplanationRelaxations(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    cheapest: list[ExplanationRelaxed]
    fewest: list[ExplanationRelaxed]
    rules: list[list[str]]
    left: list[str]


class ExplanationAnswer(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    conditions: ExplanationConditions
    price: int | None
    level: int | None
    losses: dict[str, int]
    more: dict[str, float]
    fewer_games: int
    ways: list[ExplanationWay]
    bye_before: str | None
    bye: str | None
    relaxed: list[ExplanationRelaxed]
    gave_way: list[ExplanationRelaxed]
    left: list[str]
    needed: ExplanationRelaxations | None


class ExplanationCandidate(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    player: str
    price: int | None
    fewer_games: int
    rules: list[str]
    marks: dict[str, float]


class ExplanationBest(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    equally_good: int
    complete: bool
    others: list[ExplanationAnswer]


class ExplanationHeatMap(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    scores: list[float]
    sizes: list[int]
    pairs: list[list[int]]
    games: list[list[int]]
    least: list[list[float | None]]
    median: list[list[float | None]]


class ExplanationTurningPoint(TypedDict):
    """A part of a document by ``explanation.schema.json``."""

    component: str
    noun: str
    factor: float


class ExplanationDocument(TypedDict):
    """A document by ``explanation.schema.json``."""

    format: Literal["fastpair.explanation"]
    version: Literal[1]
    program: str
    tournament: str
    round: int
    drawn: bool
    question: Literal["why", "opponents", "whatif", "best", "heat-map"]
    asked: list[str]
    model: str
    seed: int
    weight_units: int
    bye: str | None
    sentences: list[str]
    pair: ExplanationPair | None
    answer: ExplanationAnswer | None
    opponents: list[ExplanationCandidate]
    best: ExplanationBest | None
    heat_map: ExplanationHeatMap | None
    turning_points: list[ExplanationTurningPoint] | None
    players: dict[str, str]
    remarks: list[str]


class StandingsRound(TypedDict):
    """A part of a document by ``standings.schema.json``."""

    kind: Literal["game", "bye", "absent", "unassigned"]
    points: float
    opponent: NotRequired[str]
    number: NotRequired[int]
    result: NotRequired[Literal["+", "-", "=", "?"]]
    colour: NotRequired[Literal["white", "black"]]
    handicap: NotRequired[int]
    by_default: NotRequired[bool]


class StandingsRow(TypedDict):
    """A part of a document by ``standings.schema.json``."""

    number: int
    place: int
    key: str
    name: str
    first_name: str
    grade: str
    country: str
    club: str
    category: int
    values: list[float]
    rounds: list[StandingsRound]


class StandingsDocument(TypedDict):
    """A document by ``standings.schema.json``."""

    format: Literal["fastpair.standings"]
    version: Literal[1]
    tournament: str
    after: int
    provisional: NotRequired[bool]
    remarks: NotRequired[list[str]]
    criteria: list[str]
    rows: list[StandingsRow]


class TeamStandingsRows(TypedDict):
    """A part of a document by ``team_standings.schema.json``."""

    number: int
    place: int
    key: str
    name: str
    country: str
    club: str
    values: list[float]
    opponents: list[str]
    boards: list[float]


class TeamStandingsDocument(TypedDict):
    """A document by ``team_standings.schema.json``."""

    format: Literal["fastpair.team_standings"]
    version: Literal[1]
    tournament: str
    after: int
    provisional: bool
    criteria: list[str]
    remarks: NotRequired[list[str]]
    rows: list[TeamStandingsRows]
