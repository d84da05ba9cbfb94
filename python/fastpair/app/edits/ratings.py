"""Ratings and numbers of players, taken from the rating list of a federation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...errors import InputError, RuleError
from ...formats.characters import folded
from ...sentences import Remedy, phrase, phrase_many
from ..rounds import list_names
from .outcome import Edit
from .players import described, player_keyed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...formats.rating_lists import RatingEntry, RatingList
    from ...go.tournament import Player, Tournament
    from ..registration import PlayerEntry

_MOST = 5


def rated_entry(rating_list: RatingList, entry: PlayerEntry) -> PlayerEntry:
    """Complete the input for a player from a rating list.

    Parameters
    ----------
    rating_list
        The list.
    entry
        A number of the federation or a name, and what shall be otherwise than in the list.

    Raises
    ------
    RuleError
        If the list has nobody of this number or name, or several; the error names them, or the
        nearest.
    """
    name_or_number = entry.egf_pin or " ".join(filter(None, (entry.name, entry.first_name)))
    if not name_or_number:
        raise RuleError(phrase("enter a number or a name to look for"), about="list")
    found = rating_list.find(name_or_number)
    whose = phrase("the list of the {title}", title=rating_list.title)
    if not found:
        near = _join_candidates(rating_list.nearest(name_or_number, _MOST))
        meant = phrase("; did you mean {names}?", names=near) if near else ""
        raise RuleError(
            phrase(
                "{whose} has nobody of the name or number {wanted!r}{meant}",
                whose=whose,
                wanted=name_or_number,
                meant=meant,
            )
        )
    if len(found) > 1:
        names = _join_candidates(found[:_MOST])
        raise RuleError(
            phrase(
                "{whose} has {count} players {wanted!r}: {listed}",
                whose=whose,
                count=len(found),
                wanted=name_or_number,
                listed=names,
            ),
            Remedy("name the number"),
        )
    return _merged(found[0], entry)


def _merged(rated: RatingEntry, entry: PlayerEntry) -> PlayerEntry:
    """What is typed counts, but for the name, which is spelled as in the list."""
    return entry.but(
        name=rated.name,
        first_name=rated.first_name,
        grade=entry.grade or (None if rated.grade is None else str(rated.grade)),
        rating=rated.rating if entry.rating is None else entry.rating,
        country=rated.country if entry.country is None else entry.country,
        club=rated.club if entry.club is None else entry.club,
        egf_pin=rated.egf_pin or None,
        ffg_licence=rated.ffg_licence or None,
        aga_id=rated.aga_id or None,
    )


def _join_candidates(found: Iterable[RatingEntry]) -> str:
    return ", ".join(
        " ".join(filter(None, (one.full_name, str(one.grade or ""), one.country, one.number)))
        for one in found
    )


_NUMBERS = ("egf_pin", "ffg_licence", "aga_id")
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
        raise RuleError(phrase("all players have a rating"))
    return _changed(tournament, players, phrase("by grade"))


def ratings_in_list(
    tournament: Tournament, rating_list: RatingList
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Find ratings in a list that differ from those of the tournament, and doubtful matches.

    A player is found by the number of the federation, or else by a name that only one in the list has.
    Ratings that the list does not have stay, and so do grades.

    Returns
    -------
    dict, tuple of str
        The arguments of `ratings_set`, and warnings.

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
    ratings: dict[str, int] = {}
    warned: list[str] = []
    missing: list[str] = []
    for player in tournament.players:
        found = _found(rating_list, player)
        if not found:
            missing.append(player.full_name)
        elif len(found) > 1 or not _shares_a_name(player, found[0]):
            candidates = ", ".join(f"{each.full_name} {each.number}" for each in found[:_MOST])
            warned.append(
                phrase(
                    "{player} keeps rating {rating}; the list has {others}",
                    player=described(player),
                    rating=player.rating_in_words,
                    others=candidates,
                )
            )
        elif found[0].rated and found[0].rating not in (None, player.rating):
            ratings[player.key] = found[0].rating or 0
    if missing:
        warned.append(
            phrase_many(
                "{count} player not in the list: {names}",
                "{count} players not in the list: {names}",
                len(missing),
                names=list_names(missing, _MOST),
            )
        )
    return {"title": rating_list.title, "ratings": ratings}, tuple(warned)


def ratings_of_list(tournament: Tournament, listed: Mapping[str, Any]) -> Edit:
    """The tournament with what was read of a rating list: its `title`, and `ratings` by the keys of players.

    Raises
    ------
    RuleError
        If it is something else, or a player is no longer in the tournament.
    """
    title, ratings = listed.get("title"), listed.get("ratings")
    if not isinstance(title, str) or not isinstance(ratings, Mapping):
        message = "expected the title of a list and its ratings by the keys of players"
        raise InputError(message, about="ratings")
    return ratings_set(tournament, title, ratings)


def ratings_set(tournament: Tournament, title: str, ratings: Mapping[str, int]) -> Edit:
    """The tournament with the ratings of a list, by the keys of players.

    Raises
    ------
    RuleError
        If a player is no longer in the tournament.
    """
    fresh = {
        key: replace(player_keyed(tournament, key), rating=rating)
        for key, rating in ratings.items()
    }
    return _changed(tournament, fresh, phrase("from the list of the {title}", title=title))


def _changed(tournament: Tournament, fresh: Mapping[str, Player], source: str) -> Edit:
    players = tuple(fresh.get(player.key, player) for player in tournament.players)
    changes = tuple(
        phrase(
            "{player}: rating {was} becomes {now}",
            player=described(was),
            was=was.rating_in_words,
            now=now.rating_in_words,
        )
        for was, now in zip(tournament.players, players, strict=True)
        if was != now
    )
    message = phrase_many(
        "{count} rating refreshed {source}",
        "{count} ratings refreshed {source}",
        len(changes),
        source=source,
    )
    return Edit(
        tournament=replace(tournament, players=players),
        summary=message,
        messages=(message, *changes),
    )


def find_in_list(rating_list: RatingList, player: Player) -> RatingEntry | None:
    """Who a player is in a list; None if nobody, or if several may be."""
    found = _found(rating_list, player)
    return found[0] if len(found) == 1 and _shares_a_name(player, found[0]) else None


def _found(rating_list: RatingList, player: Player) -> tuple[RatingEntry, ...]:
    """Find the entries of a list that may be the player: by number, or by a name with no other number."""
    for name in _NUMBERS:
        number = getattr(player, name)
        candidates = rating_list.find(number) if number else ()
        same = tuple(each for each in candidates if getattr(each, name) == number)
        if same:
            return same
    found = tuple(
        each
        for each in rating_list.find(player.full_name)
        if not any(getattr(player, name) and getattr(each, name) for name in _NUMBERS)
    )
    near = tuple(each for each in found if player.country and each.country == player.country)
    return near or found


def _shares_a_name(player: Player, entry: RatingEntry) -> bool:
    """Whether family name or first name are the same, so that the number is not another one's."""
    return folded(player.name) == folded(entry.name) or folded(player.first_name) == folded(
        entry.first_name
    )
