"""What a director should know of a draw, one line each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...go.tournament import NO_RATING, Criterion
from ...pairing.systems import system_class
from ...pairing.weights import MODELS, model_named
from ...sentences import phrase, phrase_many
from ..state import left_over_before, unfinished_before

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Player, Tournament
    from ...pairing.draw import Draw


_NAMED = 3
_READ_BY = {
    "band": ("a band", {"bands", "banding"}),
    "play_in": ("a play-in group", {"play_in"}),
    "play_out": ("a play-out group", {"play_out"}),
}
"""What a player may be in, and the components that read it."""

_SCORES = {
    Criterion.WINS: "wins",
    Criterion.MMS: "McMahon scores",
    Criterion.CUP_SCORE: "cup scores",
}


def reservations(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what makes the draw of a round doubtful."""
    yield from tournament.faults()
    yield from unfinished_before(tournament, number)
    yield from left_over_before(tournament, number)
    yield from _unrated(tournament, number)
    for later in range(number + 1, tournament.rules.rounds + 1):
        if games := len(tournament.round(later).games):
            yield phrase_many(
                "round {later} has {count} game, whose players count as having met",
                "round {later} has {count} games, whose players count as having met",
                games,
                later=later,
            )


def in_no_team(tournament: Tournament) -> Iterator[str]:
    """Say who is registered and in no team, where teams are drawn; one line if there is anybody."""
    if tournament.team_play is None or not tournament.draws_teams:
        return
    members = frozenset().union(*(team.members for team in tournament.team_play.teams))
    out = [p.full_name for p in tournament.players if p.final and p.key not in members]
    if out:
        yield phrase_many(
            "{count} player is in no team, and is not drawn: {names}",
            "{count} players are in no team, and are not drawn: {names}",
            len(out),
            names=", ".join([*out[:_NAMED], *["…"] * (len(out) > _NAMED)]),
        )


def seeded_last(tournament: Tournament) -> tuple[Player, ...]:
    """Those who have no rating though the grade says one, if others have a rating."""
    players = tournament.players
    if all(player.rating_or_lowest <= NO_RATING for player in players):
        return ()
    return tuple(player for player in players if player.with_rating() != player)


def _unrated(tournament: Tournament, number: int) -> Iterator[str]:
    """Say who of those who are to be paired has no rating."""
    keys = {player.key for player in tournament.to_pair(number)}
    names = [player.full_name for player in seeded_last(tournament) if player.key in keys]
    if names:
        more, listed = len(names) - _NAMED, ", ".join(names[:_NAMED])
        yield phrase_many(
            "{count} player has no rating, which counts as {rating}: {names}",
            "{count} players have no rating, which counts as {rating}: {names}",
            len(names),
            rating=NO_RATING,
            names=phrase("{names} and {count} more", names=listed, count=more)
            if more > 0
            else listed,
        )


def rematches_of_later(tournament: Tournament, drawn: Draw) -> Iterator[str]:
    """Say, one line each, which boards a later round has too."""
    later = {
        frozenset(game.players): game.round for game in tournament.games if game.round > drawn.round
    }
    for board in drawn.boards:
        players = board.white, board.black
        if number := later.get(frozenset(players)):
            white, black = (tournament.by_key[key].full_name for key in players)
            yield phrase(
                "table {table}: a rematch, since {white} and {black} meet in round {round}",
                table=board.table,
                white=white,
                black=black,
                round=number,
            )


def other_groups(tournament: Tournament, drawn: Draw) -> Iterator[str]:
    """Say if the system's groups are not those of the scores that the boards show."""
    of_system, of_file = system_class(drawn.system).goes_by, tournament.rules.main_criterion
    if of_system is not None and of_system is not of_file:
        yield (
            f"{drawn.system} goes by {_SCORES[of_system]}, and the standings of the file go by "
            f"{_SCORES[of_file]}: scores and draws up and down are shown as in the standings"
        )


def unread_groups(tournament: Tournament, drawn: Draw) -> Iterator[str]:
    """Say, one line each, which bands and groups of the players the weights of a draw do not read."""
    for name, (what, readers) in _READ_BY.items():
        number = sum(bool(getattr(player, name)) for player in tournament.players)
        if number and not any(readers & board.components.keys() for board in drawn.boards):
            have = "player has" if number == 1 else "players have"
            models = [known for known in MODELS.own if readers & {*model_named(known).names}]
            yield (
                f"{number} {have} {what}, which {drawn.drawn_by} does not read; "
                f"the models {', '.join(models[:-1])} and {models[-1]} do"
            )
