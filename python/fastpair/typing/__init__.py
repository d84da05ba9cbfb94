"""Types of what functions and methods of fastpair take and return, for annotations.

Nothing here is to be called: documents are dictionaries by their JSON Schemas, and the other types are those of
values that fastpair makes.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_getattr

if TYPE_CHECKING:
    from ..app.documents.draw import DrawDocument, ExplanationDocument
    from ..app.documents.reports import (
        CheckDocument,
        FideRatingsDocument,
        NormsDocument,
        RatingsDocument,
        ReportDocument,
    )
    from ..app.documents.tournament import (
        ComparisonDocument,
        PrizesDocument,
        StandingsDocument,
        TeamStandingsDocument,
    )
    from ..app.methods import EventValues, RuleValues
    from ..app.reports.export import Export
    from ..go.standings import OpenGame
    from ..go.tournament import MissedRound, ModelName, SystemName, TieBreak, TieBreakKind, Variant
    from ..pairing.draw import Relaxations, RelaxedPair, Unpaired
    from ..pairing.swiss import SwissPairing

__all__ = [
    "CheckDocument",
    "ComparisonDocument",
    "DrawDocument",
    "EventValues",
    "ExplanationDocument",
    "Export",
    "FideRatingsDocument",
    "MissedRound",
    "ModelName",
    "NormsDocument",
    "OpenGame",
    "PrizesDocument",
    "RatingsDocument",
    "Relaxations",
    "RelaxedPair",
    "ReportDocument",
    "RuleValues",
    "StandingsDocument",
    "SwissPairing",
    "SystemName",
    "TeamStandingsDocument",
    "TieBreak",
    "TieBreakKind",
    "Unpaired",
    "Variant",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazy_getattr(
        __name__,
        {
            "..app.documents.draw": "DrawDocument ExplanationDocument",
            "..app.documents.reports": "CheckDocument FideRatingsDocument NormsDocument RatingsDocument ReportDocument",
            "..app.documents.tournament": "ComparisonDocument PrizesDocument StandingsDocument TeamStandingsDocument",
            "..app.methods": "EventValues RuleValues",
            "..app.reports.export": "Export",
            "..go.standings": "OpenGame",
            "..go.tournament": "MissedRound ModelName SystemName TieBreak TieBreakKind Variant",
            "..pairing.draw": "RelaxedPair Relaxations Unpaired",
            "..pairing.swiss": "SwissPairing",
        },
    )
