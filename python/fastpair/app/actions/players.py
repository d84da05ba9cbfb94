"""Actions for players: who they are, in which teams and pairs, and in which rounds they take part."""

from __future__ import annotations

from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Annotated, Any

from .action import Input, action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ...go.tournament import Tournament
    from ..edits.outcome import Edit
    from ..entries.registration import EntryTerms
    from .action import ActionContext

    Step = Callable[[Tournament], Edit]
else:
    # The annotations are evaluated before these are needed; `Input.record` names them.
    EntryTerms = object


Players = Annotated[
    list[str],
    Input(help="Players, by key or name.", metavar="PLAYER...", field="key"),
]
Rounds = Annotated[
    list[int] | None,
    Input(help="Round; by default the next one to pair. Can be repeated.", option="round"),
]


def first_round(meaning: str) -> Input:
    """What a first round is for an action."""
    return Input(help=meaning, option="from")


Since = Annotated[int | None, first_round("First of all rounds to change.")]
Pattern = Annotated[
    str | None,
    Input(
        help="Several rounds, such as 1-5, 4-, 'week 2' or -3,7.", metavar="ROUNDS", option="rounds"
    ),
]


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
    player: Annotated[dict[str, Any], Input(help="The player.", record=".go.tournament.Player")],
    terms: Annotated[
        EntryTerms, Input(help="Which rounds.", record="entries.registration.EntryTerms")
    ],
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
    from ..edits.outcome import Edit
    from ..edits.players import change_named_player

    tournament = context.state.tournament
    names = {"name": name, "first_name": first_name}
    entry = {**player, **{key: text for key, text in names.items() if text is not None}}
    if change is not None:
        return change_named_player(tournament, change, entry, terms)
    alone = not (entries is not None or ratings or unrated_by_grade or all_final)
    typed = [entry] if entry or alone else []
    steps: list[Step] = []
    if typed or entries is not None or (terms and not all_final):
        steps += _enter(typed, entries, terms, namesakes=namesakes)
    steps += _rate(ratings, unrated_by_grade=unrated_by_grade)
    steps += [partial(_confirm, terms=terms)] if all_final else ()
    return reduce(Edit.then, steps, Edit(tournament=tournament, summary=""))


def _enter(
    typed: Sequence[Mapping[str, Any]],
    entries: list[Any] | None,
    terms: EntryTerms,
    *,
    namesakes: bool,
) -> Iterator[Step]:
    """Add who is typed, and the players and teams of a list, asking about a namesake only of one who is added alone."""
    from ..edits import players, teams
    from ..entries.registration import new_player
    from ..history.entries import read_facts

    listed = read_facts(entries or ())

    def register_all(tournament: Tournament) -> Edit:
        graded, chess = tournament.needs_grades, tournament.event_kind.has_federations
        newcomers = [
            *listed.players,
            *(new_player(entry, graded=graded, chess=chess) for entry in typed),
        ]
        apart = namesakes or not listed.players
        done = players.registered(tournament, newcomers, terms, namesakes=apart)
        if entries is not None:  # of which its reader has warned
            done = replace(done, warnings=())
        return replace(done, questions=()) if namesakes else done

    yield register_all
    if listed.team_play is not None:
        yield lambda tournament: teams.enter_teams(tournament, listed)


def _rate(ratings: dict[str, Any] | None, *, unrated_by_grade: bool) -> Iterator[Step]:
    """Take the ratings of a list, and of grades."""
    from ..edits import ratings as rating_lists

    if ratings:
        yield lambda tournament: rating_lists.ratings_of_list(tournament, ratings)
    if unrated_by_grade:
        yield rating_lists.unrated_by_grade


def _confirm(tournament: Tournament, terms: EntryTerms) -> Edit:
    """Confirm all who are preliminary."""
    from ..edits.players import registered_as

    return registered_as(tournament, final=True, terms=terms)


@action(by_round=False, page_only=True)
def complete(
    context: ActionContext,
    players: Annotated[
        dict[str, dict[str, Any]], Input(help="What is known of players besides, by their keys.")
    ],
) -> Edit:
    """Enter what a results file needs of several players."""
    from ..edits.players import players_changed

    return players_changed(context.state.tournament, players)


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
    from ..edits.identities import players_identified

    return players_identified(
        context.state.tournament, title, players, numbers or {}, without or {}, removed or ()
    )


@action(
    by_round=False, confirms=True, helper=True, exclusive=(("requested_bye", "full_point_bye"),)
)
def absent(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
    requested_bye: Annotated[
        bool, Input(help="Record a bye that they asked for, worth the points of a requested bye.")
    ] = False,
    full_point_bye: Annotated[
        bool, Input(help="Record a bye that they asked for, worth a win.")
    ] = False,
) -> Edit:
    """Mark players as absent from a round."""
    from ...go.tournament import RoundKind
    from ..edits.attendance import absent, rounds_meant

    meant = rounds_meant(context.state.tournament, rounds or (), since, pattern)
    requested = RoundKind.HALF_POINT_BYE if requested_bye else RoundKind.ABSENT
    kind = RoundKind.FULL_POINT_BYE if full_point_bye else requested
    return absent(context.state.tournament, players, meant, kind)


@action(by_round=False, confirms=True, helper=True)
def present(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
    only: Annotated[bool, Input(help="Mark them as absent from all other rounds.")] = False,
) -> Edit:
    """Check players in for a round; preliminary players are confirmed.

    Who has withdrawn returns for all later rounds, after a question.
    """
    from ..edits.attendance import checked_in, only_present, rounds_meant

    meant = rounds_meant(context.state.tournament, rounds or (), since, pattern)
    attend = only_present if only else checked_in
    return attend(context.state, players, meant)


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
    from ..edits.attendance import expected_until, rounds_meant

    (number,) = rounds_meant(context.state.tournament, () if rounds is None else (rounds,))
    return expected_until(context.state, number, time)


@action(by_round=False, confirms=True, helper=True)
def confirm(
    context: ActionContext,
    players: Players,
    preliminary: Annotated[bool, Input(help="Make them preliminary again.")] = False,
) -> Edit:
    """Confirm registrations. Only confirmed players are paired."""
    from ..edits.players import registered_as

    return registered_as(context.state.tournament, not preliminary, players)


@action(by_round=False, confirms=True, exclusive=(("delete", "since"),))
def withdraw(
    context: ActionContext,
    players: Players,
    since: Annotated[
        int | None,
        first_round("First round; by default the one after the last game."),
    ] = None,
    delete: Annotated[bool, Input(help="Delete players without a game or bye.")] = False,
) -> Edit:
    """Withdraw players from all remaining rounds. Their games stay."""
    from ..edits.attendance import withdrawn
    from ..edits.players import deleted

    if delete:
        return deleted(context.state.tournament, players)
    return withdrawn(context.state.tournament, players, since, context.state.withdrawn)


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
    from ..edits.conditions import join_players

    return join_players(context.state, players, name)


@action(by_round=False, confirms=True)
def split(
    context: ActionContext,
    pair: Annotated[str, Input(help="A pair without a game.", metavar="PAIR", field="key")],
) -> Edit:
    """Split a pair: its members are single players again."""
    from ..edits.conditions import split

    return split(context.state.tournament, pair)
