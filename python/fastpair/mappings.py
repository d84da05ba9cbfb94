"""Mappings that stay as they are: what frozen classes hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from .sentences import represented

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dict that cannot be changed: it is equal to others, printed, pickled and written as JSON as one."""

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("this mapping belongs to a value and cannot be changed; make a dict of it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type, tuple[dict[K, V]]]:
        return type(self), (dict(self),)


def freeze(value: object, *names: str) -> None:
    """Make fields of a frozen dataclass mappings that cannot be changed."""
    for name in names:
        held: Mapping[Any, Any] = getattr(value, name)
        if isinstance(held, FrozenDict):
            continue
        if not isinstance(held, Mapping):
            kind = type(value).__name__
            raise TypeError(f"{kind}.{name}: expected a dictionary, got {represented(held)}")
        object.__setattr__(value, name, FrozenDict(held))
