"""What is said of a tournament: its check, advice, the report of a round, quality, ratings."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ...insight.explain.round_report import QUESTIONS
from .draw import DrawStatedRules
from .parts import (
    FORMAT,
    Amount,
    Count,
    Digest,
    Grade,
    Meta,
    Names,
    Number,
    NumberOrNone,
    Pair,
    Positive,
    Program,
    Reservations,
    TournamentName,
    Units,
    Version,
)


class FindingPlace(TypedDict):
    """Where something was found."""

    round: NumberOrNone
    table: NumberOrNone

    players: list[str]
    """Keys."""


class CheckFinding(FindingPlace):
    """Something that is not as the rules have it."""

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
    """What it is about."""

    sentence: str
    """What was found, in words."""


class CheckRound(TypedDict):
    """A round beside its best draw."""

    round: Number

    model: str
    """What weighs the boards."""

    boards: Positive
    """How many boards the round has."""

    weight: int
    """Sum of the weights of the boards."""

    optimum: int
    """Greatest sum of any draw of as many boards, proven."""

    level: Positive | None
    """If the components of the model stand on levels: the first level on which the draw is worse
    than the best one, or else the last. Weight, optimum and loss are those of this level."""

    weight_units: Units

    loss: Amount
    """Optimum less weight, in weights of the model."""

    different: list[Pair]
    """Pairs that the heaviest draw, of several the nearest one, does not have."""

    instead: list[Pair]
    """Pairs that it has in their place."""

    bye: str | None
    """Key of the one player with a bye."""

    bye_by_rule: str | None
    """Key of the player who comes first for it."""


class CheckDocument(TypedDict):
    """A played tournament against its rules and the optimum."""

    format: Annotated[Literal["fastpair.check"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    clean: bool
    """Whether there are no findings, and every draw is as good as the best."""

    findings: list[CheckFinding]
    """What is not as the rules of the file have it."""

    rounds: list[CheckRound]
    """Every round that has games; empty if the tournament contradicts itself."""

    players: Names

    teams: NotRequired[dict[str, str]]
    """Names of the teams in the document, by key, if teams are drawn: in the findings rematch,
    second bye and bye, and in the rounds."""

    remarks: Reservations


class AdviceFinding(FindingPlace):
    """A piece of advice."""

    kind: Literal[
        "bar",
        "chance",
        "rounds",
        "players",
        "groups",
        "participation",
        "criteria",
        "grade",
        "promotion",
        "demotion",
    ]
    """What the advice is about."""

    source: str
    """Where it is from, such as BGA 4.2."""

    sentence: str
    """The advice, in words."""


class AdviceBar(TypedDict):
    """What a bar would do."""

    bar: str
    """A grade, such as 3d."""

    players: Positive
    """Those of this grade or stronger."""

    chance_below: Annotated[float, Meta(ge=0, le=1)]
    """That somebody of a lower grade would win, if everybody started at the bar."""


class AdviceDocument(TypedDict):
    """What the sources would have otherwise in a tournament."""

    format: Annotated[Literal["fastpair.advice"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    advice: list[AdviceFinding]
    """One entry for each piece of advice."""

    bars: list[AdviceBar]
    """What a bar at each grade of somebody who takes part would do, the highest first."""

    players: Names
    remarks: Reservations


class ReportPlace(TypedDict):
    """A game or a player that is counted."""

    table: Positive | None
    """Null for a bye, and in the optimum."""

    players: Annotated[list[str], Meta(min_length=1, max_length=2)]
    """Keys: White and Black of a game, or one player."""

    amount: Positive
    """How often."""


class ReportAnswer(TypedDict):
    """How often there is something in a draw, and where."""

    count: Count
    """Sum of the amounts."""

    places: list[ReportPlace]
    """The largest amounts first."""


class ReportQuestion(TypedDict):
    """What is counted, in three draws."""

    drawn: ReportAnswer
    """By the draw of the file."""

    optimum: ReportAnswer
    """By the best draw."""

    before: ReportAnswer | None
    """By the draw before that; null if there was none."""


class ReportQualities(TypedDict):
    """The qualities of a draw."""

    q_mms: float
    """Quality of scores."""

    q_area: float
    """Quality of homes."""

    q_colour: float
    """Quality of colours."""

    mixing_variance: float
    """Variance of mixing."""


class ReportQualitiesOfDraws(TypedDict):
    """The qualities of three draws."""

    drawn: ReportQualities
    """By the draw of the file."""

    optimum: ReportQualities
    """By the best draw."""

    before: ReportQualities | None
    """By the draw before that; null if there was none."""


class ReportScoreGroups(TypedDict):
    """The score groups, the strongest first; the last two are square matrices."""

    scores: list[float]
    """Score of each group."""

    sizes: list[Positive]
    """Players of each group."""

    median_price: list[list[Amount | None]]
    """Median of what the draw would lose, in weights of the model, if a pair of two groups met;
    null where no pair may."""

    games: list[list[Count]]
    """Games that were drawn."""


class ReportDocument(TypedDict):
    """What is worth a look in a round."""

    format: Annotated[Literal["fastpair.report"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName
    round: Number

    model: str
    """What weighs the boards."""

    boards: Positive
    """How many boards there are."""

    weight: int
    """Sum of the weights of the boards."""

    optimum: int
    """Greatest sum of any draw of the same players, proven."""

    weight_units: Units

    loss: Amount
    """Optimum less weight, in weights of the model."""

    questions: Annotated[
        dict[str, ReportQuestion], Meta(extra_json_schema={"required": [*QUESTIONS]})
    ]
    """What is counted, for the draw, for the optimum and for the round before."""

    qualities: ReportQualitiesOfDraws
    """The qualities of the papers."""

    score_groups: ReportScoreGroups
    """The score groups, the strongest first; the last two are square matrices."""

    players: Names
    remarks: Reservations


class QualityModel(TypedDict):
    """A model that is compared."""

    model: str
    """Name of the weight model; of one that is not as published with a plus sign and the start of
    its digest."""

    model_digest: Digest
    """SHA-256 of all parameters of the model; the same for the same parameters on every machine."""

    model_changes: dict[str, Any]
    """Parameters of the model that are not as published, by dotted name; remove, add, rounds and
    the preferences among them. Empty for a published model."""

    rules: DrawStatedRules
    """The hard rules that were stated."""

    by_lot: bool
    """Whether the model draws lots, so that another seed may give another draw."""


class QualityBelowBar(TypedDict):
    """Games of two below the bar, and how many within an area the score groups let expect."""

    games: Count
    """How many there are."""

    same_country: Count
    """Games within a country."""

    expected_country: Amount
    """As many as lots would give."""

    same_club: Count
    """Games within a club."""

    expected_club: Amount
    """As many as lots would give."""


class QualityMeasures(TypedDict):
    """What is measured of every draw."""

    off_score: Count
    """Games between different scores; as many players are drawn up, and as many down."""

    score_difference: Amount
    """Total difference of scores, in points."""

    wide: Count
    """Games between scores two points or more apart."""

    widest: Amount
    """Largest difference of scores in a game, in points; of several rounds, in any of them."""

    drawn_up_again: Count
    """Players drawn up who had been drawn up before."""

    drawn_down_again: Count
    """Players drawn down who had been drawn down before."""

    same_country: Count
    """Games within a country."""

    same_club: Count
    """Games within a club."""

    rematches: Count
    """Games of two who have met before."""

    colour_imbalance: Count
    """Sum of the players' colour balances after the round, without their signs."""

    colour_streaks: Count
    """Players who take one colour in their third game in succession, or a later one."""

    colour_values: Amount
    """Sum of the squares of the players' colour values after the round."""

    strength_gap: Amount
    """Sum of the squared differences of relative strength."""

    total_error: Amount
    """The total error that follows from strength_gap."""


class QualityDraw(QualityMeasures):
    """The measures of a draw."""

    games: Count
    """Boards."""

    expected_uneven: Count
    """Games off score that the sizes of the score groups let expect."""

    below_bar: QualityBelowBar
    """Games below the bar."""

    q_mms: Annotated[float, Meta(le=1)]
    """McMahon quality; 1 is best."""

    q_area: Annotated[float, Meta(le=1)]
    """Area quality; 1 is best."""

    q_colour: Annotated[float, Meta(ge=0, le=1)]
    """Root mean square of the colour values after each round, of those who had a game in it; 0 is
    best."""

    mixing_variance: Amount
    """How unevenly the countries of a score group mix, on average."""


class QualityBound(TypedDict):
    """The best value that was found for a draw, and a limit that no draw can pass."""

    found: float
    """The best value that was found."""

    limit: float
    """What none can better."""

    proven: bool
    """Whether the two are equal, but for what is rounded (1e-6)."""


class QualityBest(QualityMeasures):
    """What no complete draw without rematches is better than, for each measure by itself."""

    q_colour: Annotated[float, Meta(ge=0, le=1)]
    """Root mean square of the colour values after each round, of those who had a game in it; 0 is
    best."""

    q_mms: QualityBound
    """McMahon quality; 1 is best."""

    q_area: QualityBound
    """Area quality; 1 is best."""

    mixing_variance: QualityBound
    """How unevenly countries mix, of all draws."""

    strict_mixing_variance: QualityBound
    """The same of the draws of least score difference, of those with the fewest games within a
    country."""


class QualityTotal(TypedDict):
    """Sums over the rounds."""

    draws: Annotated[dict[str, QualityDraw], Meta(extra_json_schema={"required": ["played"]})]
    """The measures of each draw, by name: played, and the models."""

    best: QualityBest
    """What no draw can better."""


class QualityRound(QualityTotal):
    """A round, drawn in several ways."""

    round: Number

    players: Count
    """Those who had a game."""


class QualityRelativeStrengths(TypedDict):
    """How the strengths behind total_error came about."""

    iterations: Count
    """How many were made."""

    converged: bool
    """Whether they have come to an end."""


class QualityDocument(TypedDict):
    """What the draws of a tournament were worth."""

    format: Annotated[Literal["fastpair.quality"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    players: Count
    """All players of the tournament."""

    seed: Count
    """Number that the lots are drawn from."""

    models: dict[str, QualityModel]
    """The models that were compared, by the names of their draws."""

    half_points: bool
    """Whether scores that differ by half a point counted as different."""

    rounds: Annotated[list[QualityRound], Meta(min_length=1)]
    """All rounds with games."""

    total: QualityTotal
    """All rounds together."""

    q_colour: Annotated[float, Meta(ge=0, le=1)]
    """Colour quality of the draws as played, of all players after the last round; 0 is best."""

    ranking_error: Amount
    """Root mean square of the places less the order by rating. It depends on results, and no draw
    is the best."""

    top: Positive | None
    """How many of the highest ratings have a ranking error of their own; null for nobody."""

    top_ranking_error: Amount | None
    """The ranking error of these, by their places among all; null without a top."""

    relative_strengths: QualityRelativeStrengths
    """How the strengths behind total_error came about."""


class RatingsPlayer(TypedDict):
    """A player, and what the tournament has changed."""

    key: str
    """Identity of the player in the tournament."""

    name: str
    """Family name."""

    first_name: str
    """Given names."""

    grade: Grade

    place: Positive
    """Place in the standings, from 1."""

    before: Annotated[float, Meta(ge=-900)]
    """Rating before the tournament."""

    by_grade: bool
    """Whether the file has no rating, and that of the grade stands for it."""

    games: Count
    """Those that count for ratings."""

    wins: Amount
    """A jigo counts half."""

    expected: Amount
    """Wins that were to be expected by the ratings."""

    change: float
    """What the tournament has changed."""

    after: Annotated[float, Meta(ge=-900)]
    """Rating after it."""

    ratings: Annotated[list[Annotated[float, Meta(ge=-900)]], Meta(min_length=2)]
    """Before the tournament, and after it or after every round."""


class RatingsDocument(TypedDict):
    """What a tournament changes the ratings of its players to."""

    format: Annotated[Literal["fastpair.ratings"], FORMAT]
    version: Version
    program: Program
    tournament: TournamentName

    system: Annotated[str, Meta(extra_json_schema={"enum": ["gor", "egf2021"]})]
    """Rating system."""

    event_class: Annotated[str | None, Meta(extra_json_schema={"enum": ["A", "B", "C", "D", None]})]
    """Class by which games count; null if the system has no classes."""

    by_rounds: bool
    """Whether each round is rated by the ratings after the round before; if not, all games by those
    before the tournament."""

    rating_error_before: Amount
    """Root mean square of ratings off the grades before the tournament, in grades; of those with a
    rating and a game that counts."""

    rating_error: Amount
    """The same of the ratings after the tournament."""

    players: list[RatingsPlayer]
    """In the order of the standings."""

    remarks: list[str]
    """What makes the ratings doubtful, a line each."""
