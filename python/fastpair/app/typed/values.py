"""What a director types of the rules of a tournament.

Each field is a parameter: an interface makes what is typed from what it says of itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, get_args

from ...errors import RuleError
from ...go.tournament import Colours, Criterion, Grade, HandicapRules, ModelName, Rules
from ...go.tournament.groups import players_there, proposed_limits, with_automatic_bar, with_groups
from ...go.tournament.ranges import range_in
from ...go.tournament.rules import PRESETS, with_preset
from ...parameters import parameter
from ...sentences import message_of, phrase
from .criteria import criteria

if TYPE_CHECKING:
    from ...go.tournament import Points, Tournament

_Number = TypeVar("_Number", int | None, float | None)


AUTOMATIC = "automatic"
"""Stands for the bar that the table of the handbook gives."""

OFF = "off"
"""Stands for a tournament without handicaps."""

USUAL = "usual"
"""Stands for the model that fits."""
_MOST_REDUCTION = 9
MOST_POINTS_X2 = 198
"""Most that a game can be worth if it is typed, doubled."""

_NUMBER = re.compile(r"([0-9]{1,3})(?:[.,]([05])0*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRules:
    """What is typed of the rules; None stays as it is."""

    preset: str | None = parameter(
        None, f"Rules by name: {', '.join(PRESETS)}", unit="name", among=tuple(PRESETS)
    )
    model: str | None = parameter(
        None,
        f"Weight model of all draws for which no other is named: {', '.join(get_args(ModelName))}; "
        "usual for the one that fits",
        unit="name",
        among=(*get_args(ModelName), "usual"),
    )
    rounds: int | None = parameter(None, "How many rounds")
    floor: str | None = parameter(None, "Floor, such as 20k", unit="grade")
    bar: str | None = parameter(
        None, "Bar, such as 3d; automatic takes it from the handbook's table", unit="grade"
    )
    handicap: str | None = parameter(
        None, "Stones less than the difference, 0 to 9; off for even games only"
    )
    most_stones: int | None = parameter(None, "Most stones of a game")
    groups: str | None = parameter(
        None,
        "Lowest grades of all McMahon groups but the lowest, such as 4d,2d,1k; automatic proposes "
        "them for the entries; none for a group for each grade",
        unit="grades",
        source="V 4.1.1",
    )
    categories: str | None = parameter(
        None,
        "Lowest grades of all categories but the last, such as 1d,5k; none for one category",
        unit="grades",
    )
    even_from: str | None = parameter(None, "From here on all play even", unit="grade")
    even_at_bar: bool | None = parameter(None, "Whether players at the bar play even")
    by_grade: bool | None = parameter(None, "What handicaps are the difference of")
    colours: str | None = parameter(
        None,
        f"Of even games: {', '.join(rule.value for rule in Colours)}",
        unit="rule",
        among=tuple(rule.value for rule in Colours),
    )
    absence: str | None = parameter(
        None, "What an absence adds to the McMahon score, such as 0.5", unit="points"
    )
    bye: str | None = parameter(None, "What a bye adds to the score and to the wins", unit="points")
    win: str | None = parameter(None, "What a win is worth, by forfeit too", unit="points")
    jigo: str | None = parameter(None, "What a jigo is worth", unit="points")
    round_down: bool | None = parameter(
        None,
        "Whether the points of a player's byes and absences together are rounded down",
        source="BGA 4.4; V 4.1 leaves half points",
    )
    sleepers: int | None = parameter(None, "Points by which sleepers of the top group start lower")
    criteria: str | None = parameter(
        None, "Criteria of the standings, such as MMS,SOS,SOSOS", unit="list"
    )
    seeding: str | None = parameter(
        None, "Criteria that order a group for the draw; same for those above", unit="list"
    )
    prizes: str | None = parameter(
        None, "Criteria by which prizes are given; same for those above", unit="list"
    )

    def __bool__(self) -> bool:
        return anything(self)

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
            "points": self._points(rules.points),
            "handicap": self._handicap(rules.handicap),
            "doubtful": True,
        }
        if self.model is not None:
            rules = replace(rules, model=_model(self.model))
        # What is typed may contradict itself until the bar is found, and is told by its name.
        changed = replace(tournament, rules=with_typed(rules, changes), doubtful=True)
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
        if tournament.rules.main_criterion is not Criterion.MMS:
            what = tournament.rules.main_criterion.value
            raise RuleError(
                phrase("the standings go by {what}, so nobody starts higher", what=what),
                about="groups",
            )
        if self.groups == AUTOMATIC:
            return with_proposed_groups(tournament)
        limits = _falling("groups", self.groups) or ()
        grouped = with_groups(tournament, limits)
        for typed, end in ((self.bar, grouped.rules.bar), (self.floor, grouped.rules.floor)):
            if typed is not None and (typed == AUTOMATIC or grade_of(typed) != end):
                raise RuleError(
                    phrase(
                        "groups have bar and floor in them: expected {expected}, got {got!r}",
                        expected=end,
                        got=typed,
                    ),
                    about="groups",
                )
        return grouped

    def _points(self, points: Points) -> Points:
        bye = None if self.bye is None else doubled("bye", self.bye, 2)
        absence = None if self.absence is None else doubled("absence", self.absence, 2)
        win = None if self.win is None else doubled("win", self.win, MOST_POINTS_X2)
        changes: dict[str, Any] = {
            "win_x2": win,
            "forfeit_win_x2": win,
            "jigo_x2": None if self.jigo is None else doubled("jigo", self.jigo, MOST_POINTS_X2),
            "mms_bye_x2": bye,
            "wins_bye_x2": bye,
            "mms_absent_x2": absence,
            "round_down": self.round_down,
        }
        changed: Points = with_typed(points, changes)
        return changed

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
        changed: HandicapRules = with_typed(handicap, changes)
        return changed


def grade_of(typed: str | None) -> Grade | None:
    """The grade that is typed, if any.

    Raises
    ------
    RuleError
        If it is none, or that of a professional, for which another one stands in a tournament.
    """
    try:
        grade = None if typed is None else Grade.parse(typed)
    except ValueError as error:
        raise RuleError(message_of(error)) from error
    if typed is not None and (said := Grade.replacement(typed)):
        raise RuleError(phrase("expected a grade from 30k to 9d; {said}", said=said))
    return grade


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


def doubled(about: str, typed: str, most_x2: int) -> int:
    """Doubled points from a text such as ``0.5``, ``½`` or ``6.5``.

    Raises
    ------
    RuleError
        If it is no number of half points, or more than the most.
    """
    plain = {"1/2": "0.5", "½": "0.5"}.get(typed.strip(), typed.strip())
    match = _NUMBER.fullmatch(plain)
    value = 2 * int(match[1]) + (match[2] == "5") if match else most_x2 + 1
    if value > most_x2:
        raise RuleError(
            phrase("expected 0 to {most:g} in halves, got {got!r}", most=most_x2 / 2, got=typed),
            about=about,
        )
    return value


def on_one_line(text: str) -> str:
    """A name on one line, without white space around it."""
    return " ".join(text.split())


def anything(typed: Any) -> bool:  # noqa: ANN401 - any dataclass
    """Whether a value of it is typed."""
    return any(getattr(typed, entry.name) is not None for entry in fields(typed))


def with_typed(value: Any, changes: dict[str, Any]) -> Any:  # noqa: ANN401 - any dataclass
    """A value with those fields that are not None."""
    return replace(value, **{name: new for name, new in changes.items() if new is not None})


def whole(about: str, typed: _Number, kind: type, name: str) -> _Number:
    """A number that is typed, if any.

    Raises
    ------
    RuleError
        If it is out of the range of a field.
    """
    said = range_in(kind, name)
    if typed is not None and not said.holds(typed):
        raise RuleError(
            phrase("expected a number{said}, got {got}", said=said.words, got=typed), about=about
        )
    return typed


def _falling(about: str, typed: str | None) -> tuple[Grade, ...] | None:
    """The grades of a list with commas, the highest first; ``none`` for an empty list."""
    if typed is None:
        return None
    if typed.lower() == "none":
        return ()
    words = filter(None, re.split(r"[,\s]+", typed))
    grades = tuple(grade for grade in map(grade_of, words) if grade is not None)
    if not grades or any(higher <= lower for higher, lower in pairwise(grades)):
        raise RuleError(
            phrase(
                "expected grades from the highest down, such as 1d,5k, or none, got {got!r}",
                got=typed,
            ),
            about=about,
        )
    return grades


def _reduction(typed: str) -> int:
    number = typed.removeprefix("-")
    if not re.fullmatch("[0-9]{1,9}", number) or int(number) > _MOST_REDUCTION:
        raise RuleError(
            phrase(
                "expected {off} or 0 to {most} stones less than the difference, got {got!r}",
                off=OFF,
                most=_MOST_REDUCTION,
                got=typed,
            ),
            about="handicap",
        )
    return int(number)


def _model(typed: str) -> ModelName | None:
    known: dict[str, ModelName] = {name: name for name in get_args(ModelName)}
    if typed != USUAL and typed not in known:
        raise RuleError(
            phrase(
                "expected a model ({names}) or {usual}, got {got!r}",
                names=", ".join(known),
                usual=USUAL,
                got=typed,
            ),
            about="model",
        )
    return known.get(typed)


def _colours(typed: str | None) -> Colours | None:
    if typed is None:
        return None
    try:
        return Colours(typed.lower())
    except ValueError as error:
        known = ", ".join(rule.value for rule in Colours)
        raise RuleError(
            phrase("expected one of {known}, got {got!r}", known=known, got=typed), about="colours"
        ) from error


def _check(tournament: Tournament) -> None:
    """Refuse rules that contradict themselves, or what has been played."""
    rules = tournament.rules
    if rules.floor > rules.bar:
        raise rules.floor_above_bar()
    rounds = {game.round for game in tournament.games} | {bye.round for bye in tournament.byes}
    if rounds and max(rounds) > rules.rounds:
        raise RuleError(
            phrase(
                "round {rounds} has games already, got {other}",
                rounds=max(rounds),
                other=rules.rounds,
            ),
            about="rounds",
        )
