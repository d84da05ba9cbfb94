"""Rules by name: what federations and programs have settled, each a change of plain ``Rules``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from .grade import Grade
from .points import Points
from .rules import Colours, Criterion, HandicapRules, PairingRules, Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PRESETS", "Preset", "with_preset"]

_HIGHEST = Grade(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """What a federation or a program says of the rules; all else stays as it is."""

    about: str
    """One sentence for whoever chooses."""

    source: str
    """Where it is written; see docs/explanation/sources.md."""

    changes: Mapping[str, Any]
    """Values of fields of ``Rules``."""


def with_preset(rules: Rules, name: str) -> Rules:
    """The same rules with what a preset says, a key of ``PRESETS``; capitals do not matter.

    Raises
    ------
    RuleError
        If there is no such preset.
    """
    found = {known.lower(): preset for known, preset in PRESETS.items()}.get(name.lower())
    if found is None:
        raise RuleError(f"no preset {name!r}; expected one of {', '.join(PRESETS)}")
    return replace(rules, **found.changes)


_SLEEPERS = Points(mms_absent_x2=1, mms_bye_x2=2, wins_bye_x2=2, round_down=True)
"""A bye is a win; two absences are a point, which is no win."""

_OPENGOTHA: dict[str, Any] = {
    "floor": Grade(-20),
    "bar": Grade(3),
    "points": _SLEEPERS,
    "top_sleepers_lowered": 0,
    "unplayed_as_half_point": False,
    "placement": (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS),
    "seeding": (),
    "colours": Colours.BY_MODEL,
    "handicap": HandicapRules(by_mms=True, threshold=Grade(0), correction=1, ceiling=9),
    "pairing": replace(PairingRules.of_new_tournaments(), variant="v351"),
}

PRESETS: Mapping[str, Preset] = {
    "BGA": Preset(
        about="British handbook: handicap is the difference less 1, even at the bar, SOS decides.",
        source="BGA 4.3, 4.4, 4.5, 4.6",
        changes={
            "points": _SLEEPERS,
            "missed": "bga",
            "absence_as_half_point": False,
            "placement": (Criterion.MMS, Criterion.SOS),
            "handicap": HandicapRules(correction=1, threshold=_HIGHEST, even_at_bar=True),
        },
    ),
    "EGF": Preset(
        about="European rules: half a point for an absence, sums rounded down, own start in SOS.",
        source="EGF; difference less 2: BGA 4.3",
        changes={
            "points": _SLEEPERS,
            "missed": "bga",
            "absence_as_half_point": False,
            "placement": (Criterion.MMS, Criterion.SOS),
            "handicap": HandicapRules(correction=2, threshold=_HIGHEST, even_at_bar=True),
        },
    ),
    "OpenGotha v351": Preset(
        about="What OpenGotha 3.51 sets for a new McMahon tournament.",
        source="OPENGOTHA 2",
        changes=_OPENGOTHA,
    ),
    "OpenGotha v352": Preset(
        about="The same rules in OpenGotha 3.52, whose weights differ, and not its scores.",
        source="OPENGOTHA 2, 14",
        changes=_OPENGOTHA | {"pairing": replace(_OPENGOTHA["pairing"], variant="v352")},
    ),
    "AGA": Preset(
        about="American rules: nothing for an absence, even at the bar, colours balanced or nigiri.",
        source="AGA",
        changes={
            "points": Points(mms_bye_x2=2, wins_bye_x2=2),
            "missed": "bga",
            "absence_as_half_point": False,
            "colours": Colours.BALANCE,
            "placement": (Criterion.MMS, Criterion.SOS),
            "handicap": HandicapRules(
                by_mms=False, correction=0, threshold=_HIGHEST, even_at_bar=True
            ),
        },
    ),
    "EPM": Preset(
        about="EPM of Vuorinen: an absence is half a point for opponents only, a free round a win.",
        source="V 4.2.2, 6.1",
        changes={
            "points": Points(mms_bye_x2=2, wins_bye_x2=2),
            "missed": "own",
            "absence_as_half_point": True,
            "placement": (Criterion.MMS, Criterion.SOS, Criterion.SOSOS),
            "handicap": HandicapRules(ceiling=0),
        },
    ),
}
"""The presets by name."""
