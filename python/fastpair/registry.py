"""What goes by a name: fastpair's own, and what other packages declare as entry points.

See docs/how-to/add-a-model-or-system.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, TypeVar, cast

from .errors import RuleError

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
    own
        Where fastpair's own are, as entry points say it: ``"package.module:attribute"``. These names
        cannot be taken by another package.
    """

    def __init__(self, kind: str, own: Mapping[str, str]) -> None:
        self.kind = kind
        self.own = own

    @cached_property
    def _others(self) -> dict[str, list[EntryPoint]]:
        from importlib.metadata import entry_points

        found: dict[str, list[EntryPoint]] = {}
        for entry in sorted(entry_points(group=f"fastpair.{self.kind}s"), key=_place):
            if entry.name not in self.own and _package(entry) != "fastpair":
                found.setdefault(entry.name, []).append(entry)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self._others

    def __len__(self) -> int:
        return len(self.own) + len(self._others)

    def __contains__(self, name: object) -> bool:
        return name in self.own or name in self._others

    def __getitem__(self, name: str) -> _Found:
        if name in self.own:
            return cast("_Found", resolve_name(self.own[name]))
        entry, *more = self._others[name]
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

    def find(self, name: str) -> _Found:
        """The object of this name.

        Raises
        ------
        RuleError
            If there is none, or the package that declares it cannot be used.
        """
        if name not in self:
            raise RuleError(f"must be a {self.kind} ({', '.join(self)}), not {name!r}")
        return self[name]

    def broken(self, name: str, why: str) -> RuleError:
        """The error that says that what another package declares cannot be used."""
        package = _package(self._others[name][0]) if name in self._others else "fastpair"
        return RuleError(
            f"the {self.kind} {name!r} of the package {package} cannot be used: {why}; mend or "
            f"uninstall {package}"
        )


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


def _place(entry: EntryPoint) -> tuple[str, str]:
    return entry.name, _package(entry)
