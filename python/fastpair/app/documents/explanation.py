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


class ExplanationDocument(TypedDict):
    """Explanation of the draw of a round."""

    format: Annotated[Literal["fastpair.explanation"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

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
