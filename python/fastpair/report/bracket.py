"""The bracket of a cup, or both of a double elimination, as a picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..go.teams import of_teams
from ..go.tournament import last_round
from ..pairing.systems import bracket_places
from .sheet import Column, Sheet, format_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Tournament
    from .pages import Translate

    _Part = Literal["winners", "losers", "final"]


ROW = 18
"""Height of a name, in the units of the picture."""

_BOX, _HEAD, _APART, _LINE = 2 * ROW, 26, 10, 14

_LETTER, _BOLD_LETTER = 7, 8
"""Width of a letter in fonts that run wide."""

_MOST_COLUMNS, _MOST_ROWS = 5, 16
"""Of a picture that is read on paper or on the screen of a hall: rounds, and boxes below each other."""


class BracketLine(NamedTuple):
    """A player of a box."""

    key: str
    """Empty as long as nobody knows who it is."""

    name: str
    points: str
    state: str
    """``won`` or ``lost`` of a game that is over."""

    is_out: bool = False
    mark: str = ""
    """Where a player of a double elimination comes from, if not from this bracket: one of `MARKS`."""

    @property
    def sign(self) -> str:
        """The sign of the mark."""
        return MARKS.get(self.mark, "")


MARKS = {"winners": "↓", "losers": "↑", "undefeated": "○"}
"""The bracket of the last game, or that of the two one has lost no game yet, and the signs for them."""


class BracketBox(NamedTuple):
    """A game, the place of one that is to come, or a player with the bye of a double elimination."""

    column: int
    """Of its round, from 0."""

    y: float
    lines: tuple[BracketLine, BracketLine]
    game: Game | None
    """None as long as it is not drawn."""

    label: str = ""
    bye: str = ""
    """The word for it, where the upper player has no opponent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPicture:
    """Boxes in a column for each round, and lines from a game to the next one."""

    kind: Literal["cup", "winners", "losers", "final"]
    title: str
    boxes: tuple[BracketBox, ...]
    rounds: tuple[tuple[int, str], ...]
    """The round of each column, and what is above it."""

    links: tuple[tuple[int, float, float], ...]
    """From the end of a box to the begin of another one in the next column: the column of the first, and y of both."""

    words: Mapping[str, str] = field(default_factory=dict)
    """What each mark says."""

    is_narrow: bool = False
    """Whether names are cut early, so that more rounds have room beside each other."""

    @property
    def box_width(self) -> int:
        """Of a box."""
        return 140 if self.is_narrow else 200

    @property
    def step(self) -> int:
        """From the begin of a column to that of the next one."""
        return self.box_width + (16 if self.is_narrow else 34)

    @property
    def legend(self) -> tuple[str, ...]:
        """What the marks say that players have, a line each."""
        found = {line.mark for box in self.boxes for line in box.lines}
        return tuple(f"{sign} {self.words[mark]}" for mark, sign in MARKS.items() if mark in found)

    @property
    def width(self) -> int:
        """Of the picture."""
        last = max((box.column for box in self.boxes), default=0)
        widest = max(map(len, self.legend), default=0)
        return 3 + max(last * self.step + self.box_width, _LETTER * widest)

    @property
    def end(self) -> float:
        """Where the boxes end, and the legend begins."""
        return max((box.y for box in self.boxes), default=0) + _BOX + 2

    @property
    def height(self) -> float:
        """Of the picture."""
        return self.end + _LINE * len(self.legend) + 4

    @property
    def has_names(self) -> bool:
        """Whether a player is known."""
        return any(line.key for box in self.boxes for line in box.lines)

    @property
    def rows(self) -> int:
        """How many boxes below each other it is as high as."""
        return int((self.end - _HEAD + _APART) // (_BOX + _APART))

    def x(self, column: int) -> int:
        """Where a column begins."""
        return 1 + column * self.step

    def short(self, line: BracketLine) -> str:
        """A name as far as a box has room for it beside the mark and the points."""
        name, room = line.name, self.box_width - (40 if line.mark else 26)
        letters = room // (_BOLD_LETTER if line.state == "won" else _LETTER)
        return name if len(name) <= letters else f"{name[: letters - 1].rstrip()}…"

    def bands(self) -> Iterator[BracketPicture]:
        """Pictures of so many boxes below each other as a page of paper has room for, with the rounds that they show."""
        height = _MOST_ROWS * (_BOX + _APART)
        for top in sorted({int(box.y - _HEAD) // height * height for box in self.boxes}):
            low, high = _HEAD + top, _HEAD + top + height
            boxes = [box for box in self.boxes if low <= box.y < high]
            ends = {(box.column, box.y + ROW) for box in boxes}
            place = {column: n for n, column in enumerate(sorted({box.column for box in boxes}))}
            yield replace(
                self,
                boxes=tuple(box._replace(column=place[box.column], y=box.y - top) for box in boxes),
                rounds=tuple(self.rounds[column] for column in place),
                links=tuple(
                    (place[column], y - top, next_y - top)
                    for column, y, next_y in self.links
                    if {(column, y), (column + 1, next_y)} <= ends
                ),
            )


def brackets(tournament: Tournament, _: Translate) -> tuple[BracketPicture, ...]:
    """The bracket of a cup; winners, losers and the final of a double elimination; otherwise none."""
    return tuple(each.picture(1, each.last) for each in _brackets(tournament, _))


def brackets_in_parts(tournament: Tournament, _: Translate) -> tuple[BracketPicture, ...]:
    """The brackets for paper: the last rounds first, and each part on a page."""
    parts: list[BracketPicture] = []
    for bracket in _brackets(tournament, _):
        first, last = max(1, bracket.last - _MOST_COLUMNS + 1), bracket.last
        found = list[BracketPicture]()
        while last:
            for part in bracket.pictures(first, last):
                found += replace(part, is_narrow=True).bands()
            first, last = bracket.rounds_before(first)
        if len(found) > 1:
            title = _("{title}, part {number} of {count}")
            found = [
                replace(part, title=title.format(title=part.title, number=n, count=len(found)))
                for n, part in enumerate(found, start=1)
            ]
        parts += found
    return tuple(parts)


def brackets_by_size(
    tournament: Tournament, _: Translate
) -> tuple[tuple[BracketPicture, ...], ...]:
    """Each bracket for a screen, from as many rounds as any has room for to the last two alone.

    Rounds of which nobody is known yet are not shown alone.
    """
    found = []
    for bracket in _brackets(tournament, _):
        firsts = range(max(1, bracket.last - _MOST_COLUMNS), max(2, bracket.last))
        pictures = [bracket.picture(first, bracket.last) for first in firsts]
        found.append(
            tuple(
                replace(each, is_narrow=True)
                for each in pictures
                if each.rows <= _MOST_ROWS and each.has_names
            )
        )
    return tuple(filter(None, found))


def bracket_sheet(tournament: Tournament, _: Translate) -> Sheet:
    """The games of all brackets in a table, those of each round from the top; empty if there are none."""
    found, rows = brackets(tournament, _), list[tuple[str, ...]]()
    for bracket in found:
        for column, (_number, name) in enumerate(bracket.rounds):
            alone = len(found) == 1 or bracket.kind == "final"
            group = name if alone else f"{bracket.title} · {name}"
            for box in sorted(bracket.boxes, key=lambda box: box.y):
                first, second = box.lines
                if box.column != column or not (first.name or second.name):
                    continue
                table = str(box.game.table) if box.game else ""
                points = f"{first.points}–{second.points}" if first.points else box.bye
                names = [
                    f"{line.name} ({bracket.words[line.mark]})" if line.mark else line.name
                    for line in box.lines
                ]
                rows.append((box.label or group, table, names[0], points, names[1]))
    columns = (
        Column(_("Round"), group=True),
        Column(_("Table"), right=True),
        Column(_("Player"), name=True),
        Column(_("Result")),
        Column(_("Player"), name=True),
    )
    title = tournament.name or _("Tournament")
    return Sheet(title=title, heading=_("Bracket"), columns=columns, rows=tuple(rows))


def _brackets(tournament: Tournament, _: Translate) -> tuple[_Cup | _Losses, ...]:
    losses, units = tournament.event_kind.final_losses, of_teams(tournament)
    if not losses or not units.round(1).games:
        return ()
    if losses == 1:
        return (_Cup(units, _),)
    entries = tuple(_entries(units, _))
    found = (_Losses(kind, entries, _) for kind in ("winners", "losers", "final"))
    return tuple(each for each in found if each.columns)


# ---- A cup: each game is between the winners of two earlier ones ----


class _Cup:
    """A cup, whose picture may begin with any round."""

    def __init__(self, tournament: Tournament, _: Translate) -> None:
        places = bracket_places(tournament) or _places_by_games(tournament)
        # Halves of a power of two part no neighbours.
        self.places = places + ((),) * ((1 << (len(places) - 1).bit_length()) - len(places))
        self.last = max(last_round(tournament), (len(places) - 1).bit_length() + 1)
        self.tournament, self._ = tournament, _

    def picture(self, first: int, last: int) -> BracketPicture:
        """The whole bracket from a round on."""
        return next(self.pictures(first, last))

    def pictures(self, first: int, last: int) -> Iterator[BracketPicture]:
        """A picture of some rounds for each game of the last of them."""
        out = _players_out(self.tournament)
        parts: list[Sequence[tuple[str, ...]]] = [self.places]
        for _ in range(last, self.last):
            parts = [half for part in parts for half in _halves(part)]
        for part in parts:
            layout = _CupLayout(self.tournament, self._, first, out)
            end = layout.place(last, part)
            if last == self.last:
                layout.third(last, end)
            if layout.boxes:
                yield layout.picture(last, self.last)

    @staticmethod
    def rounds_before(first: int) -> tuple[int, int]:
        """The first and the last round of pictures that lead to those from a round on; zeros before the first."""
        if first == 1:
            return 0, 0
        before = max(1, first - _MOST_COLUMNS + 1)
        return before, before + _MOST_COLUMNS - 1


def _halves(places: Sequence[tuple[str, ...]]) -> tuple[Sequence[tuple[str, ...]], ...]:
    middle = (len(places) + 1) // 2
    return places[:middle], places[middle:]


@dataclass(frozen=True, slots=True)
class _CupLayout:
    """Where the games of a cup lie, from a round on."""

    tournament: Tournament
    _: Translate
    first: int
    out: frozenset[str]
    boxes: list[BracketBox] = field(default_factory=list)
    links: list[tuple[int, float, float]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """One for each row that a box has taken."""

    def picture(self, last: int, final: int) -> BracketPicture:
        """What was placed."""
        _ = self._
        empty = min(box.column for box in self.boxes)  # nobody has a game in the first round
        return BracketPicture(
            kind="cup",
            title=_("Bracket"),
            boxes=tuple(box._replace(column=box.column - empty) for box in self.boxes),
            rounds=tuple(
                (number, _title_of(number, final, _))
                for number in range(self.first + empty, last + 1)
            ),
            links=tuple((column - empty, y, next_y) for column, y, next_y in self.links),
        )

    def place(self, number: int, places: Sequence[tuple[str, ...]]) -> float | None:
        """The middle of the box of a round for which these places play, below those that lead to it."""
        keys = [key for place in places for key in place]
        if not keys or (number == 1 and len(keys) < 2):
            return None  # nobody, or a bye: the player stands in the next box
        halves = _halves(places) if number > 1 else ()
        before = [self.place(number - 1, half) for half in halves if number > self.first]
        known = [y for y in before if y is not None]
        y = sum(known) / len(known) if known else self._next_row()
        for each in known:
            self.links.append((number - 1 - self.first, each, y))
        self._box(number, y, halves or tuple(((key,),) for key in keys))
        return y

    def third(self, final: int, end: float | None) -> None:
        """The game for third place below the final."""
        if not self.tournament.rules.third_place or final < 2 or end is None:
            return
        games = self.tournament.round(final).games
        place = {line.key for box in self.boxes[-1:] for line in box.lines}
        game = next((g for g in games if g.white not in place), None)
        keys = ("", "") if game is None else game.players
        lines = _lines(self.tournament, game, keys, self.out)
        y = end + _BOX / 2 + 2 * ROW
        _, column = self._, final - self.first
        self.boxes.append(BracketBox(column, y, lines, game, _("Third place")))

    def _next_row(self) -> float:
        self.rows.append(1)
        return _HEAD + (len(self.rows) - 1) * (_BOX + _APART) + _BOX / 2

    def _box(self, number: int, y: float, sides: Sequence[Sequence[tuple[str, ...]]]) -> None:
        keys = tuple(self._ahead(side, number) for side in sides)
        played = self.tournament.round(number)
        game = next((g for g in played.games if g.pair <= {*keys}), None)
        lines = _lines(self.tournament, game, keys, self.out)
        self.boxes.append(BracketBox(number - self.first, y - _BOX / 2, lines, game))

    def _ahead(self, side: Sequence[tuple[str, ...]], number: int) -> str:
        """Who of some places is in a round; empty as long as several can be."""
        lost, seated = _losses_before(self.tournament, number), self.tournament.round(number).seated
        # Who plays for third place has lost, and is seated in the round of the final.
        left = [key for place in side for key in place if not lost[key]]
        if seated:
            return next((key for key in left if key in seated), "")
        return left[0] if len(left) == 1 else ""


def _places_by_games(tournament: Tournament) -> tuple[tuple[str, ...], ...]:
    """The places of the first round, so that those who have met lie side by side."""

    def before(key: str, number: int) -> Iterator[tuple[str, ...]]:
        game = tournament.round(number).game_of(key)
        pair = (key,) if game is None else game.players
        if number == 1:
            yield pair
            return
        for each in pair:
            yield from before(each, number - 1)
        if game is None:  # the opponent was away
            yield from [()] * 2 ** (number - 2)

    last = min(tournament.last_paired, last_round(tournament))
    played = tournament.round(last)
    third = [game for game in played.games if not game.pair - tournament.out_before(last - 1 or 1)]
    starts = [game.white for game in played.games if game not in third] + [*played.byes]
    return tuple(place for key in starts for place in before(key, last))


def _title_of(number: int, final: int, _: Translate) -> str:
    titles = {0: _("Final"), 1: _("Semifinals"), 2: _("Quarterfinals")}
    return titles.get(final - number) or _("Round {round}").format(round=number)


# ---- A double elimination: the games of who has lost, of who has not, and the final ----


class _Entry(NamedTuple):
    """A game of a round, or a player who has its bye, and the bracket to which it belongs."""

    number: int
    kind: _Part
    game: Game | None
    lines: tuple[BracketLine, BracketLine]
    bye: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """The players."""
        return tuple(line.key for line in self.lines if line.key)


def _entries(tournament: Tournament, _: Translate) -> Iterator[_Entry]:
    """All games, and those who have the bye: who has lost plays in the losers’ bracket, whoever the other one is."""
    out = _players_out(tournament)
    lost = Counter[str]()
    place: dict[str, _Part] = {}
    for number in range(1, tournament.last_paired + 1):
        played, is_final = tournament.round(number), _is_final(tournament, number)
        pairs = [(game, game.players) for game in played.games]
        for game, keys in (*pairs, *((None, (key,)) for key in tournament.pairing_byes(number))):
            kind: _Part = "losers" if any(lost[key] for key in keys) else "winners"
            kind = "final" if is_final else kind
            marks = {key: _mark_of(kind, place.get(key, kind), lost[key]) for key in keys}
            lines = _lines(tournament, game, keys, out, marks)
            yield _Entry(number, kind, game, lines, "" if game else _("Bye"))
            place |= dict.fromkeys(keys, kind)
        for game in played.games:
            lost.update(key for key, state in _states(game).items() if state == "lost")


def _mark_of(kind: _Part, before: _Part, losses: int) -> str:
    """How it is marked that a player of a part was in another one before."""
    if kind != "winners" and not losses:
        return "undefeated"
    return "" if before == kind else before


def _is_final(tournament: Tournament, number: int) -> bool:
    """Whether the only two play in a round who are not out, and do not stay away either."""
    seated = tournament.round(number).seated
    earlier = {key for each in range(1, number) for key in tournament.round(each).seated}
    away = earlier - seated - tournament.out_before(number)
    returns = any(tournament.by_key[key].plays_in(number + 1) for key in away)
    return len(seated) == 2 and len(tournament.round(number).games) == 1 and not returns


class _Losses:
    """The entries of a part, in a column for each round."""

    def __init__(self, kind: _Part, entries: Sequence[_Entry], _: Translate) -> None:
        self.kind, self._ = kind, _
        by_round: dict[int, list[_Entry]] = {}
        for each in entries:
            if each.kind == kind:
                by_round.setdefault(each.number, []).append(each)
        self.columns = [*zip(by_round, _in_order([*by_round.values()]), strict=True)]
        self.last = len(self.columns)

    def pictures(self, first: int, last: int) -> Iterator[BracketPicture]:
        """The picture of some columns, from 1."""
        yield self.picture(first, last)

    @staticmethod
    def rounds_before(first: int) -> tuple[int, int]:
        """The first and the last column of the picture before that from a column on; zeros before the first."""
        return (0, 0) if first == 1 else (max(1, first - _MOST_COLUMNS + 1), first)

    def picture(self, first: int, last: int) -> BracketPicture:
        """The picture of the rounds from one to another."""
        boxes: list[BracketBox] = []
        links: list[tuple[int, float, float]] = []
        ends: dict[str, float] = {}
        """The middle of the box of each player in the column before."""
        for column, (_number, entries) in enumerate(self.columns[first - 1 : last]):
            next_y = _HEAD + _BOX / 2
            middles: dict[str, float] = {}
            for entry in entries:
                before = sorted({ends[key] for key in entry.keys if key in ends})
                y = max(next_y, sum(before) / len(before) if before else 0.0)
                next_y = y + _BOX + _APART
                boxes.append(
                    BracketBox(column, y - _BOX / 2, entry.lines, entry.game, bye=entry.bye)
                )
                links += [(column - 1, each, y) for each in before]
                middles |= dict.fromkeys(entry.keys, y)
            ends = middles
        _ = self._
        titles = {
            "winners": _("Winners’ bracket"),
            "losers": _("Losers’ bracket"),
            "final": _("Final"),
        }
        return BracketPicture(
            kind=self.kind,
            title=titles[self.kind],
            boxes=tuple(boxes),
            rounds=tuple(
                (number, self._title_of(place, number))
                for place, (number, _entries) in enumerate(self.columns[first - 1 : last], first)
            ),
            links=tuple(links),
            words={
                "winners": _("from the winners’ bracket"),
                "losers": _("from the losers’ bracket"),
                "undefeated": _("undefeated"),
            },
        )

    def _title_of(self, place: int, number: int) -> str:
        """What is above a column, from 1."""
        _ = self._
        titles = {1: _("Final"), 2: _("Second final")} if self.kind == "final" else {}
        return titles.get(place) or _("Round {round}").format(round=number)


def _in_order(columns: Sequence[Sequence[_Entry]]) -> list[list[_Entry]]:
    """The entries of each column in the order of those to which their players go on, so that lines cross rarely."""
    ordered: list[list[_Entry]] = []
    place: dict[str, int] = {}
    for entries in reversed(columns):
        ahead = sorted(
            entries, key=lambda each: min(place.get(key, len(place)) for key in each.keys)
        )
        place = {key: at for at, each in enumerate(ahead) for key in each.keys}
        ordered.append(ahead)
    return ordered[::-1]


def _losses_before(tournament: Tournament, number: int) -> Counter[str]:
    games = (game for game in tournament.games if game.round < number)
    return Counter(key for game in games for key, state in _states(game).items() if state == "lost")


# ---- Boxes ----


def _states(game: Game) -> Mapping[str, str]:
    """Who has won and who has lost a game that is over; of a jigo nobody has."""
    white, black = game.boards_x2
    if game.ending.is_open or (white == black and white):
        return {}
    ahead = {game.white: white > black, game.black: black > white}
    return {key: "won" if won else "lost" for key, won in ahead.items()}


def _players_out(tournament: Tournament) -> frozenset[str]:
    """Who is out by all results so far, and plays no game any more."""
    last = tournament.last_paired
    games = tournament.round(last).games
    playing = {key for game in games if game.ending.is_open for key in game.players}
    return tournament.out_before(last + 1) - playing


def _lines(
    tournament: Tournament,
    game: Game | None,
    keys: Iterable[str],
    out: frozenset[str],
    marks: Mapping[str, str] = MappingProxyType({}),
) -> tuple[BracketLine, BracketLine]:
    """The two players of a box, those who are known."""
    states = {} if game is None else _states(game)
    points: dict[str, str] = {}
    if game is not None and not game.ending.is_open:
        points = {
            key: format_number(x2 / 2) for key, x2 in zip(game.players, game.boards_x2, strict=True)
        }

    def line(key: str) -> BracketLine:
        name = tournament.name_of(key) if key else ""
        state = states.get(key, "")
        return BracketLine(key, name, points.get(key, ""), state, key in out, marks.get(key, ""))

    first, second = (*map(line, keys), line(""), line(""))[:2]
    return first, second
