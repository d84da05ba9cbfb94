"""Actions: what a director does to a tournament, each declared once.

The name, the annotated parameters and the docstring of a function are the command, its options and its help,
the fields of the form on the page, what the history keeps, and what an action is repeated from.

The functions import what they use: a command reads all declarations, and does one of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

from ..errors import RuleError
from ..sentences import marked, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..go.tournament import Tournament
    from .draws.costs import Weigher
    from .draws.redraw import Units
    from .edits.locked_file import Edit, LockedFile

    RestsOn = Literal["", "seats", "seats and bye", "game", "boards"]


# ---- Declarations ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """What a parameter of an action is, for the help of an option and for the errors of a form."""

    help: str
    metavar: str | None = None
    option: str = ""
    """The word for it in a command, if it is not named as the parameter."""

    field: str = ""
    """The field of the form that holds it, if it is not named as the parameter."""

    pattern: str = ""
    """What a text in a form must match; by default that of its type."""

    refusal: str = marked("expected a number, got {value!r}")
    """What is said of a text that does not match it."""


_PATTERNS = {int: "[0-9]{1,9}", float: r"[0-9]{1,9}([.][0-9]+)?"}

_LONGEST = 60
"""Characters of a field that an error quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """A parameter of an action."""

    name: str
    type: type
    """bool, int, float or str."""

    many: bool
    default: Any
    input: Input

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is Parameter.empty

    @property
    def option(self) -> str:
        """The word for it in a command; empty if its place in the command says what it is."""
        if self.required and not self.input.option:
            return ""
        return self.input.option or self.name.replace("_", "-")

    @property
    def field(self) -> str:
        """The field of the form that holds it."""
        return self.input.field or self.name

    def parse(self, text: str) -> Any:  # noqa: ANN401
        """The value that a field of a form holds.

        Raises
        ------
        RuleError
            If it is no such number.
        """
        pattern = self.input.pattern or _PATTERNS.get(self.type)
        if pattern and not re.fullmatch(pattern, text):
            raise RuleError(phrase(self.input.refusal, value=text[:_LONGEST]))
        return [text] if self.many else self.type(text)


class ActionContext:
    """A locked tournament file, and the round that an action is about.

    Parameters
    ----------
    file
        The file.
    round
        Number from 1; None is the round in play, or else the next one to draw.
    """

    def __init__(self, file: LockedFile, round: int | None) -> None:
        self.file = file
        self._round = round

    @property
    def tournament(self) -> Tournament:
        """The tournament of the file."""
        return self.file.tournament

    @cached_property
    def units(self) -> Units:
        """The tournament as pairing sees it: its players are teams where teams are drawn."""
        from .draws.redraw import Units

        return Units.of(self.file)

    @cached_property
    def round(self) -> int:
        """Number of the round."""
        from .state import round_to_edit

        whole = self.tournament
        drawn = self.units.tournament if whole.draws_teams else whole
        return round_to_edit(drawn, self._round)

    @cached_property
    def weigher(self) -> Weigher:
        """What a change of the pairings costs."""
        from .draws.costs import Weigher

        return Weigher.of(self.units, self.round)

    def with_costs(self, edit: Edit) -> Edit:
        """An edit whose messages say what it costs by the model of the round."""
        costs = self.weigher.describe_edit(self.units.tournament, edit.tournament)
        return replace(edit, told=(*(edit.told or (edit.said,)), *costs))

    @property
    def taken(self) -> frozenset[int]:
        """Tables at which no new game may be."""
        return self.units.taken(self.round)


@dataclass(frozen=True, kw_only=True)
class Action:
    """Something that a director does to a tournament."""

    function: Callable[..., Edit]

    by_round: bool
    """Whether it is about one round, by default the one in play."""

    pairs: bool
    """Whether it decides who plays whom: matches where teams meet, at a cost that is told."""

    rests_on: RestsOn
    """What must be as the browser shows it: the seats of its players, also that of the bye, the game of its
    table, or all boards."""

    confirms: bool
    """Whether it may change scores of rounds that are played, once that is confirmed."""

    in_history: bool
    """Whether the history holds its outcome, and the tournament stays."""

    exclusive: tuple[tuple[str, str], ...]
    """Arguments of which only one may be stated."""

    @property
    def name(self) -> str:
        """The name of its command."""
        return self.function.__name__

    @property
    def help(self) -> str:
        """What it does, for who has never done it."""
        return self.function.__doc__ or ""

    @cached_property
    def arguments(self) -> Mapping[str, Argument]:
        """Its parameters, by name and in their order."""
        parameters = [*signature(self.function).parameters.values()][1:]
        return {each.name: _argument(each) for each in parameters}

    def perform(
        self,
        file: LockedFile,
        round: int | None,
        values: Mapping[str, Any],
        *,
        check: Callable[[ActionContext], None] | None = None,
        amend: Callable[[ActionContext, Edit], Edit] | None = None,
    ) -> Edit:
        """What becomes of a file.

        Parameters
        ----------
        round
            Number from 1; None is the round in play, or else the next one to draw.
        values
            The values of its arguments, by name; those that are absent have their defaults.
        check
            Refuses what has changed since it was shown.
        amend
            Adds to the messages.

        Raises
        ------
        RuleError
            If the rules do not allow it.
        """
        for one, other in self.conflicts(values):
            raise RuleError(
                phrase("expected either {one} or {other}, got both", one=one, other=other)
            )
        context = ActionContext(file, round)
        if check is not None:
            check(context)
        edit = self.function(context, **values)
        if amend is not None:
            edit = amend(context, edit)
        if self.pairs:
            edit = context.units.of_boards(edit, context.round)
        stated = {name: each for name, each in values.items() if each is not None}
        stated = {name: each for name, each in stated.items() if each is not False}
        return replace(edit, values=stated | ({"round": context.round} if self.by_round else {}))

    def conflicts(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The arguments that are stated although they exclude each other."""
        for pair in self.exclusive:
            if all(values.get(name) not in (None, False) for name in pair):
                yield pair

    def parse(self, form: Mapping[str, str], preset: Mapping[str, Any]) -> dict[str, Any]:
        """The values that a form holds.

        Parameters
        ----------
        form
            Texts by field; an optional field that is empty has its default.
        preset
            Values that the form does not hold, by name.

        Raises
        ------
        RuleError
            If a required field is empty, or a value is none.
        """
        values = dict(preset)
        for argument in self.arguments.values():
            text = form.get(argument.field, "").strip()
            if argument.name in preset or (argument.option and not text):
                continue
            if not text:
                name = argument.field.replace("_", " ")
                raise RuleError(phrase("the form has nothing in its field {name!r}", name=name))
            values[argument.name] = argument.parse(text)
        return values


ACTIONS: dict[str, Action] = {}
"""All actions, by the name of their command."""


def action(
    *,
    by_round: bool = True,
    pairs: bool = False,
    rests_on: RestsOn = "",
    confirms: bool = False,
    in_history: bool = False,
    exclusive: tuple[tuple[str, str], ...] = (),
) -> Callable[[Callable[..., Edit]], Action]:
    """Make a function an action; see `Action`."""

    def declare(function: Callable[..., Edit]) -> Action:
        declared = Action(
            function=function,
            by_round=by_round,
            pairs=pairs,
            rests_on=rests_on,
            confirms=confirms,
            in_history=in_history,
            exclusive=exclusive,
        )
        ACTIONS[declared.name] = declared
        return declared

    return declare


def _argument(parameter: Parameter) -> Argument:
    hint, declared = get_args(eval(parameter.annotation, globals()))
    kinds = [each for each in get_args(hint) or (hint,) if each is not type(None)]
    many = any(get_origin(each) is list for each in (hint, *kinds))
    inner = get_args(kinds[0])[0] if get_origin(kinds[0]) is list else kinds[0]
    return Argument(
        name=parameter.name, type=inner, many=many, default=parameter.default, input=declared
    )


# ---- Parameters that several actions have ----

One = Annotated[str, Input(help="A player.", metavar="A")]
Other = Annotated[str, Input(help="Another player.", metavar="B")]
Players = Annotated[
    list[str],
    Input(help="Players: by key, full name or a single name.", metavar="PLAYER...", field="key"),
]
Table = Annotated[int, Input(help="Number of a table.", metavar="TABLE")]
Rounds = Annotated[
    list[int] | None,
    Input(help="Round; by default the next draw's. Can be repeated.", metavar="N", option="round"),
]
Since = Annotated[int | None, Input(help="This round and all later.", metavar="N", option="from")]
Pattern = Annotated[
    str | None,
    Input(
        help="Several rounds, such as 1-5, 4-, 'week 2' or -3,7.",
        metavar="ROUNDS",
        option="rounds",
    ),
]


# ---- Who takes part ----


@action(by_round=False, confirms=True)
def absent(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
) -> Edit:
    """Say who misses a round."""
    from .edits.attendance import absent, rounds_meant

    meant = rounds_meant(context.tournament, rounds or (), since, pattern)
    return absent(context.tournament, players, meant)


@action(by_round=False, confirms=True)
def present(
    context: ActionContext,
    players: Players,
    rounds: Rounds = None,
    since: Since = None,
    pattern: Pattern = None,
) -> Edit:
    """Check players in: they take part in a round after all, and a preliminary one is confirmed."""
    from .edits.attendance import checked_in, rounds_meant

    meant = rounds_meant(context.tournament, rounds or (), since, pattern)
    return checked_in(context.tournament, players, meant)


@action(by_round=False, confirms=True, exclusive=(("delete", "since"),))
def withdraw(
    context: ActionContext,
    players: Players,
    since: Annotated[
        int | None,
        Input(help="Round; by default that after the last game.", metavar="N", option="from"),
    ] = None,
    delete: Annotated[
        bool, Input(help="Delete them; none of them may have had a game or bye.")
    ] = False,
) -> Edit:
    """Take players out of all rounds that are left; what they have played stays."""
    from .edits.attendance import withdrawn
    from .edits.players import deleted

    if delete:
        return deleted(context.tournament, players)
    return withdrawn(context.tournament, players, since)


@action(by_round=False)
def join(
    context: ActionContext,
    players: Annotated[
        list[str], Input(help="Two or three players without a game.", metavar="PLAYER...")
    ],
    name: Annotated[
        str | None,
        Input(help="Name of the pair; by default such as Adler / Meier.", field="called"),
    ] = None,
) -> Edit:
    """Make one player of two or three who play each game together, as in pair go and rengo."""
    from .edits.conditions import join_players

    return join_players(context.file.timeline, context.tournament, players, name)


@action(by_round=False)
def split(
    context: ActionContext,
    pair: Annotated[str, Input(help="A pair without a game.", metavar="PAIR", field="key")],
) -> Edit:
    """Take a pair apart again: its members are players of their own, as they had entered."""
    from .edits.conditions import split

    return split(context.tournament, pair)


# ---- The boards of a round ----


@action(pairs=True, rests_on="seats", confirms=True)
def swap(context: ActionContext, one: One, other: Other) -> Edit:
    """Let two players change places: each takes the opponent, table or bye of the other."""
    from .edits.boards import swapped

    tournament, seat = context.units.tournament, context.weigher.seat
    return swapped(tournament, context.round, (one, other), seat)


@action(pairs=True, rests_on="seats", confirms=True)
def pair(context: ActionContext, one: One, other: Other) -> Edit:
    """Make a game of two players who wait for one, before the draw or after it."""
    from .edits.boards import paired

    tournament, seat = context.units.tournament, context.weigher.seat
    return paired(tournament, context.round, (one, other), seat, context.taken)


@action(pairs=True, confirms=True)
def late(
    context: ActionContext,
    player: Annotated[str, Input(help="A player.", metavar="A", field="key")],
) -> Edit:
    """Let a player who comes late take part, and play whoever waits for a game or has the bye."""
    from .edits.attendance import arrived

    tournament, seat = context.units.tournament, context.weigher.seat
    return arrived(tournament, context.round, player, seat, context.taken)


@action(pairs=True, rests_on="game", confirms=True)
def unpair(context: ActionContext, table: Table) -> Edit:
    """Take the game of a table back, so that its players wait for another."""
    from .edits.boards import unpaired

    first = context.units.table(context.round, table)
    return unpaired(context.units.tournament, context.round, first)


@action(pairs=True, rests_on="seats and bye", confirms=True)
def bye(
    context: ActionContext,
    player: Annotated[str, Input(help="Who gets the bye.", metavar="PLAYER", field="one")],
) -> Edit:
    """Give the bye to another player; who has had it takes that player's place."""
    from .edits.boards import bye_given

    seat = context.weigher.seat
    return bye_given(context.units.tournament, context.round, player, seat)


@action(rests_on="game", confirms=True)
def colour(context: ActionContext, table: Table) -> Edit:
    """Exchange the colours of a table; who has won it stays the winner."""
    from .edits.boards import recoloured

    return recoloured(context.tournament, context.round, table)


@action(rests_on="game", confirms=True)
def handicap(
    context: ActionContext,
    table: Table,
    stones: Annotated[int, Input(help="0 to 9; 1 is without komi.", metavar="STONES")],
) -> Edit:
    """Set the handicap of a table."""
    from .edits.boards import handicap_set

    return handicap_set(context.tournament, context.round, table, stones)


@action(rests_on="game")
def table(
    context: ActionContext,
    table: Table,
    new: Annotated[int, Input(help="Its new number.", metavar="NEW")],
) -> Edit:
    """Move a game to another table; a game that is there changes places with it."""
    from .edits.boards import moved

    return moved(context.tournament, context.round, table, new)


@action(rests_on="boards")
def renumber(context: ActionContext) -> Edit:
    """Number the tables of a round anew, the best first, as a draw would."""
    from .draws.costs import Weigher
    from .edits.boards import renumbered
    from .history.records import tables_of

    file = context.file
    seat = Weigher.of(file, context.round).seat
    return renumbered(file.tournament, context.round, tables_of(file.timeline), seat)


@action(by_round=False, rests_on="boards", in_history=True, exclusive=(("freeze", "back"),))
def publish(
    context: ActionContext,
    rounds: Annotated[
        int | None,
        Input(help="Round; by default the last that is drawn.", metavar="N", option="round"),
    ] = None,
    freeze: Annotated[
        bool, Input(help="Publish for good: the boards do not change any more.")
    ] = False,
    back: Annotated[
        bool, Input(help="One step back: from frozen to published, from that to draft.")
    ] = False,
) -> Edit:
    """Say that the players know the boards of a round, as they are now.

    From then on fastpair says how many published boards a new draw changes, and a draw can keep as many
    of them as possible. The boards of a frozen round are not changed at all; results are entered as
    before. All this stands in the history beside the file, and undo takes it back.
    """
    from .edits.boards import published, round_to_publish, taken_back
    from .history.records import PublicationState

    timeline, tournament = context.file.timeline, context.tournament
    number = round_to_publish(tournament, rounds)
    if back:
        return taken_back(timeline, tournament, number)
    state = PublicationState.FROZEN if freeze else PublicationState.PUBLISHED
    return published(timeline, tournament, number, state)


@action(by_round=False, in_history=True, exclusive=(("player", "room"), ("player", "closed")))
def tables(
    context: ActionContext,
    room: Annotated[
        list[str] | None,
        Input(
            help="A room and its tables; can be repeated. All rooms are named at once; '' is none.",
            metavar="NAME=FIRST-LAST",
        ),
    ] = None,
    closed: Annotated[
        str | None,
        Input(help="Tables that no draw uses, such as 3,7-9; '' is none.", metavar="TABLES"),
    ] = None,
    player: Annotated[
        str | None,
        Input(help="Who always sits at one table, or again at any.", metavar="PLAYER", field="one"),
    ] = None,
    at: Annotated[
        int | None, Input(help="The table of that player.", metavar="TABLE", field="table")
    ] = None,
) -> Edit:
    """Say in which rooms the tables are, which no draw uses, and who always sits at which.

    It counts for every later draw, and for pages that are shown or printed. It stands in the
    history beside the file, and undo takes it back.
    """
    from .edits.boards import table_fixed, tables_set

    if player is None and at is not None:
        raise RuleError(phrase("a table is given without the player who always sits at it"))
    timeline, tournament = context.file.timeline, context.tournament
    if player is not None:
        return table_fixed(timeline, tournament, player, at)
    rooms = None if room is None else [text for text in room if text]
    return tables_set(timeline, tournament, rooms=rooms, closed=closed)


@action(in_history=True)
def condition(
    context: ActionContext,
    kind: Annotated[
        str,
        Input(
            help="force: they must meet; forbid: they must not; prefer: they would like to; keep: "
            "their board stays when the round is drawn again. Without it, all are listed.",
        ),
    ],
    players: Annotated[list[str], Input(help="Two players.")],
    why: Annotated[str | None, Input(help="Why that is so, for the list.", metavar="TEXT")] = None,
    until: Annotated[
        int | None,
        Input(help="For the rounds up to N, too, that are not drawn yet.", metavar="N"),
    ] = None,
    back: Annotated[bool, Input(help="Take it back.")] = False,
) -> Edit:
    """Say something of two players that holds in each draw of a round until it is taken back.

    It stands in the history beside the file, and undo takes it back, too.
    """
    from .edits.conditions import condition_typed, released, stated_for
    from .history.records import conditions_of

    timeline, tournament, number = context.units.timeline, context.units.tournament, context.round
    wanted = condition_typed(tournament, kind, players)
    if back:
        return released(timeline, tournament, number, wanted)
    rounds: Sequence[int] = (number,)
    if until is not None:
        tournament.check_round(until)
        rounds = [
            each
            for each in range(number, until + 1)
            if not tournament.is_drawn(each) and wanted not in conditions_of(timeline, each)
        ]
        if not rounds:
            raise RuleError(
                phrase(
                    "no round is left to draw from round {round} on in which they may meet",
                    round=number,
                )
            )
    return stated_for(timeline, tournament, rounds, wanted, why or "")


@action(by_round=False, confirms=True)
def result(
    context: ActionContext,
    results: Annotated[
        list[str],
        Input(
            help="Tables and their results, White's points first: 1-0, 0-1, 1/2 (jigo), 0-0 (both "
            "lose), 1-1 (both win), ? (none), with ! behind it by forfeit, as in 1-0!; w and b for "
            "the winner. - takes them from standard input.",
            metavar="TABLE RESULT",
        ),
    ],
    rounds: Annotated[
        int | None,
        Input(help="Round; by default the last that is drawn.", metavar="N", option="round"),
    ] = None,
    match: Annotated[
        str | None,
        Input(
            help="A team: the results are those of its boards, from board 1, its points first.",
            metavar="TEAM",
            option="match",
        ),
    ] = None,
) -> Edit:
    """Enter results, or correct them.

    Nothing is entered unless everything is right. What is known already stays, and a result that
    becomes another one is said with what it was.
    """
    from .edits.results import entered, match_results, typed_results, with_match_points

    tournament = context.tournament
    if match is not None:
        return entered(tournament, match_results(tournament, match, results, rounds), rounds)
    words = with_match_points(tournament, results, rounds)
    return entered(tournament, typed_results(words), rounds)


# ---- Outside of the rounds ----


@action(by_round=False)
def playoff(
    context: ActionContext,
    winner: Annotated[str, Input(help="Who has won.", field="key")],
    loser: Annotated[str, Input(help="Who has lost.")],
) -> Edit:
    """Enter a further game outside of the rounds, which settles a tie.

    It counts for those only who are equal by all criteria before PO, which is put behind the others.
    """
    from .edits.results import playoff_played

    return playoff_played(context.tournament, winner, loser)


@action(by_round=False, confirms=True)
def bonus(
    context: ActionContext,
    player: Annotated[str, Input(help="Who gets them.", field="key")],
    points: Annotated[
        float,
        Input(
            help="How many, in halves; 0 takes them away.",
            pattern="[0-9]{1,3}([.][05])?",
            refusal=marked("expected points such as 0.5, got {value!r}"),
        ),
    ],
    rounds: Annotated[int, Input(help="After which round.", metavar="N", option="round")],
) -> Edit:
    """Give a player bonus points, which count beside those of games."""
    from .edits.results import bonus_given

    return bonus_given(context.tournament, player, points, rounds)
