"""From a matching to boards: the bye, colours, handicaps and tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress, count, islice
from typing import TYPE_CHECKING, Self

import numpy as np

from ...go.scores import places, standings_values
from ...go.scores.criteria import CONFRONTATIONS
from ...go.tournament import Colours
from ..field import Conventions
from ..field.columns import by_lot, by_names, of_round
from ..field.deviations import handicap, handicap_level
from ..field.state import state_of
from ..measures import MEASURES, Boards
from ..papers.colour import index_of_choice
from .constraints import handicaps_at_top
from .draw import Board, BoardNote

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from ...arrays import Bools, Indices, Integers
    from ...go.scores import ScoreHistory
    from ...go.tournament import Game, Tournament, Variant
    from ..field import Field, State
    from ..weights import WeightModel
    from .constraints import Constraints


# ---- Who gets the bye when the number of players is odd [OPENGOTHA 13] ----


def bye_order(field: Field, variant: Variant) -> Indices:
    """Seats in the order in which they are considered for the bye.

    Nobody has a second bye while another player is possible. Among players with equally many byes
    the weakest comes first, by the rule of the variant; among equals, the last of the field.
    OpenGotha instead adds 1000 per earlier bye to the number that it compares. The order is the
    same until scores are dozens of points apart.

    Returns
    -------
    (n,) intp
    """
    return np.lexsort((-field.seat, BYE_RULES[variant](field), field.byes))


BYE_RULES: dict[Variant, Callable[[Field], Integers]] = {
    "v351": lambda field: field.grade + field.mms_x2,
    "v352": lambda field: field.grade + 20 * field.main_x2,
}
"""The quantity that is smallest for whoever gets the bye."""


# ---- Who takes White [OPENGOTHA 12; K15 7; BGA 4.3] ----

if TYPE_CHECKING:
    ColourRule = Callable[[Field, Field], Bools]
    Wish = Callable[[State, State], Integers]


def colour_rule(field: Field, state: State | None, seed: int) -> ColourRule:
    """Choose who takes White in games without stones, as the rules of the tournament say.

    Parameters
    ----------
    field
        All players of the round.
    state
        Their state, if the model lets the papers' colour index decide. Otherwise OpenGotha's balance of
        colours decides, unless the rules of the tournament say how.
    seed
        Seed of the lots; every round draws other ones.

    Returns
    -------
    A function of two views of the field: whether the first takes White.
    """
    rule = field.rules.colours
    if rule is not Colours.BY_MODEL:
        states = state_of(field.roster, Conventions())
        salt = of_round(seed, field.round_number)
        return lambda a, b: _white_by_wishes(states[a.seat], states[b.seat], _WISHES[rule], salt)
    if state is not None:
        return lambda a, b: white_by_index(state[a.seat], state[b.seat])
    return white_by_balance


def takes_white(a: Field, b: Field, even: ColourRule | None = None) -> Bools:
    """Whether a, and not b, takes White. In a game with stones the stronger player does.

    Parameters
    ----------
    a, b
        Views of one field.
    even
        Who takes White without stones; by default ``white_by_balance``.

    Returns
    -------
    bool of their broadcast shape
    """
    stronger = handicap_level(a) > handicap_level(b)
    return np.where(handicap(a, b) > 0, stronger, (even or white_by_balance)(a, b))


def white_by_balance(a: Field, b: Field) -> Bools:
    """Whether a takes White: who had White less often does, else luck decides [OPENGOTHA 12]."""
    surplus = a.colour_balance - b.colour_balance
    return np.where(surplus == 0, _lucky(a, b), surplus < 0)


def white_by_index(a: State, b: State) -> Bools:
    """Whether a takes White by the smaller colour index C [K15 7; INTERPRETATION K15-7 (iv)].

    If the indices are equal, the player whose colours are less balanced takes the one that he has had
    less often. If both are equally balanced, the player who is placed higher takes another colour than
    his last one. If he has none, luck by the names decides.
    """
    ahead = a.seat < b.seat
    larger = abs(a.colours.balance) - abs(b.colours.balance)
    # Each is positive if a should have White, and negative if b should.
    index = (
        index_of_choice(a.colours, b.colours, -1)[2] - index_of_choice(a.colours, b.colours, 1)[2]
    )
    balance = np.where(larger > 0, -a.colours.balance, b.colours.balance) * (larger != 0)
    alternation = np.where(ahead, -a.colours.last, b.colours.last)
    wish = np.where(_lucky(a, b), 1, -1)
    for decisive in (alternation, balance, index):
        wish = np.where(decisive != 0, decisive, wish)
    return wish > 0


def _white_by_wishes(a: State, b: State, wishes: tuple[Wish, ...], salt: int) -> Bools:
    """Whether a takes White by the first wish that says something, or else by lot."""
    lot = (by_lot(a, b, 1, salt) == 0) == (a.seat < b.seat)
    white = np.where(lot, 1, -1)
    for wish in reversed(wishes):
        white = np.where(wish(a, b) != 0, wish(a, b), white)
    return white > 0


def _balance(a: State, b: State) -> Integers:
    """Positive if a has had White less often than b, handicap games included."""
    wish: Integers = b.colours.balance - a.colours.balance
    return wish


_WISHES: dict[Colours, tuple[Wish, ...]] = {
    Colours.BALANCE: (_balance,),
    # Positive if White would be a change of colour for a rather than for b.
    Colours.ALTERNATION: (lambda a, b: b.colours.last - a.colours.last, _balance),
    Colours.AT_MOST_TWO: (lambda a, b: b.colours.repeated - a.colours.repeated, _balance),
    Colours.NIGIRI: (),
}


def _lucky(a: Field | State, b: Field | State) -> Bools:
    """Whether the luck that follows from the two names favours a."""
    lucky: Bools = (by_names(a, b, 1) == 0) == (a.seat < b.seat)
    return lucky


# ---- Which board is played at which table [OPENGOTHA 13] ----


def places_to_seat(history: ScoreHistory, round_number: int) -> Integers:
    """Places of all players, from 1, as they are while no game of the round has been played.

    Absences from the round count already; the boards that are to be seated do not. Direct
    confrontations stay as they were before the round, since OpenGotha computes them with the
    standings only [OPENGOTHA 7, 13].
    """
    criteria = history.rules.placement
    values = standings_values(history, criteria, round_number)
    confronted = [i for i, criterion in enumerate(criteria) if criterion in CONFRONTATIONS]
    if confronted:
        before = standings_values(history, criteria, round_number - 1)
        values[:, confronted] = before[:, confronted]
    return places(values)


def stands_for(
    a: Integers,
    b: Integers,
    place: Integers,
    rating: Integers,
) -> Integers:
    """Which player decides the table of each board: the worse placed of the two.

    If they share a place, it is the one with the higher rating [OPENGOTHA 13].

    Parameters
    ----------
    a, b : (m,) int64
        The two players of each board.
    place, rating : (n,) int64
        Of every player; players who are equal on all criteria share a place.

    Returns
    -------
    (m,) int64
        Players.
    """
    a_stands = (place[a] > place[b]) | ((place[a] == place[b]) & (rating[a] >= rating[b]))
    return np.where(a_stands, a, b)


def table_order(player: Integers, place: Integers, rating: Integers) -> Indices:
    """Boards from the first table to the last.

    They are ordered by the place of the player who stands for them, then by his rating. Boards that
    are still equal stay in the order given; OpenGotha's order of them is an accident of its sort.

    Parameters
    ----------
    player : (m,) int64
        Who stands for each board.
    place, rating : (n,) int64
        Of every player.

    Returns
    -------
    (m,) intp
        Indices of the boards.
    """
    return np.lexsort((-rating[player], place[player]))


def table_order_by_score(a: Integers, b: Integers, score: Integers, number: Integers) -> Indices:
    """Boards from the first table to the last, as FIDE orders them [C.04.2 3.6].

    They are ordered by the score of the higher ranked player, then by the sum of both, then by the pairing
    number of the higher ranked player.

    Parameters
    ----------
    a, b : (m,) int64
        The two players of each board.
    score, number : (n,) int64
        Of every player, without virtual points; a smaller number is ranked higher.

    Returns
    -------
    (m,) intp
        Indices of the boards.
    """
    a_higher = (score[a] > score[b]) | ((score[a] == score[b]) & (number[a] < number[b]))
    higher = np.where(a_higher, a, b)
    return np.lexsort((number[higher], -score[a] - score[b], -score[higher]))


def free_tables(number: int, busy: Collection[int], first: int = 1) -> list[int]:
    """The first ``number`` tables from one on that are not taken."""
    return list(islice((table for table in count(first) if table not in busy), number))


def placed(
    tables: Sequence[int],
    requests: Sequence[int | None],
    closed: Collection[int],
    busy: Collection[int],
    *,
    afresh: bool,
) -> list[int]:
    """Tables of boards of which some have to be at a certain one.

    Parameters
    ----------
    tables
        Where the boards are so far.
    requests
        Where they have to be; None for anywhere. If two have to be at one, the first is.
    closed
        Tables that no board uses that may be anywhere.
    busy
        Tables of other games.
    afresh
        Whether the others are numbered in the order of the boards, or stay where they can.
    """
    used, found = set(busy), dict[int, int]()
    for board, table in enumerate(requests):
        if table is not None and table not in used:
            found[board] = table
            used.add(table)
    if not afresh:
        for board, table in enumerate(tables):
            if board not in found and table not in used and table not in closed:
                found[board] = table
                used.add(table)
    left = [board for board in range(len(tables)) if board not in found]
    found.update(zip(left, free_tables(len(left), used.union(closed)), strict=True))
    return [found[board] for board in range(len(tables))]


# ---- Where the pairs of a round sit: colours, handicaps and tables [OPENGOTHA 12, 13; K15 7] ----


@dataclass(frozen=True, kw_only=True, eq=False)
class Seating:
    """The boards of a round as int64 arrays of shape (m,), in table order."""

    table: Integers
    """From 1."""

    white: Integers
    """Seat in the field."""

    black: Integers
    """Seat in the field."""

    handicap: Integers
    """Stones."""

    @classmethod
    def of(
        cls,
        field: Field,
        pairs: Integers,
        history: ScoreHistory,
        busy: Collection[int],
        even: ColourRule | None = None,
        number: Integers | None = None,
    ) -> Self:
        """Seat the pairs of a round.

        Parameters
        ----------
        field
            The players.
        pairs : (m, 2) int64
            Their seats in the field.
        history
            The tournament up to this round, without these pairs.
        busy
            Tables at which others play.
        even
            Who takes White without stones; see ``takes_white``.
        number
            Pairing numbers by seat, where tables go by scores and them; see ``table_order_by_score``.
        """
        # OpenGotha makes the games in the order of the field, and boards that are equal keep it.
        first, second = np.sort(pairs, axis=1)[np.argsort(pairs.min(axis=1))].T
        if number is None:
            place = places_to_seat(history, field.round_number)[field.player]
            player = stands_for(first, second, place, field.rating)
            order = table_order(player, place, field.rating)
        else:
            order = table_order_by_score(first, second, field.main_x2, number)
        first, second = first[order], second[order]
        white = np.where(takes_white(field[first], field[second], even), first, second)
        return cls(
            table=np.array(free_tables(len(pairs), busy), np.int64),
            white=white,
            black=first + second - white,
            handicap=handicap(field[first], field[second]),
        )

    def keeping(self, field: Field, games: Iterable[Game], busy: Collection[int]) -> Self:
        """The same pairs, where those of some games have the tables, colours and stones of these.

        The others come to the first tables that are left, in their order; so does a game whose table
        is taken.
        """
        by_pair = {frozenset(game.players): game for game in games}
        key, used = field.key, set(busy)
        pairs = list(zip(self.white.tolist(), self.black.tolist(), strict=True))
        stay = [by_pair.get(frozenset((key[a], key[b]))) for a, b in pairs]
        white, black = self.white.copy(), self.black.copy()
        table, handicap = np.zeros_like(self.table), self.handicap.copy()
        for board, game in enumerate(stay):
            if game is None:
                continue
            if key[white[board]] != game.white:
                white[board], black[board] = pairs[board][::-1]
            handicap[board] = game.handicap
            if game.table not in used:
                table[board] = game.table
                used.add(game.table)
        others = table == 0
        table[others] = free_tables(int(others.sum()), used)
        order = np.argsort(table)
        return type(self)(
            table=table[order], white=white[order], black=black[order], handicap=handicap[order]
        )


# ---- Boards with everything that a draw says about them ----


def boards(
    tournament: Tournament,
    field: Field,
    seating: Seating,
    model: WeightModel,
    constraints: Constraints,
) -> tuple[Board, ...]:
    """Describe the boards of a seating, in table order."""
    white, black = field[seating.white], field[seating.black]
    components = model.components(white, black)
    shares = np.empty((len(components), len(seating.table)), np.int64)
    for row, share in zip(shares, components.values(), strict=True):
        row[:] = share
    columns = (
        seating.table,
        seating.white,
        seating.black,
        seating.handicap,
        white.main_x2 / 2,
        black.main_x2 / 2,
        shares.T,
    )
    return tuple(
        Board(
            table=table,
            white=field.key[white_seat],
            black=field.key[black_seat],
            handicap=handicap,
            white_score=white_score,
            black_score=black_score,
            weight=model.traits.base + sum(share),
            components=dict(zip(components, share, strict=True)),
            notes=notes,
        )
        for notes, table, white_seat, black_seat, handicap, white_score, black_score, share in zip(
            _notes(tournament, field, seating, model, constraints),
            *(column.tolist() for column in columns),
            strict=True,
        )
    )


def _notes(
    tournament: Tournament,
    field: Field,
    seating: Seating,
    model: WeightModel,
    constraints: Constraints,
) -> list[tuple[BoardNote, ...]]:
    """What is unusual about each pair; whom a table or a bracket brings together is usual."""
    counted = _COUNTED if tournament.event_kind.compares_draws else _REMATCHES
    white, black = field[seating.white], field[seating.black]
    at_top = _against_the_rule(model.state(field), seating, constraints)
    stones = seating.handicap > 0
    pairs = Boards(white, black, listed=white.are_listed(black, constraints.met))
    holds = {
        **{note: measure.formula(pairs) for note, measure in counted.items()},
        BoardNote.HANDICAP_AT_TOP: at_top & stones,
        BoardNote.EVEN_AT_TOP: at_top & ~stones,
        BoardNote.FORCED: white.are_listed(black, constraints.force),
    }
    features = np.stack(list(holds.values()), axis=1).tolist()
    return [tuple(compress(holds, some)) for some in features]


_COUNTED = {
    BoardNote.WHITE_DRAWN_UP: MEASURES["drawn_up"],
    BoardNote.WHITE_DRAWN_DOWN: MEASURES["drawn_down"],
    BoardNote.SAME_CLUB: MEASURES["same_club"],
    BoardNote.REMATCH: MEASURES["rematches"],
}
_REMATCHES = {BoardNote.REMATCH: MEASURES["rematches"]}
"""Measures of White and of the board that hold where there is a note."""


def _against_the_rule(state: State, seating: Seating, constraints: Constraints) -> Bools:
    """Whether the rule against handicaps at the top has given way for a pair."""
    if not constraints.no_handicap_at_top:
        return np.zeros(seating.table.shape, bool)
    return handicaps_at_top(state[seating.white], state[seating.black])
