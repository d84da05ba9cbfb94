"""FIDE's rating changes and title norms of a tournament, for every interface."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import RuleError, in_file
from ...formats.entries.countries import country_in
from ...formats.fide_lists import lists_in
from ...go.fide_ratings import fide_ratings
from ...go.norms import APPROVAL, needs_approval, norms_of
from ...go.single_games import in_single_rounds
from ...go.standings import standings
from ...go.tournament import TITLES
from ...parameters import checked_late
from ...report.chess_pages import fide_ratings_sheet
from ...sentences import Remedy, joined, phrase, without_context
from ..documents.encoding import encode
from ..documents.reports import (
    FideRatingsDocument,
    FideRatingsPlayer,
    NormsDocument,
    NormsPlayer,
    NormsTitle,
)
from ..draws.request import drawing_system
from ..lookup import find_player
from .check import rounds_with_games
from .ratings import describe_not_rated
from .standings import ranked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ...formats.fide_lists import FideList
    from ...go.fide_ratings import RatingChange
    from ...go.norms import Norm
    from ...go.tournament import Player, Tournament
    from ..history.state import CongressState


@dataclass(frozen=True, slots=True, kw_only=True)
class FideRatings:
    """The rating changes of a tournament."""

    tournament: Tournament
    after: int
    """The last round with games."""

    changes: tuple[tuple[int, RatingChange], ...]
    """Those of each player with the place, in the order of the standings."""

    remarks: tuple[str, ...]
    """Doubtful values in the file, one line each."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Why changes and averages are missing, as below the table, one line each."""
        sheet = fide_ratings_sheet(self.tournament, self.changes, self.after, without_context)
        return (*sheet.notes, *describe_not_rated(self.tournament))


FIDE = "fide"
"""The name of the rating system of chess."""


@checked_late
def rated_by_fide(tournament: Tournament, system: str | None = None) -> bool:
    """Whether ratings are FIDE's: those of the system, or by default of the game."""
    return tournament.event_kind.rated_by_fide if system is None else str(system) == FIDE


def fide_ratings_of(state: CongressState, after: int | None = None) -> FideRatings:
    """The rating changes of a tournament of chess.

    Parameters
    ----------
    after
        The last round whose games count; None for all.

    Raises
    ------
    RuleError
        If nobody has a rating, or no game is played; the message names the file.
    """
    with in_file(state.file):
        tournament = _played_until(state, after)
        if all(player.rating is None for player in tournament.players):
            raise RuleError(phrase("no player has a rating"), Remedy("rating list"))
        by_key = {change.player.key: change for change in fide_ratings(tournament)}
        after = max(rounds_with_games(tournament))
        table = standings(tournament, after)
    return FideRatings(
        tournament=tournament,
        after=after,
        changes=tuple((row.place, by_key[row.key]) for row in table.rows),
        remarks=tuple(state.document.remarks),
    )


def _played_until(state: CongressState, after: int | None) -> Tournament:
    """The tournament of chess up to a round, with the criteria of its system.

    Raises
    ------
    RuleError
        If it is a tournament of Go, or no game is played.
    """
    tournament = state.tournament
    if not tournament.event_kind.rated_by_fide:
        raise RuleError(phrase("FIDE rates games of chess, and this is a tournament of Go"))
    if after is not None:
        tournament = tournament.before(tournament.check_round(after, about="after") + 1)
    if not any(game.is_rated for game in in_single_rounds(tournament).games):
        raise RuleError(phrase("no game has been played that counts for ratings"))
    return ranked(tournament, drawing_system(state, tournament.rules.rounds))


def fide_ratings_document(ratings: FideRatings) -> FideRatingsDocument:
    """Rating changes as a JSON document, by ``fide_ratings.schema.json``."""
    return encode(
        FideRatingsDocument,
        tournament=ratings.tournament.name,
        players=[_player(place, change) for place, change in ratings.changes],
        remarks=[*ratings.remarks, *ratings.notes],
    )


def _player(place: int, change: RatingChange) -> FideRatingsPlayer:
    return encode(
        FideRatingsPlayer,
        change,
        **_facts(change.player, "key", "name", "first_name", "title", "rating"),
        place=place,
    )


def _facts(player: Player, *names: str) -> dict[str, object]:
    return {name: getattr(player, name) for name in names}


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentNorms:
    """What the results of players are worth for the titles above theirs."""

    tournament: Tournament
    norms: Mapping[str, tuple[Norm, ...]]
    """By the keys of the players."""

    after: int
    """The last round with games."""

    remarks: tuple[str, ...]
    """Doubtful values in the file, one line each."""

    of_lists: tuple[str, ...] = ()
    """By which lists an event of months counts, one line each."""

    @property
    def notable(self) -> Mapping[str, Sequence[Norm]]:
        """The norms of those who perform at the level of a title, by key: made, or with something else missing."""
        found = {key: [*filter(_is_notable, norms)] for key, norms in self.norms.items()}
        return {key: norms for key, norms in found.items() if norms}


_FEWEST = 5
"""Games before which a performance says little."""


def _is_notable(norm: Norm) -> bool:
    return norm.is_performed and norm.games >= _FEWEST


def norms_in(
    state: CongressState, after: int | None = None, player: str | None = None
) -> TournamentNorms:
    """The norms of a tournament.

    Parameters
    ----------
    after
        The last round whose games count; None for all.
    player
        Whose norms; None for all players.

    Raises
    ------
    RuleError
        If no game is played, there is no such player, or the games are too fast for a norm.
    """
    with in_file(state.file):
        tournament = _played_until(state, after)
        if tournament.event.rate_of_play != "standard":
            raise RuleError(
                phrase("norms are made in games of an hour and more for each player"),
                Remedy("state the time control"),
            )
        host = country_in(tournament.event.country, chess=True)
        listed, of_lists = _by_day(state, tournament)
        found = norms_of(_by_federations(tournament), host, listed)
        if player is not None:
            key = find_player(tournament, player)
            found = {key: found[key]}
    after = max(rounds_with_games(tournament))
    approval = (APPROVAL,) if needs_approval(tournament) else ()
    return TournamentNorms(
        tournament=tournament,
        norms=found,
        after=after,
        remarks=(*state.document.remarks, *approval, *of_lists),
        of_lists=of_lists,
    )


def _by_day(
    state: CongressState, tournament: Tournament
) -> tuple[Mapping[int, Mapping[str, Player]], tuple[str, ...]]:
    """Ratings and titles of the days of the rounds of an event of months, by FIDE's lists that lie beside its file.

    The list of a month counts in the rounds of the month, but for that of the first day, whose ratings the
    tournament has [FIDE B.01 1.1.4].

    Returns
    -------
    By round, the players who are in its list; and what is to be said of the lists, one line each.
    """
    event, file = tournament.event, Path(state.file)
    months = {
        number: day.replace(day=1)
        for number in tournament.round_numbers
        if event.takes_months and (day := event.day_of(number)) is not None
    }
    first = event.begins or min(event.round_dates, default=None)
    later = {month for month in months.values() if first is None or month > first}
    if not (later and file.is_file()):
        return {}, ()
    lists = {
        each.published: each.rated_by("standard")
        for each in lists_in(file.absolute().parent)
        if "standard" in each.rates and each.published in later
    }
    players = {month: dict(_listed(tournament, found)) for month, found in lists.items()}
    listed = {n: players[month] for n, month in months.items() if month in players}
    used, missing = (
        joined(", ", [f"{month:%Y-%m}" for month in sorted(some)])
        for some in (lists.keys(), later - lists.keys())
    )
    lines = []
    if used:
        lines.append(
            phrase(
                "ratings and titles of the day of the game count, by the lists of {months}",
                months=used,
            )
        )
    if missing:
        lines.append(
            phrase(
                "ratings and titles of the first day count for the games of {months}: the lists do not lie beside the tournament",
                months=missing,
            )
        )
    return listed, tuple(lines)


def _listed(tournament: Tournament, found: FideList) -> Iterator[tuple[str, Player]]:
    """The players who are in a list by their numbers, with its ratings and titles, by key."""
    for player in tournament.players:
        for entry in found.find(player.fide_id) if player.fide_id else ():
            facts: dict[str, Any] = {
                "rating": entry.rating if entry.rated else None,
                "title": entry.title if entry.title in TITLES else "",
                "country": country_in(player.country, chess=True),
            }
            yield player.key, replace(player, **facts)


def _by_federations(tournament: Tournament) -> Tournament:
    """The tournament with every player's country as a federation of chess, by which norms tell them apart."""
    players = tuple(
        replace(player, country=country_in(player.country, chess=True))
        for player in tournament.players
    )
    return replace(tournament, players=players)


def norms_document(norms: TournamentNorms) -> NormsDocument:
    """Norms as a JSON document, by ``norms.schema.json``."""
    by_key = norms.tournament.by_key
    return encode(
        NormsDocument,
        tournament=norms.tournament.name,
        players=[
            encode(
                NormsPlayer,
                **_facts(by_key[key], "key", "name", "first_name", "title"),
                norms=[*map(_norm, of_player)],
            )
            for key, of_player in norms.norms.items()
        ],
        remarks=[*norms.remarks],
    )


def _norm(norm: Norm) -> NormsTitle:
    return encode(NormsTitle, norm)
