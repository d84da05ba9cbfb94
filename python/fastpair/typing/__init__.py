"""Types of what functions and methods of fastpair take and return, for annotations.

Nothing here is to be called: documents are dictionaries by their JSON Schemas, and the other types are those of
values that fastpair makes.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_getattr

if TYPE_CHECKING:
    from ..app.documents.brackets import BracketDocument
    from ..app.documents.draw import DrawDocument, ExplanationDocument
    from ..app.documents.reports import (
        BoardPrizesDocument,
        CheckDocument,
        FideRatingsDocument,
        NormsDocument,
        RatingsDocument,
        ReportDocument,
    )
    from ..app.documents.standings import (
        ComparisonDocument,
        PrizesDocument,
        StandingsDocument,
        TeamStandingsDocument,
    )
    from ..app.documents.tournament import (
        AttendanceDocument,
        IdentitiesDocument,
        VerificationDocument,
    )
    from ..app.embedding.methods import EventValues, RuleValues
    from ..app.reports.export import Export
    from ..formats import Document
    from ..go.standings import OpenGame, StandingsCell, StandingsRow
    from ..go.tournament import (
        GameEnding,
        MissedRound,
        ModelName,
        NumberedAs,
        PointsAdjustment,
        Round,
        RoundKind,
        SystemName,
        TieBreak,
        TieBreakKind,
        Variant,
    )
    from ..pairing.draw import DrawBracket, DrawLevel, Relaxations, RelaxedPair, Unpaired
    from ..pairing.swiss import SwissPairing
    from ..sentences import Remedy

__all__ = [
    "AttendanceDocument",
    "BoardPrizesDocument",
    "BracketDocument",
    "CheckDocument",
    "ComparisonDocument",
    "Document",
    "DrawBracket",
    "DrawDocument",
    "DrawLevel",
    "EventValues",
    "ExplanationDocument",
    "Export",
    "FideRatingsDocument",
    "GameEnding",
    "IdentitiesDocument",
    "MissedRound",
    "ModelName",
    "NormsDocument",
    "NumberedAs",
    "OpenGame",
    "PointsAdjustment",
    "PrizesDocument",
    "RatingsDocument",
    "Relaxations",
    "RelaxedPair",
    "Remedy",
    "ReportDocument",
    "Round",
    "RoundKind",
    "RuleValues",
    "StandingsCell",
    "StandingsDocument",
    "StandingsRow",
    "SwissPairing",
    "SystemName",
    "TeamStandingsDocument",
    "TieBreak",
    "TieBreakKind",
    "Unpaired",
    "Variant",
    "VerificationDocument",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            "..app.documents.brackets": "BracketDocument",
            "..app.documents.draw": "DrawDocument ExplanationDocument",
            "..app.documents.reports": "BoardPrizesDocument CheckDocument FideRatingsDocument NormsDocument RatingsDocument ReportDocument",
            "..app.documents.standings": "ComparisonDocument PrizesDocument StandingsDocument TeamStandingsDocument",
            "..app.documents.tournament": "AttendanceDocument IdentitiesDocument VerificationDocument",
            "..app.embedding.methods": "EventValues RuleValues",
            "..app.reports.export": "Export",
            "..formats": "Document",
            "..go.standings": "OpenGame StandingsCell StandingsRow",
            "..go.tournament": "GameEnding MissedRound ModelName NumberedAs PointsAdjustment Round RoundKind SystemName TieBreak TieBreakKind Variant",
            "..pairing.draw": "DrawBracket DrawLevel RelaxedPair Relaxations Unpaired",
            "..pairing.swiss": "SwissPairing",
            "..sentences": "Remedy",
        },
    )
