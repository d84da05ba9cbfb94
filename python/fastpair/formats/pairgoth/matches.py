"""Teams, matches and boards as they are written [TEAMS]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any

from ...go.teams import matches_of, units
from ...go.tournament import Bye, Result
from ..json.decoding import decode
from ..json.writing import with_strangers
from .boards import NOBODY, board_entries, letter_of
from .roster import keys_of
from .shape import APART, BOARDS, IDENTITIES, BoardEntry, TeamEntry
from .teams import Teams, byes_of_teams

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...go.teams import Match
    from ...go.tournament import Game, Player, Team, TeamPlay, Tournament
    from .shape import File

__all__ = ["TeamWriter", "game_numbers"]


def game_numbers(held: File | None) -> Iterator[int]:
    """Numbers of games, matches and boards that a file does not have yet."""
    games = [board for boards in held.games for board in boards] if held else []
    for boards in held.individual_games.values() if held and held.type in APART else ():
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

    held: File | None

    @cached_property
    def before(self) -> Teams | None:
        """The teams as the file has them."""
        if self.held is None or self.held.type not in APART:
            return None
        return Teams.of("", self.held, self.tournament.rules.rounds)

    def teams(self) -> tuple[TeamEntry, ...]:
        """The teams, with those players who have not sat at a board yet."""
        known = {team.id: team for team in self.held.teams} if self.held else {}
        entries = []
        for team in self.play.teams:
            old = known.get(self.sides[team.key])
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
        if self.held is None or self.before is None:
            return frozenset()
        teams = (*self.before.play.teams, *self.play.teams)
        seated = frozenset().union(*(team.members for team in teams))
        here = {self.ids[key] for key in self.tournament.by_key if key not in seated}
        keys = keys_of(self.held)
        return frozenset(number for number in keys if number in here)

    def people(self, teams: Iterable[TeamEntry]) -> list[Player]:
        """The players; whom a team leaves out of a round that it has yet to play, is absent in it.

        pairgoth would not know otherwise who of more players than boards sits down.
        """
        missed: dict[int, set[int]] = {}
        for number in range(1, self.tournament.rules.rounds + 1):
            playing = {key for m in self._matches(number) for key in (m.white, m.black)}
            for team, entry in zip(self.play.teams, teams, strict=True):
                lineup = [self.ids[key] for key in team.lineup(number)[: self.play.size] if key]
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
        boards = dict(self.held.individual_games) if self.held else {}
        rounds = board_entries(self._as_matches(), self.sides, self.held, free)
        games = []
        for number, entries in enumerate(rounds, start=1):
            old = self._held_round(number)
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

    def _held_round(self, number: int) -> dict[frozenset[int], BoardEntry]:
        """What a round of the file has, by who plays."""
        if self.held is None or self.before is None or number > len(self.held.games):
            return {}
        return {_pair(entry): entry for entry in self.held.games[number - 1]}

    def _is_empty(self, entry: BoardEntry, others: Iterable[BoardEntry]) -> bool:
        """Whether a match of the file has no boards, and its teams have no other match now."""
        assert self.before is not None
        taken = frozenset().union(*map(_pair, others))
        return self.before.by_match.get(entry.id) == () and not _pair(entry) & taken

    def _match(
        self,
        number: int,
        entry: BoardEntry,
        old: Mapping[frozenset[int], BoardEntry],
        boards: dict[str, Any],
        free: Iterator[int],
    ) -> BoardEntry:
        """A match or bye of a round; the boards of a match that are other ones are written."""
        held = old.get(_pair(entry))
        if NOBODY in _pair(entry):
            return held or entry
        games = next(
            tuple(match.boards.values())
            for match in self._matches(number)
            if {self.sides[match.white], self.sides[match.black]} == _pair(entry)
        )
        if held is not None:
            assert self.before is not None
            if self.before.by_match[held.id] == games:
                return held
            entry = replace(entry, id=held.id)
        boards[str(entry.id)] = self._boards(games, boards.get(str(entry.id), []), free)
        return entry

    def _boards(self, games: Iterable[Game], old: Any, free: Iterator[int]) -> Any:  # noqa: ANN401 - JSON
        """The boards of a match, with what fastpair does not know of them."""
        known = {(board.w, board.b): board.id for board in decode("", old, BOARDS)}
        entries = []
        for game in games:
            pair = self.ids[game.white], self.ids[game.black]
            entries.append(
                BoardEntry(
                    id=known[pair] if pair in known else next(free),
                    t=game.table,
                    w=pair[0],
                    b=pair[1],
                    h=game.handicap,
                    r=letter_of(game),
                )
            )
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
        stated = byes_of_teams(self.held) if self.held and self.before else []
        for number in range(1, self.tournament.rules.rounds + 1):
            games = whole.round(number).games
            seated = {key for game in games for key in game.players}
            pairs = {frozenset(self.sides[key] for key in game.players) for game in games}
            same = pairs == {pair for pair in self._held_round(number) if NOBODY not in pair}
            here = {key for key, team in whole.by_key.items() if same or team.plays_in(number)}
            byes = [bye for bye in stated if bye.round == number and bye.player in here - seated]
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
    held = {old[_pair(entry)].t for entry in found if _pair(entry) in old}
    free = (table for table in count(1) if table not in held)
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
