"""The tournament that a result file tells of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...go.tournament import Criterion, Grade, Rules, Tournament
from ..wall_list import games_of, grade_of, players_of
from . import header
from .columns import placement_of
from .lines import parse
from .scores import are_points, compare_scores, read_scores, score_criterion
from .starts import POINTS_X2, starts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ...go.tournament import Player
    from ..line_files import Reading
    from ..wall_list import RoundsWithoutGame, Seat, WallList
    from .starts import Starts

__all__ = ["read"]

_LOWEST = Grade.parse("30k")


def read(path: str, content: bytes) -> Reading:
    """Read a result file.

    Raises
    ------
    FormatError
        If it is no wall list, or two lines contradict each other.
    """
    wall_list = parse(path, content)
    wall_list.refuse_faults(path)
    comments = [text for _, text in wall_list.comments]
    fields = header.HEADER.fields_of(comments)
    named = placement_of(comments)
    scores = read_scores(path, wall_list, named)
    placement, starts = _placement_and_starts(wall_list, named, scores)
    without_game, players = players_of(wall_list, starts.corrections if starts else ())
    reduction = header.handicap_reduction(fields, path)
    tournament = Tournament.found(
        name=header.name_of(comments, fields),
        event=header.event_of(fields, comments),
        rules=replace(
            _rules(placement, starts, without_game),
            rounds=max(len(wall_list.columns), 1),
            handicap=header.handicap_rules(reduction),
        ),
        players=players,
        games=games_of(
            wall_list.seats,
            [player.key for player in players],
            _handicaps(wall_list, players, starts, reduction),
        ),
        byes=without_game.byes,
    )
    colourless = _colourless(tournament, wall_list.seats)
    return wall_list.reading(
        tournament,
        remarks=(
            *header.HEADER.remarks(comments),
            *_remarks(tournament, len(colourless), starts, wall_list),
            *_remarks_on_scores(wall_list, named, scores, starts),
        ),
        version=header.version_of(comments),
        colourless=colourless,
    )


def _colourless(
    tournament: Tournament, seats: Sequence[Sequence[Seat]]
) -> frozenset[tuple[int, frozenset[str]]]:
    players = tournament.players
    return frozenset(
        (column + 1, frozenset((player.key, players[seat.opponent - 1].key)))
        for player, line in zip(players, seats, strict=True)
        for column, seat in enumerate(line)
        if seat.opponent and not (seat.colour or seats[seat.opponent - 1][column].colour)
    )


def _placement_and_starts(
    wall_list: WallList, named: tuple[Criterion, ...], scores: Sequence[int] | None
) -> tuple[tuple[Criterion, ...], Starts | None]:
    """The criteria, and the starting scores unless the points alone are the score."""
    score = score_criterion(named)
    starts = None
    if scores and (score is Criterion.MMS if named else not are_points(wall_list, scores)):
        starts = starts_of(_grades(wall_list), scores, wall_list.seats, from_30_kyu=bool(named))
        if starts is not None and not (named or starts.plausible):
            starts = None
    if named and (starts or score is not Criterion.MMS):
        return named, starts
    score, sos, sosos = (
        (Criterion.MMS, Criterion.SOS_MMS, Criterion.SOSOS_MMS)
        if starts
        else (Criterion.WINS, Criterion.SOS_WINS, Criterion.SOSOS_WINS)
    )
    return (score, sos, sosos), starts


def _grades(wall_list: WallList) -> list[Grade]:
    grades = (grade_of(player.grade) for player in wall_list.players)
    return [_LOWEST if grade is None else grade for grade in grades]


def _rules(
    placement: tuple[Criterion, ...], starts: Starts | None, without_game: RoundsWithoutGame
) -> Rules:
    points = without_game.points
    if starts:
        points = replace(points, round_down=starts.round_down)
    else:
        points = replace(points, wins_absent_x2=points.mms_absent_x2, round_down=False)
    ends = {"floor": starts.floor, "bar": starts.bar} if starts else {}
    return Rules.found(**ends, placement=placement, points=points)


def _handicaps(
    wall_list: WallList,
    players: Sequence[Player],
    starts: Starts | None,
    reduction: int | None,
) -> Callable[[int, int, int], int]:
    """Stones that follow from the scores before a round, where the list does not state them."""
    if starts is None or reduction is None or reduction == header.EVEN:
        return lambda column, player, opponent: 0
    before = [
        _running_x2(2 * _start(player, starts), [POINTS_X2[seat.result] for seat in line])
        for player, line in zip(players, wall_list.seats, strict=True)
    ]

    def stones(column: int, player: int, opponent: int) -> int:
        difference = before[player][column] - before[opponent][column]
        given = max(0, abs(difference) // 2 - reduction)
        return given if difference > 0 else -given

    return stones


def _start(player: Player, starts: Starts) -> int:
    """The starting score of a player, from that of 1 dan."""
    return max(starts.floor, min(player.grade, starts.bar)) + player.correction


def _running_x2(start: int, points: Sequence[int]) -> list[int]:
    """The score before each round."""
    scores = [start]
    for point in points:
        scores.append(scores[-1] + point)
    return scores


def _remarks(
    tournament: Tournament,
    colourless: int,
    starts: Starts | None,
    wall_list: WallList,
) -> Iterator[str]:
    if colourless:
        yield (
            f"{colourless} of {len(tournament.games)} games have no colours in the file: "
            "the player of the earlier line is taken to have had White"
        )
    if starts is not None and starts.shift:
        yield (
            f"the scores of the file are {starts.shift} less than those from 30 kyu: "
            "the standings are the same"
        )
    yield from wall_list.remarks()
    for player, line in zip(tournament.players, wall_list.players, strict=True):
        if "#" in player.key:
            yield f"line {line.number}: another player has the name {player.full_name!r}"


def _remarks_on_scores(
    wall_list: WallList,
    named: Sequence[Criterion],
    scores: Sequence[int] | None,
    starts: Starts | None,
) -> Iterator[str]:
    if starts is None and score_criterion(named) is Criterion.MMS and wall_list.players:
        yield "the McMahon scores of the file do not fit its games: wins are taken as the score"
    elif scores is not None:
        yield from compare_scores(wall_list, scores, starts, _grades(wall_list))
