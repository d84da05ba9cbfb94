"""A French result file in memory."""

from __future__ import annotations

from dataclasses import replace

from ...errors import FormatError
from ...go.tournament import Grade, Player, Points, Rules, Tournament
from ..document import RenderedDocument
from ..wall_list import (
    faults_of,
    games_of,
    grade_of,
    keys_of,
    parts_of_name,
    rounds_without_game,
)
from . import header
from .lines import Sheet, parse
from .writer import content_of

__all__ = ["read"]


def read(path: str, content: bytes) -> RenderedDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no result file, or two lines contradict each other.
    """
    sheet = parse(path, content)
    fields = header.fields_of(text for _, text in sheet.comments)
    tournament = _tournament(path, sheet)
    return RenderedDocument(
        path=path,
        tournament=tournament,
        remarks=tuple(_remarks(tournament)),
        content=content,
        render=_rendered,
        version=header.version_of(fields),
    )


def _tournament(path: str, sheet: Sheet) -> Tournament:
    seats = [player.seats for player in sheet.players]
    for fault in faults_of(seats):
        number = sheet.players[fault.player].number
        raise FormatError(path, number, f"{fault.message}: correct one of the two lines")
    names = [parts_of_name(player.name) for player in sheet.players]
    keys = keys_of(family + first for family, first in names)
    without_game = rounds_without_game(seats, keys)
    fields = header.fields_of(text for _, text in sheet.comments)
    rules = Rules(rounds=max([len(line) for line in seats[:1]] + [1]))
    return Tournament.found(
        name=fields.get("comm", "") or fields.get("name", ""),
        event=header.event_of(fields),
        rules=replace(
            rules,
            points=Points(
                mms_absent_x2=without_game.absent_x2,
                mms_bye_x2=without_game.bye_x2,
                wins_bye_x2=without_game.bye_x2,
            ),
        ),
        players=tuple(
            Player(
                key=key,
                name=family,
                first_name=first,
                grade=_grade(line.grade),
                club=line.club,
                absences=absences,
                ffg_licence=line.licence,
            )
            for key, (family, first), line, absences in zip(
                keys, names, sheet.players, without_game.absences, strict=True
            )
        ),
        games=games_of(seats, keys, lambda column, player, opponent: 0),
        byes=without_game.byes,
    )


def _grade(text: str) -> Grade:
    grade = grade_of(text)
    return Grade.parse("30k") if grade is None else grade


def _remarks(tournament: Tournament) -> list[str]:
    rules = tournament.rules
    remarks = [
        f"a file of the FFG holds no scores and no rules: floor {rules.floor}, bar {rules.bar} "
        "and the usual criteria are assumed"
    ]
    namesakes = sum("#" in player.key for player in tournament.players)
    if namesakes:
        remarks.append(f"{namesakes} players have the name of another one")
    return remarks


def _rendered(tournament: Tournament, content: bytes) -> bytes:
    sheet = parse("", content)
    return content_of(tournament, sheet, _tournament("", sheet))
