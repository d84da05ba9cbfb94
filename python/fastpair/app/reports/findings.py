"""What in a played tournament is not as its rules have it."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from ...go.scores import History, criterion_values, in_points
from ...go.tournament import Result
from ...insight.advice import Finding
from ...pairing.draw.boards import white_by_balance
from ...pairing.field import Field
from ...pairing.field.deviations import handicap, handicap_level
from ..draws.remarks import seeded_last
from ..typed.players import listed_twice

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...go.tournament import Criterion, Game, Tournament


_UNBALANCED = 3
"""So many games more with one colour than with the other are worth a word."""


class FindingKind(Enum):
    """What a finding is about."""

    FAULT = "fault"
    """The tournament contradicts itself."""

    PARTICIPATION = "participation"
    """Somebody plays who is absent or registered preliminarily only."""

    RATING = "rating"
    """Somebody has no rating, and is seeded as if he were the weakest."""

    TWICE = "listed twice"
    """Two players are one person."""

    RESULT = "result"
    """A game has no result."""

    REMATCH = "rematch"
    SECOND_BYE = "second bye"
    HANDICAP = "handicap"
    """Other stones than the rules give, or the stronger player has Black."""

    COLOUR = "colour"
    BYE = "bye"
    """Another player would have come first for the bye."""

    SCORE = "score"
    """The file states another score than its games give."""

    RESULT_FILE = "result file"
    """The server of the European Go Database would refuse the file."""


def rounds_with_games(tournament: Tournament) -> list[int]:
    """The rounds that have games, in order."""
    return sorted({game.round for game in tournament.games})


def findings(
    tournament: Tournament, stated: Mapping[str, Mapping[Criterion, float]]
) -> Iterator[Finding]:
    """Find what is not as the rules have it, round by round.

    Nothing but the faults is looked for in a tournament that contradicts itself.

    Parameters
    ----------
    stated
        Scores that a file states, in points after the last round that has games, by key and
        criterion.
    """
    faults = [Finding(kind=FindingKind.FAULT, sentence=fault) for fault in tournament.faults()]
    yield from faults
    if faults:
        return
    yield from _unrated(tournament)
    yield from _twice(tournament)
    for number in rounds_with_games(tournament):
        for game in tournament.round(number).games:
            yield from _participation(tournament, game)
            if game.result is Result.UNKNOWN:
                yield _at_board(tournament, game, FindingKind.RESULT, "no result")
        yield from _handicaps_and_colours(tournament, number)
    yield from _rematches(tournament)
    yield from _second_byes(tournament)
    yield from _unbalanced(tournament)
    yield from _scores(tournament, stated)


def finding_document(finding: Finding) -> dict[str, Any]:
    """A finding as a part of a JSON document."""
    return {
        "kind": finding.kind.value,
        "round": finding.round_number,
        "table": finding.table,
        "players": list(finding.players),
        "sentence": finding.sentence,
    }


def _at_board(
    tournament: Tournament, game: Game, kind: FindingKind, said: str = "", *players: str
) -> Finding:
    """A finding at a board: its place and its players, and what is said of them."""
    white, black = tournament.name_of(game.white), tournament.name_of(game.black)
    where = f"round {game.round}, table {game.table}"
    return Finding(
        kind=kind,
        sentence=f"{where}: {said}, {white} (White) against {black} (Black)",
        round_number=game.round,
        table=game.table,
        players=players or game.players,
    )


def _participation(tournament: Tournament, game: Game) -> Iterator[Finding]:
    for key in game.players:
        player = tournament.by_key[key]
        if game.by_default or (player.final and player.plays_in(game.round)):
            continue
        state = "entered as absent" if player.final else "registered preliminarily only"
        said = f"{player.full_name} has a game and is {state}"
        yield _at_board(tournament, game, FindingKind.PARTICIPATION, said, key)


def _unrated(tournament: Tournament) -> Iterator[Finding]:
    for player in seeded_last(tournament):
        said = f"{player.full_name} {player.grade} has no rating, which counts as {player.rating_or_lowest}"
        yield Finding(kind=FindingKind.RATING, sentence=said, players=(player.key,))


def _twice(tournament: Tournament) -> Iterator[Finding]:
    for player, twin in listed_twice(tournament.players):
        said = f"{player.full_name} {player.grade} is listed twice: the same PIN, or name and club"
        yield Finding(kind=FindingKind.TWICE, sentence=said, players=(twin.key, player.key))


def _handicaps_and_colours(tournament: Tournament, number: int) -> Iterator[Finding]:
    """Compare the boards that were played with the stones and colours of the rules."""
    games = [game for game in tournament.round(number).games if not game.by_default]
    if not games:
        return
    pairs = [game.players for game in games]
    field = Field.of(tournament.before(number), number, [key for pair in pairs for key in pair])
    white, black = (field[seats] for seats in field.seats(pairs).T)
    columns = handicap(white, black), handicap_level(white) < handicap_level(black)
    unfair = ~white_by_balance(white, black) & (white.colour_balance > black.colour_balance)
    for game, stones, weaker, often in zip(games, *columns, unfair, strict=True):
        if game.handicap != stones:
            said = f"handicap {game.handicap} where the rules give {stones}"
            yield _at_board(tournament, game, FindingKind.HANDICAP, said)
        elif stones and weaker:
            said = f"handicap {stones} for the stronger player"
            yield _at_board(tournament, game, FindingKind.HANDICAP, said)
        elif not stones and often:
            said = "White for the player who had it more often"
            yield _at_board(tournament, game, FindingKind.COLOUR, said)


def _rematches(tournament: Tournament) -> Iterator[Finding]:
    first: dict[frozenset[str], int] = {}
    for game in sorted(tournament.games, key=lambda game: (game.round, game.table)):
        met = first.setdefault(frozenset(game.players), game.round)
        if met != game.round:
            said = f"a rematch of round {met}"
            yield _at_board(tournament, game, FindingKind.REMATCH, said)


def _second_byes(tournament: Tournament) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for bye in sorted(tournament.byes, key=lambda bye: bye.round):
        had = first.setdefault(bye.player, bye.round)
        if had != bye.round:
            name = tournament.name_of(bye.player)
            yield Finding(
                kind=FindingKind.SECOND_BYE,
                sentence=f"round {bye.round}: {name} has a bye as in round {had}",
                round_number=bye.round,
                players=(bye.player,),
            )


def _unbalanced(tournament: Tournament) -> Iterator[Finding]:
    """Who has had one colour much more often in the games without stones that were played."""
    colours: dict[str, list[int]] = {player.key: [0, 0] for player in tournament.players}
    for game in tournament.games:
        if not (game.handicap or game.by_default):
            for colour, key in enumerate(game.players):
                colours[key][colour] += 1
    for key, (white, black) in colours.items():
        if abs(white - black) >= _UNBALANCED:
            name = tournament.name_of(key)
            yield Finding(
                kind=FindingKind.COLOUR,
                sentence=f"{name}: {white} times White and {black} times Black in even games",
                players=(key,),
            )


def _scores(
    tournament: Tournament, stated: Mapping[str, Mapping[Criterion, float]]
) -> Iterator[Finding]:
    if not stated:
        return
    history, after = History.of(tournament), max(rounds_with_games(tournament), default=0)
    criteria = dict.fromkeys(criterion for scores in stated.values() for criterion in scores)
    ours = {
        criterion: in_points(criterion, criterion_values(history, criterion, after)).tolist()
        for criterion in criteria
    }
    for key, scores in stated.items():
        for criterion, theirs in scores.items():
            value = ours[criterion][history.row[key]]
            if value != theirs:
                yield Finding(
                    kind=FindingKind.SCORE,
                    sentence=f"{tournament.name_of(key)}: {criterion.value} is stated as {theirs:g},"
                    f" and the games give {value:g}",
                    players=(key,),
                )
