"""How far a tournament is: round by round, and what is missing before the next draw."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from ..errors import RuleError, input_error
from ..go.scores import scores_before
from ..go.teams import of_teams, waiting_in_teams, with_team_bye
from ..go.tournament import Result
from ..go.tournament.tournament import who_waits
from ..notebook import html_table
from ..parameters import integer, quoted, ranges
from ..report.languages import in_order_of_names
from ..report.sheet import print_score
from ..sentences import Remedy, Sentence, joined, marked, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Player, Tournament


def printed_scores(tournament: Tournament, number: int) -> Mapping[str, str]:
    """Everybody's score before a round as it is printed, by key."""
    return {key: print_score(score) for key, score in scores_before(tournament, number).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """What has happened in a round, and what is still to be done."""

    number: int
    """From 1."""

    present: tuple[Player, ...]
    """Finally registered players who take part."""

    games: int

    without_result: tuple[Game, ...]
    """Games whose result is unknown and that are not postponed, in table order."""

    postponed: tuple[Game, ...]
    """Games that are played after the round and have no result yet, in table order."""

    byes: tuple[str, ...]
    """Keys."""

    to_pair: tuple[Player, ...]
    """Players who take part and have neither a game nor a bye; where teams are drawn, those of teams that
    wait for a match."""

    @classmethod
    def of(cls, tournament: Tournament, number: int, tables: Collection[int] = ()) -> Self:
        """The state of round ``number``, from 1, with the games at some tables; by default all."""
        games = tournament.round(number).games
        if tables:
            games = tuple(game for game in games if game.table in tables)
        free, out = with_team_bye(tournament, number), tournament.out_before(number)
        return cls(
            number=number,
            present=tuple(
                p for p in tournament.players if p.final and p.plays_in(number) and p.key not in out
            ),
            games=len(games),
            without_result=tuple(g for g in games if g.lacks_result),
            postponed=tuple(g for g in games if g.ending.is_postponed),
            byes=(*tournament.round(number).byes, *sorted(free)),
            to_pair=waiting_in_teams(tournament, number),
        )


def paired_rounds(tournament: Tournament) -> tuple[int, ...]:
    """The rounds that are drawn; of a league whose games are arranged, in which none is, those with results."""
    with_results = (n for n in tournament.round_numbers if tournament.round(n).has_results)
    return of_teams(tournament).drawn_rounds or tuple(with_results)


def last_in_play(tournament: Tournament) -> int | None:
    """The last round that is drawn and lacks results, if any; of rounds that are all paired ahead, the first."""
    drawn = tournament.drawn_rounds
    rounds = drawn if tournament.is_paired_ahead else drawn[::-1]
    return next((n for n in rounds if RoundState.of(tournament, n).without_result), None)


def entry_round(tournament: Tournament) -> int:
    """The round from which a registration counts that is made now: the first after all that are drawn.

    Raises
    ------
    RuleError
        If all rounds are drawn.
    """
    rounds = tournament.rules.rounds
    first = max(tournament.drawn_rounds, default=0) + 1
    if first > rounds:
        raise RuleError(
            phrase("all {rounds} rounds are drawn", rounds=rounds), Remedy("name the first round")
        )
    return first


def round_to_attend(tournament: Tournament) -> int | None:
    """The next round to draw, also while all who are to be paired in it are still expected; if any."""
    number = tournament.round_to_draw()
    after = max(tournament.drawn_rounds, default=0) + 1
    if after > tournament.rules.rounds or (number is not None and number <= after):
        return number
    waits = any(not p.final and p.plays_in(after) for p in tournament.players)
    return after if waits else number


def round_to_edit(tournament: Tournament, number: int | None) -> int:
    """The round whose boards are meant: by default the last in play, or else the next to draw.

    Raises
    ------
    RuleError
        If there is none.
    """
    if number is None:
        found = last_in_play(tournament) or round_to_attend(tournament)
        if found is None:
            raise RuleError(
                phrase("no round is being played or left to pair"), Remedy("name the round")
            )
        return found
    tournament.check_round(number)
    return number


def round_to_show(tournament: Tournament, number: int | None) -> int:
    """The round that is asked for, or by default the last one that has games.

    Raises
    ------
    RuleError
        If there is none.
    """
    if number is None:
        if tournament.is_paired_ahead and (number := last_in_play(tournament)):
            return number
        last = max((game.round for game in tournament.games), default=0)
        if not last:
            raise RuleError(phrase("no round is drawn yet"))
        return last
    found = integer(number)
    if found is None or not 1 <= found <= tournament.rules.rounds:
        raise input_error(
            number,
            int,
            phrase(
                "must be from 1 to {rounds}, not {number}",
                rounds=tournament.rules.rounds,
                number=quoted(number),
            ),
            about="round",
        )
    return found


def known_results(game: Game) -> dict[str, Result | bool | list[float] | None]:
    """The members of documents that are results of a game, or of its match, None while unknown, and whether it waits."""
    found = {"result": game.result, "second_result": game.second_result}
    if game.second_result is None:
        del found["second_result"]
    known = {name: None if each is Result.UNKNOWN else each for name, each in found.items()}
    sums = [each / 2 for each in game.sums_halves]
    later = {"postponed": bool(game.postponed)}
    return {**known, **later, **({"sums": sums} if sums else {})}


def game_at(tournament: Tournament, number: int, table: int) -> Game:
    """The game at a table of a round.

    Raises
    ------
    RuleError
        If there is no such table; the error says which ones there are.
    """
    game = tournament.round(number).at(table)
    if game is not None:
        return game
    tables = in_ranges(game.table for game in tournament.round(number).games)
    if not tables:
        raise RuleError(
            phrase("round {round} has no table {table}; it has none yet", round=number, table=table)
        )
    raise RuleError(
        phrase(
            "round {round} has no table {table}; it has {tables}",
            round=number,
            table=table,
            tables=tables,
        )
    )


def missed_rounds(tournament: Tournament, player: Player) -> tuple[int, ...]:
    """Numbers of the rounds in which a player does not take part."""
    return tuple(number for number in tournament.round_numbers if not player.plays_in(number))


def nobody_left(tournament: Tournament) -> str:
    """Say why no round is left to draw."""
    if not tournament.players:
        return phrase("the tournament has no players")
    if not any(player.final for player in tournament.players):
        return phrase_many(
            "of {count} player none is confirmed",
            "of {count} players none is confirmed",
            len(tournament.players),
        )
    return phrase("nobody is left to pair")


def missing_before(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, what is not known yet that the draw of a round builds on."""
    for earlier in range(1, number):
        state = RoundState.of(tournament, earlier)
        for game in state.without_result:
            white, black = map(tournament.name_of, game.players)
            yield f"round {earlier}, table {game.table}: no result of {white} against {black}"
        for player in state.to_pair:
            yield f"round {earlier}: {player.full_name} takes part, but has neither game nor bye"


def unfinished_before(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line for each reason, which earlier rounds are not over.

    They lack results, or nobody has drawn them. What is postponed is to be played before the last round is drawn.
    """
    for earlier in range(1, number):
        yield from unfinished(tournament, earlier)
        if number >= tournament.rules.rounds:
            yield from tournament.describe_postponed(earlier)


def unfinished(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line for each reason, why a round is not over; nothing if it is."""
    yield from tournament.unfinished(number, waiting_in_teams(tournament, number))


def left_over_before(tournament: Tournament, number: int) -> Iterator[str]:
    """Say, one line each, in which earlier rounds that are drawn somebody was left over."""
    for earlier in range(1, number):
        left = tournament.to_pair(earlier)
        if left and tournament.is_drawn(earlier):
            yield phrase("round {round}: {what}", round=earlier, what=who_waits(left))


def in_ranges(numbers: Iterable[int]) -> str:
    """Numbers in order as people read them, neighbours as a range: ``1–158, 160``."""
    return ranges(numbers, "–", ", ")


MOST_NAMES = 8
"""As many players as a message names; the others are counted."""


def list_names(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """The first of some names, and how many there are beside them."""
    listed, more = joined(", ", names[:most]), len(names) - most
    return phrase("{names} and {count} more", names=listed, count=more) if more > 0 else listed


def refuse_result(game: Game) -> None:
    """Refuse to go on with a game that has a result.

    Raises
    ------
    RuleError
        If it has one; the error says how it is taken back.
    """
    if game.has_result or game.sums_halves:
        raise RuleError(
            phrase("round {round}, table {table} has a result", round=game.round, table=game.table),
            Remedy("take the result back", table=game.table),
        )


def boards_table(tournament: Tournament, number: int, notes: Iterable[str]) -> str:
    """The games and byes of a round, with names, for a notebook."""
    played, name_of = tournament.round(number), tournament.name_of
    free = marked("Free round: {player}") if tournament.has_free_rounds else marked("Bye: {player}")
    byes = [phrase(free, player=name_of(key)) for key in played.byes]
    return html_table(
        joined(", ", filter(None, [tournament.name, phrase("Round {round}", round=number)])),
        ("Table", "White", "Black", "Handicap", "Result"),
        [
            (
                game.table,
                name_of(game.white),
                name_of(game.black),
                game.handicap or "",
                game.ending if game.has_result else "",
            )
            for game in played.games
        ],
        (*byes, *notes),
    )


def describe_time(time: datetime) -> str:
    """A time of today by the clock, and any other with its day."""
    local = time.astimezone()
    today = datetime.now(local.tzinfo).date() == local.date()
    return f"{local:%H:%M}" if today else f"{local:%Y-%m-%d %H:%M}"


def is_past(time: datetime | None) -> bool:
    """Whether there is a time, and it has come."""
    return time is not None and time <= datetime.now(UTC)


def describe_expected(
    expected: Sequence[Player], number: int, deadline: datetime | None
) -> Sentence:
    """Say how many players are expected in a round, and until when, or who it is paired without."""
    count = len(expected)
    if deadline is None:
        return phrase_many("{count} player is expected.", "{count} players are expected.", count)
    time = describe_time(deadline)
    if is_past(deadline):
        return phrase_many(
            "Check-in closed at {time}: round {round} is paired without {count} player: {names}.",
            "Check-in closed at {time}: round {round} is paired without {count} players: {names}.",
            count,
            time=time,
            round=number,
            names=list_names([player.full_name for player in in_order_of_names(expected)]),
        )
    return phrase_many(
        "{count} player is expected by {time}.",
        "{count} players are expected by {time}.",
        count,
        time=time,
    )
