"""What a format does not hold."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from ..go.tournament import (
    Person,
    Player,
    PointsAdjustment,
    Result,
    TimeLimit,
    with_groups_in_corrections,
)
from ..go.tournament.event import TIME
from ..letters import folded, shortened
from ..sentences import joined, marked, marked_many, phrase, phrase_many

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Team, TeamPlay, Tournament


# ---- What a file holds otherwise than the tournament that was written to it ----

_MOST_LINES = 3
"""Of the values of one group; more of them are told in one line."""

_LONGEST = 40
"""Letters of a text that is shown."""

_NAMES = frozenset(
    (
        *(marked("name"), marked("event"), marked("rules"), marked("points"), marked("pairing")),
        *(marked("handicap"), marked("team play"), marked("short name"), marked("place")),
        *(marked("director"), marked("begins"), marked("ends"), marked("komi"), marked("time")),
        *(marked("board size"), marked("rounds"), marked("floor"), marked("bar")),
        *(marked("first name"), marked("grade"), marked("rating"), marked("country")),
        *(marked("club"), marked("final"), marked("correction"), marked("band")),
        *(marked("absences"), marked("attributes"), marked("members"), marked("table")),
        *(marked("result"), marked("by default"), marked("colours"), marked("line-ups")),
        *(marked("games"), marked("second result"), marked("second by default")),
    )
)
"""The names of values that directors meet; the others are those of files."""

_APART = ("name", "players", "games", "byes")
"""Fields of a tournament that are no groups of values."""

_RESULTS = (
    "result",
    "by_default",
    "second_result",
    "second_by_default",
    "postponed",
    "sums_halves",
    "team_result",
    "unrated",
    "second_unrated",
)
"""Fields of a game that say how it ended."""

_OF_GO = ("bar", "floor", "handicap", "pairing")
"""Rules that decide nothing in a tournament of another game."""


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
    if "go" not in (stored.kind, original.kind):
        same = {name: getattr(stored.rules, name) for name in _OF_GO}
        rules = replace(original.rules, **same, doubtful=True)
        original = replace(original, rules=rules, doubtful=True)
    # A format that is not stated is lost with the criteria that it follows from.
    if not original.rules.format or stored.rules.kind is original.rules.kind:
        rules = replace(original.rules, format=stored.rules.format, doubtful=True)
        original = replace(original, rules=rules, doubtful=True)
    keys = _matched(stored.players, original.players)
    if original.team_play is not None:
        original = replace(original, team_play=original.team_play.with_keys(keys), doubtful=True)
    lines: list[str] = []
    if stored.name != original.name:
        lines.append(_about(phrase("name"), _change(stored.name, original.name)))
    was, now = original.rules.usual_model, stored.rules.usual_model
    if was != now:
        lines.append(phrase("weight model: {old} becomes {new}", old=was, new=now))
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
            yield _about(title, _change(stored, original))
        return
    if stored is None:
        yield _about(title, phrase("not kept"))
        return
    lines = [
        joined(
            " ",
            [
                _words(entry.name),
                _change(_value(stored, entry.name), _value(original, entry.name)),
            ],
        )
        for entry in fields(original)
        if entry.compare
        and not is_dataclass(getattr(original, entry.name))
        and entry.name not in ("variant", "model", "teams")  # whose difference is told elsewhere
        and getattr(stored, entry.name) != getattr(original, entry.name)
    ]
    if len(lines) > _MOST_LINES:
        yield _about(
            title, phrase("{count} values, such as {example}", count=len(lines), example=lines[0])
        )
    else:
        yield from (_about(title, line) for line in lines)
    for entry in fields(original):
        inner = getattr(original, entry.name)
        if is_dataclass(inner):
            inner_title = joined(", ", [title, _words(entry.name)])
            yield from _group(inner_title, getattr(stored, entry.name), inner)


class _Found:
    """What becomes of the items of one kind.

    Parameters
    ----------
    things
        What the items are called.
    nouns
        One of them and many, with their number.
    total
        How many were given.
    """

    def __init__(self, things: str, nouns: tuple[str, str], total: int) -> None:
        self._things, self._nouns, self._total = things, nouns, total
        self._lost: list[str] = []
        self._examples: dict[str, tuple[str, int]] = {}

    def lose(self, what: str) -> None:
        self._lost.append(what)

    def note(self, what: str, who: str, change: str) -> None:
        """A change of some kind, of which the first is the example."""
        example, count = self._examples.get(what, (_about(who, change), 0))
        self._examples[what] = example, count + 1

    def compare(self, who: str, stored: object, original: object, names: Iterable[str]) -> None:
        for name in names:
            one, other = getattr(stored, name), getattr(original, name)
            if one != other:
                self.note(_words(name), who, _change(one, other))

    def missing(self, left: int) -> Iterator[str]:
        """What is lost, and how many there are that nobody has given."""
        if self._lost:
            lost = phrase_many(
                "{count} of {total} is lost, such as {example}",
                "{count} of {total} are lost, such as {example}",
                len(self._lost),
                total=self._counted(self._total),
                example=self._lost[0],
            )
            yield _about(phrase(self._things), lost)
        if left:
            added = phrase_many(
                "{things} appears", "{things} appear", left, things=self._counted(left)
            )
            yield _about(phrase(self._things), added)

    def changes(self, about: str = "") -> Iterator[str]:
        total = self._counted(self._total)
        for what, (example, count) in self._examples.items():
            share = phrase(
                "{count} of {total}, such as {example}", count=count, total=total, example=example
            )
            yield _about(joined(", ", filter(None, (about, what))), share)

    def _counted(self, number: int) -> str:
        return phrase_many(*self._nouns, number)


def _teams(stored: TeamPlay | None, original: TeamPlay | None) -> Iterator[str]:
    """What becomes of teams, which are recognised by their names."""
    if stored is None or original is None:
        return
    by_name: dict[str, list[Team]] = {}
    for team in stored.teams:
        by_name.setdefault(team.name, []).append(team)
    differences = _Found(
        marked("teams"), marked_many("{count} team", "{count} teams"), len(original.teams)
    )
    for team in original.teams:
        same = by_name.get(team.name)
        if not same:
            differences.lose(team.name)
            continue
        found = same.pop(0)
        if found.lineups != team.lineups:
            was, now = (
                phrase_many("{count} line-up", "{count} line-ups", len(each.lineups))
                for each in (team, found)
            )
            change = (
                phrase("other players, or another order")
                if was == now
                else phrase("{new} in place of {old}", new=now, old=was)
            )
            differences.note(phrase("line-ups"), team.name, change)
        differences.compare(
            team.name, found, team, ("short_name", "country", "club", "correction", "adjustments")
        )
    yield from differences.missing(sum(map(len, by_name.values())))
    yield from differences.changes(phrase("teams"))


def _players(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    differences = _Found(
        marked("players"), marked_many("{count} player", "{count} players"), len(original.players)
    )
    lost = [_full_name(player) for player in original.players if player.key not in keys]
    if lost:
        for name in lost:
            differences.lose(name)
        yield from differences.missing(0)
    kept = set(keys.values())
    added = [_full_name(player) for player in stored.players if player.key not in kept]
    if added:
        appear = phrase_many(
            "{count} player appears, such as {example}",
            "{count} players appear, such as {example}",
            len(added),
            example=added[0],
        )
        yield _about(phrase("players"), appear)
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
        yield _about(phrase("players"), phrase("the file has no place for ratings"))
    yield from differences.changes()


def _games(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    by_pair: dict[tuple[int, frozenset[str]], list[Game]] = {}
    for game in stored.games:
        by_pair.setdefault((game.round, frozenset(game.players)), []).append(game)
    differences = _Found(
        marked("games"), marked_many("{count} game", "{count} games"), len(original.games)
    )
    for game in original.games:
        pair = frozenset(keys.get(key, "") for key in game.players)
        same = by_pair.get((game.round, pair))
        one, other = (_name(original, key) for key in game.players)
        names = phrase("{one} and {other}", one=one, other=other)
        who = phrase("round {round}, {names}", round=game.round, names=names)
        if not same:
            differences.lose(who)
            continue
        found = same.pop(0)
        if found.white != keys[game.white]:
            differences.note(phrase("colours"), who, phrase("White becomes Black"))
        if game.second_result is Result.UNKNOWN and found.second_result is None:
            found = replace(found, second_result=game.second_result)  # there is nothing to lose
        if game.postponed is False:  # no result is other for when it was played
            found = replace(found, postponed=found.postponed or False)
        differences.compare(who, found, game, ("table", "handicap", *_RESULTS))
    yield from differences.missing(sum(map(len, by_pair.values())))
    yield from differences.changes()


def _byes(stored: Tournament, original: Tournament, keys: Mapping[str, str]) -> Iterator[str]:
    left = [(bye.round, bye.player) for bye in stored.byes]
    differences = _Found(
        marked("byes"), marked_many("{count} bye", "{count} byes"), len(original.byes)
    )
    for bye in original.byes:
        seat = (bye.round, keys.get(bye.player, ""))
        if seat in left:
            left.remove(seat)
        else:
            name = _name(original, bye.player)
            differences.lose(phrase("round {round}, {names}", round=bye.round, names=name))
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
    words = name.removesuffix("_x2").replace("_", " ")
    return phrase(words) if words in _NAMES else words


def _about(title: str, change: str) -> str:
    return joined(": ", [title, change])


def _change(stored: object, original: object) -> str:
    if stored in (None, "", (), frozenset()):
        return phrase("{value} is lost", value=describe_value(original))
    return phrase("{old} becomes {new}", old=describe_value(original), new=describe_value(stored))


def describe_value(value: object) -> str:
    """A value of a tournament in words."""
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if value in (None, (), frozenset()):
        return phrase("nothing")
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Person):
        return _full_name(value)
    if isinstance(value, PointsAdjustment):
        from ..go.team_standings import describe_adjustment  # few files have any

        return describe_adjustment(value)
    if isinstance(value, str):
        return repr(shortened(value, _LONGEST))
    if isinstance(value, TimeLimit):
        return TIME.write(value) or f"{value.basic / 60:g}"
    if isinstance(value, tuple | frozenset):
        items = value if isinstance(value, tuple) else sorted(value)
        return shortened(", ".join(map(describe_value, items)), _LONGEST)
    if isinstance(value, float):
        return f"{value:g}"
    return value.isoformat() if isinstance(value, date) else str(value)
