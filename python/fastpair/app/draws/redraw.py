"""What a new draw of a round discards, and what it keeps."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ...errors import FastpairError, RuleError
from ...go.teams import of_teams
from ...go.tournament import Result, Round
from ...sentences import Remedy, Sentence, phrase
from ..history.timeline import Timeline
from ..typed.players import find_player

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Game, Tournament
    from ...pairing.draw import Draw


@dataclass(frozen=True, slots=True)
class Imposed:
    """What of a round is no draw that could be made again, and how that is known."""

    round: Round
    reason: str

    spared: tuple[str, ...] = ()
    """Keys of those to whom the draw gave no game, and who count as absent since then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraw:
    """What a director says of the games that a round has, with players as typed.

    No file of OpenGotha says which games were imposed. So a new draw keeps every game that has a
    result or may be imposed, unless it is named.
    """

    again: bool = False
    """Whether the games and the bye of the draw are discarded."""

    everything: bool = False
    """Whether all games and the bye are, with their results."""

    discard: tuple[tuple[str, ...], ...] = ()
    """Pairs whose games are discarded, result or not."""

    keep: tuple[tuple[str, ...], ...] = ()
    """Pairs whose games are kept."""

    rematches: bool = False
    """Whether a draw pairs players who have met."""

    @property
    def anew(self) -> bool:
        """Whether the whole draw is discarded."""
        return self.again or self.everything

    @property
    def wanted(self) -> bool:
        """Whether anything is to be discarded."""
        return bool(self.anew or self.discard)

    def of(
        self,
        tournament: Tournament,
        number: int,
        imposed: Imposed | None,
        leaving: Collection[str] = (),
    ) -> Discarded:
        """What is discarded of a round.

        Parameters
        ----------
        imposed
            What of the round is no draw, if that is known.
        leaving
            Keys of those who do not play it: their games do not stay unless they have a result.

        Raises
        ------
        RuleError
            If a player is not found, or two have no game in the round.
        """
        played = tournament.round(number)
        named = set(_games(tournament, played, "discard", self.discard))
        stay = dict.fromkeys(_games(tournament, played, "keep", self.keep), "named to be kept")
        byes: tuple[str, ...] = ()
        known = self.everything or not self.again or imposed is not None
        if self.everything:
            named.update(game for game in played.games if game not in stay)
            byes = played.byes
        elif self.again:
            reasons = dict(self._reasons_to_stay(tournament, played, imposed))
            for game in tuple(reasons):
                if game.result is Result.UNKNOWN and not set(leaving).isdisjoint(game.players):
                    del reasons[game]
            stay = {**reasons, **stay}
            named.update(game for game in played.games if game not in stay)
            imposed_byes = imposed.round.byes if imposed else ()
            byes = tuple(key for key in played.byes if key not in imposed_byes or key in leaving)
        games = tuple(game for game in played.games if game in named)
        kept = Counter(reason for game, reason in stay.items() if game not in named)
        spared = imposed.spared if imposed and (self.again or self.everything) else ()
        return Discarded(games=games, byes=byes, spared=spared, kept=kept, known=known)

    def _reasons_to_stay(
        self, tournament: Tournament, played: Round, imposed: Imposed | None
    ) -> Iterator[tuple[Game, str]]:
        """The games that are more than a draw that can be made again, and why."""
        met = {frozenset(game.players) for game in tournament.before(played.number).games}
        before = {frozenset(game.players) for game in imposed.round.games} if imposed else set()
        for game in played.games:
            pair = frozenset(game.players)
            if game.result is not Result.UNKNOWN:
                yield game, "with a result"
            elif not tournament.is_drawn(played.number):
                yield game, "imposed, since the round is not drawn yet"
            elif imposed and pair in before:
                yield game, imposed.reason
            elif pair in met and not self.rematches:
                yield game, "imposed, since the players have met before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded:
    """What a new draw takes out of a round."""

    games: tuple[Game, ...] = ()

    byes: tuple[str, ...] = ()
    """Keys."""

    spared: tuple[str, ...] = ()
    """Keys of those whose absence from the round was part of the draw."""

    kept: Counter[str] = field(default_factory=Counter)
    """How many games stay, by the reason."""

    known: bool = True
    """Whether it is known what of the round is no draw."""

    def taken_from(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament without it."""
        if not (self.games or self.byes):
            return tournament
        players = tuple(
            replace(player, absences=player.absences - {number})
            if player.key in self.spared
            else player
            for player in tournament.players
        )
        played = tournament.round(number)
        return replace(tournament, players=players).replace_round(
            number,
            (game for game in played.games if game not in self.games),
            (bye for bye in tournament.byes if bye.round == number and bye.player not in self.byes),
        )

    def told(self, tournament: Tournament, draw: Draw) -> Iterator[str]:
        """Say, one line each, what stays, and what does not come back with a draw."""
        for reason, count in self.kept.items():
            games = "1 game stays" if count == 1 else f"{count} games stay"
            yield f"round {draw.round}: {games}, {reason}"
        drawn = {frozenset((board.white, board.black)) for board in draw.boards}
        gone = [
            game
            for game in self.games
            if game.result is not Result.UNKNOWN or frozenset(game.players) not in drawn
        ]
        if gone and not self.known:
            yield Sentence(
                f"round {draw.round}: neither history nor backup shows which games were imposed"
                " before it was drawn",
                Remedy("keep a game"),
            )
        for game in gone:
            white, black = (tournament.by_key[key].full_name for key in game.players)
            result = "" if game.result is Result.UNKNOWN else f", {game.result.value}"
            yield f"discarded: table {game.table}, {white} (white) against {black}{result}"
        for key in self.byes:
            if key != draw.bye:
                yield f"discarded: bye of {tournament.by_key[key].full_name}"


def imposed_games(
    file: Path, timeline: Timeline, tournament: Tournament, number: int
) -> Imposed | None:
    """What of a round is no draw, by the history, or else by the last backup that has it undrawn.

    Parameters
    ----------
    timeline, tournament
        The history of the file, and its tournament; where teams are drawn, both are of matches.

    Returns
    -------
    Imposed or None
        None if neither knows of the draw.
    """
    return imposed_by_history(timeline, tournament, number) or _by_backup(file, number)


def imposed_players(file: Path, document: Document, number: int) -> frozenset[str]:
    """The keys of players whose games of a round the director has imposed, as far as is known."""
    tournament = document.tournament
    if str(file) == "-" or tournament.draws_teams:
        return frozenset()
    timeline = Timeline.beside(file, document.content)
    known = imposed_games(file, timeline, tournament, number)
    return (
        frozenset(key for game in known.round.games for key in game.players)
        if known
        else frozenset()
    )


def imposed_by_history(timeline: Timeline, tournament: Tournament, number: int) -> Imposed | None:
    """What of a round is no draw, by the history; None if it does not know of the draw."""
    from ..history.makers import drawn_by, drawn_seats

    entry = drawn_by(timeline, number)
    if (
        entry is None
        or timeline.saved_by_another
        or max(timeline.after_others, default=0) > entry.number
    ):
        return None
    played = tournament.round(number)
    drawn = drawn_seats(timeline, number)
    games = tuple(game for game in played.games if frozenset(game.players) not in drawn)
    byes = tuple(key for key in played.byes if frozenset({key}) not in drawn)
    return Imposed(
        Round(number, games, byes),
        "imposed, since no draw has made it, by the history",
        spared=(*entry.draw.get("resting", ()), *entry.draw.get("out", ())),
    )


def _by_backup(file: Path, number: int) -> Imposed | None:
    from ...formats import read
    from ...formats.files import backups

    for backup in reversed([path for path in backups(file) if path.exists()]):
        try:
            before = of_teams(read(backup).tournament)
        except FastpairError:
            continue
        if not before.is_drawn(number):
            reason = f"imposed, since {backup.name} has it before the draw"
            return Imposed(before.round(number), reason)
    return None


def _games(
    tournament: Tournament, played: Round, about: str, pairs: tuple[tuple[str, ...], ...]
) -> Iterator[Game]:
    """The games of pairs.

    Raises
    ------
    RuleError
        If a player is not found, or two have no game.
    """
    for pair in pairs:
        keys = frozenset(find_player(tournament, name) for name in pair)
        found = [game for game in played.games if keys == frozenset(game.players)]
        if not found:
            names = " and ".join(map(repr, pair)) or "nobody"
            raise RuleError(
                phrase("{names} have no game in round {round}", names=names, round=played.number),
                about=about,
            )
        yield from found
