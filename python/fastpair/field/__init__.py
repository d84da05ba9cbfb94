"""Who is to be paired: the players of one round, as arrays."""

from .field import Field, Variant
from .state import Conventions, State

__all__ = ["Conventions", "Field", "State", "Variant"]
