"""Sheets of who stands where: the standings, the wall list with all games, and the prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..go.standings import CellKind, CellOutcome
from ..go.team_standings import describe_adjustment
from ..go.tournament import Criterion, TeamCriterion, name_criteria
from ..sentences import Sentence, marked
from .languages import wording
from .sheet import Column, Reference, Sheet, SheetCell, format_number, player_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from enum import Enum

    from ..go.prizes import Award, Prize
    from ..go.standings import Standings, StandingsCell, StandingsRow
    from ..go.team_standings import TeamRow, TeamStandings
    from .pages import Translate


def standings_sheet(standings: Standings, _: Translate, before: Standings | None = None) -> Sheet:
    """The players by their places, with the scores that decide them.

    Parameters
    ----------
    before
        The standings after an earlier round: a column says where everybody stood in them.
    """
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Standings after round {round}"), standings, _),
        columns=(
            *_columns_of_players(_),
            *([Column(_("Before"))] if before else []),
            *_criteria(standings, _),
        ),
        rows=tuple(
            (*_player(row, _), *moved, *_values(row, standings))
            for row, moved in zip(standings.rows, _moves(standings, before), strict=True)
        ),
        notes=(
            _("Players with the same scores share a place."),
            *_rounding(standings, _),
            *_without_values(standings, _),
            *_without_place(standings, _),
        ),
    )


def ranking_sheet(standings: Standings, teams: TeamStandings | None, _: Translate) -> Sheet:
    """The standings of the teams if there are any, else of the players."""
    return standings_sheet(standings, _) if teams is None else team_sheet(teams, _)


_OF_CELLS = marked("12+w3: has beaten player 12 with White, giving 3 stones; ! means by forfeit.")


def wall_list_name(*, predetermined: bool) -> str:
    """What the list of everybody's games is called: that of a round robin is its cross table."""
    return marked("Cross table") if predetermined else marked("Wall list")


def wall_list(standings: Standings, _: Translate) -> Sheet:
    """The players by their places, with every round of everybody; in a round robin with all games of two players.

    A game is written as in the result files of the European Go Database: the line of the opponent,
    the result, the colour and the handicap. A cross table has the result and the colour.
    """
    crossed = standings.predetermined
    heading = (
        _("Cross table after round {round}") if crossed else _("Wall list after round {round}")
    )
    cell = _cell_of_two if crossed else _cell
    return Sheet(
        title=standings.tournament,
        heading=_heading(heading, standings, _),
        columns=(
            Column(_("No"), right=True, reference=True),
            *_columns_of_players(_),
            *(Column(str(each)) for each in _numbers_of_columns(standings)),
            *_criteria(standings, _),
        ),
        rows=tuple(
            (
                SheetCell(str(row.number), here=Reference("player", row.key)),
                *_player(row, _),
                *(
                    "×"
                    if each is None
                    else _of_board(" ".join(map(cell, each.values())), row, each)
                    for each in cells
                ),
                *_values(row, standings),
            )
            for row, cells in zip(standings.rows, wall_list_cells(standings), strict=True)
        ),
        notes=(
            *(_of_two(standings, _) if crossed else _of_rounds(standings, _)),
            *_rounding(standings, _),
            *_without_values(standings, _),
            *_without_place(standings, _),
        ),
    )


def _numbers_of_columns(standings: Standings | TeamStandings) -> Iterable[int]:
    """The numbers of the rounds, or in a round robin of the rows."""
    if standings.predetermined:
        return [row.number for row in standings.rows]
    return range(1, standings.after + 1)


def _of_board(text: str, row: StandingsRow | TeamRow, rounds: Iterable[int]) -> SheetCell:
    """What a player or a team had in rounds, which leads to the first board."""
    return SheetCell(text, Reference("board", row.key, min(rounds, default=0)))


def wall_list_cells(
    standings: Standings,
) -> Iterator[Sequence[Mapping[int, StandingsCell] | None]]:
    """What stands in each line of a wall list: for each column the rounds and what the player had in them.

    The columns are rounds, or in a round robin the players; None where one would meet oneself.
    """
    place = {row.key: column for column, row in enumerate(standings.rows)}
    for row in standings.rows:
        if not standings.predetermined:
            yield [{number: cell} for number, cell in enumerate(row.cells, start=1)]
            continue
        against: list[dict[int, StandingsCell] | None] = [{} for _ in standings.rows]
        for number, cell in enumerate(row.cells, start=1):
            if (games := against[place[cell.opponent]] if cell.opponent else None) is not None:
                games[number] = cell
        against[place[row.key]] = None
        yield against


def cross_table_cells(
    standings: Standings | TeamStandings,
) -> Iterator[Sequence[Mapping[int, str] | None]]:
    """What stands in each line of the cross table of a round robin: for each column the rounds, and the text of each.

    It is None where one would meet oneself.
    """
    from ..go.team_standings import TeamStandings

    if isinstance(standings, TeamStandings):
        yield from team_cells(standings, str)
        return
    for line in wall_list_cells(standings):
        yield [
            None if cell is None else {n: _cell_of_two(game) for n, game in cell.items()}
            for cell in line
        ]


def _of_rounds(standings: Standings, _: Translate) -> Iterator[str]:
    """What the cells of a wall list mean."""
    yield _(wording(_OF_CELLS, standings.kind))
    yield from _matches(standings, _)
    yield _("0+ is a bye, 0- an absence, . a round without a game.")
    yield from _requests(standings, _)
    yield from _unrated(standings, _)
    yield from _postponed(standings, _)


def _of_two(standings: Standings, _: Translate) -> Iterator[str]:
    """What the cells of a cross table mean."""
    yield _(
        "1w: has won with White. + and - are by forfeit, w or b alone is a game without a result."
    )
    if any(cell.handicap for row in standings.rows for cell in row.cells):
        yield _("1w3: the game had 3 stones of handicap.")


_SIGNS = {CellOutcome.WON: "1", CellOutcome.JIGO: "½", CellOutcome.LOST: "0"}


def _cell_of_two(cell: StandingsCell) -> str:
    """A game between two players of a cross table."""
    colour = "w" if cell.white else "b"
    games = ((cell.outcome, cell.by_default), (cell.second_outcome, cell.second_by_default))
    results = "".join(
        each.value if forfeit else _SIGNS.get(each, "")
        for each, forfeit in games
        if each is not None
    )
    game = f"{results}{colour}{cell.handicap or ''}"
    return f"({game})" if cell.void else game


def _without_place(
    standings: Standings | TeamStandings, _: Translate, *, shows_games: bool = True
) -> Iterator[str]:
    """Say whose games do not count, and how they are shown [FIDE C.05 6.6]."""
    unplaced = (row for row in standings.rows if row.unranked)
    names = [" ".join((row.name, getattr(row, "first_name", ""))).strip() for row in unplaced]
    if names:
        said = _("Without a place, with less than half of the games completed: {names}.")
        yield said.format(names=_("; ").join(names))
        if shows_games:
            yield _("Games in parentheses count for nobody.")


def _unrated(standings: Standings, _: Translate) -> Iterator[str]:
    cells = (cell for row in standings.rows for cell in row.cells)
    if any(cell.unrated or cell.second_unrated for cell in cells):
        yield _("12+u is a win against player 12 that is not rated.")


def _postponed(standings: Standings, _: Translate) -> Iterator[str]:
    if any(game.postponed for game in standings.open_games):
        yield _("12p is a postponed game against player 12.")


def _matches(standings: Standings, _: Translate) -> Iterator[str]:
    if any(cell.second_outcome is not None for row in standings.rows for cell in row.cells):
        yield _("12+=w: has beaten player 12 with White, and drawn the second game with Black.")


def _requests(standings: Standings, _: Translate) -> Iterator[str]:
    if any(cell.kind is CellKind.REQUESTED_BYE for row in standings.rows for cell in row.cells):
        yield _("0= is a requested bye.")


def describe_criterion(criterion: TeamCriterion, _: Translate) -> str:
    """What a criterion of the team standings counts; its value is a code of OpenGotha or of FIDE."""
    meanings = {
        TeamCriterion.MATCH_POINTS: _("match points"),
        TeamCriterion("PTS:MP"): _("match points"),
        TeamCriterion("PTS:GP"): _("game points"),
        TeamCriterion.SOS_MATCH_POINTS: _("sum of the opponents’ match points"),
        TeamCriterion.BOARD_WINS: _("won boards"),
        TeamCriterion.BOARD_WINS_1: _("wins at board 1"),
        TeamCriterion.MEAN_RATING: _("mean rating"),
    }
    if criterion.tie_break is not None and criterion not in meanings:
        return _(criterion.tie_break.kind.name)
    upper = _("won boards of the upper {count}")
    return meanings.get(criterion) or upper.format(count=criterion.boards)


def explain_criteria(criteria: Iterable[Enum], kind: str, _: Translate) -> Iterator[str]:
    """A sentence about the team criteria that a kind of tournament names by a code."""
    criteria = tuple(criteria)
    codes = [
        _(": ").join((name, describe_criterion(each, _)))
        for name, each in zip(name_criteria(criteria, kind), criteria, strict=True)
        if isinstance(each, TeamCriterion) and name == each.value != TeamCriterion.NONE.value
    ]
    if codes:
        yield f"{'; '.join(codes)}."


def team_sheet(standings: TeamStandings, _: Translate) -> Sheet:
    """The teams by their places, with match points, board points and what decides between equal ones."""
    scores = tuple(_team_scores(standings, _))
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Standings of teams after round {round}"), standings, _),
        columns=(
            *_columns_of_teams(_),
            *(Column(sign, right=True, spare=True) for sign in _ENDS_OF_MATCHES),
            *(column for column, _values in scores),
        ),
        rows=tuple(
            (
                *_team(row),
                *map(str, _ends_of_matches(row)),
                *(values[place] for _column, values in scores),
            )
            for place, row in enumerate(standings.rows)
        ),
        notes=(
            _("+, = and −: matches won, drawn and lost."),
            *_without_scores(standings, _),
            *_without_values(standings, _),
            *_without_place(standings, _, shows_games=False),
            *_adjusted(standings, _),
        ),
    )


_ENDS_OF_MATCHES = "+", "=", "−"


def _ends_of_matches(row: TeamRow) -> Iterator[int]:
    """How many matches a team has won, drawn and lost, of those that count."""
    for sign in "+=-":
        yield sum(cell.endswith(sign) and cell != "-" for cell in row.opponents)


def team_cross_table(standings: TeamStandings, _: Translate) -> Sheet:
    """The teams by their places, with the board points of each match: by round, or in a round robin by opponent."""
    crossed = standings.predetermined
    scores = [(column, values) for column, values in _team_scores(standings, _) if column.essential]
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Cross table after round {round}"), standings, _),
        columns=(
            Column(_("No"), right=True, reference=True),
            *_columns_of_teams(_),
            *(Column(str(each)) for each in _numbers_of_columns(standings)),
            *(column for column, _values in scores),
        ),
        rows=tuple(
            (
                SheetCell(str(row.number), here=Reference("team", row.key)),
                *_team(row),
                *(
                    "×" if each is None else _of_board(" ".join(each.values()), row, each)
                    for each in cells
                ),
                *(values[place] for _column, values in scores),
            )
            for place, (row, cells) in enumerate(
                zip(standings.rows, team_cells(standings, _), strict=True)
            )
        ),
        notes=(
            _("Board points in the matches against each team.")
            if crossed
            else _("3+ 2½: has won the match against team 3 with 2½ board points; = is a draw."),
            *_without_place(standings, _),
        ),
    )


def team_cells(
    standings: TeamStandings, _: Translate
) -> Iterator[Sequence[Mapping[int, str] | None]]:
    """What stands in each line of a cross table of teams: for each column the rounds, and the text of each.

    The columns are rounds, or in a round robin the teams; None where one would meet oneself.
    """
    place = {row.number: column for column, row in enumerate(standings.rows)}
    for row in standings.rows:
        rounds = [*zip(row.opponents, row.boards, strict=True)]
        if not standings.predetermined:
            yield [{number: _match(*each, _)} for number, each in enumerate(rounds, start=1)]
            continue
        against: list[dict[int, str] | None] = [{} for _row in standings.rows]
        for number, (match, points) in enumerate(rounds, start=1):
            end = match.strip("()").lstrip("0123456789")
            line = match.strip("()").removesuffix(end)
            if line and (found := against[place[int(line)]]) is not None:
                is_void = match.startswith("(")
                shown = end if is_void or end == "?" else format_number(points)
                found[number] = f"({shown})" if is_void else shown
        against[place[row.number]] = None
        yield against


def _match(match: str, points: float, _: Translate) -> str:
    """A match or a bye with its board points; only a sign where there was neither."""
    return match if match == "-" else f"{_(match)} {format_number(points)}"


def _columns_of_teams(_: Translate) -> tuple[Column, ...]:
    return (
        Column(_("Place"), right=True, short=_("Pl")),
        Column(_("Team"), name=True),
        Column(_("Country"), short=_("Co")),
        Column(_("Club")),
    )


def _team(row: TeamRow) -> tuple[str, ...]:
    """The place and the team."""
    name = SheetCell(row.name, Reference("team", row.key))
    return _place(row), name, row.country, row.club


def _team_scores(
    standings: TeamStandings, _: Translate
) -> Iterator[tuple[Column, tuple[str, ...]]]:
    """The columns of the criteria, with a text for each team: match points and board points are always among them."""
    titles = {
        "MP": Column(_("Match points"), right=True, essential=True),
        "GP": Column(_("Board points"), right=True, essential=True),
    }
    points = {
        "MP": tuple(_points(row, row.match_points) for row in standings.rows),
        "GP": tuple(_points(row, row.board_points) for row in standings.rows),
    }
    missing = [score for score in titles if score not in standings.scores]
    names = tuple(name_criteria(standings.criteria, standings.kind))
    for place, (criterion, score) in enumerate(
        zip(standings.criteria, standings.scores, strict=True)
    ):
        if not score:
            yield from ((titles[each], points[each]) for each in missing)
            missing = []
        values = tuple(_value(criterion, row.values[place]) for row in standings.rows)
        yield titles.get(score, Column(_(names[place]), right=True)), values
    yield from ((titles[each], points[each]) for each in missing)


def _points(row: TeamRow, points: float) -> str:
    """Points of a team, of which one without a place has none."""
    return format_number(None if row.unranked else points)


def _without_scores(standings: TeamStandings, _: Translate) -> Iterator[str]:
    """A sentence about the criteria whose columns have codes."""
    pairs = zip(standings.criteria, standings.scores, strict=True)
    codes = [criterion for criterion, score in pairs if not score]
    yield from explain_criteria(codes, standings.kind, _)


def _adjusted(standings: TeamStandings, _: Translate) -> Iterator[str]:
    """Say whose points the arbiter has adjusted, and why."""
    for row in standings.rows:
        for each in row.adjustments:
            said = _spoken(describe_adjustment(each), _)
            yield f"{row.name}: {said}"


def prizes_sheet(
    standings: Standings, awards: Sequence[Award], _: Translate, *, conditions: bool = True
) -> Sheet:
    """Who gets which prize.

    Parameters
    ----------
    conditions
        Whether notes say who can win each prize.
    """
    return Sheet(
        title=standings.tournament,
        heading=_heading(_("Prizes after round {round}"), standings, _),
        columns=(
            Column(_("Prize"), essential=True),
            *_columns_of_players(_),
            Column(_("Wins"), right=True),
        ),
        rows=tuple(
            (award.prize.name, *_player(row, _), format_number(row.wins))
            for award in awards
            for row in award.winners
        ),
        notes=(
            *(_conditions_notes(awards, _) if conditions else ()),
            *(note for award in awards for note in _prize_notes(award, _)),
        ),
    )


def _conditions_notes(awards: Sequence[Award], _: Translate) -> Iterator[str]:
    for prize in (award.prize for award in awards):
        if conditions := conditions_of(prize, _):
            yield f"{_(': ').join((prize.name, conditions))}."


def _prize_notes(award: Award, _: Translate) -> Iterator[str]:
    """Say that nobody may get a prize, and who might if more were known of them."""
    prize = award.prize
    if not award.winners:
        yield _("{prize}: nobody may get it.").format(prize=prize.name)
    texts = {
        "birth": _("{prize}: players without a year of birth who may qualify: {names}."),
        "day": _("{prize}: players whose day of birth decides, and is missing: {names}."),
        "sex": _("{prize}: players without an entry of their sex who may qualify: {names}."),
        "club": _("{prize}: players without a club who may qualify: {names}."),
        "rating": _("{prize}: players without a rating who may qualify: {names}."),
    }
    for each in award.lacking:
        names = [f"{row.name} {row.first_name}".strip() for row in each.rows[:_NAMED]]
        more = f", … ({len(each.rows)})" if len(each.rows) > _NAMED else ""
        yield texts[each.fact].format(prize=prize.name, names=_(", ").join(names) + more)


_NAMED = 6
"""Players without a fact who are named; of more, their number stands there."""


def conditions_of(prize: Prize, _: Translate) -> str:
    """Who can win a prize, in short; empty if everybody can.

    Examples
    --------
    >>> from fastpair.go.prizes import prize_plan
    >>> [prize] = prize_plan([{"name": "Girls", "under": 18, "sex": "w", "rating_to": 1800}])
    >>> conditions_of(prize, str)
    'Age < 18, Woman, Rating ≤ 1800'
    """
    low, high = prize.weakest, prize.strongest
    grades = _("{weakest} to {strongest}") if low and high else _("up to {grade}")
    grades = _("from {grade}") if low and not high else grades
    born = _("born {first} to {last}") if prize.born_from and prize.born_to else ""
    born = born or (_("born from {first}") if prize.born_from else _("born up to {last}"))
    parts = (
        grades.format(weakest=low, strongest=high, grade=low or high) if low or high else "",
        _limits(_("Wins"), format_number(prize.wins) if prize.wins else None, None),
        "" if prize.category is None else _("category {number}").format(number=prize.category),
        prize.country,
        _limits(_("Age"), prize.age_from, None),
        f"{_('Age')} < {prize.under}" if prize.under is not None else "",
        born.format(first=prize.born_from, last=prize.born_to)
        if prize.born_from or prize.born_to
        else "",
        {"m": _("Man"), "w": _("Woman"), "": ""}[prize.sex],
        prize.club,
        _limits(_("Rating"), prize.rating_from, prize.rating_to),
        "" if prize.among is None else _("{count} players by name").format(count=len(prize.among)),
    )
    return _(", ").join(filter(None, parts))


def _limits(label: str, low: object, high: object) -> str:
    """A number that is within limits; nothing without any."""
    if low is None or high is None:
        return (
            f"{label} ≥ {low}"
            if low is not None
            else f"{label} ≤ {high}"
            if high is not None
            else ""
        )
    return f"{label} {low}–{high}"


def no_prizes_sheet(title: str, after: int, _: Translate) -> Sheet:
    """What stands there while no prizes are planned."""
    return Sheet(
        title=title,
        heading=_("Prizes after round {round}").format(round=after),
        columns=(Column(_("Prize")),),
        rows=(),
        notes=(_("No prizes are planned."),),
    )


def _heading(words: str, standings: Standings | TeamStandings, _: Translate) -> str:
    """A heading with its round, and what of the list is open."""
    heading, status = words.format(round=standings.after), status_of(standings, _)
    return _(": ").join(filter(None, (heading, status)))


def status_of(standings: Standings | TeamStandings, _: Translate) -> str:
    """Say that standings are provisional, and what is open; empty if nothing is."""
    return _spoken(standings.status, _)


def _spoken(said: str, _: Translate) -> str:
    """A sentence that counts nothing, in the language of a sheet."""
    return Sentence(said).spoken(_, lambda one, many, number: _(one)).text


def _columns_of_players(_: Translate) -> tuple[Column, ...]:
    return (
        Column(_("Place"), right=True, short=_("Pl")),
        Column(_("Player"), name=True),
        Column(_("Country"), short=_("Co")),
        Column(_("Club")),
    )


def _criteria(standings: Standings, _: Translate) -> tuple[Column, ...]:
    """Columns of the criteria, after that of the wins unless they are a criterion."""
    wins = () if Criterion.WINS in standings.criteria else (Column(_("Wins"), right=True),)
    names = map(_, name_criteria(standings.criteria, standings.kind))
    return (*wins, *(Column(name, right=True) for name in names))


def _moves(standings: Standings, before: Standings | None) -> Iterator[tuple[str, ...]]:
    """Where each player stood before, with an arrow to where he has gone since."""
    places = {row.key: row.place for row in before.rows} if before else {}
    for row in standings.rows:
        was = places.get(row.key)
        if before is None or was is None:
            yield () if before is None else ("",)
        else:
            yield (f"{'▲' if row.place < was else '▼' if row.place > was else '='} {was}",)


def withdrawn_mark(_: Translate) -> str:
    """What follows the name of a player who has withdrawn."""
    return f" · {_('Withdrawn')}"


def _player(row: StandingsRow, _: Translate) -> tuple[str, ...]:
    """The place and the player, who is marked if withdrawn."""
    name = " ".join(filter(None, (row.name, row.first_name, row.strength)))
    mark = withdrawn_mark(_) if row.withdrawn else ""
    return _place(row), player_cell(f"{name}{mark}", row.key), row.country, row.club


def _place(row: StandingsRow | TeamRow) -> str:
    """The place, and a dash for none."""
    return "–" if row.unranked else str(row.place)


def _values(row: StandingsRow, standings: Standings) -> tuple[str, ...]:
    """The wins, unless they are a criterion, and the criteria; a score that was rounded has a mark."""
    wins = () if Criterion.WINS in standings.criteria else (format_number(row.wins),)
    return *wins, *(
        f"{'*' * (criterion is standings.score and row.rounding > 0)}{_value(criterion, value)}"
        for criterion, value in zip(standings.criteria, row.values, strict=True)
    )


def _value(criterion: Criterion | TeamCriterion, value: float | None) -> str:
    """The value of a criterion as it is printed: averages with three digits."""
    tie_break = criterion.tie_break
    if value is None or tie_break is None or tie_break.code not in ("AOB", "SSSC"):
        return format_number(value)
    return f"{value:.3f}"


def _without_values(standings: Standings | TeamStandings, _: Translate) -> Iterator[str]:
    """Say why tie-breaks by ratings have no values."""
    if standings.without_values:
        yield _spoken(standings.without_values, _)


def _rounding(standings: Standings, _: Translate) -> Iterator[str]:
    if any(row.rounding for row in standings.rows):
        yield _("* Half a point of byes and absences is rounded down.")


_WITHOUT_GAME = {CellKind.BYE: "0+", CellKind.REQUESTED_BYE: "0=", CellKind.ABSENT: "0-"}


def _cell(cell: StandingsCell) -> str:
    if cell.outcome is None:
        return _WITHOUT_GAME.get(cell.kind, ".")
    games = (
        (cell.outcome, cell.by_default, cell.unrated),
        (cell.second_outcome, cell.second_by_default, cell.second_unrated),
    )
    results = "".join(
        each.value + "!" * forfeit + "u" * unrated
        for each, forfeit, unrated in games
        if each is not None
    )
    colour = "w" if cell.white else "b"
    game = f"{cell.number}{results}{colour}{cell.handicap or ''}"
    return f"({game})" if cell.void else game
