"""Classes whose help has what somebody has written of them."""

from __future__ import annotations

from enum import EnumMeta
from types import FunctionType


class Listed(type):
    """A class whose `dir`, and so whose `help`, leaves out what Python generates and what builtin types have.

    An enumeration in the standard library lists its members in the same way.
    """

    def __dir__(cls) -> list[str]:
        """Names of the members of the class and of the bases of this kind."""
        bases = (vars(base) for base in cls.__mro__ if isinstance(base, Listed))
        return sorted({n for base in bases for n, value in base.items() if _is_written(n, value)})


def _is_written(name: str, member: object) -> bool:
    """Whether a member has a name of its own, or words on what a special method does."""
    is_special = name.startswith("__") and name.endswith("__")
    return not is_special or (isinstance(member, FunctionType) and bool(member.__doc__))


class ListedEnum(Listed, EnumMeta):
    """The same of an enumeration."""
