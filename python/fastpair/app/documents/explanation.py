"""Why a draw is as it is."""

from typing import Annotated, Literal, TypedDict

from .draw import DrawRelaxations
from .parts import (
    FORMAT,
    Amount,
    Count,
    Names,
    Pair,
    Positive,
    Program,
    TournamentName,
    Version,
)


class ExplanationMeasure(TypedDict):
    """What a component measures of a pair."""

    name: str
    """The component, or a part of it."""

    value: float
    """w, in [0, 1], of a component; of a part, what w is made of."""

    deviation: float | None
    """δ; null if the weight follows from none."""

    severity: float | None
    """λ; null if the weight is no function of λδ."""


class ExplanationComponent(TypedDict):
    """What a component says of a pair."""

    component: str
    """Name in the model."""

    noun: str
    """What it is called."""

    share: int
    """What it adds to the weight."""

    most: int
    """The most that it could have added."""

    coefficient: float | None
    """Coefficient or worth in the model's own weights; null for a preference."""

    applies: bool
    """Whether the rule applies to the pair."""

    words: str
    """What it looks at."""

    measures: list[ExplanationMeasure]
    """Of the component and of its parts; none for OpenGotha's models."""


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
    """What is otherwise."""

    force: list[Pair]
    """Players who meet."""

    forbid: list[Pair]
    """These players never meet each other."""

    prefer: list[Pair]
    """Players who would like to meet."""

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
    """A pair that rules remove, be they the director's."""

    players: Pair
    """Keys of both players."""

    rules: list[str]
    """The rules that remove the pair."""


class ExplanationAnswer(TypedDict):
    """A draw beside the best one."""

    conditions: ExplanationConditions
    """What is otherwise."""

    price: int | None
    """How much lighter the draw is than the best one; null if other players are matched."""

    level: Positive | None
    """If the components of the model stand on levels: the first on which the draws differ. Price
    and losses are those of this level."""

    losses: dict[str, int]
    """What each component loses; base is the weight of pairs without any. The sum is the price."""

    more: dict[str, float]
    """How much more there is of what nobody likes in a game, by name."""

    fewer_games: int
    """How many games less there are."""

    ways: list[ExplanationWay]
    """Boards that change together."""

    bye_before: str | None
    """Who has the bye in the best draw."""

    bye: str | None
    """Who has it then."""

    relaxed: list[ExplanationRelaxedPair]
    """Pairs that meet though rules remove them, since they are forced."""

    gave_way: list[ExplanationRelaxedPair]
    """Other pairs that rules remove, which give way before anybody is left over."""

    left: list[str]
    """Keys of those who are left over then."""

    needed: DrawRelaxations | None
    """What would have to be allowed so that nobody is; null if nobody is."""


class ExplanationCandidate(TypedDict):
    """Somebody whom the player could have met."""

    player: str
    """Key of a player."""

    price: int | None
    """What the whole draw would lose; null if the two cannot meet."""

    fewer_games: Count
    """How many games less there would be."""

    rules: list[str]
    """Rules that remove the pair."""

    marks: dict[str, float]
    """What is in the game that nobody likes, by name."""


class ExplanationBest(TypedDict):
    """The draws that come next to the best one."""

    equally_good: Count
    """How many of them are as good."""

    complete: bool
    """Whether no other draw is as good as was asked for."""

    others: list[ExplanationAnswer]
    """Each beside the best one, the best first."""


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
    """A rule that alone would have let the two meet."""

    component: str
    """Name in the model."""

    noun: str
    """What it is called."""

    factor: Amount
    """How many times as much it would have to count, the nearest to 1 that is enough."""


ExplanationQuestion = Literal["why", "opponents", "whatif", "best", "heat-map"]


class ExplanationDocument(TypedDict):
    """Why the draw of a round is as it is."""

    format: Annotated[Literal["fastpair.explanation"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    round: Positive
    """The round that is explained."""

    drawn: bool
    """Whether the file has a draw of it; otherwise the best draw of those who wait is explained."""

    question: ExplanationQuestion
    """The command that asks; why-not asks as why does."""

    asked: list[str]
    """Keys of the players who were asked about."""

    model: str
    """What weighs the boards."""

    seed: Count
    """Seed of the lots."""

    weight_units: Positive
    """Units of all weights and prices in 1 of the model's own weights."""

    bye: str | None
    """Key of the player with the bye in the best draw."""

    sentences: list[str]
    """The answer in words."""

    pair: ExplanationPair | None
    """The weight of the pair that was asked about; null if there is none."""

    answer: ExplanationAnswer | None
    """The best draw under the conditions that were asked about; null if there are none."""

    opponents: list[ExplanationCandidate]
    """Everybody whom the player could have met, in order of price."""

    best: ExplanationBest | None
    """The draws that come next to the best one; null if they were not asked for."""

    heat_map: ExplanationHeatMap | None
    """The prices of all pairs by score group; null if they were not asked for."""

    turning_points: list[ExplanationTurningPoint] | None
    """Which rules alone would have let the two meet; null if that was not asked."""

    players: Names

    remarks: list[str]
    """What there is to know of the answer, a line each."""
