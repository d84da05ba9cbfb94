"""Rules by name: what federations and programs have settled, each a change of plain `Rules`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from ...errors import RuleError
from ...sentences import phrase
from .criteria import Criterion
from .event_kind import EventFormat, EventGame, EventKind
from .game import BYE_AS_WIN, HALF_POINT_ABSENCES, Points
from .grade import Grade
from .rules import Colours, FideRules, HandicapRules, Rules
from .systems import FIDE_SYSTEMS
from .weights import PairingRules

if TYPE_CHECKING:
    from collections.abc import Mapping


_HIGHEST = Grade(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """What a federation or a program says of the rules; all else stays as it is."""

    about: str
    """One sentence for whoever chooses."""

    source: str
    """Where it is written; see docs/background/sources.md."""

    changes: Mapping[str, Any]
    """Values of fields of ``Rules``."""

    kind: Literal["go", "swiss"] = "go"
    """The kind of tournament whose rules these are."""


def preset_named(name: str) -> Preset:
    """The preset of a name, a key of ``PRESETS``; capitals do not matter.

    Raises
    ------
    RuleError
        If there is none.
    """
    found = {known.lower(): preset for known, preset in PRESETS.items()}.get(name.lower())
    if found is None:
        raise RuleError(
            phrase(
                "no preset {name!r}; choose one of {PRESETS}",
                name=name,
                PRESETS=", ".join(PRESETS),
            )
        )
    return found


def with_preset(rules: Rules, name: str) -> Rules:
    """The same rules with what a preset says, a key of ``PRESETS``; capitals do not matter.

    Without a system of its own, it has the usual one; a round is one game unless it says more.

    Raises
    ------
    RuleError
        If there is no such preset.

    Examples
    --------
    >>> with_preset(Rules(), "bga").handicap.even_at_bar
    True
    """
    usual = {"system": None, "games": 1, "needs_half": False, "fide": FideRules()}
    changes = {**usual, **preset_named(name).changes}
    fide = replace(rules.fide, order=changes["fide"].order)
    return replace(rules, **changes | {"fide": fide})


_OPENGOTHA: dict[str, Any] = {
    "floor": Grade(-20),
    "bar": Grade(3),
    "points": HALF_POINT_ABSENCES,
    "top_sleepers_lowered": 0,
    "unplayed_as_half_point": False,
    "placement": EventKind(format=EventFormat.MCMAHON).usual_criteria,
    "seeding": (),
    "colours": Colours.BY_MODEL,
    "handicap": HandicapRules(by_mms=True, threshold=Grade(0), correction=1, ceiling=9),
    "pairing": replace(PairingRules.of_new_tournaments(), variant="v351"),
}

_BY_SOS: dict[str, Any] = {
    "missed": "bga",
    "absence_as_half_point": False,
    "placement": (Criterion.MMS, Criterion.SOS),
}
"""The score, then the sum of the opponents' scores, to which a missed round adds the own start."""


def _difference_less(stones: int, **more: bool) -> HandicapRules:
    """The difference less some stones, and even games at the bar."""
    return HandicapRules(correction=stones, threshold=_HIGHEST, even_at_bar=True, **more)


SWISS_RULES: dict[str, Any] = {
    "points": Points(wins_bye_x2=2),
    "missed": "bga",
    "placement": EventKind(format=EventFormat.SWISS).usual_criteria,
    "colours": Colours.AT_MOST_TWO,
    "handicap": HandicapRules(ceiling=0),
}
"""What a Swiss of any game has otherwise than a tournament of Go: points, sides, no handicap."""

_CHESS: dict[str, Any] = {
    **SWISS_RULES,
    "missed": "fide",
    "placement": EventKind(game=EventGame.CHESS, format=EventFormat.SWISS).usual_criteria,
    "fide": FideRules(order="rating-name"),
    "needs_half": True,
}
"""Rules of a Swiss with the tie-breaks and pairing numbers of chess."""


PRESETS: Mapping[str, Preset] = {
    "BGA": Preset(
        about="British handbook: handicap is the difference less 1, even at the bar, SOS decides.",
        source="BGA 4.3, 4.4, 4.5, 4.6",
        changes=_BY_SOS | {"points": HALF_POINT_ABSENCES, "handicap": _difference_less(1)},
    ),
    "EGF": Preset(
        about="European rules: half a point for an absence, sums rounded down, own start in SOS.",
        source="EGF; difference less 2: BGA 4.3",
        changes=_BY_SOS | {"points": HALF_POINT_ABSENCES, "handicap": _difference_less(2)},
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
        changes=_BY_SOS
        | {
            "points": BYE_AS_WIN,
            "colours": Colours.BALANCE,
            "handicap": _difference_less(0, by_mms=False),
        },
    ),
    "EPM": Preset(
        about="EPM of Vuorinen: an absence is half a point for opponents only, a free round a win.",
        source="V 4.2.2, 6.1",
        changes={
            "points": BYE_AS_WIN,
            "missed": "own",
            "absence_as_half_point": True,
            "placement": (Criterion.MMS, Criterion.SOS, Criterion.SOSOS),
            "handicap": HandicapRules(ceiling=0),
        },
    ),
    "Swiss": Preset(
        about="A Swiss of any game: players need no grade, a win and a bye are a point, no handicap.",
        source="V 3.4",
        changes=SWISS_RULES,
        kind="swiss",
    ),
    "Chess": Preset(
        about="Chess: 1 point for a win, half a point for a draw, 1 for a bye.",
        source="FIDE",
        changes=_CHESS,
        kind="swiss",
    ),
    **{
        system.preset: Preset(
            about=system.about,
            source=system.article,
            changes=_CHESS | {"system": name} | system.rules,
            kind="swiss",
        )
        for name, system in FIDE_SYSTEMS.items()
    },
    "Football": Preset(
        about="A Swiss with 3 points for a win, 1 for a draw and 3 for a bye.",
        source="FIFA",
        changes=SWISS_RULES
        | {
            "placement": (
                *SWISS_RULES["placement"],
                Criterion.CUSS_WINS,
                *map(Criterion, ("DE", "WIN", "BWG")),
            ),
            "points": Points(
                win_x2=6,
                jigo_x2=2,
                forfeit_win_x2=6,
                both_win_x2=6,
                wins_bye_x2=6,
                requested_bye_x2=2,
            ),
        },
        kind="swiss",
    ),
}
"""The presets by name."""


_DEFAULT = "OpenGotha v351"
"""The rules of a new tournament, if nothing is said, but for the model. Under plain ``Rules`` a bye is
worth nothing."""


def with_default_preset(rules: Rules) -> Rules:
    """The rules with what a new tournament has if nobody names a preset."""
    return replace(with_preset(rules, _DEFAULT), pairing=PairingRules.of_new_tournaments())
