"""Teams, whose members play a game each against those of another team.

Up to the ratings the criteria are OpenGotha's, by its names.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from .ranges import check_values, within

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Team", "TeamCriterion", "TeamPlay"]


class TeamCriterion(Enum):
    """What the standings of teams are sorted by; the value is the name in files."""

    NONE = "NULL"
    MATCH_POINTS = "TEAMP"
    SOS_MATCH_POINTS = "SOST"
    BOARD_WINS = "BDW"
    BOARD_WINS_9 = "BDW9U"
    BOARD_WINS_8 = "BDW8U"
    BOARD_WINS_7 = "BDW7U"
    BOARD_WINS_6 = "BDW6U"
    BOARD_WINS_5 = "BDW5U"
    BOARD_WINS_4 = "BDW4U"
    BOARD_WINS_3 = "BDW3U"
    BOARD_WINS_2 = "BDW2U"
    BOARD_WINS_1 = "BDW1U"
    MEAN_RATING = "MNR"

    @property
    def boards(self) -> int | None:
        """Of how many upper boards the wins count; None if of all."""
        text = self.value.removeprefix("BDW").removesuffix("U")
        return int(text) if text.isdigit() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team, and who sits at its boards.

    Examples
    --------
    >>> Team(key="1", name="Lyon", lineups=(("a", "b"), ("a", "c"))).lineup(3)
    ('a', 'c')
    """

    key: str = field(metadata=within(shortest=1))
    """Identity among the teams."""

    name: str
    """Name of the team."""

    country: str = ""
    """Two letters; empty if it is the one that all members share, if there is one."""

    club: str = ""
    """Name or abbreviation; empty if it is the one that all members share, if there is one."""

    lineups: tuple[tuple[str, ...], ...] = ()
    """Keys of the players at the boards, from board 1, by round, from round 1; an empty key is an
    empty board. The last one holds for all later rounds."""

    correction: int = field(default=0, metadata=within(-99, 99))
    """Added to the starting McMahon score of the team."""

    def __post_init__(self) -> None:
        check_values(self)

    def with_keys(self, keys: Mapping[str, str]) -> Self:
        """The team with other keys of players; whoever is missing keeps his own."""
        lineups = (tuple(keys.get(key, key) for key in lineup) for lineup in self.lineups)
        return replace(self, lineups=tuple(lineups))

    @property
    def members(self) -> frozenset[str]:
        """Keys of all who play in the team in any round."""
        return frozenset(filter(None, frozenset().union(*self.lineups)))

    def lineup(self, number: int) -> tuple[str, ...]:
        """Keys of the players at the boards of round ``number``, from 1."""
        return self.lineups[min(number, len(self.lineups)) - 1] if self.lineups else ()


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

    placement: tuple[TeamCriterion, ...] = (
        TeamCriterion.MATCH_POINTS,
        TeamCriterion.BOARD_WINS,
        TeamCriterion.BOARD_WINS_3,
        TeamCriterion.BOARD_WINS_2,
        TeamCriterion.BOARD_WINS_1,
        TeamCriterion.MEAN_RATING,
    )
    """What the teams are sorted by, the first first."""

    summed: bool = False
    """Whether a team starts a McMahon tournament with the sum of its members' scores, rather than
    with the score of their mean grade."""

    def __post_init__(self) -> None:
        check_values(self)

    @property
    def needed(self) -> int:
        """How many players of a team must take part in a round for it to be drawn."""
        return min(self.fewest or self.size, self.size)

    def seats(self, number: int) -> dict[str, tuple[Team, int]]:
        """Who sits in round ``number``, from 1: by key of the player, the team and the board, from 1."""
        return {
            key: (team, board)
            for team in self.teams
            for board, key in enumerate(team.lineup(number), start=1)
            if key
        }

    def with_keys(self, keys: Mapping[str, str]) -> Self:
        """The same with other keys of players; whoever is missing keeps his own."""
        return replace(self, teams=tuple(team.with_keys(keys) for team in self.teams))
