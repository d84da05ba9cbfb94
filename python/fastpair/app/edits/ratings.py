"""Ratings and numbers of players, taken from the rating list of a federation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...errors import InputError, RuleError
from ...formats.limits import holds
from ...formats.rating_lists import plain_words
from ...go.tournament import Player
from ...sentences import Remedy, Sentence, joined, phrase, phrase_many
from ..entries.registration import NAMES, read_player
from ..forms.labels import PLAYER_FACTS
from ..round_states import list_names
from .outcome import Edit
from .players import described, player_keyed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ...formats.rating_lists import RatingEntry, RatingSource
    from ...go.tournament import Tournament
    from ..history.details import SettledPlayer

_MOST = 5

NUMBERS = {"EGF": "egf_pin", "FFG": "ffg_licence", "AGA": "aga_id", "FIDE": "fide_id"}
"""The number of a player in the list of each federation."""


def rated_entry(rating_list: RatingSource, stated: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the input for a player from a rating list.

    Parameters
    ----------
    rating_list
        The list.
    stated
        A number of the federation or a name, and what shall be otherwise than in the list.

    Raises
    ------
    RuleError
        If the list has nobody of this number or name, or several; the error names them, or the
        nearest.
    """
    number = stated.get("fide_id" if rating_list.title == _FIDE else "egf_pin")
    name_or_number = number or " ".join(filter(None, map(stated.get, NAMES)))
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
            Remedy("name the FIDE number" if rating_list.title == _FIDE else "name the number"),
        )
    return _merged(found[0], stated)


def _merged(rated: RatingEntry, stated: Mapping[str, Any]) -> dict[str, Any]:
    """What is typed counts, but for the name, which is spelled as in the list."""
    by_list = {name: getattr(rated, name) for name in (*NAMES, "rating", "country", "club")}
    others = {name: getattr(rated, name) or None for name in (*NUMBERS.values(), *_OF_CHESS)}
    grade = None if rated.grade is None else str(rated.grade)
    kept = {
        name: value
        for name, value in stated.items()
        if name not in (*NAMES, *NUMBERS.values()) and (value or name not in ("grade", *_OF_CHESS))
    }
    merged = by_list | others | {"grade": grade} | kept
    return {name: value for name, value in merged.items() if value is not None}


_OF_CHESS = ("title", "sex", "birth", "k_factor")
"""What the lists of FIDE know of players besides."""


def _join_candidates(found: Iterable[RatingEntry]) -> str:
    return joined(
        ", ",
        (
            " ".join(
                filter(
                    None,
                    (
                        one.title,
                        one.full_name,
                        one.grade_text,
                        one.country,
                        one.birth,
                        one.number,
                    ),
                )
            )
            for one in found
        ),
    )


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
    tournament: Tournament,
    rating_list: RatingSource,
    form: str,
    identities: Mapping[tuple[str, str], SettledPlayer] = MappingProxyType({}),
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Find ratings in a list that differ from those of the tournament, and doubtful matches.

    A player is found by the number of the federation, or else by a name that only one in the list has.
    Ratings that the list does not have stay, and so do grades. A list of FIDE's also has title, federation,
    sex, year of birth, K and number of players.

    Parameters
    ----------
    form
        Name of the format of the file: what it has no place for is left alone.
    identities
        Who players are in lists, as it was decided; see `HistoryFacts.identities`.

    Returns
    -------
    dict, tuple of str
        The arguments of `ratings_set`, and warnings.

    Raises
    ------
    RuleError
        If the ratings are frozen, and the list is a later one.
    """
    _refuse_later_list(tournament, rating_list)
    ratings: dict[str, int] = {}
    facts: dict[str, dict[str, Any]] = {}
    warned: list[str] = [*_of_another_month(tournament, rating_list)]
    missing: list[str] = []
    for player in tournament.players:
        settled = identities.get((rating_list.title, player.key))
        found = _found(rating_list, player, settled)
        if not found and settled is not None:
            continue
        if not found:
            missing.append(player.full_name)
        elif len(found) > 1 or not (settled or _shares_a_name(player, found[0])):
            warned.append(_describe_doubtful(player, found))
        else:
            if found[0].rated and found[0].rating not in (None, player.rating):
                ratings[player.key] = found[0].rating or 0
            differing = differing_facts(player, found[0])
            if others := {name: value for name, value in differing if holds(form, Player, name)}:
                facts[player.key] = others
    if missing:
        warned.append(
            phrase_many(
                "{count} player not in the list: {names}",
                "{count} players not in the list: {names}",
                len(missing),
                names=list_names(missing, _MOST),
            )
        )
    values: dict[str, Any] = {"title": rating_list.title, "ratings": ratings}
    return {**values, **({"facts": facts} if facts else {})}, tuple(warned)


def _refuse_later_list(tournament: Tournament, rating_list: RatingSource) -> None:
    """Refuse a list that is later than that by which ratings are frozen."""
    until, published = tournament.event.ratings_until, rating_list.published
    if until and (published is None or published > until):
        about = {"until": until, "title": rating_list.title, "day": published}
        raise RuleError(
            phrase(
                "ratings are frozen by lists up to {until}, and the list of the {title} is of {day}",
                **about,
            )
            if published
            else phrase(
                "ratings are frozen by lists up to {until}, and the list of the {title} does not say"
                " its day",
                **about,
            ),
            Remedy("freeze ratings"),
        )


def _describe_doubtful(player: Player, found: Sequence[RatingEntry]) -> Sentence:
    """Say whom a list has who may be a player, whose rating stays."""
    candidates = joined(", ", (f"{each.full_name} {each.number}" for each in found[:_MOST]))
    return phrase(
        "{player} keeps rating {rating}; the list has {others}",
        player=described(player),
        rating=player.rating_in_words,
        others=candidates,
    )


def _of_another_month(tournament: Tournament, rating_list: RatingSource) -> Iterator[str]:
    """Say so if a list of FIDE's is not that of the month in which the tournament begins."""
    begins, published = tournament.event.begins, rating_list.published
    if rating_list.title != _FIDE or begins is None or published is None:
        return
    if (begins.year, begins.month) != (published.year, published.month):
        yield phrase(
            "the list is that of {month}, and the tournament begins in {begins}",
            month=f"{published:%Y-%m}",
            begins=f"{begins:%Y-%m}",
        )


_FIDE = "FIDE"


def differing_facts(player: Player, found: RatingEntry) -> Iterator[tuple[str, Any]]:
    """What a list of FIDE's knows of a player that the tournament says otherwise or not at all."""
    if not found.fide_id:
        return
    for name in ("fide_id", "country", *_OF_CHESS):
        now, listed = getattr(player, name), getattr(found, name)
        is_same = str(now).startswith(listed) if name == "birth" else now == listed
        if listed and not is_same:
            yield name, listed


def ratings_of_list(tournament: Tournament, listed: Mapping[str, Any]) -> Edit:
    """The tournament with what was read of a rating list.

    Parameters
    ----------
    listed
        Its `title`, and by the keys of players `ratings` and, if there are any, `facts`.

    Raises
    ------
    RuleError
        If it is something else, or a player is no longer in the tournament.
    """
    title, ratings, facts = listed.get("title"), listed.get("ratings"), listed.get("facts", {})
    parts = [ratings, facts, *(facts.values() if isinstance(facts, Mapping) else ())]
    if not isinstance(title, str) or not all(isinstance(part, Mapping) for part in parts):
        message = "expected the title of a list and its ratings by the keys of players"
        raise InputError(message, about="ratings")
    return ratings_set(tournament, title, ratings or {}, facts)


def ratings_set(
    tournament: Tournament,
    title: str,
    ratings: Mapping[str, int],
    facts: Mapping[str, Mapping[str, Any]] | None = None,
) -> Edit:
    """The tournament with what a list has, by the keys of players.

    Parameters
    ----------
    facts
        Other values than ratings, by the names of fields.

    Raises
    ------
    RuleError
        If a player is no longer in the tournament, or a value is none of its field.
    """
    chess, facts = tournament.event_kind.has_federations, facts or {}
    fresh = {}
    for key in dict.fromkeys((*ratings, *facts)):
        player = player_keyed(tournament, key)
        others = read_player(facts.get(key, {}), chess=chess)
        fresh[key] = replace(player, rating=ratings.get(key, player.rating), **others)
    return _changed(tournament, fresh, phrase("from the list of the {title}", title=title))


def _changed(tournament: Tournament, fresh: Mapping[str, Player], source: str) -> Edit:
    players = tuple(fresh.get(player.key, player) for player in tournament.players)
    pairs = [(was, now) for was, now in zip(tournament.players, players, strict=True) if was != now]
    changes = tuple(
        phrase("{player}: {change}", player=described(was), change=each)
        for was, now in pairs
        for each in [describe_change(was, now, added=False)]
        if each
    )
    number = sum(was.rating != now.rating for was, now in pairs)
    message = (
        phrase_many(
            "{count} rating refreshed {source}",
            "{count} ratings refreshed {source}",
            number,
            source=source,
        )
        if number or not pairs
        else phrase_many(
            "{count} player completed {source}",
            "{count} players completed {source}",
            len(pairs),
            source=source,
        )
    )
    return Edit(
        tournament=replace(tournament, players=players),
        summary=message,
        messages=(message, *changes, *describe_additions(pairs)),
    )


def describe_additions(pairs: Iterable[tuple[Player, Player]]) -> Iterator[Sentence]:
    """Say in one line of how many players which data were missing that a list has; ratings are no such data."""
    changed = [*pairs]
    found = {
        name: sum(_is_added(name, was, now) for was, now in changed)
        for name in (*NUMBERS.values(), *_MORE)
    }
    parts = [
        phrase_many(
            "{fact} ({count} player)",
            "{fact} ({count} players)",
            count,
            fact=phrase(PLAYER_FACTS[name]),
        )
        for name, count in found.items()
        if count
    ]
    if parts:
        yield phrase("added: {facts}", facts=joined(", ", parts))


def _is_added(name: str, was: Player, now: Player) -> bool:
    return name != "rating" and not getattr(was, name) and bool(getattr(now, name))


def describe_change(was: Player, now: Player, *, added: bool = True) -> Sentence:
    """What a list has changed of a player, or without what was missing before, see `describe_additions`."""
    parts = [
        phrase(
            "{name} {was} becomes {now}",
            name=phrase(PLAYER_FACTS[name]),
            was=_shown(getattr(was, name)),
            now=_shown(getattr(now, name)),
        )
        for name in (*_LISTED, *NUMBERS.values(), *_MORE)
        if getattr(was, name) != getattr(now, name) and (added or not _is_added(name, was, now))
    ]
    return joined(", ", parts)


_LISTED = ("name", "first_name", "grade", "rating")
"""What a list says of everybody."""

_MORE = ("country", "club", *_OF_CHESS)
"""What some lists say besides."""


def _shown(value: object) -> str:
    return "–" if value is None else str(value) or "–"


def find_in_list(
    rating_list: RatingSource, player: Player, settled: SettledPlayer | None = None
) -> RatingEntry | None:
    """Who a player is in a list; None if nobody, or if several may be.

    Parameters
    ----------
    settled
        What was decided about it.
    """
    found = _found(rating_list, player, settled)
    known = len(found) == 1 and (settled or _shares_a_name(player, found[0]))
    return found[0] if known else None


def _found(
    rating_list: RatingSource, player: Player, settled: SettledPlayer | None
) -> tuple[RatingEntry, ...]:
    """Find the entries of a list that may be the player: by number, or by a name with no other number."""
    if settled is not None:
        same = rating_list.find(settled.number) if settled.number else ()
        return tuple(each for each in same if each.number == settled.number)
    for name in NUMBERS.values():
        number = getattr(player, name)
        candidates = rating_list.find(number) if number else ()
        same = tuple(each for each in candidates if getattr(each, name) == number)
        if same:
            return same
    found = tuple(
        each
        for each in rating_list.find(player.full_name)
        if not any(getattr(player, name) and getattr(each, name) for name in NUMBERS.values())
    )
    near = tuple(each for each in found if player.country and each.country == player.country)
    return near or found


def _shares_a_name(player: Player, entry: RatingEntry) -> bool:
    """Whether family name, first name or all letters are the same, so that the number is not another one's.

    Umlauts may be spelled as two letters, and the names be exchanged, as `RatingSource.find` has it.
    """
    family, first = ("".join(plain_words(name)) for name in (player.name, player.first_name))
    family_there, first_there = (
        "".join(plain_words(name)) for name in (entry.name, entry.first_name)
    )
    return (
        family == family_there
        or first == first_there
        or sorted(family + first) == sorted(family_there + first_there)
    )
