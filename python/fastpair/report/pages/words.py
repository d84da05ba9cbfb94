"""How single values are written on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...go.teams import Match
    from ...go.tournament import Game, Person, Tournament

    Translate = Callable[[str], str]

__all__ = ["ended", "named", "named_with_teams", "number", "result", "sums"]


def named(player: Person) -> str:
    """A player with the grade behind the name."""
    return f"{player.full_name} {player.grade}"


def named_with_teams(tournament: Tournament, round_number: int) -> Mapping[str, str]:
    """Everybody with the grade, and the team that he plays for in a round, by key."""
    names = {player.key: named(player) for player in tournament.players}
    seats = tournament.team_play.seats(round_number) if tournament.team_play else {}
    return names | {
        key: f"{names[key]} ({team.name})" for key, (team, _) in seats.items() if key in names
    }


def number(value: float) -> str:
    """A score as it is printed, with the quarters of a point as signs."""
    quarters = round(4 * abs(value))
    whole, part = divmod(quarters, 4)
    sign = "-" if value < 0 < quarters else ""
    return f"{sign}{whole or ('' if part else 0)}{'¼½¾'[part - 1] if part else ''}"


def ended(game: Game, key: str, _: Translate) -> str:
    """How a game ended for one of its players, in a word; empty if nobody knows yet."""
    if game.result is Result.UNKNOWN:
        return ""
    won_x2 = game.result.won_x2[game.players.index(key)]
    if game.by_default:
        return (_("lost by forfeit"), _("jigo by forfeit"), _("won by forfeit"))[won_x2]
    return (_("lost"), _("jigo"), _("won"))[won_x2]


def sums(match: Match) -> str:
    """The points of the two teams at all boards whose results are known; empty if nobody has any."""
    first, second = match.sums
    return f"{number(first / 2)}–{number(second / 2)}" if match.begun or first or second else ""


def result(game: Game) -> str:
    """The points of White and of Black, with ``!`` where the game was decided without play."""
    if game.result is Result.UNKNOWN:
        return ""
    printed = "½-½" if game.result is Result.JIGO else game.result.spelling
    return printed + "!" * game.by_default
