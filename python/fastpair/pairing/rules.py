"""The rules around the weights, each described once.

A rule is a parameter. From its description come the option of the command, the key in a model's file
and the comment there, the errors, and the line in the table of docs/reference/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Self

from ..errors import input_error
from ..parameters import integer, parameter, parameters, walk
from ..sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    from ..parameters import Parameter


Groups = tuple[tuple[str, ...], ...]
"""Players who are named together, as they are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralRules:
    """Rules that name nobody [K12 9.2; INTERPRETATION K15-2.1 (g)]."""

    rematches: bool = parameter(
        False,
        "Allow rematches",
        example="false",
    )
    max_grade_difference: int | None = parameter(
        None,
        "Largest difference of grades",
        example="9",
        least=0,
    )
    max_score_difference: float | None = parameter(
        None,
        "Largest difference of scores",
        example="3.0",
        least=0,
    )
    no_handicap_at_top: bool | None = parameter(
        None,
        "No handicap games at the bar or above",
        example="true",
    )
    limit_scores: bool | None = parameter(
        None,
        "No larger score differences than necessary",
        example="true",
    )

    this_round_alone: bool = parameter(
        False,
        "Do not look ahead to later rounds",
        example="true",
    )


def _groups(description: str, *, example: str = '[["A", "B"]]', together: int | None = 2) -> Groups:
    """Players of whom a rule speaks."""
    return parameter((), description, example=example, together=together)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRules(GeneralRules):
    """Constraints in addition to the weights. Players are named as entered [K12 3.2, 9.2]."""

    families: Literal["free", "avoid", "forbid"] = parameter(
        "free",
        "How to pair relatives, and teams of one club",
        example='"avoid"',
    )
    forbid: Groups = _groups("Players who must not meet", example='[["A", "B", "C"]]')
    force: Groups = _groups("Players who must meet")
    allow: Groups = _groups("Players who may meet nevertheless")
    must_play_groups: Groups = _groups(
        "Players to pair within their group",
        example='[["A", "B", "C", "D"]]',
        together=None,
    )
    prefer: Groups = _groups("Players who prefer to meet")
    prefer_not: Groups = _groups("Players who prefer not to meet")
    preference_weight: float | None = parameter(
        None,
        "Weight of a preference, in units of the model",
        example="100.0",
        least=0,
    )

    def and_also(self, more: Self) -> Self:
        """These rules with more: lists of players add up, of anything else the latter counts."""
        values: dict[str, Any] = {}
        for entry in fields(self):
            mine, theirs = getattr(self, entry.name), getattr(more, entry.name)
            if isinstance(mine, tuple):
                values[entry.name] = (*mine, *theirs)
            else:
                values[entry.name] = mine if theirs == entry.default else theirs
        return type(self)(**values)


LARGEST_SEED = (1 << 53) - 1
"""Histories and documents are JSON, whose readers keep whole numbers as large as that [RFC 8259 6]."""


def check_seed(seed: SupportsIndex) -> int:
    """Refuse what is no seed, and return the seed as a plain integer.

    Raises
    ------
    RuleError
        If it is no whole number from 0 to `LARGEST_SEED`.
    """
    number = integer(seed)
    if number is None or not 0 <= number <= LARGEST_SEED:
        raise input_error(
            seed,
            int,
            phrase(
                "must be a whole number from 0 to {most}, not {seed!r}",
                most=LARGEST_SEED,
                seed=seed,
            ),
            about="seed",
        )
    return number


def described(rules: type[GeneralRules]) -> Iterator[tuple[str, Parameter]]:
    """Key and description of each rule."""
    return walk(parameters(rules))
