"""Weights as texts."""

from __future__ import annotations


def number(value: float) -> str:
    """A number without needless digits: six of them, and all before the point."""
    return f"{value:,.0f}" if abs(value) >= 10**5 else f"{value:,.6g}"


def amount(weight: int, units: int) -> str:
    """A weight in the model's own units, which are whole or not."""
    return f"{weight:,}" if units == 1 else number(weight / units)


def total(weight: int, units: int) -> str:
    """The weight of a whole draw, with all digits: draws differ in the last ones."""
    return f"{weight:,}" if units == 1 else f"{weight / units:,.6f}"
