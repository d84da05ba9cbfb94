"""The file of a tournament before its first game, as OpenGotha would save it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..xml.markup import Element, rendered
from . import parts, schema
from .settings import refuse_too_many

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.tournament import Tournament

__all__ = ["blank_file"]

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'

# OpenGotha expects these attributes, which fastpair has no use for; the values are its defaults.
_GENERAL = {
    "canByoYomiTime": "300",
    "fischerTime": "10",
    "genMMZero": "30K",
    "nbMovesCanTime": "15",
    "stdByoYomiTime": "30",
}
_DISPLAY = {
    "displayClCol": "true",
    "displayCoCol": "true",
    "displayIndGamesInMatches": "true",
    "displayNPPlayers": "false",
    "displayNumCol": "true",
    "displayPlCol": "true",
    "gameFormat": "full",
    "playerSortType": "name",
    "showByePlayer": "true",
    "showNotFinallyRegisteredPlayers": "true",
    "showNotPairedPlayers": "true",
    "showNotParticipatingPlayers": "false",
    "showPlayerClub": "true",
    "showPlayerCountry": "false",
    "showPlayerGrade": "true",
}
_PUBLISH = {"exportToLocalFile": "true", "htmlAutoScroll": "false", "print": "true"}
_TEAM_CRITERIA = ("TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U", "MNR")


def blank_file(tournament: Tournament) -> bytes:
    """The content of a file with the event, players and rules of a tournament, and no games.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold them.
    """
    version = "3.52" if tournament.rules.pairing.variant == "v352" else "3.51"
    root = Element(
        "Tournament", {"dataVersion": "201", "fullVersionNumber": version, "runningMode": "SAL"}
    )
    players = root.add("Players")
    for player in tournament.players:
        players.add("Player", parts.player_attributes(player))
    root.add("Games")
    _add_parameters(root.add("TournamentParameterSet"), tournament)
    _add_teams(root.add("TeamTournamentParameterSet"))
    if tournament.rules.club_groups:
        groups = enumerate(tournament.rules.club_groups, start=1)
        root.add("ClubsGroups").children += [
            parts.club_group(str(number), clubs) for number, clubs in groups
        ]
    return (_DECLARATION + rendered(root, before="\n") + "\n").encode()


def _add_parameters(parent: Element, tournament: Tournament) -> None:
    rules = tournament.rules
    refuse_too_many(rules)
    general = {**_GENERAL, **parts.general_attributes(tournament)}
    parts.add_categories(_add_sorted(parent, "GeneralParameterSet", general), rules)
    handicap = parts.attributes(schema.HANDICAP, rules.handicap)
    _add_sorted(parent, "HandicapParameterSet", handicap)
    placement = list(map(parts.criterion_name, rules.placement))
    parts.add_criteria(parent.add("PlacementParameterSet"), placement)
    _add_sorted(parent, "PairingParameterSet", parts.pairing_attributes(rules))
    _add_sorted(parent, "DPParameterSet", _DISPLAY)
    _add_sorted(parent, "PublishParameterSet", _PUBLISH)


def _add_sorted(parent: Element, tag: str, attributes: Mapping[str, str]) -> Element:
    """Append an element with its attributes in OpenGotha's order."""
    return parent.add(tag, dict(sorted(attributes.items())))


def _add_teams(parent: Element) -> None:
    """Add the parameters of a team tournament, which OpenGotha expects in every file."""
    parent.add("TeamGeneralParameterSet", {"teamSize": "4"})
    parts.add_criteria(parent.add("TeamPlacementParameterSet"), _TEAM_CRITERIA)
