"""A Swiss of any game: who plays whom in the next round, proven to be the best."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import normalize

from ..errors import RuleError, input_error
from ..go.standings import standings
from ..go.tournament import (
    PRESETS,
    SWISS_RULES,
    TITLES,
    Bye,
    Criterion,
    Ending,
    Game,
    GameEnding,
    Player,
    Points,
    Result,
    Rules,
    Same,
    Tournament,
    parse_halves,
    parse_result,
    read_criteria,
)
from ..go.tournament.presets import preset_named
from ..go.tournament.ranges import range_in
from ..go.tournament.systems import FIDE_SYSTEMS, FideSystemName
from ..mappings import freeze
from ..parameters import integer, quoted, read_list, renamed
from ..sentences import phrase, phrase_many
from .draw import Constraints
from .rounds import draw_with_proof, rounds_drawable
from .systems.catalogue import system_class
from .systems.swiss import Swiss

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..go.standings import Standings
    from .solving.solution import Solution
    from .systems import Proof, System

    GameRow = tuple[str, str, float | str | None]
    GameRowWithRound = tuple[int, str, str, float | str | None]
    GameRows = Iterable[Iterable[GameRow]] | Iterable[GameRowWithRound]
    ByeRows = Iterable[str | tuple[str, float]]
    PointsGiven = str | Points | Mapping[str, float]
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
_SYSTEMS = ("swiss", *FIDE_SYSTEMS)
_OF_FIRST = {f"{result:g}": _RESULTS[result] for result in (1, 0.5, 0)}


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

    _solution: Solution | Proof = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        freeze(self, "unpaired", "levels")

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
    games: GameRows = (),
    *,
    forbid: Iterable[str | Same | Collection[str]] = (),
    prefer: Iterable[Collection[str]] = (),
    prefer_not: Iterable[str | Same | Collection[str]] = (),
    byes: ByeRows = (),
    absent: Iterable[str] = (),
    rounds: int | None = None,
    preferences_before: Literal["scores", "sides", "order"] = "sides",
    order: Order = "fold",
    sides: bool = True,
    seed: int = 0,
    points: PointsGiven | None = None,
    system: Literal["swiss", FideSystemName] = "swiss",
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
        players. By ``rating``, then by the ``title`` of a chess player, such as GM, and then in the order in
        which they are given, equal players are placed; so a set is refused. Spaces around names, and
        the way in which accents are encoded, do not matter.
    games
        Those of the earlier rounds: for each round a list of ``(first, second, result)``, which may be
        empty, or in one list ``(round, first, second, result)``. The result is that of the first: 1, 0.5, 0, or None if it is
        not known; or both in words, such as ``"1-0"``, ``"½"``, and by forfeit ``"1-0f"`` or ``"0-0f"``.
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
        Names of those who have had a bye, once for each; and ``(name, points)`` of those who asked for one,
        or were absent: the points of a requested bye, usually 0.5, or of an absence, 0.
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
    points
        What games and byes are worth, in halves: those of a preset, ``"Swiss"``, ``"Chess"``,
        ``"Football"`` or ``"Double-Swiss"``, by default that of the system; those of `Points`, or some by name, such as ``{"win": 3, "draw": 1, "bye": 3}``; also ``loss``,
        ``forfeit_win``, ``forfeit_loss``, ``requested_bye`` and ``absence``.
    system
        ``swiss``, as above; or a system of FIDE's rules for chess, which allow one pairing, bracket by
        bracket, such as ``dutch``, for which each player needs a rating, or ``double-swiss``, in which
        each result is a pair of those of two games, for the one who has White in the first:
        ``(1, 0.5)`` or ``"1-0,½"``. They need ``rounds``, since the last ones have rules of their own, and take neither
        preferences nor another order; the ``levels`` are then their criteria. ``swiss-team`` is refused:
        `Congress` holds teams.

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
    _check_words(order, preferences_before, system, sides)
    tournament, names, number = _tournament(players, games, byes, points, rounds, system)
    away = [names.key(each) for each in read_list(absent, "absent")]
    tournament.check_players(away, about="absent")
    tournament = tournament.with_absences(number, away)
    rules = tournament.rules
    constraints = Constraints(
        forbid=names.rules(forbid, "forbid"),
        prefer=names.rules(prefer, "prefer"),
        prefer_not=names.rules(prefer_not, "prefer_not"),
        this_round_alone=rounds is None,
    )
    if not rules.by_fide:
        own = replace(
            Swiss.of_any_game(rules, _SEEDINGS[order]),
            colours=sides,
            streaks=sides,
            preferences_before=_LEVELS[preferences_before],
        )
        _warn_of_rematches(tournament, number, constraints)
        return _paired(tournament, number, own, constraints, seed)
    if rounds is None or order != "fold" or not sides:
        message = phrase(
            "{system} needs the number of rounds, and has an order and sides of its own",
            system=system,
        )
        raise RuleError(message, about="system")
    own_system = system_class(system).of_tournament(tournament)
    return _paired(tournament, number, own_system, constraints, seed)


def swiss_standings(
    players: Iterable[str | Player] | Mapping[str, Attributes],
    games: GameRows = (),
    *,
    byes: ByeRows = (),
    points: PointsGiven = "Swiss",
    criteria: str
    | Iterable[
        str | Criterion
    ] = "Points, Buchholz, Sonneborn-Berger, Cumulative, Direct-Encounter, Wins, Wins-with-Black",
) -> Standings:
    """The standings after the games of a Swiss of any game.

    Parameters
    ----------
    players, games, byes, points
        As `pair` takes them.
    criteria
        What the players are sorted by, the first the most: their names in the rules of a tournament, in a
        text with commas or a list.

    Raises
    ------
    RuleError
        As `pair` raises it, or if there is no such criterion.

    Examples
    --------
    >>> games = [[("Ann", "Bo", "1-0"), ("Cy", "Di", "½")], [("Cy", "Ann", "0-1f"), ("Bo", "Di", 1)]]
    >>> table = swiss_standings(["Ann", "Bo", "Cy", "Di", "Ed"], games, byes=["Ed", ("Ed", 0.5)])
    >>> [(row.place, row.key, row.values[0]) for row in table.rows]
    [(1, 'Ann', 2.0), (2, 'Ed', 1.5), (3, 'Bo', 1.0), (4, 'Cy', 0.5), (5, 'Di', 0.5)]
    """
    tournament, _, number = _tournament(players, games, byes, points)
    rules = replace(tournament.rules, placement=read_criteria(criteria))
    return standings(replace(tournament, rules=rules), number - 1)


def _tournament(
    players: Iterable[str | Player] | Mapping[str, Attributes],
    games: GameRows,
    byes: ByeRows,
    points: PointsGiven | None,
    rounds: int | None = None,
    system: str = "swiss",
) -> tuple[Tournament, _Names, int]:
    """The tournament before a round, its players by name, and the number of the round."""
    usual = next(
        (name for name, preset in PRESETS.items() if preset.changes.get("system") == system),
        "Swiss",
    )
    changes = SWISS_RULES | {
        name: value for name, value in PRESETS[usual].changes.items() if name in ("system", "games")
    }
    people = _players(players, rated=system_class(system).needs_ratings)
    names = _Names(people)
    earlier, number = _games(games, names, changes.get("games", 1))
    limits = range_in(Rules, "rounds")
    if not (rounds is None or (integer(rounds) is not None and limits.holds(rounds))):
        message = phrase(
            "must be a whole number{range}, not {got}", range=limits.words, got=quoted(rounds)
        )
        raise input_error(rounds, int, message, about="rounds")
    rules = Rules(rounds=number if rounds is None else rounds, **changes)
    tournament = Tournament(kind="swiss", rules=rules, players=people, games=tuple(earlier))
    tournament = _with_points(tournament, usual if points is None else points)
    return _with_byes(tournament, _bye_rows(byes, names, tournament), number), names, number


def _with_points(tournament: Tournament, points: object) -> Tournament:
    """The tournament with these points, those of a preset, or some by name."""
    if isinstance(points, str) and (preset := preset_named(points)).kind == "swiss":
        points = preset.changes["points"]
    if isinstance(points, Points):
        return replace(tournament, rules=replace(tournament.rules, points=points))
    known = {"draw" if name == "jigo" else name: name for name in _POINTS}
    if not isinstance(points, Mapping) or not known.keys() >= points.keys():
        raise input_error(
            points,
            (str, Mapping),
            phrase(
                "expected a preset of other games than Go, or points by name ({names}), got {got!r}",
                names=", ".join(known),
                got=points,
            ),
            about="points",
        )
    limits = range_in(Points, "win_x2")
    values: dict[str, Any] = {
        f"{known[name]}_x2": parse_halves(known[name], str(value), limits)
        for name, value in points.items()
    }
    changed = tournament.rules.points.with_values(by_mms=False, **values)
    return replace(tournament, rules=replace(tournament.rules, points=changed))


_POINTS = (
    *("win", "jigo", "loss", "forfeit_win", "forfeit_loss"),
    *("bye", "requested_bye", "absence"),
)
"""What has points by the rules."""


def _check_words(order: object, preferences_before: object, system: str, sides: object) -> None:
    """Refuse words that a pairing does not know."""
    words = {
        "order": (order, _SEEDINGS),
        "preferences_before": (preferences_before, _LEVELS),
        "system": (system, _SYSTEMS),
    }
    for name, (word, known) in words.items():
        if not isinstance(word, str) or word not in known:
            message = phrase(
                "must be one of {words}, not {got}", words=", ".join(known), got=quoted(word)
            )
            raise input_error(word, str, message, about=name)
    if not isinstance(sides, bool):
        message = phrase("must be true or false, not {got}", got=quoted(sides))
        raise input_error(sides, bool, message, about="sides")
    if system_class(system).of_teams:
        raise RuleError(
            phrase(
                "{system} pairs teams, which only a tournament holds; use Congress", system=system
            ),
            about="system",
        )


def _paired(
    tournament: Tournament, number: int, system: System, constraints: Constraints, seed: int
) -> SwissPairing:
    """The pairing of a system by its own levels, or else by FIDE's criteria, whose costs are those of all brackets."""
    draw, solution, proof = draw_with_proof(
        tournament, number, system=system, constraints=constraints, seed=seed
    )
    proven = proof if solution is None else solution
    assert proven is not None
    assert draw.proof is not None
    costs: Counter[str] = Counter()
    for bracket in draw.brackets:
        costs.update(bracket.criteria)
    by_criteria = {name: costs[name] for name in sorted(costs, key=lambda name: (len(name), name))}
    return SwissPairing(
        round=number,
        pairs=tuple((board.white, board.black) for board in draw.boards),
        bye=draw.bye,
        unpaired={left.player: left.reason for left in draw.unpaired},
        levels=by_criteria if solution is None else solution.costs,
        proof=draw.proof,
        _solution=proven,
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


def _players(
    players: Iterable[str | Player] | Mapping[str, Attributes], *, rated: bool
) -> tuple[Player, ...]:
    """The players, whose ratings are replaced by their places: by rating, by title, and then as they come.

    Nothing but the order of ratings matters, and some numbers are no ratings in Go; unless a system is `rated`.
    """
    if isinstance(players, Mapping):
        found = [_of_attributes(*each) for each in players.items()]
    else:
        found = [_player(each) for each in read_list(players, "players", ordered=True)]
    if rated:
        return tuple(
            replace(one, rating=None if rating == -inf else round(float(rating)))
            for one, rating in found
        )
    ranks = [(-rating, TITLES.index(one.title)) for one, rating in found]
    order = sorted(range(len(found)), key=ranks.__getitem__)
    place = {seat: len(found) - number for number, seat in enumerate(order)}
    return tuple(replace(one, rating=place[seat]) for seat, (one, _) in enumerate(found))


def _player(player: object) -> tuple[Player, Real | float]:
    """A player, and the rating."""
    if isinstance(player, Player):
        return player, -inf if player.rating is None else player.rating
    if not isinstance(player, str) or not _plain(player):
        message = phrase("expected a name, got {got!r}", got=player)
        raise input_error(player, str, message, about="players")
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
    title = attributes.get("title", "").upper()
    found = replace(player, attributes=attributes)
    return replace(found, title=title) if title in TITLES else found, rating


def _games(games: Any, names: _Names, in_round: int) -> tuple[list[Game], int]:  # noqa: ANN401
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
    found = [
        _game(round, table, each, names, in_round)
        for table, (round, each) in enumerate(by_round, 1)
    ]
    return found, max(rounds) + 1


def _game(round: int, table: int, game: Any, names: _Names, in_round: int) -> Game:  # noqa: ANN401
    try:
        first, second, result = game
        white, black = names.key(first), names.key(second)
        ending = Ending.of_games([*map(_outcome, _results(result, in_round))])
        return Game(round=round, table=table, white=white, black=black, **ending._asdict())
    except (TypeError, ValueError, KeyError):
        expected = (
            phrase(
                "round {round}: expected (first, second, result) with a result such as 1, 0.5, 0, '1-0', '½', '1-0f' or None, got {got!r}",
                round=round,
                got=game,
            )
            if in_round == 1
            else phrase(
                "round {round}: expected (first, second, results) with two results such as (1, 0.5) or None, got {got!r}",
                round=round,
                got=game,
            )
        )
        raise RuleError(expected, about="games") from None


def _results(result: Any, in_round: int) -> list[Any]:  # noqa: ANN401
    """The result of each game of a round: of a match of two, both, or none."""
    if in_round == 1:
        return [result]
    games = result.split(",") if isinstance(result, str) else result or [None] * in_round
    if len(games) != in_round:
        raise ValueError(result)
    return [*games]


def _outcome(result: Any) -> GameEnding:  # noqa: ANN401
    """How a game has ended; a text may have the points of the first player alone."""
    if not isinstance(result, str):
        return GameEnding(_RESULTS[result])
    bare = result.strip().removesuffix("f").removesuffix("!")
    if bare in _OF_FIRST:
        return GameEnding(_OF_FIRST[bare], bare != result.strip())
    found = parse_result(result)
    if found is None:
        raise ValueError(result)
    return found


def _bye_rows(
    byes: Any,  # noqa: ANN401
    names: _Names,
    tournament: Tournament,
) -> list[tuple[str, Any]]:
    """The key of each player who had no game, and the doubled points if they are said."""
    rows: list[tuple[str, Any]] = []
    for each in read_list(byes, "byes"):
        named = isinstance(each, str | Player)
        row = (each, None) if named else tuple(read_list(each, "byes", ordered=True))
        if len(row) != 2 or isinstance(row[1], bool) or not isinstance(row[1], Real | None):
            raise RuleError(
                phrase("expected a name or (name, points), got {got!r}", got=each), about="byes"
            )
        player, worth = row
        rows.append((names.key(player), None if worth is None else 2 * worth))
    tournament.check_players([key for key, _ in rows], about="byes")
    return rows


def _with_byes(tournament: Tournament, rows: Iterable[tuple[str, Any]], number: int) -> Tournament:
    """The tournament with byes in rounds before the one to pair in which the players had no game."""
    seated = {round: set(tournament.round(round).seated) for round in range(1, number)}
    points, people = tournament.rules.points, dict(tournament.by_key)
    absence_x2, bye_x2 = points.without_game(by_mms=False)
    byes = []
    for key, worth_x2 in rows:
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
        requested = worth_x2 == points.requested_bye_x2
        if worth_x2 is None or (worth_x2 == bye_x2 and not requested):
            byes.append(Bye(round=free, player=key))
        elif requested or worth_x2 == absence_x2:
            player = people[key]
            people[key] = replace(
                player,
                absences=player.absences | {free},
                requested_byes=player.requested_byes.union([free] if requested else ()),
            )
        else:
            raise RuleError(
                phrase(
                    "{name!r}: expected the points of a bye, {bye:g}, of a requested bye, {requested:g}, or of an absence, {absence:g}, got {got:g}",
                    name=key,
                    bye=bye_x2 / 2,
                    requested=points.requested_bye_x2 / 2,
                    absence=absence_x2 / 2,
                    got=float(worth_x2 / 2),
                ),
                about="byes",
            )
    return replace(tournament, players=tuple(people.values()), byes=tuple(byes))


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
