"""Proven optimal McMahon draws, and the exact maximum-weight matching behind them.

``read`` a tournament file, ``draw_round`` and ``write`` it. A ``Tournament`` has ``Rules``, and a ``Player``,
``Game`` and ``Bye`` for each of its players, games and byes; a ``Draw`` has a ``Board`` for each pair;
``standings`` sorts the players. A ``Congress`` is a whole tournament with its history, a ``Desk`` one in a file;
each action gives an ``Outcome``. ``Constraints`` say who must or must not meet. ``draw_document``,
``explain_document``, ``standings_document`` and ``check_document`` answer JSON documents. ``pair`` pairs a
Swiss of any game. Each name is imported when it is first used; ``__init__.pyi`` has them for editors and type checkers.
"""

from __future__ import annotations

from ._engine import __version__ as __version__
from .lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".app.edits.outcome": "UnconfirmedError",
        ".app.embedding": "check_document draw_document explain_document standings_document",
        ".app.history.state": "read",
        ".congress": "Congress Desk Outcome",
        ".errors": "FastpairError FormatError MissingExtraError RuleError",
        ".formats": "Document write",
        ".go.standings": "StandingsCell CellKind StandingsRow CellOutcome Standings standings",
        ".go.tournament": (
            "Bye Colours Criterion DutchRules Event Game Grade HandicapRules TournamentKind "
            "Overtime PairingRules Person Placement Player Points Result Round "
            "Rules Same SeedSystem Team TeamCriterion TeamPlay TimeLimit Tournament"
        ),
        ".pairing.draw": ("Board Constraints Draw DrawBracket HardRule DrawLevel BoardNote"),
        ".pairing.rounds": "draw_round",
        ".sentences": "Remedy",
        ".swiss": "pair swiss_standings",
    },
    "__version__",
)


def __dir__() -> list[str]:
    names = globals()
    return sorted({*names, *names["__all__"]})
