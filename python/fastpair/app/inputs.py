"""What a director enters, parsed: numbers, grades, dates, criteria, the rules and the event."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_type_hints

from ..errors import InputError, RuleError
from ..formats.toml import TomlFile, toml_text
from ..go.tournament import (
    CRITERIA_BY_NAME,
    Colours,
    Criterion,
    Event,
    Grade,
    HandicapRules,
    ModelName,
    Overtime,
    PairingRules,
    Placement,
    Points,
    Rules,
    SeedSystem,
    TimeLimit,
    group_limits,
    name_criteria,
)
from ..go.tournament.groups import (
    players_there,
    proposed_limits,
    with_automatic_bar,
    with_groups,
)
from ..go.tournament.ranges import range_in
from ..go.tournament.rules import PRESETS, Same, preset_named, with_preset
from ..parameters import optional, parameters, walk
from ..sentences import message_of, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from os import PathLike

    from ..go.tournament import Event, Tournament

    _Word = TypeVar("_Word", bound=Enum)
    _Part = TypeVar("_Part", Event, HandicapRules, PairingRules, "PairingInput", Points, Rules)


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
    found = []
    for name in _split(text):
        if name.lower() not in CRITERIA_BY_NAME:
            names = ", ".join(criterion.value for criterion in Criterion)
            raise InputError(
                phrase("must be criteria ({names}), not {name!r}", names=names, name=name),
                about=about,
            )
        found.append(CRITERIA_BY_NAME[name.lower()])
    if not found:
        raise InputError(phrase("enter criteria, such as MMS,SOS"), about=about)
    if len({*found}) < len(found):
        raise RuleError(phrase("a criterion stands twice in {got!r}", got=text), about=about)
    return tuple(found)


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

_NUMBER = re.compile(r"(?=.*[0-9])(-?)([0-9]{0,4})(?:[.,]([05])0*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """What is typed; false if that is nothing."""

    def __bool__(self) -> bool:
        return bool(without_none(self))


_PLAIN = (bool, int, float)
"""Types of values that are typed as they are; of others a text is."""


def _typed(kind: Any) -> Callable[[type[_Class]], type[_Class]]:  # noqa: ANN401 - any dataclass
    """Give a class the parameters of a dataclass, each to be typed; None stays as it is."""

    def decorate(cls: type[_Class]) -> type[_Class]:
        for name, hint in get_type_hints(kind).items():
            metadata = kind.__dataclass_fields__[name].metadata
            if "said" not in metadata:
                continue
            words: Any = Literal[*(each.name.lower() for each in hint)] if _is_word(hint) else str
            cls.__annotations__[name] = (hint if hint in _PLAIN else words) | None
            setattr(cls, name, field(default=None, metadata={"said": metadata["said"]}))
        return dataclass(frozen=True, slots=True, kw_only=True)(cls)

    return decorate


def _is_word(hint: Any) -> bool:  # noqa: ANN401
    return isinstance(hint, type) and issubclass(hint, Enum)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesInput(Typed):
    """What is typed of the rules; None stays as it is."""

    preset: str | None = optional(
        f"Rules by name: {', '.join(PRESETS)}", unit="name", among=tuple(PRESETS)
    )
    model: str | None = optional(
        "Weight model of all draws, or usual for the one that fits",
        unit="name",
        among=(*get_args(ModelName), "usual"),
    )
    rounds: int | None = optional("Number of rounds")
    floor: str | None = optional("Floor, such as 20k", unit="grade")
    bar: str | None = optional(
        "Bar, such as 3d; automatic takes it from the handbook's table", unit="grade"
    )
    handicap: str | None = optional("Handicap reduction, 0 to 9 stones; off for even games only")
    most_stones: int | None = optional("Largest handicap")
    groups: str | None = optional(
        "Lowest grade of each McMahon group but the last, such as 4d,2d; automatic or none",
        unit="grades",
        source="V 4.1.1",
    )
    categories: str | None = optional(
        "Lowest grade of each category but the last, such as 1d,5k; none for one", unit="grades"
    )
    even_from: str | None = optional("Lowest grade at which all games are even", unit="grade")
    even_at_bar: bool | None = optional("Even games for players at the bar")
    by_grade: bool | None = optional("Handicap by the difference of grades")
    colours: str | None = optional(
        f"Colours of even games: {', '.join(rule.value for rule in Colours)}",
        unit="rule",
        among=tuple(rule.value for rule in Colours),
    )
    win: str | None = optional(
        "Points for a win, also by forfeit if that was the same", unit="points"
    )
    jigo: str | None = optional("Points for a jigo", unit="points")
    loss: str | None = optional(
        "Points for a loss, also by forfeit if that was the same", unit="points"
    )
    forfeit_win: str | None = optional("Points for a win by forfeit", unit="points")
    forfeit_loss: str | None = optional("Points for a loss by forfeit", unit="points")
    bye: str | None = optional("Points for a bye", unit="points")
    requested_bye: str | None = optional("Points for a requested bye", unit="points")
    absence: str | None = optional("Points for an absence, such as 0.5", unit="points")
    round_down: bool | None = optional(
        "Round down the points for byes and absences of a player",
        source="BGA 4.4; V 4.1 leaves half points",
    )
    sleepers: int | None = optional("Points by which absent players of the top group start lower")
    criteria: str | None = optional("Criteria of the standings, such as MMS,SOS,SOSOS", unit="list")
    seeding: str | None = optional("Order within a group for the draw, or same", unit="list")
    prizes: str | None = optional("Criteria for prizes, or same", unit="list")
    never_same: str | None = optional(
        "Never pair the same school, trainer until 3, … or none", unit="list"
    )
    avoid_same: str | None = optional(
        "Avoid pairing the same school, club not at the top, … or none", unit="list"
    )

    def applied_to(self, tournament: Tournament) -> Tournament:
        """The tournament with these rules.

        Raises
        ------
        RuleError
            If a value is none of its rule, the floor is above the bar, or a round is left out that
            has games already.
        """
        rules = tournament.rules
        if self.preset is not None:
            rules = with_preset(rules, self.preset)
            tournament = replace(tournament, kind=preset_named(self.preset).kind, doubtful=True)
        changes: dict[str, Any] = {
            "rounds": whole("rounds", self.rounds, Rules, "rounds"),
            "floor": grade_of(self.floor),
            "bar": None if self.bar == AUTOMATIC else grade_of(self.bar),
            "colours": _colours(self.colours),
            "category_limits": _falling("categories", self.categories),
            "top_sleepers_lowered": whole("sleepers", self.sleepers, Rules, "top_sleepers_lowered"),
            "placement": criteria("criteria", self.criteria),
            "seeding": criteria("seeding", self.seeding, same=True),
            "prizes": criteria("prizes", self.prizes, same=True),
            "never_same": _attribute_rules("never_same", self.never_same),
            "avoid_same": _attribute_rules("avoid_same", self.avoid_same),
            "handicap": self._handicap(rules.handicap),
            "doubtful": True,
        }
        order = with_changes(rules, {"placement": changes["placement"]})
        by_mms = order.main_criterion is Criterion.MMS
        changes["points"] = self._points(rules.points, by_mms=by_mms)
        if self.model is not None:
            rules = replace(rules, model=_model(self.model))
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
        _check(changed)
        sound = replace(changed.rules, doubtful=rules.doubtful)
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
        names = ("win", "jigo", "loss", "forfeit_win", "forfeit_loss", "requested_bye")
        found = {f"{name}_x2": _points_x2(name, getattr(self, name)) for name in names}
        for name in ("win_x2", "loss_x2"):
            by_forfeit = f"forfeit_{name}"
            if found[by_forfeit] is None and getattr(points, name) == getattr(points, by_forfeit):
                found[by_forfeit] = found[name]
        bye, absence = _points_x2("bye", self.bye), _points_x2("absence", self.absence)
        changes: dict[str, Any] = {
            **found,
            "mms_bye_x2": bye if by_mms else None,
            "wins_bye_x2": bye,
            "mms_absent_x2" if by_mms else "wins_absent_x2": absence,
            "round_down": self.round_down,
        }
        return with_changes(points, changes)

    def _handicap(self, handicap: HandicapRules) -> HandicapRules:
        changes: dict[str, Any] = {
            "ceiling": whole("most_stones", self.most_stones, HandicapRules, "ceiling"),
            "threshold": grade_of(self.even_from),
            "even_at_bar": self.even_at_bar,
            "by_mms": None if self.by_grade is None else not self.by_grade,
        }
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


def doubled(about: str, text: str, most_x2: int, least_x2: int = 0) -> int:
    """Doubled points from a text such as ``0.5``, ``1½`` or ``6.5``.

    Raises
    ------
    RuleError
        If it is no number of half points, less than the least or more than the most.
    """
    plain = text.strip().replace("−", "-").replace("½", ".5")
    match = _NUMBER.fullmatch(".5" if plain == "1/2" else plain)
    size = 2 * int(match[2] or 0) + (match[3] == "5") if match else most_x2 + 1
    value = -size if match and match[1] else size
    if not least_x2 <= value <= most_x2:
        raise InputError(
            phrase(
                "must be {least:g} to {most:g} in halves, not {got!r}",
                least=least_x2 / 2,
                most=most_x2 / 2,
                got=text,
            ),
            about=about,
        )
    return value


def _points_x2(about: str, text: str | None) -> int | None:
    """Doubled points of a game, or of a round without one, if any are typed."""
    limits = range_in(Points, "win_x2")
    least, most = int(limits.least or 0), int(limits.most or 0)
    return None if text is None else doubled(about, text, most, least)


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


def _model(text: str) -> ModelName | None:
    by_name: dict[str, ModelName] = {name: name for name in get_args(ModelName)}
    if text != USUAL and text not in by_name:
        raise InputError(
            phrase(
                "must be a model ({names}) or {usual}, not {got!r}",
                names=", ".join(by_name),
                usual=USUAL,
                got=text,
            ),
            about="model",
        )
    return by_name.get(text)


def _colours(text: str | None) -> Colours | None:
    by_name = {rule.value: rule for rule in Colours}
    return None if text is None else _word("colours", text, by_name)


def _check(tournament: Tournament) -> None:
    """Refuse rules that contradict themselves, or what has been played."""
    rules = tournament.rules
    if rules.floor > rules.bar:
        raise rules.floor_above_bar()
    if tournament.last_round > rules.rounds:
        raise RuleError(
            phrase(
                "round {rounds} already has games; the tournament cannot have {other} rounds",
                rounds=tournament.last_round,
                other=rules.rounds,
            ),
            about="rounds",
        )


_TIME = re.compile(
    r"(\d{1,3})(?:\s+(?:(byo-yomi|fischer)\s+(\d{1,3})|(canadian)\s+(\d{1,2})/(\d{1,4})))?",
    re.IGNORECASE,
)

_YEARS = 1900, 2100
"""In which a tournament is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventInput(Typed):
    """What is typed of the event; None stays as it is."""

    place: str | None = optional("Location", unit="town")
    country: str | None = optional("Country, two letters", unit="code")
    director: str | None = optional("Name of the director", unit="name")
    begins: str | None = optional("First day, such as 2026-07-18", unit="date")
    ends: str | None = optional("Last day; by default the first one", unit="date")
    komi: str | None = optional("Komi of an even game, such as 6.5", unit="points")
    time: str | None = optional(
        "Time control, such as 60, '60 byo-yomi 30' or '45 fischer 20'", unit="minutes"
    )
    ratings_until: str | None = optional(
        "Last day of a rating list that may change ratings; empty for any", unit="date"
    )

    def applied_to(self, event: Event) -> Event:
        """The event with these facts.

        Raises
        ------
        RuleError
            If a value is none of its field, or the event ends before it begins.
        """
        begins, ends = _date("begins", self.begins), _date("ends", self.ends)
        changes: dict[str, Any] = {
            "place": None if self.place is None else on_one_line(self.place),
            "director": None if self.director is None else on_one_line(self.director),
            "country": parse_country(self.country),
            "begins": begins,
            "ends": ends or (begins if event.ends is None else None),
            "komi_x2": None if self.komi is None else doubled("komi", self.komi, 199),
            "time": _time(self.time),
        }
        changed = with_changes(event, changes)
        if self.ratings_until is not None:
            until = _date("ratings_until", self.ratings_until or None)
            changed = replace(changed, ratings_until=until)
        if changed.begins and changed.ends and changed.ends < changed.begins:
            raise RuleError(
                phrase(
                    "the end date {ends} is before the start date {begins}",
                    ends=changed.ends,
                    begins=changed.begins,
                ),
                about="ends",
            )
        return changed


def _date(about: str, text: str | None) -> date | None:
    """A day; years that nobody means are refused, such as 26, which the date field of a browser takes for 0026."""
    if text is None:
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError as error:
        expected = phrase("must be a date such as 2026-07-18, not {got!r}", got=text)
        raise InputError(expected, about=about) from error
    first, last = _YEARS
    if not first <= found.year <= last:
        expected = phrase(
            "the year must be from {first} to {last}, not {got}",
            first=first,
            last=last,
            got=text,
        )
        raise InputError(expected, about=about)
    return found


def parse_country(text: str | None) -> str | None:
    """The code of a country that is named or coded, in capitals; None, and nothing, stay.

    Raises
    ------
    RuleError
        If it is none.
    """
    from ..formats.entries.countries import country_in

    code = country_in(text) if text else text
    if code and not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise InputError(
            phrase("must be two letters, such as FR, not {got!r}", got=text),
            about="country",
        )
    return code


def _time(text: str | None) -> TimeLimit | None:
    if text is None:
        return None
    match = _TIME.fullmatch(text.strip())
    if match is None or (match[5] and not int(match[5])):
        raise InputError(
            phrase(
                "must be minutes, such as 60, '60 byo-yomi 30', '60 canadian 15/300' or '45 fischer 20', not {got!r}",
                got=text,
            ),
            about="time",
        )
    basic = 60 * int(match[1])
    if match[4]:
        return TimeLimit(
            basic=basic, overtime=Overtime.CANADIAN, period=int(match[6]), stones=int(match[5])
        )
    if match[2]:
        kind = Overtime.FISCHER if match[2].lower() == "fischer" else Overtime.BYO_YOMI
        return TimeLimit(basic=basic, overtime=kind, period=int(match[3]))
    return TimeLimit(basic=basic)


_SEEDING = {
    "fold": SeedSystem.SPLIT_AND_FOLD,
    "slip": SeedSystem.SPLIT_AND_SLIP,
    "random": SeedSystem.SPLIT_AND_RANDOM,
}
_PLACES = {"top": Placement.TOP, "middle": Placement.MIDDLE, "bottom": Placement.BOTTOM}


@_typed(PairingRules)
class PairingInput(Typed):
    """What is typed of the parameters, by their names in `PairingRules`; None stays as it is."""

    def over(self, other: PairingInput) -> PairingInput:
        """What is typed here, and otherwise there."""
        return with_changes(other, asdict(self))

    def applied_to(self, tournament: Tournament) -> Tournament:
        """The tournament with these parameters.

        Raises
        ------
        RuleError
            If a value is none of its parameter.
        """
        pairing = with_changes(tournament.rules.pairing, dict(self._changes()))
        return replace(tournament, rules=replace(tournament.rules, pairing=pairing))

    def _changes(self) -> Iterator[tuple[str, Any]]:
        read: dict[Any, Callable[[str, Any], Any]] = {
            tuple[SeedSystem, SeedSystem]: _pair_of_systems,
            tuple[Criterion, Criterion]: _pair_of_criteria,
            Placement: lambda about, text: _word(about, text, _PLACES),
            Grade: lambda _, text: grade_of(text),
            bool: lambda _, value: value,
        }
        kinds = get_type_hints(PairingRules)
        for name, value in without_none(self).items():
            reader = read.get(kinds[name])
            yield name, reader(name, value) if reader else whole(name, value, PairingRules, name)


def read_parameters(path: str | PathLike[str]) -> PairingInput:
    """Read the parameters from a TOML file, as `parameters_text` writes them.

    Raises
    ------
    FormatError
        If it is no TOML, or names what is no parameter, or a value is none of its parameter.
    """
    file = TomlFile.read(path, "parameters")
    weights = file.filled(PairingInput(), file.content, (), ())
    try:
        dict(weights._changes())
    except RuleError as error:
        raise file.wrong((getattr(error.message, "about", ""),), str(error)) from None
    return weights


def parameters_text(pairing: PairingRules) -> str:
    """A commented TOML file of the parameters, which reads back to the same."""
    weights = make_pairing_input(pairing)
    lines = ["# Parameters of OpenGotha's weights in this tournament."]
    for name, entry in walk(parameters(PairingInput)):
        unit = f" ({entry.unit})" if entry.unit in ("round", "groups", "weight") else ""
        choices = f": {', '.join(entry.choices)}" if entry.choices else ""
        lines += ["", f"# {entry.description}{choices}{unit} [{entry.source}]."]
        lines.append(f"{name} = {toml_text(getattr(weights, name))}")
    return "\n".join([*lines, ""])


def make_pairing_input(pairing: PairingRules) -> PairingInput:
    """The parameters as a director would type them."""
    values = {entry.name: _plain(getattr(pairing, entry.name)) for entry in fields(PairingInput)}
    return PairingInput(**values)


def _plain(value: Any) -> Any:  # noqa: ANN401 - of a field
    words = {meant: word for choices in (_SEEDING, _PLACES) for word, meant in choices.items()}
    if isinstance(value, tuple):
        return ",".join(map(_plain, value))
    if isinstance(value, Criterion):
        return value.value
    if isinstance(value, SeedSystem | Placement):
        return words[value]
    return str(value) if isinstance(value, Grade | date) else value


def _pair_of_systems(about: str, text: str) -> tuple[SeedSystem, SeedSystem]:
    words = _SEEDING | {system.value.lower(): system for system in SeedSystem}
    first, second = _two(about, text, "fold,slip")
    return _word(about, first, words), _word(about, second, words)


def _pair_of_criteria(about: str, text: str) -> tuple[Criterion, Criterion]:
    first, second = (criteria(about, one) or () for one in _two(about, text, "Rating,NULL"))
    return first[0], second[0]


def _two(about: str, text: str, example: str) -> tuple[str, str]:
    found = [*_split(text)]
    if len(found) != 2:
        raise InputError(
            phrase("must be two, such as {example}, not {got!r}", example=example, got=text),
            about=about,
        )
    return found[0], found[1]


def _word(about: str, text: str, words: Mapping[str, _Word]) -> _Word:
    if text.lower() not in words:
        raise InputError(
            phrase("must be one of {words}, not {got!r}", words=", ".join(words), got=text),
            about=about,
        )
    return words[text.lower()]


def make_rules_input(rules: Rules, kind: str = "go") -> RulesInput:
    """The rules of a kind of tournament; None stands for what cannot be typed. No preset is named."""
    points, handicap = rules.points, rules.handicap
    by_mms = rules.main_criterion is Criterion.MMS
    absence, bye = points.without_game(by_mms=by_mms)
    return RulesInput(
        model=rules.model or USUAL,
        rounds=rules.rounds,
        floor=str(rules.floor),
        bar=str(rules.bar),
        handicap=_reduction_text(handicap),
        most_stones=handicap.ceiling or None,
        even_from=str(handicap.threshold),
        even_at_bar=handicap.even_at_bar,
        by_grade=not handicap.by_mms,
        colours=rules.colours.value,
        win=_points(points.win_x2),
        jigo=_points(points.jigo_x2),
        loss=_points(points.loss_x2),
        forfeit_win=_points(points.forfeit_win_x2),
        forfeit_loss=_points(points.forfeit_loss_x2),
        bye=_points(bye) if not by_mms or bye == points.wins_bye_x2 else None,
        requested_bye=_points(points.requested_bye_x2),
        absence=_points(absence),
        round_down=points.round_down,
        sleepers=rules.top_sleepers_lowered,
        groups=_plain(group_limits(rules)) if rules.merged_grades else None,
        categories=_plain(rules.category_limits) or NONE,
        criteria=",".join(name_criteria(rules.placement, kind)) or None,
        seeding=",".join(name_criteria(rules.seeding, kind)) or "same",
        prizes=",".join(name_criteria(rules.prizes, kind)) or "same",
        never_same=", ".join(map(str, rules.never_same)) or NONE,
        avoid_same=", ".join(map(str, rules.avoid_same)) or NONE,
    )


def make_event_input(event: Event) -> EventInput:
    """The event; None stands for what is not known, or cannot be typed."""
    return EventInput(
        place=event.place or None,
        country=event.country or None,
        director=event.director or None,
        begins=_plain(event.begins),
        ends=_plain(event.ends),
        komi=_points(event.komi_x2),
        time=_time_text(event.time),
        ratings_until=_plain(event.ratings_until),
    )


def _reduction_text(handicap: HandicapRules) -> str | None:
    if not handicap.ceiling:
        return OFF
    return str(handicap.correction) if 0 <= handicap.correction <= 9 else None


def _points(doubled: int) -> str:
    return f"{doubled / 2:g}"


def _time_text(time: TimeLimit) -> str | None:
    minutes, seconds = divmod(time.basic, 60)
    if seconds:
        return None
    if time.overtime is Overtime.CANADIAN:
        return f"{minutes} canadian {time.stones}/{time.period}"
    kinds = {Overtime.BYO_YOMI: " byo-yomi {}", Overtime.FISCHER: " fischer {}"}
    return f"{minutes}{kinds.get(time.overtime, '').format(time.period)}"
