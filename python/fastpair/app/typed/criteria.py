"""Criteria of the standings, as they are typed."""

from __future__ import annotations

import re

from ...errors import RuleError
from ...go.tournament import Criterion
from ...sentences import phrase


def criteria(about: str, typed: str | None, *, same: bool = False) -> tuple[Criterion, ...] | None:
    """The criteria of a list with commas, if any is typed; capitals do not matter.

    Parameters
    ----------
    same
        Whether ``same`` stands for no criteria.

    Raises
    ------
    RuleError
        If one is none, or stands there twice.
    """
    if typed is None:
        return None
    if same and typed.lower() == "same":
        return ()
    known = {criterion.value.lower(): criterion for criterion in Criterion}
    found = []
    for name in filter(None, re.split(r"[,\s]+", typed)):
        if name.lower() not in known:
            names = ", ".join(criterion.value for criterion in Criterion)
            raise RuleError(
                phrase("expected criteria ({names}), got {name!r}", names=names, name=name),
                about=about,
            )
        found.append(known[name.lower()])
    if not found:
        raise RuleError(phrase("expected criteria, such as MMS,SOS"), about=about)
    if len({*found}) < len(found):
        raise RuleError(phrase("a criterion stands twice in {got!r}", got=typed), about=about)
    return tuple(found)
