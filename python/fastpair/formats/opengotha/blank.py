"""The file of a tournament before its first game, as OpenGotha would save it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import RuleError
from ...tournament import OPENGOTHA_CRITERIA
from . import schema
from .editing import participation
from .markup import Element, rendered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...tournament import (
        Criterion,
        HandicapRules,
        PairingRules,
        Player,
        Points,
        Rules,
        Tournament,
    )
    from .schema import Column

__all__ = ["blank_file"]

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
_MOST_CRITERIA = 6
_NO_CRITERION = "NULL"

# OpenGotha expects these attributes, which fastpair has no use for; the values are its defaults.
_GENERAL = {
    "bInternet": "false",
    "basicTime": "60",
    "beginDate": "2000-01-01",
    "canByoYomiTime": "300",
    "complementaryTimeSystem": "STDBYOYOMI",
    "director": "",
    "endDate": "2000-01-01",
    "fischerTime": "10",
    "genMMZero": "30K",
    "komi": "7.5",
    "location": "",
    "nbMovesCanTime": "15",
    "size": "19",
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
    """The content of a file with the players and rules of a tournament, and no games."""
    root = Element(
        "Tournament", {"dataVersion": "201", "fullVersionNumber": "3.51", "runningMode": "SAL"}
    )
    players = root.add("Players")
    for player in tournament.players:
        players.add("Player", _player_attributes(player))
    root.add("Games")
    _add_parameters(root.add("TournamentParameterSet"), tournament)
    _add_teams(root.add("TeamTournamentParameterSet"))
    if tournament.rules.club_groups:
        _add_club_groups(root.add("ClubsGroups"), tournament.rules)
    return (_DECLARATION + rendered(root, before="\n") + "\n").encode()


def _player_attributes(player: Player) -> dict[str, str]:
    grade = schema.RANK.text(player.grade)
    return {
        "agaExpirationDate": "",
        "agaId": "",
        "club": player.club,
        "country": player.country,
        "egfPin": "",
        "ffgLicence": "",
        "ffgLicenceStatus": "",
        "firstName": player.first_name,
        "grade": grade,
        "name": player.name,
        "participating": participation(player.absences, ""),
        "rank": grade,
        "rating": schema.RATING.text(player.rating),
        "ratingOrigin": "MAN",
        "registeringStatus": schema.FINAL.text(player.final),
        "smmsCorrection": schema.CORRECTION.text(player.correction),
    }


def _add_parameters(parent: Element, tournament: Tournament) -> None:
    rules = tournament.rules
    short = "".join(sign for sign in tournament.name if sign.isalnum()) or "tournament"
    named = {"name": tournament.name, "shortName": short}
    counted = {schema.CATEGORIES.name: str(rules.categories)}
    points = _attributes(schema.POINTS, rules.points)
    general = {**_GENERAL, **named, **counted, **_attributes(schema.GENERAL, rules), **points}
    _add_categories(_add_sorted(parent, "GeneralParameterSet", general), rules)
    _add_sorted(parent, "HandicapParameterSet", _attributes(schema.HANDICAP, rules.handicap))
    _add_criteria(parent.add("PlacementParameterSet"), rules.placement)
    _add_sorted(parent, "PairingParameterSet", _pairing_attributes(rules))
    _add_sorted(parent, "DPParameterSet", _DISPLAY)
    _add_sorted(parent, "PublishParameterSet", _PUBLISH)


def _add_sorted(parent: Element, tag: str, attributes: Mapping[str, str]) -> Element:
    """Append an element with its attributes in OpenGotha's order."""
    return parent.add(tag, dict(sorted(attributes.items())))


def _attributes(
    columns: Iterable[Column], values: Rules | Points | HandicapRules | PairingRules
) -> dict[str, str]:
    return {attribute.name: attribute.text(getattr(values, field)) for field, attribute in columns}


def _pairing_attributes(rules: Rules) -> dict[str, str]:
    pairing = rules.pairing
    systems = zip(schema.SEED_SYSTEMS, pairing.seed_systems, strict=True)
    criteria = zip(schema.SEED_CRITERIA, pairing.seed_criteria, strict=True)
    return {
        **_attributes(schema.PAIRING, pairing),
        **{attribute.name: attribute.text(system) for attribute, system in systems},
        **{name: _name(criterion) for name, criterion in criteria},
    }


def _add_categories(general: Element, rules: Rules) -> None:
    if not rules.category_limits:
        return
    categories = general.add("Categories")
    for number, limit in enumerate(rules.category_limits, start=1):
        text = schema.CATEGORY_LIMIT.text(limit)
        categories.add("Category", {"lowerLimit": text, "number": str(number)})


def _add_criteria(parent: Element, placement: tuple[Criterion, ...]) -> None:
    if len(placement) > _MOST_CRITERIA:
        message = f"OpenGotha has at most {_MOST_CRITERIA} placement criteria"
        raise RuleError(f"{message}, found {len(placement)}")
    _add_names(parent, list(map(_name, placement)))


def _name(criterion: Criterion) -> str:
    """What OpenGotha calls a criterion."""
    if criterion not in OPENGOTHA_CRITERIA:
        raise RuleError(f"OpenGotha has no criterion {criterion.value}")
    return criterion.value


def _add_names(parent: Element, names: list[str]) -> None:
    """Add criteria by their names, and empty ones up to the number that OpenGotha has."""
    criteria = parent.add("PlacementCriteria")
    names = names + [_NO_CRITERION] * (_MOST_CRITERIA - len(names))
    for number, name in enumerate(names, start=1):
        criteria.add("PlacementCriterion", {"name": name, "number": str(number)})


def _add_teams(parent: Element) -> None:
    """Add the parameters of a team tournament, which OpenGotha expects in every file."""
    parent.add("TeamGeneralParameterSet", {"teamSize": "4"})
    _add_names(parent.add("TeamPlacementParameterSet"), list(_TEAM_CRITERIA))


def _add_club_groups(parent: Element, rules: Rules) -> None:
    for number, clubs in enumerate(rules.club_groups, start=1):
        group = parent.add("ClubsGroup", {"name": str(number)})
        for club in sorted(clubs):
            group.add("Club", {"name": club})
