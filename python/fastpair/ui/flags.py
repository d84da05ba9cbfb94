"""What the options of the command are called, for the command itself and for what the page records."""

from __future__ import annotations

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
    "limit_scores": "--limit-scores/--no-limit-scores",
    "must_play_groups": "--must-play-group",
    "no_handicap_at_top": "--no-handicap-at-top/--handicap-at-top",
    "round_down": "--round-down/--half-points",
    "since": "--from-round",
    "sleepers": "--sleepers-lowered",
    "summed": "--summed/--mean",
    "wins_threshold": "--wins-threshold/--no-wins-threshold",
}
"""The options whose names are not those of what they state."""


def flags_of(name: str) -> str:
    """The option that states a value, and behind a slash the one that states the opposite."""
    return _FLAGS.get(name, f"--{name.replace('_', '-')}")


def typed_as_options(name: str, value: object) -> tuple[str, ...]:
    """A value as the command takes it."""
    flag, _, opposite = flags_of(name).partition("/")
    if isinstance(value, bool):
        return (flag if value else opposite,)
    return flag, str(value)
