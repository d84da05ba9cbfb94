"""Boards changed by hand, their tables, and whether the players know them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from ...errors import RuleError
from ...go.scores import scores_before
from ...go.tournament import Bye, Game
from ...go.tournament.ranges import range_in
from ...go.tournament.tournament import pairs_with_games
from ...pairing.draw.boards import free_tables, placed
from ...parameters import ranges, tables_in
from ...sentences import Remedy, joined, marked, message_of, phrase, phrase_many
from ..history.records import Publication, PublicationState, frozen
from ..lookup import find_player, rooms_of
from ..round_states import (
    RoundState,
    game_at,
    in_ranges,
    paired_rounds,
    refuse_result,
)
from .outcome import Edit, LikelyMistakeError, PublishedBoardsError

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from ...go.tournament import Player, Tournament
    from ..history.records import Tables
    from ..history.state import CongressState

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
        refuse_missing(tournament, number, key)
    old = [game for game in (one, other) if game is not None]
    exchange = {a: b, b: a}
    byes = [exchange.get(key, key) for key in tournament.round(number).byes]
    bare = _round_with(tournament, number, without=old, byes=byes)
    pairs = [frozenset(exchange.get(key, key) for key in game.players) for game in old]
    fresh = _at_tables(seat(bare, number, pairs), pairs, [game.table for game in old])
    done = _round_with(bare, number, added=fresh)
    message = phrase(
        "round {round}: {one} and {other} swapped",
        round=number,
        one=tournament.name_of(a),
        other=tournament.name_of(b),
    )
    again = tuple(second_byes(tournament, done, number))
    return replace(_done(done, message, fresh, old), questions=again)


def recoloured(tournament: Tournament, number: int, table: int) -> Edit:
    """Exchange the colours of a table; who has won stays the winner.

    Raises
    ------
    RuleError
        If there is no such table.
    """
    game = game_at(tournament, number, table)
    fresh = game.turned
    done = _round_with(tournament, number, without=[game], added=[fresh])
    message = phrase("round {round}, table {table}: colours exchanged", round=number, table=table)
    return _done(done, message, [fresh])


def handicap_set(tournament: Tournament, number: int, table: int, stones: int) -> Edit:
    """Set the handicap of a table.

    Raises
    ------
    RuleError
        If there is no such table, or such a handicap, or the tournament is of another game than Go.
    """
    tournament.refuse_other_games()
    if not 0 <= stones <= _MOST_STONES:
        raise RuleError(
            phrase(
                "a handicap of {stones} is not possible; enter 0 to {most_stones}",
                most_stones=_MOST_STONES,
                stones=stones,
            )
        )
    game = game_at(tournament, number, table)
    fresh = replace(game, handicap=stones)
    done = _round_with(tournament, number, without=[game], added=[fresh])
    values = {"round": number, "table": table, "stones": stones, "was": game.handicap}
    if stones == game.handicap:
        message = phrase("round {round}, table {table}: handicap {stones} (unchanged)", **values)
    else:
        message = phrase("round {round}, table {table}: handicap {stones}, was {was}", **values)
    return _done(done, message, [fresh])


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
            phrase("the table must be a number{allowed}, not {new}", allowed=allowed.words, new=new)
        )
    game = game_at(tournament, number, table)
    there = [g for g in tournament.round(number).games if g.table == new and g != game]
    fresh = [replace(game, table=new), *(replace(g, table=table) for g in there)]
    done = _round_with(tournament, number, without=[game, *there], added=fresh)
    values = {"round": number, "table": table, "new": new}
    if there:
        message = phrase(
            "round {round}: table {table} moved to {new}, and table {new} to {table}", **values
        )
    else:
        message = phrase("round {round}: table {table} moved to {new}", **values)
    return _done(done, message, fresh)


def bye_given(tournament: Tournament, number: int, text: str, seat: Seating) -> Edit:
    """Give the bye to a player. Who has had it takes the player's place, if there is one.

    Raises
    ------
    RuleError
        If the player is not found, has the bye already, does not take part, or an opponent would be
        left without a game.
    """
    key = find_player(tournament, text)
    byes, name = tournament.pairing_byes(number), tournament.name_of(key)
    if tournament.event_kind.predetermined and not tournament.has_free_rounds:
        refuse_bye(tournament)
    if key in byes:
        raise RuleError(
            phrase("{name} already has the bye of round {number}", name=name, number=number)
        )
    refuse_missing(tournament, number, key)
    game = _game_of(tournament, number, key)
    if game is not None:
        if not byes:
            raise RuleError(
                phrase(
                    "{name} plays in round {number}, table {table}, and no player has a bye to take that place; remove the game first",
                    name=name,
                    number=number,
                    table=game.table,
                ),
                Remedy("take the game back first"),
            )
        done = swapped(tournament, number, [key, byes[0]], seat)
        return replace(
            done, summary=joined("; ", [done.summary, phrase("{name} has the bye", name=name)])
        )
    message = phrase("round {round}: {name} has the bye", round=number, name=name)
    if byes:
        waits = [phrase("{name} is unpaired", name=tournament.name_of(other)) for other in byes]
        message = joined(", ", [message, *waits])
    asked = (each for each in tournament.round(number).byes if each not in byes)
    after = _round_with(tournament, number, byes=[*asked, key])
    again = tuple(second_byes(tournament, after, number))
    return replace(_done(after, message), questions=again)


def refuse_bye(tournament: Tournament) -> None:
    """Refuse a bye, such as that of who waits in vain for an opponent, in a round robin.

    Raises
    ------
    RuleError
        If it is one.
    """
    if tournament.event_kind.predetermined:
        raise RuleError(
            phrase("a round robin has no bye: the opponent of whoever is away wins by forfeit")
        )


def second_byes(before: Tournament, after: Tournament, number: int) -> Iterator[LikelyMistakeError]:
    """Say who would get a bye in a round and has had one in another."""
    for key in {*after.round(number).byes} - {*before.round(number).byes}:
        over = max(number, before.last_paired)
        rounds = sorted(bye.round for bye in before.byes if bye.player == key and bye.round <= over)
        if rounds:
            yield LikelyMistakeError(
                phrase_many(
                    "{name} already had the bye of round {rounds}",
                    "{name} already had the byes of rounds {rounds}",
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
        refuse_missing(tournament, number, key)
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
    one, other = map(tournament.name_of, keys)
    message = phrase(
        "round {round}, table {table}: {one} and {other} are paired",
        round=number,
        table=table,
        one=one,
        other=other,
    )
    gone = [phrase("{name} no longer has the bye", name=tournament.name_of(key)) for key in had[:1]]
    message = joined("; ", [message, *gone])
    return _done(_round_with(bare, number, added=fresh), message, fresh)


def unpaired(tournament: Tournament, number: int, table: int) -> Edit:
    """Take the game of a table back; its players wait for another.

    Raises
    ------
    RuleError
        If there is no such table, or the game has a result.
    """
    game = game_at(tournament, number, table)
    refuse_result(game)
    one, other = map(tournament.name_of, game.players)
    message = phrase(
        "round {round}, table {table}: game of {one} and {other} removed; both are unpaired",
        round=number,
        table=table,
        one=one,
        other=other,
    )
    return _done(_round_with(tournament, number, without=[game]), message)


def _met_otherwise(tournament: Tournament, games: Collection[Game]) -> Mapping[frozenset[str], int]:
    """Pairs that do not meet again, and in which round they met, if some games did not count."""
    left_out = frozenset(games)  # of a whole round, in a tournament of thousands of games
    others = [game for game in tournament.meetings if game not in left_out]
    return pairs_with_games(others, tournament.rules.cycles)


def _done(
    tournament: Tournament, message: str, fresh: Sequence[Game] = (), old: Sequence[Game] = ()
) -> Edit:
    met = _met_otherwise(tournament, fresh)
    messages = [message, *(_board(tournament, game) for game in fresh)]
    warned = [
        phrase(
            "table {table}: a rematch of round {round}",
            table=game.table,
            round=met[game.pair],
        )
        for game in fresh
        if game.pair in met and not game.has_result
    ]
    return Edit(
        tournament=tournament, summary=message, messages=tuple(messages), warnings=tuple(warned)
    )


def _board(tournament: Tournament, game: Game) -> str:
    white, black = map(tournament.name_of, game.players)
    message = phrase(
        "  table {table}: {white} (white) against {black} (black)",
        table=game.table,
        white=white,
        black=black,
    )
    if not game.handicap:
        return message
    return joined(", ", [message, phrase("handicap {stones}", stones=game.handicap)])


def _round_with(
    tournament: Tournament,
    number: int,
    *,
    without: Iterable[Game] = (),
    added: Iterable[Game] = (),
    byes: Iterable[str] | None = None,
) -> Tournament:
    gone = list(without)
    games = (game for game in tournament.round(number).games if game not in gone)
    fresh = None if byes is None else [Bye(round=number, player=key) for key in byes]
    return tournament.replace_round(number, (*games, *added), fresh)


def _at_tables(
    games: Iterable[Game], pairs: Sequence[frozenset[str]], tables: Sequence[int]
) -> list[Game]:
    """The games of pairs at the tables that they are to have."""
    at = dict(zip(pairs, tables, strict=True))
    fresh = (replace(game, table=at[game.pair]) for game in games)
    return sorted(fresh, key=lambda game: game.table)


def _two(tournament: Tournament, players: Sequence[str]) -> tuple[str, str]:
    a, b = (find_player(tournament, name) for name in players)
    if a == b:
        raise RuleError(
            phrase("{name} is named twice; name two players", name=tournament.name_of(a))
        )
    return a, b


def _game_of(tournament: Tournament, number: int, key: str) -> Game | None:
    """The game of a player in a round; refused if it has a result."""
    game = tournament.round(number).game_of(key)
    if game is not None:
        refuse_result(game)
    return game


def refuse_missing(tournament: Tournament, number: int, key: str) -> None:
    """Refuse a player who does not take part in a round."""
    player = tournament.by_key[key]
    if not player.plays_in(number):
        raise RuleError(
            phrase("{name} is absent from round {number}", name=player.full_name, number=number),
            Remedy("make present"),
        )
    if not player.final:
        raise RuleError(phrase("{name} is preliminary", name=player.full_name))


_LAST = 99999


def tables_set(
    congress: CongressState,
    *,
    rooms: Iterable[str] | None,
    closed: str | None,
) -> Edit:
    """Say which rooms there are, such as ``Main hall=1-80``, and which tables no draw uses.

    Parameters
    ----------
    rooms, closed
        None leaves them as they are.

    Raises
    ------
    RuleError
        If a text is no room, two rooms share a table, or a text is no numbers of tables.
    """
    tables = congress.tables
    if rooms is not None:
        tables = replace(tables, rooms=rooms_of(rooms))
    if closed is not None:
        try:
            tables = replace(tables, closed=tables_in(closed))
        except ValueError as error:
            raise RuleError(message_of(error)) from None
    messages = [
        phrase("{room}: tables {first}–{last}", room=name, first=t.start, last=t.stop - 1)
        for name, t in tables.rooms.items()
    ]
    if closed_tables := ranges(tables.closed, "–", ", "):
        messages.append(phrase("not used: tables {tables}", tables=closed_tables))
    if not messages:
        messages.append(phrase("all tables are used, and there are no rooms"))
    return _edit_tables(congress.tournament, tables, joined("; ", messages))


def table_fixed(congress: CongressState, player: str, table: int | None) -> Edit:
    """Let a player always sit at one table, or at any one again if that is None.

    Raises
    ------
    RuleError
        If the player is not found, there is no such table, or another player has it.
    """
    tournament, tables = congress.tournament, congress.tables
    key = find_player(tournament, player)
    name = tournament.name_of(key)
    fixed = {each: at for each, at in tables.fixed.items() if each != key}
    if table is None:
        message = phrase("fixed table of {name} removed", name=name)
        return _edit_tables(tournament, replace(tables, fixed=fixed), message)
    if not 1 <= table <= _LAST:
        raise RuleError(
            phrase("there is no table {table}; enter 1 to {last}", last=_LAST, table=table)
        )
    for other, at in fixed.items():
        if at == table and other in tournament.by_key:
            raise RuleError(
                phrase(
                    "table {table} is the fixed table of {name}",
                    table=table,
                    name=tournament.name_of(other),
                )
            )
    message = phrase("fixed table of {name}: {table}", name=name, table=table)
    return _edit_tables(tournament, replace(tables, fixed={**fixed, key: table}), message)


def renumbered(tournament: Tournament, number: int, tables: Tables, seat: Seating) -> Edit:
    """Number the tables of a round as a draw would: the best first, without those that are not used.

    Raises
    ------
    RuleError
        If the round has no games, or teams meet in it.
    """
    games = tournament.round(number).games
    if not tournament.event_kind.renumbers_tables:
        raise RuleError(
            phrase("the boards of a match stay side by side; swap whole matches instead")
        )
    if not games:
        raise RuleError(phrase("round {number} has no games", number=number))
    boards = seat(_before_games(tournament, number), number, [game.pair for game in games])
    order = {game.pair: game.table for game in boards}
    games = tuple(sorted(games, key=lambda game: order[game.pair]))
    at = placed(
        [game.table for game in games],
        [tables.fixed_table(game.players) for game in games],
        tables.closed | tournament.rules.closed_in(number),
        (),
        afresh=True,
    )
    fresh = [replace(game, table=table) for game, table in zip(games, at, strict=True)]
    changed = sum(new != old for new, old in zip(fresh, games, strict=True))
    return Edit(
        tournament=tournament.replace_round(number, fresh),
        summary=phrase_many(
            "round {round}: tables renumbered, {count} board moved",
            "round {round}: tables renumbered, {count} boards moved",
            changed,
            round=number,
        ),
    )


def _before_games(tournament: Tournament, number: int) -> Tournament:
    """The tournament before a round in which everybody with a game waits for it, though not all have come to it."""
    seated = {key for game in tournament.round(number).games for key in game.players}
    before = tournament.without_placed_teams().before(number)
    players = (
        replace(player.with_absences(player.absences - {number}), final=True)
        if player.key in seated
        else player
        for player in before.players
    )
    return replace(before, players=tuple(players))


def displaced(tournament: Tournament, number: int, tables: Tables) -> Iterator[str]:
    """Say, one line each, who does not sit where he always does, and which board is where none is."""
    for game in tournament.round(number).games:
        for key in game.players:
            if tables.fixed.get(key, game.table) != game.table:
                name = tournament.name_of(key)
                yield phrase(
                    "the fixed table of {name} is {table}, but the game is at table {now}",
                    name=name,
                    table=tables.fixed[key],
                    now=game.table,
                )
        if game.table in tables.closed and tables.fixed_table(game.players) != game.table:
            yield phrase("table {table} is closed", table=game.table)


def lost_tables(congress: CongressState, after: Tournament) -> Iterator[str]:
    """Say, one line each, which games lose the table to which they were moved by hand."""
    for number, tables in congress.assigned_tables.items():
        for game in after.round(number).games:
            was = tables.get(game.pair, game.table)
            now = congress.tournament.round(number).at(was)
            if was != game.table and now is not None and now.pair == game.pair:
                white, black = map(after.name_of, game.players)
                yield phrase(
                    "{white} and {black} were moved to table {was}, but get table {now} now",
                    white=white,
                    black=black,
                    was=was,
                    now=game.table,
                )


def _edit_tables(tournament: Tournament, tables: Tables, message: str) -> Edit:
    return Edit(tournament=tournament, summary=message, details=tables.details)


_NOW = {
    PublicationState.PUBLISHED: marked("round {round} published"),
    PublicationState.FROZEN: marked("round {round} locked"),
}
_ALREADY = {
    PublicationState.PUBLISHED: marked("round {round} is already published"),
    PublicationState.FROZEN: marked("round {round} is already locked"),
}


def round_to_publish(tournament: Tournament, number: int | None) -> int:
    """The round to publish: by default the last one that is drawn.

    Raises
    ------
    RuleError
        If there is no such round, or it is not drawn.
    """
    paired = paired_rounds(tournament)
    if number is None:
        if not paired:
            raise RuleError(phrase("no round is drawn yet"), Remedy("draw", what="one"))
        return paired[-1]
    tournament.check_round(number)
    if number not in paired:
        raise RuleError(
            phrase("round {number} is not drawn yet", number=number), Remedy("draw", what="it")
        )
    return number


def published(congress: CongressState, number: int, state: PublicationState) -> Edit:
    """Publish the boards of a round as they are, in the place of those that were published before.

    Parameters
    ----------
    state
        Published, or frozen if the boards shall not change any more.

    Raises
    ------
    RuleError
        If the round is frozen, unless it already is what it shall become.
    """
    tournament, before = congress.tournament, congress.publication(number)
    changed = len(before.differences(tournament))
    if before.state is state and not changed:
        return Edit(tournament=tournament, summary=phrase(_ALREADY[state], round=number))
    if before.state is PublicationState.FROZEN:
        raise frozen(number)
    fresh = Publication.of(tournament.round(number), state)
    boards = phrase_many("{count} board", "{count} boards", len(fresh.boards))
    message = joined(": ", [phrase(_NOW[state], round=number), boards])
    if changed:
        since = phrase_many(
            "{count} change since publishing", "{count} changes since publishing", changed
        )
        message = joined(", ", [message, since])
    waiting = len(RoundState.of(tournament, number).to_pair)
    without = phrase_many(
        "round {round}: {count} player without a game or a bye",
        "round {round}: {count} players without a game or a bye",
        waiting,
        round=number,
    )
    is_new = before.state is PublicationState.DRAFT
    return Edit(
        tournament=tournament,
        summary=message,
        warnings=(without,) if waiting else (),
        details=fresh.details,
        questions=tuple(_doubts(congress, number)) if is_new else (),
    )


def _doubts(congress: CongressState, number: int) -> Iterator[LikelyMistakeError]:
    """Ask whether players shall see boards of a round that are unusual."""
    from ..rounds.review import unusual

    doubts = joined(", ", unusual(congress, number))
    if doubts:
        yield LikelyMistakeError(
            phrase("publish round {round} with {doubts}?", round=number, doubts=doubts),
            agree=phrase("Publish round {round}", round=number),
        )


def unpublish(congress: CongressState, number: int) -> Edit:
    """Let a frozen round be published only, or a published one a draft.

    Raises
    ------
    RuleError
        If the round is a draft.
    """
    before = congress.publication(number)
    if before.state is PublicationState.DRAFT:
        raise RuleError(
            phrase("round {number} is a draft and cannot be unpublished", number=number)
        )
    questions: tuple[PublishedBoardsError, ...] = ()
    if before.state is PublicationState.FROZEN:
        fresh = replace(before, state=PublicationState.PUBLISHED)
        message = phrase("round {round} unlocked; it stays published", round=number)
    else:
        fresh = Publication(round_number=number)
        message = phrase("round {round} is a draft again", round=number)
        boards = phrase_many("{count} board", "{count} boards", len(before.boards))
        seen = phrase(
            "players have already seen the {boards} of round {round}", boards=boards, round=number
        )
        questions = (PublishedBoardsError(seen),)
    return Edit(
        tournament=congress.tournament,
        summary=message,
        details=fresh.details,
        questions=questions,
    )


class ByeCandidate(NamedTuple):
    """A player who could have the bye."""

    player: Player

    byes: int
    """Those of earlier rounds."""

    rematch: int | None
    """The round in which the opponent has met who has the bye now, if the two would play then."""


def bye_candidates(tournament: Tournament, number: int) -> Sequence[ByeCandidate]:
    """Who could have the bye of a round: those without one first, and of these the lowest placed."""
    score = scores_before(tournament, number)
    byes = Counter(bye.player for bye in tournament.byes if bye.round < number)
    seated = {key for game in tournament.round(number).games for key in game.players}
    waiting = tournament.to_pair(number)
    free = waiting or [player for player in tournament.players if player.key in seated]
    rematches = dict(_rematches_of_byes(tournament, number))
    found = [ByeCandidate(p, byes[p.key], rematches.get(p.key)) for p in free]
    return sorted(found, key=lambda c: (c.byes, score[c.player.key], c.player.rating_or_lowest))


def _rematches_of_byes(tournament: Tournament, number: int) -> Iterator[tuple[str, int]]:
    """Whose opponents have met the player with the bye, who would play them instead, and in which round."""
    played = tournament.round(number)
    met = _met_otherwise(tournament, played.games)
    for has, game in product(tournament.pairing_byes(number), played.games):
        for key, opponent in (game.players, game.players[::-1]):
            if frozenset((has, opponent)) in met:
                yield key, met[frozenset((has, opponent))]
