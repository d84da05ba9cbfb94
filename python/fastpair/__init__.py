"""Proven optimal McMahon draws, and the exact maximum-weight matching behind them.

``read`` a tournament file, ``draw_round`` and ``write`` it. A ``Tournament`` has ``Rules``, and a ``Player``,
``Game`` and ``Bye`` for each of its players, games and byes; a ``Draw`` has a ``Board`` for each pair;
``standings`` sorts the players. A ``Congress`` is a whole tournament with its history, a ``Desk`` one in a file;
each action gives an ``Outcome``. ``Constraints`` say who must or must not meet. ``draw_document``,
``explain_document``, ``standings_document`` and ``check_document`` answer JSON documents. ``pair`` pairs a
Swiss of any game. Each name is imported when it is first used.
"""

from __future__ import annotations

from ._engine import __version__
from .lazy import lazy_getattr

TYPE_CHECKING = False  # ``typing`` takes longer to import than all else here
if TYPE_CHECKING:
    from .app.documents.draw import DrawDocument, ExplanationDocument
    from .app.documents.reports import CheckDocument
    from .app.documents.tournament import StandingsDocument, TeamStandingsDocument
    from .app.edits.outcome import UnconfirmedError
    from .app.embedding import check_document, draw_document, explain_document, standings_document
    from .app.history.congress import read
    from .app.methods import RuleValues
    from .congress import Congress, Desk, Outcome
    from .errors import (
        FastpairError,
        FormatError,
        MissingExtraError,
        RuleError,
    )
    from .formats import Document, write
    from .go.standings import Cell, CellKind, OpenGame, Row, Sign, Standings, standings
    from .go.tournament import (
        Bye,
        Colours,
        Criterion,
        DutchRules,
        Event,
        Game,
        Grade,
        HandicapRules,
        Kind,
        MissedRound,
        ModelName,
        Overtime,
        PairingRules,
        Person,
        Placement,
        Player,
        Points,
        Result,
        Round,
        Rules,
        Same,
        SeedSystem,
        SystemName,
        Team,
        TeamCriterion,
        TeamPlay,
        TimeLimit,
        Tournament,
        Variant,
    )
    from .pairing.draw import (
        Board,
        Constraints,
        Draw,
        DrawBracket,
        HardRule,
        Level,
        Note,
        Relaxations,
        RelaxedPair,
        Removal,
        Rule,
        Unpaired,
    )
    from .pairing.field import Conventions, Field, State
    from .pairing.rounds import draw_round
    from .pairing.solving import Solution
    from .pairing.systems import System
    from .parameters import Parameter, Section
    from .sentences import Remedy
    from .swiss import SwissPairing, pair, swiss_standings


__all__ = [
    "Board",
    "Bye",
    "Cell",
    "CellKind",
    "CheckDocument",
    "Colours",
    "Congress",
    "Constraints",
    "Conventions",
    "Criterion",
    "Desk",
    "Document",
    "Draw",
    "DrawBracket",
    "DrawDocument",
    "DutchRules",
    "Event",
    "ExplanationDocument",
    "FastpairError",
    "Field",
    "FormatError",
    "Game",
    "Grade",
    "HandicapRules",
    "HardRule",
    "Kind",
    "Level",
    "MissedRound",
    "MissingExtraError",
    "ModelName",
    "Note",
    "OpenGame",
    "Outcome",
    "Overtime",
    "PairingRules",
    "Parameter",
    "Person",
    "Placement",
    "Player",
    "Points",
    "Relaxations",
    "RelaxedPair",
    "Remedy",
    "Removal",
    "Result",
    "Round",
    "Row",
    "Rule",
    "RuleError",
    "RuleValues",
    "Rules",
    "Same",
    "Section",
    "SeedSystem",
    "Sign",
    "Solution",
    "Standings",
    "StandingsDocument",
    "State",
    "SwissPairing",
    "System",
    "SystemName",
    "Team",
    "TeamCriterion",
    "TeamPlay",
    "TeamStandingsDocument",
    "TimeLimit",
    "Tournament",
    "UnconfirmedError",
    "Unpaired",
    "Variant",
    "__version__",
    "check_document",
    "draw_document",
    "draw_round",
    "explain_document",
    "pair",
    "read",
    "standings",
    "standings_document",
    "swiss_standings",
    "write",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            ".app.documents.draw": "DrawDocument ExplanationDocument",
            ".app.documents.reports": "CheckDocument",
            ".app.documents.tournament": "StandingsDocument TeamStandingsDocument",
            ".app.edits.outcome": "UnconfirmedError",
            ".app.embedding": "check_document draw_document explain_document standings_document",
            ".app.history.congress": "read",
            ".app.methods": "RuleValues",
            ".congress": "Congress Desk Outcome",
            ".errors": "FastpairError FormatError MissingExtraError RuleError",
            ".formats": "Document write",
            ".go.standings": "Cell CellKind OpenGame Row Sign Standings standings",
            ".go.tournament": (
                "Bye Colours Criterion DutchRules Event Game Grade HandicapRules Kind MissedRound "
                "ModelName Overtime PairingRules Person Placement Player Points Result Round "
                "Rules Same SeedSystem SystemName Team TeamCriterion TeamPlay TimeLimit Tournament "
                "Variant"
            ),
            ".pairing.draw": (
                "Board Constraints Draw DrawBracket HardRule Level Note Relaxations RelaxedPair Removal "
                "Rule Unpaired"
            ),
            ".pairing.field": "Conventions Field State",
            ".pairing.rounds": "draw_round",
            ".pairing.solving": "Solution",
            ".pairing.systems": "System",
            ".parameters": "Parameter Section",
            ".sentences": "Remedy",
            ".swiss": "SwissPairing pair swiss_standings",
        },
    )


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
