"""The plan of prizes beside a tournament file, and how the history holds a change of it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ...errors import RuleError
from ...formats.files import Replacement
from ...sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path


_NAME = "plan"
"""Of the member of `Entry.draw`."""


def plan_of(file: Path) -> Path:
    """The plan of a tournament file, which need not exist."""
    return file.with_name(f"{file.name}.prizes.toml")


class PlanChange(NamedTuple):
    """The text of a plan before and after a change; empty where there is no plan."""

    before: str
    after: str

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Self | None:
        """The change in the details of a line of the history; None if there is none."""
        return cls(*held[_NAME]) if _NAME in held else None

    @property
    def held(self) -> Mapping[str, Any]:
        """The change as `Entry.draw` holds it; nothing if the plan stays."""
        return {} if self.before == self.after else {_NAME: [*self]}

    @property
    def reversed(self) -> PlanChange:
        """The change that takes this one back."""
        return PlanChange(self.after, self.before)

    @contextmanager
    def ready(self, file: Path) -> Iterator[Callable[[], object]]:
        """Get ready to change the plan of a tournament file, so that what is in the way shows before.

        Yields
        ------
        Callable
            Puts the new plan in place.

        Raises
        ------
        RuleError
            If the plan is neither the one before nor the one after the change.
        FormatError
            If it cannot be written.
        """
        plan = plan_of(file)
        content = plan.read_bytes() if plan.exists() else b""
        if content not in (self.before.encode(), self.after.encode()):
            raise RuleError(phrase("the plan of prizes has been changed since"))
        if not self.after:
            yield lambda: plan.unlink(missing_ok=True)
            return
        with Replacement(plan, self.after.encode(), expected=content) as replacement:
            yield replacement.commit
