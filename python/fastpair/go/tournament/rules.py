"""The rules of a tournament, as its director sets them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from ...errors import InputError, RuleError
from ...facts import fact
from ...parameters import Written, checked_late, renamed, within, words_of
from ...sentences import in_context, marked, phrase
from .criteria import SCORES, Criterion
from .event_kind import STATED_FORMATS, EventFormat, EventKind
from .game import MOST_GAMES, Points
from .grade import Grade
from .player import NumberOrder  # noqa: TC001 - the annotations are read
from .ranges import HALVES, ROUNDS, STONES, TABLES, check_values
from .systems import FIDE_SYSTEMS, SystemName
from .tie_breaks import Edition  # noqa: TC001 - the annotations are read
from .weights import ModelName, PairingRules
from .written import CRITERIA, CRITERIA_OR_SAME, GRADE, GRADES, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


# Points and scores are doubled (``_x2``), so that half points stay integers.


MissedRound = Literal["bga", "own", "fide"]
"""What a round without an opponent adds to the papers' SOS: ``"bga"`` the own score before round 1
[BGA 4.6]; ``"own"`` a bye the own score, an absence nothing [V 4.2.2]; ``"fide"`` the same, and to the sums
of wins the own score [FIDE C.07]. To SOSOS ``"bga"`` adds the own
SOS, the others nothing [INTERPRETATION 5]."""

RoundRobinTable = Literal["fide", "berger", "former"]
"""The table of a round robin: Berger's, in two cycles as FIDE has it, or in all; or fastpair's before Berger's."""

Seeds = Literal["fold", "number", "lot"]
"""The pairs of the first round of a cup."""

PostponedGames = Literal["half", "none", "range"]
"""What a postponed game counts in draws of later rounds."""


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

    threshold: Grade = fact(
        Grade(0),
        marked("Even games from"),
        "Lowest grade at which all games are even",
        name="even_from",
        unit="grade",
        effect=marked("Players of this grade and above play without handicap."),
        game="go",
        written=GRADE,
    )

    correction: int = field(default=1, metadata=within(-99, 99))
    """Stones taken off every handicap; negative adds."""

    ceiling: int = fact(
        9,
        marked("Maximum handicap"),
        "Largest handicap",
        name="most_stones",
        game="go",
        limits=STONES,
    )

    even_at_bar: bool = fact(
        False,
        marked("Even games at the bar"),
        "Even games for players at the bar",
        source="BGA 4.3",
        game="go",
    )

    komi_x2: int = field(default=1, metadata=HALVES)
    """Komi of a game with a handicap: half a point, so that no jigo is possible, or 0."""

    def __post_init__(self) -> None:
        check_values(self)


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

    order: NumberOrder = fact(
        "rating",
        marked("Pairing numbers by"),
        "What pairing numbers go by: rating-name, rating (of equals by entry), entry, or lot",
        source="C.04.2",
        words={
            "rating-name": marked("Rating and name"),
            "rating": marked("Rating and order of entry"),
            "entry": marked("Order of entry"),
            "lot": marked("By lot"),
        },
    )

    acceleration: str = fact(
        "none",
        marked("Acceleration"),
        "Virtual points: none, baku, or ranges such as 1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8",
        source="C.04.7",
        effect=marked(
            "Virtual points: baku, or ranges such as 1 in 1-3 for 1-8, 0.5 in 4-5 for 1-8. Empty for none."
        ),
        empty=NONE,
    )

    initial_colour: Literal["lot", "white", "black"] = fact(
        "lot",
        marked("Colour of the first player in round 1"),
        "Colour of the first player in round 1",
        source="C.04.3 E.5",
        words={
            "lot": marked("By lot"),
            "white": marked("White"),
            "black": marked("Black"),
        },
    )

    def __post_init__(self) -> None:
        check_values(self)
        if self.acceleration not in ("none", "baku"):
            [*acceleration_ranges(self.acceleration)]


@dataclass(frozen=True, kw_only=True)
class FideMatchRules(FidePlayerRules):
    """What FIDE's systems of matches leave to a tournament: Double-Swiss, and teams."""

    next_bracket: Literal["parity", "fewest"] = fact(
        "parity",
        marked("Criterion C6, if it cannot be met"),
        "Upfloaters that the next score group may need: by parity, or the fewest",
        source="C.04.5, C.04.6",
        effect=marked("C6: into the next score group players are drawn up for parity only."),
        words={
            "parity": marked("Left out"),
            "fewest": marked("As few drawn up as possible"),
        },
    )


@dataclass(frozen=True, kw_only=True)
class DoubleSwissRules(FideMatchRules):
    """What Double-Swiss leaves to a tournament.

    Examples
    --------
    >>> DoubleSwissRules().baku_points
    'game'
    """

    baku_points: Literal["game", "match"] = fact(
        "game",
        marked("Virtual points of Baku"),
        "Virtual points of Baku in Double-Swiss: those of a game, or of a match",
        source="C.04.7",
        words={"game": marked("Those of a game"), "match": marked("Those of a match")},
    )


@dataclass(frozen=True, kw_only=True)
class SwissTeamRules(FideMatchRules):
    """What FIDE's Swiss team system leaves to a tournament.

    Examples
    --------
    >>> SwissTeamRules(colour_preferences="B").team_score
    'match'
    """

    colour_preferences: Literal["A", "B", "none"] = fact(
        "A",
        marked("Colour preferences"),
        "Colour preferences of teams: type A, type B or none",
        source="C.04.6",
        effect=marked("When a team must, or should, have a colour at board 1."),
        words={
            "A": marked("Type A"),
            "B": marked("Type B"),
            "none": in_context("preference", "None"),
        },
    )

    team_score: Literal["match", "game"] = fact(
        "match",
        marked("Score groups by"),
        "Points that make the score groups of teams",
        source="C.04.6",
        words={"match": marked("Match points"), "game": marked("Board points")},
    )

    team_secondary: Literal["other", "none"] = fact(
        "other",
        marked("Secondary score"),
        "Points that rank teams of one score for colours: the others, or none",
        source="C.04.6",
        effect=marked("Ranks two teams with equal scores when colours are given."),
        words={"other": marked("The other points"), "none": in_context("points", "None")},
    )

    last_preference: Literal["strong", "none"] = fact(
        "strong",
        marked("Preference in the last round"),
        "Preference of type B after two equal colours in the last round: strong, or none",
        source="C.04.6",
        effect=marked("Type B, after two equal colours, if White and Black are balanced."),
        words={"strong": marked("Strong"), "none": in_context("preference", "None")},
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
    @checked_late
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

    @checked_late
    def holds_in(self, round: int) -> bool:
        """Whether it holds in a round."""
        return (self.since or 1) <= round <= (self.until or round)

    @property
    def lasts(self) -> bool:
        """Whether it holds in all rounds, whatever the scores are."""
        return self.until is None and not self.not_in_top_group


def _read_same(text: str) -> tuple[Same, ...]:
    """The rules about attributes in a list with commas; ``none`` for no rules."""
    if text.strip().lower() == NONE:
        return ()
    try:
        return tuple(dict.fromkeys(map(Same.parse, text.split(","))))
    except RuleError as error:
        raise InputError(error.message) from None


SAME = Written(
    _read_same,
    lambda rules: ", ".join(map(str, rules)) or NONE,
    marked("Enter columns such as school, school until 3 or school not at the top, or none."),
)

USUAL = "usual"
"""Stands for the model, the system or the format that fits."""


def _or_usual(names: Any) -> Written:  # noqa: ANN401 - a Literal
    return words_of({**{name: name for name in get_args(names)}, USUAL: None})


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

    rounds: int = fact(
        5,
        marked("Rounds"),
        "Number of rounds",
        limits=ROUNDS,
        effect=marked("Can be changed until the last round is paired."),
        expected=marked("Enter a number from 1 to 99."),
        asked=lambda kind: not (kind.ends_by_losses or kind.predetermined),
    )

    games: int = fact(
        1,
        marked("Games in a round"),
        "Games of a pair in a round: 1, or 2 with colours exchanged",
        source="C.04.5",
        limits=within(1, MOST_GAMES),
        words={"1": marked("One"), "2": marked("Two, with colours exchanged")},
        game="chess",
    )
    """Games of a pair in a round: 1, or a match of 2 with colours exchanged, whose points are added."""

    cycles: int = fact(
        1,
        marked("Cycles"),
        "Cycles of a round robin, in each of which everybody meets everybody",
        source="C.05",
        limits=within(1, 99),
        effect=marked("In each, everybody meets everybody; colours are exchanged in every second."),
        expected=marked("Enter a number from 1 to 99."),
        sentence=marked("cycles: {cycles}"),
        asked=lambda kind: kind.predetermined,
    )
    """How often everybody meets everybody in a round robin: 1, or more with colours exchanged in every second cycle."""

    schedule: RoundRobinTable = fact(
        "fide",
        marked("Table of the round robin"),
        "Table of a round robin: fide (Berger's; in two cycles FIDE's order) or berger",
        source="C.05",
        effect=marked("In FIDE’s order of two cycles nobody has one colour three times in a row."),
        words={
            "fide": marked("Berger’s table, two cycles in FIDE’s order"),
            "berger": marked("Berger’s table in every cycle"),
            "former": marked("Former table of fastpair"),
        },
        asked=lambda kind: kind.predetermined,
    )
    """The table of a round robin: ``fide`` Berger's, with the last two rounds of the first of two cycles exchanged;
    ``berger`` the same without that; ``former`` that of earlier versions, which is kept where a file has it."""

    needs_half: bool = fact(
        False,
        marked("No place with less than half of the games"),
        "Whoever withdraws from a round robin with less than half of the games played has no place",
        source="C.05 6.6",
        effect=marked("Who withdraws with less has no place, and these games count for nobody."),
        asked=lambda kind: kind.predetermined,
    )
    """Whether a player of a round robin who has completed less than half of the games is without a place: games
    against such a one count for nobody, see ``unranked``."""

    third_place: bool = fact(
        False,
        marked("Game for third place"),
        "Game for third place of a cup, drawn with the final",
        effect=marked("The losers of the semifinals meet while the final is played."),
        asked=lambda kind: kind.has_third_place,
    )
    """Whether the losers of the semifinals of a cup meet in its last round."""

    seeds: Seeds = fact(
        "fold",
        marked("Seeds of the cup"),
        "Seeds of a cup: fold (1 meets 2 in the final), number (neighbours), or lot",
        effect=marked("By rating, then by grade and name. The first seeds have the byes."),
        words={
            "fold": marked("By rating, 1 and 2 on different sides"),
            "number": marked("Neighbours by rating meet"),
            "lot": marked("By lot"),
        },
        asked=lambda kind: kind.has_third_place,
    )
    """The pairs of the first round of a cup: ``fold`` by the usual bracket, in which the best meet as late as
    they can and have the byes; ``number``: neighbours by strength, with byes by lot; ``lot`` the bracket by lot."""

    floor: Grade = fact(
        Grade(-20),
        marked("Floor"),
        "Floor, such as 20k",
        unit="grade",
        effect=marked("Players below this grade start in the lowest group."),
        game="go",
        written=GRADE,
    )
    """Lowest starting grade; weaker players start at it."""

    bar: Grade = fact(
        Grade(3),
        marked("Bar"),
        "Bar, such as 3d; automatic takes it from the handbook's table",
        unit="grade",
        effect=marked("Players at or above this grade start in the top group."),
        game="go",
        written=GRADE,
    )
    """Highest starting grade; stronger players start at it."""

    merged_grades: tuple[Grade, ...] = ()
    """Grades that start together with the next higher one, as MacMahon's groups have it; only those
    below the bar, down to the floor, matter."""

    category_limits: tuple[Grade, ...] = fact(
        (),
        marked("Categories"),
        "Lowest grade of each category but the last, such as 1d,5k; none for one",
        name="categories",
        unit="grades",
        effect=marked("Lowest grade of each category but the last, such as 1d,5k. Empty for none."),
        game="go",
        empty=NONE,
        written=GRADES,
    )
    """Lowest grade of each category but the last, strongest first; empty for one category."""

    points: Points = field(default_factory=Points)
    """Points for games, byes and absences."""

    top_sleepers_lowered: int = fact(
        0,
        marked("Late start of absent top players"),
        "Points by which absent players of the top group start lower",
        name="sleepers",
        source="BGA 4.4",
        effect=marked("Points by which players of the top group start lower if they miss a round."),
        game="go",
        limits=within(0, 9),
    )

    unplayed_as_half_point: bool = False
    """Whether OpenGotha's SOS counts every round that an opponent did not play as half a point."""

    absence_as_half_point: bool = False
    """Whether the papers' SOS counts an absence of an opponent as half a point, whatever it is worth,
    and then rounds the opponent's score down [V 6.1]."""

    missed: MissedRound = "bga"
    """How SOS counts the rounds that an opponent has missed."""

    tie_breaks: Edition = fact(
        "date",
        marked("Edition of FIDE’s tie-breaks"),
        "Edition of FIDE's tie-breaks: date for the one in force on the first day, 2024 or 2026",
        source="C.07",
        words={
            "date": marked("In force on the first day"),
            "2024": marked("From August 2024"),
            "2026": marked("From March 2026"),
        },
        game="chess",
    )
    """Edition of FIDE's tie-breaks."""

    format: EventFormat | None = fact(
        None,
        marked("Format of the event"),
        "Format: McMahon, Swiss, Swiss with categories, Round robin, Cup or Double elimination",
        name="event_format",
        unit="name",
        among=(*STATED_FORMATS, USUAL),
        written=words_of({USUAL: None, **STATED_FORMATS}),
    )
    """Format of the event, as it is stated; null for what the system or else the first criterion says."""

    placement: tuple[Criterion, ...] = fact(
        EventKind().usual_criteria,
        marked("Criteria"),
        "Criteria of the standings, such as MMS,SOS,SOSOS",
        name="criteria",
        unit="list",
        effect=marked("The first decides, the next ones break ties."),
        sentence=marked("standings: {criteria}"),
        written=CRITERIA,
    )
    """Criteria of the standings, the first first. The first score among them makes the groups."""

    seeding: tuple[Criterion, ...] = fact(
        (),
        marked("Order within a group"),
        "Order within a group for the draw, or same",
        unit="list",
        effect=marked("Criteria, the first counts most. Empty for those of the standings."),
        sentence=marked("order within a group for the draw: {criteria}"),
        empty="same",
        asked=lambda kind: kind.has_handicaps,
        written=CRITERIA_OR_SAME,
    )
    """Criteria that order the players of a group for the draw; empty for those of the standings."""

    prizes: tuple[Criterion, ...] = fact(
        (),
        marked("Criteria for prizes"),
        "Criteria for prizes, or same",
        unit="list",
        effect=marked("Empty for those of the standings."),
        sentence=marked("prizes: {criteria}"),
        empty="same",
        written=CRITERIA_OR_SAME,
    )
    """Criteria by which prizes are given; empty for those of the standings."""

    colours: Colours = fact(
        Colours.BY_MODEL,
        marked("Colours of even games"),
        f"Colours of even games: {', '.join(rule.value for rule in Colours)}",
        unit="rule",
        among=tuple(rule.value for rule in Colours),
        words={
            "model": marked("As the pairing method has it"),
            "balance": marked("Balanced, otherwise by lot"),
            "alternation": marked("Alternating"),
            "at-most-two": marked("At most two in a row, then balanced"),
            "nigiri": marked("By lot"),
        },
        sentence=marked("colours of even games: {how}"),
        written=words_of({rule.value: rule for rule in Colours}),
    )
    """Rule of the colours."""

    postponed: PostponedGames = fact(
        "half",
        marked("Postponed games in draws"),
        "Postponed games in later draws: half (a point each), none, or range of scores",
        effect=marked("Until they are played. In standings they count as not played yet."),
        words={
            "half": marked("Half a point each"),
            "none": marked("Nothing"),
            "range": marked("Open from loss to win"),
        },
    )
    """What a postponed game counts in draws of later rounds until it is played: ``half`` a point for each of the
    two, ``none``, or a ``range``: the scores of the two are open from a loss to a win, so that an opponent of any
    score in between is on score. In standings it counts as not played yet."""

    handicap: HandicapRules = field(default_factory=HandicapRules)
    """How many stones a game has."""

    pairing: PairingRules = field(default_factory=PairingRules)
    """Parameters of OpenGotha's weights."""

    model: ModelName | None = fact(
        None,
        marked("Pairing method"),
        "Weight model of all draws, or usual for the one that fits",
        unit="name",
        among=(*get_args(ModelName), USUAL),
        effect=marked("By what the best pairing is chosen."),
        asked=lambda kind: kind.has_handicaps,
        written=_or_usual(ModelName),
    )
    """Weight model of all draws; null for the one that fits."""

    system: SystemName | None = fact(
        None,
        marked("Pairing system"),
        "Pairing system of all draws, or usual for the one that fits",
        unit="name",
        among=(*get_args(SystemName), USUAL),
        written=_or_usual(SystemName),
    )
    """Pairing system of all draws; null for weights, or for swiss if players need no grade."""

    fide: FideRules = field(default_factory=FideRules)
    """Parameters of the systems of FIDE."""

    club_groups: tuple[frozenset[str], ...] = ()
    """Clubs that count as near each other, in lower case."""

    never_same: tuple[Same, ...] = fact(
        (),
        marked("Never pair the same"),
        "Never pair the same school, trainer until 3, … or none",
        unit="list",
        sentence=marked("never paired: the same {what}"),
        empty=NONE,
        written=SAME,
    )
    """Attributes: players with the same value do not meet."""

    avoid_same: tuple[Same, ...] = fact(
        (),
        marked("Avoid pairing the same"),
        "Avoid pairing the same school, club not at the top, … or none",
        unit="list",
        sentence=marked("rather not paired: the same {what}"),
        empty=NONE,
        written=SAME,
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

    @checked_late
    def closed_in(self, round: int) -> frozenset[int]:
        """The tables that a draw of a round, from 1, does not use."""
        return frozenset().union(*self.closed_tables[round - 1 : round])

    @property
    def predetermined(self) -> bool:
        """Whether everybody knows all opponents beforehand [FIDE C.07 15]."""
        return EventKind(format=self.kind).predetermined

    @property
    def pairs_by_number(self) -> bool:
        """Whether pairing numbers decide who meets: those of FIDE's systems, or of the table of a round robin."""
        return self.by_fide or self.predetermined

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
    "double-elimination": EventFormat.DOUBLE_ELIMINATION,
    Criterion.MMS: EventFormat.MCMAHON,
    Criterion.WINS: EventFormat.SWISS,
    Criterion.CATEGORY: EventFormat.SWISS_CATEGORIES,
    Criterion.CUP_SCORE: EventFormat.CUP,
}
