"""Proven optimal McMahon draws, and the exact maximum-weight matching behind them."""

from ._engine import __version__

__all__ = ["__version__"]
