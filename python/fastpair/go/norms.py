"""Norms for the titles of chess: what each asks for, and what a result lacks [FIDE B.01]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from ..sentences import marked
from .ratings import fide
from .scores import ScoreHistory
from .single_games import in_single_rounds
from .teams import refuse_pairs
from .tournament import RoundKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..arrays import Bools, Integers
    from .tournament import Player, Tournament

__all__ = [
    "APPROVAL",
    "FEWEST_GAMES",
    "NORM_TITLES",
    "ConditionName",
    "Norm",
    "NormGame",
    "NormTitle",
    "TitleCondition",
    "games_needed",
    "is_open_to_the_world",
    "needs_approval",
    "norm_of",
    "norms_of",
    "titles_to_seek",
]

NormTitle: TypeAlias = Literal["GM", "IM", "WGM", "WIM"]
"""A title that norms are made for."""

NORM_TITLES: tuple[NormTitle, ...] = get_args(NormTitle)
"""The titles that norms are made for, the highest first."""


class _Level(NamedTuple):
    """What a title asks of the opponents and of the result."""

    performance: int
    average: int
    floor: int
    """One opponent below it counts with it."""

    holders: tuple[str, ...]
    """Titles of a third of the opponents."""

    done: tuple[str, ...]
    """Titles that need no such norm."""


_LEVELS: Mapping[NormTitle, _Level] = {
    "GM": _Level(2600, 2380, 2200, ("GM",), ("GM",)),
    "IM": _Level(2450, 2230, 2050, ("GM", "IM"), ("GM", "IM")),
    "WGM": _Level(2400, 2180, 2000, ("GM", "IM", "WGM"), ("GM", "IM", "WGM")),
    "WIM": _Level(2250, 2030, 1850, ("GM", "IM", "WGM", "WIM"), ("GM", "IM", "WGM", "WIM")),
}
"""Performance [1.4.8], average [1.4.7], floor [1.4.6] and titles of opponents [1.4.5]."""

FEWEST_GAMES, _OF_CHAMPIONSHIP = 9, 7
"""Games of a norm, and those of one in a championship of teams of the world or a continent [1.4.1b]."""

_FEWEST_HOLDERS, _FOREIGN, _FEWEST_PLAYERS = 3, 2, 6
_TITLED = ("GM", "IM", "WGM", "FM", "WIM", "WFM")
_BY_TITLE = {title: worth for worth, title in enumerate(("WFM", "FM", "WIM", "WGM", "IM", "GM"), 1)}
"""The titles that count, those that count for more norms after the others."""
_UNRATED = 1400
_LEAST_PERCENT = 35


@dataclass(frozen=True, slots=True, kw_only=True)
class NormGame:
    """A game of the player, as a norm counts it.

    Examples
    --------
    >>> NormGame(rating=2500, title="GM", federation="SUI", score_x2=1).score_x2
    1
    """

    rating: int | None
    """Of the opponent; None for an unrated one."""

    title: str
    federation: str
    score_x2: int
    """2 for a win, 1 for a draw."""


ConditionName: TypeAlias = Literal[
    "games",
    "federations",
    "own_federation",
    "one_federation",
    "title_holders",
    "titles",
    "players",
    "average",
    "score",
    "performance",
]


_OF_OPPONENTS: frozenset[ConditionName] = frozenset(
    {"federations", "own_federation", "one_federation", "title_holders", "titles", "players"}
)
"""The conditions that the federations, titles and number of the opponents meet or miss [1.4.3 to 1.4.5]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleCondition:
    """What a norm asks for, and what the player has."""

    name: ConditionName
    article: str
    value: float
    needed: float
    at_most: bool = False
    """Whether more is too much."""

    titles: tuple[str, ...] = ()
    """The titles that count; empty where it is not about titles of opponents."""

    @property
    def is_met(self) -> bool:
        """Whether the player has it."""
        return self.value <= self.needed if self.at_most else self.value >= self.needed

    @property
    def form(self) -> str:
        """The condition in words, with places for `numbers`."""
        return _FORMS[self.name]

    @property
    def numbers(self) -> Mapping[str, str]:
        """What stands in the places of the words."""
        return {
            "value": f"{self.value:g}",
            "needed": f"{self.needed:g}",
            "titles": ", ".join(self.titles),
        }

    @property
    def text(self) -> str:
        """The condition with its numbers."""
        return self.form.format(**self.numbers)


_FORMS: Mapping[ConditionName, str] = {
    "games": marked("games: {value}, at least {needed} needed"),
    "federations": marked("other federations of opponents: {value}, at least {needed} needed"),
    "own_federation": marked(
        "opponents from the own federation: {value}, at most {needed} allowed"
    ),
    "one_federation": marked("opponents from one federation: {value}, at most {needed} allowed"),
    "title_holders": marked("opponents with a title: {value}, at least {needed} needed"),
    "titles": marked("opponents with a title of {titles}: {value}, at least {needed} needed"),
    "players": marked("players of the double round robin: {value}, at least {needed} needed"),
    "average": marked("average rating of the opponents: {value}, at least {needed} needed"),
    "score": marked("points: {value}, at least {needed} needed"),
    "performance": marked("performance: {value}, at least {needed} needed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Norm:
    """A result, held against the conditions of a title."""

    title: NormTitle
    games: int
    """Games that count."""

    ignored: int
    """Games that were left out, as a player may [1.4.1e, 1.4.1f]."""

    score: float
    average: int
    performance: int
    conditions: tuple[TitleCondition, ...]

    @property
    def is_made(self) -> bool:
        """Whether every condition is met."""
        return all(each.is_met for each in self.conditions)

    @property
    def missing(self) -> tuple[TitleCondition, ...]:
        """The conditions that are not met."""
        return tuple(each for each in self.conditions if not each.is_met)

    @property
    def allows_a_norm(self) -> bool:
        """Whether the opponents are such as a norm asks for, whatever the results."""
        return all(each.is_met for each in self.conditions if each.name in _OF_OPPONENTS)

    @property
    def is_performed(self) -> bool:
        """Whether the performance is that of the title, whatever else is missing."""
        return all(each.is_met for each in self.conditions if each.name == "performance")


def norm_of(
    title: NormTitle,
    games: Sequence[NormGame],
    federation: str,
    *,
    exempt: bool = False,
    needed: int = FEWEST_GAMES,
    predetermined: bool = False,
    meeting_twice: int | None = None,
) -> Norm:
    """Hold games against the conditions of a title; those that may be ignored are, if that makes the norm.

    Parameters
    ----------
    games
        Those played over the board, in their order.
    federation
        Of the player.
    exempt
        Whether the federations of the opponents do not matter, see `is_open_to_the_world`.
    needed
        How many games it takes, see `games_needed`.
    predetermined
        Whether the pairings were, as in a round robin: then no round is left out [1.4.1e], and games that were won
        only if the opponents of all games are such as a norm asks for [1.4.1f].
    meeting_twice
        How many players a double round robin has, whose titles are counted in another way [1.4.5]; None elsewhere.

    Examples
    --------
    >>> norm_of("GM", [NormGame(rating=2600, title="GM", federation="SUI", score_x2=1)], "GER").is_made
    False
    """

    def made_of(counted: Sequence[NormGame]) -> Norm:
        return _norm(title, counted, federation, exempt, needed, meeting_twice)

    whole = made_of(games)
    if whole.is_made or (predetermined and not whole.allows_a_norm):
        return whole
    for first, wins, number in _choices(games, needed, predetermined=predetermined):
        if _is_promising(made_of, federation, first, wins, number):
            for ignored in combinations(wins, number):
                found = made_of(_without(first, ignored))
                if found.is_made:
                    return replace(found, ignored=len(games) - found.games)
    return whole


def _choices(
    games: Sequence[NormGame], needed: int, *, predetermined: bool
) -> Iterator[tuple[Sequence[NormGame], list[int], int]]:
    """What a player may ignore: the last games, and so many of those that were won before [1.4.1e, 1.4.1f].

    The games that are left, the places of those that were won among them, and how many of these to ignore.
    """
    fewest = max(needed, len(games)) if predetermined else needed
    for end in range(len(games), fewest - 1, -1):
        first = games[:end]
        wins = [place for place, game in enumerate(first) if game.score_x2 == 2]
        for number in range(min(len(wins), end - needed) + 1):
            yield first, wins, number


def _is_promising(
    made_of: Callable[[Sequence[NormGame]], Norm],
    federation: str,
    games: Sequence[NormGame],
    wins: Sequence[int],
    number: int,
) -> bool:
    """Whether each condition is met by some choice of the wins to ignore, not always the same one.

    Of many rounds there are too many choices to try all: first those that are the best for one condition each.
    """
    worths: tuple[tuple[set[ConditionName], Callable[[NormGame], int]], ...] = (
        ({"average", "score", "performance"}, _rating),
        ({"title_holders", "titles"}, lambda game: _BY_TITLE.get(game.title, 0)),
        ({"own_federation"}, lambda game: game.federation not in ("", federation)),
    )
    for names, worth in worths:
        ignored = sorted(wins, key=lambda place: worth(games[place]))[:number]
        conditions = made_of(_without(games, ignored)).conditions
        if not all(each.is_met for each in conditions if each.name in names):
            return False
    return True


def _without(games: Sequence[NormGame], places: Sequence[int]) -> list[NormGame]:
    return [game for place, game in enumerate(games) if place not in places]


def _rating(game: NormGame) -> int:
    """The rating of the opponent as it counts [1.4.6]."""
    return _UNRATED if game.rating is None else game.rating


def _norm(
    title: NormTitle,
    games: Sequence[NormGame],
    federation: str,
    exempt: bool,
    needed: int,
    meeting_twice: int | None,
) -> Norm:
    level, number = _LEVELS[title], len(games)
    score_x2 = sum(game.score_x2 for game in games)
    average, performance = _performance(_adjusted(games, level.floor), score_x2)
    conditions = (
        TitleCondition(name="games", article="1.4.1", value=number, needed=needed),
        *(() if exempt else _of_federations(games, federation)),
        *_of_titles(games, level, meeting_twice),
        TitleCondition(name="average", article="1.4.7", value=average, needed=level.average),
        TitleCondition(
            name="score",
            article="1.4.8",
            value=score_x2 / 2,
            needed=-(-_LEAST_PERCENT * number // 50) / 2,
        ),
        TitleCondition(
            name="performance", article="1.4.8", value=performance, needed=level.performance
        ),
    )
    return Norm(
        title=title,
        games=number,
        ignored=0,
        score=score_x2 / 2,
        average=average,
        performance=performance,
        conditions=conditions,
    )


def _adjusted(games: Sequence[NormGame], floor: int) -> list[int]:
    """The ratings of the opponents: 1400 without one, and the lowest at least the floor [1.4.6]."""
    ratings = sorted(map(_rating, games))
    return [max(floor, each) if place == 0 else each for place, each in enumerate(ratings)]


def _performance(ratings: Sequence[int], score_x2: int) -> tuple[int, int]:
    """Mean rating of the opponents, and performance [1.4.7, 1.4.8]."""
    if not ratings:
        return 0, 0
    row = np.array([ratings], np.int64)
    counted, score = row > 0, np.array([score_x2], np.int64)
    average, performance = fide.average_ratings(row, counted), fide.performance(row, counted, score)
    return int(average[0]), int(performance[0])


def _of_federations(games: Sequence[NormGame], own: str) -> Iterator[TitleCondition]:
    """Where the opponents may be from; one of whom it is unknown counts as from the own federation [1.4.3, 1.4.4]."""
    codes = [game.federation if own and game.federation else own for game in games]
    others = {code for code in codes if code != own}
    most = max(map(codes.count, {*codes}), default=0)
    number = len(games)
    yield TitleCondition(name="federations", article="1.4.3", value=len(others), needed=_FOREIGN)
    limits: tuple[tuple[ConditionName, int, int], ...] = (
        ("own_federation", codes.count(own), 3 * number // 5),
        ("one_federation", most, 2 * number // 3),
    )
    for name, value, needed in limits:
        yield TitleCondition(name=name, article="1.4.4", value=value, needed=needed, at_most=True)


def _of_titles(
    games: Sequence[NormGame], level: _Level, meeting_twice: int | None
) -> Iterator[TitleCondition]:
    """Half of the opponents have a title, and a third, three at least, one that counts as this one [1.4.5].

    In a double round robin, of six players at least, half of them have one that counts; each is two of the games.
    """
    titles = [game.title for game in games]
    half, third = -(-len(titles) // 2), -(-len(titles) // 3)
    equal = max(third, _FEWEST_HOLDERS) if meeting_twice is None else half
    conditions: tuple[tuple[ConditionName, tuple[str, ...], int], ...] = (
        ("title_holders", _TITLED, half),
        ("titles", level.holders, equal),
    )
    for name, among, needed in conditions:
        value = sum(map(among.__contains__, titles))
        yield TitleCondition(name=name, article="1.4.5", value=value, needed=needed, titles=among)
    if meeting_twice is not None:
        yield TitleCondition(
            name="players", article="1.4.5", value=meeting_twice, needed=_FEWEST_PLAYERS
        )


# ---- Of a tournament ----


def titles_to_seek(player: Player) -> tuple[NormTitle, ...]:
    """The titles above that of a player, the highest first; those of women for women."""
    return tuple(
        title
        for title, level in _LEVELS.items()
        if player.title not in level.done
        and (title[0] != "W" or player.sex == "w" or player.title[:1] == "W")
    )


def norms_of(
    tournament: Tournament,
    host: str,
    listed: Mapping[int, Mapping[str, Player]] = MappingProxyType({}),
) -> Mapping[str, tuple[Norm, ...]]:
    """What the results of players are worth for each title above theirs, by key.

    Parameters
    ----------
    host
        Federation in which the event takes place; empty if it is unknown.
    listed
        By round, players with the ratings and titles of its day, where these are not those of the tournament [1.1.4].

    Raises
    ------
    RuleError
        If pairs have played, or the tournament contradicts itself.
    """
    refuse_pairs(tournament)
    history = ScoreHistory.of(in_single_rounds(tournament))
    players, predetermined = tournament.players, tournament.event_kind.predetermined
    counted = _counted_games(history, players, predetermined=predetermined)
    is_open = is_open_to_the_world(tournament, host)
    of_teams = tournament.event_kind.has_team_championships
    championship = tournament.event.championship if of_teams else "none"
    at_home = host.upper() if championship == "national" else ""
    fewest = _OF_CHAMPIONSHIP if championship == "international" else FEWEST_GAMES
    is_double = (
        tournament.event_kind.crosses_players
        and tournament.rules.cycles * tournament.rules.games > 1
    )

    def on_day(column: int, player: Player) -> Player:
        return listed.get(column // tournament.rules.games + 1, {}).get(player.key, player)

    def games(row: int) -> list[NormGame]:
        columns = np.flatnonzero(counted[row]).tolist()
        opponents = (on_day(each, players[history.opponent[row, each]]) for each in columns)
        scores = history.won_x2[row, counted[row]].tolist()
        return [
            NormGame(
                rating=opponent.rating,
                title=opponent.title,
                federation=opponent.country.upper(),
                score_x2=score_x2,
            )
            for opponent, score_x2 in zip(opponents, scores, strict=True)
        ]

    return {
        player.key: tuple(
            norm_of(
                title,
                games(row),
                player.country.upper(),
                # Of a national championship the players of the federation are exempt [1.4.3b].
                exempt=is_open or (bool(at_home) and player.country.upper() == at_home),
                needed=games_needed(
                    history.kind[row], counted[row], predetermined=predetermined, fewest=fewest
                ),
                predetermined=predetermined,
                meeting_twice=len(tournament.entrants) if is_double else None,
            )
            for title in titles_to_seek(player)
        )
        for row, player in enumerate(players)
    }


def _counted_games(
    history: ScoreHistory, players: Sequence[Player], *, predetermined: bool
) -> Bools:
    """Which games count: in a round robin none against those without a rating who have no point against a rated one.

    As (n, rounds) [1.4.2b].
    """
    counted, opponent = history.counted, history.opponent
    if not predetermined:
        return counted
    rated = np.array([player.rating is not None for player in players], bool)
    against_rated = counted & rated[opponent]
    pointless = ~rated & against_rated.any(axis=1) & ~(history.won_x2 * against_rated).any(axis=1)
    found: Bools = counted & ~pointless[opponent]
    return found


_TO_COME = [kind.code for kind in RoundKind if kind.is_to_come]
_WITHOUT_PLAY = [
    kind.code for kind in (RoundKind.FORFEIT_WON, RoundKind.EMPTY_BOARD, RoundKind.PAIRING_BYE)
]


def games_needed(
    kinds: Integers, counted: Bools, *, predetermined: bool, fewest: int = FEWEST_GAMES
) -> int:
    """How many games a norm takes: nine, seven in some championships of teams [1.4.1b].

    Eight of nine rounds suffice if the ninth was won by forfeit, or was the bye [1.4.1c]. Where the pairings are
    predetermined, all rounds count, and those to come are needed, too [1.4.1e].

    Parameters
    ----------
    kinds
        The codes of the `RoundKind` of each round of a player, (rounds,).
    counted
        Whether the game of the round counts, (rounds,).
    predetermined
        Whether the pairings were, as in a round robin.
    fewest
        So many are enough.

    Returns
    -------
    int
        A number of games over the board.

    Examples
    --------
    >>> kinds = np.array([RoundKind.RATED.code] * 8 + [RoundKind.FORFEIT_WON.code])
    >>> games_needed(kinds, kinds == RoundKind.RATED.code, predetermined=False)
    8
    """
    number = int(counted.sum())
    if predetermined and (to_come := int(np.isin(kinds, _TO_COME).sum())):
        return max(fewest, number + to_come)
    won = np.isin(kinds, _WITHOUT_PLAY).any()
    nine = (len(kinds), number) == (FEWEST_GAMES, FEWEST_GAMES - 1)
    return min(fewest, number if won and nine else FEWEST_GAMES)


APPROVAL = marked("Norms of a round robin of more than two cycles need the approval of FIDE.")
"""What is said where `needs_approval` holds."""


def needs_approval(tournament: Tournament) -> bool:
    """Whether the event has a form for which FIDE has to be asked [1.4.2e]."""
    return tournament.rules.cycles > 2


_MANY, _SOME_FEDERATIONS, _SOME_TITLED = 20, 3, 10
_OF_MASTERS = frozenset({"GM", "IM", "WGM", "WIM"})


def is_open_to_the_world(tournament: Tournament, host: str) -> bool:
    """Whether the federations of opponents do not matter in a Swiss [1.4.3].

    In every round at least 20 rated players who are not from the host federation take part, from at least
    three federations, ten of them with a title of GM, IM, WGM or WIM.
    """
    numbers = [number for number in tournament.round_numbers if tournament.round(number).games]
    if not host or tournament.event_kind.predetermined or not numbers:
        return False

    def has_guests(number: int) -> bool:
        guests = [
            player
            for key in tournament.round(number).seated
            if (player := tournament.by_key[key]).rating is not None
            and player.country
            and player.country.upper() != host.upper()
        ]
        return (
            len(guests) >= _MANY
            and len({player.country.upper() for player in guests}) >= _SOME_FEDERATIONS
            and sum(player.title in _OF_MASTERS for player in guests) >= _SOME_TITLED
        )

    return all(map(has_guests, numbers))
