"""A tournament as single facts, so that two states can be compared, and a change be made again.

A fact has a subject, such as the game of two players in a round, and a value: what is known of the
subject, by name. Both are made of plain values, as JSON holds them.

========================  =============================================================
Subject                   Value
========================  =============================================================
``tournament``            its name
``rules``                 the rules that are not the defaults
``event``                 the same of the event
``player``, key           the fields of the player that are not the defaults
``absence``, round, key   nothing: that it is there says it all
``game``, round, a, b     the fields of the game that are not the defaults; the keys of its
                          players are in alphabetical order
``bye``, round, key       nothing
``teams``                 how teams play, without the teams
``team``, key             the fields of the team that are not the defaults
========================  =============================================================
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import Enum
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ...go import tournament as words
from ...go.tournament import Bye, Game, Grade, Player, Team, TeamPlay
from ...go.tournament.ranges import default_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Tournament


Subject = tuple[str | int, ...]
Value = dict[str, Any]

_IN_SUBJECT = frozenset({"key", "absences", "round", "black"})
"""Fields that the subject says, or another fact."""


class Change(NamedTuple):
    """What becomes of a subject. Of one that stays, only the fields that differ are held."""

    subject: Subject

    before: Value | None
    """None if there was no such thing. A field that had its default may be None."""

    after: Value | None
    """None if there is no such thing any more."""

    @property
    def reversed(self) -> Change:
        """The change that takes this one back."""
        return Change(self.subject, self.after, self.before)


def differences(old: Tournament, new: Tournament) -> tuple[Change, ...]:
    """The changes that lead from one state of a tournament to another.

    In which order players and games are held does not matter.
    """
    before, after = dict(_facts(old, besides=new)), dict(_facts(new, besides=old))
    subjects = dict.fromkeys((*before, *after))
    found = (_change(subject, before.get(subject), after.get(subject)) for subject in subjects)
    return tuple(change for change in found if change is not None)


def facts(tournament: Tournament) -> dict[Subject, Value]:
    """Everything that is known of a tournament."""
    return dict(_facts(tournament))


def _change(subject: Subject, before: Value | None, after: Value | None) -> Change | None:
    if before == after:
        return None
    if before is None or after is None:
        return Change(subject, before, after)
    names = [n for n in dict.fromkeys((*before, *after)) if before.get(n) != after.get(n)]
    return Change(subject, {n: before.get(n) for n in names}, {n: after.get(n) for n in names})


def _facts(
    tournament: Tournament, *, besides: Tournament | None = None
) -> Iterator[tuple[Subject, Value]]:
    """All facts, but for those that another state holds as the very same objects."""
    yield ("tournament",), {"name": tournament.name}
    yield ("rules",), _known(tournament.rules)
    yield ("event",), _known(tournament.event)
    shared = frozenset() if besides is None else _objects(besides)
    for player in tournament.players:
        if id(player) not in shared:
            yield ("player", player.key), _known(player)
            yield from ((("absence", n, player.key), {}) for n in sorted(player.absences))
    for game in tournament.games:
        if id(game) not in shared:
            yield ("game", game.round, *sorted(game.players)), _known(game)
    for bye in tournament.byes:
        if id(bye) not in shared:
            yield ("bye", bye.round, bye.player), {}
    if (play := tournament.team_play) is not None:
        yield ("teams",), _known(replace(play, teams=()))
        yield from ((("team", team.key), _known(team)) for team in play.teams)


def _objects(tournament: Tournament) -> frozenset[int]:
    return frozenset(map(id, (*tournament.players, *tournament.games, *tournament.byes)))


def _known(value: Any) -> Value:  # noqa: ANN401 - any dataclass
    return {
        entry.name: _plain(held)
        for entry in fields(value)
        if entry.name not in _IN_SUBJECT
        and (held := getattr(value, entry.name)) != default_of(entry)
    }


def _plain(value: object) -> Any:  # noqa: ANN401 - whatever JSON can hold
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Grade | date):
        return str(value)
    if is_dataclass(value):
        return _known(value)
    if isinstance(value, frozenset):
        return sorted(map(_plain, value))
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return value


def with_facts(
    tournament: Tournament, changed: Iterable[tuple[Subject, Value | None]]
) -> Tournament:
    """A tournament with other facts.

    Parameters
    ----------
    changed
        Subjects, and what shall be known of them: of one that is there, the fields that become
        others; None if it goes.

    Raises
    ------
    ValueError
        If a value is none of its field.
    """
    parts: dict[str, Any] = {name: getattr(tournament, name) for name in ("name", "rules", "event")}
    players = {player.key: player for player in tournament.players}
    games = {(g.round, *sorted(g.players)): g for g in tournament.games}
    byes = {(bye.round, bye.player): bye for bye in tournament.byes}
    play = tournament.team_play
    teams = {} if play is None else {team.key: team for team in play.teams}
    for (kind, *rest), value in changed:
        place: Any = tuple(rest)
        if kind == "tournament":
            parts.update(value or {})
        elif kind in ("rules", "event"):
            parts[str(kind)] = _with(parts[str(kind)], value or {})
        elif kind == "player":
            (key,) = place
            _put(players, key, value, lambda held, key=key: _player(key, held))
        elif kind == "absence" and place[1] in players:
            players[place[1]] = _attending(players[place[1]], place[0], absent=value is not None)
        elif kind == "game":
            _put(games, place, value, lambda held, place=place: _game(place, held))
        elif kind == "bye":
            _put(byes, place, value, lambda held, place=place: Bye(round=place[0], player=place[1]))
        elif kind == "teams":
            play = None if value is None else _with(play or TeamPlay(), value)
        elif kind == "team":
            (key,) = place
            _put(teams, key, value, lambda held, key=key: Team(key=key, **_read(Team, held)))
    return replace(
        tournament,
        players=tuple(players.values()),
        games=tuple(games.values()),
        byes=tuple(byes.values()),
        team_play=play and replace(play, teams=tuple(teams.values())),
        **parts,
    )


def _put(items: dict[Any, Any], place: Any, value: Value | None, new: Any) -> None:  # noqa: ANN401
    """Add, change or remove an item."""
    if value is None:
        items.pop(place, None)
    else:
        items[place] = _with(items[place], value) if place in items else new(value)


def _player(key: str, held: Value) -> Player:
    return Player(key=key, **_read(Player, held))


def _game(place: tuple[int, str, str], held: Value) -> Game:
    number, *players = place
    return Game(round=number, black=_other(players, held["white"]), **_read(Game, held))


def _other(players: list[str], one: str) -> str:
    return players[0] if players[1] == one else players[1]


def _attending(player: Player, number: int, *, absent: bool) -> Player:
    others = player.absences - {number}
    return replace(player, absences=others | {number} if absent else others)


def _with(value: Any, held: Value) -> Any:  # noqa: ANN401 - any dataclass
    """A value with other fields; None stands for the default."""
    kind = type(value)
    defaults = {entry.name: default_of(entry) for entry in fields(kind)}
    back = {name: defaults[name] for name, new in held.items() if new is None}
    read = _read(kind, {name: new for name, new in held.items() if new is not None})
    if isinstance(value, Game) and "white" in read:
        read["black"] = _other(list(value.players), read["white"])
    return replace(value, **back, **read)


def _read(kind: type, held: Value) -> dict[str, Any]:
    """The fields of a dataclass from plain values."""
    hints = get_type_hints(kind, {**vars(words), "date": date})
    return {name: _typed(hints[name], plain) for name, plain in held.items()}


def _typed(hint: Any, plain: Any) -> Any:  # noqa: ANN401 - a type, and a value of JSON
    if isinstance(hint, UnionType) or get_origin(hint) is Union:
        return None if plain is None else _typed(get_args(hint)[0], plain)
    if hint is Grade:
        return Grade.parse(plain)
    if hint is date:
        return date.fromisoformat(plain)
    origin = get_origin(hint)
    if origin is Literal:
        return plain
    if origin:
        inner, *_ = get_args(hint)
        return origin(_typed(inner, item) for item in plain)
    if isinstance(hint, type) and is_dataclass(hint):
        return hint(**_read(hint, plain))
    return hint(plain)
