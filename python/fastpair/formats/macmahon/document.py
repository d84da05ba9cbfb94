"""A file of MacMahon in memory."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import NO_RATING, Criterion, Result
from ..document import RenderedDocument
from ..xml import markup
from ..xml.changes import Changes
from ..xml.edits import Edits
from ..xml.markup import Element, rendered
from .reader import CRITERIA, RESULTS, Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.tournament import Bye, Game, Player, Tournament

__all__ = ["new_content", "read"]

_VERSION = {"typeversion": "3.9"}
_NOBODY = "0"
_RESULT_NAMES = {result: name for name, result in RESULTS.items()}
_CRITERIA_NAMES = {
    **{criterion: name for name, criterion in CRITERIA.items()},
    Criterion.SOS_WINS: "SOS",
    Criterion.SOS_WINS_1: "SOS-1",
    Criterion.SOS_WINS_2: "SOS-2",
    Criterion.SOSOS_WINS: "SOSOS",
    Criterion.SODOS_WINS: "SODOS",
    Criterion.CUSS_WINS: "CUSS",
}
"""The same names count wins where the tournament has no McMahon scores."""


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no file of MacMahon, or a value in it does not parse.
    """
    reader = Reader(path, markup.parse(path, content).root)
    return RenderedDocument(
        path=path,
        tournament=reader.read(),
        remarks=tuple(reader.remarks),
        content=content,
        render=_rendered,
    )


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file.

    Raises
    ------
    RuleError
        If the tournament contradicts itself, or has a text that XML cannot hold.
    """
    numbers = {player.key: place for place, player in enumerate(tournament.players, start=1)}
    root = _tree(tournament, numbers)
    try:
        text = rendered(root, before="\n", step="  ")
        return f'<?xml version="1.0" encoding="UTF-8"?>{text}\n'.encode()
    except ValueError as error:
        raise RuleError(f"a file of MacMahon cannot hold the tournament: {error}") from error


def _rendered(tournament: Tournament, held: bytes) -> bytes:
    """A file with another state of its tournament; every byte stays but those that change."""
    read_again = markup.parse("", held)
    reader = Reader("", read_again.root)
    known = {key: number for number, key in reader.keys().items()}
    free = count(max(known.values(), default=0) + 1)
    numbers = {
        player.key: known[player.key] if player.key in known else next(free)
        for player in tournament.players
    }
    edits = Edits(read_again)
    changes = Changes(
        edits,
        {
            "Player": _child_text("Id"),
            "NotPlayingInRound": lambda element: element.text,
            "Criterion": _child_text("ShortName"),
            "Round": _child_text("RoundNumber"),
            "Pairing": _players_of,
        },
        ordered=frozenset({"Criterion"}),
    )
    try:
        changes.carry(_tree(reader.read(), known), _tree(tournament, numbers), read_again.root)
        return edits.content()
    except ValueError as error:
        raise RuleError(f"a file of MacMahon cannot hold the tournament: {error}") from error


def _child_text(tag: str) -> Callable[[Element], str]:
    def text(element: Element) -> str:
        child = element.child(tag)
        return "" if child is None else child.text

    return text


def _players_of(board: Element) -> str:
    """What makes a board the same board: who sits at it."""
    return " ".join(sorted(_child_text(colour)(board) for colour in ("White", "Black")))


def _tree(tournament: Tournament, numbers: Mapping[str, int]) -> Element:
    """What a file says of a tournament.

    Raises
    ------
    RuleError
        If a game or a bye is of nobody.
    """
    for fault in tournament.unknown_players():
        raise RuleError(fault)
    root = Element("TournamentData", _VERSION)
    _add_settings(root.add("Tournament", _VERSION), tournament)
    criteria = root.add("Walllist")
    for criterion in tournament.rules.placement:
        if criterion in _CRITERIA_NAMES:
            criteria.add("Criterion").add("ShortName", text=_CRITERIA_NAMES[criterion])
    players = root.add("Playerlist")
    for player in tournament.players:
        _add_player(players.add("Player"), player, numbers[player.key])
    rounds = root.add("Roundlist")
    seats: tuple[Game | Bye, ...] = (*tournament.games, *tournament.byes)
    for number in sorted({seat.round for seat in seats}):
        _add_round(rounds.add("Round"), tournament, number, numbers)
    return root


def _add_settings(parent: Element, tournament: Tournament) -> None:
    rules = tournament.rules
    handicap = rules.handicap
    values = {
        "Name": tournament.name,
        "NumberOfRounds": rules.rounds,
        "UpperMacMahonBar": True,
        "UpperMacMahonBarLevel": rules.bar,
        "LowerMacMahonBar": True,
        "LowerMacMahonBarLevel": rules.floor,
        "RatingDeterminesRank": False,
        "HalfScoreGroupsRoundDown": rules.points.round_down,
        "HandicapUsed": handicap.ceiling > 0,
        "HandicapBelow": True,
        "HandicapBelowLevel": handicap.threshold,
        "HandicapAdjustment": True,
        "HandicapAdjustmentValue": -handicap.correction,
        "HandicapLimit": True,
        "HandicapLimitValue": handicap.ceiling,
        "HandicapByLevel": not handicap.by_mms,
    }
    _add_values(parent, values)


def _add_values(parent: Element, values: Mapping[str, object]) -> None:
    for tag, value in values.items():
        parent.add(tag, text=str(value).lower() if isinstance(value, bool) else str(value))


def _add_player(parent: Element, player: Player, number: int) -> None:
    preliminary, super_bar = not player.final, player.correction > 0
    _add_values(
        parent,
        {"Id": number, "PreliminaryRegistration": preliminary, "SuperBarMember": super_bar},
    )
    for absence in sorted(player.absences):
        parent.add("NotPlayingInRound", text=str(absence))
    values = {
        "FirstName": player.first_name,
        "Surname": player.name,
        "Club": player.club,
        "Country": player.country,
        "GoLevel": player.grade,
        "Rating": "" if player.rating == NO_RATING else player.rating,
        "EgdPin": player.egf_pin,
    }
    _add_values(parent.add("GoPlayer"), values)


def _add_round(
    parent: Element, tournament: Tournament, number: int, numbers: Mapping[str, int]
) -> None:
    parent.add("RoundNumber", text=str(number))
    for game in tournament.games:
        if game.round == number:
            _add_values(parent.add("Pairing"), _board(game, numbers))
    for bye in tournament.byes:
        if bye.round == number:
            player = numbers[bye.player]
            values = {"BoardNumber": 0, "PairingWithBye": True, "White": _NOBODY, "Black": player}
            _add_values(
                parent.add("Pairing"),
                {**values, "Handicap": 0, "Result": "1-0", "ResultByReferee": False},
            )


def _board(game: Game, numbers: Mapping[str, int]) -> dict[str, object]:
    by_default = game.by_default and game.result is not Result.UNKNOWN
    return {
        "BoardNumber": game.table,
        "PairingWithBye": False,
        "White": numbers[game.white],
        "Black": numbers[game.black],
        "Handicap": game.handicap,
        "Result": _RESULT_NAMES[game.result] + ("!" if by_default else ""),
        "ResultByReferee": by_default,
    }
