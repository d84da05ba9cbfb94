"""The actions as methods, with two that take Python's own values: players, and results by table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from ...errors import RuleError, input_error
from ...go.tournament import Player, Result, Tournament, read_ending
from ...matching.arrays import require_booleans
from ...parameters import integer, quoted, read_list
from ..actions.apply import Origin
from ..edits.results import ResultInput
from ..history.entries import entry_facts
from .methods import Actions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..edits.outcome import Confirmation

_Outcome = TypeVar("_Outcome")

PYTHON = Origin("python")
"""Where the history says that these actions came from."""


class PythonActions(Actions[_Outcome]):
    """The actions, and two that take Python's own values."""

    def enter(
        self,
        players: Iterable[Player],
        *,
        namesakes: bool = False,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Add players.

        Parameters
        ----------
        players
            Such as those of a list: ``read("entries.csv").tournament.players``. Who is registered already
            is left out, and named in the messages.
        namesakes
            Add players whose name is registered, if other facts differ.
        """
        entries = {"entries": entry_facts(entry_list(players)), "namesakes": namesakes}
        return self._perform("register", entries, None, confirmed)

    def results(
        self,
        round: int | None,
        results: Mapping[int, Result | str | float] | Iterable[str | float],
        *,
        match: str | None = None,
        for_teams: bool = False,
        expect: Iterable[str] | None = None,
        confirmed: Confirmation = (),
    ) -> _Outcome:
        """Enter or correct the results of a round. If one is invalid, none is entered.

        Parameters
        ----------
        round
            Number from 1; None is the last one that is drawn.
        results
            By table: a `Result`, its name, the points of White (1, 0.5 or 0), or w, b, 1-0, 0-1, 1/2, 0-0,
            1-1 or ?; a text with ! is by forfeit. Where a round is a match of two games, 1-0,1/2 or a list
            of two. Of a match of teams the points of its boards, from board 1.
        match
            The team whose boards these are, with its points first.
        for_teams
            Whether boards of matches count these for the teams, apart from their games; ? for the games.
        expect
            Games that must be there, such as ``12; Adler; Braun; 1-0`` with the result until now.
        """
        entries: list[str | ResultInput] = []
        if match is not None:
            for each in read_list(results, "results", ordered=True):
                # A colour says nothing of a match: its points are those of the team.
                found = None if isinstance(each, str | Result) else read_ending(each)
                text = each.value if isinstance(each, Result) else str(each)
                entries.append(text if found is None else str(found))
        elif isinstance(results, Mapping):
            for table, result in results.items():
                found = read_ending(result)
                if integer(table) is None:
                    message = f"expected the number of a table, got {quoted(table)}"
                    raise input_error(table, int, message, about="results")
                if found is None and not isinstance(result, str):
                    message = f"{quoted(result)} is not a result such as 1-0"
                    raise input_error(result, float, message, about=f"results[{table}]")
                if found is None:
                    entries += [str(table), str(result)]
                else:
                    entries.append(ResultInput.of(str(table), found))
        else:
            message = f"expected tables with their results, got {quoted(results)}"
            raise input_error(results, (), message, about="results")
        require_booleans(for_teams=for_teams)
        values = {"results": entries, "rounds": round, "match": match, "for_teams": for_teams}
        if expect is not None:
            values["expect"] = read_list(expect, "expect", ordered=True)
        return self._perform("result", values, None, confirmed)


def entry_list(players: Iterable[Player]) -> Tournament:
    """Players as a list of entries.

    Raises
    ------
    RuleError
        If something else is among them, or two have one key.
    """
    listed = read_list(players, "players")
    for place, each in enumerate(listed):
        if not isinstance(each, Player):
            message = f"expected a Player, got {quoted(each)}"
            raise input_error(each, (), message, about=f"players[{place}]")
    entries = Tournament(players=tuple(listed), doubtful=True)
    for fault in entries.unknown_players():
        raise RuleError(fault)
    return entries
