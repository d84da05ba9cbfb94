"""Players as a rating list knows them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...sentences import Remedy, phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...formats.rating_lists import Entry as Rated
    from ...formats.rating_lists import RatingList
    from .entries import Entry


_MOST = 5


def rated_entry(rating_list: RatingList, typed: Entry) -> Entry:
    """What is typed of a player, with what a rating list knows besides.

    Parameters
    ----------
    rating_list
        The list.
    typed
        A number of the federation or a name, and what shall be otherwise than in the list.

    Raises
    ------
    RuleError
        If the list has nobody of this number or name, or several; the error names them, or the
        nearest.
    """
    wanted = typed.egf_pin or " ".join(filter(None, (typed.name, typed.first_name)))
    if not wanted:
        raise RuleError(phrase("expected a number or a name to look for"), about="list")
    found = rating_list.find(wanted)
    whose = f"the list of the {rating_list.title}"
    if not found:
        near = _listed(rating_list.nearest(wanted, _MOST))
        meant = f"; did you mean {near}?" if near else ""
        raise RuleError(
            phrase(
                "{whose} has nobody of the name or number {wanted!r}{meant}",
                whose=whose,
                wanted=wanted,
                meant=meant,
            )
        )
    if len(found) > 1:
        listed = _listed(found[:_MOST])
        several = f"{whose} has {len(found)} players {wanted!r}: {listed}"
        raise RuleError(several, Remedy("name the number"))
    return _merged(found[0], typed)


def _merged(rated: Rated, typed: Entry) -> Entry:
    """What is typed counts, but for the name, which is spelled as in the list."""
    return replace(
        typed,
        name=rated.name,
        first_name=rated.first_name,
        grade=typed.grade or (None if rated.grade is None else str(rated.grade)),
        rating=rated.rating if typed.rating is None else typed.rating,
        country=rated.country if typed.country is None else typed.country,
        club=rated.club if typed.club is None else typed.club,
        egf_pin=rated.egf_pin or None,
        ffg_licence=rated.ffg_licence or None,
        aga_id=rated.aga_id or None,
    )


def _listed(found: Iterable[Rated]) -> str:
    return ", ".join(
        " ".join(filter(None, (one.full_name, str(one.grade or ""), one.country, one.number)))
        for one in found
    )
