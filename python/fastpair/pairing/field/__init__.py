"""Who is to be paired: the players of one round, as arrays."""

from .conventions import Conventions
from .field import Field
from .people import People
from .state import State

__all__ = ["Conventions", "Field", "People", "State"]
