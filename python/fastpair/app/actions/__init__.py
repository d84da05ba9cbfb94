"""Actions: what a director does to a tournament, each declared once; see `action`.

The functions import what they use: a command reads all declarations, and does one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import boards, players, results, teams, tournament
from .action import Action

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ACTIONS"]

ACTIONS: Mapping[str, Action] = {
    each.name: each
    for module in (tournament, players, boards, results, teams)
    for each in vars(module).values()
    if isinstance(each, Action)
}
"""All actions, by the names of their commands."""
