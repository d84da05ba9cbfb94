"""Proven optimal McMahon draws, and the exact maximum-weight matching behind them.

=====================  ====================================================================================
Direct a tournament    ``Congress.new``, ``Congress.of`` a ``Tournament``, ``Congress.open`` a file; each action
                       gives an ``Outcome``. A ``Desk`` writes every action to its file
Keep it in a database  ``Congress.to_bytes``, ``Congress.from_bytes``
Pair one round         ``draw_round`` of a ``Tournament`` gives a ``Draw`` of ``Board``s; ``Constraints``
Rank the players       ``standings``
Describe a tournament  ``Tournament`` of ``Player``, ``Game``, ``Bye`` and ``Rules``; ``Event``, ``Team``
Files                  ``read``, ``write``
JSON documents         ``draw_document``, ``explain_document``, ``standings_document``,
                       ``attendance_document``, ``bracket_document``, ``identify_document``,
                       ``check_document``
Another game           ``pair`` and ``swiss_standings``
Errors                 ``FastpairError``, of one line; ``UnconfirmedError`` asks a question
Matchings, weights     ``fastpair.matching``, ``fastpair.pairing.weights``; types in ``fastpair.typing``
=====================  ====================================================================================

``help(fastpair.Congress)`` shows one of them. Names are imported when they are first used.
"""

from __future__ import annotations

from ._engine import __version__ as __version__
from .lazy import lazy_getattr

_MODULES = frozenset(
    {
        *("go", "insight", "matching", "networkx_backend", "pairing", "parameters", "research"),
        "typing",
    }
)
"""Those that have public names."""

__getattr__ = lazy_getattr(
    __name__,
    {
        ".app.edits.outcome": "UnconfirmedError",
        ".app.embedding.answers": "attendance_document bracket_document check_document draw_document explain_document identify_document standings_document",
        ".app.history.state": "read",
        ".congress": "Congress Outcome",
        ".desk": "Desk",
        ".errors": "FastpairError FormatError InputError MissingExtraError RuleError",
        ".formats": "write",
        ".go.standings": "CellKind CellOutcome Standings standings",
        ".go.tournament": (
            "Bye Colours Criterion FideRules Ending Event EventFormat EventGame EventKind EventUnit Game Grade HandicapRules "
            "Overtime PairingRules Person Placement Player Points Result "
            "Rules Same SeedSystem Team TeamCriterion TeamPlay TimeLimit Tournament"
        ),
        ".pairing.draw": "Board BoardNote Constraints Draw HardRule",
        ".pairing.rounds": "draw_round",
        ".pairing.swiss": "pair swiss_standings",
    },
    "__version__",
    public=_MODULES,
)


def __dir__() -> list[str]:
    return sorted({*globals()["__all__"], *_MODULES})
