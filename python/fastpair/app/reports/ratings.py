"""What the games of a tournament change the ratings to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...errors import RuleError, in_file
from ...go.ratings import (
    EGF2021,
    expected_wins,
    rated,
    rated_by_rounds,
    rated_together,
    rating_or_grade,
    rating_system_named,
)
from ...go.scores import ScoreHistory
from ...go.single_games import in_single_rounds
from ...go.standings import standings
from ...go.teams import refuse_pairs
from ...go.tournament import NO_RATING, Result
from ...pairing.papers.quality import rms
from ...report.sheet import Column, Sheet, format_number, player_cell
from ...sentences import Remedy, Sentence, in_context, joined, marked_many, phrase, phrase_many
from ..documents.encoding import encode
from ..documents.reports import RatingsDocument, RatingsPlayer
from ..draws.request import drawing_system
from .check import rounds_with_games
from .standings import ranked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.ratings import RatingSystem
    from ...go.tournament import Event, Player, Tournament
    from ...report.pages import Translate
    from ..history.state import CongressState


_USUAL_CLASS = "B"
"""The class of an hour without overtime."""

_GRADE = 100.0
"""Points of rating between two grades [V 2.2]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedPlayer:
    """What a tournament does to the rating of a player."""

    player: Player

    place: int
    """In the standings after the last round that has games."""

    games: int
    """Those that count for ratings."""

    wins: float
    """A jigo counts half."""

    expected: float
    """Wins that were to be expected by the ratings."""

    ratings: tuple[float, ...]
    """Before the tournament, and after it or after every round."""

    @property
    def before(self) -> float:
        """Rating before the tournament, the lowest of the system at least."""
        return self.ratings[0]

    @property
    def after(self) -> float:
        """Rating after the tournament."""
        return self.ratings[-1]

    @property
    def by_grade(self) -> bool:
        """Whether the file has no rating, and that of the grade stands for it."""
        return self.player.rating_or_lowest <= NO_RATING


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedTournament:
    """What a tournament does to the ratings of its players."""

    tournament: Tournament
    system: RatingSystem

    by_rounds: bool
    """Whether each round is rated by the ratings after the round before, instead of those before all."""

    players: tuple[RatedPlayer, ...]
    """In the order of the standings."""

    remarks: tuple[str, ...] = ()
    """Doubtful values in the file, one line each."""

    assumed: tuple[str, ...] = ()
    """What was taken for what the file does not say, one line each."""

    @property
    def event_class(self) -> str | None:
        """The class by which games count; None if the system has no classes."""
        return self.system.event_class if isinstance(self.system, EGF2021) else None

    @property
    def errors_by_grade(self) -> tuple[float, float]:
        """ε_rating before the tournament and after it, in grades: grades are the truth [K12 10.2].

        Those count who have a game that counts, and a rating of their own: that of a grade is the
        grade. Without them it is 0.
        """
        own = [each for each in self.players if each.games and not each.by_grade]
        truth = [each.player.grade.rating for each in own]
        before, after = [each.before for each in own], [each.after for each in own]
        return rms(before, truth) / _GRADE, rms(after, truth) / _GRADE


def ratings_sheet(rated: RatedTournament, _: Translate) -> Sheet:
    """What a tournament does to the ratings, in the order of the standings."""
    title = rated.system.title
    if rated.event_class:
        title = _("{title}, class {name}").format(title=title, name=rated.event_class)
    return Sheet(
        title=rated.tournament.name,
        heading=_("Ratings after round {round}, {system}").format(
            round=rated.tournament.last_paired, system=title
        ),
        columns=(
            Column(_("Place"), right=True, short=_("Pl")),
            Column(_("Player"), name=True),
            Column(_("Rating"), right=True),
            Column(_("Games"), right=True, short=_("Gms"), spare=True),
            Column(_("Wins"), right=True),
            Column(_("Expected"), right=True, short=_("Exp"), spare=True),
            Column(_(in_context("of a rating", "Change")), right=True),
            Column(_("New rating"), right=True, short=_(in_context("of a rating", "New"))),
        ),
        rows=tuple(map(_row, rated.players)),
        notes=(_("* no rating: that of the grade."),)
        if any(each.by_grade for each in rated.players)
        else (),
    )


def _row(each: RatedPlayer) -> tuple[str, ...]:
    return (
        str(each.place),
        player_cell(each.player.name_and_grade, each.player.key),
        f"{'*' * each.by_grade}{each.before:.0f}",
        str(each.games),
        format_number(each.wins),
        f"{each.expected:.2f}",
        f"{round(each.after - each.before, 1) + 0.0:+.1f}",
        f"{each.after:.1f}",
    )


def not_rated(tournament: Tournament) -> Iterator[Sentence]:
    """How many games and byes of a tournament count for no rating, by reason."""
    games = in_single_rounds(tournament).games
    missing = sum(not game.has_result for game in games)
    by_default = sum(game.by_default and game.has_result for game in games)
    unrated = sum(game.played and not game.is_rated for game in games)
    arbitrary = sum(
        game.is_rated and game.result in (Result.BOTH_LOSE, Result.BOTH_WIN) for game in games
    )
    for count, one, many in (
        (missing, *marked_many("{count} game without result", "{count} games without result")),
        (by_default, *marked_many("{count} game by forfeit", "{count} games by forfeit")),
        (unrated, *marked_many("{count} unrated game", "{count} unrated games")),
        (
            arbitrary,
            *marked_many("{count} game both lost or won", "{count} games both lost or won"),
        ),
        (len(tournament.byes), *marked_many("{count} bye", "{count} byes")),
    ):
        if count:
            yield phrase_many(one, many, count)


def describe_not_rated(tournament: Tournament) -> Iterator[Sentence]:
    """Say what of a tournament counts for no rating; nothing if all counts."""
    if reasons := joined(", ", not_rated(tournament)):
        yield phrase("Not rated: {reasons}.", reasons=reasons)


def rate_document(
    state: CongressState,
    *,
    system: str,
    after: int | None,
    event_class: str | None = None,
    by_rounds: bool = False,
) -> RatedTournament:
    """Rate the games of a file that was read.

    Parameters
    ----------
    system
        Name of a rating system.
    after
        The last round whose games count; None for all.
    event_class
        Class of the tournament; by default that of the time limits in the file.
    by_rounds
        Whether each round is rated by the ratings after the round before.

    Raises
    ------
    RuleError
        If there is no such system or class, or no game that counts; the message names the file.
    """
    chosen = rating_system_named(system)
    if not isinstance(chosen, EGF2021):
        if event_class is not None:
            raise RuleError(
                phrase("must be left out, because {title} has no classes", title=chosen.title),
                about="class",
            )
    elif event_class is not None:
        chosen = EGF2021(event_class=event_class)
    assumed: tuple[str, ...] = ()
    document = state.document
    with in_file(state.file):
        if isinstance(chosen, EGF2021) and event_class is None:
            chosen = EGF2021(event_class=_class_of(document.tournament.event))
            assumed = tuple(_assumed(document.tournament.event))
        tournament = document.tournament
        if after is not None:
            tournament = tournament.before(tournament.check_round(after, about="after") + 1)
        system_name = drawing_system(state, tournament.rules.rounds)
        ratings = rate_tournament(ranked(tournament, system_name), chosen, by_rounds=by_rounds)
    return replace(ratings, remarks=tuple(document.remarks), assumed=assumed)


def rate_tournament(
    tournament: Tournament, system: RatingSystem, *, by_rounds: bool = False
) -> RatedTournament:
    """Rate the games of a tournament.

    Parameters
    ----------
    tournament
        All of its games that were really played to a result count.
    system
        How they are rated.
    by_rounds
        Whether each round is rated by the ratings after the round before.

    Raises
    ------
    RuleError
        If no game counts, pairs have played, the tournament contradicts itself, or it is of another
        game than Go.
    """
    tournament.refuse_other_games()
    refuse_pairs(tournament)
    history = ScoreHistory.of(in_single_rounds(tournament))
    counts = rated(history)
    if not counts.any():
        raise RuleError(phrase("no game has been played that counts for ratings"))
    start = rating_or_grade(history.rating, history.grade, system.lowest)
    before = np.maximum(start.astype(np.float64), system.lowest)
    if by_rounds:
        ratings = rated_by_rounds(system, before, history)
        expected = expected_wins(system, ratings[:, :-1], history)
    else:
        ratings = np.column_stack([before, rated_together(system, before, history)])
        expected = expected_wins(system, before, history)
    wins = (history.won_x2 * counts).sum(axis=1) / 2
    table = standings(tournament, max(rounds_with_games(tournament)))
    players = tuple(
        RatedPlayer(
            player=tournament.by_key[row.key],
            place=row.place,
            games=int(counts[number].sum()),
            wins=float(wins[number]),
            expected=float(expected[number]),
            ratings=tuple(ratings[number].tolist()),
        )
        for row in table.rows
        for number in (history.row[row.key],)
    )
    return RatedTournament(
        tournament=tournament, system=system, by_rounds=by_rounds, players=players
    )


def ratings_document(ratings: RatedTournament) -> RatingsDocument:
    """Ratings after a tournament as a JSON document, by ``ratings.schema.json``."""
    before, after = ratings.errors_by_grade
    return encode(
        RatingsDocument,
        ratings,
        tournament=ratings.tournament.name,
        system=ratings.system.name,
        rating_error_before=before,
        rating_error=after,
        players=[*map(_player, ratings.players)],
        remarks=[
            *ratings.remarks,
            *ratings.assumed,
            *describe_not_rated(ratings.tournament),
        ],
    )


def _player(each: RatedPlayer) -> RatingsPlayer:
    known = {name: getattr(each.player, name) for name in ("key", "name", "first_name", "grade")}
    return encode(RatingsPlayer, each, **known, change=each.after - each.before)


def _class_of(event: Event) -> str:
    """The class of an event by its time limits; that of an hour without any."""
    if event.time is None:
        return _USUAL_CLASS
    if event.egf_class == "X":
        raise RuleError(
            phrase("the time limits are those of no class that is rated"), Remedy("name the class")
        )
    return event.egf_class


def _assumed(event: Event) -> Iterator[str]:
    """Say so if no time limits are stated."""
    if event.time is None:
        yield Sentence(
            phrase("no time control is set: rated as class {name}", name=_USUAL_CLASS),
            Remedy("name another class"),
        )
