"""Why a draw is as it is, and what another one would cost: values and sentences, no screen."""

from .difference import Way, shares, ways
from .optimum import Optimum

__all__ = ["Optimum", "Way", "shares", "ways"]
