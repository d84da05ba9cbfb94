"""The names of the package for editors and type checkers, which import nothing: ``python docs/stub.py`` writes this file."""

from ._engine import __version__ as __version__
from .app.documents.draw import DrawDocument as DrawDocument
from .app.documents.draw import ExplanationDocument as ExplanationDocument
from .app.documents.reports import CheckDocument as CheckDocument
from .app.documents.reports import RatingsDocument as RatingsDocument
from .app.documents.reports import ReportDocument as ReportDocument
from .app.documents.tournament import PrizesDocument as PrizesDocument
from .app.documents.tournament import StandingsDocument as StandingsDocument
from .app.documents.tournament import TeamStandingsDocument as TeamStandingsDocument
from .app.edits.outcome import UnconfirmedError as UnconfirmedError
from .app.embedding import check_document as check_document
from .app.embedding import draw_document as draw_document
from .app.embedding import explain_document as explain_document
from .app.embedding import standings_document as standings_document
from .app.history.state import read as read
from .app.methods import RuleValues as RuleValues
from .app.reports.export import Export as Export
from .congress import Congress as Congress
from .congress import Desk as Desk
from .congress import Outcome as Outcome
from .errors import FastpairError as FastpairError
from .errors import FormatError as FormatError
from .errors import MissingExtraError as MissingExtraError
from .errors import RuleError as RuleError
from .formats import Document as Document
from .formats import write as write
from .go.standings import Cell as Cell
from .go.standings import CellKind as CellKind
from .go.standings import OpenGame as OpenGame
from .go.standings import Row as Row
from .go.standings import Sign as Sign
from .go.standings import Standings as Standings
from .go.standings import standings as standings
from .go.tournament import Bye as Bye
from .go.tournament import Colours as Colours
from .go.tournament import Criterion as Criterion
from .go.tournament import DutchRules as DutchRules
from .go.tournament import Event as Event
from .go.tournament import Game as Game
from .go.tournament import Grade as Grade
from .go.tournament import HandicapRules as HandicapRules
from .go.tournament import Kind as Kind
from .go.tournament import MissedRound as MissedRound
from .go.tournament import ModelName as ModelName
from .go.tournament import Overtime as Overtime
from .go.tournament import PairingRules as PairingRules
from .go.tournament import Person as Person
from .go.tournament import Placement as Placement
from .go.tournament import Player as Player
from .go.tournament import Points as Points
from .go.tournament import Result as Result
from .go.tournament import Round as Round
from .go.tournament import Rules as Rules
from .go.tournament import Same as Same
from .go.tournament import SeedSystem as SeedSystem
from .go.tournament import SystemName as SystemName
from .go.tournament import Team as Team
from .go.tournament import TeamCriterion as TeamCriterion
from .go.tournament import TeamPlay as TeamPlay
from .go.tournament import TimeLimit as TimeLimit
from .go.tournament import Tournament as Tournament
from .go.tournament import Variant as Variant
from .pairing.draw import Board as Board
from .pairing.draw import Constraints as Constraints
from .pairing.draw import Draw as Draw
from .pairing.draw import DrawBracket as DrawBracket
from .pairing.draw import HardRule as HardRule
from .pairing.draw import Level as Level
from .pairing.draw import Note as Note
from .pairing.draw import Relaxations as Relaxations
from .pairing.draw import RelaxedPair as RelaxedPair
from .pairing.draw import Unpaired as Unpaired
from .pairing.rounds import draw_round as draw_round
from .sentences import Remedy as Remedy
from .swiss import SwissPairing as SwissPairing
from .swiss import pair as pair
from .swiss import swiss_standings as swiss_standings

__all__ = [
    "Board",
    "Bye",
    "Cell",
    "CellKind",
    "CheckDocument",
    "Colours",
    "Congress",
    "Constraints",
    "Criterion",
    "Desk",
    "Document",
    "Draw",
    "DrawBracket",
    "DrawDocument",
    "DutchRules",
    "Event",
    "ExplanationDocument",
    "Export",
    "FastpairError",
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
    "Person",
    "Placement",
    "Player",
    "Points",
    "PrizesDocument",
    "RatingsDocument",
    "Relaxations",
    "RelaxedPair",
    "Remedy",
    "ReportDocument",
    "Result",
    "Round",
    "Row",
    "RuleError",
    "RuleValues",
    "Rules",
    "Same",
    "SeedSystem",
    "Sign",
    "Standings",
    "StandingsDocument",
    "SwissPairing",
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
