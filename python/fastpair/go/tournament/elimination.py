"""Who is out of a cup or a double elimination: it follows from the results, and is stated nowhere."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from .criteria import Criterion

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .event_kind import EventKind
    from .game import Round
    from .player import Player
    from .rules import Rules
    from .teams import TeamPlay


class _Rounds(Protocol):
    """What a tournament knows of who has played."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> Sequence[Player]: ...
    @property
    def event_kind(self) -> EventKind: ...
    @property
    def drawn_teams(self) -> TeamPlay | None: ...
    @property
    def last_paired(self) -> int: ...
    def round(self, number: int, /) -> Round: ...
    def pairing_byes(self, round: int, /) -> tuple[str, ...]: ...


_Tournament = TypeVar("_Tournament", bound=_Rounds)


def final_losses(tournament: _Rounds) -> int:
    """How many losses end the event for who is drawn; 0 if everybody plays on.

    They play on in a cup by scores, as OpenGotha has it, too. Members of a team lose no match alone.
    """
    rules = tournament.rules
    if rules.main_criterion is Criterion.CUP_SCORE or tournament.drawn_teams is not None:
        return 0
    return tournament.event_kind.final_losses


def out_before(tournament: _Rounds, number: int) -> frozenset[str]:
    """Keys of those who are out when a round, from 1, begins.

    The losers of the semifinals of a cup with a game for third place are in until its last round.

    Examples
    --------
    >>> players = [Player(key=key, name=key) for key in "abc"]
    >>> first = Game(round=1, table=1, white="b", black="c", result=Result.WHITE_WINS)
    >>> bye = Bye(round=1, player="a")
    >>> rules = Rules(system="cup", rounds=2, placement=EventKind(format=EventFormat.CUP).usual_criteria)
    >>> cup = Tournament(players=tuple(players), rules=rules, games=(first,), byes=(bye,))
    >>> out_before(cup, 1), out_before(cup, 2), last_round(cup), winner_by_losses(cup)
    (frozenset(), frozenset({'c'}), 2, None)
    """
    allowed = final_losses(tournament)
    if not allowed:
        return frozenset()
    lost = _count_losses(tournament, number)
    out = frozenset(key for key, losses in lost.items() if losses >= allowed)
    if number == last_round(tournament):
        return out.difference(third_place_players(tournament))
    return out


def last_round(tournament: _Rounds) -> int:
    """The round of the final of a cup, by the places of its first round; 0 as long as nobody knows it."""
    first = tournament.round(1)
    places = len(first.games) + len(tournament.pairing_byes(1))
    is_cup = tournament.event_kind.final_losses == 1
    return 1 + (places - 1).bit_length() if places and is_cup else 0


def third_place_players(tournament: _Rounds) -> tuple[str, ...]:
    """The losers of the semifinals, if they play for third place: two, or nobody."""
    final = last_round(tournament)
    if not tournament.rules.third_place or final < 2:
        return ()
    losers = [*_losers(tournament, final - 1)]
    # Where both players of a semifinal have lost, nobody is left for the final.
    return tuple(losers) if len(losers) == len(tournament.round(final - 1).games) == 2 else ()


def winner_by_losses(tournament: _Rounds) -> str | None:
    """The key of the only one who is not out, once all others are; None as long as there are more."""
    last = tournament.last_paired
    if not last or not final_losses(tournament):
        return None
    left = {*tournament.round(last).seated}
    if last < tournament.rules.rounds:
        left.update(p.key for p in tournament.players if p.final and p.plays_in(last + 1))
    left -= out_before(tournament, last + 1)
    return left.pop() if len(left) == 1 else None


def rounds_needed(tournament: _Rounds) -> int:
    """How many rounds the event has as far as it is drawn; 0 if it does not depend on the players.

    Those of a double elimination depend on the results: there is another one as long as more than two are in, and
    after a game of the last two if both still are.

    Examples
    --------
    >>> players = tuple(Player(key=key, name=key) for key in "ab")
    >>> kind = EventKind(format=EventFormat.DOUBLE_ELIMINATION)
    >>> rules = Rules(system="double-elimination", rounds=9, placement=kind.usual_criteria)
    >>> for last in (None, "?", "white wins", "black wins"):
    ...     games = tuple(
    ...         Game(round=number, table=1, white="a", black="b", result=Result(each))
    ...         for number, each in enumerate(("white wins", last), start=1)
    ...         if each
    ...     )
    ...     print(rounds_needed(Tournament(players=players, rules=rules, games=games)))
    2
    2
    2
    3
    """
    losses, drawn = final_losses(tournament), tournament.last_paired
    if losses < 2:
        return last_round(tournament) if losses else 0
    played = tournament.round(drawn)
    before, after = (_count_losses(tournament, each) for each in (drawn, drawn + 1))
    earlier = {key for each in range(1, drawn) for key in tournament.round(each).seated}
    away = earlier.difference(played.seated)
    returns = any(
        p.key in away and before[p.key] < losses and p.plays_in(drawn + 1)
        for p in tournament.players
    )
    if len(played.seated) != 2 or returns:
        return drawn + 1
    if any(game.ending.is_open for game in played.games):
        return drawn + (not any(before[key] for key in played.seated))
    return drawn + all(after[key] < losses for key in played.seated)


def with_rounds_needed(tournament: _Tournament) -> _Tournament:
    """The tournament with as many rounds as it needs, if losses end it and its first round is drawn.

    Examples
    --------
    >>> rules = Rules(system="cup", rounds=9, placement=EventKind(format=EventFormat.CUP).usual_criteria)
    >>> game = Game(round=1, table=1, white="a", black="b")
    >>> players = tuple(Player(key=key, name=key) for key in "ab")
    >>> with_rounds_needed(Tournament(players=players, rules=rules, games=(game,))).rules.rounds
    1
    """
    if not final_losses(tournament) or not tournament.last_paired:
        return tournament
    rounds = max(rounds_needed(tournament), tournament.last_paired)
    return replace(tournament, rules=replace(tournament.rules, rounds=rounds))


def _count_losses(tournament: _Rounds, number: int) -> Counter[str]:
    """How many games who has lost in the rounds before one."""
    return Counter(key for each in range(1, number) for key in _losers(tournament, each))


def _losers(tournament: _Rounds, number: int) -> Iterator[str]:
    """Who has lost a game or match of a round, by forfeit too; both may have."""
    for game in tournament.round(number).games:
        if game.ending.is_open:
            continue
        white, black = game.boards_x2
        if white < black or not (white or black):
            yield game.white
        if black < white or not (white or black):
            yield game.black
