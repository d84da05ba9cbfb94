"""Sweeps: one contender becomes many that differ in some parameters."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - its parameters are read from the types
from dataclasses import dataclass, field, replace
from decimal import Context, Decimal
from itertools import product
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...parameters import parameter
from .chance import Chance
from .plan import Option  # noqa: TC001 - likewise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .plan import Contender

__all__ = ["Range", "Sweep", "swept"]

_STREAM = 0x5EE9
"""The stream of the samples, which no tournament uses."""

_FRACTION = 2**53
"""Fractions of so many steps are exact."""

_HALF = Decimal("0.5")

_DIGITS = 6
"""Significant digits of a sample: enough for any parameter, and short in the contender's name."""

# Logarithms of decimal numbers are rounded in the same way everywhere, those of the C library are not.
_EXACT = Context(prec=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Where the values of a parameter lie; those of two whole numbers are whole."""

    low: float
    high: float
    """Included."""

    log: bool = False
    """Whether their logarithms are spread evenly, and not they themselves."""

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise RuleError(f"high={self.high}: expected a number from low={self.low} on")
        if self.log and self.low <= 0:
            raise RuleError(f"low={self.low}: log = true needs a number above 0")

    def sample(self, chance: Chance) -> float:
        """A value, the same on every machine."""
        whole = isinstance(self.low, int) and isinstance(self.high, int)
        share = Decimal(chance.below(_FRACTION)) / _FRACTION
        # Every whole number has the same room around it.
        low, high = Decimal(self.low) - whole * _HALF, Decimal(self.high) + whole * _HALF
        if self.log:
            low, high = _EXACT.ln(low), _EXACT.ln(high)
        value = _EXACT.fma(share, _EXACT.subtract(high, low), low)
        if self.log:
            value = _EXACT.exp(value)
        rounded = round(value) if whole else float(f"{value:.{_DIGITS}g}")
        return min(max(rounded, self.low), self.high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """Parameters by dotted name, and the values that are tried."""

    grid: Mapping[str, tuple[Option, ...]] = field(default_factory=dict)
    """All combinations of these."""

    random: Mapping[str, Range] = field(default_factory=dict)
    """Each combination is tried with so many samples of these."""

    samples: int = parameter(10, "How many samples")

    def __post_init__(self) -> None:
        if not self.grid and not self.random:
            raise RuleError("expected parameters in grid or random, found none")
        if self.samples < 1:
            raise RuleError(f"samples={self.samples}: expected a number from 1 on")
        for name, values in self.grid.items():
            if not values:
                raise RuleError(f"grid: expected values for {name}, found none")

    def points(self, seed: int) -> Iterator[dict[str, Option]]:
        """The values that are tried together, none twice.

        Parameters
        ----------
        seed
            The samples are the same for the same seed.
        """
        chance = Chance(seed, stream=_STREAM)
        met: list[dict[str, Option]] = []
        for values in product(*self.grid.values()):
            for _ in range(self.samples if self.random else 1):
                point: dict[str, Option] = dict(zip(self.grid, values, strict=True))
                point |= {name: within.sample(chance) for name, within in self.random.items()}
                if point not in met:
                    met.append(point)
                    yield point


def swept(contender: Contender, sweep: Sweep, seed: int) -> Iterator[Contender]:
    """The contenders that a sweep makes of one; their names say what is different."""
    for point in sweep.points(seed):
        said = ", ".join(f"{name}={value}" for name, value in point.items())
        options = {**contender.options, **point}
        yield replace(contender, name=f"{contender.name} {said}", options=options)
