"""Who is to be paired: the players of one round, as arrays."""

from .columns import Conventions
from .field import Field, People
from .state import State

__all__ = ["Conventions", "Field", "People", "State"]
