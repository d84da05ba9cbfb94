"""The names of the package for editors and type checkers, which import nothing: ``python docs/stub.py`` writes this file."""

from ._engine import __version__ as __version__
from .app.edits.outcome import UnconfirmedError as UnconfirmedError
from .app.embedding.answers import attendance_document as attendance_document
from .app.embedding.answers import bracket_document as bracket_document
from .app.embedding.answers import check_document as check_document
from .app.embedding.answers import draw_document as draw_document
from .app.embedding.answers import explain_document as explain_document
from .app.embedding.answers import identify_document as identify_document
from .app.embedding.answers import standings_document as standings_document
from .app.history.state import read as read
from .congress import Congress as Congress
from .congress import Outcome as Outcome
from .desk import Desk as Desk
from .errors import FastpairError as FastpairError
from .errors import FormatError as FormatError
from .errors import InputError as InputError
from .errors import MissingExtraError as MissingExtraError
from .errors import RuleError as RuleError
from .formats import write as write
from .go.standings import CellKind as CellKind
from .go.standings import CellOutcome as CellOutcome
from .go.standings import Standings as Standings
from .go.standings import standings as standings
from .go.tournament import Bye as Bye
from .go.tournament import Colours as Colours
from .go.tournament import Criterion as Criterion
from .go.tournament import Ending as Ending
from .go.tournament import Event as Event
from .go.tournament import EventFormat as EventFormat
from .go.tournament import EventGame as EventGame
from .go.tournament import EventKind as EventKind
from .go.tournament import EventUnit as EventUnit
from .go.tournament import FideRules as FideRules
from .go.tournament import Game as Game
from .go.tournament import Grade as Grade
from .go.tournament import HandicapRules as HandicapRules
from .go.tournament import Overtime as Overtime
from .go.tournament import PairingRules as PairingRules
from .go.tournament import Person as Person
from .go.tournament import Placement as Placement
from .go.tournament import Player as Player
from .go.tournament import Points as Points
from .go.tournament import Result as Result
from .go.tournament import Rules as Rules
from .go.tournament import Same as Same
from .go.tournament import SeedSystem as SeedSystem
from .go.tournament import Team as Team
from .go.tournament import TeamCriterion as TeamCriterion
from .go.tournament import TeamPlay as TeamPlay
from .go.tournament import TimeLimit as TimeLimit
from .go.tournament import Tournament as Tournament
from .pairing.draw import Board as Board
from .pairing.draw import BoardNote as BoardNote
from .pairing.draw import Constraints as Constraints
from .pairing.draw import Draw as Draw
from .pairing.draw import HardRule as HardRule
from .pairing.rounds import draw_round as draw_round
from .pairing.swiss import pair as pair
from .pairing.swiss import swiss_standings as swiss_standings

__all__ = [
    "Board",
    "BoardNote",
    "Bye",
    "CellKind",
    "CellOutcome",
    "Colours",
    "Congress",
    "Constraints",
    "Criterion",
    "Desk",
    "Draw",
    "Ending",
    "Event",
    "EventFormat",
    "EventGame",
    "EventKind",
    "EventUnit",
    "FastpairError",
    "FideRules",
    "FormatError",
    "Game",
    "Grade",
    "HandicapRules",
    "HardRule",
    "InputError",
    "MissingExtraError",
    "Outcome",
    "Overtime",
    "PairingRules",
    "Person",
    "Placement",
    "Player",
    "Points",
    "Result",
    "RuleError",
    "Rules",
    "Same",
    "SeedSystem",
    "Standings",
    "Team",
    "TeamCriterion",
    "TeamPlay",
    "TimeLimit",
    "Tournament",
    "UnconfirmedError",
    "__version__",
    "attendance_document",
    "bracket_document",
    "check_document",
    "draw_document",
    "draw_round",
    "explain_document",
    "identify_document",
    "pair",
    "read",
    "standings",
    "standings_document",
    "swiss_standings",
    "write",
]
