"""Games, teams and matches of pairgoth files."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, zip_longest
from typing import TYPE_CHECKING, Any

from ...errors import FormatError
from ...go.scores import ScoreHistory, main_score_x2, whole
from ...go.teams import matches_of, units
from ...go.tournament import Bye, Game, Result, Team, TeamPlay
from ..document import beyond_rounds
from ..json import decode, pointed, pointer, with_strangers
from .roster import APART, BOARDS, IDENTITIES, BoardEntry, TeamEntry, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

    from ...go.teams import Match
    from ...go.tournament import Player, Tournament
    from .roster import File


# ---- Games and byes in a file; where teams play, they are those of teams ----

NOBODY = 0
"""Number of the opponent of a player with a bye."""

RESULTS: dict[Any, tuple[Result, bool]] = {
    "?": (Result.UNKNOWN, False),
    "w": (Result.WHITE_WINS, False),
    "b": (Result.BLACK_WINS, False),
    "=": (Result.JIGO, False),
    "#": (Result.BOTH_WIN, False),
    "0": (Result.BOTH_LOSE, False),
    "X": (Result.BOTH_LOSE, True),
}
"""Results by their letters; a game that was cancelled counts as lost by both without play."""

_LETTERS = {result: letter for letter, result in RESULTS.items()}


def boards_in(file: File | None) -> Iterator[tuple[int, int, BoardEntry]]:
    """The boards of a file, each with its round, from 1, and its place in it, from 0."""
    for number, boards in enumerate(file.games if file else (), start=1):
        for place, board in enumerate(boards):
            yield number, place, board


def games_of(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Game]:
    """The games.

    Parameters
    ----------
    keys
        Of whoever plays them, by number.

    Raises
    ------
    FormatError
        If somebody plays who is not there.
    """
    who = _who(file)
    for number, place, board in boards_in(file):
        if NOBODY not in (board.w, board.b):
            yield game_of(path, ("games", number - 1, place), number, board, keys, who)


def _who(file: File) -> str:
    return "player" if file.type == "INDIVIDUAL" else "team"


def game_of(
    path: str,
    steps: tuple[str | int, ...],
    number: int,
    board: BoardEntry,
    keys: Mapping[int, str],
    who: str = "player",
) -> Game:
    """The game of a board of round ``number``.

    Raises
    ------
    FormatError
        If somebody plays who is not there; it names the place of the board, ``steps``.
    """
    refuse_strangers(path, steps, board, keys, who)
    result, by_default = RESULTS[board.r]
    return Game(
        round=number,
        table=board.t,
        white=keys[board.w],
        black=keys[board.b],
        handicap=board.h,
        result=result,
        by_default=by_default,
    )


def refuse_strangers(
    path: str, steps: tuple[str | int, ...], board: BoardEntry, ids: Collection[int], who: str
) -> None:
    """Refuse a board of somebody who is not there, see `game_of`."""
    for member, number in (("w", board.w), ("b", board.b)):
        if number not in ids:
            message = f"expected the number of a {who}, got {number}"
            raise pointed(path, (*steps, member), message)


def byes_of(path: str, file: File, keys: Mapping[int, str]) -> Iterator[Bye]:
    """The byes, see `games_of`."""
    for number, place, board in boards_in(file):
        if NOBODY in (board.w, board.b):
            player = board.w or board.b
            if player not in keys:
                message = f"expected the number of a {_who(file)}, got {player}"
                raise pointed(path, ("games", number - 1, place), message)
            yield Bye(round=number, player=keys[player])


def lost_games(file: File) -> Iterator[str]:
    """Say which games are left out, and which results: of boards with one player, and of no match."""
    matches = set()
    for number, index, board in boards_in(file):
        place = pointer(("games", number - 1, index))
        is_bye = NOBODY in (board.w, board.b)
        if not is_bye:
            matches.add(str(board.id))
        if number > file.rounds:
            yield beyond_rounds(place, "bye" if is_bye else "game", number, file.rounds)
        elif is_bye and (board.t or board.r not in ("?", "w" if board.w else "b")):
            side = "b" if board.w else "w"
            yield (
                f"{place}: {side} is nobody, so that the board at table {board.t} is read as a bye, and "
                f"its result {board.r!r} is not kept"
            )
    for match, boards in file.individual_games.items():
        if boards and (file.type not in APART or match not in matches):
            yield f"/individualGames/{match}: no match has this number, so that its boards are not read"


def places_of(file: File, seats: Iterable[Game | Bye]) -> Iterator[tuple[Game | Bye, str]]:
    """Where the games and byes of a file stand, which are listed in this order: games first."""
    boards = sorted(boards_in(file), key=lambda each: NOBODY in (each[2].w, each[2].b))
    for seat, (number, place, _) in zip(seats, boards, strict=False):
        yield seat, pointer(("games", number - 1, place))


def board_entries(
    tournament: Tournament, ids: Mapping[str, int], existing: File | None, free: Iterator[int]
) -> Iterator[tuple[BoardEntry, ...]]:
    """The games and byes of each round.

    Parameters
    ----------
    ids
        Numbers of the players.
    existing
        The file as it was; a game in it keeps its number, and who was drawn down.
    free
        Numbers for new games.
    """
    by_pair = {(number, board.w, board.b): board for number, _, board in boards_in(existing)}
    drawn_down = _drawn_down(tournament)
    rounds: list[list[BoardEntry]] = [[] for _ in range(tournament.rules.rounds)]
    for game in tournament.games:
        rounds[game.round - 1].append(_entry(game, ids, dd=drawn_down(game)))
    for bye in tournament.byes:
        seat = BoardEntry(id=0, t=0, w=NOBODY, b=ids[bye.player], h=0, r="b")
        rounds[bye.round - 1].append(seat)
    for played, boards in enumerate(rounds, start=1):
        entries = []
        for entry in boards:
            board = by_pair.get((played, entry.w, entry.b))
            number, dd = (board.id, board.dd) if board else (next(free), entry.dd)
            entries.append(replace(entry, id=number, dd=dd))
        yield tuple(entries)


def _entry(game: Game, ids: Mapping[str, int], number: int = 0, dd: int = 0) -> BoardEntry:
    """The board of a game, with its number and who was drawn down."""
    return BoardEntry(
        id=number,
        t=game.table,
        w=ids[game.white],
        b=ids[game.black],
        h=game.handicap,
        # Without play, only what nobody has won has a letter of its own.
        r=_LETTERS.get((game.result, game.by_default), _LETTERS[game.result, False]),
        dd=dd,
    )


def _drawn_down(tournament: Tournament) -> Callable[[Game], int]:
    """Who of a game was drawn down: 1 for White, -1 for Black, 0 for nobody."""
    if tournament.doubtful:
        return lambda game: 0  # There are no scores of what contradicts itself.
    history = ScoreHistory.of(tournament)
    score = whole(main_score_x2(history))

    def drawn_down(game: Game) -> int:
        white, black = (score[history.row[key], game.round - 1] for key in game.players)
        return int(white > black) - int(white < black)

    return drawn_down


# ---- Teams in a file, whose matches stand beside the games of their boards [TEAMS] ----


@dataclass(frozen=True, kw_only=True)
class TeamMatches:
    """The teams of a file, and the boards of their matches."""

    play: TeamPlay
    games: tuple[Game, ...]
    by_match: Mapping[int, tuple[Game, ...]]
    """The games of each match by its number, the uppermost board first."""

    remarks: tuple[str, ...]


class TeamReader:
    """Reads the teams of a file.

    Raises
    ------
    FormatError
        If the boards of a match do not parse.
    """

    def __init__(self, path: str, file: File) -> None:
        self.path, self.file = path, file
        self.size = APART[file.type]
        self.keys = keys_of(file)
        self.teams = {team.id: team for team in file.teams}
        self.people = {entry.id: entry for entry in file.players}
        self.boards_in_file = {
            match: self._decoded(match, boards) for match, boards in file.individual_games.items()
        }
        self.remarks: list[str] = []

    def read(self, rounds: int) -> TeamMatches:
        """The teams with their line-ups of so many rounds.

        Raises
        ------
        FormatError
            If a team or a player has a game who is not there.
        """
        lineups = {
            (team.id, number): self._by_rating(team, number)
            for team in self.file.teams
            for number in range(1, rounds + 1)
        }
        self._remark_on_crowds(lineups)
        by_match: dict[int, tuple[Game, ...]] = {}
        for number, entries in enumerate(self.file.games, start=1):
            matches = [match for match in entries if NOBODY not in (match.w, match.b)]
            for place, match in enumerate(entries):
                if match in matches:
                    steps = ("games", number - 1, place)
                    refuse_strangers(self.path, steps, match, self.teams, "team")
            boards = {match.id: self._boards(number, match, lineups) for match in matches}
            by_match |= _seated(boards, matches)
        teams = (
            Team(key=str(team.id), name=team.name, correction=team.mms_correction).with_lineups(
                self._lineup_keys(lineups[team.id, n]) for n in range(1, rounds + 1)
            )
            for team in self.file.teams
        )
        return TeamMatches(
            play=TeamPlay(teams=tuple(teams), size=self.size, placement=()),
            games=tuple(game for games in by_match.values() for game in games),
            by_match=by_match,
            remarks=tuple(self.remarks),
        )

    def _lineup_keys(self, lineup: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.keys[number] for number in lineup)

    def _by_rating(self, team: TeamEntry, number: int, *, crowded: bool = False) -> tuple[int, ...]:
        """Who sits down in a round: as many as there are boards, the highest rating first.

        Whoever is absent fills the boards that are left, so that the team is not complete. If more
        are present than there are boards, nobody sits down, unless ``crowded``.
        """
        players = sorted(team.players, key=lambda player: -self.people[player].rating)
        chosen = sorted(players, key=lambda player: number in self.people[player].skip)
        waiting = chosen[self.size : self.size + 1]
        some_wait = any(number not in self.people[player].skip for player in waiting)
        if some_wait and not crowded:
            return ()
        return tuple(player for player in players if player in chosen[: self.size])

    def _remark_on_crowds(self, lineups: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
        crowds = [at for at, lineup in lineups.items() if self.teams[at[0]].players and not lineup]
        if crowds:
            number, place = crowds[0]
            self.remarks.append(
                f"/teams: {self.teams[number].name!r} does not play in round {place}, since more than "
                f"{self.size} of its players are present"
                + (f", and {len(crowds) - 1} more like it" if len(crowds) > 1 else "")
            )

    def _boards(
        self, number: int, match: BoardEntry, lineups: dict[tuple[int, int], tuple[int, ...]]
    ) -> tuple[Game, ...]:
        """The games of a match; its teams are seated as they have played."""
        white, black = self.teams[match.w], self.teams[match.b]
        entries = self.boards_in_file.get(str(match.id))
        if entries is None:
            seated = (
                lineups[team.id, number] or self._by_rating(team, number, crowded=True)
                for team in (white, black)
            )
            entries = _alternating(list(zip(*seated, strict=False)))
            self.remarks.append(
                f"/games/{number - 1}: the match of {white.name!r} and {black.name!r} has no boards; "
                f"{len(entries)} are made of its players by rating, without results"
            )
        steps = ("individualGames", str(match.id))
        games = tuple(
            # A board without a table is at that of its match.
            game_of(
                self.path,
                (*steps, place),
                number,
                replace(board, t=board.t or match.t or 1),
                self.keys,
            )
            for place, board in enumerate(entries)
        )
        sides = [_sides(place, board, white, black) for place, board in enumerate(entries)]
        if sides:
            lineups[match.w, number] = tuple(player for player, _ in sides)
            lineups[match.b, number] = tuple(player for _, player in sides)
        return games

    def _decoded(self, match: str, entries: Any) -> tuple[BoardEntry, ...]:  # noqa: ANN401 - JSON
        try:
            boards: tuple[BoardEntry, ...] = decode(self.path, entries, BOARDS)
        except FormatError as error:
            place = f"/individualGames/{match}{error.pointer}"
            detail = error.detail.removeprefix("document: ")
            raise FormatError(self.path, None, detail, pointer=place) from None
        return boards


def _alternating(sides: list[tuple[int, int]]) -> tuple[BoardEntry, ...]:
    """Boards of players of the team with White at the first one, and of the other team."""
    return tuple(
        BoardEntry(id=0, t=0, w=pair[place % 2], b=pair[1 - place % 2], h=0, r="?")
        for place, pair in enumerate(sides)
    )


def _sides(place: int, board: BoardEntry, white: TeamEntry, black: TeamEntry) -> tuple[int, int]:
    """Who of a board plays for the team with White in the match, and who for the other one."""
    straight = board.w in white.players or board.b in black.players
    turned = board.b in white.players or board.w in black.players
    if straight == turned:  # They have left their teams, but colours alternate.
        straight = place % 2 == 0
    return (board.w, board.b) if straight else (board.b, board.w)


def _seated(
    boards: Mapping[int, tuple[Game, ...]], matches: list[BoardEntry]
) -> dict[int, tuple[Game, ...]]:
    """The games of a round at tables of their own, which are counted where the file has none."""
    games = [game for match in boards.values() for game in match]
    tables = {game.table for game in games}
    if len(tables) == len(games) and min(tables, default=1) > 0:
        return dict(boards)
    free = count(1)
    ordered = sorted(matches, key=lambda match: match.t)
    return {
        match.id: tuple(replace(game, table=next(free)) for game in boards[match.id])
        for match in ordered
    }


def match_remarks(tournament: Tournament, file: File) -> Iterator[str]:
    """Say how many results of matches are others than in the file."""
    assert tournament.team_play is not None
    names = {team.key: team.name for team in tournament.team_play.teams}
    differing = []
    for number, entries in enumerate(file.games, start=1):
        sides = {frozenset((str(entry.w), str(entry.b))): entry for entry in entries}
        for match in matches_of(tournament, tournament.team_play, number):
            entry = sides.get(frozenset(match.teams))
            if entry is None:  # A player sits in several teams.
                continue
            result = RESULTS[entry.r][0]
            if (result.turned if match.black == str(entry.w) else result) != match.result:
                differing.append((match, entry.r))
    if differing:
        match, letter = differing[0]
        winner = {Result.WHITE_WINS: match.white, Result.BLACK_WINS: match.black}.get(match.result)
        message = match.result.value if winner is None else f"{names[winner]!r} has won"
        yield (
            "/games: the result of a match follows from its boards, of which more are a win; "
            f"{len(differing)} differ from the file, such as {names[match.white]!r} and "
            f"{names[match.black]!r} in round {match.round}: {message}, not {letter!r}"
        )


def bye_remarks(tournament: Tournament, file: File) -> Iterator[str]:
    """Say which byes of teams are none here, since not exactly one team is left over."""
    assert tournament.team_play is not None
    found = set(units(tournament, tournament.team_play).byes)
    for bye in byes_of_teams(file):
        if bye not in found:
            name = next(team.name for team in file.teams if str(team.id) == bye.player)
            yield (
                f"/games/{bye.round - 1}: the bye of {name!r} does not count, as it is not the one complete "
                "team without a match; it stays in the file"
            )


def byes_of_teams(file: File) -> list[Bye]:
    """The byes that a file states."""
    return [
        Bye(round=number, player=str(entry.w or entry.b))
        for number, _, entry in boards_in(file)
        if NOBODY in (entry.w, entry.b)
    ]


# ---- Teams, matches and boards as they are written [TEAMS] ----


def with_later_games(
    rounds: Iterable[tuple[BoardEntry, ...]], existing: File | None
) -> tuple[tuple[BoardEntry, ...], ...]:
    """The games of the rounds, and those that a file has beyond its last one."""
    if existing is None or not any(existing.games[existing.rounds :]):
        return tuple(rounds)
    later = ((),) * existing.rounds + existing.games[existing.rounds :]
    return tuple(new or old for new, old in zip_longest(rounds, later, fillvalue=()))


def game_numbers(existing: File | None) -> Iterator[int]:
    """Numbers of games, matches and boards that a file does not have yet."""
    games = [board for _, _, board in boards_in(existing)]
    for boards in existing.individual_games.values() if existing and existing.type in APART else ():
        games += decode("", boards, BOARDS)
    return count(max((game.id for game in games), default=0) + 1)


@dataclass(frozen=True)
class TeamWriter:
    """Writes the teams of a tournament; what nobody has changed stays as the file has it."""

    tournament: Tournament
    play: TeamPlay
    ids: Mapping[str, int]
    """Numbers of the players."""

    sides: Mapping[str, int]
    """Numbers of the teams."""

    existing: File | None

    @cached_property
    def before(self) -> TeamMatches | None:
        """The teams as the file has them."""
        if self.existing is None or self.existing.type not in APART:
            return None
        return TeamReader("", self.existing).read(self.tournament.rules.rounds)

    def teams(self) -> tuple[TeamEntry, ...]:
        """The teams, with those players who have not sat at a board yet."""
        by_id = {team.id: team for team in self.existing.teams} if self.existing else {}
        entries = []
        for team in self.play.teams:
            old = by_id.get(self.sides[team.key])
            entry = TeamEntry(
                id=self.sides[team.key],
                name=team.name,
                players=tuple(self._players(team, old.players if old else ())),
                mms_correction=team.correction,
            )
            entries.append(replace(entry, rating=old.rating, rank=old.rank) if old else entry)
        return tuple(entries)

    def _players(self, team: Team, old: tuple[int, ...]) -> Iterator[int]:
        """The players of a team, in the order of the file, and then in that of its boards.

        Who has left the team and sits in none but its old line-ups is in it no more.
        """
        before = self.before.play.teams if self.before else ()
        was = next((each for each in before if each.key == team.key), None)
        seated = {self.ids[key] for key in team.members}
        if was is not None and was.lineups == team.lineups:
            seated.update(self.ids.values())
        yield from (number for number in old if number in seated or number in self._waiting)
        fresh = (
            self.ids[key]
            for number in range(1, self.tournament.rules.rounds + 1)
            if was is None or team.lineup(number) != was.lineup(number)
            for key in team.lineup(number)
            if key
        )
        yield from dict.fromkeys(number for number in fresh if number not in old)

    @cached_property
    def _waiting(self) -> frozenset[int]:
        """Numbers of the players whom the file has in a team, and who have sat at no board of any."""
        if self.existing is None or self.before is None:
            return frozenset()
        teams = (*self.before.play.teams, *self.play.teams)
        seated = frozenset().union(*(team.members for team in teams))
        here = {self.ids[key] for key in self.tournament.by_key if key not in seated}
        keys = keys_of(self.existing)
        return frozenset(number for number in keys if number in here)

    def people(self, teams: Iterable[TeamEntry]) -> list[Player]:
        """The players; whom a team leaves out of a round that it has yet to play, is absent in it.

        pairgoth would not know otherwise who of more players than boards sits down.
        """
        missed: dict[int, set[int]] = {}
        for number in range(1, self.tournament.rules.rounds + 1):
            playing = {key for m in self._matches(number) for key in m.teams}
            for team, entry in zip(self.play.teams, teams, strict=True):
                lineup = [self.ids[key] for key in self.play.at_boards(team, number) if key]
                if team.key not in playing and len(lineup) == self.play.size:
                    for player in set(entry.players) - set(lineup):
                        missed.setdefault(player, set()).add(number)
        return [
            replace(player, absences=player.absences | missed.get(self.ids[player.key], set()))
            for player in self.tournament.players
        ]

    def _matches(self, number: int) -> tuple[Match, ...]:
        return matches_of(self.tournament, self.play, number)

    def games(
        self, free: Iterator[int]
    ) -> tuple[tuple[tuple[BoardEntry, ...], ...], dict[str, Any]]:
        """The matches and byes of each round, and the boards by the numbers of matches."""
        boards = dict(self.existing.individual_games) if self.existing else {}
        rounds = board_entries(self._as_matches(), self.sides, self.existing, free)
        games = []
        for number, entries in enumerate(rounds, start=1):
            old = self._round_in_file(number)
            found = [self._match(number, entry, old, boards, free) for entry in entries]
            for entry in old.values():
                if entry.id not in {match.id for match in found}:
                    if self._is_empty(entry, found):
                        found.append(entry)
                    else:
                        boards.pop(str(entry.id), None)
            order = [*old]
            found.sort(key=lambda e: order.index(_pair(e)) if _pair(e) in old else len(order))
            games.append(tuple(_at_tables(found, old)))
        return tuple(games), boards

    def _round_in_file(self, number: int) -> dict[frozenset[int], BoardEntry]:
        """What a round of the file has, by who plays."""
        if self.existing is None or self.before is None or number > len(self.existing.games):
            return {}
        return {_pair(entry): entry for entry in self.existing.games[number - 1]}

    def _is_empty(self, entry: BoardEntry, others: Iterable[BoardEntry]) -> bool:
        """Whether a match of the file has no boards, and its teams have no other match now."""
        assert self.before is not None
        busy = frozenset().union(*map(_pair, others))
        return self.before.by_match.get(entry.id) == () and not _pair(entry) & busy

    def _match(
        self,
        number: int,
        entry: BoardEntry,
        old: Mapping[frozenset[int], BoardEntry],
        boards: dict[str, Any],
        free: Iterator[int],
    ) -> BoardEntry:
        """A match or bye of a round; the boards of a match that are other ones are written."""
        existing = old.get(_pair(entry))
        if NOBODY in _pair(entry):
            return existing or entry
        games = next(
            tuple(match.boards.values())
            for match in self._matches(number)
            if {self.sides[match.white], self.sides[match.black]} == _pair(entry)
        )
        if existing is not None:
            assert self.before is not None
            if self.before.by_match[existing.id] == games:
                return existing
            entry = replace(entry, id=existing.id)
        boards[str(entry.id)] = self._boards(games, boards.get(str(entry.id), []), free)
        return entry

    def _boards(self, games: Iterable[Game], old: Any, free: Iterator[int]) -> Any:  # noqa: ANN401 - JSON
        """The boards of a match, with what fastpair does not know of them."""
        ids = {(board.w, board.b): board.id for board in decode("", old, BOARDS)}
        entries = []
        for game in games:
            pair = self.ids[game.white], self.ids[game.black]
            number = ids[pair] if pair in ids else next(free)
            entries.append(_entry(game, self.ids, number))
        return with_strangers(BOARDS.written(tuple(entries)), old, BOARDS, IDENTITIES)

    def _as_matches(self) -> Tournament:
        """The tournament of teams, with the results that pairgoth gives to matches."""
        whole = units(self.tournament, self.play)
        results = {
            (match.round, match.white): _result(match)
            for number in range(1, self.tournament.last_round + 1)
            for match in self._matches(number)
        }
        games = (
            replace(game, result=results[game.round, game.white], by_default=False)
            for game in whole.games
        )
        return replace(whole, games=tuple(games), byes=tuple(self._byes(whole)))

    def _byes(self, whole: Tournament) -> Iterator[Bye]:
        """The byes of teams: those that the file states, and those of rounds that have other matches."""
        byes_in_file = byes_of_teams(self.existing) if self.existing and self.before else []
        for number in range(1, self.tournament.rules.rounds + 1):
            games = whole.round(number).games
            seated = {key for game in games for key in game.players}
            pairs = {frozenset(self.sides[key] for key in game.players) for game in games}
            same = pairs == {pair for pair in self._round_in_file(number) if NOBODY not in pair}
            here = {key for key, team in whole.by_key.items() if same or team.plays_in(number)}
            byes = [
                bye for bye in byes_in_file if bye.round == number and bye.player in here - seated
            ]
            if not same:
                byes += [Bye(round=number, player=key) for key in whole.round(number).byes]
            yield from dict.fromkeys(byes)


def _pair(entry: BoardEntry) -> frozenset[int]:
    return frozenset((entry.w, entry.b))


def _at_tables(
    entries: Iterable[BoardEntry], old: Mapping[frozenset[int], BoardEntry]
) -> Iterator[BoardEntry]:
    """Matches at the tables that they have in the file, and new ones at those that are free."""
    found = list(entries)
    tables = {old[_pair(entry)].t for entry in found if _pair(entry) in old}
    free = (table for table in count(1) if table not in tables)
    for entry in found:
        if NOBODY in _pair(entry):
            yield entry
        else:
            table = old[_pair(entry)].t if _pair(entry) in old else next(free)
            yield replace(entry, t=table)


def _result(match: Match) -> Result:
    """What pairgoth makes of the boards: a win needs more than half of all boards in advance."""
    points = match.board_points.values()
    ahead = sum((first > second) - (first < second) for first, second in points)
    if 2 * abs(ahead) <= match.size:
        return Result.UNKNOWN
    return Result.WHITE_WINS if ahead > 0 else Result.BLACK_WINS
