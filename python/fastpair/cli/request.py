"""What a director asks for, in the terms of the library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..draw import Constraints
from ..errors import RuleError
from ..tournament import Result
from .players import find_player
from .state import RoundState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..tournament import Tournament
    from ..weights import WeightModel

__all__ = ["BETWEEN", "Request", "fitting_model", "reservations", "weigher"]

BETWEEN = "\x1f"
"""Stands between the two players of a pair: the unit separator of ASCII, which nobody types."""

_FIRST_LATER_VERSION = (3, 52)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The draw that a director asks for, with players as typed."""

    round_number: int | None = None
    """From 1; None is the next round."""

    forbid: tuple[str, ...] = ()
    """Pairs that must not play, see ``BETWEEN``."""

    force: tuple[str, ...] = ()
    """Pairs that must play, see ``BETWEEN``."""

    absent: tuple[str, ...] = ()
    """Players who miss the round."""

    redraw: bool = False
    """Whether to discard the games and the bye that the round has."""

    keep_results: bool = False
    """Whether to refuse that results are discarded with them."""

    def round_of(self, tournament: Tournament) -> int:
        """The round that is to be drawn.

        Raises
        ------
        RuleError
            If there is no such round, or no round is left to draw.
        """
        rounds = tournament.rules.rounds
        if self.round_number is None:
            number = tournament.round_to_draw()
            if number is None:
                raise RuleError(
                    f"nobody is left to pair in any of the {rounds} rounds; "
                    "--round N --redraw draws a round again"
                )
            return number
        if not 1 <= self.round_number <= rounds:
            raise RuleError(f"expected a round from 1 to {rounds}, got {self.round_number}")
        return self.round_number

    def before(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament that the round is drawn in.

        Raises
        ------
        RuleError
            If results would be lost, an absent player is not found or has a game or a bye, or
            nobody is left to pair.
        """
        if self.redraw:
            if self.keep_results and _has_results(tournament, number):
                raise RuleError(
                    f"round {number} has results, which a new draw would discard; "
                    "use --output to keep the file as it is"
                )
            tournament = tournament.replace_round(number, (), ())
        keys = [find_player(tournament, name) for name in self.absent]
        for key in tournament.round(number).seated.intersection(keys):
            name = tournament.by_key[key].full_name
            raise RuleError(f"--absent: {name} has a game or a bye in round {number}")
        tournament = tournament.with_absences(number, keys)
        if not tournament.to_pair(number):
            raise RuleError(
                f"round {number}: nobody is left to pair, "
                f"{len(tournament.round(number).seated)} players have a game or a bye; "
                "--redraw discards them"
            )
        return tournament

    def constraints(self, tournament: Tournament, number: int) -> Constraints:
        """The pairs that must and must not be drawn.

        Raises
        ------
        RuleError
            If a player is not found, a pair is none, or somebody must play who does not.
        """
        must_play = frozenset(_pairs(tournament, "--force", self.force))
        to_pair = {player.key for player in tournament.to_pair(number)}
        for key in sorted(frozenset().union(*must_play) - to_pair):
            reason = _why_not_to_pair(tournament, number, key)
            name = tournament.by_key[key].full_name
            raise RuleError(f"--force: {name} is not to be paired in round {number}: {reason}")
        must_not_play = frozenset(_pairs(tournament, "--forbid", self.forbid))
        return Constraints(must_play=must_play, must_not_play=must_not_play)


def fitting_model(version: str) -> str:
    """Name of the model that draws as the program that saved a file [OPENGOTHA 14].

    Parameters
    ----------
    version
        Such as ``'3.51.02'``; empty if the file does not say.
    """
    numbers = version.split(".")
    known = all(number.isdecimal() for number in numbers)
    later = known and tuple(map(int, numbers)) >= _FIRST_LATER_VERSION
    return "opengotha352" if later else "opengotha351"


def weigher(name: str, seed: int) -> WeightModel:
    """The model of a name, or of a TOML file.

    Raises
    ------
    RuleError
        If there is no such model.
    FormatError
        If the file does not describe one.
    """
    from ..formats.models import read_model
    from ..weights import model_named

    if name.lower().endswith(".toml"):
        return read_model(name, salt=seed)
    return model_named(name, salt=seed)


def reservations(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what makes the draw of a round doubtful."""
    yield from tournament.faults()
    for earlier in range(1, number):
        games = RoundState.of(tournament, earlier).without_result
        if games:
            tables = ", ".join(str(game.table) for game in games)
            yield f"round {earlier}: no result at table {tables}: nobody scores there"


def _has_results(tournament: Tournament, number: int) -> bool:
    games = tournament.round(number).games
    return any(game.result is not Result.UNKNOWN for game in games)


def _pairs(tournament: Tournament, option: str, values: Iterable[str]) -> Iterator[frozenset[str]]:
    for value in values:
        typed = value.split(BETWEEN)
        if len(typed) != 2:
            raise RuleError(
                f"expected two players after {option}, got {', '.join(map(repr, typed))}"
            )
        pair = frozenset(find_player(tournament, name) for name in typed)
        if len(pair) == 1:
            raise RuleError(f"expected two players after {option}, got {typed[0]!r} twice")
        yield pair


def _why_not_to_pair(tournament: Tournament, number: int, key: str) -> str:
    if key in tournament.round(number).seated:
        return "there is a game or bye already"
    return "absent" if tournament.by_key[key].final else "registered preliminarily only"
