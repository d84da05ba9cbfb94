"""The players of one round as a struct of arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ..errors import RuleError
from ..scores import History, main_score_x2, mms_x2, order_by, standings_values, wins_x2
from ..tournament.names import without_case
from .columns import Columns, columns_of
from .groups import Groups, draws
from .names import NameHashes, codes, named
from .roster import Roster

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from numpy.typing import NDArray

    from ..tournament import Player, Rules, Tournament

__all__ = ["Field", "Variant"]

Variant = Literal["v351", "v352"]
"""Which OpenGotha: 3.51, or the later one [OPENGOTHA 14]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Field(Columns):
    """The pairable players of one round, best first, before anything of the round is known.

    The columns are int64 of shape (n,). Indexing a field indexes every column as numpy does, so
    that one formula in two fields serves every shape: ``field[:, None], field[None, :]`` are the
    two sides of a matrix, ``field[i], field[j]`` those of an edge list or of one pair.
    """

    never_sliced = ("rules", "round_number", "groups", "key", "met", "roster", "near")

    rules: Rules

    round_number: int
    """From 1."""

    groups: int
    """Number of groups, the empty ones included."""

    key: tuple[str, ...]
    """Keys of the players by seat. Never sliced."""

    met: NDArray[np.bool_]
    """Whether two seats have met in an earlier round, (n, n). Never sliced."""

    roster: Roster
    """Their past, from which the papers' state of them is counted. Never sliced."""

    near: NDArray[np.bool_]
    """Whether two clubs, as numbered in ``club``, belong to one group of clubs. Never sliced."""

    seat: NDArray[np.int64]
    """Row and column of the weight matrix: 0, 1, … n - 1."""

    player: NDArray[np.int64]
    """Index into ``tournament.players``."""

    grade: NDArray[np.int64]
    rating: NDArray[np.int64]
    category: NDArray[np.int64]

    start_mms: NDArray[np.int64]
    """McMahon score before round 1."""

    mms_x2: NDArray[np.int64]
    wins_x2: NDArray[np.int64]

    main_x2: NDArray[np.int64]
    """Doubled score that makes the groups."""

    byes: NDArray[np.int64]
    """Byes in earlier rounds."""

    group: NDArray[np.int64]
    """Score group, 0 for the best."""

    group_size: NDArray[np.int64]

    placement: NDArray[np.int64]
    """Seed within the group, from 0."""

    drawn_up: NDArray[np.int64]
    """Earlier games against someone of a higher group."""

    drawn_down: NDArray[np.int64]
    """Earlier games against someone of a lower group."""

    colour_balance: NDArray[np.int64]
    """Even games with White less those with Black."""

    country: NDArray[np.int64]
    """Equal for players of one country; players without one share one."""

    club: NDArray[np.int64]
    """Equal for players of one club; players without one share one."""

    name_order: NDArray[np.int64]
    """Rank of the joined name."""

    name_length: NDArray[np.int64]
    name_total: NDArray[np.int64]
    name_weighted: NDArray[np.int64]
    """See ``names.NameHashes``."""

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        round_number: int,
        pairable: Sequence[str] | None = None,
        *,
        variant: Variant = "v351",
    ) -> Self:
        """Lay out the players of a round in the order of the standings [OPENGOTHA 8, 10].

        Parameters
        ----------
        tournament
            What happens in this round or later does not matter, but for who is still to pair.
        round_number
            From 1.
        pairable
            Keys of the players, in any order; by default ``tournament.to_pair(round_number)``.
        variant
            With ``"v351"`` all players of the tournament count in the groups, with ``"v352"``
            the pairable ones.

        Raises
        ------
        RuleError
            If the tournament has no such round, somebody pairable is unknown or named twice, or
            the rules or the earlier rounds contradict themselves.
        """
        if not 1 <= round_number <= tournament.rules.rounds:
            raise RuleError(
                f"expected a round from 1 to {tournament.rules.rounds}, got {round_number}"
            )
        history = History.of(tournament.before(round_number))
        if pairable is None:
            pairable = [player.key for player in tournament.to_pair(round_number)]
        taking_part = _taking_part(history, pairable)
        main_x2 = main_score_x2(history)
        standings = standings_values(history, history.rules.placement, round_number - 1)
        order = order_by(standings, history.name_order)
        player = order[taking_part[order]]
        members = np.ones_like(taking_part) if variant == "v351" else taking_part
        groups = Groups.of(history, round_number, members, main_x2, standings)
        players = tournament.players
        names = NameHashes.of([player.name + player.first_name for player in players])
        mms = mms_x2(history)
        columns = {
            "player": np.arange(len(order)),
            **_known(history),
            "mms_x2": mms[:, round_number - 1],
            "wins_x2": wins_x2(history)[:, round_number - 1],
            "main_x2": main_x2[:, round_number - 1],
            **_group_columns(groups),
            **_past(history, round_number, main_x2),
            **_identities(players),
            **names.columns(),
        }
        seated = {name: _frozen(column[player]) for name, column in columns.items()}
        met = _frozen(_met(history, round_number, player))
        return cls(
            rules=history.rules,
            round_number=round_number,
            groups=groups.number,
            key=tuple(players[i].key for i in player),
            met=met,
            roster=Roster(
                history=history,
                round_number=round_number,
                players=players,
                names=names,
                country=columns["country"],
                mms_x2=mms,
                row=player,
                met=met,
            ),
            near=_frozen(_near(columns["club"], tournament)),
            seat=_frozen(np.arange(len(player))),
            **seated,
        )

    def __len__(self) -> int:
        return len(self.key)

    @property
    def level(self) -> NDArray[np.int64]:
        """Height of the group: the best has 0, and the others less."""
        return -self.group

    def without(self, seat: int) -> Self:
        """The field without one of its players.

        The groups of the others stay as they were laid out. The papers' groups, of those who are
        paired, are counted anew from ``roster``.
        """
        kept = np.delete(np.arange(len(self)), seat)
        met = _frozen(np.delete(np.delete(self.met, seat, axis=0), seat, axis=1))
        columns: dict[str, Any] = {
            name: _frozen(getattr(self, name)[kept]) for name in columns_of(Field)
        }
        columns["seat"] = _frozen(np.arange(len(kept)))
        return replace(
            self,
            **columns,
            key=tuple(self.key[i] for i in kept),
            met=met,
            roster=self.roster.of(self.player[kept], met),
        )

    def have_met(self, other: Self) -> NDArray[np.bool_]:
        """Whether the players of two views have met in an earlier round."""
        return self.met[self.seat, other.seat]

    def listed(self, pairs: Iterable[Collection[str]]) -> NDArray[np.bool_]:
        """Mark the pairs of keys of which both are in the field.

        Returns
        -------
        (n, n) bool
            Symmetric, and of the whole field also if this is a view.
        """
        seat = {key: index for index, key in enumerate(self.key)}
        mask = np.zeros((len(self), len(self)), dtype=np.bool_)
        for a, b in pairs:
            if a in seat and b in seat:
                mask[seat[a], seat[b]] = mask[seat[b], seat[a]] = True
        return mask


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _taking_part(history: History, pairable: Sequence[str]) -> NDArray[np.bool_]:
    """Mark the rows of the pairable players."""
    taking_part = np.zeros(len(history.grade), dtype=np.bool_)
    for key in pairable:
        if key not in history.row:
            raise RuleError(f"no player has the key {key!r}")
        if taking_part[history.row[key]]:
            raise RuleError(f"{key!r} cannot be paired twice in one round")
        taking_part[history.row[key]] = True
    return taking_part


def _known(history: History) -> dict[str, NDArray[np.int64]]:
    return {
        "grade": history.grade,
        "rating": history.rating,
        "category": history.category,
        "start_mms": history.start_mms,
    }


def _group_columns(groups: Groups) -> dict[str, NDArray[np.int64]]:
    return {
        "group": groups.group,
        "group_size": groups.size,
        "placement": groups.placement,
    }


def _past(
    history: History, round_number: int, main_x2: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    ups, downs = draws(history, round_number, main_x2)
    even = history.handicap[:, : round_number - 1] == 0
    return {
        "byes": history.byes_before(round_number),
        "drawn_up": ups,
        "drawn_down": downs,
        "colour_balance": (history.colour[:, : round_number - 1] * even).sum(axis=1),
    }


def _identities(players: tuple[Player, ...]) -> dict[str, NDArray[np.int64]]:
    return {
        "country": named([player.country for player in players], without_case),
        "club": codes([player.club for player in players], _club),
    }


def _club(club: str) -> str:
    """Name of a club as OpenGotha compares it: four characters without case [OPENGOTHA 1, 11.9]."""
    return without_case(club[:4])


def _met(history: History, round_number: int, player: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Mark the seats that have met before the round."""
    seat = np.full(len(history.grade) + 1, -1)
    seat[player] = np.arange(len(player))
    opponent = seat[history.opponent[player, : round_number - 1]]
    met = np.zeros((len(player), len(player)), dtype=np.bool_)
    rows = np.nonzero(opponent >= 0)[0]
    met[rows, opponent[opponent >= 0]] = True
    return met


def _near(club: NDArray[np.int64], tournament: Tournament) -> NDArray[np.bool_]:
    """Mark the clubs that belong to one group of clubs."""
    clubs = int(club.max(initial=-1)) + 1
    near = np.zeros((clubs, clubs), dtype=np.bool_)
    if not tournament.rules.club_groups:
        return near
    names = (_club(player.club) for player in tournament.players)
    number = dict(zip(names, club.tolist(), strict=True))
    for group in tournament.rules.club_groups:
        members = [number[name] for name in map(without_case, group) if name in number]
        near[np.ix_(members, members)] = True
    return near
