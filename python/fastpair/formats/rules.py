"""Hard rules and preferences as a director states them, in a model's TOML file or by options.

::

    model = "godraw2015"

    [rules]
    max_grade_difference = 9
    families = "avoid"
    forbid = [["Ito Aya", "Ito Ken", "Ito Mio"]]
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Self

from .toml import TomlFile, quoted

if TYPE_CHECKING:
    from os import PathLike

__all__ = ["RULES_TEXT", "StatedRules", "read_rules"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedRules:
    """What a director states beside the weights. Players are named as they are typed."""

    max_grade_difference: int | None = None
    """Grades of opponents are no further apart (grades) [K12 9.2]."""

    max_score_difference: float | None = None
    """Scores of opponents are no further apart (points) [K12 9.2]."""

    no_handicap_at_top: bool | None = None
    """Whether scores that call for a handicap do not meet at the bar, where there is none; if it is
    not said, they do in OpenGotha's models, and in the others only so that nobody is left over
    [INTERPRETATION K15-2.1 (g)]."""

    rematches: bool = False
    """Whether players who have met may meet again [K12 9.2]."""

    families: Literal["free", "avoid", "forbid"] = "free"
    """Members of one family, by name and club: a preference against them, or no game [K12 3.2]."""

    forbid: tuple[tuple[str, ...], ...] = ()
    """Players who must not meet [K12 3.2]."""

    force: tuple[tuple[str, ...], ...] = ()
    """Two players who must meet [K12 3.2]."""

    allow: tuple[tuple[str, ...], ...] = ()
    """Players who may meet whatever the other rules say [K12 9.2]."""

    must_play_groups: tuple[tuple[str, ...], ...] = ()
    """Players who are paired with each other before anybody else [K12 3.2]."""

    prefer: tuple[tuple[str, ...], ...] = ()
    """Players who would like to meet [K12 3.2]."""

    prefer_not: tuple[tuple[str, ...], ...] = ()
    """Players who would like not to meet [K12 3.2]."""

    preference_weight: float | None = None
    """What a preference is worth, in the weights of the model (weight) [K12 3.2]."""

    def and_also(self, more: Self) -> Self:
        """These rules with more: lists of players add up, of anything else the latter counts."""
        usual = type(self)()
        values: dict[str, Any] = {}
        for entry in fields(self):
            mine, theirs = getattr(self, entry.name), getattr(more, entry.name)
            if isinstance(mine, tuple):
                values[entry.name] = (*mine, *theirs)
            else:
                values[entry.name] = mine if theirs == getattr(usual, entry.name) else theirs
        return type(self)(**values)


def read_rules(path: str | PathLike[str]) -> StatedRules:
    """Read the rules from a model's TOML file; without a table ``[rules]`` there are none.

    Raises
    ------
    FormatError
        If the file is no TOML, or it names what does not exist or cannot be.
    """
    file = TomlFile.read(path)
    table = file.content.get("rules", {})
    if not isinstance(table, dict):
        raise file.wrong(("rules",), f"expected a table [rules], found {quoted(table)}")
    rules = file.filled(StatedRules(), table, ("rules",), ())
    for name in ("max_grade_difference", "max_score_difference", "preference_weight"):
        value = getattr(rules, name)
        if value is not None and value < 0:
            message = f"expected a number from 0 for {name}, found {quoted(value)}"
            raise file.wrong(("rules", name), message)
    return rules


RULES_TEXT = """\
# Hard rules and preferences of "fastpair draw", beside the weights; players as in its options:
# [rules]
# max_grade_difference = 9     # grades of opponents are no further apart
# max_score_difference = 3.0   # nor are their scores
# no_handicap_at_top = true    # nobody at the bar is drawn so far down that it takes a handicap;
#                              # unsaid: so with the papers' models, unless he would be left over
# rematches = false            # true lets players who have met meet again
# families = "avoid"           # one family name and one club: free, avoid or forbid
# forbid = [["A", "B", "C"]]   # none of them meets another one
# force = [["A", "B"]]         # these two meet
# allow = [["A", "B"]]         # these may meet, but where "forbid" names them
# must_play_groups = [["A", "B", "C", "D"]]  # paired with each other before anybody else
# prefer = [["A", "B"]]        # these would like to meet
# prefer_not = [["A", "B"]]    # these would like not to
# preference_weight = 100.0    # how much a preference is worth, in the weights of the model
"""
"""The table as a comment, for files that a director changes."""
