"""The rules around the weights, each described once.

A rule is a field, and its description is the metadata of the field. From it come the option of the
command, the key in a model's file and the comment there, the errors, and the line in the table of
docs/rules.md.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from ..errors import RuleError
from ..parameters import parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["GeneralRules", "Groups", "Rule", "StatedRules", "described"]

T = TypeVar("T")

Groups = tuple[tuple[str, ...], ...]
"""Players who are named together, as they are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What there is to say about a rule."""

    option: str
    """The option that states it."""

    metavar: str = ""
    """What the option takes; nothing if it is a switch."""

    help: str
    """What the option does: a sentence."""

    about: str
    """What the key in a file does: a sentence without its capital and its full stop."""

    example: str
    """A value in a file."""

    opposite: str = ""
    """The option that states the opposite, if there is one."""

    opposite_help: str = ""

    least: float | None = None
    """Least value of a number."""

    quantity: str = "a number"
    """What the number is."""

    @property
    def players(self) -> int | None:
        """How many players the option takes; None for any number."""
        return None if self.metavar.endswith("...") else len(self.metavar.split())


def _rule(default: T, about: str, **said: Any) -> T:  # noqa: ANN401
    """Make a field that is a rule; ``about`` and ``said`` are those of ``Rule``."""
    return parameter(default, about, rule=Rule(about=about, **said))


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralRules:
    """Rules that name nobody [K12 9.2; INTERPRETATION K15-2.1 (g)]."""

    rematches: bool = _rule(
        False,
        "players who have met may meet again",
        example="false",
        option="--rematches",
        help="Players who have met may meet again.",
    )
    max_grade_difference: int | None = _rule(
        None,
        "grades of opponents are no further apart",
        example="9",
        option="--max-grade-difference",
        metavar="N",
        help="Grades of opponents are no further apart.",
        least=0,
        quantity="a difference of grades",
    )
    max_score_difference: float | None = _rule(
        None,
        "the scores of opponents that make the groups are no further apart",
        example="3.0",
        option="--max-score-difference",
        metavar="X",
        help="Scores of opponents are no further apart.",
        least=0,
        quantity="a difference of scores",
    )
    no_handicap_at_top: bool | None = _rule(
        None,
        "no game whose scores call for a handicap if one of the two is at the bar, or at the "
        "threshold of handicaps, and so plays even; if nothing is said, the model decides",
        example="true",
        option="--no-handicap-at-top",
        help="Nobody at the bar is drawn so far down or up that the game takes a handicap. By "
        "default the papers' models keep to this unless somebody would be left over.",
        opposite="--handicap-at-top",
        opposite_help="Such games are allowed, whatever the model says.",
    )

    def check(self) -> None:
        """Refuse numbers that cannot be.

        Raises
        ------
        RuleError
            If one is below the least.
        """
        for name, said in described(GeneralRules):
            value = getattr(self, name)
            if said.least is not None and value is not None and not value >= said.least:
                raise RuleError(f"expected {said.quantity} from {said.least}, got {value!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRules(GeneralRules):
    """What a director states beside the weights [K12 3.2, 9.2]. Players are named as they are typed."""

    families: Literal["free", "avoid", "forbid"] = _rule(
        "free",
        "players of one family name and one club: free, avoid (they weigh less together) or "
        "forbid (they do not meet)",
        example='"avoid"',
        option="--families",
        metavar="WORD",
        help="Members of one family and club: weigh less together, or must not meet.",
    )
    forbid: Groups = _rule(
        (),
        "players of whom no two meet",
        example='[["A", "B", "C"]]',
        option="--forbid",
        metavar="A B",
        help="Two players who must not meet.",
    )
    force: Groups = _rule(
        (),
        "two players who meet, whatever the other rules say",
        example='[["A", "B"]]',
        option="--force",
        metavar="A B",
        help="Two players who must meet.",
    )
    allow: Groups = _rule(
        (),
        "players who may meet, whatever the other rules say, except forbid and force",
        example='[["A", "B"]]',
        option="--allow",
        metavar="A B",
        help="Two players who may meet, whatever the other rules say.",
    )
    must_play_groups: Groups = _rule(
        (),
        "players of whom as many as possible play each other; members left over play others",
        example='[["A", "B", "C", "D"]]',
        option="--must-play-group",
        metavar="A B...",
        help="Players who are paired with each other first.",
    )
    prefer: Groups = _rule(
        (),
        "players who would like to meet",
        example='[["A", "B"]]',
        option="--prefer",
        metavar="A B",
        help="Two players who would like to meet.",
    )
    prefer_not: Groups = _rule(
        (),
        "players who would like not to meet",
        example='[["A", "B"]]',
        option="--prefer-not",
        metavar="A B",
        help="Two players who would like not to meet.",
    )
    preference_weight: float | None = _rule(
        None,
        "what a preference is worth, in the weights of the model",
        example="100.0",
        option="--preference-weight",
        metavar="W",
        help="What a preference is worth; by default about as much as an area.",
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


def described(rules: type[GeneralRules]) -> Iterator[tuple[str, Rule]]:
    """Key and description of each rule."""
    for entry in fields(rules):
        if "rule" in entry.metadata:
            yield entry.name, entry.metadata["rule"]
