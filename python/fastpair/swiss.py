"""A Swiss of any game: who plays whom in the next round, proven to be the best."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

from .errors import RuleError
from .go.tournament import (
    SWISS_RULES,
    Bye,
    Game,
    Player,
    Result,
    Rules,
    Same,
    Tournament,
)
from .pairing.draw import Constraints
from .pairing.rounds import draw_with_solution, rounds_drawable
from .pairing.systems.swiss import Swiss
from .parameters import integer, read_list, renamed
from .sentences import phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from .pairing.solving.solution import Solution

    GameRow = tuple[str, str, float | None]
    GameRowWithRound = tuple[int, str, str, float | None]
    Attributes = Mapping[str, object]

Order = Literal["fold", "slip", "adjacent", "random"]
"""Who meets whom within a group of equal scores."""

_SEEDINGS: Mapping[str, Any] = {
    "fold": "fold",
    "slip": "translation",
    "adjacent": "fine-grain",
    "random": "random",
}
_LEVELS: Mapping[str, Any] = {"scores": "scores", "sides": "colours", "order": "seeding"}
"""What preferences come before, by the name of the level."""
_RESULTS = {
    1: Result.WHITE_WINS,
    0.5: Result.JIGO,
    0: Result.BLACK_WINS,
    None: Result.UNKNOWN,
}


@dataclass(frozen=True, kw_only=True)
class SwissPairing:
    """The pairs of a round, and the proof that none are better.

    Examples
    --------
    >>> pairing = pair(["Ann", "Bo", "Cy"])
    >>> pairing.bye, pairing.levels["scores"]
    ('Cy', 0)
    """

    round: int
    """From 1."""

    pairs: tuple[tuple[str, str], ...]
    """Who plays whom, the best pairs first; the first of a pair has the first side, such as White."""

    bye: str | None
    """Who has the bye, because the number of players is odd."""

    unpaired: Mapping[str, str]
    """Who could not be paired by the rules, and why."""

    levels: Mapping[str, int]
    """What the pairing costs on each level, the first one first; scores count in half points."""

    proof: str
    """Digest of the certificate that proves the pairing."""

    _solution: Solution = field(repr=False, compare=False)

    def verify(self) -> None:
        """Check with the separate verifier that no pairing of as many players is better.

        Raises
        ------
        EngineError
            If the proof fails: a bug of fastpair.
        """
        self._solution.prove()


@renamed(never="forbid", avoid="prefer_not", avoid_before="preferences_before")
def pair(
    players: Iterable[str | Player] | Mapping[str, Attributes],
    games: Iterable[Iterable[GameRow]] | Iterable[GameRowWithRound] = (),
    *,
    forbid: Iterable[str | Same | Collection[str]] = (),
    prefer: Iterable[Collection[str]] = (),
    prefer_not: Iterable[str | Same | Collection[str]] = (),
    byes: Iterable[str] = (),
    absent: Iterable[str] = (),
    rounds: int | None = None,
    preferences_before: Literal["scores", "sides", "order"] = "sides",
    order: Order = "fold",
    sides: bool = True,
    seed: int = 0,
) -> SwissPairing:
    """Pair the next round of a Swiss of any game.

    Nobody meets twice, and as many players are paired as the rules allow. Of all such pairings it is
    the best on these levels, one after the other, and this is proven: nobody has another bye before
    everybody had one; the squares of the differences of scores are small, first in total and then from
    the top down; ``prefer`` and ``prefer_not`` hold; the last player has the bye; sides are balanced; and
    within groups of equal scores the players meet in the ``order``.

    Parameters
    ----------
    players
        Names, or attributes by name, such as ``{"Ann": {"school": "North", "rating": 1500}}``, or
        players. By ``rating``, and then in the order in which they are given, equal players are placed;
        so a set is refused. Spaces around names, and the way in which accents are encoded, do not matter.
    games
        Those of the earlier rounds: for each round a list of ``(first, second, result)``, which may be
        empty, or in one list ``(round, first, second, result)``. The result is that of the first: 1, 0.5, 0, or None if it is
        not known.
    forbid
        Pairs of names that are not drawn; and attributes, such as ``"school"``, whose players with the
        same value do not meet. ``Same("school", until=3)`` is such a rule for some rounds.
    prefer, prefer_not
        Pairs that are drawn where scores do not suffer; pairs, or attributes, that are drawn only where
        scores would suffer otherwise.
    preferences_before
        What ``prefer`` and ``prefer_not`` come before: the differences of scores, the balance of sides, or
        the order within the groups.
    byes
        Names of those who have had a bye, once for each. A bye is a point.
    absent
        Names of those who do not play in this round.
    rounds
        Rounds of the whole tournament. Then the pairs are chosen so that the others can all be completed
        without a rematch. Of more than 200 players some rules may leave that open; then this round
        alone counts.
    order
        ``fold``: the best of a group meets the last; ``slip``: the upper half meets the lower one;
        ``adjacent``: neighbours meet; ``random``: lots decide.
    sides
        Whether to balance who comes first.
    seed
        Of lots.

    Warns
    -----
    UserWarning
        If a round up to the last of ``rounds`` cannot be complete without a rematch.

    Raises
    ------
    RuleError
        If a name is unknown or not the only one, a game contradicts another one, nobody is left to pair,
        or a value cannot be.
    EngineError
        If the proof fails: a bug of fastpair.

    Examples
    --------
    >>> names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    >>> first = pair(names)
    >>> first.pairs, first.bye
    ((('Di', 'Ann'), ('Bo', 'Cy')), 'Ed')
    >>> played = [[("Di", "Ann", 0), ("Bo", "Cy", 0.5)]]
    >>> second = pair(names, played, byes=["Ed"], rounds=5)
    >>> second.pairs, second.bye
    ((('Ann', 'Ed'), ('Bo', 'Di')), 'Cy')
    >>> second.verify()
    """
    if order not in _SEEDINGS:
        raise RuleError(
            phrase(
                "expected an order ({orders}), got {order!r}",
                orders=", ".join(_SEEDINGS),
                order=order,
            )
        )
    if preferences_before not in _LEVELS:
        raise RuleError(
            phrase(
                "must be one of {words}, not {got}",
                words=", ".join(_LEVELS),
                got=repr(preferences_before),
            ),
            about="preferences_before",
        )
    people = _players(players)
    names = _Names(people)
    earlier, number = _games(games, names)
    rules = Rules(rounds=number if rounds is None else rounds, **SWISS_RULES)
    tournament = Tournament(kind="swiss", rules=rules, players=people, games=tuple(earlier))
    idle = {
        about: [names.key(each) for each in read_list(given, about)]
        for about, given in (("byes", byes), ("absent", absent))
    }
    for about, keys in idle.items():
        tournament.check_players(keys, about=about)
    tournament = replace(tournament, byes=tuple(_byes(tournament, idle["byes"], number)))
    tournament = tournament.with_absences(number, idle["absent"])
    constraints = Constraints(
        forbid=names.rules(forbid, "forbid"),
        prefer=names.rules(prefer, "prefer"),
        prefer_not=names.rules(prefer_not, "prefer_not"),
        this_round_alone=rounds is None,
    )
    _warn_of_rematches(tournament, number, constraints)
    draw, solution = draw_with_solution(
        tournament,
        number,
        system=replace(
            Swiss.of_any_game(rules, _SEEDINGS[order]),
            colours=sides,
            streaks=sides,
            preferences_before=_LEVELS[preferences_before],
        ),
        constraints=constraints,
        seed=seed,
    )
    assert solution is not None
    assert draw.proof is not None
    return SwissPairing(
        round=number,
        pairs=tuple((board.white, board.black) for board in draw.boards),
        bye=draw.bye,
        unpaired={each.player: each.reason for each in draw.unpaired},
        levels=solution.costs,
        proof=draw.proof,
        _solution=solution,
    )


class _Names:
    """The players by their names, in which neither spaces nor the way to write accents matter."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._keys: dict[str, str] = {}
        for player in players:
            same = self._keys.setdefault(_plain(player.key), player.key)
            if same is not player.key:
                raise RuleError(
                    phrase(
                        "{name!r} and {other!r} are one name; give each player another one",
                        name=same,
                        other=player.key,
                    ),
                    about="players",
                )

    def key(self, player: object) -> Any:  # noqa: ANN401
        """The key of a player who is given by name; whatever names nobody stays as it is."""
        if isinstance(player, Player):
            return player.key
        return self._keys.get(_plain(player), player) if isinstance(player, str) else player

    def rules(self, given: Any, about: str) -> list[Any]:  # noqa: ANN401
        """Pairs by key, and attributes."""
        return [
            each if isinstance(each, str | Same) else [*map(self.key, read_list(each, about))]
            for each in read_list(given, about)
        ]


def _plain(name: str) -> str:
    return " ".join(normalize("NFC", name).split())


def _players(players: Iterable[str | Player] | Mapping[str, Attributes]) -> tuple[Player, ...]:
    """The players, whose ratings are replaced by their places: by rating, and then as they come.

    Nothing but the order of ratings matters, and some numbers are no ratings in Go.
    """
    if isinstance(players, Mapping):
        found = [_of_attributes(*each) for each in players.items()]
    else:
        found = [_player(each) for each in read_list(players, "players", ordered=True)]
    order = sorted(range(len(found)), key=lambda seat: found[seat][1], reverse=True)
    place = {seat: len(found) - number for number, seat in enumerate(order)}
    return tuple(replace(one, rating=place[seat]) for seat, (one, _) in enumerate(found))


def _player(player: object) -> tuple[Player, Real | float]:
    """A player, and the rating."""
    if isinstance(player, Player):
        return player, -inf if player.rating is None else player.rating
    if not isinstance(player, str) or not _plain(player):
        raise RuleError(phrase("expected a name, got {got!r}", got=player), about="players")
    return Player(key=player, name=player), -inf


def _of_attributes(name: object, values: object) -> tuple[Player, Real | float]:
    """A player of some attributes, and the rating; None and NaN stand for nothing."""
    player, rating = _player(name)
    if values is None:
        return player, rating
    if not isinstance(values, Mapping):
        raise RuleError(
            phrase("{name!r}: expected attributes by name, got {got!r}", name=name, got=values),
            about="players",
        )
    known = {
        about: value for about, value in values.items() if value is not None and value == value
    }
    rating = known.get("rating", rating)
    if isinstance(rating, bool) or not isinstance(rating, Real):
        raise RuleError(
            phrase(
                "{name!r}: expected a number as rating, got {rating!r}", name=name, rating=rating
            ),
            about="players",
        )
    attributes = {about: str(value) for about, value in known.items()}
    return replace(player, attributes=attributes), rating


def _games(games: Any, names: _Names) -> tuple[list[Game], int]:  # noqa: ANN401
    """The games of a list for each round, or of one list with the rounds in front; and the round to pair."""
    given = [
        read_list(each, "games", ordered=True) for each in read_list(games, "games", ordered=True)
    ]
    rounds = [number for each in given if each and (number := integer(each[0])) is not None]
    if given and len(rounds) == len(given):
        by_round = [(number, each[1:]) for number, each in zip(rounds, given, strict=True)]
    else:
        by_round = [(number, each) for number, rows in enumerate(given, 1) for each in rows]
        rounds = [len(given)]
    found = [_game(round, table, each, names) for table, (round, each) in enumerate(by_round, 1)]
    return found, max(rounds) + 1


def _game(round: int, table: int, game: Any, names: _Names) -> Game:  # noqa: ANN401
    try:
        first, second, result = game
        white, black = names.key(first), names.key(second)
        return Game(round=round, table=table, white=white, black=black, result=_RESULTS[result])
    except (TypeError, ValueError, KeyError):
        raise RuleError(
            phrase(
                "round {round}: expected (first, second, result) with a result of 1, 0.5, 0 or None, got {got!r}",
                round=round,
                got=game,
            ),
            about="games",
        ) from None


def _byes(tournament: Tournament, keys: Iterable[str], number: int) -> Iterator[Bye]:
    """Byes in rounds before the one to pair in which the players had no game."""
    seated = {round: set(tournament.round(round).seated) for round in range(1, number)}
    for key in keys:
        free = next((round for round, there in seated.items() if key not in there), None)
        if free is None:
            raise RuleError(
                phrase_many(
                    "{name!r} cannot have so many byes in {count} earlier round; games lists the rounds",
                    "{name!r} cannot have so many byes in {count} earlier rounds; games lists the rounds",
                    len(seated),
                    name=key,
                ),
                about="byes",
            )
        seated[free].add(key)
        yield Bye(round=free, player=key)


def _warn_of_rematches(tournament: Tournament, number: int, constraints: Constraints) -> None:
    """Warn if the rounds that are left are more than can be drawn complete without a rematch."""
    if constraints.this_round_alone:
        return
    drawable = rounds_drawable(tournament, number, constraints)
    if drawable is not None and number + drawable <= tournament.rules.rounds:
        message = phrase(
            "round {round} cannot be drawn complete without a rematch, however those before are drawn",
            round=number + drawable,
        )
        warnings.warn(message, stacklevel=4)  # who calls `pair`, behind its decorator
