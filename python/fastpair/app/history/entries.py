"""A line of the history: what an action changed, read and written."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping  # noqa: TC003 - msgspec reads the annotations
from dataclasses import dataclass, field, replace
from datetime import MAXYEAR, UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from zlib import compress, decompressobj
from zlib import error as zlib_error

from msgspec import convert

from ... import __version__
from ...errors import RuleError
from ...files import LARGEST_FILE, json_of
from ...formats.json import Forms, decode
from ...go import tournament as words
from ...go.tournament import (
    Bye,
    Game,
    Person,
    Player,
    PointsAdjustment,
    Team,
    TeamPlay,
    with_present_names,
)
from ...sentences import marked, message_from, phrase
from .details import Count, Details, DrawDetails, PlanDetails, plain_details, read_details

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ...go.tournament import Tournament


Subject = tuple[str | int, ...]
Value = dict[str, Any]

_IN_SUBJECT = frozenset({"key", "absences", "requested_byes", "no_shows", "round", "black"})
"""Fields that the subject says, or another fact."""

_ABSENCES = {"requested": "requested_byes", "no_show": "no_shows"}
"""What is said of an absence, and the fields of a player that hold it."""

_NAMES = {**vars(words), "date": date}
_WHOLE = Forms(_NAMES, renamed=str, sparse=True)
_FORMS = Forms(
    _NAMES,
    renamed=str,
    left_out=lambda entry: entry.name in _IN_SUBJECT,
    sparse=True,
    # Members of a pair and points of a team are no subjects of their own, which would say keys and rounds.
    own={each: _WHOLE.of(each) for each in (Person, PointsAdjustment)},
)
"""How the fields stand in a line: by their own names, and doubled numbers doubled."""


class Change(NamedTuple):
    """What becomes of a subject. Of one that stays, only the fields that differ are held."""

    subject: Subject

    before: Value | None
    """None if there was no such thing. A field that had its default may be None."""

    after: Value | None
    """None if there is no such thing any more."""

    @property
    def seat(self) -> frozenset[str]:
        """The keys of those who have the game or the bye."""
        return frozenset(map(str, self.subject[2:]))

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
    found = (
        changed_fields(subject, before.get(subject), after.get(subject)) for subject in subjects
    )
    return tuple(change for change in found if change is not None)


def is_same(one: Tournament, other: Tournament) -> bool:
    """Whether two states of a tournament say the same, in whatever order they hold players and games."""
    return one == other or _in_order(one) == _in_order(other)


def _in_order(tournament: Tournament) -> tuple[object, ...]:
    """The parts of a tournament, each in an order that follows from what is in it."""
    play = tournament.team_play
    return (
        tournament.name,
        tournament.rules,
        tournament.event,
        sorted(tournament.players, key=lambda player: player.key),
        sorted(tournament.games, key=lambda game: (game.round, game.table, game.players)),
        sorted(tournament.byes, key=lambda bye: (bye.round, bye.player)),
        play and replace(play, teams=()),
        play and sorted(play.teams, key=lambda team: team.key),
    )


def facts(tournament: Tournament) -> dict[Subject, Value]:
    """Everything that is known of a tournament."""
    return dict(_facts(tournament))


def entry_facts(entry_list: Tournament) -> list[list[Any]]:
    """The players and teams of a list as plain values, in their order, see `read_facts`."""
    kinds = ("player", "absence", "teams", "team")
    return [
        [[*subject], value] for subject, value in facts(entry_list).items() if subject[0] in kinds
    ]


def read_facts(plain: Iterable[Sequence[Any]]) -> Tournament:
    """A tournament of facts that are plain values."""
    free = words.Tournament(rules=words.Rules(placement=()))  # under which nobody needs a grade
    return with_facts(free, [(tuple(subject), value) for subject, value in plain])


def changed_fields(subject: Subject, before: Value | None, after: Value | None) -> Change | None:
    """What becomes of a subject, given all or some of its fields; None if they stay."""
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
    yield ("rules",), _field_values(tournament.rules)
    yield ("event",), _field_values(tournament.event)
    shared = frozenset() if besides is None else _objects(besides)
    for player in tournament.players:
        if id(player) not in shared:
            yield ("player", player.key), _field_values(player)
            for number in sorted(player.absences):
                marks = {
                    name: True for name, of in _ABSENCES.items() if number in getattr(player, of)
                }
                yield ("absence", number, player.key), marks
    for game in tournament.games:
        if id(game) not in shared:
            yield ("game", game.round, *sorted(game.players)), _field_values(game)
    for bye in tournament.byes:
        if id(bye) not in shared:
            yield ("bye", bye.round, bye.player), {}
    if (play := tournament.team_play) is not None:
        yield ("teams",), _field_values(replace(play, teams=()))
        yield from ((("team", team.key), _field_values(team)) for team in play.teams)


def _objects(tournament: Tournament) -> frozenset[int]:
    return frozenset(map(id, (*tournament.players, *tournament.games, *tournament.byes)))


def _field_values(value: Any) -> Value:  # noqa: ANN401 - any dataclass
    """The fields that differ from their defaults, as plain values."""
    form = _FORMS.of(type(value))
    assert form.brief is not None
    found: Value = form.brief(value)
    return found


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
    play = tournament.team_play
    items: dict[str, dict[tuple[Any, ...], Any]] = {
        "player": {(player.key,): player for player in tournament.players},
        "game": {(g.round, *sorted(g.players)): g for g in tournament.games},
        "bye": {(bye.round, bye.player): bye for bye in tournament.byes},
        "team": {} if play is None else {(team.key,): team for team in play.teams},
    }
    players = items["player"]
    for (kind, *rest), value in changed:
        place: tuple[Any, ...] = tuple(rest)
        if kind == "tournament":
            parts.update(value or {})
        elif kind in ("rules", "event"):
            parts[str(kind)] = _with(parts[str(kind)], value or {})
        elif kind == "absence" and place[1:] in players:
            player = players[place[1:]]
            players[place[1:]] = _attending(player, place[0], value)
        elif kind == "teams":
            play = None if value is None else _with(play or TeamPlay(), value)
        elif kind in items:
            _put(items[str(kind)], str(kind), place, value)
    return replace(
        tournament,
        players=tuple(players.values()),
        games=tuple(items["game"].values()),
        byes=tuple(items["bye"].values()),
        team_play=play and replace(play, teams=tuple(items["team"].values())),
        **parts,
    )


def _put(items: dict[Any, Any], kind: str, place: tuple[Any, ...], value: Value | None) -> None:
    """Add, change or remove an item."""
    if value is None:
        items.pop(place, None)
    else:
        items[place] = _with(items[place], value) if place in items else _new(kind, place, value)


def _new(kind: str, place: tuple[Any, ...], value: Value) -> Player | Game | Bye | Team:
    if kind == "game":
        number, *players = place
        return Game(round=number, black=_other(players, value["white"]), **_read(Game, value))
    if kind == "bye":
        number, key = place
        return Bye(round=number, player=key)
    (key,) = place
    made = Player if kind == "player" else Team
    return made(key=key, **_read(made, value))


def _other(players: list[str], one: str) -> str:
    return players[0] if players[1] == one else players[1]


def _attending(player: Player, number: int, absence: Value | None) -> Player:
    """A player who misses a round, with what is said of it, or takes part in it."""
    player = player.with_absences(player.absences - {number})
    if absence is None:
        return player
    said: dict[str, Any] = {
        of: getattr(player, of) | {number} for name, of in _ABSENCES.items() if absence.get(name)
    }
    return replace(player, absences=player.absences | {number}, **said)


def _with(value: Any, current: Value) -> Any:  # noqa: ANN401 - any dataclass
    """A value with other fields; None stands for the default."""
    kind = type(value)
    members = _FORMS.of(kind).members
    back = {name: members[name].default for name, new in current.items() if new is None}
    read = _read(kind, {name: new for name, new in current.items() if new is not None})
    if isinstance(value, Game) and "white" in read:
        read["black"] = _other(list(value.players), read["white"])
    return replace(value, **back, **read)


def _read(kind: type, value: Value) -> dict[str, Any]:
    """The fields of a dataclass from plain values."""
    members = _FORMS.of(kind).members
    return {name: decode("history", plain, members[name].form) for name, plain in value.items()}


_VERSION = 1
"""Of the lines; raised when an older program would misread them."""

START = b'{"history": '
"""What each line starts with."""

_CHECK = b', "check": "%s"}'
"""The end of a line: the digest of what it would be without this. Lines of former versions lack it."""

FORMER_TEXTS = (
    marked("tie-breaks by FIDE's edition of {year}"),
    marked("White to who had Black last, of equals to who had White less often"),
    marked("White to who had it less often, of equals by lot"),
    marked("as the weight model has it"),
    marked("at most two in a row, then White to who had it less often, of equals by lot"),
    marked("by forfeit: {won} for a win, {lost} for a loss"),
    marked("by lot"),
    marked("category {number}: everybody else"),
    marked("category {number}: from {grade} on"),
    marked("drawn by: {system}"),
    marked("no attribute keeps players apart"),
    marked("no criteria"),
    marked("postponed games count as half a point each in draws until they are played"),
    marked("postponed games count as nothing in draws until they are played"),
    marked(
        "postponed games leave both scores open from loss to win in draws until they are played"
    ),
    marked("sides: at most two equal ones in a row, then balanced, of equals by lot"),
    marked("sides: balanced, of equals by lot"),
    marked("sides: by lot"),
    marked("sides: by the rules of the system"),
    marked("the points of all byes and absences of a player are rounded down"),
    marked(
        "who is in the top group and misses a round starts {points} lower, as decided when the first round is drawn"
    ),
)
"""What entries of former versions say of rules: the catalogs keep the translations."""

_NESTED = ("changes", "draw", "values", "message")
"""Members that may hold lists and objects within each other."""

_DEEPEST = 20
"""Lists and objects within each other; those of a change have a handful."""


def digest_of(content: bytes) -> str:
    """The SHA-256 digest of a file's content."""
    return sha256(content).hexdigest()


class Version:
    """What a file holds at one time: its content, or what makes it, or its digest alone.

    Versions are equal if their contents are. One that nobody has asked for its content is not made.

    Parameters
    ----------
    content
        The content, or what gives it when it is first asked for.
    digest
        Of the content, where nothing else is known; empty if there was no file.
    """

    __slots__ = ("_content", "_digest")

    def __init__(
        self, content: bytes | Callable[[], bytes] | None = None, digest: str | None = None
    ) -> None:
        self._content, self._digest = content, digest

    @classmethod
    def of(cls, content: bytes) -> Self:
        """What a file holds; nothing if there is none."""
        return cls(content, None if content else "")

    @property
    def is_known(self) -> bool:
        """Whether more than the digest is known."""
        return self._content is not None

    @property
    def content(self) -> bytes:
        """The content, which must be known."""
        if not isinstance(self._content, bytes):
            assert self._content is not None
            self._content = self._content()
        return self._content

    @property
    def digest(self) -> str:
        """The digest of the content; empty if there was no file."""
        if self._digest is None:
            self._digest = digest_of(self.content)
        return self._digest

    def __bool__(self) -> bool:
        """Whether there was a file."""
        return self._digest != ""

    def __eq__(self, other: object) -> bool:
        """Whether the other is the same content."""
        if not isinstance(other, Version):
            return NotImplemented
        return self is other or self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Version {self.digest[:8]}>"


@dataclass(frozen=True, slots=True)
class Delta:
    """A binary difference of two contents: their common start and end, and what stands between."""

    start: Count
    """Bytes at the start that both share."""

    end: Count
    """Bytes at the end that both share."""

    packed: bytes
    """What stands between these, compressed. It is unpacked only when it is wanted."""

    @classmethod
    def between(cls, content: bytes, target: bytes) -> Self:
        """The delta by which ``target`` is made of ``content``."""
        start = _common(content, target)
        end = _common(content[start:][::-1], target[start:][::-1])
        return cls(start, end, compress(target[start : len(target) - end]))

    @property
    def middle(self) -> bytes:
        """What stands between what both share.

        Raises
        ------
        ValueError
            If it is damaged, or more than a tournament file can hold.
        """
        unpacking = decompressobj()
        try:
            middle = unpacking.decompress(self.packed, LARGEST_FILE)
        except zlib_error as error:
            raise ValueError("what it brings back cannot be unpacked") from error
        if not unpacking.eof:
            raise ValueError("what it brings back is cut short, or larger than any tournament file")
        return middle

    def applied_to(self, content: bytes) -> bytes:
        """The content that is wanted.

        Raises
        ------
        ValueError
            If the middle cannot be unpacked.
        """
        return content[: self.start] + self.middle + content[len(content) - self.end :]


def _common(a: bytes, b: bytes) -> int:
    """How many first bytes two contents share, by bisection."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One change of a tournament file."""

    number: Count
    """From 1."""

    time: str
    """When it was made, in UTC, by ISO 8601."""

    program: str = f"fastpair {__version__}"

    act: str
    """The command, such as ``result``."""

    door: str = ""
    """By which door it came: ``command``, the page with the browser, or a phone with its table. Empty
    if a former version has written the line, which did not say."""

    form: str = ""
    """The number of the form by which it came: the same one, sent again, is not done again. Empty if it came
    by none."""

    values: Mapping[str, Any] = field(default_factory=dict)
    """The values of the action, by name, from which it can be repeated; see `actions.Action`."""

    typed: tuple[str, ...] = ()
    """The arguments of the command, where the action has no values."""

    said: str
    """What was done, in a sentence."""

    message: tuple[Any, ...] = ()
    """The same sentence in parts, from which it is translated; see `sentences.message_parts`."""

    changes: tuple[Change, ...]

    details: Details | None = None
    """What it leaves beside the changes of the file: how a draw was made, what was published, ..."""

    reverts: Count | None = None
    """Of ``undo`` and ``redo``: the number of the change that is taken back or made again."""

    before: Version
    """The file that was changed."""

    after: Version
    """The file with the change."""

    delta: Delta | None = field(default=None, repr=False, compare=False)
    """What brings the former content back; None if both contents are known."""

    batch: Count | None = field(default=None, compare=False)
    """Number of the first of the changes that were written together with it; None if it was written alone."""

    @property
    def sentence(self) -> str:
        """What was done, in a sentence that can be said in other languages."""
        return message_from(self.message, self.said)

    @property
    def helper(self) -> str:
        """The name of the helper who made it on the page; empty if nobody did who has one."""
        name, _, _ = self.door.removeprefix("helper ").rpartition(", ")
        return name if self.door.startswith("helper ") else ""

    @property
    def by_phone(self) -> bool:
        """Whether it came from the phone of a player at a table."""
        return self.door.startswith("phone ")

    @property
    def phone(self) -> str:
        """What tells that phone from others at its table; empty if it came from none that is known."""
        return str(self.values.get("phone", ""))

    @property
    def local_time(self) -> datetime:
        """Its time as the clock here shows it."""
        return datetime.fromisoformat(self.time).astimezone()

    @property
    def is_draw(self) -> bool:
        """Whether it has drawn a round, also to replace somebody who did not come."""
        return isinstance(self.details, DrawDetails)

    @property
    def write(self) -> int:
        """What tells the changes of one write of the file from all others: the number of the first of them."""
        return self.batch or self.number

    @property
    def can_go_alone(self) -> bool:
        """Whether it can be undone without the later ones: a draw and a publication cannot."""
        if self.details is not None:
            return bool(self.before) and isinstance(self.details, PlanDetails)
        return bool(self.before and self.changes)

    @classmethod
    def now(cls, **facts: Any) -> Self:  # noqa: ANN401 - the fields
        """An entry of this moment."""
        return cls(time=datetime.now(UTC).isoformat(timespec="seconds"), **facts)

    @property
    def back(self) -> Delta:
        """What brings the former content back."""
        return self.delta or Delta.between(self.after.content, self.before.content)

    def as_read(self) -> Self:
        """The change as it is read of its line: of contents it holds the digests, and what brings one back."""
        if self.delta is not None:
            return self
        before, after = (Version(digest=each.digest) for each in (self.before, self.after))
        return replace(self, before=before, after=after, delta=self.back)

    def line(self) -> bytes:
        """The entry as a line of the history."""
        back = self.back
        members: dict[str, Any] = {"history": _VERSION}
        for name in self.__slots__:
            value = getattr(self, name)
            if name == "details":
                members["draw"] = plain_details(value)
            elif name == "delta":
                members["back"] = [back.start, back.end, b64encode(back.packed).decode()]
            else:
                members[name] = value.digest if isinstance(value, Version) else value
        text = json.dumps(members, ensure_ascii=False)
        # A name of a file that is no text comes as lone surrogates, which JSON escapes.
        content = text.encode("utf-8", "backslashreplace")
        return content[:-1] + _CHECK % digest_of(content).encode() + b"\n"

    @classmethod
    def of(cls, line: bytes) -> Self:
        """The entry in a line. Members that are not known are passed over.

        Raises
        ------
        ValueError
            If it is none.
        """
        members = json_of(line)
        if not isinstance(members, dict) or type(members.get("history")) is not int:
            raise ValueError("it is no change by fastpair")
        if members["history"] != _VERSION:
            raise ValueError("it is of a newer fastpair")
        if "check" in members and not line.rstrip().endswith(_CHECK % _checked(line)):
            raise ValueError("it was altered since it was written")
        if not _is_shallow([members.get(name) for name in _NESTED], _DEEPEST):
            raise ValueError("it is nested too deeply")
        start, end, packed = convert(members.get("back"), tuple[Count, Count, str])
        members["delta"] = Delta(start, end, b64decode(packed, validate=True))
        for name in ("before", "after"):
            members[name] = Version(digest=convert(members.get(name), str))
        members["details"] = read_details(members.get("act", ""), members.get("draw"))
        entry = convert(members, cls)
        entry = replace(entry, changes=tuple(map(_with_present_names, entry.changes)))
        # The first and the last year cannot be told in the time of every place.
        if not 1 < datetime.fromisoformat(entry.time).year < MAXYEAR:
            raise ValueError("its time is no time that a change can be made at")
        return entry

    def damaged(self, error: Exception) -> RuleError:
        """The refusal to take the change back, since its line does not say what there was."""
        return RuleError(
            phrase(
                "change {number} cannot be taken back, since its line in the history is damaged: {error}; nothing was written",
                number=self.number,
                error=error,
            )
        )

    def former(self, content: bytes) -> bytes:
        """What the file held before the change.

        Parameters
        ----------
        content
            What it holds after it.

        Raises
        ------
        RuleError
            If what brings it back is damaged: it leads to another content than there was.
        """
        if self.before.is_known:
            return self.before.content
        try:
            found = self.back.applied_to(content)
            if digest_of(found) != self.before.digest:
                raise ValueError("what it brings back is not what the file held")
        except ValueError as error:
            raise self.damaged(error) from error
        return found


def _with_present_names(change: Change) -> Change:
    """A change of rules as one of what they are called now."""
    if change.subject != ("rules",):
        return change
    before, after = (value and with_present_names(value) for value in change[1:])
    return Change(change.subject, before, after)


def _checked(line: bytes) -> bytes:
    """The digest of a line without its own."""
    start, _, _ = line.rpartition(_CHECK.partition(b"%")[0])
    return digest_of(start + b"}").encode()


@dataclass(frozen=True, slots=True)
class Unread:
    """A line of a history that cannot be read."""

    line: int
    """Its number, from 1."""

    why: str

    content: bytes = field(default=b"", repr=False)
    """The line without its end."""

    @property
    def sentence(self) -> str:
        """That it cannot be read, and why."""
        return phrase(
            "line {line} of the history cannot be read ({why})", line=self.line, why=self.why
        )

    def __str__(self) -> str:
        return str(self.sentence)


def _is_shallow(value: object, deepest: int) -> bool:
    """Whether there are no more lists and objects within each other."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(deepest):
        level = [
            inner
            for each in level
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, (dict, list))
        ]
    return not level
