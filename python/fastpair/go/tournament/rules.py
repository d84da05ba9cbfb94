"""The rules of a tournament, as its director sets them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from ...errors import InputError, RuleError
from ...facts import fact
from ...parameters import Written, parameter, renamed, within, words_of
from ...sentences import marked, message_of, phrase
from .criteria import SCORES, Criterion, read_criteria
from .event_kind import STATED_FORMATS, EventFormat
from .game import MOST_GAMES, Points
from .grade import Grade
from .player import NumberOrder  # noqa: TC001 - the annotations are read
from .ranges import HALVES, ROUNDS, STONES, TABLES, check_values
from .systems import FIDE_SYSTEMS, SystemName
from .tie_breaks import Edition  # noqa: TC001 - the annotations are read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


# Points and scores are doubled (``_x2``), so that half points stay integers.


MissedRound = Literal["bga", "own", "fide"]
"""What a round without an opponent adds to the papers' SOS: ``"bga"`` the own score before round 1
[BGA 4.6]; ``"own"`` a bye the own score, an absence nothing [V 4.2.2]; ``"fide"`` the same, and to the sums
of wins the own score [FIDE C.07]. To SOSOS ``"bga"`` adds the own
SOS, the others nothing [INTERPRETATION 5]."""

PostponedGames = Literal["half", "none", "range"]
"""What a postponed game counts in draws of later rounds."""

_WEIGHT: Mapping[str, Any] = {
    "unit": "weight",
    "source": "OPENGOTHA 11",
    "least": 0,
    "most": 10**17,
}

Variant = Literal["v351", "v352"]
"""The version of OpenGotha: 3.51, or the later one [OPENGOTHA 14]."""


ModelName = Literal[
    "opengotha351",
    "opengotha352",
    "godraw2015",
    "kaniuk2012",
    "macmahon",
    "gotha",
    "entropy",
    "fastpair",
    "rating-information",
]
"""A published weight model, see docs/reference/models.md."""

DEFAULT_MODEL: ModelName = "fastpair"
"""The model of a tournament for which nothing is said, see ``Rules.usual_model``."""


class Colours(Enum):
    """Rule of the colours in even games."""

    BY_MODEL = "model"
    """As the weight model has it: OpenGotha's balance, or the papers' smaller colour index."""

    BALANCE = "balance"
    """Who had White less often; of equal players by lot."""

    ALTERNATION = "alternation"
    """Who had Black in the last game; of equal players by balance, then by lot."""

    AT_MOST_TWO = "at-most-two"
    """Who had Black in the last two games, or whose opponent had White in them; of equal players by
    balance, then by lot. In a Swiss, players meet so that nobody has one colour a third time in a row."""

    NIGIRI = "nigiri"
    """By lot."""


class SeedSystem(Enum):
    """Ideal opponent within a group [OPENGOTHA 11.7]."""

    SPLIT_AND_RANDOM = "SPLITANDRANDOM"
    SPLIT_AND_FOLD = "SPLITANDFOLD"
    SPLIT_AND_SLIP = "SPLITANDSLIP"


class Placement(Enum):
    """Which part of a group is drawn up or down first [OPENGOTHA 11.6]."""

    TOP = "TOP"
    MIDDLE = "MID"
    BOTTOM = "BOT"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapRules:
    """Rules of handicap stones [OPENGOTHA 12].

    Examples
    --------
    >>> Rules(handicap=HandicapRules(ceiling=0)).handicap.ceiling
    0
    """

    by_mms: bool = True
    """Compare McMahon scores; otherwise grades."""

    threshold: Grade = parameter(Grade(0), "Lowest grade at which all games are even", unit="grade")

    correction: int = field(default=1, metadata=within(-99, 99))
    """Stones taken off every handicap; negative adds."""

    ceiling: int = parameter(9, "Largest handicap", **STONES)

    even_at_bar: bool = parameter(False, "Even games for players at the bar", source="BGA 4.3")

    komi_x2: int = field(default=1, metadata=HALVES)
    """Komi of a game with a handicap: half a point, so that no jigo is possible, or 0."""

    def __post_init__(self) -> None:
        check_values(self)


# ---- How parameters of OpenGotha's weights are written ----

_SEEDING = {
    "fold": SeedSystem.SPLIT_AND_FOLD,
    "slip": SeedSystem.SPLIT_AND_SLIP,
    "random": SeedSystem.SPLIT_AND_RANDOM,
}
SEED_SYSTEM = words_of(_SEEDING | {system.value.lower(): system for system in SeedSystem})


def _two(text: str, example: str) -> list[str]:
    words = [*filter(None, re.split(r"[,\s]+", text))]
    if len(words) != 2:
        raise InputError(
            phrase("must be two, such as {example}, not {got!r}", example=example, got=text)
        )
    return words


def read_grade(text: str) -> Grade:
    """A grade, but for that of a professional, for which another one stands in a tournament."""
    try:
        grade = Grade.parse(text)
    except ValueError as error:
        raise InputError(message_of(error)) from error
    if message := Grade.replacement(text):
        raise InputError(phrase("grades go from 30k to 9d; {said}", said=message))
    return grade


GRADE = Written(read_grade, str, marked("Enter a grade from 30k to 9d."))
PLACE = words_of({place.name.lower(): place for place in Placement})
SEED_SYSTEMS = Written(
    lambda text: tuple(map(SEED_SYSTEM.read, _two(text, "fold,slip"))),
    lambda pair: ",".join(map(str, map(SEED_SYSTEM.write, pair))),
)
SEED_CRITERIA = Written(
    lambda text: tuple(read_criteria(each, "")[0] for each in _two(text, "Rating,NULL")),
    lambda pair: ",".join(each.value for each in pair),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """Parameters of OpenGotha's weights [OPENGOTHA 2, 11]; defaults are those of its reader.

    Examples
    --------
    >>> Rules(pairing=PairingRules(minimise_handicap=1000)).pairing.concavity
    0.5
    """

    concavity: float = fact(
        0.5,
        marked("Concavity"),
        "Concavity of small differences, from 0 (linear) to 1",
        unit="factor",
        source="OPENGOTHA 11",
        least=0,
        most=10,
    )

    avoid_duplicate: int = fact(
        500_000_000_000_000, marked("Weight: no rematch"), "Weight against rematches", **_WEIGHT
    )

    random: int = fact(0, marked("Weight: chance"), "Weight of chance", **_WEIGHT)

    deterministic: bool = fact(
        True,
        marked("Same chance each time"),
        "Derive random numbers from the names",
        source="OPENGOTHA 11.2",
    )

    balance_colours: int = fact(
        1000, marked("Weight: colours"), "Weight of balanced colours", **_WEIGHT
    )

    avoid_mixing_categories: int = fact(
        20_000_000_000_000,
        marked("Weight: same category"),
        "Weight against mixing categories",
        **_WEIGHT,
    )

    minimise_score_difference: int = fact(
        100_000_000_000, marked("Weight: equal scores"), "Weight of equal scores", **_WEIGHT
    )

    draw_up_down: int = fact(
        100_000_000,
        marked("Weight: drawing up and down"),
        "Weight of the choice of players drawn up and down",
        **_WEIGHT,
    )

    compensate_draw_up_down: bool = fact(
        True,
        marked("Balance drawing up and down"),
        "Compensate draws up and down",
        source="OPENGOTHA 11.6",
    )

    drawn_down_from: Placement = fact(
        Placement.MIDDLE,
        marked("Who is drawn down"),
        "Which player of the upper group is drawn down",
        source="OPENGOTHA 11.6",
        written=PLACE,
        choices=("top", "middle", "bottom"),
    )

    drawn_up_from: Placement = fact(
        Placement.MIDDLE,
        marked("Who is drawn up"),
        "Which player of the lower group is drawn up",
        source="OPENGOTHA 11.6",
        written=PLACE,
        choices=("top", "middle", "bottom"),
    )

    maximise_seeding: int = fact(
        5_000_000,
        marked("Weight: order within a group"),
        "Weight of the seeding within a group",
        **_WEIGHT,
    )

    last_round_of_first_seed_system: int = fact(
        2,
        marked("Last early round"),
        "Last round of the first seed system",
        unit="round",
        source="OPENGOTHA 11.7",
        least=0,
        most=99,
    )

    seed_systems: tuple[SeedSystem, SeedSystem] = fact(
        (
            SeedSystem.SPLIT_AND_RANDOM,
            SeedSystem.SPLIT_AND_FOLD,
        ),
        marked("Pairing within a group, early and late rounds"),
        "Seed systems of the first rounds and of later ones: fold, slip or random",
        unit="systems",
        source="OPENGOTHA 11.7",
        written=SEED_SYSTEMS,
    )

    seed_criteria: tuple[Criterion, Criterion] = fact(
        (Criterion.RATING, Criterion.NONE),
        marked("Order within a group, early and late rounds"),
        "Extra criteria of the order within a group under each, such as Rating,NULL",
        unit="criteria",
        source="OPENGOTHA 10",
        written=SEED_CRITERIA,
    )

    grade_threshold: Grade = fact(
        Grade(3),
        marked("Strong players from"),
        "Grade, with wins added, from which handicaps do not count",
        unit="grade",
        source="OPENGOTHA 11.8",
        written=GRADE,
    )

    wins_threshold: bool = fact(
        True,
        marked("Also players with many wins"),
        "Do the same for players with wins in half of the rounds",
        source="OPENGOTHA 11.8",
    )

    bar_threshold: bool = fact(
        True,
        marked("Also players at the bar"),
        "Do the same for players who started at the bar",
        source="OPENGOTHA 11.8",
    )

    secondary_criteria: int = fact(
        100_000_000_000,
        marked("Weight: handicap, club and country"),
        "Weight of the secondary criteria",
        **_WEIGHT,
    )

    minimise_handicap: int = fact(
        0, marked("Weight: small handicaps"), "Weight of small handicaps", **_WEIGHT
    )

    avoid_same_area: int = fact(
        100_000_000_000,
        marked("Weight: other clubs and countries"),
        "Weight against opponents of one club or country",
        **_WEIGHT,
    )

    country_groups: int = fact(
        1,
        marked("Groups to avoid the same country"),
        "Score groups to cross rather than pair within a country",
        unit="groups",
        source="OPENGOTHA 11.9",
        least=0,
        most=99,
    )

    club_groups: int = fact(
        3,
        marked("Groups to avoid the same club"),
        "Score groups to cross rather than pair within a club",
        unit="groups",
        source="OPENGOTHA 11.9",
        least=0,
        most=99,
    )

    variant: Variant | None = None
    """OpenGotha version that draws by these parameters; null if not set."""

    def __post_init__(self) -> None:
        check_values(self)

    @classmethod
    def of_new_tournaments(cls) -> Self:
        """What OpenGotha sets for a new McMahon tournament, as parameters of no version of it."""
        return cls(
            balance_colours=10**6,
            avoid_mixing_categories=0,
            seed_systems=(SeedSystem.SPLIT_AND_RANDOM, SeedSystem.SPLIT_AND_SLIP),
            grade_threshold=Grade(0),
            wins_threshold=False,
        )

    @property
    def usual_model(self) -> ModelName:
        """Name of the weight model that fits the parameters, see ``Rules.usual_model``."""
        if self in (PairingRules(), PairingRules.of_new_tournaments()):
            return DEFAULT_MODEL
        return "opengotha352" if self.variant == "v352" else "opengotha351"


_RANGE = re.compile(
    r"([0-9]{1,2}(?:\.[05])?) in ([0-9]{1,2})-([0-9]{1,2}) for ([0-9]{1,4})-([0-9]{1,4})"
)


def acceleration_ranges(text: str) -> Iterator[tuple[int, slice, slice]]:
    """Doubled virtual points, and the rounds and pairing numbers, from 0, that have them.

    Raises
    ------
    RuleError
        If a text is none of ranges.
    """
    for part in text.split(","):
        found = _RANGE.fullmatch(part.strip())
        first, last, one, other = map(int, found.groups()[1:]) if found else (0, 0, 0, 0)
        if not (found and 1 <= first <= last and 1 <= one <= other):
            raise RuleError(
                "expected none, baku, or points, rounds and pairing numbers such as "
                f"1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8, got {part.strip()[:60]!r}",
                about="acceleration",
            )
        yield round(2 * float(found[1])), slice(first - 1, last), slice(one - 1, other)


@dataclass(frozen=True, kw_only=True)
class FidePlayerRules:
    """What FIDE's systems for players leave to a tournament.

    Examples
    --------
    >>> FidePlayerRules(acceleration="baku").order
    'rating'
    """

    order: NumberOrder = parameter(
        "rating",
        "What pairing numbers go by: rating-name, rating (of equals by entry), or entry",
        source="C.04.2",
    )

    acceleration: str = parameter(
        "none",
        "Virtual points: none, baku, or ranges such as 1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8",
        source="C.04.7",
    )

    initial_colour: Literal["lot", "white", "black"] = parameter(
        "lot", "Colour of the first player in round 1", source="C.04.3 E.5"
    )

    def __post_init__(self) -> None:
        check_values(self)
        if self.acceleration not in ("none", "baku"):
            [*acceleration_ranges(self.acceleration)]


@dataclass(frozen=True, kw_only=True)
class FideMatchRules(FidePlayerRules):
    """What FIDE's systems of matches leave to a tournament: Double-Swiss, and teams."""

    next_bracket: Literal["parity", "fewest"] = parameter(
        "parity",
        "Upfloaters that the next score group may need: by parity, or the fewest",
        source="C.04.5, C.04.6",
    )


@dataclass(frozen=True, kw_only=True)
class DoubleSwissRules(FideMatchRules):
    """What Double-Swiss leaves to a tournament.

    Examples
    --------
    >>> DoubleSwissRules().baku_points
    'game'
    """

    baku_points: Literal["game", "match"] = parameter(
        "game",
        "Virtual points of Baku in Double-Swiss: those of a game, or of a match",
        source="C.04.7",
    )


@dataclass(frozen=True, kw_only=True)
class SwissTeamRules(FideMatchRules):
    """What FIDE's Swiss team system leaves to a tournament.

    Examples
    --------
    >>> SwissTeamRules(colour_preferences="B").team_score
    'match'
    """

    colour_preferences: Literal["A", "B", "none"] = parameter(
        "A", "Colour preferences of teams: type A, type B or none", source="C.04.6"
    )

    team_score: Literal["match", "game"] = parameter(
        "match", "Points that make the score groups of teams", source="C.04.6"
    )

    team_secondary: Literal["other", "none"] = parameter(
        "other",
        "Points that rank teams of one score for colours: the others, or none",
        source="C.04.6",
    )

    last_preference: Literal["strong", "none"] = parameter(
        "strong",
        "Preference of type B after two equal colours in the last round: strong, or none",
        source="C.04.6",
    )


@dataclass(frozen=True, kw_only=True)
class FideRules(SwissTeamRules, DoubleSwissRules):
    """What FIDE's systems leave to a tournament.

    Examples
    --------
    >>> FideRules(acceleration="baku").colour_preferences
    'A'
    """


_SAME = re.compile(
    r"(\S(?:.*?\S)??)(?: from ([0-9]{1,3}))?(?: until ([0-9]{1,3}))?( not at the top)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Same:
    """A rule about players who have the same value of an attribute, such as pupils of one school.

    Raises
    ------
    RuleError
        If it names no attribute, or no round.

    Examples
    --------
    >>> Same("school", until=3)
    Same(attribute='school', until=3, not_in_top_group=False, since=None)
    """

    attribute: str
    """Name of an attribute of the players, or ``club`` or ``country``."""

    until: int | None = None
    """The last round in which the rule holds, from 1; None for all."""

    not_in_top_group: bool = False
    """Whether two players of the highest score may meet, as soon as there are other scores."""

    since: int | None = None
    """The first round in which the rule holds; None for round 1."""

    def __post_init__(self) -> None:
        check_values(self)
        if not self.attribute:
            raise RuleError(phrase("an attribute needs a name, not {got!r}", got=self.attribute))
        if self.until is not None and self.until < 1:
            raise RuleError(
                phrase("the last round must be 1 or more, not {until!r}", until=self.until)
            )
        if self.since is not None and not 1 <= self.since <= (self.until or self.since):
            raise RuleError(
                phrase(
                    "the first round must be 1 or more and not behind the last one, not {since!r}",
                    since=self.since,
                )
            )

    @classmethod
    def parse(cls, text: str) -> Self:
        """The rule that a text states, such as ``school``, ``school from 2 until 3`` or ``club not at the top``.

        Raises
        ------
        RuleError
            If it names no attribute, or no round.

        Examples
        --------
        >>> Same.parse("school until 3")
        Same(attribute='school', until=3, not_in_top_group=False, since=None)
        """
        match = _SAME.fullmatch(text.strip())
        if match is None or " until " in f" {match[1].lower()} ":
            raise RuleError(
                phrase(
                    "{text!r} is not an attribute, such as school, school until 3 or school not at the top",
                    text=text,
                )
            )
        since, until = (None if text is None else int(text) for text in match.groups()[1:3])
        return cls(match[1], until=until, not_in_top_group=match[4] is not None, since=since)

    def __str__(self) -> str:
        since = "" if self.since is None else f" from {self.since}"
        until = "" if self.until is None else f" until {self.until}"
        return f"{self.attribute}{since}{until}{' not at the top' if self.not_in_top_group else ''}"

    def holds_in(self, round: int) -> bool:
        """Whether it holds in a round."""
        return (self.since or 1) <= round <= (self.until or round)

    @property
    def lasts(self) -> bool:
        """Whether it holds in all rounds, whatever the scores are."""
        return self.until is None and not self.not_in_top_group


_FORMER_NAMES = {"dutch": "fide"}
"""What rules were called before, in Python, files and histories."""


def with_present_names(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Rules by name, as a file or a history holds them, by the names that they have now."""
    present = {former: now for former, now in _FORMER_NAMES.items() if now not in rules}
    return {present.get(name, name): value for name, value in rules.items()}


@renamed(**_FORMER_NAMES)
@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Rules of a tournament, set before the first round.

    Examples
    --------
    >>> Rules(rounds=5, bar=Grade.parse("3d"), floor=Grade.parse("20k")).bar
    Grade.parse('3d')
    """

    rounds: int = parameter(5, "Number of rounds", **ROUNDS)

    games: int = parameter(
        1,
        "Games of a pair in a round: 1, or 2 with colours exchanged",
        source="C.04.5",
        **within(1, MOST_GAMES),
    )
    """Games of a pair in a round: 1, or a match of 2 with colours exchanged, whose points are added."""

    floor: Grade = parameter(Grade(-20), "Floor, such as 20k", unit="grade")
    """Lowest starting grade; weaker players start at it."""

    bar: Grade = parameter(
        Grade(3), "Bar, such as 3d; automatic takes it from the handbook's table", unit="grade"
    )
    """Highest starting grade; stronger players start at it."""

    merged_grades: tuple[Grade, ...] = ()
    """Grades that start together with the next higher one, as MacMahon's groups have it; only those
    below the bar, down to the floor, matter."""

    category_limits: tuple[Grade, ...] = parameter(
        (),
        "Lowest grade of each category but the last, such as 1d,5k; none for one",
        unit="grades",
    )
    """Lowest grade of each category but the last, strongest first; empty for one category."""

    points: Points = field(default_factory=Points)
    """Points for games, byes and absences."""

    top_sleepers_lowered: int = parameter(
        0,
        "Points by which absent players of the top group start lower",
        source="BGA 4.4",
        least=0,
        most=9,
    )

    unplayed_as_half_point: bool = False
    """Whether OpenGotha's SOS counts every round that an opponent did not play as half a point."""

    absence_as_half_point: bool = False
    """Whether the papers' SOS counts an absence of an opponent as half a point, whatever it is worth,
    and then rounds the opponent's score down [V 6.1]."""

    missed: MissedRound = "bga"
    """How SOS counts the rounds that an opponent has missed."""

    tie_breaks: Edition = parameter(
        "date",
        "Edition of FIDE's tie-breaks: date for the one in force on the first day, 2024 or 2026",
        source="C.07",
    )
    """Edition of FIDE's tie-breaks."""

    format: EventFormat | None = parameter(
        None,
        "Format: McMahon, Swiss, Swiss with categories, Round robin, Cup; usual states none",
        unit="name",
        among=(*STATED_FORMATS, "usual"),
    )
    """Format of the event, as it is stated; null for what the system or else the first criterion says."""

    placement: tuple[Criterion, ...] = parameter(
        (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS),
        "Criteria of the standings, such as MMS,SOS,SOSOS",
        unit="list",
    )
    """Criteria of the standings, the first first. The first score among them makes the groups."""

    seeding: tuple[Criterion, ...] = parameter(
        (), "Order within a group for the draw, or same", unit="list"
    )
    """Criteria that order the players of a group for the draw; empty for those of the standings."""

    prizes: tuple[Criterion, ...] = parameter((), "Criteria for prizes, or same", unit="list")
    """Criteria by which prizes are given; empty for those of the standings."""

    colours: Colours = parameter(
        Colours.BY_MODEL,
        f"Colours of even games: {', '.join(rule.value for rule in Colours)}",
        unit="rule",
        among=tuple(rule.value for rule in Colours),
    )
    """Rule of the colours."""

    postponed: PostponedGames = parameter(
        "half", "Postponed games in later draws: half (a point each), none, or range of scores"
    )
    """What a postponed game counts in draws of later rounds until it is played: ``half`` a point for each of the
    two, ``none``, or a ``range``: the scores of the two are open from a loss to a win, so that an opponent of any
    score in between is on score. In standings it counts as not played yet."""

    handicap: HandicapRules = field(default_factory=HandicapRules)
    """How many stones a game has."""

    pairing: PairingRules = field(default_factory=PairingRules)
    """Parameters of OpenGotha's weights."""

    model: ModelName | None = parameter(
        None,
        "Weight model of all draws, or usual for the one that fits",
        unit="name",
        among=(*get_args(ModelName), "usual"),
    )
    """Weight model of all draws; null for the one that fits."""

    system: SystemName | None = parameter(
        None,
        "Pairing system of all draws, or usual for the one that fits",
        unit="name",
        among=(*get_args(SystemName), "usual"),
    )
    """Pairing system of all draws; null for weights, or for swiss if players need no grade."""

    fide: FideRules = field(default_factory=FideRules)
    """Parameters of the systems of FIDE."""

    club_groups: tuple[frozenset[str], ...] = ()
    """Clubs that count as near each other, in lower case."""

    never_same: tuple[Same, ...] = parameter(
        (), "Never pair the same school, trainer until 3, … or none", unit="list"
    )
    """Attributes: players with the same value do not meet."""

    avoid_same: tuple[Same, ...] = parameter(
        (), "Avoid pairing the same school, club not at the top, … or none", unit="list"
    )
    """Attributes: players with the same value meet only where the draw would suffer otherwise."""

    closed_tables: tuple[frozenset[int], ...] = field(default=(), metadata=TABLES)
    """Numbers of tables that a draw does not use, from the first round on."""

    doubtful: bool = field(default=False, compare=False, repr=False)
    """Whether the floor may be above the bar, since it is in a file: everybody then starts at the bar.
    Otherwise such rules cannot be made."""

    @property
    def by_fide(self) -> bool:
        """Whether one of FIDE's systems pairs, with meetings, colours and pairing numbers of its own."""
        return self.system in FIDE_SYSTEMS

    @classmethod
    def found(cls, **values: Any) -> Self:  # noqa: ANN401 - the fields
        """Rules as the file of another program has them, contradictions included."""
        try:
            return cls(**values)
        except RuleError as error:
            if error.code != "contradiction":
                raise
            return cls(**values, doubtful=True)

    def __post_init__(self) -> None:
        check_values(self)
        if self.format is EventFormat.UNDEFINED:  # so called where nobody stated one
            object.__setattr__(self, "format", None)
        for criterion in (*self.placement, *self.seeding, *self.prizes):
            tie_break = criterion.tie_break
            if tie_break is not None and tie_break.needs_teams:
                message = phrase("{tie_break} is a tie-break of teams", tie_break=tie_break)
                raise RuleError(message, about="criteria")
        if self.floor > self.bar and not self.doubtful:
            raise self.floor_above_bar()

    def floor_above_bar(self) -> RuleError:
        """Error message if the floor is above the bar."""
        return RuleError(
            phrase("the floor, {floor}, is above the bar, {bar}", floor=self.floor, bar=self.bar),
            code="contradiction",
            place=("rules", "floor"),
            expected=f"expected a grade up to the bar, {self.bar}, got {str(self.floor)!r}",
        )

    @property
    def kind(self) -> EventFormat:
        """The format: the stated one, or else that of the system or of the first criterion of the standings."""
        first = self.placement[0] if self.placement else Criterion.NONE
        usual = _FORMATS.get(self.system) or _FORMATS.get(first, EventFormat.UNDEFINED)
        return self.format or usual

    def with_format(self) -> Self:
        """The same rules, which state the format that follows from system and first criterion."""
        kind = replace(self, format=None).kind
        return replace(self, format=None if kind is EventFormat.UNDEFINED else kind)

    @property
    def starts_by_grade(self) -> bool:
        """Whether the standings go by McMahon scores first, which grades begin."""
        return self.placement[:1] == (Criterion.MMS,)

    @property
    def main_criterion(self) -> Criterion:
        """The score that makes the groups: the first of wins, MMS, cup score in the placement."""
        return next((c for c in self.placement if c in SCORES), Criterion.WINS)

    @property
    def by_mms(self) -> bool:
        """Whether McMahon scores make the groups, so that grades, absences and byes count as these have it."""
        return self.main_criterion is Criterion.MMS

    @property
    def usual_model(self) -> ModelName:
        """Name of the default weight model.

        The default is the tournament's model if it names one; opengotha351 or opengotha352, by the
        variant, if the parameters of OpenGotha's weights are not those of a new tournament; otherwise
        fastpair.
        """
        return self.model or self.pairing.usual_model

    def closed_in(self, round: int) -> frozenset[int]:
        """The tables that a draw of a round, from 1, does not use."""
        return frozenset().union(*self.closed_tables[round - 1 : round])

    @property
    def predetermined(self) -> bool:
        """Whether everybody knows all opponents beforehand [FIDE C.07 15]."""
        return self.kind is EventFormat.ROUND_ROBIN

    @property
    def seeding_criteria(self) -> tuple[Criterion, ...]:
        """Criteria that order the players for the draw."""
        return self.seeding or self.placement

    @property
    def prize_criteria(self) -> tuple[Criterion, ...]:
        """Criteria of the standings by which prizes are given."""
        return self.prizes or self.placement

    @property
    def categories(self) -> int:
        """Number of categories."""
        return len(self.category_limits) + 1


_FORMATS: Mapping[SystemName | Criterion | None, EventFormat] = {
    "round-robin": EventFormat.ROUND_ROBIN,
    "cup": EventFormat.CUP,
    Criterion.MMS: EventFormat.MCMAHON,
    Criterion.WINS: EventFormat.SWISS,
    Criterion.CATEGORY: EventFormat.SWISS_CATEGORIES,
    Criterion.CUP_SCORE: EventFormat.CUP,
}
