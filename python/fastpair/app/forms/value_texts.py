"""Values as they would be typed: of rules and parameters for forms and files, and of Python's own for actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from enum import Enum
from numbers import Number
from typing import TYPE_CHECKING, Any, get_args, get_origin

from ...facts import as_stated, facts
from ...formats.toml import toml_text
from ...go.tournament import (
    Criterion,
    Grade,
    PairingRules,
    Placement,
    Same,
    SeedSystem,
    TimeLimit,
    group_limits,
    name_criteria,
)
from ...go.tournament.event import TIME
from ...go.tournament.rules import USUAL
from ...go.tournament.weights import PLACE, SEED_SYSTEM
from ...go.tournament.written import GRADES, NONE, POINTS
from ...parameters import items, real
from ...sentences import represented
from .inputs import OFF

if TYPE_CHECKING:
    from ...go.tournament import HandicapRules, Rules


def typed_texts(record: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a record by the names of its fields, those of Python's own as they are typed."""
    own = {entry.name: entry.metadata.get("own", str) for entry in fields(record)}
    own |= {name: fact.own or str for name, fact in facts(record).items()}
    return {name: typed_text(each, own.get(name, str)) for name, each in values.items()}


def typed_text(value: Any, own: Any) -> Any:  # noqa: ANN401 - of a field
    """A value of Python's own as it is typed for a field; any other one stays as it is.

    Parameters
    ----------
    own
        The type of the field.
    """
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, Number) and not isinstance(value, bool):
        shown = real(value) if isinstance(value, int) else value
        return f"{shown:g}" if own in (int, float) else value
    if get_origin(own) is Mapping and isinstance(value, Mapping):
        return ",".join(f"{name}={each}" for name, each in value.items()) or NONE
    inner = items(value)
    if get_origin(own) is not tuple or inner is None:
        is_list = isinstance(value, tuple) and not (value and isinstance(value[0], Enum))
        return value if is_list else _plain(value)
    texts = [_plain(each) for each in inner]
    if not texts:
        return "same" if get_args(own)[0] is Criterion else NONE
    return ",".join(represented(each) if type(each) is int else str(each) for each in texts)


def _plain(value: Any) -> Any:  # noqa: ANN401 - of a field
    if isinstance(value, tuple):
        return ",".join(map(_plain, value))
    if isinstance(value, Placement):
        return PLACE.write(value)
    if isinstance(value, SeedSystem):
        return SEED_SYSTEM.write(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, TimeLimit):
        return TIME.write(value)
    return str(value) if isinstance(value, Grade | date | Same) else value


def parameters_text(pairing: PairingRules) -> str:
    """A commented TOML file of the parameters, which reads back to the same."""
    stated = as_stated(pairing)
    lines = ["# Parameters of OpenGotha's weights in this tournament."]
    for name, fact in facts(PairingRules).items():
        unit = f" ({fact.unit})" if fact.unit in ("round", "groups", "weight") else ""
        choices = f": {', '.join(fact.choices)}" if fact.choices else ""
        lines += ["", f"# {fact.description}{choices}{unit} [{fact.source}]."]
        lines.append(f"{name} = {toml_text(stated[name])}")
    return "\n".join([*lines, ""])


def rules_as_stated(rules: Rules, kind: str = "go") -> dict[str, Any]:
    """The rules of a kind of tournament, without what cannot be stated. No preset is named."""
    points, handicap = rules.points, rules.handicap
    by_mms = rules.main_criterion is Criterion.MMS
    absence, bye = points.without_game(by_mms=by_mms)
    names = {
        "criteria": ",".join(name_criteria(rules.placement, kind)) or None,
        "seeding": ",".join(name_criteria(rules.seeding, kind)) or "same",
        "prizes": ",".join(name_criteria(rules.prizes, kind)) or "same",
    }
    own = {
        **{name: getattr(rules, name) or USUAL for name in ("model", "system")},
        "event_format": rules.format.value if rules.format else USUAL,
        "handicap": _reduction_text(handicap),
        "most_stones": handicap.ceiling or None,
        "by_grade": not handicap.by_mms,
        "bye": POINTS.write(bye) if not by_mms or bye == points.wins_bye_x2 else None,
        "absence": POINTS.write(absence),
        "groups": GRADES.write(group_limits(rules)) if rules.merged_grades else None,
    }
    parts = (rules, rules.fide, handicap, points)
    stated = {name: text for part in parts for name, text in as_stated(part).items()}
    return {name: text for name, text in (stated | names | own).items() if text is not None}


def _reduction_text(handicap: HandicapRules) -> str | None:
    if not handicap.ceiling:
        return OFF
    return str(handicap.correction) if 0 <= handicap.correction <= 9 else None
