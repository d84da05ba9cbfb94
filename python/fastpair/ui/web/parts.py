"""What a part of the page is: a list, what stands above it, and what the director does there."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2s
from typing import TYPE_CHECKING, Any

from .spoken import speaking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .asking import Asked
    from .held import State, Told

    Rows = Mapping[str, Any]
    """What the lines of a list show, by the id of each; values that can be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the page, with a template of its name.

    The template has the macros ``tools`` (what stays while the list changes), ``head``, ``columns``
    and ``row``.
    """

    name: str
    """In addresses, one word."""

    title: str

    by_round: bool = True
    """Whether it shows one round."""

    shown: Callable[[State], bool] = lambda _: True
    """Whether the page leads to it."""

    rows: Callable[[State, int], Rows]
    """What the list shows of a state, its tables and a round, and of nothing else."""

    head: Callable[[Asked], Mapping[str, Any]]
    """What stands above the list; it may depend on more than the file."""

    acts: Mapping[str, Callable[[Asked], Told]] = field(default_factory=dict)
    """What a form does, by the end of its address."""

    helper: frozenset[str] | None = None
    """Acts and panels that helpers may use; None of a part that they do not see."""

    long: frozenset[str] = frozenset()
    """Acts whose forms may be long, since they hold a list."""

    panels: Mapping[str, Callable[[Asked], Mapping[str, Any]]] = field(default_factory=dict)
    """What is shown beside the list when it is asked for; a template of each name."""

    def is_open(self, name: str = "") -> bool:
        """Whether helpers see the part, or may use one of its acts or panels."""
        return self.helper is not None and (not name or name in self.helper)

    def lines(self, state: State, number: int) -> Rows:
        """What the list shows, made once for each state, what is said of its tables, and language."""
        name = (self.name, number, state.tables.change, speaking().code)
        return state.view(name, lambda: self.rows(state, number))


@lru_cache(maxsize=1 << 14)
def id_of(kind: str, key: str | int, part: str = "") -> str:
    """The id of an element that is made of values; every such id of a page comes from here.

    No two of them are equal, since only a part stands behind a hyphen. The ids that templates fix have
    no digits.

    Parameters
    ----------
    kind
        A letter for what is shown, such as ``t`` for a table.
    key
        Which one: its number, or a text of any signs.
    part
        Which element of it, such as one of its buttons; empty for the whole.
    """
    if isinstance(key, str):
        key = blake2s(key.encode("utf-8", "surrogateescape"), digest_size=6).hexdigest()
    return f"{kind}{key}-{part}" if part else f"{kind}{key}"
