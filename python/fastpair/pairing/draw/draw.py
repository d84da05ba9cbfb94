"""The draw of a round, as a value."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from ...go.round_robin import with_forfeits
from ...go.tournament import (
    Bye,
    Game,
    TwoPlayers,
    final_losses,
    with_rounds_needed,
    with_sleepers_lowered,
)
from ...mappings import freeze
from ...notebook import html_table
from ...parameters import checked
from ...sentences import phrase
from ..origin import DrawOrigin
from .constraints import Constraints, remaining

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence

    from ...arrays import Bools
    from ...go.tournament import Tournament
    from ..field import Field
    from .constraints import HardRule, Removal


# ---- How long the stages of a draw take ----


@contextmanager
def timed(seconds: MutableMapping[str, float], stage: str) -> Iterator[None]:
    """Record under the name of a stage how many seconds it took."""
    started = perf_counter()
    yield
    seconds[stage] = perf_counter() - started


# ---- The draw of a round: its boards, and the players without one ----


class BoardNote(Enum):
    """A remark about a board."""

    WHITE_DRAWN_UP = "white drawn up"
    """White's score group is below Black's."""

    WHITE_DRAWN_DOWN = "white drawn down"
    """White's score group is above Black's."""

    SAME_CLUB = "same club"

    REMATCH = "rematch"
    """The two have met before, or a later round has their game."""

    HANDICAP_AT_TOP = "handicap at the top"
    """A player at the bar or in a supergroup has a handicap game: the rule against it has given way. The
    tournament's rules, which may have no bar, say how many stones."""

    EVEN_AT_TOP = "no handicap"
    """The same rule has given way and the scores call for a handicap, but the tournament's rules
    give no stones."""

    FORCED = "must play"
    """The director has forced this pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawLevel:
    """Value of a draw on one level; higher levels come before all lower ones."""

    components: tuple[str, ...]
    """Names of the components on the level."""

    weight: int
    """Sum of these components of all boards; of a system without a model, less what the draw costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(TwoPlayers):
    """A game of a draw: two players at a table.

    Examples
    --------
    >>> board = draw_round(read("examples/evening.xml").tournament, 2).boards[0]
    >>> board.table, board.white, board.black, board.handicap
    (1, 'KERMTROVBELRAN', 'DOVANIHALKA', 9)
    """

    table: int
    """From 1."""

    white: str
    """Key of the player who takes White."""

    black: str
    """Key of the player who takes Black."""

    handicap: int
    """Stones, 0 to 9; 1 is a game without komi."""

    white_score: float
    """Score of White before the round: McMahon score, wins or cup score. A multiple of 0.5, which a
    float holds exactly; compare with ``==``."""

    black_score: float
    """Score of Black before the round."""

    weight: int
    """Weight of the pair, which the draw maximises in total."""

    components: Mapping[str, int] = field(hash=False)
    """What the weight is made of, by name."""

    notes: tuple[BoardNote, ...] = ()

    def __post_init__(self) -> None:
        freeze(self, "components")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpaired:
    """A player without an opponent."""

    player: str
    """Key."""

    reason: str
    """Why, in a few words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelaxedPair:
    """A pair that hard rules remove and that has to be allowed."""

    players: tuple[str, str]
    """Keys."""

    rules: tuple[HardRule, ...]
    """All rules that remove it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxations:
    """Hard rules to relax so that everybody who can play is paired."""

    cheapest: tuple[RelaxedPair, ...] = ()
    """Pairs to allow, by the order of ``HardRule``: as few as possible that the dearest rule removes,
    then as few as possible that the next one removes, and so on. Empty if nothing helps."""

    fewest: tuple[RelaxedPair, ...] = ()
    """As few pairs as possible, whatever their rules, and of these the cheapest."""

    rules: tuple[tuple[HardRule, ...], ...] = ()
    """Smallest sets of rules that would have to be dropped altogether."""

    left: tuple[str, ...] = ()
    """Keys of those who have no opponent even then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBracket:
    """A bracket of a system of FIDE, and what its pairs cost.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> bracket = draw_round(tournament, 3, system="dutch").brackets[0]
    >>> len(bracket.residents), len(bracket.pairs), bracket.criteria["C6"]
    (3, 1, 1)
    """

    score: float
    """Of its residents, with virtual points."""

    moved: tuple[str, ...]
    """Keys of those who were left over in the brackets above, or come up from below, the highest ranked first."""

    residents: tuple[str, ...]
    """Keys of those who have this score."""

    pairs: tuple[tuple[str, str], ...]
    """Keys of those who meet within it; the others go on to the next one, or have the bye."""

    criteria: Mapping[str, int] = field(hash=False)
    """What the pairs cost by each criterion, by its number in the rules, in their order. No other pairs
    cost less by the first criterion that differs."""

    words: Mapping[str, str] = field(hash=False)
    """What is counted, by number, for those of the criteria that count something; for translation."""

    from_below: bool
    """Whether those who join the residents come up from below: upfloaters."""

    def __post_init__(self) -> None:
        freeze(self, "criteria", "words")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Draw(DrawOrigin):
    """A draw of a round.

    By weights, the heaviest of those that pair the most players.

    Examples
    --------
    >>> tournament = read("examples/evening.xml").tournament
    >>> draw = draw_round(tournament, 2)
    >>> draw.applied_to(tournament).is_drawn(2)
    True
    """

    boards: tuple[Board, ...]
    """In table order. Games that the round had before the draw are not among them."""

    bye: str | None = None
    """Key of the player with the bye."""

    unpaired: tuple[Unpaired, ...] = ()

    relaxations: Relaxations | None = None
    """What would pair the unpaired players. None if nobody is unpaired, or only the odd player of a
    round that has its bye already."""

    absent: tuple[str, ...] = ()
    """Keys of the finally registered players who do not take part in the round."""

    levels: tuple[DrawLevel, ...] = ()
    """If components are on several levels, these, the first one first: the draw is the heaviest on the
    first level, of such draws the heaviest on the second, and so on, whatever its whole weight."""

    brackets: tuple[DrawBracket, ...] = ()
    """The brackets of a system of FIDE, from the highest score down; empty for other systems."""

    kept_drawable: int = 0
    """How many rounds behind this one can be drawn complete, if not after a heavier draw; 0 if the
    heaviest one leaves as many."""

    constraints: Constraints = field(default_factory=Constraints)
    """The hard rules of the draw."""

    remarks: tuple[str, ...] = field(default=(), compare=False)
    """Which earlier rounds are not over, though the draw builds on them; one line for each reason."""

    timings: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Seconds that each stage took, by name."""

    def __post_init__(self) -> None:
        super(Draw, self).__post_init__()
        freeze(self, "timings")

    def __repr__(self) -> str:
        """Return one line, however many boards there are."""
        parts = [
            f"round {self.round}",
            f"{len(self.boards)} board{'' if len(self.boards) == 1 else 's'}",
            *([] if self.bye is None else [f"bye {self.bye!r}"]),
            *([f"{len(self.unpaired)} unpaired"] if self.unpaired else []),
            self.drawn_by,
            *self.remarks,
        ]
        return f"<Draw: {', '.join(parts)}>"

    def _repr_html_(self) -> str:
        """The boards as a table, in a notebook."""
        bye = [] if self.bye is None else [phrase("Bye: {player}", player=self.bye)]
        left = [f"{each.player}: {each.reason}" for each in self.unpaired]
        return html_table(
            phrase("Round {round}", round=self.round),
            ("Table", "White", "Black", "Handicap"),
            [
                (board.table, board.white, board.black, board.handicap or "")
                for board in self.boards
            ],
            (*bye, *left, *self.remarks),
        )

    @property
    def drawn_by(self) -> str:
        """Name of the model, or of the system without weights, that made the draw."""
        return self.model or self.system

    @property
    def cardinality(self) -> int:
        """Number of boards."""
        return len(self.boards)

    @property
    def complete(self) -> bool:
        """Whether everybody has a board or the bye."""
        return not self.unpaired

    def games(self) -> tuple[Game, ...]:
        """The boards as games without a result."""
        return tuple(
            Game(
                round=self.round,
                table=board.table,
                white=board.white,
                black=board.black,
                handicap=board.handicap,
            )
            for board in self.boards
        )

    @checked
    def applied_to(self, tournament: Tournament) -> Tournament:
        """The tournament with these boards, byes and absences in it.

        Who sleeps and starts lower for it is decided from then on, see ``with_sleepers_lowered``. In an
        event that losses end, who goes on without a game has a bye, who is out is not absent, and the
        draw says how many rounds there are. In a round robin, who is away loses the game by forfeit.
        """
        tournament = with_rounds_needed(with_sleepers_lowered(tournament))
        played = tournament.round(self.round)
        by_losses = final_losses(tournament) > 0
        free = () if self.bye is None else (self.bye,)
        byes = (*played.byes, *free, *(self.resting if by_losses else ()))
        idle = self.absent if by_losses else (*self.absent, *self.resting, *self.out)
        drawn = tournament.with_absences(self.round, idle).replace_round(
            self.round,
            (*played.games, *self.games()),
            (Bye(round=self.round, player=player) for player in byes),
        )
        return with_rounds_needed(with_forfeits(drawn, self.round))


# ---- What a draw is worth where the components of the weights stand on levels ----


def levels_of(boards: Iterable[Board], names: Sequence[tuple[str, ...]]) -> tuple[DrawLevel, ...]:
    """What boards are worth on each level; nothing if all components are on one.

    Parameters
    ----------
    names
        Of the components on each level, the first level first.
    """
    if len(names) == 1:
        return ()
    total: Counter[str] = Counter()
    for board in boards:
        total.update(dict(board.components))
    return tuple(
        DrawLevel(components=level, weight=sum(total[name] for name in level)) for level in names
    )


# ---- Who is left without an opponent, and why ----

_FEW = 3
_ODD = "the number of players is odd, and the round has its bye already"


def unpaired(
    field: Field, seats: Sequence[int], removals: Sequence[Removal]
) -> tuple[Unpaired, ...]:
    """Say for each of the seats why it has no opponent.

    Parameters
    ----------
    seats
        Seats that a matching of maximum cardinality leaves over.
    removals
        What the rules remove.
    """
    if not seats:
        return ()
    # Boards and the bye leave an even number of players, unless the round has its bye already.
    if len(seats) == 1:
        return (Unpaired(player=field.key[seats[0]], reason=_ODD),)
    allowed = remaining(len(field), removals)
    return tuple(
        Unpaired(player=field.key[seat], reason=_reason(field, seat, allowed[seat], removals))
        for seat in seats
    )


def _reason(field: Field, seat: int, allowed: Bools, removals: Sequence[Removal]) -> str:
    opponents = np.flatnonzero(allowed)
    if len(opponents) == 0:
        others = np.arange(len(field)) != seat
        counts = [(removal.rule.value, removal.pairs[seat, others].sum()) for removal in removals]
        against = ", ".join(f"{rule} {count}" for rule, count in counts if count)
        if len(field) == 2:
            return f"may not play the only other player: {against}"
        return f"may play none of the {len(field) - 1} others: {against}"
    if len(opponents) > _FEW:
        return f"all {len(opponents)} possible opponents are needed elsewhere"
    players = field.roster.people.players
    names = ", ".join(players[field.player[opponent]].full_name for opponent in opponents)
    return f"possible opponents are needed elsewhere: {names}"
