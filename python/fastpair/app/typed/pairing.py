"""What a director types of the parameters of OpenGotha's weights, which are the tournament's."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ...errors import RuleError
from ...formats.toml import TomlFile
from ...go.tournament import Criterion, Grade, PairingRules, Placement, SeedSystem
from ...go.tournament.ranges import range_of
from ...parameters import parameter, parameters, walk
from ...sentences import phrase
from .criteria import criteria
from .values import anything, grade_of, whole, with_typed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from enum import Enum
    from os import PathLike

    from ...go.tournament import Tournament

    _Word = TypeVar("_Word", bound=Enum)


_SEEDING = {
    "fold": SeedSystem.SPLIT_AND_FOLD,
    "slip": SeedSystem.SPLIT_AND_SLIP,
    "random": SeedSystem.SPLIT_AND_RANDOM,
}
_PLACES = {"top": Placement.TOP, "middle": Placement.MIDDLE, "bottom": Placement.BOTTOM}
_Place = Literal["top", "middle", "bottom"]

_WEIGHT: Mapping[str, Any] = {"unit": "weight", "source": "OPENGOTHA 11"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedPairing:
    """What is typed of the parameters, by their names in `PairingRules`; None stays as it is."""

    seed_systems: str | None = parameter(
        None,
        "Whom a player ideally meets in his group in the first rounds, and whom later: two of "
        "fold, slip and random",
        unit="systems",
        source="OPENGOTHA 11.7",
    )
    last_round_of_first_seed_system: int | None = parameter(
        None, "Last round of the first of the two", unit="round", source="OPENGOTHA 11.7"
    )
    seed_criteria: str | None = parameter(
        None,
        "Criteria that order a group under each of the two besides those of the standings, such as "
        "Rating,NULL",
        unit="criteria",
        source="OPENGOTHA 10",
    )
    drawn_down_from: _Place | None = parameter(
        None, "Who of the upper group is drawn down", source="OPENGOTHA 11.6"
    )
    drawn_up_from: _Place | None = parameter(
        None, "Who of the lower group is drawn up", source="OPENGOTHA 11.6"
    )
    compensate_draw_up_down: bool | None = parameter(
        None,
        "Whether a draw up is to make up for a draw down, and the reverse",
        source="OPENGOTHA 11.6",
    )
    country_groups: int | None = parameter(
        None,
        "Groups of score difference that are preferred to a game within a country",
        unit="groups",
        source="OPENGOTHA 11.9",
    )
    club_groups: int | None = parameter(
        None,
        "Groups of score difference that are preferred to a game within a club",
        unit="groups",
        source="OPENGOTHA 11.9",
    )
    grade_threshold: str | None = parameter(
        None,
        "Grade from which on, with the wins added, handicaps matter no more, and in 3.52 areas less",
        unit="grade",
        source="OPENGOTHA 11.8",
    )
    wins_threshold: bool | None = parameter(
        None,
        "Whether the same holds for who has won in half of the rounds",
        source="OPENGOTHA 11.8",
    )
    bar_threshold: bool | None = parameter(
        None, "Whether the same holds for who has started at the bar", source="OPENGOTHA 11.8"
    )
    concavity: float | None = parameter(
        None,
        "How little small differences weigh: 0 is linear, 1 most concave",
        unit="factor",
        source="OPENGOTHA 11",
    )
    avoid_duplicate: int | None = parameter(None, "No rematch", **_WEIGHT)
    random: int | None = parameter(None, "Luck", **_WEIGHT)
    deterministic: bool | None = parameter(
        None, "Whether luck follows from the names", source="OPENGOTHA 11.2"
    )
    balance_colours: int | None = parameter(None, "Colours", **_WEIGHT)
    avoid_mixing_categories: int | None = parameter(None, "One category", **_WEIGHT)
    minimise_score_difference: int | None = parameter(None, "Equal scores", **_WEIGHT)
    draw_up_down: int | None = parameter(None, "Who is drawn up and down", **_WEIGHT)
    maximise_seeding: int | None = parameter(None, "Seeding within a group", **_WEIGHT)
    secondary_criteria: int | None = parameter(
        None, "What OpenGotha's window offers for the next two", **_WEIGHT
    )
    minimise_handicap: int | None = parameter(None, "Small handicaps", **_WEIGHT)
    avoid_same_area: int | None = parameter(None, "Other clubs and countries", **_WEIGHT)

    def __bool__(self) -> bool:
        return anything(self)

    def over(self, other: TypedPairing) -> TypedPairing:
        """What is typed here, and otherwise there."""
        typed = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        merged: TypedPairing = with_typed(other, typed)
        return merged

    def applied_to(self, tournament: Tournament) -> Tournament:
        """The tournament with these parameters.

        Raises
        ------
        RuleError
            If a value is none of its parameter.
        """
        pairing: PairingRules = with_typed(tournament.rules.pairing, dict(self._changes()))
        return replace(tournament, rules=replace(tournament.rules, pairing=pairing))

    def _changes(self) -> Iterator[tuple[str, Any]]:
        read: dict[str, Callable[[str, Any], Any]] = {
            "seed_systems": _pair_of_systems,
            "seed_criteria": _pair_of_criteria,
            "drawn_down_from": lambda about, typed: _word(about, typed, _PLACES),
            "drawn_up_from": lambda about, typed: _word(about, typed, _PLACES),
            "grade_threshold": lambda about, typed: grade_of(typed),
        }
        for entry in fields(PairingRules):
            typed = getattr(self, entry.name, None)
            if typed is None:
                continue
            if entry.name in read:
                yield entry.name, read[entry.name](entry.name, typed)
            elif range_of(entry.metadata) is not None:
                yield entry.name, whole(entry.name, typed, PairingRules, entry.name)
            else:
                yield entry.name, typed


def read_parameters(path: str | PathLike[str]) -> TypedPairing:
    """Read the parameters from a TOML file, as `parameters_text` writes them.

    Raises
    ------
    FormatError
        If it is no TOML, or names what is no parameter, or a value is none of its parameter.
    """
    file = TomlFile.read(path, "parameters")
    typed = file.filled(TypedPairing(), file.content, (), ())
    try:
        dict(typed._changes())
    except RuleError as error:
        raise file.wrong((getattr(error.said, "about", ""),), str(error)) from None
    return typed


def parameters_text(pairing: PairingRules) -> str:
    """A commented TOML file of the parameters, which reads back to the same."""
    typed = pairing_as_typed(pairing)
    lines = ["# Parameters of OpenGotha's weights in this tournament."]
    for name, said in walk(parameters(TypedPairing)):
        unit = f" ({said.unit})" if said.unit in ("round", "groups", "weight") else ""
        choices = f": {', '.join(said.choices)}" if said.choices else ""
        lines += ["", f"# {said.description}{choices}{unit} [{said.source}]."]
        lines.append(f"{name} = {_toml(getattr(typed, name))}")
    return "\n".join([*lines, ""])


def pairing_as_typed(pairing: PairingRules) -> TypedPairing:
    """The parameters as a director would type them."""
    named = {entry.name: _plain(getattr(pairing, entry.name)) for entry in fields(TypedPairing)}
    return TypedPairing(**named)


def _plain(value: Any) -> Any:  # noqa: ANN401 - of a field
    words = {meant: word for known in (_SEEDING, _PLACES) for word, meant in known.items()}
    if isinstance(value, tuple):
        return ",".join(map(_plain, value))
    if isinstance(value, Criterion):
        return value.value
    if isinstance(value, SeedSystem | Placement):
        return words[value]
    return str(value) if isinstance(value, Grade) else value


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _pair_of_systems(about: str, typed: str) -> tuple[SeedSystem, SeedSystem]:
    words = _SEEDING | {system.value.lower(): system for system in SeedSystem}
    first, second = _two(about, typed, "fold,slip")
    return _word(about, first, words), _word(about, second, words)


def _pair_of_criteria(about: str, typed: str) -> tuple[Criterion, Criterion]:
    first, second = (criteria(about, one) or () for one in _two(about, typed, "Rating,NULL"))
    return first[0], second[0]


def _two(about: str, typed: str, example: str) -> tuple[str, str]:
    found = [*filter(None, re.split(r"[,\s]+", typed))]
    if len(found) != 2:
        raise RuleError(
            phrase("expected two, such as {example}, got {got!r}", example=example, got=typed),
            about=about,
        )
    return found[0], found[1]


def _word(about: str, typed: str, words: Mapping[str, _Word]) -> _Word:
    if typed.lower() not in words:
        raise RuleError(
            phrase("expected one of {words}, got {got!r}", words=", ".join(words), got=typed),
            about=about,
        )
    return words[typed.lower()]
