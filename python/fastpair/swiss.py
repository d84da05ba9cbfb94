"""A Swiss of any game: who plays whom in the next round, proven to be the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from .errors import RuleError
from .go.tournament import (
    SWISS_RULES,
    Bye,
    Criterion,
    Game,
    Player,
    Result,
    Rules,
    Tournament,
)
from .pairing.draw import Constraints
from .pairing.rounds import draw_with_solution
from .pairing.systems.swiss import Swiss
from .sentences import phrase

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from .go.tournament import Same
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
_PLACEMENT = (Criterion.WINS, Criterion.SOS_WINS, Criterion.SOSOS_WINS)


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


def pair(
    players: Iterable[str | Player] | Mapping[str, Attributes],
    games: Sequence[Sequence[GameRow]] | Sequence[GameRowWithRound] = (),
    *,
    never: Collection[str | Same | Collection[str]] = (),
    avoid: Collection[str | Same | Collection[str]] = (),
    prefer: Collection[Collection[str]] = (),
    byes: Iterable[str] = (),
    absent: Collection[str] = (),
    rounds: int | None = None,
    avoid_before: Literal["scores", "sides", "order"] = "sides",
    order: Order = "fold",
    sides: bool = True,
    seed: int = 0,
) -> SwissPairing:
    """Pair the next round of a Swiss of any game.

    Nobody meets twice, and as many players are paired as the rules allow. Of all such pairings it is
    the best on these levels, one after the other, and this is proven: nobody has another bye before
    everybody had one; the squares of the differences of scores are small, first in total and then from
    the top down; ``avoid`` and ``prefer`` hold; the last player has the bye; sides are balanced; and
    within groups of equal scores the players meet in the ``order``.

    Parameters
    ----------
    players
        Names, or attributes by name, such as ``{"Ann": {"school": "North", "rating": 1500}}``, or
        players. By ``rating``, and then in the order in which they are given, equal players are placed.
    games
        Those of the earlier rounds: for each round a list of ``(first, second, result)``, or in one list
        ``(round, first, second, result)``. The result is that of the first: 1, 0.5, 0, or None if it is
        not known.
    never
        Pairs of names that are not drawn; and attributes, such as ``"school"``, whose players with the
        same value do not meet. ``Same("school", until=3)`` is such a rule for some rounds.
    avoid, prefer
        Pairs, or attributes, that are drawn only where scores would suffer otherwise; pairs that are
        drawn where scores do not suffer.
    avoid_before
        What ``avoid`` and ``prefer`` come before: the differences of scores, the balance of sides, or
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
    if avoid_before not in _LEVELS:
        raise RuleError(
            phrase(
                "must be one of {words}, not {got}",
                words=", ".join(_LEVELS),
                got=repr(avoid_before),
            ),
            about="avoid_before",
        )
    earlier, byes = _games(games), [*byes]
    number = max((game.round for game in earlier), default=0) + 1
    rules = Rules(rounds=number if rounds is None else rounds, **SWISS_RULES)
    tournament = Tournament(
        kind="swiss", rules=rules, players=tuple(_players(players)), games=tuple(earlier)
    )
    tournament.check()
    tournament.check_players(frozenset(byes), about="byes")
    tournament.check_players(frozenset(absent), about="absent")
    tournament = replace(tournament, byes=tuple(_byes(tournament, byes)))
    tournament = tournament.with_absences(number, absent)
    draw, solution = draw_with_solution(
        tournament,
        number,
        system=replace(
            Swiss.of_any_game(rules, _SEEDINGS[order]),
            colours=sides,
            avoid_before=_LEVELS[avoid_before],
        ),
        constraints=Constraints(
            never=never, avoid=avoid, prefer=prefer, this_round_alone=rounds is None
        ),
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


def _players(players: Iterable[str | Player] | Mapping[str, Attributes]) -> Iterator[Player]:
    """The players, whose ratings are replaced by their places: by rating, and then as they come.

    Nothing but the order of ratings matters, and some numbers are no ratings in Go.
    """
    attributes = players if isinstance(players, Mapping) else {}
    found = [_player(each, attributes) for each in players]
    by_rating = sorted(found, key=lambda one: inf if one.rating is None else -one.rating)
    place = {id(one): number for number, one in enumerate(by_rating)}
    for one in found:
        yield replace(one, rating=len(found) - place[id(one)])


def _player(player: str | Player, attributes: Mapping[str, Attributes]) -> Player:
    """A player, of whom there may be attributes by name."""
    if isinstance(player, Player):
        return player
    if not isinstance(player, str):
        raise RuleError(phrase("expected a name, got {got!r}", got=player), about="players")
    values = attributes.get(player, {})
    rating = values.get("rating")
    if rating is not None and (isinstance(rating, bool) or not isinstance(rating, int)):
        raise RuleError(
            phrase("{name!r}: expected a whole rating, got {rating!r}", name=player, rating=rating),
            about="players",
        )
    return Player(
        key=player,
        name=player,
        rating=rating,
        attributes={name: str(value) for name, value in values.items() if value is not None},
    )


def _games(games: Sequence[Any]) -> list[Game]:
    """The games of a list for each round, or of one list with the rounds in front."""
    flat = bool(games) and all(each and isinstance(each[0], int) for each in games)
    by_round: list[tuple[int, Any]] = (
        [(each[0], each[1:]) for each in games]
        if flat
        else [
            (number, each)
            for number, games_of_round in enumerate(games, 1)
            for each in games_of_round
        ]
    )
    return [_game(round, table, each) for table, (round, each) in enumerate(by_round, 1)]


def _game(round: int, table: int, game: Any) -> Game:  # noqa: ANN401
    try:
        first, second, result = game
        return Game(round=round, table=table, white=first, black=second, result=_RESULTS[result])
    except (TypeError, ValueError, KeyError):
        raise RuleError(
            phrase(
                "round {round}: expected (first, second, result) with a result of 1, 0.5, 0 or None, got {got!r}",
                round=round,
                got=game,
            ),
            about="games",
        ) from None


def _byes(tournament: Tournament, names: Iterable[str]) -> Iterator[Bye]:
    """Byes in rounds in which the players had no game."""
    seated = {
        round: set(tournament.round(round).seated) for round in range(1, tournament.last_round + 1)
    }
    for name in names:
        free = next((round for round, there in seated.items() if name not in there), None)
        if free is None:
            raise RuleError(
                phrase("{name!r} has had a game in every round, and no bye", name=name),
                about="byes",
            )
        seated[free].add(name)
        yield Bye(round=free, player=name)
