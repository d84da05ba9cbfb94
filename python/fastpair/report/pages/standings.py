"""Who stands where: the standings, the wall list with all games, and the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.standings import CellKind
from ...go.tournament import Criterion
from ..sheet import Column, Sheet
from .words import number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...go.standings import Award, Cell, Row, Standings
    from ...go.teams import TeamStandings
    from .words import Translate

__all__ = ["no_prizes_sheet", "prizes_sheet", "standings_sheet", "team_sheet", "wall_list"]


def standings_sheet(standings: Standings, _: Translate, before: Standings | None = None) -> Sheet:
    """The players by their places, with the scores that decide them.

    Parameters
    ----------
    before
        The standings after an earlier round: a column says where everybody stood in them.
    """
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Standings after round {round}"), standings, _),
        columns=(
            *_columns_of_players(_),
            *([Column(_("Before"))] if before else []),
            *_criteria(standings, _),
        ),
        rows=tuple(
            (*_player(row), *moved, *_values(row, standings))
            for row, moved in zip(standings.rows, _moves(standings, before), strict=True)
        ),
        notes=(_("Players with the same scores share a place."),),
    )


def wall_list(standings: Standings, _: Translate) -> Sheet:
    """The players by their places, with every round of everybody.

    A game is written as in the result files of the European Go Database: the line of the opponent,
    the result, the colour and the handicap.
    """
    rounds = range(1, standings.after + 1)
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Wall list after round {round}"), standings, _),
        columns=(
            Column(_("No"), right=True),
            *_columns_of_players(_),
            *(Column(str(each)) for each in rounds),
            *_criteria(standings, _),
        ),
        rows=tuple(
            (str(row.number), *_player(row), *map(_cell, row.cells), *_values(row, standings))
            for row in standings.rows
        ),
        notes=(
            _("12+w3: has beaten player 12 with White, giving 3 stones; ! means by forfeit."),
            _("0+ is a bye, 0- an absence, . a round without a game."),
        ),
    )


def team_sheet(standings: TeamStandings, _: Translate) -> Sheet:
    """The teams by their places, with every match."""
    rounds = range(1, standings.after + 1)
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Standings of teams after round {round}"), standings, _),
        columns=(
            Column(_("No"), right=True),
            Column(_("Place"), right=True, short=_("Pl")),
            Column(_("Team"), name=True),
            Column(_("Country"), short=_("Co")),
            Column(_("Club")),
            *(Column(str(each)) for each in rounds),
            *(Column(criterion.value, right=True) for criterion in standings.criteria),
        ),
        rows=tuple(
            (
                str(row.number),
                str(row.place),
                row.name,
                row.country,
                row.club,
                *row.opponents,
                *map(number, row.values),
            )
            for row in standings.rows
        ),
        notes=(_("3+: has won the match against team 3; = is a draw."),),
    )


def prizes_sheet(standings: Standings, awards: Sequence[Award], _: Translate) -> Sheet:
    """Who gets which prize."""
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Prizes after round {round}"), standings, _),
        columns=(Column(_("Prize")), *_columns_of_players(_), Column(_("Wins"), right=True)),
        rows=tuple(
            (award.prize.name, *_player(row), number(row.wins_x2 / 2))
            for award in awards
            for row in award.winners
        ),
        notes=tuple(
            _("{prize}: nobody may get it.").format(prize=award.prize.name)
            for award in awards
            if not award.winners
        ),
    )


def no_prizes_sheet(title: str, after: int, _: Translate) -> Sheet:
    """What stands there while no prizes are planned."""
    return Sheet(
        title=title,
        heading=_("Prizes after round {round}").format(round=after),
        columns=(Column(_("Prize")),),
        rows=(),
        notes=(_("No prizes are planned."),),
    )


def _heading(words: str, standings: Standings | TeamStandings, _: Translate) -> str:
    """A heading with its round, and whether the list can still change."""
    heading = words.format(round=standings.after)
    return (
        _("{heading} (provisional)").format(heading=heading) if standings.provisional else heading
    )


def _columns_of_players(_: Translate) -> tuple[Column, ...]:
    return (
        Column(_("Place"), right=True, short=_("Pl")),
        Column(_("Player"), name=True),
        Column(_("Country"), short=_("Co")),
        Column(_("Club")),
    )


def _criteria(standings: Standings, _: Translate) -> tuple[Column, ...]:
    """Columns of the criteria, after that of the wins unless they are a criterion."""
    wins = () if Criterion.WINS in standings.criteria else (Column(_("Wins"), right=True),)
    return (*wins, *(Column(criterion.value, right=True) for criterion in standings.criteria))


def _moves(standings: Standings, before: Standings | None) -> Iterator[tuple[str, ...]]:
    """Where each player stood before, with an arrow to where he has gone since."""
    places = {row.key: row.place for row in before.rows} if before else {}
    for row in standings.rows:
        was = places.get(row.key)
        if before is None or was is None:
            yield () if before is None else ("",)
        else:
            yield (f"{'▲' if row.place < was else '▼' if row.place > was else '='} {was}",)


def _player(row: Row) -> tuple[str, ...]:
    name = f"{row.name} {row.first_name}".strip()
    return str(row.place), f"{name} {row.grade}", row.country, row.club


def _values(row: Row, standings: Standings) -> tuple[str, ...]:
    wins = () if Criterion.WINS in standings.criteria else (row.wins_x2 / 2,)
    return tuple(map(number, (*wins, *row.values)))


def _cell(cell: Cell) -> str:
    if cell.outcome is None:
        return {CellKind.BYE: "0+", CellKind.ABSENT: "0-"}.get(cell.kind, ".")
    by_default = "!" * cell.by_default
    colour = "w" if cell.white else "b"
    return f"{cell.number}{cell.outcome.value}{by_default}{colour}{cell.handicap or ''}"
