"""What a format does not hold."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..go.tournament import Person, Player, with_groups_in_corrections
from .characters import folded, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Team, TeamPlay, Tournament


# ---- What a file holds otherwise than the tournament that was written to it ----

_MOST_LINES = 3
"""Of the values of one group; more of them are told in one line."""

_LONGEST = 40
"""Letters of a text that is shown."""

_APART = ("name", "players", "games", "byes")
"""Fields of a tournament that are no groups of values."""


def losses(kept: Tournament, given: Tournament) -> list[str]:
    """Say, one line each, what a file does not hold of a tournament, or holds otherwise.

    Parameters
    ----------
    kept
        What was read back from the file.
    given
        What was to be written. Players may have other keys in the file: they are recognised by
        their PINs, by their names, by beginnings of their names, or by their place in the list.
    """
    if not kept.rules.merged_grades:
        given = with_groups_in_corrections(given)
    keys = _matched(kept.players, given.players)
    if given.team_play is not None:
        given = replace(given, team_play=given.team_play.with_keys(keys), doubtful=True)
    lines: list[str] = []
    if kept.name != given.name:
        lines.append(f"name: {_change(kept.name, given.name)}")
    was, now = given.rules.usual_model, kept.rules.usual_model
    if was != now:
        lines.append(f"model: {was} becomes {now}, if none is named")
    for entry in fields(given):
        if entry.compare and entry.name not in _APART:
            lines += _group(
                _words(entry.name), getattr(kept, entry.name), getattr(given, entry.name)
            )
    lines += _teams(kept.team_play, given.team_play)
    lines += _players(kept, given, keys)
    lines += _games(kept, given, keys)
    lines += _byes(kept, given, keys)
    return lines


def _matched(kept: Sequence[Player], given: Sequence[Player]) -> dict[str, str]:
    """Key of each player in the file, by the key that was given."""
    found: dict[str, str] = {}
    free = {player.key: player for player in kept}

    def match(player: Player, held: Player) -> None:
        found[player.key] = held.key
        del free[held.key]

    for identity in _IDENTITIES:
        alike: dict[str, list[Player]] = {}
        for held in filter(identity, free.values()):
            alike.setdefault(identity(held), []).append(held)
        for player in given:
            if player.key not in found and (same := alike.get(identity(player))):
                match(player, same.pop(0))
    for player in given:
        if player.key not in found and (same := [p for p in free.values() if _is_cut(p, player)]):
            match(player, next((held for held in same if held.grade == player.grade), same[0]))
    if len(kept) == len(given):
        for held, player in zip(kept, given, strict=True):
            if held.key in free and player.key not in found:
                match(player, held)
    return found


_IDENTITIES: tuple[Callable[[Player], str], ...] = (
    lambda player: player.key,
    lambda player: player.egf_pin,
    lambda player: folded(player.full_name),
)
"""What tells who a player is, the surest first; players of whom it says nothing are not alike."""


def _is_cut(held: Player, given: Player) -> bool:
    """Whether a name is the beginning of another one, as in a file with narrow columns."""
    names = ((held.name, given.name), (held.first_name, given.first_name))
    return all(folded(longer).startswith(folded(shorter)) for shorter, longer in names)


def _group(title: str, kept: Any, given: Any) -> Iterator[str]:  # noqa: ANN401
    """The values of a dataclass that differ; each dataclass within it is a group of its own."""
    if not is_dataclass(given):
        if kept != given:
            yield f"{title}: {_change(kept, given)}"
        return
    if kept is None:
        yield f"{title}: not kept"
        return
    lines = [
        f"{_words(entry.name)} {_change(_value(kept, entry.name), _value(given, entry.name))}"
        for entry in fields(given)
        if entry.compare
        and not is_dataclass(getattr(given, entry.name))
        and entry.name not in ("variant", "model", "teams")  # whose difference is told elsewhere
        and getattr(kept, entry.name) != getattr(given, entry.name)
    ]
    if len(lines) > _MOST_LINES:
        yield f"{title}: {len(lines)} values, such as {lines[0]}"
    else:
        yield from (f"{title}: {line}" for line in lines)
    for entry in fields(given):
        inner = getattr(given, entry.name)
        if is_dataclass(inner):
            yield from _group(f"{title}, {_words(entry.name)}", getattr(kept, entry.name), inner)


class _Found:
    """What becomes of the items of one kind.

    Parameters
    ----------
    noun
        What an item is called.
    total
        How many were given.
    """

    def __init__(self, noun: str, total: int) -> None:
        self._noun, self._total = noun, total
        self._lost: list[str] = []
        self._examples: dict[str, tuple[str, int]] = {}

    def lose(self, what: str) -> None:
        self._lost.append(what)

    def note(self, what: str, who: str, change: str) -> None:
        """A change of some kind, of which the first is the example."""
        example, count = self._examples.get(what, (f"{who}: {change}", 0))
        self._examples[what] = example, count + 1

    def compare(self, who: str, kept: object, given: object, names: Iterable[str]) -> None:
        for name in names:
            one, other = getattr(kept, name), getattr(given, name)
            if one != other:
                self.note(_words(name), who, _change(one, other))

    def missing(self, left: int) -> Iterator[str]:
        """What is lost, and how many there are that nobody has given."""
        if self._lost:
            share = f"{len(self._lost)} of {_counted(self._total, self._noun)}"
            verb = "is" if len(self._lost) == 1 else "are"
            yield f"{self._noun}s: {share} {verb} lost, such as {self._lost[0]}"
        if left:
            appear = "appears" if left == 1 else "appear"
            yield f"{self._noun}s: {_counted(left, self._noun)} {appear}"

    def changes(self, about: str = "") -> Iterator[str]:
        total = _counted(self._total, self._noun)
        for what, (example, count) in self._examples.items():
            yield f"{about}{what}: {count} of {total}, such as {example}"


def _teams(kept: TeamPlay | None, given: TeamPlay | None) -> Iterator[str]:
    """What becomes of teams, which are recognised by their names."""
    if kept is None or given is None:
        return
    held: dict[str, list[Team]] = {}
    for team in kept.teams:
        held.setdefault(team.name, []).append(team)
    said = _Found("team", len(given.teams))
    for team in given.teams:
        same = held.get(team.name)
        if not same:
            said.lose(team.name)
            continue
        found = same.pop(0)
        if found.lineups != team.lineups:
            was, now = (_counted(len(each.lineups), "line-up") for each in (team, found))
            told = "other players, or another order" if was == now else f"{now} in place of {was}"
            said.note("line-ups", team.name, told)
        said.compare(team.name, found, team, ("country", "club", "correction"))
    yield from said.missing(sum(map(len, held.values())))
    yield from said.changes("teams, ")


def _players(kept: Tournament, given: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    lost = [_named(player) for player in given.players if player.key not in keys]
    if lost:
        total = _counted(len(given.players), "player")
        yield f"players: {len(lost)} of {total} are lost, such as {lost[0]}"
    added = [_named(player) for player in kept.players if player.key not in keys.values()]
    if added:
        yield f"players: {_counted(len(added), 'player')} appear, such as {added[0]}"
    said = _Found("player", len(given.players))
    unrated = all(held.rating is None for held in kept.players)
    # A file without any ratings has no place for them.
    names = [
        entry.name
        for entry in fields(Player)
        if entry.name != "key" and not (unrated and entry.name == "rating")
    ]
    for player in given.players:
        if player.key in keys:
            said.compare(_named(player), kept.by_key[keys[player.key]], player, names)
    if unrated and any(player.rating is not None for player in given.players):
        yield "players: the file has no place for ratings"
    yield from said.changes()


def _games(kept: Tournament, given: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    held: dict[tuple[int, frozenset[str]], list[Game]] = {}
    for game in kept.games:
        held.setdefault((game.round, frozenset(game.players)), []).append(game)
    said = _Found("game", len(given.games))
    for game in given.games:
        pair = frozenset(keys.get(key, "") for key in game.players)
        same = held.get((game.round, pair))
        names = " and ".join(_name(given, key) for key in game.players)
        who = f"round {game.round}, {names}"
        if not same:
            said.lose(who)
            continue
        found = same.pop(0)
        if found.white != keys[game.white]:
            said.note("colours", who, "White becomes Black")
        said.compare(who, found, game, ("table", "handicap", "result", "by_default"))
    yield from said.missing(sum(map(len, held.values())))
    yield from said.changes()


def _byes(kept: Tournament, given: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    left = [(bye.round, bye.player) for bye in kept.byes]
    said = _Found("bye", len(given.byes))
    for bye in given.byes:
        seat = (bye.round, keys.get(bye.player, ""))
        if seat in left:
            left.remove(seat)
        else:
            said.lose(f"round {bye.round}, {_name(given, bye.player)}")
    yield from said.missing(len(left))


def _name(tournament: Tournament, key: str) -> str:
    return " ".join(tournament.name_of(key).split()) or key


def _named(player: Person) -> str:
    """The name of a player on one line."""
    return " ".join(player.full_name.split()) or player.key


def _value(values: object, name: str) -> Any:  # noqa: ANN401
    value = getattr(values, name)
    return value / 2 if name.endswith("_x2") and value is not None else value


def _words(name: str) -> str:
    return name.removesuffix("_x2").replace("_", " ")


def _change(kept: object, given: object) -> str:
    if kept in (None, "", (), frozenset()):
        return f"{value_told(given)} is lost"
    return f"{value_told(given)} becomes {value_told(kept)}"


def value_told(value: object) -> str:
    """A value of a tournament in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, (), frozenset()):
        return "nothing"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Person):
        return _named(value)
    if isinstance(value, str):
        return repr(shortened(value, _LONGEST))
    if isinstance(value, tuple | frozenset):
        items = value if isinstance(value, tuple) else sorted(value)
        return shortened(", ".join(map(value_told, items)), _LONGEST)
    if isinstance(value, float):
        return f"{value:g}"
    return value.isoformat() if isinstance(value, date) else str(value)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
