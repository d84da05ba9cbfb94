"""What contradicts itself in a tournament: players unknown or seated twice, rounds, sums and teams that cannot be."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

from ...errors import RuleError
from ...sentences import joined, marked, phrase, phrase_many
from .event_kind import EventKind
from .game import HALVES_OF_ONE, Bye, Game
from .grade import NO_GRADE
from .player import Person, Player
from .teams import Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from .rules import Rules
    from .teams import TeamPlay


class _Contents(Protocol):
    """What a tournament consists of."""

    @property
    def kind(self) -> str: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> Sequence[Player]: ...
    @property
    def games(self) -> Sequence[Game]: ...
    @property
    def byes(self) -> Sequence[Bye]: ...
    @property
    def team_play(self) -> TeamPlay | None: ...
    @property
    def places(self) -> Mapping[object, str]: ...
    @property
    def by_key(self) -> Mapping[str, Player]: ...
    @property
    def needs_grades(self) -> bool: ...


def contradictions(tournament: _Contents) -> Iterator[RuleError]:
    """Find each contradiction, with the place in the tournament and what is expected there."""
    if tournament.rules.floor > tournament.rules.bar:
        yield tournament.rules.floor_above_bar()
    yield from unknown_players(tournament)
    yield from _without_grades(tournament)
    yield from _members_twice(tournament)
    yield from _requests_to_play(tournament)
    yield from _unknown_rounds(tournament)
    yield from _of_format(tournament)
    yield from seated_twice(tournament)
    yield from _second_games(tournament)
    yield from _results_of_chess(tournament)
    yield from _wrong_sums(tournament)
    yield from _wrong_teams(tournament)


def unknown_players(tournament: _Contents) -> Iterator[RuleError]:
    """Find the keys of several players, and those of none that games, byes and play-offs have."""
    by_key, problem = tournament.by_key, "expected the key of a player, got"
    if len(by_key) == len(tournament.players) and _names_known_players(tournament, by_key.keys()):
        return
    if len(by_key) < len(tournament.players):
        places = {player.key: i for i, player in reversed([*enumerate(tournament.players)])}
        for key, count in Counter(player.key for player in tournament.players).items():
            if count > 1:
                yield _contradiction(
                    tournament,
                    ("players", places[key], "key"),
                    phrase("{count} players have the key {key!r}", count=count, key=key),
                    f"expected a key that only one player has, got {key!r}",
                )
    for i, player in enumerate(tournament.players):
        for place, key in enumerate(player.playoffs_won):
            if key not in by_key or key == player.key:
                yield _contradiction(
                    tournament,
                    ("players", i, "playoffs_won", place),
                    phrase(
                        "play-off of {player!r}: no other player has the key {key!r}",
                        player=player.key,
                        key=key,
                    ),
                    f"expected the key of another player, got {key!r}",
                )
    for i, game in enumerate(tournament.games):
        for colour, key in (("white", game.white), ("black", game.black)):
            if key not in by_key:
                yield _contradiction(
                    tournament,
                    ("games", i, colour),
                    phrase(
                        "round {round}, table {table}: no player has the key {key!r}",
                        round=game.round,
                        table=game.table,
                        key=key,
                    ),
                    f"{problem} {key!r}",
                )
    for i, bye in enumerate(tournament.byes):
        if bye.player not in by_key:
            yield _contradiction(
                tournament,
                ("byes", i, "player"),
                phrase(
                    "round {round}, bye: no player has the key {key!r}",
                    round=bye.round,
                    key=bye.player,
                ),
                f"{problem} {bye.player!r}",
            )


def _names_known_players(tournament: _Contents, keys: Set[str]) -> bool:
    """Whether everybody who has a game, a bye or a play-off is a player."""
    return (
        keys >= {game.white for game in tournament.games}
        and keys >= {game.black for game in tournament.games}
        and keys >= {bye.player for bye in tournament.byes}
        and not any(player.playoffs_won for player in tournament.players)
    )


def _without_grades(tournament: _Contents) -> Iterator[RuleError]:
    """Who has no grade where the starting scores follow from the grades."""
    if not tournament.needs_grades:
        return
    for i, player in enumerate(tournament.players):
        if player.grade == NO_GRADE:
            yield _contradiction(
                tournament,
                ("players", i, "grade"),
                phrase(
                    "{name} has no grade, which McMahon scores start with",
                    name=player.full_name,
                ),
                "expected a grade such as 3d or 12k, found nothing",
            )


def _members_twice(tournament: _Contents) -> Iterator[RuleError]:
    """Who of those that play together is a player, too, or plays in another pair."""
    keys = set(tournament.by_key)
    for i, player in enumerate(tournament.players):
        for place, member in enumerate(player.members):
            if member.key in keys:
                yield _contradiction(
                    tournament,
                    ("players", i, "members", place, "key"),
                    phrase(
                        "{key!r} is a member of {player!r}, and plays elsewhere too",
                        key=member.key,
                        player=player.key,
                    ),
                    f"expected a key that nobody else has, got {member.key!r}",
                )
            keys.add(member.key)


def _requests_to_play(tournament: _Contents) -> Iterator[RuleError]:
    """Byes that are requested, and no-shows, in rounds which are no absences."""
    people: list[tuple[tuple[str | int, ...], Person]] = [
        (("players", i), player)
        for i, player in enumerate(tournament.players)
        if player.requested_byes or player.no_shows
    ]
    for place, player in enumerate(tournament.players):
        if player.members:
            people += [(("players", place, "members", j), m) for j, m in enumerate(player.members)]
    for steps, person in people:
        for field, text in _OF_ABSENCES.items():
            for number in sorted(getattr(person, field) - person.absences):
                yield _contradiction(
                    tournament,
                    (*steps, field),
                    phrase(text, name=person.full_name, round=number),
                    f"expected rounds of the absences, got {number}; add it to them",
                )


_OF_ABSENCES = {
    "requested_byes": marked(
        "{name} has requested a bye in round {round}, but is not recorded as absent there"
    ),
    "no_shows": marked("{name} is a no-show in round {round}, but not recorded as absent there"),
}
"""What is wrong with rounds of these fields that are none of the absences."""


def _unknown_rounds(tournament: _Contents) -> Iterator[RuleError]:
    rounds = tournament.rules.rounds
    numbers = {game.round for game in tournament.games} | {bye.round for bye in tournament.byes}
    if max(numbers, default=0) <= rounds:
        return
    seats: list[tuple[str, int, Game | Bye]] = [
        *(("game", i, game) for i, game in enumerate(tournament.games)),
        *(("bye", i, bye) for i, bye in enumerate(tournament.byes)),
    ]
    for what, i, seat in seats:
        if seat.round > rounds:
            yield _contradiction(
                tournament,
                (f"{what}s", i, "round"),
                phrase_many(
                    "round {round} has a game or bye, and the tournament has {count} round",
                    "round {round} has a game or bye, and the tournament has {count} rounds",
                    rounds,
                    round=seat.round,
                ),
                f"expected a round from 1 to {rounds}, got {seat.round}",
            )


def seated_twice(tournament: _Contents) -> Iterator[RuleError]:
    """Who has two games or byes in a round, and which tables have two games."""
    all_seats = [(game.round, game.white) for game in tournament.games]
    all_seats += [(game.round, game.black) for game in tournament.games]
    all_seats += [(bye.round, bye.player) for bye in tournament.byes]
    all_tables = [(game.round, game.table) for game in tournament.games]
    if len({*all_seats}) == len(all_seats) and len({*all_tables}) == len(all_tables):
        return
    seats, tables = Counter(all_seats), Counter(all_tables)
    for number in sorted({number for number, _ in seats}):
        for (_, key), count in _several(seats, number):
            yield _contradiction(
                tournament,
                _last_seat(tournament, number, key),
                phrase(
                    "round {round}: {key!r} has {count} games or byes",
                    round=number,
                    key=key,
                    count=count,
                ),
                f"expected a player without another game or bye in round {number}, got {key!r}",
            )
        for (_, table), count in _several(tables, number):
            place = max(
                i for i, g in enumerate(tournament.games) if (g.round, g.table) == (number, table)
            )
            yield _contradiction(
                tournament,
                ("games", place, "table"),
                phrase(
                    "round {round}: {count} games at table {table}",
                    round=number,
                    count=count,
                    table=table,
                ),
                f"expected a table without another game in round {number}, got {table}",
            )


def _of_format(tournament: _Contents) -> Iterator[RuleError]:
    """More than one cycle where the format is no round robin, and a game for third place where it is no cup."""
    if tournament.rules.third_place and not EventKind(format=tournament.rules.kind).has_third_place:
        yield _contradiction(
            tournament,
            ("rules", "third_place"),
            phrase("only a cup has a game for third place"),
            "expected false where the format is no cup, got true",
        )
    cycles = tournament.rules.cycles
    if cycles > 1 and not tournament.rules.predetermined:
        yield _contradiction(
            tournament,
            ("rules", "cycles"),
            phrase("only a round robin has more than one cycle"),
            f"expected 1 where the format is no round robin, got {cycles}",
        )


def _second_games(tournament: _Contents) -> Iterator[RuleError]:
    """Results of second games in rounds of one, and teams in rounds of two."""
    if tournament.rules.games > 1:
        if tournament.team_play is not None:
            yield _contradiction(
                tournament,
                ("rules", "games"),
                phrase("a match of two games is one of two players, not of teams"),
                f"expected 1 in a tournament of teams, got {tournament.rules.games}",
            )
        return
    for i, game in enumerate(tournament.games):
        if game.second_result is not None:
            yield _contradiction(
                tournament,
                ("games", i, "second_result"),
                phrase(
                    "round {round}, table {table}: a second game has a result, and each round is one game",
                    round=game.round,
                    table=game.table,
                ),
                "expected nothing where a round is one game; state 2 as rules.games",
            )


def _results_of_chess(tournament: _Contents) -> Iterator[RuleError]:
    """Games of Go of which one player has half, and the other nothing."""
    kind: object = tournament.kind  # any object, until it is checked
    if not isinstance(kind, str) or kind != "go":
        return
    for i, game in enumerate(tournament.games):
        if game.result in HALVES_OF_ONE or game.second_result in HALVES_OF_ONE:
            yield _contradiction(
                tournament,
                ("games", i, "result"),
                phrase(
                    "round {round}, table {table}: {got} is no result of a game of Go",
                    round=game.round,
                    table=game.table,
                    got=game.ending,
                ),
                f"expected a result of a game of Go, got {game.ending}",
            )


def _wrong_sums(tournament: _Contents) -> Iterator[RuleError]:
    """Sums that cannot be those of a match without results of boards."""
    if tournament.team_play is None:
        return
    boards = tournament.team_play.size
    for i, game in enumerate(tournament.games):
        sums = game.sums_halves
        if sums and (len(sums) != 2 or sum(sums) % 2 or sum(sums) > 2 * boards or game.has_result):
            yield _contradiction(
                tournament,
                ("games", i, "sums_halves"),
                phrase(
                    "round {round}, table {table}: {got} cannot be the sums of a match of {boards} boards without results",
                    round=game.round,
                    table=game.table,
                    got=list(sums),
                    boards=boards,
                ),
                f"expected half points of two teams on {boards} boards without results, got {[*sums]}",
            )


def _wrong_teams(tournament: _Contents) -> Iterator[RuleError]:
    """Which teams have the key of another one, an unknown player, or one who sits elsewhere too."""
    if tournament.team_play is None:
        return
    names: set[str] = set()
    seats: Counter[tuple[int, str]] = Counter()
    for i, team in enumerate(tournament.team_play.teams):
        if team.key in names:
            yield _contradiction(
                tournament,
                ("team_play", "teams", i, "key"),
                phrase("several teams have the key {key!r}", key=team.key),
                f"expected a key that only one team has, got {team.key!r}",
            )
        names.add(team.key)
        for number in range(1, tournament.rules.rounds + 1):
            for board, key in enumerate(filter(None, team.lineup(number))):
                seats[number, key] += 1
                if key in tournament.by_key and seats[number, key] == 1:
                    continue
                where = min(number, len(team.lineups)) - 1
                yield _contradiction(
                    tournament,
                    ("team_play", "teams", i, "lineups", where, board),
                    phrase(
                        "team {team!r}, round {round}: {key!r} has several boards",
                        team=team.name,
                        round=number,
                        key=key,
                    )
                    if key in tournament.by_key
                    else phrase(
                        "team {team!r}, round {round}: no player has the key {key!r}",
                        team=team.name,
                        round=number,
                        key=key,
                    ),
                    f"expected a player without another board in round {number}, got {key!r}",
                )


def _contradiction(
    tournament: _Contents, place: tuple[str | int, ...], message: str, expected: str
) -> RuleError:
    """What is wrong at a place, and what was expected there."""
    value: Any = tournament
    for step in place:
        value = value[step] if isinstance(step, int) else getattr(value, step)
        if isinstance(value, Player | Game | Bye | Team) and value in tournament.places:
            message = joined(": ", [tournament.places[value], message])
    return RuleError(message, code="contradiction", place=place, expected=expected)


def _last_seat(tournament: _Contents, number: int, key: str) -> tuple[str | int, ...]:
    """Where the last game or bye of a player in a round stands."""
    for i, bye in reversed([*enumerate(tournament.byes)]):
        if (bye.round, bye.player) == (number, key):
            return "byes", i, "player"
    i, game = next(
        (i, game)
        for i, game in reversed([*enumerate(tournament.games)])
        if game.round == number and key in game.players
    )
    return "games", i, "black" if game.black == key else "white"


def _several(
    counts: Counter[tuple[int, Any]], number: int
) -> Iterator[tuple[tuple[int, Any], int]]:
    """What a round has more than once, and how often."""
    return ((seat, count) for seat, count in counts.items() if seat[0] == number and count > 1)
