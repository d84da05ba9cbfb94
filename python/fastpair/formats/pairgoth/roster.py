"""Players in a file, and pairs, whose members are players there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ...go.teams import pair_of
from ...go.tournament import NO_RATING, Player
from ..json.decoding import pointed
from ..names import unique_keys
from .rules import grade_of
from .shape import APART, TOGETHER, Entry, TeamEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...go.tournament import Person, Tournament
    from .shape import File

__all__ = [
    "entries_of",
    "keys_of",
    "numbered",
    "pair_entries",
    "people_of",
    "players_of",
    "refuse_unknown",
    "roster_remarks",
    "sides_of",
]


def refuse_unknown(path: str, file: File) -> None:
    """Refuse numbers that several have, and teams of players who are not there.

    Raises
    ------
    FormatError
        If there is one.
    """
    numbers = {
        "player": [entry.id for entry in file.players],
        "team": [entry.id for entry in file.teams],
    }
    for who, listed in numbers.items():
        _refuse_twice(path, who, {(f"{who}s", place): n for place, n in enumerate(listed)})
    if file.type in APART:
        matches: dict[tuple[str | int, ...], int] = {
            ("games", number, place): match.id
            for number, entries in enumerate(file.games)
            for place, match in enumerate(entries)
        }
        _refuse_twice(path, "match", matches)
    known = {entry.id for entry in file.players}
    for place, team in enumerate(file.teams):
        for member, number in enumerate(team.players):
            if number not in known:
                message = f"expected the number of a player, got {number}"
                raise pointed(path, ("teams", place, "players", member), message)


def _refuse_twice(path: str, who: str, numbers: Mapping[tuple[str | int, ...], int]) -> None:
    counts = Counter(numbers.values())
    for place, number in numbers.items():
        if counts[number] > 1:
            message = f"expected a number that only one {who} has, got {number}"
            raise pointed(path, (*place, "id"), message)


def keys_of(file: File) -> dict[int, str]:
    """The key of each player by the number in the file."""
    return _keys(file)[1]


def sides_of(file: File) -> dict[int, str]:
    """The keys of those who play the games of a file, by number: players, pairs or teams."""
    if file.type in APART:
        return {team.id: str(team.id) for team in file.teams}
    pairs, players = _keys(file)
    return pairs if file.type in TOGETHER else players


def _keys(file: File) -> tuple[dict[int, str], dict[int, str]]:
    """The keys of pairs and those of players, of which no two are the same."""
    pairs = file.teams if file.type in TOGETHER else ()
    names = [team.name for team in pairs]
    keys = unique_keys([*names, *(entry.name + entry.first_name for entry in file.players)])
    return (
        {team.id: next(keys) for team in pairs},
        {entry.id: next(keys) for entry in file.players},
    )


def players_of(file: File, rounds: int) -> tuple[Player, ...]:
    """The players; where teams play together, they are the pairs."""
    pairs, keys = _keys(file)
    people = {entry.id: _player(entry, keys[entry.id]) for entry in file.players}
    if file.type not in TOGETHER:
        return tuple(people.values())
    size = TOGETHER[file.type]
    return tuple(
        _pair(team, pairs[team.id], [people[number] for number in team.players], size, rounds)
        for team in file.teams
    )


def _player(entry: Entry, key: str) -> Player:
    return Player(
        key=key,
        name=entry.name,
        first_name=entry.first_name,
        grade=grade_of(entry.rating),
        rating=entry.rating,
        country=entry.country,
        club=entry.club,
        final=entry.final,
        correction=entry.mms_correction,
        absences=frozenset(entry.skip),
        egf_pin=entry.egf.strip(),
        ffg_licence=entry.ffg.strip(),
        aga_id=entry.aga.strip(),
    )


def _pair(team: TeamEntry, key: str, members: list[Player], size: int, rounds: int) -> Player:
    """A pair, which plays a round if as many of its members take part as the type says."""
    usual = Player(key=key, name=team.name, first_name="", grade=grade_of(NO_RATING))
    mean = pair_of(members, key=key, name=team.name) if members else usual
    rating = mean.rating if team.rating is None else team.rating
    missed = (
        number
        for number in range(1, rounds + 1)
        if sum(member.plays_in(number) for member in members) != size
    )
    return replace(
        mean,
        rating=rating,
        grade=grade_of(rating),
        correction=team.mms_correction,
        absences=frozenset(missed),
    )


def roster_remarks(file: File) -> Iterator[str]:
    """Say which players of a file of pairs are in none, and so are no players here."""
    free = list(_free(file))
    if free:
        first = f"{free[0].name} {free[0].first_name}".strip()
        yield (
            f"/players: {len(free)} of {len(file.players)} are in no team and stay in the file alone, "
            f"such as {first}"
        )


def _free(file: File) -> Iterator[Entry]:
    """The players of a file of pairs who are in none."""
    if file.type in TOGETHER:
        taken = {number for team in file.teams for number in team.players}
        yield from (entry for entry in file.players if entry.id not in taken)


def numbered(keys: Iterable[str], known: Mapping[int, str], free: Iterator[int]) -> dict[str, int]:
    """A number for each key: that of the file, or the next one that is free."""
    numbers = {key: number for number, key in known.items()}
    return {key: numbers[key] if key in numbers else next(free) for key in keys}


def people_of(tournament: Tournament, kind: str) -> list[Person]:
    """Who are players in a file of this type."""
    if kind not in TOGETHER:
        return [*tournament.players]
    rounds = tournament.rules.rounds
    everybody = (m for pair in tournament.players for m in _members(pair, TOGETHER[kind], rounds))
    return list({member.key: member for member in everybody}.values())


def _members(pair: Player, size: int, rounds: int) -> Iterator[Person]:
    """The members of a pair, who take part in the rounds that it plays, and are registered as it is."""
    members = pair.members
    differing = {
        number
        for number in range(1, rounds + 1)
        if (sum(member.plays_in(number) for member in members) == size) != pair.plays_in(number)
    }
    as_registered = all(member.final for member in members) == pair.final
    for place, member in enumerate(members):
        missed = differing & pair.absences if place < size else differing
        yield replace(
            member,
            absences=member.absences - differing | missed,
            final=member.final if as_registered else pair.final,
        )


def entries_of(people: Iterable[Person], ids: Mapping[str, int], held: File | None) -> list[Entry]:
    """The players, those of pairs in the order of the file, with those who are in none.

    A rank that only honours its player stays while the grade does.
    """
    entries = _entries(people, ids, held)
    if held is None or held.type not in TOGETHER:
        return [*entries]
    order = {entry.id: place for place, entry in enumerate(held.players)}
    everybody = (*entries, *_free(held))
    return sorted(everybody, key=lambda entry: order.get(entry.id, len(order)))


def _entries(
    people: Iterable[Person], ids: Mapping[str, int], held: File | None
) -> Iterator[Entry]:
    known = {entry.id: entry for entry in held.players} if held else {}
    for person in people:
        entry = known.get(ids[person.key])
        stays = entry is not None and grade_of(entry.rating) == person.grade
        rank = entry.rank if entry is not None and stays else int(person.grade)
        yield _entry(person if held else person.with_rating(), ids[person.key], rank)


def _entry(person: Person, number: int, rank: int) -> Entry:
    return Entry(
        id=number,
        name=person.name,
        first_name=person.first_name,
        rating=person.rating,
        rank=rank,
        country=person.country,
        club=person.club,
        final=person.final,
        mms_correction=person.correction,
        skip=tuple(sorted(person.absences)),
        egf=person.egf_pin.strip(),
        ffg=person.ffg_licence.strip(),
        aga=person.aga_id.strip(),
    )


def pair_entries(
    tournament: Tournament, ids: Mapping[str, int], sides: Mapping[str, int], held: File | None
) -> Iterator[TeamEntry]:
    """The pairs; a rating is stated where it is none that follows, or was stated before."""
    known = {team.id: team for team in held.teams} if held else {}
    for pair in tournament.players:
        old, rating = known.get(sides[pair.key]), pair.with_rating().rating
        mean = pair_of(pair.members, key="-", name="").rating if pair.members else NO_RATING
        stated = rating != mean or (old is not None and old.rating is not None)
        yield TeamEntry(
            id=sides[pair.key],
            name=pair.full_name,
            players=tuple(ids[member.key] for member in pair.members),
            rating=rating if stated else None,
            rank=old.rank if old else None,
            mms_correction=pair.correction,
        )
