"""What a new draw of a round keeps: results, games placed manually, published boards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from ...errors import FastpairError, RuleError
from ...go.teams import of_teams
from ...go.tournament import Result, Round
from ...sentences import Remedy, Sentence, joined, phrase, phrase_many
from ..history.records import PublicationState
from ..history.units import Units
from ..lookup import find_player

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ...go.tournament import Game, Tournament
    from ...insight.explain import Way
    from ...pairing.draw import Draw
    from ..history.state import CongressState
    from .request import Request


@dataclass(frozen=True, slots=True)
class ImposedGames:
    """What of a round is no draw that could be made again, and how that is known."""

    round: Round
    reason: str

    spared: tuple[str, ...] = ()
    """Keys of those to whom the draw gave no game, and who count as absent since then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discards:
    """What a new draw takes out of a round, and what stays.

    No file of OpenGotha says which games were imposed. So a new draw leaves every game that has a
    result or may be imposed, unless it is named.
    """

    games: tuple[Game, ...]

    byes: tuple[str, ...]
    """Keys."""

    spared: tuple[str, ...]
    """Keys of those whose absence from the round was part of the draw."""

    reasons: Counter[str]
    """How many games stay, by the reason."""

    known: bool
    """Whether it is known what of the round is no draw."""

    @classmethod
    def of(
        cls,
        request: Request,
        keep: Collection[tuple[str, ...]],
        tournament: Tournament,
        number: int,
        imposed: ImposedGames | None,
        away: Collection[str],
    ) -> Self:
        """What a request discards of a round.

        Parameters
        ----------
        keep
            Pairs whose games stay.
        imposed
            What of the round is no draw, if that is known.
        away
            Keys of those who do not play it: their games do not stay unless they have a result.

        Raises
        ------
        RuleError
            If a player is not found, or two have no game in the round.
        """
        played = tournament.round(number)
        named = set(_games(tournament, played, "discard", request.discard))
        stay: dict[Game, str] = dict.fromkeys(
            _games(tournament, played, "keep", keep), phrase("named to be kept")
        )
        byes: tuple[str, ...] = ()
        if request.discard_all:
            named.update(game for game in played.games if game not in stay)
            byes = tournament.pairing_byes(number)
        elif request.redraws:
            reasons = dict(_reasons_to_stay(request, tournament, played, imposed))
            absent = frozenset(away)
            for game in tuple(reasons):
                if not game.has_result and not absent.isdisjoint(game.players):
                    del reasons[game]
            stay = {**reasons, **stay}
            named.update(game for game in played.games if game not in stay)
            imposed_byes = imposed.round.byes if imposed else ()
            byes = tuple(
                key
                for key in tournament.pairing_byes(number)
                if key not in imposed_byes or key in away
            )
        return cls(
            games=tuple(game for game in played.games if game in named),
            byes=byes,
            spared=imposed.spared if imposed and request.starts_over else (),
            reasons=Counter(reason for game, reason in stay.items() if game not in named),
            known=request.discard_all or not request.redraws or imposed is not None,
        )

    def apply_to(self, tournament: Tournament, number: int) -> Tournament:
        """The tournament without it."""
        if not (self.games or self.byes):
            return tournament
        games, byes, spared = map(frozenset, (self.games, self.byes, self.spared))
        players = tuple(
            p.with_absences(p.absences - {number}) if p.key in spared else p
            for p in tournament.players
        )
        played = tournament.round(number)
        return replace(tournament, players=players).replace_round(
            number,
            (game for game in played.games if game not in games),
            (bye for bye in tournament.byes if bye.round == number and bye.player not in byes),
        )

    def messages(self, tournament: Tournament, draw: Draw) -> Iterator[str]:
        """Say, one line each, what stays, and what does not come back with a draw."""
        for reason, count in self.reasons.items():
            yield phrase_many(
                "round {round}: {count} game stays, {reason}",
                "round {round}: {count} games stay, {reason}",
                count,
                round=draw.round,
                reason=reason,
            )
        drawn = {board.pair for board in draw.boards}
        gone = [game for game in self.games if game.has_result or game.pair not in drawn]
        if gone and not self.known:
            yield Sentence(
                phrase(
                    "round {round}: neither history nor backup shows which games were imposed before it "
                    "was drawn",
                    round=draw.round,
                ),
                Remedy("keep a game"),
            )
        for game in gone:
            white, black = map(tournament.name_of, game.players)
            message = phrase(
                "discarded: table {table}, {white} (white) against {black}",
                table=game.table,
                white=white,
                black=black,
            )
            yield joined(", ", [message, *_results(game)])
        for key in self.byes:
            if key != draw.bye:
                name = tournament.name_of(key)
                yield phrase("discarded: bye of {name}", name=name)


def _results(game: Game) -> list[str]:
    """The results of a game, or of the two of a match, as far as they are known."""
    results = (each.result for each in game.ending.games)
    return [phrase(result.value) for result in results if result is not Result.UNKNOWN]


def _reasons_to_stay(
    request: Request, tournament: Tournament, played: Round, imposed: ImposedGames | None
) -> Iterator[tuple[Game, str]]:
    """The games that are more than a draw that can be made again, and why."""
    met = tournament.before(played.number).met_enough()
    before = {game.pair for game in imposed.round.games} if imposed else set()
    for game in played.games:
        pair = game.pair
        if game.has_result:
            yield game, phrase("with a result")
        elif game.postponed:
            yield game, phrase("postponed")
        elif not tournament.is_drawn(played.number):
            yield game, phrase("imposed before the round is paired")
        elif imposed and pair in before:
            yield game, imposed.reason
        elif pair in met and not request.constraints.rematches:
            yield game, phrase("imposed, since the players have met before")


def imposed_games(file: Path | str, units: Units, number: int) -> ImposedGames | None:
    """What of a round is no draw, by the history, or else by the last backup that has it undrawn.

    Returns
    -------
    ImposedGames or None
        None if neither knows of the draw.
    """
    found = imposed_by_history(units.congress, number)
    if found is None and isinstance(file, Path):
        found = _by_backup(file, number)
    if found is not None and units.whole.event_kind.bye_by_rule:
        return replace(found, round=replace(found.round, byes=()))
    return found


def imposed_players(state: CongressState, number: int) -> frozenset[str]:
    """The keys of players whose games of a round the director has imposed, as far as is known."""
    if str(state.file) == "-" or state.tournament.draws_teams:
        return frozenset()
    known = imposed_games(state.file, Units.of(state), number)
    games = known.round.games if known else ()
    return frozenset(key for game in games for key in game.players)


def imposed_by_history(congress: CongressState, number: int) -> ImposedGames | None:
    """What of a round is no draw, by the history; None if it does not know of the draw."""
    draw, timeline = congress.draws.get(number), congress.timeline
    if (
        draw is None
        or timeline.saved_by_another
        or max(timeline.after_others, default=0) > draw.entry.number
    ):
        return None
    played = congress.tournament.round(number)
    drawn = congress.seats_of_draw(number)
    games = tuple(game for game in played.games if game.pair not in drawn)
    byes = tuple(key for key in played.byes if frozenset({key}) not in drawn)
    return ImposedGames(
        Round(number, games, byes),
        phrase("imposed, as the history shows"),
        spared=(*draw.details.resting, *draw.details.out),
    )


def _by_backup(file: Path, number: int) -> ImposedGames | None:
    from ...files import backups
    from ...formats import read

    for backup in reversed([path for path in backups(file) if path.exists()]):
        try:
            before = of_teams(read(backup).tournament)
        except FastpairError:
            continue
        if not before.is_drawn(number):
            reason = phrase("imposed, as {file} shows", file=backup.name)
            return ImposedGames(before.round(number), reason)
    return None


def _games(
    tournament: Tournament, played: Round, about: str, pairs: Iterable[tuple[str, ...]]
) -> Iterator[Game]:
    """The games of pairs.

    Raises
    ------
    RuleError
        If a player is not found, or two have no game.
    """
    for place, pair in enumerate(pairs):
        keys = frozenset(find_player(tournament, name) for name in pair)
        if len(keys) != 2:
            got = ", ".join(map(repr, pair)) or "-"
            raise RuleError(
                phrase("name two players, not {got}", got=got), about=about, place=(place,)
            )
        found = [game for game in played.games if keys == game.pair]
        if not found:
            names = " and ".join(map(repr, pair))
            raise RuleError(
                phrase("{names} have no game in round {round}", names=names, round=played.number),
                about=about,
                place=(place,),
            )
        yield from found


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownBoards:
    """The boards of a round that players know: what is published, or else what is drawn."""

    published: bool = False

    boards: tuple[Game, ...] = ()
    """Without those that a new draw does not touch, in table order."""

    byes: tuple[str, ...] = ()
    """Keys, without those that a new draw does not touch."""

    @classmethod
    def of(
        cls, congress: CongressState, tournament: Tournament, before: Tournament, number: int
    ) -> KnownBoards:
        """What is known of a round of a file.

        A board that was edited since its publication is the same board with other colours, stones
        or another table, and stays as it is.

        Parameters
        ----------
        tournament
            As it is in the file.
        before
            The tournament in which the round is drawn again: without the games that are discarded.
        """
        played, stay = tournament.round(number), before.round(number)
        publication = congress.publication(number)
        boards, byes = played.games, played.byes
        if publication.state is not PublicationState.DRAFT:
            now = {game.pair: game for game in played.games}
            boards = tuple(now.get(b.pair, b) for b in publication.boards)
            byes = publication.byes
        untouched = {game.pair for game in stay.games}
        return cls(
            published=publication.state is not PublicationState.DRAFT,
            boards=tuple(board for board in boards if board.pair not in untouched),
            byes=tuple(key for key in byes if key not in stay.byes),
        )

    def __len__(self) -> int:
        """How many boards and byes there are."""
        return len(self.boards) + len(self.byes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The known boards beside those of another draw."""

    known: KnownBoards
    draw: Draw

    @property
    def lost(self) -> tuple[Game, ...]:
        """The known boards that are not drawn, in table order."""
        drawn = {board.pair for board in self.draw.boards}
        return tuple(game for game in self.known.boards if game.pair not in drawn)

    @property
    def changed(self) -> int:
        """How many known boards are not drawn; a bye counts as one."""
        return len(self.lost) + len(
            frozenset(self.known.byes).difference((self.draw.bye, *self.draw.resting))
        )

    @property
    def is_empty(self) -> bool:
        """Whether the draw has the known boards and byes, and no others."""
        drawn = len(self.draw.boards), self.draw.bye is not None
        known = len(self.known.boards), bool({*self.known.byes}.difference(self.draw.resting))
        return not self.changed and drawn == known

    @property
    def ways(self) -> tuple[Way, ...]:
        """Whose opponents change together, see ``explain.ways``."""
        from ...insight.explain.optimum import ways

        old: dict[str, str | None] = dict.fromkeys(self.known.byes)
        new: dict[str, str | None] = {} if self.draw.bye is None else {self.draw.bye: None}
        new |= {key: None for key in self.known.byes if key in self.draw.resting}
        for games, opponents in ((self.known.boards, old), (self.draw.games(), new)):
            for game in games:
                opponents |= {game.white: game.black, game.black: game.white}
        return ways(old, new)
