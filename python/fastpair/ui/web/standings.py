"""Who stands where, after the last round whose results are all known or after another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.reports.rating import rate_file
from ...go.standings import last_complete_round, standings
from ...go.teams import team_standings
from ...report.pages import standings_sheet, team_sheet, wall_list
from ...sentences import marked
from .parts import Part, id_of
from .spoken import speaking, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.standings import Standings
    from ...report.pages import Translate
    from ...report.sheet import Sheet
    from .asking import Asked
    from .held import State


class _Line(NamedTuple):
    """A player in the list."""

    id: str
    cells: tuple[str, ...]
    classes: tuple[str, ...]
    """How each cell is shown."""


def standings_after(
    state: State, number: int, make: Callable[[Standings, Translate], Sheet] | None = None
) -> Sheet:
    """The standings after a round, as a sheet of one kind or another; by default of who is drawn."""
    if make is None and state.tournament.draws_teams:
        return team_sheet(team_standings(state.tournament, number), spoken)
    return (make or standings_sheet)(standings(state.ranked(number), number), spoken)


def classes_of(sheet: Sheet, *, all_columns: bool = False) -> tuple[str, ...]:
    """How the columns are shown; the homes are left out where there is little room.

    Parameters
    ----------
    all_columns
        Whether nothing is left out.
    """
    other = "" if all_columns else "wide"
    return tuple(
        "right" if column.right else "" if column.name else other for column in sheet.columns
    )


def _sheet(state: State, number: int) -> tuple[Sheet, tuple[str, ...]]:
    """The standings after a round, and the ids of their lines."""

    def made() -> tuple[Sheet, tuple[str, ...]]:
        after = min(number, last_complete_round(state.tournament))
        if state.tournament.draws_teams:
            teams = team_standings(state.tournament, after)
            return team_sheet(teams, spoken), tuple(id_of("p", row.key) for row in teams.rows)
        found = standings(state.ranked(after), after)
        before = standings(state.ranked(after - 1), after - 1) if after > 1 else None
        sheet = standings_sheet(found, spoken, before)
        return sheet, tuple(id_of("p", row.key) for row in found.rows)

    return state.view(("standings sheet", number, speaking().code), made)


def _rows(state: State, number: int) -> Mapping[str, _Line]:
    sheet, ids = _sheet(state, number)
    classes = classes_of(sheet)
    return {line: _Line(line, row, classes) for line, row in zip(ids, sheet.rows, strict=True)}


def _head(asked: Asked) -> Mapping[str, Any]:
    sheet, _ = _sheet(asked.state, asked.number)
    after = min(asked.number, last_complete_round(asked.state.tournament))
    return {
        "sheet": sheet,
        "after": after,
        "unplayed": not asked.state.tournament.round(after + 1).games,
        "classes": classes_of(sheet),
        "teams": asked.state.tournament.draws_teams,
    }


def _players(asked: Asked) -> Mapping[str, Any]:
    """The players beside the teams."""
    after = min(asked.number, last_complete_round(asked.state.tournament))
    return {"printed": "standings", "sheet": standings_after(asked.state, after, standings_sheet)}


def _wall_list(asked: Asked) -> Mapping[str, Any]:
    """Every round of everybody."""
    after = min(asked.number, last_complete_round(asked.state.tournament))
    return {
        "printed": "wallist",
        "sheet": wall_list(standings(asked.state.ranked(after), after), spoken),
    }


def _rated(asked: Asked) -> Mapping[str, Any]:
    """What the games up to a round change the ratings to, by the European rules."""
    made = rate_file(
        asked.desk.held.file,
        system="egf2021",
        event_class=None,
        by_rounds=False,
        after=asked.number,
    )
    return {"made": made, "not_rated": tuple(made.not_rated()), "after": asked.number}


STANDINGS = Part(
    name="standings",
    title=marked("Standings"),
    rows=_rows,
    head=_head,
    panels={"wallist": _wall_list, "single": _players, "rated": _rated},
)
"""The standings."""
