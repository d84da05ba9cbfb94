"""The rules and the event of a tournament as a director would type them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ...go.tournament import Overtime, group_limits
from .event import TypedEvent
from .pairing import TypedPairing
from .values import MOST_POINTS_X2, OFF, USUAL, TypedRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...go.tournament import Criterion, Event, Grade, HandicapRules, Points, Rules, TimeLimit


_Typed = TypeVar("_Typed", TypedRules, TypedEvent, TypedPairing)


def changes(typed: _Typed, known: _Typed) -> _Typed:
    """What is typed of what is not known already."""
    return type(typed)(
        **{
            name: getattr(typed, name)
            for name in typed.__dataclass_fields__
            if getattr(typed, name) != getattr(known, name)
        }
    )


def rules_as_typed(rules: Rules) -> TypedRules:
    """The rules; None stands for what cannot be typed. No preset is named."""
    points, handicap = rules.points, rules.handicap
    absence, _ = points.without_game(by_mms=True)
    return TypedRules(
        model=rules.model or USUAL,
        rounds=rules.rounds,
        floor=str(rules.floor),
        bar=str(rules.bar),
        handicap=_reduction(handicap),
        most_stones=handicap.ceiling or None,
        even_from=str(handicap.threshold),
        even_at_bar=handicap.even_at_bar,
        by_grade=not handicap.by_mms,
        colours=rules.colours.value,
        absence=_points(absence),
        bye=_bye(points),
        win=_worth(points.win_x2) if points.win_x2 == points.forfeit_win_x2 else None,
        jigo=_worth(points.jigo_x2),
        round_down=points.round_down,
        sleepers=rules.top_sleepers_lowered,
        groups=_grades(group_limits(rules)) if rules.merged_grades else None,
        categories=_grades(rules.category_limits) or "none",
        criteria=_listed(rules.placement) or None,
        seeding=_listed(rules.seeding) or "same",
        prizes=_listed(rules.prizes) or "same",
    )


def event_as_typed(event: Event) -> TypedEvent:
    """The event; None stands for what is not known, or cannot be typed."""
    return TypedEvent(
        place=event.place or None,
        country=event.country or None,
        director=event.director or None,
        begins=None if event.begins is None else event.begins.isoformat(),
        ends=None if event.ends is None else event.ends.isoformat(),
        komi=_points(event.komi_x2),
        time=_time(event.time),
        ratings_until=None if event.ratings_until is None else event.ratings_until.isoformat(),
    )


def _reduction(handicap: HandicapRules) -> str | None:
    if not handicap.ceiling:
        return OFF
    return str(handicap.correction) if 0 <= handicap.correction <= 9 else None


def _bye(points: Points) -> str | None:
    mms, wins = (points.without_game(by_mms=by_mms)[1] for by_mms in (True, False))
    return _points(mms) if mms == wins else None


def _worth(doubled: int) -> str | None:
    return _points(doubled) if 0 <= doubled <= MOST_POINTS_X2 else None


def _points(doubled: int) -> str:
    return f"{doubled / 2:g}"


def _grades(limits: Sequence[Grade]) -> str:
    return ",".join(map(str, limits))


def _listed(criteria: Sequence[Criterion]) -> str:
    return ",".join(criterion.value for criterion in criteria)


def _time(time: TimeLimit) -> str | None:
    minutes, seconds = divmod(time.basic, 60)
    if seconds:
        return None
    if time.overtime is Overtime.CANADIAN:
        return f"{minutes} canadian {time.stones}/{time.period}"
    kinds = {Overtime.BYO_YOMI: " byo-yomi {}", Overtime.FISCHER: " fischer {}"}
    return f"{minutes}{kinds.get(time.overtime, '').format(time.period)}"
