"""The bracket of a cup, or both of a double elimination, as a picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..go.teams import of_teams
from ..go.tournament import last_round
from ..pairing.systems import bracket_places
from .sheet import Column, Sheet, format_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Tournament
    from .pages import Translate


ROW = 18
"""Height of a name, in the units of the picture."""

_BOX, _HEAD, _APART = 2 * ROW, 26, 10

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


class BracketBox(NamedTuple):
    """A game, or the place of one that is to come."""

    column: int
    """Of its round, from 0."""

    y: float
    lines: tuple[BracketLine, BracketLine]
    game: Game | None
    """None as long as it is not drawn."""

    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPicture:
    """Boxes in a column for each round, and lines from a game to the next one."""

    kind: Literal["cup", "winners", "losers"]
    title: str
    boxes: tuple[BracketBox, ...]
    rounds: tuple[tuple[int, str], ...]
    """The round of each column, and what is above it."""

    links: tuple[tuple[int, float, float], ...]
    """From the end of a box to the begin of another one in the next column: the column of the first, and y of both."""

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
    def width(self) -> int:
        """Of the picture."""
        return 3 + max((box.column for box in self.boxes), default=0) * self.step + self.box_width

    @property
    def height(self) -> float:
        """Of the picture."""
        return max((box.y for box in self.boxes), default=0) + _BOX + 2

    @property
    def has_names(self) -> bool:
        """Whether a player is known."""
        return any(line.key for box in self.boxes for line in box.lines)

    @property
    def rows(self) -> int:
        """How many boxes below each other it is as high as."""
        return int((self.height - _HEAD + _APART) // (_BOX + _APART))

    def x(self, column: int) -> int:
        """Where a column begins."""
        return 1 + column * self.step

    def short(self, name: str) -> str:
        """A name as far as a box has room for it beside the points."""
        letters = self.box_width // 8 - 2
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
    """The bracket of a cup; those of the winners and of the losers of a double elimination; otherwise none."""
    return tuple(each.picture(1, each.last) for each in _brackets(tournament, _))


def brackets_in_parts(tournament: Tournament, _: Translate) -> tuple[BracketPicture, ...]:
    """The same for paper: the last rounds first, and each part on a page."""
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
            group = name if len(found) == 1 else f"{bracket.title} · {name}"
            for box in sorted(bracket.boxes, key=lambda box: box.y):
                first, second = box.lines
                if box.column != column or not (first.name or second.name):
                    continue
                table = str(box.game.table) if box.game else ""
                points = f"{first.points}–{second.points}" if first.points else ""
                rows.append((box.label or group, table, first.name, points, second.name))
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
    parts = [(_("Winners’ bracket"), True), (_("Losers’ bracket"), False)]
    found = (_Losses(units, *part, _) for part in parts)
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
        parts: list[Sequence[tuple[str, ...]]] = [self.places]
        for _ in range(last, self.last):
            parts = [half for part in parts for half in _halves(part)]
        for part in parts:
            layout = _CupLayout(self.tournament, self._, first)
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
        lines = _lines(self.tournament, game, keys)
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
        lines = _lines(self.tournament, game, keys)
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


# ---- A double elimination: the games of who has lost, and of who has not ----


class _Losses:
    """The games with a player without a loss, or all others, in a column for each round."""

    def __init__(self, tournament: Tournament, title: str, unbeaten: bool, _: Translate) -> None:
        self.tournament, self.title, self.unbeaten, self._ = tournament, title, unbeaten, _
        columns = [
            (number, games)
            for number in range(1, tournament.last_paired + 1)
            if (games := [*_games_of(tournament, number, unbeaten)])
        ]
        ordered = _in_order([each for _number, each in columns])
        self.columns = [
            (number, games) for (number, _games), games in zip(columns, ordered, strict=True)
        ]
        self.last = len(columns)

    def pictures(self, first: int, last: int) -> Iterator[BracketPicture]:
        """The picture of some columns, from 1."""
        yield self.picture(first, last)

    @staticmethod
    def rounds_before(first: int) -> tuple[int, int]:
        """The first and the last column of the picture before that from a column on; zeros before the first."""
        return (0, 0) if first == 1 else (max(1, first - _MOST_COLUMNS), first - 1)

    def picture(self, first: int, last: int) -> BracketPicture:
        """The same."""
        boxes: list[BracketBox] = []
        links: list[tuple[int, float, float]] = []
        ends: dict[str, float] = {}
        """The middle of the box of each player in the column before."""
        _ = self._
        for column, (_number, games) in enumerate(self.columns[first - 1 : last]):
            next_y = _HEAD + _BOX / 2
            middles: dict[str, float] = {}
            for game in games:
                before = sorted({ends[key] for key in game.players if key in ends})
                y = max(next_y, sum(before) / len(before) if before else 0.0)
                next_y = y + _BOX + _APART
                lines = _lines(self.tournament, game, game.players)
                boxes.append(BracketBox(column, y - _BOX / 2, lines, game))
                links += [(column - 1, each, y) for each in before]
                middles |= dict.fromkeys(game.players, y)
            ends = middles
        return BracketPicture(
            kind="winners" if self.unbeaten else "losers",
            title=self.title,
            boxes=tuple(boxes),
            rounds=tuple(
                (number, _("Round {round}").format(round=number))
                for number, _games in self.columns[first - 1 : last]
            ),
            links=tuple(links),
        )


def _games_of(tournament: Tournament, number: int, unbeaten: bool) -> Iterator[Game]:
    """The games of a round with a player without a loss, or all others."""
    lost = _losses_before(tournament, number)
    for game in tournament.round(number).games:
        if unbeaten is any(not lost[key] for key in game.players):
            yield game


def _in_order(columns: Sequence[Sequence[Game]]) -> list[list[Game]]:
    """The games of each column in the order of those to which their players go on, so that lines cross rarely."""
    ordered: list[list[Game]] = []
    place: dict[str, int] = {}
    for games in reversed(columns):
        ahead = sorted(
            games, key=lambda game: min(place.get(key, len(place)) for key in game.players)
        )
        place = {key: at for at, game in enumerate(ahead) for key in game.players}
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


def _lines(
    tournament: Tournament, game: Game | None, keys: Iterable[str]
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
        return BracketLine(key, name, points.get(key, ""), states.get(key, ""))

    first, second = (*map(line, keys), line(""), line(""))[:2]
    return first, second
