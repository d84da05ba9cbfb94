"""The players of a tournament besides their games: names, homes and groups, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...go.tournament.names import without_case
from ..papers.numbering import numbered
from .names import NameHashes, codes, named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ...go.tournament import Player

    Integers = NDArray[np.int64]
    Bools = NDArray[np.bool_]

__all__ = ["People", "areas", "clubs", "countries", "families"]


@dataclass(frozen=True, eq=False)
class People:
    """The players of a tournament; row i of an array, (n,), is ``players[i]``.

    Nothing is computed before it is read, and nothing twice: the rounds of a tournament share it.
    """

    players: tuple[Player, ...]

    @cached_property
    def names(self) -> NameHashes:
        """Hashes of the names."""
        return NameHashes.of([player.name + player.first_name for player in self.players])

    @cached_property
    def country(self) -> Integers:
        """Number of the country from 1, equal for compatriots; 0 for players without one."""
        return countries(self.players)

    @cached_property
    def club(self) -> Integers:
        """Number of the club as OpenGotha compares clubs, equal for players without one."""
        return codes([player.club for player in self.players], _club)

    @cached_property
    def country_area(self) -> Integers:
        """Equal for players of one country; each without one has his own."""
        return areas(self.country)

    @cached_property
    def club_area(self) -> Integers:
        """Equal for players of one club of one country; each without one has his own."""
        return areas(clubs(self.players, self.country))

    @cached_property
    def play_in(self) -> Integers:
        """Play-in group from 1, 0 for none."""
        return named([player.play_in for player in self.players])

    @cached_property
    def play_out(self) -> Integers:
        """Play-out group from 1, 0 for none."""
        return named([player.play_out for player in self.players])

    def bands(self, otherwise: Integers) -> Integers:
        """Band of each player, from 1: the one that he was given, or another one."""
        given = ((row, player.band) for row, player in enumerate(self.players))
        bands = otherwise.copy()
        for row, band in given:
            if band is not None:
                bands[row] = band
        return bands

    def near(self, groups: Sequence[Iterable[str]]) -> Bools:
        """Whether two clubs, as numbered in ``club``, belong to one group of clubs."""
        number_of_clubs = int(self.club.max(initial=-1)) + 1
        near = np.zeros((number_of_clubs, number_of_clubs), dtype=np.bool_)
        if not groups:
            return near
        names = (_club(player.club) for player in self.players)
        number = dict(zip(names, self.club.tolist(), strict=True))
        for group in groups:
            members = [number[name] for name in map(without_case, group) if name in number]
            near[np.ix_(members, members)] = True
        return near


def _club(club: str) -> str:
    """Name of a club as OpenGotha compares it: four characters without case [OPENGOTHA 1, 11.9]."""
    return without_case(club[:4])


def countries(players: Sequence[Player]) -> Integers:
    """Number players of one country equally, from 1; 0 without one, (n,)."""
    return named([player.country for player in players], without_case)


def clubs(players: Sequence[Player], country: Integers) -> Integers:
    """Number players of one club equally, from 1; 0 without one, (n,).

    Clubs of one name in two countries are two; the countries are numbered by ``countries``.
    """
    club = named([player.club for player in players], without_case)
    return np.where(club > 0, country * (club.max(initial=0) + 1) + club, 0)


def families(players: Sequence[Player]) -> Integers:
    """Number players of one family and one club equally, from 1; 0 without either, (n,).

    Clubs are those of ``clubs`` [K12 3.2].
    """
    club = clubs(players, countries(players))
    name = named([player.family for player in players], without_case)
    known = (club > 0) & (name > 0)
    return np.where(known, club * (name.max(initial=0) + 1) + name, 0)


def areas(homes: Integers) -> Integers:
    """Number players of one home equally, and each without one, 0, as an area of his own, (n,)."""
    known = int(homes.max(initial=0)) + 1
    own = known + np.arange(len(homes))
    return numbered(np.where(homes > 0, homes, own), known + len(homes))[1]
