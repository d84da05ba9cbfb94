"""What a director enters, parsed: numbers, grades, dates, criteria, the rules and the event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import Field, asdict, dataclass, field, fields, replace
from enum import Enum
from functools import cache, partial
from itertools import pairwise
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

from ..errors import InputError, RuleError
from ..facts import with_facts
from ..formats.toml import TomlFile
from ..go.tournament import (
    MOST_GAMES,
    Colours,
    Criterion,
    FideRules,
    Grade,
    HandicapRules,
    ModelName,
    PairingRules,
    Points,
    Rules,
    SystemName,
    numbered_anew,
    read_criteria,
)
from ..go.tournament.event_kind import STATED_FORMATS
from ..go.tournament.groups import (
    players_there,
    proposed_limits,
    with_automatic_bar,
    with_groups,
)
from ..go.tournament.presets import PRESETS, preset_named, with_preset
from ..go.tournament.ranges import parse_halves, range_in
from ..go.tournament.rules import Same
from ..go.tournament.systems import FIDE_SYSTEMS, TWO_GAMES
from ..parameters import optional
from ..sentences import message_of, phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from ..go.tournament import Tournament

    _Word = TypeVar("_Word")
    _Part = TypeVar("_Part", FideRules, HandicapRules, Points, Rules)


def criteria(about: str, text: str | None, *, same: bool = False) -> tuple[Criterion, ...] | None:
    """The criteria of a list with commas, if any is typed; capitals do not matter.

    Parameters
    ----------
    same
        Whether ``same`` stands for no criteria.

    Raises
    ------
    RuleError
        If one is none, or stands there twice.
    """
    if text is None:
        return None
    if same and text.lower() == "same":
        return ()
    return read_criteria(text, about)


def _split(text: str) -> Iterator[str]:
    """The words of a list with commas."""
    return filter(None, re.split(r"[,\s]+", text))


_Number = TypeVar("_Number", int | None, float | None)
_Class = TypeVar("_Class")


AUTOMATIC = "automatic"
"""Stands for the bar that the table of the handbook gives."""

OFF = "off"
"""Stands for a tournament without handicaps."""

NONE = "none"
"""Stands for no categories, groups or rules about attributes."""

USUAL = "usual"
"""Stands for the model that fits."""
_MOST_REDUCTION = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is typed; false if that is nothing."""

    if TYPE_CHECKING:  # the values that `typed` adds

        def __init__(self, **values: Any) -> None: ...  # noqa: ANN401
        def __getattr__(self, name: str) -> Any: ...  # noqa: ANN401

    def __bool__(self) -> bool:
        return bool(without_none(self))

    def but(self, **values: Any) -> Self:  # noqa: ANN401
        """The same with other values."""
        return type(self)(**without_none(self) | values)


def typed(kind: Any, **names: str) -> Callable[[type[_Class]], type[_Class]]:  # noqa: ANN401
    """Give a class the parameters of a dataclass, each to be typed; None stays as it is.

    Those that the class itself declares stand for several fields, or have more words than the field has
    values: they are read by the class. Their place is that of the field of their name, or ``before`` another.

    Parameters
    ----------
    kind
        A dataclass of the tournament.
    names
        The fields whose values are typed under another name, by that.
    """

    def decorate(cls: type[_Class]) -> type[_Class]:
        name_of = {entry: name for name, entry in names.items()}
        own = ((name, each) for name, each in vars(cls).items() if isinstance(each, Field))
        placed = {each.metadata.get("before"): name for name, each in own}
        for entry in fields(kind):
            if (before := placed.get(entry.name)) is not None:
                cls.__annotations__[before] = cls.__annotations__.pop(before)
            name = name_of.get(entry.name, entry.name.removesuffix("_x2"))
            message = entry.metadata.get("said")
            if name in cls.__annotations__:  # it has the place of the field
                cls.__annotations__[name] = cls.__annotations__.pop(name)
            elif message is not None:
                hint = (
                    str
                    if message["among"]
                    else _typed_as(entry.name, field_types(kind)[entry.name])
                )
                cls.__annotations__[name] = hint | None
                about = {"said": message, "field": entry.name}
                if hint not in (bool, int, float):
                    is_points = entry.name.endswith("_x2")
                    about["own"] = float if is_points else field_types(kind)[entry.name]
                setattr(cls, name, field(default=None, metadata=about))
        return cls

    return decorate


@cache
def field_types(kind: Any) -> Mapping[str, Any]:  # noqa: ANN401 - any dataclass
    """The types of the fields of a dataclass, without None."""
    hints = get_type_hints(kind).items()
    return {
        name: next(iter(get_args(hint)), hint) if _may_be_none(hint) else hint
        for name, hint in hints
    }


def _may_be_none(hint: Any) -> bool:  # noqa: ANN401
    return NoneType in get_args(hint)


def _typed_as(name: str, hint: Any) -> Any:  # noqa: ANN401
    """The type of what is typed for a field: a text, unless it is a switch, a number or a word."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Literal[*(each.name.lower() for each in hint)]
    return hint if hint in (bool, int, float) and not name.endswith("_x2") else str


_Reader = Callable[[str, Any], Any]
"""What reads a value that is typed, by its name and as it is."""


def values_typed(stated: Typed, kind: Any, **own: _Reader) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """The fields of a dataclass for which something is typed, with their values.

    Parameters
    ----------
    own
        What reads a field of that name otherwise than those of others.

    Raises
    ------
    RuleError
        If a value is none of its field.
    """
    readers = {**_readers(), **own}
    for entry in fields(stated):
        value, name = getattr(stated, entry.name), entry.metadata.get("field", "")
        if value is None or name not in field_types(kind):
            continue
        read = readers.get(name) or readers.get(field_types(kind)[name])
        if read is None and name.endswith("_x2"):
            read = _points_x2
        if read is None and get_origin(field_types(kind)[name]) is Literal:
            read = partial(_name, known=field_types(kind)[name])
        yield name, read(entry.name, value) if read else whole(entry.name, value, kind, name)


RULES_OF_GO = (
    *("bar", "floor", "groups", "sleepers"),
    *("handicap", "most_stones", "by_grade", "even_from", "even_at_bar", "categories"),
)
"""Rules that only tournaments of Go have."""


@dataclass(frozen=True, slots=True, kw_only=True)
@typed(FideRules)
@typed(HandicapRules, most_stones="ceiling", even_from="threshold")
@typed(
    Rules,
    sleepers="top_sleepers_lowered",
    categories="category_limits",
    criteria="placement",
    event_format="format",
)
@typed(Points)
class RulesInput(Typed):
    """What is typed of the rules; None stays as it is."""

    preset: str | None = optional(
        "By name, such as BGA, EGF, Chess, FIDE or Swiss-Team; another word lists all",
        unit="name",
        among=tuple(PRESETS),
    )
    groups: str | None = optional(
        "Lowest grade of each McMahon group but the last, such as 4d,2d; automatic or none",
        unit="grades",
        source="V 4.1.1",
        own=tuple[Grade, ...],
    )
    by_grade: bool | None = optional("Handicap by the difference of grades")
    handicap: str | None = optional(
        "Handicap reduction, 0 to 9 stones; off for even games only", own=int
    )
    bye: str | None = optional(
        "Points for a bye", unit="points", before="requested_bye_x2", own=float
    )
    absence: str | None = optional(
        "Points for an absence, such as 0.5", unit="points", before="round_down", own=float
    )

    def applied_to(self, tournament: Tournament) -> Tournament:
        """The tournament with these rules.

        Raises
        ------
        RuleError
            If a value is none of its rule, the tournament is of another game and the rule of Go, the
            floor is above the bar, or a round is left out that has games already.
        """
        rules = tournament.rules
        if self.preset is not None:
            rules = with_preset(rules, self.preset)
            tournament = replace(tournament, kind=preset_named(self.preset).kind, doubtful=True)
        for name in RULES_OF_GO:
            if getattr(self, name) is not None:
                tournament.refuse_other_games(about=name)
        changes = dict(values_typed(self, Rules, bar=_bar))
        usual = {
            name: changes.pop(name) for name in ("model", "system", "format") if name in changes
        }
        if usual.get("system") in TWO_GAMES:
            changes.setdefault("games", MOST_GAMES)
        rules = replace(rules, **usual)  # None is one of their values
        changes |= {"handicap": self._handicap(rules.handicap), "doubtful": True}
        order = with_changes(rules, {"placement": changes.get("placement")})
        changes["points"] = self._points(rules.points, by_mms=order.by_mms)
        changes["fide"] = with_changes(rules.fide, dict(values_typed(self, FideRules)))
        _check_parameters(rules, changes["fide"])
        # What is typed may contradict itself until the bar is found, and is told by its name.
        changed = replace(tournament, rules=with_changes(rules, changes), doubtful=True)
        if self.bar == AUTOMATIC:
            if not any(player.final for player in changed.players):
                raise RuleError(
                    phrase("an automatic bar needs entries that are final; register them first")
                )
            changed = with_automatic_bar(changed)
        if self.groups is not None:
            changed = self._grouped(changed)
        if self.order is not None:
            changed = numbered_anew(changed)
        _check(changed)
        sound = replace(changed.rules, doubtful=rules.doubtful)
        if sound.format and "format" not in usual and (self.preset or "system" in usual):
            sound = sound.with_format()
        _check_postponed(sound)
        return replace(changed, rules=sound, doubtful=tournament.doubtful)

    def _grouped(self, tournament: Tournament) -> Tournament:
        ensure_starts(tournament.rules, about="groups")
        if self.groups == AUTOMATIC:
            return with_proposed_groups(tournament)
        limits = _falling("groups", self.groups) or ()
        grouped = with_groups(tournament, limits)
        for text, end in ((self.bar, grouped.rules.bar), (self.floor, grouped.rules.floor)):
            if text is not None and (text == AUTOMATIC or grade_of(text) != end):
                raise RuleError(
                    phrase(
                        "groups have bar and floor in them, so this must be {expected}, not {got!r}",
                        expected=end,
                        got=text,
                    ),
                    about="groups",
                )
        return grouped

    def _points(self, points: Points, *, by_mms: bool) -> Points:
        """The points with what is typed; that of an absence counts in the score of the groups alone."""
        return points.with_values(
            by_mms=by_mms,
            bye_x2=_points_x2("bye", self.bye),
            absence_x2=_points_x2("absence", self.absence),
            **dict(values_typed(self, Points)),
        )

    def _handicap(self, handicap: HandicapRules) -> HandicapRules:
        changes = dict(values_typed(self, HandicapRules))
        if self.by_grade is not None:
            changes["by_mms"] = not self.by_grade
        if self.handicap == OFF:
            changes["ceiling"] = 0
        elif self.handicap is not None:
            changes["correction"] = _reduction(self.handicap)
            if not handicap.ceiling and self.most_stones is None:
                changes["ceiling"] = 9
        return with_changes(handicap, changes)


def ensure_starts(rules: Rules, about: str) -> None:
    """Refuse a change of starting scores where the standings do not count them.

    Raises
    ------
    RuleError
        If they go by another score.
    """
    score = rules.main_criterion
    if score is not Criterion.MMS:
        raise RuleError(
            phrase("the standings go by {what}, so nobody starts higher", what=score.value),
            about=about,
        )


def grade_of(text: str | None) -> Grade | None:
    """The grade that is typed, if any.

    Raises
    ------
    RuleError
        If it is none, or that of a professional, for which another one stands in a tournament.
    """
    if text is None:
        return None
    try:
        grade = Grade.parse(text)
    except ValueError as error:
        raise InputError(message_of(error)) from error
    if message := Grade.replacement(text):
        raise InputError(phrase("grades go from 30k to 9d; {said}", said=message))
    return grade


def _attribute_rules(about: str, text: str | None) -> tuple[Same, ...] | None:
    """The rules about attributes in a list with commas, if there is one; ``none`` for no rules."""
    if text is None:
        return None
    if text.strip().lower() == NONE:
        return ()
    try:
        return tuple(dict.fromkeys(map(Same.parse, text.split(","))))
    except RuleError as error:
        raise InputError(error.message, about=about) from None


def with_proposed_groups(tournament: Tournament) -> Tournament:
    """The tournament with the McMahon groups that are proposed for the players who are there.

    Raises
    ------
    RuleError
        If there are none.
    """
    grades = [player.grade for player in players_there(tournament)]
    if not grades:
        raise RuleError(
            phrase("groups are proposed for entries that are final; register them first")
        )
    return with_groups(tournament, proposed_limits(grades, tournament.rules.rounds))


def _points_x2(about: str, text: str | None) -> int | None:
    """Doubled points of a game, or of a round without one, if any are typed."""
    return None if text is None else parse_halves(about, text, range_in(Points, "win_x2"))


def on_one_line(text: str) -> str:
    """A name on one line, without white space around it."""
    return " ".join(text.split())


def without_none(values: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """The values of a dataclass that are typed, by name."""
    return {name: value for name, value in asdict(values).items() if value is not None}


def with_changes(value: _Part, changes: dict[str, Any]) -> _Part:
    """A value with those fields that are not None."""
    return replace(value, **{name: new for name, new in changes.items() if new is not None})


def whole(about: str, number: _Number, kind: type, name: str) -> _Number:
    """A number that is typed, if any.

    Raises
    ------
    RuleError
        If it is out of the range of a field.
    """
    limits = range_in(kind, name)
    if number is not None and not limits.holds(number):
        raise InputError(
            phrase("must be a number{said}, not {got}", said=limits.words, got=number), about=about
        )
    return number


def _falling(about: str, text: str | None) -> tuple[Grade, ...] | None:
    """The grades of a list with commas, the highest first; ``none`` for an empty list."""
    if text is None:
        return None
    if text.lower() == NONE:
        return ()
    words = _split(text)
    grades = tuple(grade for grade in map(grade_of, words) if grade is not None)
    if not grades or any(higher <= lower for higher, lower in pairwise(grades)):
        raise InputError(
            phrase(
                "must be grades from the highest down, such as 1d,5k, or none, not {got!r}",
                got=text,
            ),
            about=about,
        )
    return grades


def _reduction(text: str) -> int:
    number = text.removeprefix("-")
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) > _MOST_REDUCTION:
        raise InputError(
            phrase(
                "must be {off} or 0 to {most} stones less than the difference, not {got!r}",
                off=OFF,
                most=_MOST_REDUCTION,
                got=text,
            ),
            about="handicap",
        )
    return int(number)


def _name(about: str, text: str, known: Any) -> Any:  # noqa: ANN401 - a name of a Literal
    """One of the words of a Literal."""
    return _word(about, text, {name: name for name in get_args(known)})


def _usual(about: str, text: str, known: Any) -> Any:  # noqa: ANN401
    """One of the words of a Literal, or None for the usual one."""
    return _word(about, text, {**{name: name for name in get_args(known)}, USUAL: None})


def _bar(_: str, text: str) -> Grade | None:
    return None if text == AUTOMATIC else grade_of(text)


def _check(tournament: Tournament) -> None:
    """Refuse rules that contradict themselves, or what has been played."""
    rules = tournament.rules
    if rules.floor > rules.bar:
        raise rules.floor_above_bar()
    if rules.avoid_same and not _takes_preferences(tournament):
        raise RuleError(
            phrase(
                "this pairing system has no place for preferences: players are kept apart, or may meet"
            ),
            about="avoid_same",
        )
    if tournament.last_round > rules.rounds:
        raise RuleError(
            phrase(
                "round {rounds} already has games; the tournament cannot have {other} rounds",
                rounds=tournament.last_round,
                other=rules.rounds,
            ),
            about="rounds",
        )


def _takes_preferences(tournament: Tournament) -> bool:
    """Whether the system that pairs has a place for what is preferred."""
    from ..pairing.systems.catalogue import usual_system

    system = usual_system(tournament)
    return system is None or system.takes_model or system.takes_preferences


def with_event(tournament: Tournament, stated: Mapping[str, Any]) -> Tournament:
    """The tournament with what is stated of its event.

    Raises
    ------
    RuleError
        If a value is none of its fact, the event ends before it begins, a round is before the one before
        it, or more days than rounds are stated.
    """
    from ..formats.entries.countries import parse_country

    chess = tournament.event_kind.has_federations
    before = tournament.event
    if before.ends is None and stated.get("begins") is not None:
        said = {name: each for name, each in stated.items() if each is not None}
        stated = {"ends": stated["begins"], **said}
    event = with_facts(before, stated, country=lambda text: parse_country(text, chess=chess) or "")
    if event.begins and event.ends and event.ends < event.begins:
        raise RuleError(
            phrase(
                "the end date {ends} is before the start date {begins}",
                ends=event.ends,
                begins=event.begins,
            ),
            about="ends",
        )
    days = () if stated.get("round_dates") is None else event.round_dates
    for number, (one, day) in enumerate(pairwise(days), start=2):
        if day < one:
            message = phrase(
                "round {round} is on {day}, before {other}, the day of the round before it",
                round=number,
                day=day,
                other=one,
            )
            raise RuleError(message, about="round_dates")
    if len(days) > tournament.rules.rounds:
        message = phrase(
            "more days than rounds: enter {rounds} at most, not {got}",
            rounds=tournament.rules.rounds,
            got=len(days),
        )
        raise RuleError(message, about="round_dates")
    return replace(tournament, event=event)


def with_parameters(tournament: Tournament, stated: Mapping[str, Any]) -> Tournament:
    """The tournament with what is stated of the parameters of OpenGotha's weights.

    Raises
    ------
    RuleError
        If a value is none of its parameter.
    """
    pairing = with_facts(tournament.rules.pairing, stated)
    return replace(tournament, rules=replace(tournament.rules, pairing=pairing))


_FORMATS = {USUAL: None, **STATED_FORMATS}
"""Words for the formats of an event."""


@cache
def _readers() -> Mapping[Any, _Reader]:
    """How what is typed is read, by the name of a field or else by its type; other numbers have a range."""
    return {
        "model": partial(_usual, known=ModelName),
        "system": partial(_usual, known=SystemName),
        "format": lambda about, text: _word(about, text, _FORMATS),
        bool: lambda _, value: value,
        str: lambda _, text: on_one_line(text),
        "category_limits": _falling,
        "placement": criteria,
        "seeding": lambda about, text: criteria(about, text, same=True),
        "prizes": lambda about, text: criteria(about, text, same=True),
        Colours: lambda about, text: _word(about, text, {each.value: each for each in Colours}),
        Grade: lambda _, text: grade_of(text),
        tuple[Same, ...]: _attribute_rules,
    }


def read_parameters(path: str | PathLike[str]) -> dict[str, Any]:
    """Read what a TOML file states of the parameters, as `parameters_text` writes it.

    Raises
    ------
    FormatError
        If it is no TOML, or names what is no parameter, or a value is none of its parameter.
    """
    file = TomlFile.read(path, "parameters")
    stated = file.stated(PairingRules)
    try:
        with_facts(PairingRules(), stated)
    except RuleError as error:
        raise file.wrong((error.message.about,), str(error)) from None
    return stated


def _word(about: str, text: str, words: Mapping[str, _Word]) -> _Word:
    found = {word.lower(): value for word, value in words.items()}
    if text.lower() not in found:
        listed = ", ".join(filter(None, words))
        raise InputError(
            phrase("must be one of {words}, not {got!r}", words=listed, got=text), about=about
        )
    return found[text.lower()]


def stated_parameters(rules: Rules) -> Mapping[str, str]:
    """The parameters of the system that rules state, by name: those of `FideRules` that it has."""
    if rules.system is None:
        return {}
    from ..pairing.systems.catalogue import system_class, system_parameters

    own = system_parameters(system_class(rules.system))
    return {name: value for name, value in vars(rules.fide).items() if name in own}


def _check_parameters(rules: Rules, fide: FideRules) -> None:
    """Refuse another value of a parameter that the system of the rules does not have."""
    now, own = vars(rules.fide), stated_parameters(rules)
    for name, value in vars(fide).items():
        if value != now[name] and name not in own:
            others = (replace(rules, system=system) for system in sorted(FIDE_SYSTEMS))
            have = (str(each.system) for each in others if name in stated_parameters(each))
            raise InputError(
                phrase(
                    "choose one of the systems that have it, too: {systems}",
                    systems=", ".join(have),
                ),
                about=name,
            )


def _check_postponed(rules: Rules) -> None:
    """Refuse that postponed games leave scores open if the system of the rules pairs by exact ones."""
    if rules.postponed != "range" or rules.system is None:
        return
    from ..pairing.systems.catalogue import system_class

    if system_class(rules.system).needs_exact_scores:
        raise InputError(
            phrase(
                "choose half or none: {system} pairs by exact scores, which a range leaves open",
                system=rules.system,
            ),
            about="postponed",
        )
