"""What a director enters of a player: names, grade, numbers of the federations, and the rounds to play."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from ..errors import InputError, RuleError
from ..go.tournament import Grade, Player, key_of
from ..go.tournament.groups import late_entry_correction
from ..go.tournament.player import participation
from ..go.tournament.ranges import parse_halves, range_in
from ..parameters import AllowedRange, optional
from ..sentences import Remedy, marked, phrase
from .inputs import (
    NONE,
    Typed,
    ensure_starts,
    on_one_line,
    typed,
    values_typed,
    without_none,
)
from .rounds import entry_round

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..go.tournament import Rules, Tournament
    from ..sentences import Sentence


PIN_DIGITS = 8
"""Of a number of the European Go Database."""


def is_pin(text: str) -> bool:
    """Whether a text is made as the numbers of the European Go Database are."""
    return text.isascii() and text.isdecimal() and len(text) == PIN_DIGITS


@dataclass(frozen=True, slots=True, kw_only=True)
@typed(Player)
class PlayerEntry(Typed):
    """What is typed of a player; None stays as it is, or is the default."""

    name: str | None = None
    first_name: str | None = None

    @classmethod
    def number_in(cls, name: str, text: str) -> int:
        """The number in the text of a field; a rating may be written as lists have it, such as ``2 304,5``.

        Raises
        ------
        RuleError
            If it is none, or out of its range.
        """
        from ..formats.entries.table import rating_in

        plain = text.strip().replace("−", "-")
        try:
            found = rating_in(plain) if name == "rating" else _whole_in(plain)
        except ValueError:
            found = None
        if found is None:
            raise _refusal(name, text)
        return _number(name, round(found)) or 0

    @classmethod
    def of_texts(cls, texts: Mapping[str, str], *, emptied: bool = False) -> Self:
        """What is typed in the fields of a form.

        Parameters
        ----------
        emptied
            Whether a field that is empty shall be so; else it is left out, as a name, grade or rating always is.

        Raises
        ------
        RuleError
            If a number is none.
        """
        values: dict[str, Any] = {}
        for name in _FIELDS:
            text = texts[name].strip() if name in texts else ""
            if not text and emptied and name in texts and name not in _NEVER_EMPTIED:
                text = "0" if name in _EXPECTED else ""
            elif not text:
                continue
            values[name] = cls.number_in(name, text) if name in _EXPECTED else text
        return cls(**values)

    def differing(self, player: Player, *, chess: bool) -> PlayerEntry:
        """What is typed that differs from what a player has."""
        facts = self.facts(chess=chess)
        changed = [name for name in facts if facts[name] != getattr(player, name)]
        return PlayerEntry(**{name: getattr(self, name) for name in changed})

    @property
    def arguments(self) -> dict[str, Any]:
        """What is typed, as the action ``register`` takes it."""
        facts = without_none(self)
        names: dict[str, Any] = {
            name: facts.pop(name) for name in ("name", "first_name") if name in facts
        }
        return {**names, "player": facts}

    def player(self, *, graded: bool = True, chess: bool = False) -> Player:
        """Somebody new. A player without a rating gets that of the grade, and one without a grade that of the rating.

        Parameters
        ----------
        graded
            Whether there must be a grade, or a rating instead.
        chess
            Whether the country is a federation of chess, as `facts` has it.

        Raises
        ------
        RuleError
            If there is no name, or neither grade nor rating, or a value is none of its field.
        """
        facts = self.facts(chess=chess)
        if not facts.get("name"):
            raise RuleError(phrase("enter the family name of the player"))
        if graded and "grade" not in facts and facts.get("rating") is not None:
            facts["grade"] = Grade.of_rating(facts["rating"])
        if graded and "grade" not in facts:
            raise RuleError(
                phrase("{name}: enter a grade from 30k to 9d", name=facts["name"]),
                Remedy("name the grade"),
            )
        key = key_of(facts["name"] + facts.get("first_name", ""))
        player = Player(**{"first_name": "", **facts, "key": key})
        return player.with_rating() if "grade" in facts else player

    def facts(self, *, chess: bool = False) -> dict[str, Any]:
        """The fields that are typed, as a player holds them.

        Parameters
        ----------
        chess
            Whether the country is a federation of chess, such as ``SCO``.

        Raises
        ------
        RuleError
            If a value is none of its field.
        """
        from ..formats.entries.countries import country_in
        from ..formats.entries.table import known_number

        found: dict[str, Any] = {
            name: on_one_line(getattr(self, name))
            for name in ("name", "first_name")
            if getattr(self, name) is not None
        }
        found |= values_typed(
            self,
            Player,
            country=lambda _, text: country_in(on_one_line(text), chess=chess),
            fide_id=lambda _, text: known_number(on_one_line(text)),
            grade=_grade,
            attributes=lambda _, text: attributes_in(text),
            **dict.fromkeys(_EXPECTED, _number),
        )
        pin = found.get("egf_pin", "")
        if pin and not is_pin(pin):
            raise RuleError(
                phrase(
                    "{pin!r} is not a PIN; enter {pin_digits} digits",
                    pin_digits=PIN_DIGITS,
                    pin=pin,
                )
            )
        return found


def wrong_fields(
    texts: Mapping[str, str], tournament: Tournament, *, new: bool
) -> Mapping[str, Sentence]:
    """What is wrong with each field of a form of a player whose text is none of its values.

    Parameters
    ----------
    new
        Whether the player is new, and so has a name, perhaps a grade, and rounds to play.
    """
    typed_in = {name: text.strip() for name, text in texts.items()}
    found: dict[str, Sentence] = {}
    if (new or "name" in texts) and not typed_in.get("name"):
        found["name"] = phrase("enter the family name of the player")
    if new and tournament.needs_grades and not (typed_in.get("grade") or typed_in.get("rating")):
        found["grade"] = phrase("Enter a grade from 30k to 9d.")
    for name in (*_FIELDS, *(("rounds",) if new else ())):
        try:
            if name == "rounds" and typed_in.get(name):
                participation(typed_in[name], tournament.rules.rounds)
            elif typed_in.get(name):
                entry = PlayerEntry.of_texts({name: typed_in[name]})
                entry.facts(chess=tournament.event_kind.has_federations)
        except RuleError as error:
            found[name] = error.message
    return found


_EXPECTED: Mapping[str, str] = {
    "rating": marked("enter a rating such as 2100, not {got}"),
    "correction": marked("enter whole points from {least} to {most}, such as 2 or -1, not {got}"),
    **dict.fromkeys(
        ("band", "k_factor"), marked("enter a number from {least} to {most}, not {got}")
    ),
}
"""What is said of a value that is no number of a field."""


_FIELDS = tuple(entry.name for entry in fields(PlayerEntry) if entry.name != "final")
"""What is typed as a text."""

_NEVER_EMPTIED = ("name", "first_name", "grade", "rating")


def _whole_in(text: str) -> int:
    if not re.fullmatch("[+-]?[0-9]{1,9}", text):
        raise ValueError(text)
    return int(text)


def _number(name: str, number: int) -> int | None:
    """A number, if it is in the range of its field; None for no band and no K.

    Raises
    ------
    RuleError
        If it is not.
    """
    value = None if name in ("band", "k_factor") and not number else number
    if value is not None and not range_in(Player, name).holds(value):
        raise _refusal(name, number)
    return value


def _refusal(name: str, got: object) -> RuleError:
    """What is wrong with a value that is no number of a field."""
    limits = range_in(Player, name)
    said = phrase(_EXPECTED[name], least=limits.least, most=limits.most, got=got)
    return InputError(said, about=name)


def _grade(_: str, text: str) -> Grade:
    from ..formats.entries.document import grade_in

    try:
        return grade_in(text)
    except ValueError as error:
        message = phrase("enter a grade from 30k to 9d, not {got}", got=text)
        raise InputError(message, about="grade") from error


def attributes_in(text: str) -> dict[str, str]:
    """The attributes of a player in a text such as ``school=North, trainer=Kim``.

    Raises
    ------
    RuleError
        If a part of it has no name or no value, or a name stands twice.
    """
    found: dict[str, str] = {}
    for part in text.split(",") if text.strip().lower() not in ("", NONE) else ():
        name, _, value = (on_one_line(each) for each in part.partition("="))
        if not (name and value) or name.lower() in found:
            raise RuleError(
                phrase("enter attributes such as school=North, trainer=Kim, not {got!r}", got=part),
                about="attributes",
            )
        found[name.lower()] = value
    return found


def attributes_text(attributes: Mapping[str, str]) -> str:
    """The attributes of a player, as `attributes_in` reads them."""
    return ", ".join(f"{name}={value}" for name, value in attributes.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryTerms(Typed):
    """On what terms players enter."""

    since: int | None = optional("First round; by default the first one that is not drawn")
    rounds: str | None = optional(
        "Rounds to play, such as 1-5, 'week 2' or -3,7; by default all",
        unit="rounds",
        own=tuple[int, ...],
    )
    per_missed_round: str | None = optional(
        "Points per round before the first one, rounded down; by default those of an absence",
        unit="points",
        own=float,
    )
    supergroup: int | None = optional("Points above the bar at the start, or below it if negative")

    def absences(self, tournament: Tournament) -> frozenset[int]:
        """The rounds that they miss.

        Raises
        ------
        RuleError
            If there is no such round, or none that they could take part in.
        """
        rounds = tournament.rules.rounds
        since = entry_round(tournament) if self.since is None else self.since
        tournament.check_round(since)
        missed = frozenset(range(1, since))
        if self.rounds is not None:
            missed |= participation(self.rounds, rounds)
        if len(missed) == rounds:
            raise RuleError(phrase("choose at least one round"), Remedy("name rounds to play"))
        return missed

    def correction(self, rules: Rules, missed: frozenset[int]) -> int:
        """What the rounds before their first one add to the starting score.

        Raises
        ------
        RuleError
            If a missed round is to be worth less than nothing or more than a win, or scores do not
            begin with a start.
        """
        if self.per_missed_round is None:
            return 0
        ensure_starts(rules, about="per_missed_round")
        worth_x2 = parse_halves("per_missed_round", self.per_missed_round, AllowedRange(0, 2))
        first = min(frozenset(range(1, rules.rounds + 1)) - missed)
        return late_entry_correction(rules, first, worth_x2) if first > 1 else 0
