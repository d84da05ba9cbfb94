"""What a player did in a round, as a wall list says it in one word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from ...go.tournament import Kind, Result

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...go.tournament import Game, Rules, Tournament

__all__ = ["NO_GAME", "NO_GAME_WORDS", "SIGNS", "Seat", "parse_seat", "seats_of"]

_SEAT = re.compile(
    r"""(?P<opponent>[0-9]{1,6}) (?P<result>[-+=?])
    (?P<kind>[/!])? (?P<colour>[wb?])? (?P<handicap>[0-9]{1,2})? (?P<end>!)?""",
    re.VERBOSE | re.IGNORECASE,
)
SIGNS = {
    Result.UNKNOWN: "??",
    Result.WHITE_WINS: "+-",
    Result.BLACK_WINS: "-+",
    Result.JIGO: "==",
    Result.BOTH_LOSE: "--",
    Result.BOTH_WIN: "++",
}
"""The signs of White and of Black for a result."""


class Seat(NamedTuple):
    """A player's part of a game, or what he did instead."""

    opponent: int
    """Number of the opponent's line, from 1; 0 for no game."""

    result: str
    """``+`` for a point, ``=`` for half of one, ``-`` for none, ``?`` if it is not known."""

    by_default: bool = False
    colour: str = ""
    """``w``, ``b``, or empty if the list does not say."""

    handicap: int | None = None
    """Stones; None if the list does not say."""


NO_GAME = Seat(0, "-")

NO_GAME_WORDS = frozenset({"?", "-"})
"""What stands for no game without saying what it was worth."""


def parse_seat(word: str) -> Seat | None:
    """The meaning of a word such as ``12+/w0``, ``7-!b``, ``7-/b0!``, ``3=`` or ``0+``, if it has one."""
    if word in NO_GAME_WORDS:
        return NO_GAME
    match = _SEAT.fullmatch(word)
    if match is None:
        return None
    colour = (match["colour"] or "").lower().replace("?", "")
    stones = match["handicap"]
    return Seat(
        opponent=int(match["opponent"]),
        result=match["result"],
        by_default="!" in (match["kind"], match["end"]),
        colour=colour,
        handicap=None if stones is None else int(stones),
    )


def seats_of(tournament: Tournament, order: Sequence[str]) -> list[list[Seat]]:
    """What every player did in every round.

    A bye and an absence are written as the points that the rules give for them; these are points
    of the McMahon score in a McMahon tournament, and wins otherwise [FORMATS 2].

    Parameters
    ----------
    tournament
        Games, byes and absences.
    order
        Keys of the players in the order of the lines; games of others are left out.
    """
    rules = tournament.rules
    line = {key: number for number, key in enumerate(order, start=1)}
    absent, bye = _signs_without_game(rules)
    seats = [
        [
            Seat(0, absent) if number in tournament.by_key[key].absences else NO_GAME
            for number in range(1, rules.rounds + 1)
        ]
        for key in order
    ]
    for given in tournament.byes:
        if given.player in line and given.round <= rules.rounds:
            seats[line[given.player] - 1][given.round - 1] = Seat(0, bye)
    for game in tournament.games:
        if game.round <= rules.rounds and line.keys() >= set(game.players):
            for key, seat in _seats_of_game(game, line):
                seats[line[key] - 1][game.round - 1] = seat
    return seats


def _signs_without_game(rules: Rules) -> tuple[str, str]:
    """The signs of an absence and of a bye."""
    points = rules.points
    if rules.kind is Kind.MCMAHON:
        worth = points.mms_absent_x2, points.mms_bye_x2
    else:
        worth = points.wins_absent_x2, points.wins_bye_x2
    absent, bye = ("-=+"[max(0, min(value, 2))] for value in worth)
    return absent, bye


def _seats_of_game(game: Game, line: Mapping[str, int]) -> list[tuple[str, Seat]]:
    signs = SIGNS[game.result]
    sides = (game.white, game.black, signs[0], "w"), (game.black, game.white, signs[1], "b")
    return [
        (player, Seat(line[opponent], sign, game.by_default, colour, game.handicap))
        for player, opponent, sign, colour in sides
    ]
