"""Pages of a round: pairings, who has no board, and what is asked of a draw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from ..errors import RuleError
from ..go.scores import scores_before
from ..go.teams import matches_of, of_teams, with_team_bye
from ..go.tournament import POSTPONED, Result, RoundKind
from ..insight.explain.amounts import amount, total
from ..insight.explain.round_report import QUESTIONS
from ..sentences import marked, phrase
from .languages import in_order_of_names
from .sheet import Column, Sheet, SheetCell, format_number, player_cell, print_score, table_cell

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from ..go.teams import Match
    from ..go.tournament import Game, Person, Player, Tournament
    from ..insight.explain.round_report import DrawReport, OptimumReport, Place, RoundReport


# ---- How single values are written on every page ----

if TYPE_CHECKING:
    Translate = Callable[[str], str]


def named(player: Person) -> str:
    """A player with the grade, or in chess the title and the rating, behind the name."""
    return f"{player.full_name} {player.strength}".strip()


def named_with_teams(tournament: Tournament, round_number: int) -> Mapping[str, str]:
    """Everybody with the grade, and the team of whose line-up he is in a round, by key."""
    names = {player.key: named(player) for player in tournament.players}
    play = tournament.team_play
    return names | {
        key: f"{names[key]} ({team.name})"
        for team in (play.teams if play else ())
        for key in team.lineup(round_number)
        if key in names
    }


def names_of_members(players: Iterable[Player]) -> str:
    """The names by which pairs and teams are found beside their own: those of who plays in them."""
    people = (each for player in players for each in (*player.members, *player.roster))
    return " ".join(each.full_name for each in people)


def ended(game: Game, key: str, _: Translate) -> str:
    """How a game ended for one of its players, in a word; empty if nobody knows yet."""
    if game.ending.is_postponed:
        return _("postponed")
    if not game.has_result:
        return ""
    won_x2 = game.ending.won_x2[game.players.index(key)]
    share = won_x2 if game.second_result is None else 1 + (won_x2 > 2) - (won_x2 < 2)
    if game.is_forfeit:
        return (_("lost by forfeit"), _("jigo by forfeit"), _("won by forfeit"))[share]
    return (_("lost"), _("jigo"), _("won"))[share]


class PlayerRound(NamedTuple):
    """A round of a player: a game, or a bye."""

    round: int
    game: Game | None = None

    bye: str = ""
    """What kind of bye it was, in English; empty for a game."""

    points: str = ""
    """What the bye is worth."""


_BYES = {
    RoundKind.PAIRING_BYE: marked("bye"),
    RoundKind.FREE_ROUND: marked("free round"),
    RoundKind.FULL_POINT_BYE: marked("full-point bye"),
    RoundKind.HALF_POINT_BYE: marked("requested bye"),
    RoundKind.NO_SHOW: marked("did not come"),
}


def player_rounds(tournament: Tournament, key: str) -> Iterator[PlayerRound]:
    """The games and byes of a player, or of a team as one, in the rounds that are paired."""
    rules = tournament.rules
    for number in range(1, tournament.last_paired + 1):
        if game := tournament.round(number).game_of(key):
            yield PlayerRound(number, game)
        elif bye := _BYES.get(kind := tournament.kind_of(key, number)):
            halves = rules.points.of_kind(kind, by_mms=rules.by_mms, games=rules.games)
            yield PlayerRound(number, bye=bye, points=format_number(halves / 2))


def sums(match: Match) -> str:
    """The points of the two teams at all boards whose results are known; empty if nobody has any."""
    return "" if match.known_sums is None else print_sums(match.known_sums)


def print_sums(sums_x2: Sequence[int]) -> str:
    """Doubled points of two teams, such as ``2½–1½``."""
    return "–".join(format_number(each / 2) for each in sums_x2)


def result(game: Game) -> str:
    """The points of White and of Black, with ``!`` where the game was decided without play, or that it is postponed.

    Those of the two games of a match have a comma between them; of a match of teams they are the sums of the boards.
    In brackets is what the board counts for the teams, if that is another result.
    """
    if game.team_result is not None:
        return f"{result_of_game(game)} [{points_for_teams(game)}]".strip()
    return result_of_game(game)


def points_for_teams(game: Game) -> str:
    """What a board counts for the teams, if that is another result than that of the game; otherwise empty."""
    return "" if game.team_result is None else game.team_result.spelling.replace("1/2", "½-½")


def result_of_game(game: Game) -> str:
    """The result of the game alone, whatever it counts for the teams."""
    if game.match_sums is not None:
        return print_sums(game.match_sums)
    if game.postponed and game.ending.is_empty:
        return phrase(POSTPONED)
    return (
        ""
        if game.sums_halves or game.ending.is_empty
        else ", ".join(each or "?" for each in printed_games(game))
    )


def printed_games(game: Game) -> Iterator[str]:
    """The result of each game, empty if it is not known."""
    for each in game.ending.games:
        printed = str(each).strip("?")
        if each.result is Result.JIGO:
            printed = printed.replace("1/2", "½-½")
        yield printed.replace("1/2", "½")


# ---- Who of all players has a board in a round, and why the others have none ----


@dataclass(frozen=True, slots=True, kw_only=True)
class Attendance:
    """The players of a tournament, each in exactly one of the groups."""

    paired: tuple[Player, ...]
    """They have a board that a draw may have given them."""

    imposed: tuple[Player, ...]
    """They have a board that the director has given them."""

    without_board: Mapping[str, tuple[Player, ...]]
    """The others, by the reason in English."""

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        number: int,
        imposed: Collection[str] = frozenset(),
        words: Mapping[str, str] = MappingProxyType({}),
    ) -> Self:
        """Divide the players for a round.

        Parameters
        ----------
        tournament, number
            The tournament and its round, from 1.
        imposed
            Keys of players whose games the director has imposed, as far as that is known.
        words
            What players are in the round by their history, by key, such as ``withdrawn``.
        """
        byes = with_team_bye(tournament, number).union(tournament.round(number).byes)
        alone, free = tournament.facing_nobody(number), of_teams(tournament).has_free_rounds
        kinds = tournament.kinds_without_game(number)

        def reason_of(player: Player) -> str:
            key = player.key
            if key in byes or key in alone:
                bye = "free round" if free else "bye"
                return bye if key in byes else "win against an empty board"
            kind = kinds[key]
            if kind.is_requested or kind is RoundKind.NO_SHOW:
                return "requested bye" if kind.is_requested else "did not come"
            if player.final and not kind.is_absence:
                return "without a game"
            return words.get(key, "absent" if kind.is_absence else "not yet entered")

        groups: dict[str, list[Player]] = {reason: [] for reason in _REASONS}
        for player in tournament.players:
            if player.key in kinds:
                groups[reason_of(player)].append(player)
        on_boards = [player for player in tournament.players if player.key not in kinds]
        return cls(
            paired=tuple(player for player in on_boards if player.key not in imposed),
            imposed=tuple(player for player in on_boards if player.key in imposed),
            without_board={reason: tuple(group) for reason, group in groups.items()},
        )

    def reasons(self, _: Translate) -> Mapping[str, str]:
        """Why each player without a board has none, by key."""
        groups = self.without_board.items()
        return {player.key: _(reason) for reason, group in groups for player in group}

    def names(self, _: Translate) -> Iterator[str]:
        """Name all players without a board, a line for each reason."""
        for reason, group in self.without_board.items():
            if group:
                names = (each.full_name if each.roster else named(each) for each in group)
                yield _(": ").join((_(reason), _(", ").join(names)))

    def sum(self, _: Translate) -> str:
        """Say how the players add up."""
        with_imposed = _("{count} drawn") if self.imposed else _("{count} on boards")
        parts = [
            with_imposed.format(count=len(self.paired)),
            *(
                [_("{count} in imposed games").format(count=len(self.imposed))]
                if self.imposed
                else []
            ),
            *(
                _("{count} {reason}").format(count=len(group), reason=_(reason))
                for reason, group in self.without_board.items()
                if group
            ),
        ]
        boards = len(self.paired) + len(self.imposed)
        total = boards + sum(map(len, self.without_board.values()))
        return _("{count} players: {parts}").format(count=total, parts=_(", ").join(parts))


_REASONS = (
    marked("bye"),
    marked("free round"),
    marked("win against an empty board"),
    marked("requested bye"),
    marked("without a game"),
    marked("absent"),
    marked("did not come"),
    marked("withdrawn"),
    marked("out"),
    marked("expected"),
    marked("not yet entered"),
)
"""Why players have no board, in the order of lists; the last ones are those of the attendance."""


# ---- Who meets whom at which table, sorted for those who look for a table, a name or a room ----

BOARDS_ON_A_SHEET = 35
"""Boards of a sheet where no rooms are named: so many people can look for their names at once."""


def pairings_by_board(
    tournament: Tournament, number: int, _: Translate, attendance: Attendance | None = None
) -> Sheet:
    """The boards of a round in the order of their tables, and everybody who has none.

    ``attendance`` says why, by default what the tournament alone says.
    """
    attendance = attendance or Attendance.of(tournament, number)
    return _boards(
        tournament,
        _("Pairings of round {round}").format(round=number),
        tournament.round(number).games,
        (*attendance.names(_), attendance.sum(_)),
        _,
    )


def pairings_by_table(
    tournament: Tournament, number: int, _: Translate, attendance: Attendance | None = None
) -> Sheet:
    """The boards of a round in the order of their tables; where teams are drawn those of each match together."""
    if tournament.drawn_teams is None:
        return pairings_by_board(tournament, number, _, attendance)
    heading = _("Pairings of round {round}").format(round=number)
    sheet = _boards_by_match(tournament, heading, tournament.round(number).games, _)
    return replace(sheet, notes=tuple(_teams_beside_matches(tournament, number, _)))


def _teams_beside_matches(tournament: Tournament, number: int, _: Translate) -> Iterator[str]:
    """Name the teams that have no match, a line for each reason."""
    yield from Attendance.of(of_teams(tournament), number).names(_)


def schedule_sheet(tournament: Tournament, _: Translate) -> Sheet:
    """All rounds that are paired, with their days; where teams are drawn, their matches."""
    units = of_teams(tournament)
    days = dict(enumerate(tournament.event.round_dates, start=1))
    names = named_with_teams(units, 1)
    free = _("free round") if units.has_free_rounds else _("bye")
    first, second = map(_, tournament.event_kind.sides)
    rows: list[tuple[str, ...]] = []
    for number in units.round_numbers:
        played, start = units.round(number), (str(number), str(days.get(number, "")))
        boards = ((names[each.white], result(each), names[each.black]) for each in played.games)
        for row in (*boards, *((names[key], "", free) for key in played.byes)):
            rows.append((*start, *row))
            start = "", ""
    sheet = Sheet(
        title=tournament.name,
        heading=_("All rounds"),
        columns=(
            Column(_("Round"), right=True),
            Column(_("Date")),
            Column(first, name=True),
            Column(_("Result")),
            Column(second, name=True),
        ),
        rows=tuple(rows),
        one_line=True,
    )
    return sheet if days else sheet.without_column(_("Date"))


def schedule_by_name(tournament: Tournament, _: Translate, code: str = "en") -> Sheet:
    """The games of each player, or team, in all rounds that are paired, by name.

    Parameters
    ----------
    code
        The language by whose alphabet the players are sorted.
    """
    units, sides = of_teams(tournament), _places_of(tournament)
    of_matches = units is not tournament
    days = dict(enumerate(tournament.event.round_dates, start=1))
    names = named_with_teams(units, 1)
    free = _("free round") if units.has_free_rounds else _("bye")
    rows: list[tuple[str, ...]] = []
    for player in in_order_of_names(units.players, code):
        for number in units.round_numbers:
            played = units.round(number)
            start = names[player.key], str(number), str(days.get(number, ""))
            if (game := played.game_of(player.key)) is not None:
                white, other = (
                    game.white == player.key,
                    next(key for key in game.players if key != player.key),
                )
                rows.append((*start, _(sides[0 if white else 1]), names[other], result(game)))
            elif player.key in played.byes:
                rows.append((*start, "", free, ""))
    sheet = Sheet(
        title=tournament.name,
        heading=_("All matches by team") if of_matches else _("All games by player"),
        columns=(
            Column(_("Team") if of_matches else _("Player"), name=True, group=True),
            Column(_("Round"), right=True),
            Column(_("Date")),
            Column(_("Home or guest") if tournament.event_kind.at_home else _("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Result")),
        ),
        rows=tuple(rows),
        one_line=True,
    )
    return sheet if days else sheet.without_column(_("Date"))


def _places_of(tournament: Tournament) -> tuple[str, str]:
    """How a list by name says that somebody is named first in a game or a match, and that not: by home or by colour."""
    kind = tournament.event_kind
    return kind.sides if kind.at_home else (marked("White"), marked("Black"))


def pairings_by_room(
    tournament: Tournament,
    number: int,
    rooms: Mapping[str, range],
    _: Translate,
    attendance: Attendance | None = None,
) -> tuple[Sheet, ...]:
    """The boards of a round, a sheet for each room; the last one names everybody who has no board.

    Parameters
    ----------
    tournament, number
        The tournament and its round, from 1.
    rooms
        The numbers of the tables in each room, by its name; if there are none, the boards are
        divided into sheets of `BOARDS_ON_A_SHEET`. Tables that are in no room come last.
    _
        Translates a text.
    attendance
        Why players have no board; by default what the tournament alone says.
    """
    games, play = tournament.round(number).games, tournament.drawn_teams
    if rooms:
        divided = {
            name: [game for game in games if game.table in tables] for name, tables in rooms.items()
        }
        elsewhere = [game for game in games if not any(game.table in t for t in rooms.values())]
        divided |= {_("Other tables"): elsewhere} if elsewhere else {}
    else:
        most = BOARDS_ON_A_SHEET // play.size * play.size if play else BOARDS_ON_A_SHEET
        starts = range(0, len(games), most)
        pieces = [games[start : start + most] for start in starts]
        divided = {_tables(piece, _): list(piece) for piece in pieces}
    heading = _("Pairings of round {round}").format(round=number)
    sheets = [
        _boards_by_match(tournament, _(": ").join((heading, name)), some, _)
        if play
        else _boards(tournament, _(": ").join((heading, name)), some, (), _)
        for name, some in divided.items()
    ]
    names = tuple(
        _teams_beside_matches(tournament, number, _)
        if play
        else (attendance or Attendance.of(tournament, number)).names(_)
    )
    return (*sheets[:-1], *(replace(sheet, notes=names) for sheet in sheets[-1:]))


def pairings_by_name(
    tournament: Tournament,
    number: int,
    _: Translate,
    attendance: Attendance | None = None,
    language: str = "en",
) -> Sheet:
    """Everybody in alphabetical order, with table, colour and opponent, or why there is none.

    ``attendance`` says why, by default what the tournament alone says; ``language`` is the code of the one
    whose order names have.
    """
    attendance = attendance or Attendance.of(tournament, number)
    where = {
        key: (game, game.white == key)
        for game in tournament.round(number).games
        for key in game.players
    }
    reasons, scores = attendance.reasons(_), _scores(tournament, number)
    names = named_with_teams(tournament, number)
    sheet = Sheet(
        title=tournament.name,
        heading=_("Players of round {round}").format(round=number),
        columns=(
            Column(_("Player"), name=True),
            Column(_("Table"), right=True),
            Column(_("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Score"), right=True, spare=True),
        ),
        rows=tuple(
            (*_seat(names, player, *where[player.key], _), scores.get(player.key, ""))
            if player.key in where
            else (
                player_cell(names[player.key], player.key),
                "",
                "",
                reasons[player.key],
                "",
                scores.get(player.key, ""),
            )
            for player in in_order_of_names(tournament.players, language)
        ),
        notes=(attendance.sum(_),),
        one_line=True,
    )
    return _without_stones(sheet, tournament, _)


def pairings_by_team(
    tournament: Tournament, number: int, _: Translate, language: str = "en"
) -> Sheet:
    """All teams in alphabetical order, with tables, colour at the first board and opponent, or why there is none.

    ``language`` is as of `pairings_by_name`.

    Raises
    ------
    RuleError
        If no teams are drawn.
    """
    units, play = of_teams(tournament), tournament.drawn_teams
    if play is None:
        raise RuleError(phrase("no teams play in this tournament"))
    tables = {str(m.table): tables_of(m) for m in matches_of(tournament, play, number)}
    sheet = pairings_by_name(units, number, _, language=language)
    words = dict(zip((_("White"), _("Black")), map(_, _places_of(tournament)), strict=True))
    rows = (
        (row[0], tables.get(row[1], row[1]), words.get(row[2], ""), *row[3:]) for row in sheet.rows
    )
    columns = (
        Column(_("Team"), name=True),
        Column(_("Table"), right=True),
        Column(_("Home or guest") if tournament.event_kind.at_home else _("Colour")),
        *sheet.columns[3:],
    )
    return replace(
        sheet,
        heading=_("Teams of round {round}").format(round=number),
        columns=columns,
        rows=tuple(rows),
        notes=(),
    ).without_column(_("Handicap"))


def tables_of(match: Match) -> str:
    """The tables of a match, from the first to the last."""
    one, last = match.table, match.last_table
    return str(one) if one == last else f"{one}–{last}"


def _without_stones(sheet: Sheet, tournament: Tournament, _: Translate) -> Sheet:
    """The same sheet, without the column of handicaps if nobody has a grade."""
    return sheet if tournament.has_grades else sheet.without_column(_("Handicap"))


def as_draft(sheet: Sheet, _: Translate) -> Sheet:
    """The same sheet of a round that is not published, which says so."""
    return replace(sheet, heading=_("{heading} (draft)").format(heading=sheet.heading))


def with_rooms(sheet: Sheet, rooms: Mapping[str, range], _: Translate) -> Sheet:
    """The same sheet with the room before the number of each table."""
    at = [column.title for column in sheet.columns].index(_("Table"))

    def placed(row: tuple[str, ...]) -> tuple[str, ...]:
        inside = [
            name
            for name, tables in rooms.items()
            if row[at] and int(row[at].partition("–")[0]) in tables
        ]
        cell = row[at]
        if isinstance(cell, SheetCell):
            cell = cell.reading(" ".join((*inside, cell)))
        return (*row[:at], cell, *row[at + 1 :])

    return replace(sheet, rows=tuple(map(placed, sheet.rows)))


def _seat(
    names: Mapping[str, str], player: Player, game: Game, white: bool, _: Translate
) -> tuple[str, ...]:
    other = game.black if white else game.white
    return (
        player_cell(names[player.key], player.key),
        table_cell(game, player.key),
        _("White") if white else _("Black"),
        player_cell(names[other], other),
        str(game.handicap or ""),
    )


def _boards(
    tournament: Tournament,
    heading: str,
    games: Iterable[Game],
    notes: tuple[str, ...],
    _: Translate,
) -> Sheet:
    some = tuple(games)
    scores = _scores(tournament, some[0].round) if some else {}
    names = named_with_teams(tournament, some[0].round) if some else {}
    sheet = Sheet(
        title=tournament.name,
        heading=heading,
        columns=(
            Column(_("Table"), right=True),
            Column(_("White"), name=True),
            Column(_("Black"), name=True),
            Column(_("Score"), right=True, spare=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Result"), blank=True),
        ),
        rows=tuple(
            (
                table_cell(game),
                *(player_cell(names[key], key) for key in game.players),
                " : ".join(scores[key] for key in game.players if key in scores),
                str(game.handicap or ""),
                _(str(found)) if (found := result(game)) else "",
            )
            for game in some
        ),
        notes=(*_stated_sums(tournament, some), *_otherwise_for_teams(some, _), *notes),
    )
    return _without_stones(sheet, tournament, _)


def _boards_by_match(
    tournament: Tournament, heading: str, games: Sequence[Game], _: Translate
) -> Sheet:
    """The boards at some tables by matches, with the boards at which one of the teams has nobody."""
    play = tournament.team_play
    assert play is not None
    tables = {game.table for game in games}
    rows = [
        (match_heading(tournament, match), *row)
        for match in (matches_of(tournament, play, games[0].round) if games else ())
        if not tables.isdisjoint(game.table for game in match.boards.values())
        for row in rows_of_match(tournament, boards_of_match(match), _)
    ]
    sheet = Sheet(
        title=tournament.name,
        heading=heading,
        columns=(
            Column(_("Match"), group=True),
            Column(_("Board"), right=True, spare=True),
            Column(_("Table"), right=True),
            Column(_("Player"), name=True),
            Column(_("Colour")),
            Column(_("Opponent"), name=True),
            Column(_("Handicap"), right=True, short=_("Hd")),
            Column(_("Result"), blank=True),
        ),
        rows=tuple(rows),
        notes=tuple(_otherwise_for_teams(games, _)),
    )
    return _without_stones(sheet, tournament, _)


def _otherwise_for_teams(games: Iterable[Game], _: Translate) -> Iterator[str]:
    if any(game.team_result for game in games):
        yield _("In brackets: what the board counts for the teams, apart from the game.")


def match_heading(tournament: Tournament, match: Match) -> str:
    """The two teams of a match, and their points at all boards as far as they are known."""
    assert tournament.team_play is not None
    names = {team.key: team.name for team in tournament.team_play.teams}
    return f"{names[match.white]} – {names[match.black]} {sums(match)}".rstrip()


def matches_in(tournament: Tournament, number: int) -> tuple[Match, ...]:
    """The matches of a round, where teams are drawn; otherwise none."""
    play = tournament.drawn_teams
    return () if play is None else matches_of(tournament, play, number)


def teams_without_match(
    tournament: Tournament, number: int
) -> Iterator[tuple[str, tuple[Player, ...]]]:
    """The teams that have no match in a round, as players, by the reason in English."""
    yield from Attendance.of(of_teams(tournament), number).without_board.items()


class MatchBoard(NamedTuple):
    """A board of a match as one reads it: on the left the player of the team that is named first."""

    board: int
    game: Game | None
    """None where one of the teams has nobody, so that the other one has won by forfeit."""

    players: tuple[str, str]
    """Their keys, that of the first team in front; an empty one for nobody."""

    has_white: bool
    """Whether the first team has White."""

    result: str
    """As `result`, the points of the first team in front."""


def boards_of_match(match: Match, *, second: bool = False) -> Iterator[MatchBoard]:
    """The boards of a match, from board 1 on; ``second`` has the other team in front."""
    for board in match.all_boards:
        game = match.boards.get(board)
        if game is None:
            one, other = match.empty[board]
            players = (other, one) if second else (one, other)
            outcome = Result.WHITE_WINS if players[0] else Result.BLACK_WINS
            has_white = (board in match.first_white) is not second
            yield MatchBoard(board, None, players, has_white, f"{outcome.spelling}!")
        else:
            has_white = (game.white in match.first) is not second
            own = game if has_white else game.turned
            yield MatchBoard(board, game, own.players, has_white, result(own))


def printed_results(tournament: Tournament, number: int) -> Mapping[int, str]:
    """The results of a round by table, those of teams as `boards_of_match`, and the sums of their matches.

    The sums of a match are at the negative number of its first table.
    """
    found = {game.table: result(game) for game in tournament.round(number).games}
    for match in matches_in(tournament, number):
        found[-match.table] = sums(match)
        boards = boards_of_match(match)
        found |= {each.game.table: each.result for each in boards if each.game is not None}
    return found


def names_at_board(tournament: Tournament, line: MatchBoard, _: Translate) -> tuple[str, str]:
    """The players of a board of a match with their grades, or that a team has nobody there."""
    one, other = (
        player_cell(named(tournament.by_key[key]), key) if key else _("empty board")
        for key in line.players
    )
    return one, other


def rows_of_match(
    tournament: Tournament, lines: Iterable[MatchBoard], _: Translate
) -> Iterator[tuple[str, ...]]:
    """Board, table, player, colour, opponent, handicap and result of each board of a match, see `boards_of_match`."""
    for line in lines:
        game = line.game
        one, other = names_at_board(tournament, line, _)
        colour = "" if game is None else _("White") if line.has_white else _("Black")
        table, handicap = ("", "") if game is None else (table_cell(game), str(game.handicap or ""))
        printed = _(line.result) if line.result else ""
        yield (str(line.board), table, one, colour, other, handicap, printed)


def _stated_sums(tournament: Tournament, games: Sequence[Game]) -> Iterator[str]:
    """The matches at some tables whose boards are not known, with their sums, a line each."""
    play, tables = tournament.team_play, {game.table for game in games if game.sums_halves}
    if play is None or not tables:
        return
    names = {team.key: team.name for team in play.teams}
    for match in matches_of(tournament, play, games[0].round):
        if match.table in tables:
            teams = f"{names[match.white]} – {names[match.black]}"
            yield f"{match.table}–{match.last_table}: {teams} {sums(match)}"


def _scores(tournament: Tournament, number: int) -> Mapping[str, str]:
    """The scores that make the groups, before a round; none of teams."""
    if not tournament.event_kind.lists_scores:
        return {}
    return {key: print_score(score) for key, score in scores_before(tournament, number).items()}


def _tables(games: Sequence[Game], _: Translate) -> str:
    return _("tables {first} to {last}").format(first=games[0].table, last=games[-1].table)


# ---- What is asked of a draw, line by line, beside the optimum and the round before ----

_LISTED = frozenset(QUESTIONS) - {"off_score", "drawn_up", "drawn_down", "handicap_games"}
"""The boards of the others are those of the line below, which says how much, too."""

_USUAL_IMBALANCE = 1
"""After an odd number of games everybody has had one colour more often than the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the report of a round."""

    title: str
    drawn: str
    optimum: str
    """Empty if the round has none."""

    before: str
    """Empty if the round before has no games."""

    places: tuple[Place, ...] = ()
    """Where to look in the draw that was made."""


def questions(_: Translate) -> Mapping[str, str]:
    """What is counted, by question."""
    return {
        "returned": _("absent in the last round, now paired"),
        "byes": _("byes"),
        "second_byes": _("second byes"),
        "rematches": _("rematches"),
        "off_score": _("games off score"),
        "score_difference": _("sum of score differences"),
        "drawn_up": _("drawn up"),
        "drawn_up_again": _("drawn up again"),
        "drawn_down": _("drawn down"),
        "drawn_down_again": _("drawn down again"),
        "same_club": _("games within a club"),
        "same_country": _("games within a country"),
        "same_family": _("games within a family"),
        "colour_streaks": _("third time the same colour running"),
        "colour_imbalance": _("sum of colour imbalances"),
        "handicap_games": _("handicap games"),
        "handicap_stones": _("handicap stones"),
    }


def qualities(_: Translate) -> Iterator[tuple[str, Callable[[DrawReport], float]]]:
    """Qualities of the papers: their titles, and how they are read."""
    yield _("score quality Q_mms, 1 is best"), lambda draw: draw.quality.tally.q_mms
    yield _("area quality Q_area, 1 is best"), lambda draw: draw.quality.tally.q_area
    yield _("colour quality Q_colour, 0 is best"), lambda draw: draw.quality.q_colour
    yield (
        _("mixing variance of countries, 0 is best"),
        lambda draw: draw.quality.tally.mixing_variance,
    )


def lines(report: RoundReport, _: Translate) -> Iterator[Line]:
    """The report of a round, line by line."""
    for name, title in questions(_).items():
        counts = (_counted(draw, name) for draw in report.draws)
        yield Line(
            title=title,
            drawn=next(counts),
            optimum=next(counts),
            before=next(counts),
            places=_worth_a_look(report.drawn.places, name),
        )
    for title, value in qualities(_):
        values = ("" if draw is None else f"{value(draw):.4f}" for draw in report.draws)
        yield Line(title=title, drawn=next(values), optimum=next(values), before=next(values))


def loss(optimum: OptimumReport) -> str:
    """How much lighter the draw is than the optimum."""
    return amount(optimum.greatest - optimum.weight, optimum.units)


def weights(optimum: OptimumReport) -> tuple[str, str]:
    """What the boards weigh that were drawn, and those of the optimum, in the model's own units."""
    return total(optimum.weight, optimum.units), total(optimum.greatest, optimum.units)


def at_places(tournament: Tournament, place: Place) -> str:
    """Who sits at a board, or has no board, and what is counted there if it is more than one."""
    names = " – ".join(named(tournament.by_key[key]) for key in place.players)
    return names if place.amount == 1 else f"{names} ({place.amount})"


def _worth_a_look(answers: Mapping[str, tuple[Place, ...]], name: str) -> tuple[Place, ...]:
    if name not in _LISTED:
        return ()
    usual = _USUAL_IMBALANCE if name == "colour_imbalance" else 0
    return tuple(place for place in answers[name] if place.amount > usual)


def _counted(draw: DrawReport | None, name: str) -> str:
    return "" if draw is None else str(draw.count(name))
