"""Teams in a file of OpenGotha: who sits at which board in which round [TEAMS]."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Team, TeamCriterion, TeamPlay
from ..xml.markup import Element
from . import parts, schema
from .values import shown

if TYPE_CHECKING:
    from ..xml.edits import Edits
    from .references import References
    from .values import Source

__all__ = ["change_teams", "fitted_teams", "read_teams"]


def read_teams(
    source: Source, root: Element, references: References, rounds: int
) -> TeamPlay | None:
    """The teams of a file; None if no team has a member.

    Raises
    ------
    FormatError
        If a value does not parse, or a board may be that of several players.
    """
    entries = list(root.iter("Team"))
    if not any(element.find("Board") is not None for element in entries):
        return None
    teams = [
        _read_team(source, element, references, rounds, usual)
        for usual, element in enumerate(entries, start=1)
    ]
    usual = TeamPlay()
    general = root.find("TeamGeneralParameterSet")
    size = usual.size if general is None else source.value(general, schema.TEAM_SIZE, usual.size)
    return TeamPlay(
        teams=tuple(sorted(teams, key=lambda team: int(team.key))),
        size=size,
        placement=_read_placement(source, root) or usual.placement,
    )


def _read_team(
    source: Source, element: Element, references: References, rounds: int, usual: int
) -> Team:
    boards: dict[tuple[int, int], str] = {}
    strangers = set()
    for board in element.iter("Board"):
        number = source.required(board, schema.ROUND)
        place = source.required(board, schema.BOARD)
        key = references.key(source, board, "player")
        if key is None:
            strangers.add(board.get("player"))
        elif number <= rounds:
            boards[number, place] = key
    name = element.get("teamName")
    for stranger in sorted(strangers):
        where = f"line {element.line}: team {shown(name)}"
        source.remark(f"{where} names {shown(stranger)}, who is no player; the board stays empty")
    most = max((place for _, place in boards), default=0)
    lineups = [
        tuple(boards.get((number, place), "") for place in range(1, most + 1))
        for number in range(1, rounds + 1)
    ]
    return Team(
        key=str(source.value(element, schema.TEAM_NUMBER, usual)),
        name=name,
        lineups=_shortest(lineups),
    )


def _shortest(lineups: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Line-ups without those at the end that are as the one before them."""
    kept = len(lineups)
    while kept > 1 and lineups[kept - 1] == lineups[kept - 2]:
        kept -= 1
    return tuple(lineups[:kept])


def _read_placement(source: Source, root: Element) -> tuple[TeamCriterion, ...]:
    element = root.find("TeamPlacementParameterSet")
    if element is None:
        return ()
    listed = sorted(
        element.iter("PlacementCriterion"), key=lambda item: source.required(item, schema.PLACE)
    )
    found = [source.required(item, schema.TEAM_CRITERION) for item in listed]
    return tuple(criterion for criterion in found if criterion is not TeamCriterion.NONE)


def fitted_teams(play: TeamPlay | None) -> TeamPlay | None:
    """Teams without whatever a file of OpenGotha cannot hold."""
    if play is None:
        return None
    teams = (
        replace(team, key=str(number), country="", club="", correction=0)
        for number, team in _numbered(play)
    )
    placement = play.placement[: schema.MOST_CRITERIA] or TeamPlay().placement
    return replace(play, teams=tuple(teams), placement=placement, summed=False, fewest=0)


def change_teams(
    edits: Edits, root: Element, references: References, old: TeamPlay | None, new: TeamPlay | None
) -> None:
    """Change the teams; what nobody changes stays as it is.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold them.
    """
    if old == new:
        return
    _refuse_unheld(new)
    elements = [] if new is None else [_team(*each, references) for each in _numbered(new)]
    kept = root.find("Teams")
    if kept is not None:
        edits.remove(kept)
    rules = root.find("TournamentParameterSet")
    if elements and rules is not None:
        edits.insert_after(rules, Element("Teams", children=elements))
    if new is None:
        return
    if old is None or (old.size, old.placement) != (new.size, new.placement):
        _change_rules(edits, root, new)


def _change_rules(edits: Edits, root: Element, new: TeamPlay) -> None:
    last = root.find("TeamTournamentParameterSet")
    if last is not None:
        edits.remove(last)
    rules = Element("TeamTournamentParameterSet")
    rules.add("TeamGeneralParameterSet", {"teamSize": str(new.size)})
    names = [criterion.value for criterion in new.placement]
    parts.add_criteria(rules.add("TeamPlacementParameterSet"), names)
    edits.append(root, [rules])


def _refuse_unheld(new: TeamPlay | None) -> None:
    if new is None:
        return
    if len(new.placement) > schema.MOST_CRITERIA:
        raise RuleError(f"OpenGotha has at most {schema.MOST_CRITERIA} criteria of teams")
    unheld = [team.name for team in new.teams if team.correction or team.country or team.club]
    for what, found in (
        ("starts by the sum of scores", new.summed),
        ("teams with missing boards", new.fewest),
        (f"country, club and correction of {unheld[0]!r}" if unheld else "", unheld),
    ):
        if found:
            raise RuleError(f"OpenGotha's files have no place for {what}; those of fastpair have")


def _numbered(play: TeamPlay) -> list[tuple[int, Team]]:
    """The teams with the numbers that the file gives them: their keys, where they are numbers."""
    used = {int(team.key) for team in play.teams if team.key.isdecimal() and int(team.key) > 0}
    free = (number for number in range(1, 2 * len(play.teams) + 2) if number not in used)
    return [
        (int(team.key) if team.key.isdecimal() and int(team.key) > 0 else next(free), team)
        for team in play.teams
    ]


def _team(number: int, team: Team, references: References) -> Element:
    element = Element("Team", {"teamName": team.name, "teamNumber": str(number)})
    for round_number in range(1, schema.ROUNDS_IN_FILE + 1):
        for board, key in enumerate(team.lineup(round_number), start=1):
            if key:
                attributes = {
                    "boardNumber": str(board),
                    "player": references.to(key),
                    "roundNumber": str(round_number),
                }
                element.add("Board", attributes)
    return element
