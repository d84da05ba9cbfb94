"""What the options of the command are called, for the command itself and for what the page records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FLAGS = {
    "bar_threshold": "--bar-threshold/--no-bar-threshold",
    "begins": "--begin",
    "by_grade": "--handicap-by-grade/--handicap-by-score",
    "compensate_draw_up_down": "--compensate/--no-compensate",
    "deterministic": "--deterministic/--by-lot",
    "egf_pin": "--pin",
    "ends": "--end",
    "even_at_bar": "--even-at-bar/--stones-at-bar",
    "final": "--final/--preliminary",
    "needs_half": "--needs-half/--no-needs-half",
    "limit_scores": "--limit-scores/--no-limit-scores",
    "must_play_groups": "--must-play-group",
    "no_handicap_at_top": "--no-handicap-at-top/--handicap-at-top",
    "round_down": "--round-down/--half-points",
    "since": "--from-round",
    "sleepers": "--sleepers-lowered",
    "summed": "--summed/--mean",
    "third_place": "--third-place/--no-third-place",
    "wins_threshold": "--wins-threshold/--no-wins-threshold",
}
"""The options whose names are not those of what they state."""


def flags_of(name: str) -> str:
    """The option that states a value, and behind a slash the one that states the opposite."""
    return _FLAGS.get(name, f"--{name.replace('_', '-')}")


def option_words(name: str, value: object) -> tuple[str, ...]:
    """A value as the command takes it."""
    flag, _, opposite = flags_of(name).partition("/")
    if isinstance(value, bool):
        return (flag if value else opposite,)
    return flag, str(value)


def draw_as_options(values: Mapping[str, Any]) -> Iterator[str]:
    """The options by which the command makes the draw of a request of the history."""
    arguments = {**values, **values.get("constraints", {})}
    system = arguments.pop("system", None)
    if isinstance(system, dict):
        yield from ("--system", system.pop("system"))
        for name, value in system.items():
            yield from ("--set", f"{name}={value}")
    elif system is not None:
        yield from ("--system", system)
    for kind, one, other, *_ in arguments.pop("conditions", ()):
        yield from (f"--{kind}", one, other)
    for name, value in arguments.items():
        if name in ("constraints", "even_so", "free", "bye_by_rule"):
            continue  # no option is for a draw at no cost, which the page alone offers
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, list):
                yield from (flags_of(name), *each)
            else:
                yield from option_words(name, each)
