"""What everybody may see of a tournament: phones, the screen, the copy for the web and programs are made of it alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import input_error
from ..go.tournament.player import age_on, births
from ..letters import folded
from ..parameters import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from datetime import date, datetime

    from ..go.prizes import Award
    from ..go.standings import Standings
    from ..go.team_standings import TeamStandings
    from ..go.tournament import Game, Person, Player, Tournament
    from ..sentences import Sentence
    from .pages import Attendance, Translate

    _Named = TypeVar("_Named")


@dataclass(frozen=True, slots=True, kw_only=True)
class Privacy:
    """Whose names are not written, and what stands for them."""

    age: int = 0
    """Players who are younger, as far as their birth is known, are not named; 0 names everybody."""

    initials: bool = True
    """Whether initials stand for their names, and not *Player 4817*."""

    def __post_init__(self) -> None:
        if type(self.age) is not int or self.age < 0:
            message = f"expected an age in years, got {quoted(self.age)}"
            raise input_error(self.age, int, message, about="hide_under")

    def hides(self, player: Player, today: date) -> bool:
        """Whether a player, or a member of a pair, is so young."""
        return any(self._is_young(person.birth, today) for person in _people(player))

    def _is_young(self, birth: str, today: date) -> bool:
        if not birth:
            return False
        # Of who is known by the year alone, the birthday may be the last one of it.
        return age_on(births(birth)[1], today) < self.age

    def name(self, player: Player, number: int, _: Translate) -> str:
        """What stands for the name of a player who is hidden."""
        words = f"{player.name} {player.first_name}".replace("-", " ").split()
        letters = [word for word in words if word[0].isalpha()]
        # In Chinese and Korean, a sign may be a whole name.
        shortens = all(len(word) > 1 or word.swapcase() != word for word in letters)
        if self.initials and letters and shortens:
            return " ".join(f"{word[0]}." for word in letters)
        return _("Player {number}").format(number=number)

    def hidden_names(
        self, players: Iterable[Player], addresses: Mapping[str, str], today: date, _: Translate
    ) -> Mapping[str, str]:
        """What stands for the names of players who are hidden, by key.

        Parameters
        ----------
        addresses
            As of `PublicNames`; numbers follow from them.
        today
            The day for which ages count.
        """
        young = [player for player in players if self.age and self.hides(player, today)]
        numbers = _numbers([addresses[player.key] for player in young])
        pairs = zip(young, numbers, strict=True)
        return {player.key: self.name(player, number, _) for player, number in pairs}


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicNames:
    """The names of players that everybody may see, in a language, and by which everybody finds them."""

    hidden: Mapping[str, str]
    """What stands for the names of players who are hidden, by key."""

    addresses: Mapping[str, str]
    """What the pages of players are called after, and hidden players are numbered by: a text of hexadecimal digits
    by key, which tells nothing of them."""

    whole: Mapping[str, tuple[str, ...]]
    """The folded whole names of each player whom a part of a name does not find, by key."""

    whole_only: bool
    """Whether a part of a name finds nobody."""

    def renamed(self, row: _Named) -> _Named:
        """A player, or a row of the standings, under the name that everybody may see."""
        found: Any = row
        name = self.hidden.get(found.key)
        return row if name is None else replace(found, name=name, first_name="")

    def ranked(self, standings: Standings) -> Standings:
        """Standings under these names."""
        rows = map(self.renamed, standings.rows)
        return replace(standings, rows=tuple(rows)) if self.hidden else standings

    def awarded(
        self, ranking: Standings, awards: Sequence[Award]
    ) -> tuple[Standings, tuple[Award, ...]]:
        """Prizes under these names, and nothing of who lacks a fact."""
        winners = (tuple(map(self.renamed, each.winners)) for each in awards)
        pairs = zip(awards, winners, strict=True)
        public = (replace(each, winners=found, lacking=()) for each, found in pairs)
        return self.ranked(ranking), tuple(public)

    def shown(self, tournament: Tournament) -> Tournament:
        """The tournament under these names, and without those of members of pairs who are hidden."""
        if not self.hidden:
            return tournament
        players = (
            replace(self.renamed(player), members=()) if player.key in self.hidden else player
            for player in tournament.players
        )
        return replace(tournament, players=tuple(players), doubtful=True)

    def key_of(self, key: str) -> str:
        """The key of a player for other programs; of who is hidden the address, since keys are made of names."""
        return self.addresses[key] if key in self.hidden else key

    def finds(self, words: str, names: Iterable[str], keys: Iterable[str]) -> bool:
        """Whether a search finds one of some players.

        Parameters
        ----------
        words
            What is searched, folded.
        names
            The folded names of the players, as everybody may see them.
        """
        if not words:
            return True
        in_part = not self.whole_only and any(words in name for name in names)
        return in_part or any(words in self.whole.get(key, ()) for key in keys)


def whole_names(player: Player, shown: str) -> tuple[str, ...]:
    """The folded names of a player, in both orders, and those of members, and how the player is shown."""
    people = _people(player)
    in_order = (person.full_name for person in people)
    reversed_order = (f"{person.first_name} {person.name}".strip() for person in people)
    return tuple(dict.fromkeys(map(folded, (*in_order, *reversed_order, shown))))


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicRound:
    """A round as it was published, with the results of today."""

    number: int
    state: str
    """Whether its boards may still change, a value of `PublicationState`; that of a draft is in no public view."""

    time: str
    """When it came to this state, in UTC, by ISO 8601; empty for a draft."""

    boards: tuple[Game, ...]
    """Without those that players have left whom the tournament does not have any more; matches without line-ups."""

    attendance: Attendance
    """Who has a board, and why the others have none."""

    changes: tuple[Sentence, ...]
    """What has been published otherwise since it was published first, until its results are all known."""

    changed_tables: frozenset[int]
    changed_players: frozenset[str]
    """Keys of those who have another board or bye, or none any more."""


def _rounds_to_play(view: PublicView, key: str = "") -> Iterator[int]:
    """The rounds that lack results, of one player or of anybody, where all are paired ahead; none elsewhere."""
    for number in sorted(view.rounds) if view.tournament.is_paired_ahead else ():
        games, units = view.rounds[number].boards, {key}
        if number in view.lineup_times and view.tournament.team_play:
            units = {t.key for t in view.tournament.team_play.teams if key in t.members}
        if any(game.lacks_result and (not key or units & {*game.players}) for game in games):
            yield number


@dataclass(frozen=True, kw_only=True)
class PublicView:
    """What everybody may see of a tournament, under the names that everybody may see."""

    tournament: Tournament
    """With the published rounds as they were published, with the results of today, and no others."""

    matches: Tournament | None
    """The tournament with teams as its players, and all matches; None if no line-ups are to come."""

    lineup_times: Mapping[int, datetime]
    """The rounds whose matches are public without their line-ups, and when these are."""

    names: PublicNames

    rooms: Mapping[str, range]
    """The numbers of the tables in each room, by its name."""

    rounds: Mapping[int, PublicRound]
    """The published rounds, by number."""

    in_order: range
    """The rounds whose standings are public: all up to them are published as they are."""

    after: int
    """The last of them whose own results are all known; 0 if there is none."""

    rank: Callable[[int], tuple[Standings, TeamStandings | None]] = field(repr=False)
    """The standings after a round, and those of teams if these are drawn, under all names."""

    award: Callable[[], tuple[Standings, tuple[Award, ...]] | None] = field(repr=False)
    """The prizes, by their own criteria and under all names; None until all rounds are complete and public."""

    def shown_in(self, number: int) -> Tournament:
        """The tournament in which a round is shown: teams are its players while its line-ups are to come."""
        return self.matches if self.matches and number in self.lineup_times else self.tournament

    @cached_property
    def current(self) -> int:
        """The last published round, of rounds that are all paired ahead the first that lacks results; 0 for none."""
        return next(_rounds_to_play(self), max(self.rounds, default=0))

    def next_round_of(self, key: str) -> int:
        """The first round that a player has to play of those that are all paired ahead, or else the current one."""
        return next(_rounds_to_play(self, key), self.current)

    def room_of(self, table: int) -> str:
        """The room of a table; empty if it is in none."""
        return next((room for room, tables in self.rooms.items() if table in tables), "")

    def standings(self, after: int) -> tuple[Standings, TeamStandings | None]:
        """The standings after a round, and those of teams if these are drawn.

        The order of players who are equal is that of their names, whether they are shown or not.
        """
        ranking, teams = self.rank(after)
        return self.names.ranked(ranking), teams

    def prizes(self) -> tuple[Standings, tuple[Award, ...]] | None:
        """The prizes, as `PublicNames.awarded` has them."""
        awards = self.award()
        return awards and self.names.awarded(*awards)


def _people(player: Player) -> tuple[Person, ...]:
    return player, *player.members, *player.roster


_NUMBERS = range(1000, 10_000)
"""Those of players who are not named; few enough to be read out, and so many that two rarely have the same."""


def _numbers(addresses: Sequence[str]) -> Iterator[int]:
    """Numbers that follow from addresses, each another one; who comes later takes nobody's."""
    taken = set[int]()
    for address in addresses:
        place = int(address, 16)
        while (number := _NUMBERS[place % len(_NUMBERS)]) in taken:
            place += 1
        taken.add(number)
        yield number
