"""What is said of a tournament: its check, advice, the report of a round, quality, ratings."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from ...go.norms import ConditionName, NormTitle
from ...insight.explain.round_report import QUESTIONS
from .draw import DrawStatedRules
from .tournament import (
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
    Person,
    Positive,
    Reservations,
    TournamentDocument,
    Units,
)


class FindingPlace(TypedDict):
    """Where something was found."""

    round: NumberOrNone
    table: NumberOrNone

    players: list[str]
    """Keys."""


class CheckFinding(FindingPlace):
    """A violation of the rules."""

    kind: Literal[
        "fault",
        "participation",
        "result",
        "rematch",
        "second bye",
        "table",
        "handicap",
        "colour",
        "bye",
        "score",
        "result file",
        "rating",
        "listed twice",
    ]
    """Subject."""

    sentence: str
    """The finding in words."""


class CheckRound(TypedDict):
    """A round compared with its best draw."""

    round: Number

    model: str
    """Weight model."""

    boards: Positive
    """Number of boards of the round."""

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
    """Pairs missing from the heaviest draw (the nearest one of several)."""

    instead: list[Pair]
    """Pairs that the heaviest draw has instead."""

    colours: NotRequired[list[Pair]]
    """White and Black of the pairs that the best draw has with other colours."""

    bye: str | None
    """Key of the one player with a bye."""

    bye_by_rule: str | None
    """Key of the player who comes first for it."""

    criterion: NotRequired[str]
    """The criterion of FIDE's system by which the round is first worse, with its bracket; weight and
    optimum are then what the games and the pairing cost by it, negative."""

    manual: NotRequired[list[Pair]]
    """Pairs that were changed on purpose, manually or by a draw that kept boards, and that the heaviest draw
    does not have."""

    change: NotRequired[str]
    """With them, or a bye that was given on purpose: what was changed, when and why, in words."""

    loss_of_draw: NotRequired[Amount]
    """With them: loss of the draw with these pairs as they are, for which alone the check is not clean."""


class CheckDifference(TypedDict):
    """A value that a file states otherwise than its games give it."""

    player: str
    """Key of the player or team."""

    criterion: str
    """Name of the criterion, or place."""

    value: float | None
    """What the file has; null for none."""

    expected: float | None
    """What the games give; null for none."""


class CheckStandingsRow(TypedDict):
    """A player or team of the standings by the criteria that a file lists."""

    player: str
    """Key."""

    place: Positive
    """Place, which all share who are equal by all criteria."""

    values: list[float | None]
    """The criteria; null for none."""


class CheckStandings(TypedDict):
    """The standings that a file states, by the criteria that it lists in 202 or 212."""

    edition: Literal[2024, 2026]
    """Edition of FIDE's tie-breaks."""

    after: Count
    """Number of rounds that count."""

    criteria: list[str]
    """Names of the criteria, the first first."""

    differences: list[CheckDifference]
    """Stated values and places that are wrong."""

    rows: list[CheckStandingsRow]
    """In placing order, with the values that the games give."""

    teams: NotRequired[dict[str, str]]
    """Names of the teams by key, if these are placed."""


class CheckDocument(TournamentDocument):
    """A played tournament against its rules and the optimum."""

    format: Annotated[Literal["fastpair.check"], FORMAT]

    clean: bool
    """Whether there are no findings and every draw is optimal but for pairs that were changed on purpose."""

    findings: list[CheckFinding]
    """Violations of the rules of the file."""

    rounds: list[CheckRound]
    """Every round that has games; empty if the tournament contradicts itself."""

    players: Names

    teams: NotRequired[dict[str, str]]
    """Names of the teams in the document, by key, if teams are drawn: in the findings rematch,
    second bye, table and bye, and in the rounds."""

    standings: NotRequired[CheckStandings]
    """The standings that the file states, if it lists criteria."""

    remarks: Reservations


class AdviceFinding(FindingPlace):
    """A suggestion."""

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
    """Subject of the suggestion."""

    source: str
    """Source, such as BGA 4.2."""

    sentence: str
    """The advice, in words."""


class AdviceBar(TypedDict):
    """Effects of a bar."""

    bar: str
    """A grade, such as 3d."""

    players: Positive
    """Number of players of this grade or stronger."""

    chance_below: Annotated[float, Meta(ge=0, le=1)]
    """Probability that a player of a lower grade would win if all started at the bar."""


class AdviceDocument(TournamentDocument):
    """Suggestions for a tournament, with their sources."""

    format: Annotated[Literal["fastpair.advice"], FORMAT]

    advice: list[AdviceFinding]
    """Suggestions."""

    bars: list[AdviceBar]
    """Effects of a bar at each grade of the field, highest first."""

    players: Names
    remarks: Reservations


class ReportPlace(TypedDict):
    """A game or a player that is counted."""

    table: Positive | None
    """Null for a bye, and in the optimum."""

    players: Annotated[list[str], Meta(min_length=1, max_length=2)]
    """Keys: White and Black of a game, or one player."""

    amount: Positive
    """Count."""


class ReportAnswer(TypedDict):
    """A feature of a draw: count and places."""

    count: Count
    """Sum of the amounts."""

    places: list[ReportPlace]
    """The largest amounts first."""


class ReportQuestion(TypedDict):
    """Counts in three draws."""

    drawn: ReportAnswer
    """By the draw of the file."""

    optimum: ReportAnswer | None
    """By the best draw; null if there is none."""

    before: ReportAnswer | None
    """By the draw before that; null if there was none."""


class ReportReviewItem(TypedDict):
    """Something that a director may want to change in a round."""

    topic: Annotated[
        str, Meta(extra_json_schema={"enum": ["changed", "broken_constraints", *QUESTIONS]})
    ]
    """``changed`` since publishing, ``broken_constraints``, or the name of a question."""

    places: list[ReportPlace]
    """Boards and players that another pairing could have avoided."""

    unavoidable: list[ReportPlace]
    """Those that no pairing of these players could have avoided."""

    reasons: list[str]
    """What is wrong there, if the topic does not say it."""


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

    optimum: ReportQualities | None
    """By the best draw; null if there is none."""

    before: ReportQualities | None
    """By the draw before that; null if there was none."""


class ReportScoreGroups(TypedDict):
    """The score groups, the strongest first; the last two are square matrices."""

    scores: list[float]
    """Score of each group."""

    sizes: list[Positive]
    """Players of each group."""

    median_price: list[list[Amount | None]]
    """Median loss of weight for a game of two groups, in weights of the model; null if no pair may
    meet."""

    games: list[list[Count]]
    """Games that were drawn."""


class ReportDocument(TournamentDocument):
    """Notable features of a round."""

    format: Annotated[Literal["fastpair.report"], FORMAT]
    round: Number

    model: str | None
    """Weight model; null, as all values about weights, if the system of the round has none."""

    boards: Positive
    """Number of boards."""

    weight: int | None
    """Sum of the weights of the boards."""

    optimum: int | None
    """Greatest sum of any draw of the same players, proven."""

    weight_units: Units | None
    """Units of all weights in 1 of the model's own weights."""

    loss: Amount | None
    """Optimum less weight, in weights of the model."""

    review: list[ReportReviewItem]
    """What to review before publishing, the worst first."""

    questions: Annotated[
        dict[str, ReportQuestion], Meta(extra_json_schema={"required": [*QUESTIONS]})
    ]
    """Counts for the draw, the optimum and the round before."""

    qualities: ReportQualitiesOfDraws
    """The qualities of the papers."""

    score_groups: ReportScoreGroups | None
    """The score groups, the strongest first; the last two are square matrices."""

    players: Names
    remarks: Reservations


class QualityModel(TypedDict):
    """A model that is compared."""

    model: str
    """Name of the weight model; a changed model has a plus sign and the start of its digest."""

    model_digest: Digest
    """SHA-256 of all parameters of the model; the same for the same parameters on every machine."""

    model_changes: dict[str, Any]
    """Changed parameters of the model, by dotted name, including remove, add, rounds and
    preferences. Empty for a published model."""

    rules: DrawStatedRules
    """The hard rules that were stated."""

    by_lot: bool
    """Whether the model draws lots, so that another seed may give another draw."""


class QualityBelowBar(TypedDict):
    """Games of two below the bar, and how many within an area the score groups let expect."""

    games: Count
    """Number."""

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
    """Players who take one colour in their third even game in succession, or a later one."""

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
    """Proven bound."""

    proven: bool
    """Whether the two are equal, but for what is rounded (1e-6)."""


class QualityBest(QualityMeasures):
    """Optimum of each measure alone, over all complete draws without rematches."""

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
    """How unevenly countries mix, of the draws of least score difference, of those with the fewest games within a
    country."""


class QualityTotal(TypedDict):
    """Sums over the rounds."""

    draws: Annotated[dict[str, QualityDraw], Meta(extra_json_schema={"required": ["played"]})]
    """The measures of each draw, by name: played, and the models."""

    best: QualityBest
    """Proven bound."""


class QualityRound(QualityTotal):
    """A round, drawn in several ways."""

    round: Number

    players: Count
    """Number of players with a game."""


class QualityRelativeStrengths(TypedDict):
    """How the strengths behind total_error came about."""

    iterations: Count
    """Number kept."""

    converged: bool
    """Whether all of them are listed."""


class QualityDocument(TournamentDocument):
    """Quality of the draws of a tournament."""

    format: Annotated[Literal["fastpair.quality"], FORMAT]

    players: Count
    """All players of the tournament."""

    seed: Count
    """Seed of random choices."""

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
    """Root mean square of the places less the order by rating. Depends on results, so there is no
    best draw."""

    top: Positive | None
    """Number of highest ratings with a separate ranking error; null for none."""

    top_ranking_error: Amount | None
    """The ranking error of these, by their places among all; null without a top."""

    relative_strengths: QualityRelativeStrengths
    """How the strengths behind total_error came about."""


class RatingsPlayer(Person):
    """A player, and what the tournament has changed."""

    grade: Grade

    place: Positive
    """Place in the standings, from 1."""

    before: Annotated[float, Meta(ge=-900)]
    """Rating before the tournament."""

    by_grade: bool
    """Whether the rating is that of the grade, since the file has none."""

    games: Count
    """Number of rated games."""

    wins: Amount
    """A jigo counts half."""

    expected: Amount
    """Expected wins by the ratings."""

    change: float
    """Rating change."""

    after: Annotated[float, Meta(ge=-900)]
    """Rating after it."""

    ratings: Annotated[list[Annotated[float, Meta(ge=-900)]], Meta(min_length=2)]
    """Before the tournament, and after it or after every round."""


class RatingsDocument(TournamentDocument):
    """Rating changes of a tournament."""

    format: Annotated[Literal["fastpair.ratings"], FORMAT]

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
    """Root mean square of ratings off the grades after the tournament, in grades."""

    players: list[RatingsPlayer]
    """In the order of the standings."""

    remarks: list[str]
    """Warnings about the ratings, a line each."""


class _TitledPerson(Person):
    """A player who may have a title."""

    title: str
    """Title in chess; empty for none."""


class FideRatingsPlayer(_TitledPerson):
    """What the tournament does to the rating of a player of chess."""

    place: Positive
    """Place in the standings, from 1."""

    rating: int | None
    """Rating before the tournament; null for none."""

    games: Count
    """Games played over the board against rated opponents."""

    score: Amount
    """Points of these games, a draw half a point."""

    expected: Annotated[float, Meta(ge=0)] | None
    """Points to be expected by the ratings; null without a rating."""

    k_factor: Annotated[int, Meta(ge=1, le=40)] | None
    """What a point more than expected is worth; null without a rating."""

    change: float | None
    """Rating change before it is rounded; null without a rating."""

    average: int | None
    """Mean rating of the opponents; null without a game."""

    performance: int | None
    """Performance rating; null without a game."""

    new_rating: int | None
    """Rating after it, if the period has no other event; null for none yet."""


class FideRatingsDocument(TournamentDocument):
    """FIDE's rating changes of a tournament."""

    format: Annotated[Literal["fastpair.fide_ratings"], FORMAT]

    players: list[FideRatingsPlayer]
    """In the order of the standings."""

    remarks: list[str]
    """Warnings about the tournament, a line each."""


class NormCondition(TypedDict):
    """A condition of a norm."""

    name: ConditionName
    """What it is about."""

    article: str
    """Article of FIDE's B.01."""

    value: Amount
    """What the player has."""

    needed: Amount
    """What is needed, or allowed at most."""

    at_most: bool
    """Whether more is too much."""

    is_met: bool
    """Whether the player meets it."""

    text: str
    """The condition in words."""


class NormsTitle(TypedDict):
    """The result of a player, as a norm of one title."""

    title: NormTitle
    """The title."""

    is_made: bool
    """Whether all conditions are met."""

    games: Count
    """Games that count."""

    ignored: Count
    """Games that were left out: after the norm, or won ones."""

    score: Amount
    """Points of the games that count."""

    average: Count
    """Mean rating of the opponents, the lowest raised to the floor of the title."""

    performance: int
    """Performance against them."""

    conditions: list[NormCondition]
    """All conditions, met or not."""


class NormsPlayer(_TitledPerson):
    """The norms of a player."""

    norms: list[NormsTitle]
    """Of the titles above that of the player, the highest first."""


class NormsDocument(TournamentDocument):
    """Title norms of a tournament."""

    format: Annotated[Literal["fastpair.norms"], FORMAT]

    players: list[NormsPlayer]
    """In the order of the tournament."""

    remarks: list[str]
    """Warnings about the tournament, a line each."""


class BoardPrizesPlayer(_TitledPerson):
    """What a player of a team has done."""

    board: int | None
    """The board, from 1; null for a substitute."""

    place: int | None
    """Among those of the list; null with too few games, or without what decides."""

    team: str
    """Name of the team."""

    rating: int | None
    """Rating before the event."""

    games: Count
    """Games at the board and by forfeit."""

    played: Count
    """Games at the board."""

    points: Amount
    """A win one point."""

    percentage: Amount
    """Points of a hundred."""

    performance: int | None
    """By the rated games; null without one."""


class BoardPrizesDocument(TournamentDocument):
    """The players of a team event, board by board."""

    format: Annotated[Literal["fastpair.board_prizes"], FORMAT]

    after: Count
    """The last round that counts."""

    provisional: bool
    """Whether a round that counts is not complete."""

    by: Literal["performance", "percentage", "points"]
    """What decides first."""

    fewest: Count
    """The least number of games for a place."""

    players: list[BoardPrizesPlayer]
    """From board 1 on, substitutes last, in the order of places."""

    remarks: list[str]
    """Warnings about the tournament, a line each."""
