"""Actions: what a director does to a tournament, each declared once; see `action`.

The functions import what they use: a command reads all declarations, and does one of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import RuleError
from ..sentences import marked, phrase
from .action import Action, Input, action

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..go.tournament import Player, Tournament
    from .action import ActionContext
    from .draws.request import Request
    from .edits.outcome import Edit
    from .inputs import EventInput, PairingInput, RulesInput
    from .registration import PlayerEntry, Terms
else:
    # The annotations are evaluated before these are needed; `Input.record` names them.
    EventInput = PairingInput = PlayerEntry = Request = RulesInput = Terms = object


# ---- Parameters that several actions have ----

One = Annotated[str, Input(help="A player.", metavar="A")]
Other = Annotated[str, Input(help="Another player.", metavar="B")]
Players = Annotated[
    list[str],
    Input(help="Players, by key or name.", metavar="PLAYER...", field="key"),
]
Table = Annotated[int, Input(help="Table.", metavar="TABLE")]
Rounds = Annotated[
    list[int] | None,
    Input(help="Round; by default the next one to pair. Can be repeated.", option="round"),
]


def _first_round(meaning: str) -> Input:
    return Input(help=meaning, option="from")


Since = Annotated[int | None, _first_round("First of all rounds to change.")]
Pattern = Annotated[
    str | None,
    Input(
        help="Several rounds, such as 1-5, 4-, 'week 2' or -3,7.", metavar="ROUNDS", option="rounds"
    ),
]


# ---- New files ----


@action(by_round=False, creates=True)
def new(
    context: ActionContext,
    *,
    rules: Annotated[RulesInput, Input(help="Rules.", record="inputs.RulesInput")],
    event: Annotated[EventInput, Input(help="Facts of the event.", record="inputs.EventInput")],
    name: Annotated[str | None, Input(help="Name of the tournament.")] = None,
    teams: Annotated[
        bool, Input(help="Pair teams instead of players.", field="participants")
    ] = False,
    entries: Annotated[
        list[Any] | None, Input(help="Players and teams of a list, as the history holds them.")
    ] = None,
    parameters: Annotated[
        dict[str, Any] | None, Input(help="Parameters of OpenGotha's weights.")
    ] = None,
    format: Annotated[  # noqa: A002 - the word of all interfaces
        str | None, Input(help="File format; by default that of the suffix.", metavar="FORMAT")
    ] = None,
) -> Edit:
    """Create a tournament file, with the players of a list if one is given.

    The suffix decides the format: .json or none for fastpair's own, which stores everything, and
    .xml for OpenGotha's.
    """
    from .creation import create_file

    return create_file(
        context.state,
        name=name,
        rules=rules,
        event=event,
        teams=teams,
        entries=entries or (),
        parameters=parameters or {},
        form=format,
    )


@action(by_round=False, creates=True, page_only=True)
def convert(
    context: ActionContext,
    to: Annotated[str, Input(help="File format.")],
    even_so: Annotated[bool, Input(help="Allow rounds that are not complete.")] = False,
) -> Edit:
    """Make a file of a tournament in another one, whose history stays behind."""
    from .creation import convert_file

    return convert_file(context.state, to, even_so=even_so)


# ---- Before the event ----


@action(by_round=False, confirms=True)
def rules(
    context: ActionContext,
    rules: Annotated[RulesInput, Input(help="Rules.", record="inputs.RulesInput")],
    event: Annotated[EventInput, Input(help="Facts of the event.", record="inputs.EventInput")],
    name: Annotated[str | None, Input(help="Name of the tournament.")] = None,
) -> Edit:
    """Change the rules of a tournament and the facts of the event."""
    from .edits.settings import rules_set

    return rules_set(context.state, rules, event, name)


@action(by_round=False, confirms=True)
def parameters(
    context: ActionContext,
    parameters: Annotated[
        PairingInput, Input(help="Parameters of the weights.", record="inputs.PairingInput")
    ],
) -> Edit:
    """Change the parameters of OpenGotha's weights."""
    from .edits.settings import parameters_set

    return parameters_set(context.state, parameters)


@action(by_round=False, in_history=True, page_only=True)
def prizes(
    context: ActionContext,
    at: Annotated[int, Input(help="Which prize of the plan, from 0.")],
    was: Annotated[str, Input(help="Its name until now; empty for a new one.", clears=True)],
    prize: Annotated[
        dict[str, Any] | None, Input(help="Its fields; without them it is removed.")
    ] = None,
) -> Edit:
    """Add a prize to the plan, change it or remove it."""
    from .edits.settings import prize_planned

    return prize_planned(Path(context.state.file), context.state.tournament, at, was, prize)


@action(by_round=False, confirms=True, exclusive=(("change", "all_final"), ("change", "entries")))
def register(
    context: ActionContext,
    *,
    name: Annotated[
        str | None, Input(help="Family name.", metavar="[NAME]", positional=True)
    ] = None,
    first_name: Annotated[
        str | None, Input(help="First name.", metavar="[FIRST NAME]", positional=True)
    ] = None,
    player: Annotated[PlayerEntry, Input(help="The player.", record="registration.PlayerEntry")],
    terms: Annotated[Terms, Input(help="Which rounds.", record="registration.Terms")],
    change: Annotated[
        str | None, Input(help="Change this player instead.", metavar="PLAYER")
    ] = None,
    entries: Annotated[
        list[Any] | None, Input(help="Players and teams of a list, as the history holds them.")
    ] = None,
    ratings: Annotated[
        dict[str, Any] | None,
        Input(help="Title of a rating list, and its ratings and facts by player."),
    ] = None,
    unrated_by_grade: Annotated[
        bool, Input(help="Give players without a rating that of their grade.")
    ] = False,
    all_final: Annotated[bool, Input(help="Confirm all preliminary players.")] = False,
    namesakes: Annotated[
        bool,
        Input(help="Add namesakes of a list whose grade, country, club or PIN differ."),
    ] = False,
) -> Edit:
    """Add a player, or all players of a list; or change a player."""
    from .edits import players, teams
    from .edits import ratings as rating_lists
    from .history.entries import read_facts

    tournament = context.state.tournament
    entry = player.but(name=name, first_name=first_name)
    if change is not None:
        return players.change_named_player(tournament, change, entry, terms)
    steps: list[Callable[[Tournament], Edit]] = []
    entry_list = read_facts(entries or ())
    newcomers = [*entry_list.players]
    if entry or not (entries is not None or ratings or unrated_by_grade or all_final):
        chess = tournament.kind == "swiss"
        newcomers.append(entry.player(graded=tournament.needs_grades, chess=chess))
    if newcomers or entries is not None or (terms and not all_final):
        one_by_one = not entry_list.players
        enter = partial(_register_all, newcomers=newcomers, terms=terms, namesakes=namesakes)
        steps.append(partial(enter, is_list=entries is not None, one_by_one=one_by_one))
    if entry_list.team_play is not None:
        steps.append(lambda now: teams.enter_teams(now, entry_list))
    if ratings:
        steps.append(lambda now: rating_lists.ratings_of_list(now, ratings))
    if unrated_by_grade:
        steps.append(rating_lists.unrated_by_grade)
    if all_final:
        steps.append(lambda now: players.registered_as(now, final=True, terms=terms))
    first, *others = steps
    return reduce(lambda done, step: done.then(step), others, first(tournament))


def _register_all(
    tournament: Tournament,
    newcomers: Sequence[Player],
    terms: Terms,
    *,
    namesakes: bool,
    is_list: bool,
    one_by_one: bool,
) -> Edit:
    """Add players, asking about a namesake only of one who is added alone."""
    from .edits import players

    done = players.registered(tournament, newcomers, terms, namesakes=namesakes or one_by_one)
    if is_list:  # of which its reader has warned
        done = replace(done, warnings=())
    return replace(done, questions=()) if namesakes else done


@action(by_round=False, page_only=True)
def complete(
    context: ActionContext,
    players: Annotated[
        dict[str, dict[str, Any]], Input(help="What is known of players besides, by their keys.")
    ],
) -> Edit:
    """Enter what a results file needs of several players."""
    from .edits.players import players_changed
    from .registration import PlayerEntry

    entries = {key: PlayerEntry(**member) for key, member in players.items()}
    return players_changed(context.state.tournament, entries)


@action(by_round=False, page_only=True)
def identify(
    context: ActionContext,
    title: Annotated[str, Input(help="Title of a rating list, such as EGF.")],
    players: Annotated[
        dict[str, dict[str, Any]], Input(help="What changes of players, by their keys.")
    ],
    numbers: Annotated[
        dict[str, Any] | None,
        Input(help="Their numbers in the list, empty of players who are not in it."),
    ] = None,
    without: Annotated[
        dict[str, Any] | None,
        Input(help="What the results file needs and they are known to lack, or to have cut."),
    ] = None,
    removed: Annotated[
        list[str] | None, Input(help="Players who are entered twice and are deleted.")
    ] = None,
) -> Edit:
    """Settle who players are in a rating list, with the values that `identities` makes."""
    from .edits.identities import players_identified
    from .registration import PlayerEntry

    entries = {key: PlayerEntry(**member) for key, member in players.items()}
    return players_identified(
        context.state.tournament, title, entries, numbers or {}, without or {}, removed or ()
    )


LineUp = Annotated[
    list[str] | None,
    Input(
        help="Players from board 1 on; - for an empty board.", metavar="PLAYER...", positional=True
    ),
]
Summed = Annotated[
    bool | None,
    Input(
        help="Start teams with the sum of their players' scores, not with that of their mean grade."
    ),
]


@action(by_round=False, confirms=True)
def team(
    context: ActionContext,
    name: Annotated[
        str | None, Input(help="Name of a team.", metavar="TEAM", positional=True)
    ] = None,
    players: LineUp = None,
    since: Annotated[
        int | None, _first_round("First round; by default the next one without a match.")
    ] = None,
    boards: Annotated[int | None, Input(help="Boards of each match.")] = None,
    fewest: Annotated[
        int | None,
        Input(help="Players a team needs to be paired; missing boards are lost by forfeit."),
    ] = None,
    summed: Summed = None,
    match_points: Annotated[
        str | None,
        Input(
            help="Match points of a win, a draw and a loss, such as 2,1,0.",
            metavar="W,D,L",
            several=True,
        ),
    ] = None,
    criteria: Annotated[
        str | None,
        Input(
            help="Criteria of the team standings, such as TEAMP,BDW,MNR.",
            metavar="LIST",
            several=True,
        ),
    ] = None,
    country: Annotated[
        str | None, Input(help="Country of the team.", metavar="CODE", clears=True)
    ] = None,
    club: Annotated[
        str | None, Input(help="Club of the team.", metavar="CLUB", clears=True)
    ] = None,
    rename: Annotated[str | None, Input(help="New name of the team.", metavar="NAME")] = None,
    delete: Annotated[bool, Input(help="Delete a team without a match.")] = False,
) -> Edit:
    """Add a team, change it or delete it, or change the rules of all teams."""
    from .edits.teams import change_teams

    return change_teams(
        context.state.tournament,
        name,
        lineup=(players, since),
        origin=(country, club),
        rename=rename,
        delete=delete,
        play=(boards, fewest, summed, match_points),
        criteria=criteria,
    )


# ---- Who takes part ----


@action(by_round=False, confirms=True, helper=True)
def absent(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
    requested_bye: Annotated[
        bool, Input(help="Record a bye that they asked for, worth the points of a requested bye.")
    ] = False,
) -> Edit:
    """Mark players as absent from a round."""
    from .edits.attendance import absent, rounds_meant

    meant = rounds_meant(context.state.tournament, rounds or (), since, pattern)
    return absent(context.state.tournament, players, meant, requested=requested_bye)


@action(by_round=False, confirms=True, helper=True)
def present(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
    only: Annotated[bool, Input(help="Mark them as absent from all other rounds.")] = False,
) -> Edit:
    """Check players in for a round; preliminary players are confirmed."""
    from .edits.attendance import checked_in, only_present, rounds_meant

    meant = rounds_meant(context.state.tournament, rounds or (), since, pattern)
    attend = only_present if only else checked_in
    return attend(context.state.tournament, players, meant)


@action(by_round=False, confirms=True)
def deadline(
    context: ActionContext,
    time: Annotated[
        str,
        Input(
            help="Time such as 11:45, or with the day 2026-11-29 11:45; '' for none.",
            clears=True,
        ),
    ],
    rounds: Annotated[
        int | None, Input(help="Round; by default the next one to pair.", option="round")
    ] = None,
) -> Edit:
    """Set the deadline of check-in: a round is paired without those who have not come by then.

    This starts the check-in. Who comes later is late.
    """
    from .edits.attendance import expected_until, rounds_meant

    (number,) = rounds_meant(context.state.tournament, () if rounds is None else (rounds,))
    return expected_until(context.state, number, time)


@action(by_round=False, confirms=True, helper=True)
def confirm(
    context: ActionContext,
    players: Players,
    preliminary: Annotated[bool, Input(help="Make them preliminary again.")] = False,
) -> Edit:
    """Confirm registrations. Only confirmed players are paired."""
    from .edits.players import registered_as

    return registered_as(context.state.tournament, not preliminary, players)


@action(by_round=False, confirms=True, exclusive=(("delete", "since"),))
def withdraw(
    context: ActionContext,
    players: Players,
    since: Annotated[
        int | None,
        _first_round("First round; by default the one after the last game."),
    ] = None,
    delete: Annotated[bool, Input(help="Delete players without a game or bye.")] = False,
) -> Edit:
    """Withdraw players from all remaining rounds. Their games stay."""
    from .edits.attendance import withdrawn
    from .edits.players import deleted

    if delete:
        return deleted(context.state.tournament, players)
    return withdrawn(context.state.tournament, players, since)


@action(by_round=False, confirms=True)
def join(
    context: ActionContext,
    players: Annotated[
        list[str], Input(help="Two or three players without a game.", metavar="PLAYER...")
    ],
    name: Annotated[
        str | None,
        Input(help="Name of the pair; by default such as Adler / Meier."),
    ] = None,
) -> Edit:
    """Join two or three players to one entry, for pair go or rengo."""
    from .edits.conditions import join_players

    return join_players(context.state, players, name)


@action(by_round=False, confirms=True)
def split(
    context: ActionContext,
    pair: Annotated[str, Input(help="A pair without a game.", metavar="PAIR", field="key")],
) -> Edit:
    """Split a pair: its members are single players again."""
    from .edits.conditions import split

    return split(context.state.tournament, pair)


# ---- The boards of a round ----


@action(rests_on="boards", confirms=True)
def draw(
    context: ActionContext,
    request: Annotated[
        Request, Input(help="The draw.", record="draws.request.Request", whole=True)
    ],
) -> Edit:
    """Draw a round: the most boards possible, and of these draws the heaviest."""
    from .draws.drawing import draw
    from .draws.plan import resolve

    return draw(resolve(context.state, replace(request, round=context.round_argument))).edit


@action(pairs=True, rests_on="seats", confirms=True)
def swap(context: ActionContext, one: One, other: Other) -> Edit:
    """Swap two players: each gets the opponent, table or bye of the other."""
    from .edits.boards import swapped

    tournament, seat = context.units.tournament, context.weigher.seat
    return swapped(tournament, context.round, (one, other), seat)


@action(pairs=True, rests_on="seats", confirms=True)
def pair(context: ActionContext, one: One, other: Other) -> Edit:
    """Pair two players who have no game in a round."""
    from .edits.boards import paired

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
    from .edits.attendance import arrived

    tournament, seat = context.units.tournament, context.weigher.seat
    return arrived(tournament, context.round, player, other or None, seat, context.occupied_tables)


_WAYS = ("re_pair", "limited", "bye_by_rule", "forfeit", "wait")


@action(changes_published=True, exclusive=tuple(combinations(_WAYS, 2)))
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
    from .draws.no_show import Way, no_show

    ways = {
        Way.RE_PAIR: re_pair,
        Way.LIMITED: limited,
        Way.BYE_BY_RULE: bye_by_rule,
        Way.FORFEIT: forfeit,
        Way.WAIT: wait,
    }
    way = next((way for way, is_chosen in ways.items() if is_chosen), None)
    if way is None:
        raise RuleError(phrase("choose what becomes of the opponent"))
    return no_show(context.state, context.round, players, way, late or ())


@action(pairs=True, rests_on="game", confirms=True)
def unpair(context: ActionContext, table: Table) -> Edit:
    """Remove the game at a table. Its players have no game then."""
    from .edits.boards import unpaired

    first = context.units.table(context.round, table)
    return unpaired(context.units.tournament, context.round, first)


@action(pairs=True, rests_on="seats and bye", confirms=True)
def bye(
    context: ActionContext,
    player: Annotated[str, Input(help="Player.", metavar="PLAYER", field="one")],
) -> Edit:
    """Assign the bye to another player, who gives up the place to the former one."""
    from .edits.boards import bye_given

    seat = context.weigher.seat
    return bye_given(context.units.tournament, context.round, player, seat)


@action(rests_on="game", confirms=True)
def colour(context: ActionContext, table: Table) -> Edit:
    """Exchange the colours at a table. The winner of the game stays the winner."""
    from .edits.boards import recoloured

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
    from .edits.boards import handicap_set

    return handicap_set(context.state.tournament, context.round, table, stones)


@action(rests_on="game", confirms=True)
def table(
    context: ActionContext,
    table: Table,
    new: Annotated[int, Input(help="New table.", metavar="NEW")],
) -> Edit:
    """Move a game to another table; a game there changes places with it."""
    from .edits.boards import moved

    return moved(context.state.tournament, context.round, table, new)


@action(rests_on="boards", confirms=True)
def renumber(context: ActionContext) -> Edit:
    """Renumber the tables of a round, the best games first."""
    from .draws.costs import Weigher
    from .edits.boards import renumbered

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
    from .edits.boards import published, round_to_publish, unpublish
    from .history.records import PublicationState

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
    from .edits.boards import table_fixed, tables_set

    if player is None and at is not None:
        raise RuleError(phrase("a table is given without the player who always sits at it"))
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
    from .edits.conditions import (
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


@action(by_round=False, confirms=True, helper=True)
def result(
    context: ActionContext,
    results: Annotated[
        list[str],
        Input(
            help="Table and result: w, b, 1-0, 0-1, 1/2, 0-0, 1-1, ?; ! by forfeit; 1-0,1/2 of two games.",
            metavar="TABLE RESULT",
            value="edits.results.ResultInput",
        ),
    ],
    rounds: Annotated[
        int | None,
        Input(help="Round; by default the last that is drawn.", option="round"),
    ] = None,
    match: Annotated[
        str | None,
        Input(
            help="Enter the results of a team's boards, from board 1, its points first.",
            metavar="TEAM",
            option="match",
        ),
    ] = None,
) -> Edit:
    """Enter or correct results.

    If one result is invalid, none is entered. Known results stay, and a corrected result is shown
    with its former value.
    """
    from .edits.results import (
        boards_of_matches,
        enter_results,
        match_results,
        parse_results,
        result_words,
    )

    tournament = context.state.tournament
    found = (
        parse_results(results, boards_of_matches(tournament, rounds))
        if match is None
        else match_results(tournament, match, results, rounds)
    )
    values = {"results": result_words(results), "rounds": rounds, "match": match}
    stated = {name: value for name, value in values.items() if value is not None}
    return replace(enter_results(tournament, found, rounds), values=stated)


# ---- The history ----


@action(by_round=False, confirms=True, helper=True, repairs=True)
def undo(
    context: ActionContext,
    number: Annotated[
        int | None,
        Input(
            help="Number of the change; by default the last one.", field="change", positional=True
        ),
    ] = None,
) -> Edit:
    """Undo the last change of the file; again, the one before it.

    The file is restored byte for byte, unless another program has saved it since. An earlier
    change can be undone alone if no later one depends on it; a draw or a publication only as the
    last change.
    """
    from .edits.undo import undo

    return undo(context.state, number)


@action(by_round=False, confirms=True, helper=True, repairs=True)
def redo(
    context: ActionContext,
    numbers: Annotated[
        list[int] | None,
        Input(help="Numbers of overwritten changes; by default all of them.", positional=True),
    ] = None,
) -> Edit:
    """Redo the change that was undone last, or one that another program has overwritten.

    A program that saves an older state of the file overwrites later changes. The log lists
    them.
    """
    from .edits.undo import redo

    return redo(context.state, numbers)


@action(by_round=False, in_history=True, page_only=True)
def mark(
    context: ActionContext,
    kind: Annotated[str, Input(help="checked, downloaded, sent or dismissed.")],
    about: Annotated[str, Input(help="What it holds for.")],
) -> Edit:
    """Remember that results were checked, downloaded or sent, or that a next step was dismissed."""
    from .edits.settings import marked_as

    return marked_as(context.state, kind, about)


@action(by_round=False, helper=True, in_history=True, page_only=True)
def dispute(
    context: ActionContext,
    table: Table,
    rounds: Annotated[int, Input(help="Round.", option="round")],
    result: Annotated[
        str | None, Input(help="The other result; without it the one that is entered is confirmed.")
    ] = None,
) -> Edit:
    """Remember that a phone reports another result than is entered, or that this one is confirmed."""
    from .edits.results import disputed

    return disputed(context.state, rounds, table, result)


# ---- Outside of the rounds ----


@action(by_round=False, confirms=True)
def playoff(
    context: ActionContext,
    winner: Annotated[str, Input(help="Winner.", field="key")],
    loser: Annotated[str, Input(help="Loser.")],
) -> Edit:
    """Enter a play-off game outside of the rounds, which settles a tie.

    It decides only between players who are equal in all other criteria; PO is added as the last
    one.
    """
    from .edits.results import playoff_played

    return playoff_played(context.state.tournament, winner, loser)


@action(by_round=False, confirms=True)
def bonus(
    context: ActionContext,
    player: Annotated[str, Input(help="Player.", field="key")],
    points: Annotated[
        float,
        Input(
            help="Bonus points, in steps of 0.5; 0 removes them.",
            pattern="[0-9]{1,3}([.][05])?",
            refusal=marked("must be points such as 0.5, not {value!r}"),
        ),
    ],
    rounds: Annotated[int, Input(help="Round.", option="round")],
) -> Edit:
    """Give a player bonus points."""
    from .edits.results import bonus_given

    return bonus_given(context.state.tournament, player, points, rounds)


ACTIONS: Mapping[str, Action] = {
    each.name: each for each in [*globals().values()] if isinstance(each, Action)
}
"""All actions, by the names of their commands."""
