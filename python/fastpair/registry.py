"""What goes by a name: of the layer that asks for it, and what packages declare as entry points.

What `research` adds is declared in fastpair's own metadata, as other packages declare theirs:

See docs/how-to/add-a-model-or-system.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, TypeVar, cast

from .errors import RuleError, input_error
from .sentences import represented

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

_Found = TypeVar("_Found")


class Registry(Mapping[str, _Found]):
    """Objects by name, each imported when it is asked for; to list the names imports none.

    Parameters
    ----------
    kind
        What they are in a word: ``"model"``. Others declare theirs in the group ``fastpair.models``.
    usual
        Where those are that any file may ask for, as entry points say it: ``"package.module:attribute"``.
        Neither their names nor those that fastpair's metadata declare can be taken by another package.
    """

    def __init__(self, kind: str, usual: Mapping[str, str]) -> None:
        self.kind = kind
        self._usual = usual

    @cached_property
    def _declared(self) -> dict[str, list[EntryPoint]]:
        from importlib.metadata import entry_points

        found: dict[str, list[EntryPoint]] = {}
        for entry in sorted(entry_points(group=f"fastpair.{self.kind}s"), key=_place):
            known = found.setdefault(entry.name, [])
            if not (known and _package(known[0]) == "fastpair"):
                known.append(entry)
        return {name: entries for name, entries in found.items() if name not in self._usual}

    @property
    def own(self) -> tuple[str, ...]:
        """The names of fastpair's own."""
        declared = (name for name in self._declared if self.is_own(name))
        return (*self._usual, *declared)

    def is_own(self, name: str) -> bool:
        """Whether a name is one of fastpair's own, and no other package has declared it."""
        return name in self._usual or _package(self._declared[name][0]) == "fastpair"

    def __iter__(self) -> Iterator[str]:
        yield from self._usual
        yield from self._declared

    def __len__(self) -> int:
        return len(self._usual) + len(self._declared)

    def __contains__(self, name: object) -> bool:
        return name in self._usual or name in self._declared

    def __getitem__(self, name: str) -> _Found:
        if name in self._usual:
            return cast("_Found", resolve_name(self._usual[name]))
        entry, *more = self._declared[name]
        if self.is_own(name):
            return cast("_Found", entry.load())
        packages = [_package(each) for each in (entry, *more)]
        if more:
            raise RuleError(
                f"the {self.kind} {name!r} is in several packages, {', '.join(packages)}: uninstall "
                "all but one"
            )
        try:
            return cast("_Found", entry.load())
        except Exception as error:
            raise self.broken(name, f"{type(error).__name__}: {error}") from error

    def find(self, name: object) -> _Found:
        """The object of this name.

        Raises
        ------
        RuleError
            If there is none, or the package that declares it cannot be used.
        """
        if not isinstance(name, str) or name not in self:
            message = f"must be a {self.kind} ({', '.join(self)}), not {represented(name)}"
            raise input_error(name, str, message)
        return self[name]

    def broken(self, name: str, why: str) -> RuleError:
        """The error that says that what another package declares cannot be used."""
        package = "fastpair" if name in self._usual else _package(self._declared[name][0])
        return RuleError(
            f"the {self.kind} {name!r} of the package {package} cannot be used: {why}; mend or "
            f"uninstall {package}"
        )


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


def _place(entry: EntryPoint) -> tuple[bool, str, str]:
    """Where an entry stands in the order of names: fastpair's own come first."""
    package = _package(entry)
    return package != "fastpair", entry.name, package
