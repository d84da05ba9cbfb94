"""Teams, whose members play a game each against those of another team."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

from ...errors import RuleError
from ...parameters import within
from ...sentences import phrase
from .criteria import TeamCriterion
from .player import NumberedAs  # noqa: TC001 - the annotations are read
from .ranges import HALVES, ROUNDS, check_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .game import Points


BoardPrizeValue: TypeAlias = Literal["performance", "percentage", "points"]
"""What decides the prizes of the boards."""

BoardPrizeBoard: TypeAlias = Literal["listed", "played"]
"""At which board a player counts."""

RESERVES = 0
"""In the place of the board of substitutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAdjustment:
    """Points that the arbiter adds to those of a team, or deducts.

    Examples
    --------
    >>> PointsAdjustment(round=3, match_points_x2=-2, reason="Wrong order").match_points_x2
    -2
    """

    round: int = field(metadata=ROUNDS)
    """From which round on they count."""

    match_points_x2: int = field(default=0, metadata=HALVES)
    """Match points to add, in halves; negative ones are deducted."""

    board_points_x2: int = field(default=0, metadata=HALVES)
    """Board points to add, in halves; negative ones are deducted. They belong to no board."""

    reason: str = ""
    """Why, such as *Wrong order of boards*."""

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def match_points(self) -> float:
        """Match points; negative ones are deducted."""
        return self.match_points_x2 / 2

    @property
    def board_points(self) -> float:
        """Board points; negative ones are deducted."""
        return self.board_points_x2 / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team and its line-ups.

    Examples
    --------
    >>> Team(key="1", name="Lyon", lineups=(("a", "b"), ("a", "c"))).lineup(3)
    ('a', 'c')
    """

    key: str = field(metadata=within(shortest=1))
    """Identity among the teams."""

    name: str
    """Name of the team."""

    short_name: str = ""
    """Short name in reports for FIDE."""

    country: str = ""
    """Two letters; empty for that shared by all members, if any."""

    club: str = ""
    """Name or abbreviation; empty for that shared by all members, if any."""

    captain: str = ""
    """Name of who leads the team; empty if nobody is named."""

    lineups: tuple[tuple[str, ...], ...] = ()
    """Keys of the players at the boards, from board 1, by round, from round 1; an empty key is an
    empty board. The last one holds for all later rounds. Who is named beyond the last board is a substitute."""

    roster: tuple[str, ...] = ()
    """Keys of the players in the order of the list, to which line-ups keep; empty for that of the first line-up."""

    adjustments: tuple[PointsAdjustment, ...] = ()
    """Points that the arbiter adds or deducts, at most one for each round."""

    correction: int = field(default=0, metadata=within(-99, 99))
    """Added to the starting McMahon score of the team."""

    numbered_as: NumberedAs | None = None
    """What gives the pairing number of a team whose players or name were corrected after the first draw; null for the current facts."""

    lot: int | None = field(default=None, metadata=within(1, 99_999))
    """The number that was drawn by lot, such as for the table of a round robin; null if none was."""

    def __post_init__(self) -> None:
        check_values(self)

    def with_keys(self, keys: Mapping[str, str]) -> Self:
        """The team with other keys of players; whoever is missing keeps his own."""
        lineups = (tuple(keys.get(key, key) for key in lineup) for lineup in self.lineups)
        roster = tuple(keys.get(key, key) for key in self.roster)
        return replace(self, lineups=tuple(lineups), roster=roster)

    def with_lineups(self, lineups: Iterable[tuple[str, ...]]) -> Self:
        """The team with line-ups by round, without those at the end that repeat the one before."""
        remaining = list(lineups)
        while len(remaining) > 1 and remaining[-1] == remaining[-2]:
            remaining.pop()
        return replace(self, lineups=tuple(remaining))

    @property
    def lineup_changes(self) -> dict[int, tuple[str, ...]]:
        """The line-ups that differ from the one before, by the round from which on they play.

        Examples
        --------
        >>> Team(key="1", name="Lyon", lineups=(("a", "b"), ("a", "b"), ("b", "c"))).lineup_changes
        {1: ('a', 'b'), 3: ('b', 'c')}
        """
        return {
            since: lineup
            for since, lineup in enumerate(self.lineups, start=1)
            if since == 1 or lineup != self.lineups[since - 2]
        }

    @property
    def members(self) -> frozenset[str]:
        """Keys of all players of the team in any round."""
        return frozenset(filter(None, frozenset().union(*self.lineups)))

    @property
    def players_in_order(self) -> tuple[str, ...]:
        """Keys of all players of the team in the order of the list; who came later is behind the others.

        Examples
        --------
        >>> Team(key="1", name="Lyon", lineups=(("a", "b"), ("c", "a"))).players_in_order
        ('a', 'b', 'c')
        """
        found = dict.fromkeys(key for lineup in self.lineups for key in lineup if key)
        listed = [key for key in self.roster if key in found]
        return tuple(dict.fromkeys([*listed, *found]))

    def adjustment(self, round: int) -> PointsAdjustment:
        """The points that the arbiter adds or deducts in a round; none if there is no such decision."""
        none = PointsAdjustment(round=round)
        return next((each for each in self.adjustments if each.round == round), none)

    def lineup(self, round: int) -> tuple[str, ...]:
        """Keys of the players at the boards of a round, from 1, and of the substitutes after them."""
        return self.lineups[min(round, len(self.lineups)) - 1] if self.lineups else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlay:
    """The teams of a tournament, and how they play.

    Examples
    --------
    >>> TeamPlay(teams=(Team(key="1", name="Lyon", lineups=(("a", "b"),)),), size=2).teams[0].name
    'Lyon'
    """

    teams: tuple[Team, ...] = ()
    """All teams."""

    size: int = field(default=4, metadata=within(2, 10))
    """Number of boards of a match. A team is drawn if enough of them have a player, see ``fewest``."""

    fewest: int = field(default=0, metadata=within(0, 10))
    """How many players of a team must take part in a round for it to be drawn; 0 if all must. Its other
    boards are lost by forfeit, whether the player is absent or none is named."""

    colours: str = field(default="WB", metadata=within(shortest=1))
    """The colours of the team that is named first in a match, which is the home team of a round robin: ``W`` or ``B``
    for each board from board 1 on, again and again. ``BW`` lets guests begin with White."""

    placement: tuple[TeamCriterion, ...] = (
        TeamCriterion.MATCH_POINTS,
        TeamCriterion.BOARD_WINS,
        TeamCriterion.BOARD_WINS_3,
        TeamCriterion.BOARD_WINS_2,
        TeamCriterion.BOARD_WINS_1,
        TeamCriterion.MEAN_RATING,
    )
    """Sort criteria of teams, most important first."""

    win_x2: int = field(default=4, metadata=within(0, 99))
    """Match points of a match won."""

    jigo_x2: int = field(default=2, metadata=within(0, 99))
    """Match points of a drawn match."""

    loss_x2: int = field(default=0, metadata=within(0, 99))
    """Match points of a lost match."""

    forfeit_x2: int | None = field(default=None, metadata=within(0, 99))
    """Match points of a match that a team has lost by forfeit at all boards; null for those of a lost one."""

    bye_x2: int | None = field(default=None, metadata=within(0, 99))
    """Match points of the bye of a team; null for those of a match won, drawn or lost, as ``Points.wins_bye_x2``
    is worth a game won, drawn or lost."""

    bye_boards_x2: int | None = field(default=None, metadata=within(0, 40))
    """Board points of the bye of a team; null for the same result at all boards."""

    lineup_order: Literal["list", "rating", "free"] = "list"
    """What players of a line-up sit by: the list of their team, their ratings, or nothing. Others are published after a question."""

    rating_tolerance: int = field(default=0, metadata=within(0, 1000))
    """By how much a player may be rated below one at a lower board, where line-ups go by ratings."""

    unrated: int | None = field(default=None, metadata=within(0, 9999))
    """Rating of a player without one in the strength of a team, the mean of its boards; null leaves such players out,
    and in Go counts them with the lowest rating."""

    board_prizes_by: BoardPrizeValue | None = None
    """What decides the prizes of the boards; null for the performance in chess, and the points in other games."""

    board_prizes_at: BoardPrizeBoard = "listed"
    """At which board a player counts: that of the first line-up, with substitutes apart, or the one of most games."""

    board_prizes_games: int = field(default=0, metadata=within(0, 99))
    """The least number of games for a place; 0 for half of the rounds."""

    summed: bool = False
    """Whether a team starts a McMahon tournament with the sum of its members' scores, rather than
    with the score of their mean grade."""

    def __post_init__(self) -> None:
        check_values(self)
        if {*self.colours} - {*"WB"}:
            raise RuleError(
                phrase("expected W or B for each board, found {text!r}", text=self.colours[:20]),
                about="colours",
            )
        object.__setattr__(self, "colours", _shortest(self.board_colours))

    @property
    def board_colours(self) -> str:
        """The colours of the team that is named first, a letter a board.

        Examples
        --------
        >>> TeamPlay(size=5).board_colours, TeamPlay(size=4, colours="WBBW").board_colours
        ('WBWBW', 'WBBW')
        """
        return (self.colours * self.size)[: self.size]

    def has_white(self, board: int) -> bool:
        """Whether the team that is named first has White at a board, from 1.

        Examples
        --------
        >>> [TeamPlay(colours="BW").has_white(board) for board in (1, 2, 3)]
        [False, True, False]
        """
        return self.colours[(board - 1) % len(self.colours)] == "W"

    @property
    def needed(self) -> int:
        """How many players of a team must take part in a round for it to be drawn."""
        return min(self.fewest or self.size, self.size)

    @property
    def match_points_x2(self) -> tuple[int, int, int]:
        """Doubled match points of a match lost, drawn and won."""
        return self.loss_x2, self.jigo_x2, self.win_x2

    @property
    def absent_x2(self) -> int:
        """Doubled match points of a match lost by forfeit."""
        return self.loss_x2 if self.forfeit_x2 is None else self.forfeit_x2

    def worth_x2(self, won_x2: int, *, by_default: bool, is_known: bool) -> int:
        """Doubled match points of a match: lost, drawn or won, without play or not; none as long as it is open.

        Parameters
        ----------
        won_x2
            2 for a match won, 1 for a drawn one.

        Examples
        --------
        >>> play = TeamPlay(win_x2=6, jigo_x2=4, loss_x2=2, forfeit_x2=0)
        >>> [play.worth_x2(0, by_default=each, is_known=True) for each in (False, True)]
        [2, 0]
        """
        if won_x2:
            return self.match_points_x2[won_x2]
        lost = self.absent_x2 if by_default else self.loss_x2
        return lost if is_known else 0

    def worth_of_bye(self, points: Points) -> tuple[int, int]:
        """Doubled match points and board points of the bye of a team.

        Parameters
        ----------
        points
            Those of a player.

        Examples
        --------
        >>> TeamPlay(size=3, bye_boards_x2=5).worth_of_bye(Points(wins_bye_x2=1))
        (2, 5)
        """
        _, bye_x2 = points.without_game(by_mms=False)
        share_x2 = points.share_x2(bye_x2)
        match_x2, boards_x2 = self.match_points_x2[share_x2], share_x2 * self.size
        return (
            match_x2 if self.bye_x2 is None else self.bye_x2,
            boards_x2 if self.bye_boards_x2 is None else self.bye_boards_x2,
        )

    def empty_boards(self, round: int, one: Team, other: Team) -> dict[int, tuple[str, str]]:
        """The boards of a match at which only one of two teams names a player: keys by board, one of them empty.

        Without a least number of players below that of the boards, no team is drawn with an empty one.

        Examples
        --------
        >>> whole = Team(key="1", name="Lyon", lineups=(("a", "b"),))
        >>> TeamPlay(size=2, fewest=1).empty_boards(1, whole, Team(key="2", name="Ulm", lineups=(("c",),)))
        {2: ('b', '')}
        """
        if self.needed == self.size:
            return {}
        sides = self.at_boards(one, round), self.at_boards(other, round)
        boards = enumerate(zip(*sides, strict=True), start=1)
        return {board: pair for board, pair in boards if any(pair) and not all(pair)}

    def at_boards(self, team: Team, round: int) -> tuple[str, ...]:
        """Keys of the players of a team at all boards of a match; an empty key for nobody.

        Examples
        --------
        >>> TeamPlay(size=2).at_boards(Team(key="1", name="Lyon", lineups=(("a",),)), 3)
        ('a', '')
        """
        return (*team.lineup(round), *[""] * self.size)[: self.size]

    def whole_lineup(self, seated: Sequence[str], members: Iterable[str]) -> tuple[str, ...]:
        """A line-up with some players at the boards, and all others of a team behind these as substitutes.

        Examples
        --------
        >>> TeamPlay(size=3).whole_lineup(["b"], "abc")
        ('b', '', '', 'a', 'c')
        """
        boards = [*seated, *[""] * (self.size - len(seated))]
        lineup = [*boards, *(key for key in members if key not in boards)]
        while lineup and not lineup[-1]:
            lineup.pop()
        return tuple(lineup)

    def seats(self, round: int) -> dict[str, tuple[Team, int]]:
        """Who sits in a round: by key of the player, the team and the board, from 1."""
        return {
            key: (team, board)
            for team in self.teams
            for board, key in enumerate(self.at_boards(team, round), start=1)
            if key
        }

    @property
    def places(self) -> dict[str, tuple[Team, int]]:
        """Who is in a team: by key of the player, the team and the place in its list, from 1.

        Examples
        --------
        >>> play = TeamPlay(teams=(Team(key="1", name="Lyon", lineups=(("a", "b"),)),))
        >>> [place for team, place in play.places.values()]
        [1, 2]
        """
        return {
            key: (team, place)
            for team in self.teams
            for place, key in enumerate(team.players_in_order, start=1)
        }

    def with_keys(self, keys: Mapping[str, str]) -> Self:
        """The teams with other keys of players; whoever is missing keeps their own."""
        return replace(self, teams=tuple(team.with_keys(keys) for team in self.teams))


def _shortest(colours: str) -> str:
    """The least that gives the same colours of all boards again and again: two letters, or as many as fit evenly."""
    size = len(colours)
    lengths = (n for n in range(1, size) if n <= 2 or size % n == 0)
    return next((colours[:n] for n in lengths if (colours[:n] * size)[:size] == colours), colours)
