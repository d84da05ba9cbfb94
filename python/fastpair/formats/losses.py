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


def losses(stored: Tournament, original: Tournament) -> list[str]:
    """Say, one line each, what a file does not hold of a tournament, or holds otherwise.

    Parameters
    ----------
    stored
        What was read back from the file.
    original
        What was to be written. Players may have other keys in the file: they are recognised by
        their PINs, by their names, by beginnings of their names, or by their place in the list.
    """
    if not stored.rules.merged_grades:
        original = with_groups_in_corrections(original)
    keys = _matched(stored.players, original.players)
    if original.team_play is not None:
        original = replace(original, team_play=original.team_play.with_keys(keys), doubtful=True)
    lines: list[str] = []
    if stored.name != original.name:
        lines.append(f"name: {_change(stored.name, original.name)}")
    was, now = original.rules.usual_model, stored.rules.usual_model
    if was != now:
        lines.append(f"model: {was} becomes {now}, if none is named")
    for entry in fields(original):
        if entry.compare and entry.name not in _APART:
            lines += _group(
                _words(entry.name), getattr(stored, entry.name), getattr(original, entry.name)
            )
    lines += _teams(stored.team_play, original.team_play)
    lines += _players(stored, original, keys)
    lines += _games(stored, original, keys)
    lines += _byes(stored, original, keys)
    return lines


def _matched(stored: Sequence[Player], original: Sequence[Player]) -> dict[str, str]:
    """Key of each player in the file, by the key that was given."""
    found: dict[str, str] = {}
    free = {player.key: player for player in stored}

    def match(player: Player, counterpart: Player) -> None:
        found[player.key] = counterpart.key
        del free[counterpart.key]

    for identity in _IDENTITIES:
        alike: dict[str, list[Player]] = {}
        for candidate in filter(identity, free.values()):
            alike.setdefault(identity(candidate), []).append(candidate)
        for player in original:
            if player.key not in found and (same := alike.get(identity(player))):
                match(player, same.pop(0))
    for player in original:
        if player.key not in found and (same := [p for p in free.values() if _is_cut(p, player)]):
            match(
                player,
                next((candidate for candidate in same if candidate.grade == player.grade), same[0]),
            )
    if len(stored) == len(original):
        for candidate, player in zip(stored, original, strict=True):
            if candidate.key in free and player.key not in found:
                match(player, candidate)
    return found


_IDENTITIES: tuple[Callable[[Player], str], ...] = (
    lambda player: player.key,
    lambda player: player.egf_pin,
    lambda player: folded(player.full_name),
)
"""What tells who a player is, the surest first; players of whom it says nothing are not alike."""


def _is_cut(stored: Player, original: Player) -> bool:
    """Whether a name is the beginning of another one, as in a file with narrow columns."""
    names = ((stored.name, original.name), (stored.first_name, original.first_name))
    return all(folded(longer).startswith(folded(shorter)) for shorter, longer in names)


def _group(title: str, stored: Any, original: Any) -> Iterator[str]:  # noqa: ANN401
    """The values of a dataclass that differ; each dataclass within it is a group of its own."""
    if not is_dataclass(original):
        if stored != original:
            yield f"{title}: {_change(stored, original)}"
        return
    if stored is None:
        yield f"{title}: not kept"
        return
    lines = [
        f"{_words(entry.name)} {_change(_value(stored, entry.name), _value(original, entry.name))}"
        for entry in fields(original)
        if entry.compare
        and not is_dataclass(getattr(original, entry.name))
        and entry.name not in ("variant", "model", "teams")  # whose difference is told elsewhere
        and getattr(stored, entry.name) != getattr(original, entry.name)
    ]
    if len(lines) > _MOST_LINES:
        yield f"{title}: {len(lines)} values, such as {lines[0]}"
    else:
        yield from (f"{title}: {line}" for line in lines)
    for entry in fields(original):
        inner = getattr(original, entry.name)
        if is_dataclass(inner):
            yield from _group(f"{title}, {_words(entry.name)}", getattr(stored, entry.name), inner)


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

    def compare(self, who: str, stored: object, original: object, names: Iterable[str]) -> None:
        for name in names:
            one, other = getattr(stored, name), getattr(original, name)
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


def _teams(stored: TeamPlay | None, original: TeamPlay | None) -> Iterator[str]:
    """What becomes of teams, which are recognised by their names."""
    if stored is None or original is None:
        return
    by_name: dict[str, list[Team]] = {}
    for team in stored.teams:
        by_name.setdefault(team.name, []).append(team)
    differences = _Found("team", len(original.teams))
    for team in original.teams:
        same = by_name.get(team.name)
        if not same:
            differences.lose(team.name)
            continue
        found = same.pop(0)
        if found.lineups != team.lineups:
            was, now = (_counted(len(each.lineups), "line-up") for each in (team, found))
            change = "other players, or another order" if was == now else f"{now} in place of {was}"
            differences.note("line-ups", team.name, change)
        differences.compare(team.name, found, team, ("country", "club", "correction"))
    yield from differences.missing(sum(map(len, by_name.values())))
    yield from differences.changes("teams, ")


def _players(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    lost = [_full_name(player) for player in original.players if player.key not in keys]
    if lost:
        total = _counted(len(original.players), "player")
        yield f"players: {len(lost)} of {total} are lost, such as {lost[0]}"
    added = [_full_name(player) for player in stored.players if player.key not in keys.values()]
    if added:
        yield f"players: {_counted(len(added), 'player')} appear, such as {added[0]}"
    differences = _Found("player", len(original.players))
    unrated = all(player_in_file.rating is None for player_in_file in stored.players)
    # A file without any ratings has no place for them.
    names = [
        entry.name
        for entry in fields(Player)
        if entry.name != "key" and not (unrated and entry.name == "rating")
    ]
    for player in original.players:
        if player.key in keys:
            differences.compare(_full_name(player), stored.by_key[keys[player.key]], player, names)
    if unrated and any(player.rating is not None for player in original.players):
        yield "players: the file has no place for ratings"
    yield from differences.changes()


def _games(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    by_pair: dict[tuple[int, frozenset[str]], list[Game]] = {}
    for game in stored.games:
        by_pair.setdefault((game.round, frozenset(game.players)), []).append(game)
    differences = _Found("game", len(original.games))
    for game in original.games:
        pair = frozenset(keys.get(key, "") for key in game.players)
        same = by_pair.get((game.round, pair))
        names = " and ".join(_name(original, key) for key in game.players)
        who = f"round {game.round}, {names}"
        if not same:
            differences.lose(who)
            continue
        found = same.pop(0)
        if found.white != keys[game.white]:
            differences.note("colours", who, "White becomes Black")
        differences.compare(who, found, game, ("table", "handicap", "result", "by_default"))
    yield from differences.missing(sum(map(len, by_pair.values())))
    yield from differences.changes()


def _byes(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    left = [(bye.round, bye.player) for bye in stored.byes]
    differences = _Found("bye", len(original.byes))
    for bye in original.byes:
        seat = (bye.round, keys.get(bye.player, ""))
        if seat in left:
            left.remove(seat)
        else:
            differences.lose(f"round {bye.round}, {_name(original, bye.player)}")
    yield from differences.missing(len(left))


def _name(tournament: Tournament, key: str) -> str:
    return " ".join(tournament.name_of(key).split()) or key


def _full_name(player: Person) -> str:
    """The name of a player on one line."""
    return " ".join(player.full_name.split()) or player.key


def _value(values: object, name: str) -> Any:  # noqa: ANN401
    value = getattr(values, name)
    return value / 2 if name.endswith("_x2") and value is not None else value


def _words(name: str) -> str:
    return name.removesuffix("_x2").replace("_", " ")


def _change(stored: object, original: object) -> str:
    if stored in (None, "", (), frozenset()):
        return f"{describe_value(original)} is lost"
    return f"{describe_value(original)} becomes {describe_value(stored)}"


def describe_value(value: object) -> str:
    """A value of a tournament in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, (), frozenset()):
        return "nothing"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Person):
        return _full_name(value)
    if isinstance(value, str):
        return repr(shortened(value, _LONGEST))
    if isinstance(value, tuple | frozenset):
        items = value if isinstance(value, tuple) else sorted(value)
        return shortened(", ".join(map(describe_value, items)), _LONGEST)
    if isinstance(value, float):
        return f"{value:g}"
    return value.isoformat() if isinstance(value, date) else str(value)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
