"""Actions for the boards of a round: who plays whom, where, and what players are told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Annotated

from ...errors import RuleError
from ...sentences import phrase
from .action import Input, action

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..draws.request import Request
    from ..edits.outcome import Edit
    from .action import ActionContext
else:
    # The annotations are evaluated before these are needed; `Input.record` names them.
    Request = object


One = Annotated[str, Input(help="A player.", metavar="A")]
Other = Annotated[str, Input(help="Another player.", metavar="B")]
Table = Annotated[int, Input(help="Table.", metavar="TABLE")]


@action(rests_on="boards", confirms=True)
def draw(
    context: ActionContext,
    request: Annotated[
        Request, Input(help="The draw.", record="draws.request.Request", whole=True)
    ],
) -> Edit:
    """Draw a round: the most boards possible, and of these draws the heaviest."""
    from ..draws.drawing import draw
    from ..draws.plan import resolve

    return draw(resolve(context.state, replace(request, round=context.round_argument))).edit


_NUMBERS_BY = "lot, varma, rating, entry, or drawn (with the players by number)."
_AS_DRAWN = "All players in the order of their numbers, or behind them (3 Adler)."
Seed = Annotated[int | None, Input(help="Seed of the lots.")]


@action(by_round=False, confirms=True)
def numbers(
    context: ActionContext,
    by: Annotated[str, Input(help=_NUMBERS_BY, metavar="BY")],
    players: Annotated[
        list[str] | None, Input(help=_AS_DRAWN, metavar="[PLAYER...]", positional=True)
    ] = None,
    seed: Seed = None,
) -> Edit:
    """Number the players of a round robin: by rating, entry or lot.

    With varma, players of one federation draw from one of Varma's sets, so that they do not meet in the
    last three rounds. The same seed draws the same numbers.
    """
    from ..edits.schedule import with_numbers

    return with_numbers(context.state.tournament, by, players or (), seed or 0)


@action(by_round=False, confirms=True)
def schedule(
    context: ActionContext,
    by: Annotated[str | None, Input(help=f"Numbers: {_NUMBERS_BY}", metavar="BY")] = None,
    players: Annotated[
        list[str] | None,
        Input(help=f"{_AS_DRAWN[:-1]}; repeat it.", metavar="PLAYER", option="player"),
    ] = None,
    seed: Seed = None,
    cycles: Annotated[int | None, Input(help="How often everybody meets everybody.")] = None,
    round_dates: Annotated[
        str | None,
        Input(
            help="Days of the rounds, or the first one and the days between, as 2026-10-01+7.",
            metavar="DAYS",
            several=True,
        ),
    ] = None,
    publish: Annotated[bool, Input(help="Publish all rounds.")] = False,
) -> Edit:
    """Pair all rounds of a round robin by its table. Results can be entered in any order then."""
    from ..edits.schedule import with_all_rounds, with_numbers

    if by is None and (players or seed is not None):
        raise RuleError(phrase("state what the numbers go by"), about="by")
    numbered = by and partial(with_numbers, way=by, names=players or (), seed=seed or 0)
    return with_all_rounds(
        context.state,
        numbers=numbered or None,
        cycles=cycles,
        days=round_dates,
        publish=publish,
    )


@action(pairs=True, rests_on="seats", confirms=True)
def swap(context: ActionContext, one: One, other: Other) -> Edit:
    """Swap two players: each gets the opponent, table or bye of the other."""
    from ..edits.boards import swapped

    tournament, seat = context.units.tournament, context.weigher.seat
    return swapped(tournament, context.round, (one, other), seat)


@action(pairs=True, rests_on="seats", confirms=True)
def pair(context: ActionContext, one: One, other: Other) -> Edit:
    """Pair two players who have no game in a round."""
    from ..edits.boards import paired

    tournament, seat = context.units.tournament, context.weigher.seat
    return paired(tournament, context.round, (one, other), seat, context.occupied_tables)


@action(pairs=True, confirms=True)
def late(
    context: ActionContext,
    player: Annotated[str, Input(help="A player.", metavar="A", field="key")],
    other: Annotated[
        str | None,
        Input(
            help="The opponent, who may be late, too; by default somebody without a game, or with the bye.",
            metavar="[B]",
            positional=True,
        ),
    ] = None,
) -> Edit:
    """Pair a player who arrived late with another one, with somebody who has no game, or with the bye."""
    from ..edits.attendance import arrived

    units, seat, tables = context.units, context.weigher.seat, context.occupied_tables
    return arrived(
        units.tournament, context.round, player, other or None, seat, tables, units.congress
    )


_WAYS = ("re_pair", "limited", "bye_by_rule", "forfeit", "wait")


@action(changes_published=True, confirms=True, exclusive=tuple(combinations(_WAYS, 2)))
def no_show(
    context: ActionContext,
    players: Annotated[
        list[str],
        Input(help="Players or teams that did not come.", metavar="PLAYER...", former="player"),
    ],
    late: Annotated[
        list[str] | None,
        Input(help="Player or team that came late and has no game. Can be repeated."),
    ] = None,
    re_pair: Annotated[
        bool, Input(help="Re-pair the others with the fewest changed boards.")
    ] = False,
    limited: Annotated[
        bool,
        Input(help="Re-pair them, but no new board is worse than the worst of a fresh draw."),
    ] = False,
    bye_by_rule: Annotated[
        bool, Input(help="Re-pair the others, and give the bye by its rule.")
    ] = False,
    forfeit: Annotated[
        bool,
        Input(help="Record wins by forfeit, and pair late arrivals with unpaired players."),
    ] = False,
    wait: Annotated[
        bool, Input(help="Give the opponent the bye, or let them wait if it is taken.")
    ] = False,
) -> Edit:
    """Record that players with a game or bye did not come, and that others came late.

    The players become absent from the round, and an option decides about their opponents and late
    arrivals. Without one, the command shows what each option would change, and writes nothing.
    """
    from ..draws.no_show import NoShowOutcome, no_show

    ways = {
        NoShowOutcome.RE_PAIR: re_pair,
        NoShowOutcome.LIMITED: limited,
        NoShowOutcome.BYE_BY_RULE: bye_by_rule,
        NoShowOutcome.FORFEIT: forfeit,
        NoShowOutcome.WAIT: wait,
    }
    way = next((way for way, is_chosen in ways.items() if is_chosen), None)
    if way is None:
        raise RuleError(phrase("choose what becomes of the opponent"))
    return no_show(context.state, context.round, players, way, late or ())


@action(pairs=True, rests_on="game", confirms=True)
def unpair(context: ActionContext, table: Table) -> Edit:
    """Remove the game at a table. Its players have no game then."""
    from ..edits.boards import unpaired

    first = context.units.table(context.round, table)
    return unpaired(context.units.tournament, context.round, first)


@action(pairs=True, rests_on="seats and bye", confirms=True)
def bye(
    context: ActionContext,
    player: Annotated[str, Input(help="Player.", metavar="PLAYER", field="one")],
    re_pair: Annotated[
        bool, Input(help="Re-pair the others with the fewest changed boards instead.")
    ] = False,
) -> Edit:
    """Assign the bye to another player, who gives up the place to the former one."""
    from ..edits.boards import bye_given

    if re_pair:
        from ..draws.no_show import re_paired_with_bye

        return re_paired_with_bye(context.units, context.round, player)

    seat = context.weigher.seat
    return bye_given(context.units.tournament, context.round, player, seat)


@action(rests_on="game", confirms=True)
def colour(context: ActionContext, table: Table) -> Edit:
    """Exchange the colours at a table. The winner of the game stays the winner."""
    from ..edits.boards import recoloured

    return recoloured(context.state.tournament, context.round, table)


@action(rests_on="game", confirms=True)
def handicap(
    context: ActionContext,
    table: Table,
    stones: Annotated[
        int, Input(help="Handicap, 0 to 9; 1 is a game without komi.", metavar="STONES")
    ],
) -> Edit:
    """Set the handicap at a table."""
    from ..edits.boards import handicap_set

    return handicap_set(context.state.tournament, context.round, table, stones)


@action(rests_on="game", confirms=True)
def table(
    context: ActionContext,
    table: Table,
    new: Annotated[int, Input(help="New table.", metavar="NEW")],
) -> Edit:
    """Move a game to another table; a game there changes places with it."""
    from ..edits.boards import moved

    return moved(context.state.tournament, context.round, table, new)


@action(rests_on="boards", confirms=True)
def renumber(context: ActionContext) -> Edit:
    """Renumber the tables of a round, the best games first."""
    from ..draws.costs import Weigher
    from ..edits.boards import renumbered

    state = context.state
    seat = Weigher.of(state, context.round).seat
    return renumbered(state.tournament, context.round, state.tables, seat)


@action(
    by_round=False,
    rests_on="boards",
    confirms=True,
    in_history=True,
    exclusive=(("freeze", "back"),),
)
def publish(
    context: ActionContext,
    rounds: Annotated[
        int | None,
        Input(help="Round; by default the last that is drawn.", option="round"),
    ] = None,
    freeze: Annotated[bool, Input(help="Lock the boards against changes.", option="lock")] = False,
    back: Annotated[
        bool, Input(help="Unlock a locked round, or unpublish a published one.")
    ] = False,
) -> Edit:
    """Publish a round, lock its boards, or unpublish it.

    After publishing, a new draw reports how many published boards it changes, and can keep as
    many as possible. The boards of a locked round cannot change; results can be entered. This is
    stored in the history next to the file; undo reverts it.
    """
    from ..edits.boards import published, round_to_publish, unpublish
    from ..history.records import PublicationState

    number = round_to_publish(context.state.tournament, rounds)
    if back:
        return unpublish(context.state, number)
    stage = PublicationState.FROZEN if freeze else PublicationState.PUBLISHED
    return published(context.state, number, stage)


@action(by_round=False, in_history=True, exclusive=(("player", "room"), ("player", "closed")))
def tables(
    context: ActionContext,
    room: Annotated[
        list[str] | None,
        Input(
            help="A room and its tables. Can be repeated; '' removes all rooms.",
            metavar="NAME=FIRST-LAST",
            clears=True,
        ),
    ] = None,
    closed: Annotated[
        str | None,
        Input(
            help="Tables not to use, such as 3,7-9; '' for none.",
            metavar="TABLES",
            clears=True,
            several=True,
        ),
    ] = None,
    player: Annotated[
        str | None,
        Input(help="Player to seat at a fixed table, or again at any.", metavar="PLAYER"),
    ] = None,
    at: Annotated[int | None, Input(help="Fixed table of the player.", metavar="TABLE")] = None,
) -> Edit:
    """Set the rooms, the tables that are not used, and the fixed tables of players.

    This applies to every later draw, and to pages and prints. It is stored in the history next to
    the file; undo reverts it.
    """
    from ..edits.boards import table_fixed, tables_set

    if player is None and at is not None:
        raise RuleError(phrase("name the player whose fixed table this is"))
    if player is not None:
        return table_fixed(context.state, player, at)
    rooms = None if room is None else [text for text in room if text]
    return tables_set(context.state, rooms=rooms, closed=closed)


@action(in_history=True)
def condition(
    context: ActionContext,
    kind: Annotated[
        str,
        Input(help="force, forbid, prefer, prefer-not, or keep (the board); without it, list all."),
    ],
    players: Annotated[list[str], Input(help="Two players.")],
    why: Annotated[str | None, Input(help="Reason, for the list.", metavar="TEXT")] = None,
    until: Annotated[int | None, Input(help="Last round it applies to.")] = None,
    back: Annotated[bool, Input(help="Remove the constraint.")] = False,
) -> Edit:
    """Add a pairing constraint for two players, or remove it.

    It is stored in the history next to the file; undo removes it.
    """
    from ..edits.conditions import (
        add_conditions,
        parse_condition,
        parse_conditions,
        remove_condition,
    )

    congress, number = context.units.congress, context.round
    tournament = congress.tournament
    if back:
        return remove_condition(congress, number, parse_condition(tournament, kind, players))
    conditions = parse_conditions(tournament, kind, players)
    rounds: Sequence[int] = (number,)
    if until is not None:
        tournament.check_round(until)
        rounds = [
            each
            for each in range(number, until + 1)
            if not tournament.is_drawn(each)
            and not congress.conditions(each).keys() >= {*conditions}
        ]
        if not rounds:
            raise RuleError(
                phrase(
                    "no round is left to draw from round {round} on in which they may meet",
                    round=number,
                )
            )
    return add_conditions(congress, rounds, conditions, why or "")
