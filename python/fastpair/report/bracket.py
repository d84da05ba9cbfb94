"""The bracket of a cup, or both of a double elimination, as a picture."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ..go.teams import of_teams
from ..go.tournament import last_round
from ..pairing.systems import bracket_places

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from ..go.tournament import Game, Tournament
    from .pages import Translate


ROW, WIDTH, GAP = 18, 200, 34
"""Height of a name, width of a box, and what is between two columns, in the units of the picture."""

_BOX, _HEAD, _APART = 2 * ROW, 26, 10
_LETTERS = 25
"""Of a name that a box has room for."""


class BracketLine(NamedTuple):
    """A player of a box."""

    name: str
    """Empty as long as nobody knows who it is."""

    short: str
    points: str
    state: str
    """``won`` or ``lost`` of a game that is over."""


class BracketBox(NamedTuple):
    """A game, or the place of one that is to come."""

    x: int
    y: float
    lines: tuple[BracketLine, BracketLine]
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPicture:
    """Boxes in a column for each round, and lines from a game to the next one."""

    title: str
    boxes: tuple[BracketBox, ...]
    heads: tuple[tuple[int, str], ...]
    """What is above each column, and where it begins."""

    links: tuple[tuple[int, float, int, float], ...]
    """From the end of a box to the begin of another one: x and y of both."""

    @property
    def width(self) -> int:
        """Of the picture."""
        return max((box.x for box in self.boxes), default=0) + WIDTH + 2

    @property
    def height(self) -> float:
        """Of the picture."""
        return max((box.y for box in self.boxes), default=0) + _BOX + 2


def brackets(tournament: Tournament, _: Translate) -> tuple[BracketPicture, ...]:
    """The bracket of a cup; those of the winners and of the losers of a double elimination; otherwise none."""
    losses, units = tournament.event_kind.final_losses, of_teams(tournament)
    if not losses or not units.round(1).games:
        return ()
    if losses == 1:
        return (_Cup(units, _).picture(),)
    parts = [(_("Winners’ bracket"), True), (_("Losers’ bracket"), False)]
    return tuple(each for each in (_of_losses(units, *part, _) for part in parts) if each.boxes)


# ---- A cup: each game is between the winners of two earlier ones ----


@dataclass(frozen=True, slots=True)
class _Cup:
    """Where the games of a cup lie."""

    tournament: Tournament
    _: Translate
    boxes: list[BracketBox] = field(default_factory=list)
    links: list[tuple[int, float, int, float]] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    """One for each row that a box has taken."""

    def picture(self) -> BracketPicture:
        tournament, _ = self.tournament, self._
        places = bracket_places(tournament) or _places_by_games(tournament)
        # Halves of a power of two part no neighbours.
        places += ((),) * ((1 << (len(places) - 1).bit_length()) - len(places))
        final = max(last_round(tournament), (len(places) - 1).bit_length() + 1)
        end = self._place(final, places)
        self._third(final, end)
        first = min((box.x for box in self.boxes), default=0)
        return BracketPicture(
            title=_("Bracket"),
            boxes=tuple(box._replace(x=box.x - first) for box in self.boxes),
            heads=tuple(
                (_left(number) - first, _title_of(number, final, _))
                for number in range(1, final + 1)
                if _left(number) >= first
            ),
            links=tuple((a - first, y, b - first, z) for a, y, b, z in self.links),
        )

    def _place(self, number: int, places: Sequence[tuple[str, ...]]) -> float | None:
        """The middle of the box of a round for which these places play, below those that lead to it."""
        keys = [key for place in places for key in place]
        if not keys or (number == 1 and len(keys) < 2):
            return None  # nobody, or a bye: the player stands in the next box
        middle = (len(places) + 1) // 2
        halves = (places[:middle], places[middle:]) if number > 1 else ()
        before = [self._place(number - 1, half) for half in halves]
        known = [y for y in before if y is not None]
        y = sum(known) / len(known) if known else self._next_row()
        for each in known:
            self.links.append((_left(number - 1) + WIDTH, each, _left(number), y))
        self._box(number, y, halves or tuple(((key,),) for key in keys))
        return y

    def _next_row(self) -> float:
        self.rows.append(1)
        return _HEAD + (len(self.rows) - 1) * (_BOX + _APART) + _BOX / 2

    def _box(self, number: int, y: float, sides: Sequence[Sequence[tuple[str, ...]]]) -> None:
        keys = tuple(self._ahead(side, number) for side in sides)
        played = self.tournament.round(number)
        game = next((g for g in played.games if g.pair <= {*keys}), None)
        self.boxes.append(
            BracketBox(_left(number), y - _BOX / 2, _lines(self.tournament, game, keys))
        )

    def _ahead(self, side: Sequence[tuple[str, ...]], number: int) -> str:
        """Who of some places is in a round; empty as long as several can be."""
        lost, seated = _losses_before(self.tournament, number), self.tournament.round(number).seated
        # Who plays for third place has lost, and is seated in the round of the final.
        left = [key for place in side for key in place if not lost[key]]
        if seated:
            return next((key for key in left if key in seated), "")
        return left[0] if len(left) == 1 else ""

    def _third(self, final: int, end: float | None) -> None:
        """The game for third place below the final."""
        if not self.tournament.rules.third_place or final < 2 or end is None:
            return
        games = self.tournament.round(final).games
        place = {line.name for box in self.boxes[-1:] for line in box.lines}
        game = next((g for g in games if self.tournament.name_of(g.white) not in place), None)
        keys = ("", "") if game is None else game.players
        lines = _lines(self.tournament, game, keys)
        y = end + _BOX / 2 + 2 * ROW
        self.boxes.append(BracketBox(_left(final), y, lines, self._("Third place")))


def _left(number: int) -> int:
    return 1 + (number - 1) * (WIDTH + GAP)


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


def _of_losses(tournament: Tournament, title: str, unbeaten: bool, _: Translate) -> BracketPicture:
    """The games with a player without a loss, or all others, in a column for each round."""
    columns = [
        (number, games)
        for number in range(1, tournament.last_paired + 1)
        if (games := [*_games_of(tournament, number, unbeaten)])
    ]
    boxes: list[BracketBox] = []
    links: list[tuple[int, float, int, float]] = []
    ends: dict[str, float] = {}
    """The middle of the box of each player in the column before."""
    for column, games in enumerate(_in_order([each for _number, each in columns]), start=1):
        x, next_y = _left(column), _HEAD + _BOX / 2
        middles: dict[str, float] = {}
        for game in games:
            before = sorted({ends[key] for key in game.players if key in ends})
            y = max(next_y, sum(before) / len(before) if before else 0.0)
            next_y = y + _BOX + _APART
            boxes.append(BracketBox(x, y - _BOX / 2, _lines(tournament, game, game.players)))
            links += [(x - GAP, each, x, y) for each in before]
            middles |= dict.fromkeys(game.players, y)
        ends = middles
    return BracketPicture(
        title=title,
        boxes=tuple(boxes),
        heads=tuple(
            (_left(column), _("Round {round}").format(round=number))
            for column, (number, _games) in enumerate(columns, start=1)
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
        points = {key: f"{x2 / 2:g}" for key, x2 in zip(game.players, game.boards_x2, strict=True)}

    def line(key: str) -> BracketLine:
        name = tournament.name_of(key) if key else ""
        short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1].rstrip()}…"
        return BracketLine(name, short, points.get(key, ""), states.get(key, ""))

    first, second = (*map(line, keys), line(""), line(""))[:2]
    return first, second
