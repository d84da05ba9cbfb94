"""Ratings of those who are in a tournament, taken from a rating list or from their grades."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats.characters import folded
from ...sentences import Remedy, phrase, phrase_many
from .entries import described
from .locked_file import Edit

if TYPE_CHECKING:
    from ...formats.rating_lists import Entry, RatingList
    from ...go.tournament import Player, Tournament


_NUMBERS = ("egf_pin", "ffg_licence", "aga_id")
_MOST = 5
"""Names of those who are not found."""


def unrated_by_grade(tournament: Tournament) -> Edit:
    """The tournament in which those who have no rating get that of their grade.

    Raises
    ------
    RuleError
        If everybody has a rating.
    """
    players = {player.key: player.with_rating() for player in tournament.players}
    if tuple(players.values()) == tournament.players:
        raise RuleError(phrase("everybody has a rating"))
    return _changed(tournament, players, phrase("by grade"))


def ratings_refreshed(tournament: Tournament, rating_list: RatingList) -> Edit:
    """The tournament with the ratings that a list has today.

    A player is found by the number of the federation, or else by a name that only one in the list has.
    Ratings that the list does not have stay, and so do grades.

    Parameters
    ----------
    rating_list
        The list.

    Raises
    ------
    RuleError
        If the ratings are frozen, and the list is a later one.
    """
    until, published = tournament.event.ratings_until, rating_list.published
    if until and (published is None or published > until):
        values = {"until": until, "title": rating_list.title, "day": published}
        raise RuleError(
            phrase(
                "ratings are frozen by lists up to {until}, and the list of the {title} is of {day}",
                **values,
            )
            if published
            else phrase(
                "ratings are frozen by lists up to {until}, and the list of the {title} does not say"
                " its day",
                **values,
            ),
            Remedy("freeze ratings"),
        )
    fresh: dict[str, Player] = {}
    warned: list[str] = []
    missing: list[str] = []
    for player in tournament.players:
        found = _found(rating_list, player)
        if not found:
            missing.append(player.full_name)
        elif len(found) > 1 or not _shares_a_name(player, found[0]):
            listed = ", ".join(f"{each.full_name} {each.number}" for each in found[:_MOST])
            warned.append(
                phrase(
                    "{player} keeps rating {rating}; the list has {others}",
                    player=described(player),
                    rating=player.rating_or_lowest,
                    others=listed,
                )
            )
        elif found[0].rated and found[0].rating not in (None, player.rating):
            fresh[player.key] = replace(player, rating=found[0].rating)
    done = _changed(
        tournament, fresh, phrase("from the list of the {title}", title=rating_list.title)
    )
    if missing:
        names, more = ", ".join(missing[:_MOST]), len(missing) - _MOST
        warned.append(
            phrase_many(
                "{count} player not in the list: {names}",
                "{count} players not in the list: {names}",
                len(missing),
                names=phrase("{names} and {count} more", names=names, count=more)
                if more > 0
                else names,
            )
        )
    return replace(done, warned=tuple(warned))


def _changed(tournament: Tournament, fresh: dict[str, Player], source: str) -> Edit:
    players = tuple(fresh.get(player.key, player) for player in tournament.players)
    changes = tuple(
        phrase(
            "{player}: rating {was} becomes {now}",
            player=described(was),
            was=was.rating_or_lowest,
            now=now.rating_or_lowest,
        )
        for was, now in zip(tournament.players, players, strict=True)
        if was != now
    )
    said = phrase_many(
        "{count} rating refreshed {source}",
        "{count} ratings refreshed {source}",
        len(changes),
        source=source,
    )
    return Edit(tournament=replace(tournament, players=players), said=said, told=(said, *changes))


def listed_as(rating_list: RatingList, player: Player) -> Entry | None:
    """Who a player is in a list; None if nobody, or if several may be."""
    found = _found(rating_list, player)
    return found[0] if len(found) == 1 and _shares_a_name(player, found[0]) else None


def _found(rating_list: RatingList, player: Player) -> tuple[Entry, ...]:
    """Who in the list the player may be: by number, or by a name with no other number."""
    for name in _NUMBERS:
        number = getattr(player, name)
        listed = rating_list.find(number) if number else ()
        same = tuple(each for each in listed if getattr(each, name) == number)
        if same:
            return same
    found = tuple(
        each
        for each in rating_list.find(player.full_name)
        if not any(getattr(player, name) and getattr(each, name) for name in _NUMBERS)
    )
    near = tuple(each for each in found if player.country and each.country == player.country)
    return near or found


def _shares_a_name(player: Player, entry: Entry) -> bool:
    """Whether family name or first name are the same, so that the number is not another one's."""
    return folded(player.name) == folded(entry.name) or folded(player.first_name) == folded(
        entry.first_name
    )
