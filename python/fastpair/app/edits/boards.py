"""A draw that is edited by hand: who plays whom, where, with which colour and how many stones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.tournament import Bye, Game, Result
from ...go.tournament.ranges import range_in
from ...pairing.draw.boards import free_tables
from ...sentences import Remedy, joined, phrase, phrase_many
from ..state import in_ranges, no_game_at
from ..typed.players import find_player
from .confirmation import LikelyMistakeError
from .locked_file import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...go.tournament import Tournament

    Seating = Callable[[Tournament, int, Sequence[frozenset[str]]], tuple[Game, ...]]
    """Colours and handicaps of new games, as a draw of the round gives them."""


_MOST_STONES = 9


def swapped(tournament: Tournament, number: int, players: Sequence[str], seat: Seating) -> Edit:
    """Let two players change places: each takes the other's opponent and table, or the bye.

    Colours and handicaps are those that a draw gives the new pairs.

    Parameters
    ----------
    number
        The round.
    players
        Two, as typed.
    seat
        Seats new pairs.

    Raises
    ------
    RuleError
        If a player is not found, they play each other, neither has a place in the round, or a game
        has a result.
    """
    a, b = _two(tournament, players)
    games = {key: _game_of(tournament, number, key) for key in (a, b)}
    one, other = games[a], games[b]
    if one is not None and one == other:
        raise RuleError(
            phrase(
                "{name} and {other} play each other",
                name=tournament.name_of(a),
                other=tournament.name_of(b),
            ),
            Remedy("exchange colours", table=one.table),
        )
    if one is None and other is None:
        raise RuleError(
            phrase("neither of the two has a game in round {number}", number=number),
            Remedy("make a game"),
        )
    for key in (a, b):
        _refuse_missing(tournament, number, key)
    old = [game for game in (one, other) if game is not None]
    exchange = {a: b, b: a}
    byes = [exchange.get(key, key) for key in tournament.round(number).byes]
    bare = _round_with(tournament, number, without=old, byes=byes)
    pairs = [frozenset(exchange.get(key, key) for key in game.players) for game in old]
    fresh = _at_tables(seat(bare, number, pairs), pairs, [game.table for game in old])
    done = _round_with(bare, number, added=fresh)
    said = phrase(
        "round {round}: {one} and {other} have changed places",
        round=number,
        one=tournament.name_of(a),
        other=tournament.name_of(b),
    )
    asked = tuple(_second_byes(tournament, done, number))
    return replace(_done(done, said, fresh, old), unconfirmed=asked)


def recoloured(tournament: Tournament, number: int, table: int) -> Edit:
    """Exchange the colours of a table; who has won stays the winner.

    Raises
    ------
    RuleError
        If there is no such table.
    """
    game = _game_at(tournament, number, table)
    fresh = replace(game, white=game.black, black=game.white, result=game.result.turned)
    done = _round_with(tournament, number, without=[game], added=[fresh])
    return _done(
        done,
        phrase("round {round}, table {table}: colours exchanged", round=number, table=table),
        [fresh],
    )


def handicap_set(tournament: Tournament, number: int, table: int, stones: int) -> Edit:
    """Set the handicap of a table.

    Raises
    ------
    RuleError
        If there is no such table, or such a handicap.
    """
    if not 0 <= stones <= _MOST_STONES:
        raise RuleError(
            phrase(
                "expected a handicap from 0 to {most_stones}, got {stones}",
                most_stones=_MOST_STONES,
                stones=stones,
            )
        )
    game = _game_at(tournament, number, table)
    fresh = replace(game, handicap=stones)
    done = _round_with(tournament, number, without=[game], added=[fresh])
    values = {"round": number, "table": table, "stones": stones, "was": game.handicap}
    if stones == game.handicap:
        said = phrase("round {round}, table {table}: handicap {stones}, as it is already", **values)
    else:
        said = phrase(
            "round {round}, table {table}: handicap {stones}, before it was {was}", **values
        )
    return _done(done, said, [fresh])


def moved(tournament: Tournament, number: int, table: int, new: int) -> Edit:
    """Move a game to another table; a game that is there comes to the old one.

    Raises
    ------
    RuleError
        If there is no such table, or the new number is none.
    """
    allowed = range_in(Game, "table")
    if not allowed.holds(new):
        raise RuleError(
            phrase("expected a table{allowed}, got {new}", allowed=allowed.words, new=new)
        )
    game = _game_at(tournament, number, table)
    there = [g for g in tournament.round(number).games if g.table == new and g != game]
    fresh = [replace(game, table=new), *(replace(g, table=table) for g in there)]
    done = _round_with(tournament, number, without=[game, *there], added=fresh)
    values = {"round": number, "table": table, "new": new}
    if there:
        said = phrase(
            "round {round}: table {table} moved to {new}, and table {new} to {table}", **values
        )
    else:
        said = phrase("round {round}: table {table} moved to {new}", **values)
    return _done(done, said, fresh)


def bye_given(tournament: Tournament, number: int, typed: str, seat: Seating) -> Edit:
    """Give the bye to a player. Who has had it takes the player's place, if there is one.

    Raises
    ------
    RuleError
        If the player is not found, has the bye already, does not take part, or an opponent would be
        left without a game.
    """
    key = find_player(tournament, typed)
    byes, name = tournament.round(number).byes, tournament.name_of(key)
    if key in byes:
        raise RuleError(
            phrase("{name} has the bye of round {number} already", name=name, number=number)
        )
    _refuse_missing(tournament, number, key)
    game = _game_of(tournament, number, key)
    if game is not None:
        if not byes:
            raise RuleError(
                phrase(
                    "{name} plays in round {number}, table {table}, and nobody has a bye who "
                    "could take that place",
                    name=name,
                    number=number,
                    table=game.table,
                ),
                Remedy("take the game back first"),
            )
        done = swapped(tournament, number, [key, byes[0]], seat)
        return replace(
            done, said=joined("; ", [done.said, phrase("the bye is {name}'s", name=name)])
        )
    said = phrase("round {round}: {name} has the bye", round=number, name=name)
    if byes:
        waits = [
            phrase("{name} waits for a game", name=tournament.name_of(other)) for other in byes
        ]
        said = joined(", ", [said, *waits])
    after = _round_with(tournament, number, byes=[key])
    asked = tuple(_second_byes(tournament, after, number))
    return replace(_done(after, said), unconfirmed=asked)


def _second_byes(
    before: Tournament, after: Tournament, number: int
) -> Iterator[LikelyMistakeError]:
    """Say who would get a bye in a round and has had one in another."""
    for key in {*after.round(number).byes} - {*before.round(number).byes}:
        rounds = sorted(bye.round for bye in before.byes if bye.player == key)
        if rounds:
            yield LikelyMistakeError(
                phrase_many(
                    "{name} has had the bye of round {rounds} already",
                    "{name} has had the byes of rounds {rounds} already",
                    len(rounds),
                    name=before.name_of(key),
                    rounds=in_ranges(rounds),
                ),
                Remedy("do it even so"),
            )


def paired(
    tournament: Tournament,
    number: int,
    players: Sequence[str],
    seat: Seating,
    closed: frozenset[int] = frozenset(),
) -> Edit:
    """Make a game of two players who wait for one; a bye that one of them has is gone.

    Parameters
    ----------
    closed
        Tables that are not used, beside those of the rules.

    Raises
    ------
    RuleError
        If a player is not found, does not take part, or has a game.
    """
    keys = _two(tournament, players)
    for key in keys:
        _refuse_missing(tournament, number, key)
        game = _game_of(tournament, number, key)
        if game is not None:
            raise RuleError(
                phrase(
                    "{name} has a game in round {number}, table {table}",
                    name=tournament.name_of(key),
                    number=number,
                    table=game.table,
                ),
                Remedy("swap"),
                Remedy("take this game back", table=game.table),
            )
    had = [key for key in tournament.round(number).byes if key in keys]
    byes = [key for key in tournament.round(number).byes if key not in keys]
    bare = _round_with(tournament, number, byes=byes)
    games = tournament.round(number).games
    taken = closed.union(tournament.rules.closed_in(number), (game.table for game in games))
    (table,) = free_tables(1, taken)
    pairs = [frozenset(keys)]
    fresh = _at_tables(seat(bare, number, pairs), pairs, [table])
    one, other = (tournament.name_of(key) for key in keys)
    said = phrase(
        "round {round}, table {table}: {one} and {other} are paired",
        round=number,
        table=table,
        one=one,
        other=other,
    )
    gone = [phrase("{name} has no bye any more", name=tournament.name_of(key)) for key in had[:1]]
    said = joined("; ", [said, *gone])
    return _done(_round_with(bare, number, added=fresh), said, fresh)


def unpaired(tournament: Tournament, number: int, table: int) -> Edit:
    """Take the game of a table back; its players wait for another.

    Raises
    ------
    RuleError
        If there is no such table, or the game has a result.
    """
    game = _game_at(tournament, number, table)
    _refuse_result(game)
    one, other = (tournament.name_of(key) for key in game.players)
    said = phrase(
        "round {round}, table {table}: the game of {one} and {other} is taken back, and both wait",
        round=number,
        table=table,
        one=one,
        other=other,
    )
    return _done(_round_with(tournament, number, without=[game]), said)


def _done(
    tournament: Tournament, said: str, fresh: Sequence[Game] = (), old: Sequence[Game] = ()
) -> Edit:
    met = {frozenset(game.players): game.round for game in tournament.games if game not in fresh}
    told = [said, *(_board(tournament, game) for game in fresh)]
    warned = [
        phrase(
            "table {table}: a rematch of round {round}",
            table=game.table,
            round=met[frozenset(game.players)],
        )
        for game in fresh
        if frozenset(game.players) in met and game.result is Result.UNKNOWN
    ]
    return Edit(tournament=tournament, said=said, told=tuple(told), warned=tuple(warned))


def _board(tournament: Tournament, game: Game) -> str:
    white, black = (tournament.name_of(key) for key in game.players)
    said = phrase(
        "  table {table}: {white} (white) against {black} (black)",
        table=game.table,
        white=white,
        black=black,
    )
    if not game.handicap:
        return said
    return joined(", ", [said, phrase("handicap {stones}", stones=game.handicap)])


def _round_with(
    tournament: Tournament,
    number: int,
    *,
    without: Iterable[Game] = (),
    added: Iterable[Game] = (),
    byes: Iterable[str] | None = None,
) -> Tournament:
    played = tournament.round(number)
    gone = list(without)
    keys = played.byes if byes is None else byes
    return tournament.replace_round(
        number,
        (*(game for game in played.games if game not in gone), *added),
        (Bye(round=number, player=key) for key in keys),
    )


def _at_tables(
    games: Iterable[Game], pairs: Sequence[frozenset[str]], tables: Sequence[int]
) -> list[Game]:
    """The games of pairs at the tables that they are to have."""
    at = dict(zip(pairs, tables, strict=True))
    fresh = (replace(game, table=at[frozenset(game.players)]) for game in games)
    return sorted(fresh, key=lambda game: game.table)


def _two(tournament: Tournament, players: Sequence[str]) -> tuple[str, str]:
    a, b = (find_player(tournament, name) for name in players)
    if a == b:
        raise RuleError(
            phrase("expected two players, got {name} twice", name=tournament.name_of(a))
        )
    return a, b


def _game_at(tournament: Tournament, number: int, table: int) -> Game:
    game = tournament.round(number).at(table)
    if game is None:
        raise no_game_at(tournament, number, table)
    return game


def _game_of(tournament: Tournament, number: int, key: str) -> Game | None:
    """The game of a player in a round; refused if it has a result."""
    game = tournament.round(number).game_of(key)
    if game is not None:
        _refuse_result(game)
    return game


def _refuse_result(game: Game) -> None:
    if game.result is not Result.UNKNOWN:
        raise RuleError(
            phrase("round {round}, table {table} has a result", round=game.round, table=game.table),
            Remedy("take the result back", table=game.table),
        )


def _refuse_missing(tournament: Tournament, number: int, key: str) -> None:
    """Refuse a player who does not take part in a round."""
    player = tournament.by_key[key]
    if not player.plays_in(number):
        raise RuleError(
            phrase("{name} is absent from round {number}", name=player.full_name, number=number),
            Remedy("make present"),
        )
    if not player.final:
        raise RuleError(phrase("{name} is registered preliminarily only", name=player.full_name))
