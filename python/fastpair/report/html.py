"""Pages as HTML."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import MissingExtraError
from ..go.teams import matches_of
from ..letters import visible
from .bracket import brackets, brackets_in_parts
from .chart import HEIGHT, WIDTH
from .sheet import SheetCell, reference_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markupsafe import Markup

    from ..go.standings import Standings
    from ..go.team_standings import TeamStandings
    from ..go.tournament import Tournament
    from .bracket import BracketPicture
    from .cards import Card, MatchSlip, Slip
    from .chart import Chart
    from .languages import Language
    from .pages import Translate
    from .sheet import Reference, Sheet


# ---- Sheets as pages of HTML that print well and need nothing from a network ----

SIZES = {"small": 9, "normal": 12, "large": 20}
"""Points of a text. Capital letters of the large size are five millimetres high: good eyes read
letters of 4.4 millimetres from three metres. It leaves out scores, to keep boards on lines."""

_MOST_COLUMNS = 16
"""Of an upright page; with more of them it is turned."""

_SLIPS_ON_A_PAGE, _MATCHES_ON_A_PAGE, _LARGE_CARDS_ON_A_PAGE = 8, 2, 2


class Hall(NamedTuple):
    """Where phones see the pairings and the standings."""

    address: str
    code: Markup
    """The address as a picture, SVG."""

    title: str = ""
    """What the phones are for; by default to see these."""

    poster: bool = False
    """Whether the code is read from the distance of a door."""


def sheets_page(
    sheets: Sequence[Sheet],
    language: Language,
    *,
    paper: str = "A4",
    size: str = "normal",
    hall: Hall | None = None,
    status: str = "",
    draft: bool = False,
) -> bytes:
    """One self-contained page of HTML that holds all sheets.

    Parameters
    ----------
    sheets
        What to print; each begins on a new page of paper.
    language
        The language of the texts in the sheets.
    paper
        Size of the paper for printing: ``A4``, ``Letter`` or another name that CSS knows.
    size
        One of `SIZES`.
    hall
        What stands at the end of each sheet for the phones.
    status
        What stands on each page of paper besides the tournament, such as when a round was published.
    draft
        Whether *Draft* stands across each page of paper.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    title = sheets[0].title if sheets else ""
    if size == "large":
        sheets = [sheet.without_spare_columns() for sheet in sheets]
    sheets = [sheet.without_empty_columns() for sheet in sheets]
    is_wide = any(len(sheet.columns) > _MOST_COLUMNS for sheet in sheets)
    return rendered(
        "sheets.html",
        "page.css",
        language,
        paper=f"{paper} landscape" if is_wide else paper,
        title=title,
        footer=" · ".join(filter(None, (title, status))),
        size=SIZES[size],
        sheets=sheets,
        is_wide=is_wide,
        hall=hall,
        status=status,
        draft=draft,
    )


def slips_page(
    slips: Sequence[Slip] | Sequence[MatchSlip], language: Language, *, paper: str = "A4"
) -> bytes:
    """One self-contained page of HTML that holds all slips, in piles once it is cut.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    from .cards import MatchSlip, cut_order

    title = slips[0].title if slips else ""
    matches = bool(slips) and isinstance(slips[0], MatchSlip)
    pages = tuple(cut_order(slips, _MATCHES_ON_A_PAGE if matches else _SLIPS_ON_A_PAGE))
    return rendered(
        "slips.html",
        "page.css",
        language,
        paper=paper,
        title=title,
        size=SIZES["normal"],
        pages=pages,
        matches=matches,
    )


def cards_page(
    cards: Sequence[Card], language: Language, *, paper: str = "A4", size: str = "normal"
) -> bytes:
    """One self-contained page of HTML that holds all cards, in piles once it is cut.

    Parameters
    ----------
    cards, language, paper
        What to print, the language of its texts, and the size of the paper.
    size
        One of `SIZES`: of the large cards two are on a page, of others as many as slips.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    from .cards import cut_order

    is_large = size == "large"
    return rendered(
        "cards.html",
        "page.css",
        language,
        paper=paper,
        title=cards[0].title if cards else "",
        size=SIZES["normal"],
        pages=tuple(cut_order(cards, _LARGE_CARDS_ON_A_PAGE if is_large else _SLIPS_ON_A_PAGE)),
        is_large=is_large,
    )


def rendered(
    name: str,
    style: str,
    language: Language,
    *,
    paper: str,
    title: str,
    footer: str = "",
    **values: object,
) -> bytes:
    """A page of HTML by a template.

    Parameters
    ----------
    name, style
        The templates of the page and of its style.
    title
        Of the page.
    footer
        What stands in the margin of every sheet of paper; by default the title.
    values
        What else the templates name.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    quoted = (
        visible(footer or title).replace("\\", "\\\\").replace('"', '\\"').replace("<", "\\3c ")
    )
    content = _template(style).render(paper=paper, footer=quoted, **values)
    from markupsafe import Markup

    page = _template(name).render(
        language=language.code, _=language.text, title=title, style=Markup(content), **values
    )
    return f"{page}\n".encode("utf-8", "xmlcharrefreplace")


def linked_page(name: str, language: Language, **values: object) -> bytes:
    """A page by a template that has its style in another file, or none.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    page = _template(name).render(language=language.code, _=language.text, **values)
    return f"{page}\n".encode("utf-8", "xmlcharrefreplace")


def page_part(name: str, **values: object) -> Markup:
    """A part of such pages, which is made once for many of them."""
    macro: Markup = getattr(_template("website_parts.html").module, name)(**values)
    return macro


def figures(charts: Iterable[Chart]) -> Markup:
    """Pictures as elements of a page that has ``chart_style``.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    figure = _template("chart.html").module.figure
    from markupsafe import Markup

    return Markup("").join(figure(chart, WIDTH, HEIGHT) for chart in charts)


def with_brackets(sheet: Sheet, tournament: Tournament, _: Translate) -> Sheet:
    """A sheet of an event that losses end, with its brackets above the table."""
    return replace(sheet, picture=bracket_figures(brackets(tournament, _)))


def with_bracket_parts(sheet: Sheet, tournament: Tournament, _: Translate) -> Sheet:
    """A sheet with its brackets for paper: the last rounds first, and the parts of a large bracket below."""
    return replace(sheet, picture=bracket_figures(brackets_in_parts(tournament, _)))


def bracket_figures(found: Iterable[BracketPicture]) -> Markup:
    """Brackets as elements of a page; empty if there are none."""
    from markupsafe import Markup

    return Markup("").join(map(_template("bracket.html").module.figure, found))


def bracket_svg(bracket: BracketPicture) -> Markup:
    """A bracket alone, for whoever has the place for it."""
    svg: Markup = _template("bracket.html").module.svg(bracket)
    return svg


def brackets_svg(found: Sequence[BracketPicture]) -> bytes:
    """Brackets below each other as a file of SVG.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    return f"{_template('brackets.svg').render(brackets=found)}\n".encode()


def chart_style() -> str:
    """The style sheet of ``figures``."""
    style: str = _template("chart.css").render()
    return style


def charts_svg(charts: Sequence[Chart], *, columns: int = 2) -> bytes:
    """Pictures as a file of SVG; the same pictures give the same one.

    Raises
    ------
    MissingExtraError
        If jinja2 is not installed.
    """
    template = _template("charts.svg")
    from markupsafe import Markup

    style = Markup(chart_style())
    svg = template.render(charts=charts, columns=columns, size=(WIDTH, HEIGHT), style=style)
    return f"{svg}\n".encode()


@cache
def load_templates() -> dict[str, str]:
    """The templates by their names, read once."""
    return {
        path.name: path.read_text("utf-8")
        for path in files(__package__).joinpath("templates").iterdir()
    }


@cache
def _template(name: str) -> Any:  # noqa: ANN401 - jinja2 is imported when it is needed
    try:
        from jinja2 import DictLoader, Environment, StrictUndefined
    except ModuleNotFoundError as error:
        raise MissingExtraError("print", "a printed page") from error
    environment = Environment(
        loader=DictLoader(load_templates()),
        autoescape=not name.endswith(".css"),
        undefined=StrictUndefined,
        finalize=None if name.endswith(".css") else display,
    )
    return environment.get_template(name)


def display(value: object) -> object:
    """A text without characters that steer or hide; whatever else is put into a page as it is."""
    return visible(value) if isinstance(value, SheetCell) or type(value) is str else value


# ---- Sheets whose cells lead to each other: from boards to players, and from players to boards ----


class Links:
    """The places of a page: the boards of all rounds, and the players in the wall list.

    Parameters
    ----------
    tournament
        The boards.
    standings
        The lines of the wall list; None if there is none.
    teams
        The standings of teams, if these are drawn. They are the players of the tournament, or it has those at
        the boards.
    """

    def __init__(
        self,
        tournament: Tournament,
        standings: Standings | None,
        teams: TeamStandings | None = None,
    ) -> None:
        self._of_teams = teams if tournament.drawn_teams is None else None
        """The standings of teams, if these are the players."""
        ranked = self._of_teams or standings
        self._line = {row.key: row.number for row in ranked.rows} if ranked else {}
        self._table = {
            (game.round, key): game.table for game in tournament.games for key in game.players
        }
        if (play := tournament.drawn_teams) is not None:
            self._table |= {
                (number, key): match.table
                for number in tournament.round_numbers
                for match in matches_of(tournament, play, number)
                for key in match.teams
            }

    def player(self, key: str) -> str:
        """The place of a player in the wall list, or of a team in the standings; empty for who is in none."""
        return f"p{self._line[key]}" if key in self._line else ""

    def team(self, key: str) -> str:
        """The place of a team: in the cross table where teams are the players, and else none."""
        return self.player(key) if self._of_teams is not None else ""

    def board(self, number: int, table: int) -> str:
        """The place of a board of a round."""
        return f"r{number}t{table}"

    def round(self, number: int) -> str:
        """The place of a round: none in this page."""
        return ""

    def target(self, cell: str, row: Sequence[str] = ()) -> str:
        """Where a cell leads to; empty if nowhere, or to its own row."""
        place = self._place(reference_of(cell))
        return "" if place == self.anchor(row) else place

    def anchor(self, row: Sequence[str]) -> str:
        """The name of the place of a row; empty if nothing leads to it."""
        here = (cell.here for cell in row if isinstance(cell, SheetCell) and cell.here)
        return self._place(next(here, None))

    def _place(self, to: Reference | None) -> str:
        if to is None:
            return ""
        if to.kind == "board":
            table = to.table or self._table.get((to.round, to.key))
            return self.board(to.round, table) if table else ""
        if to.kind == "round":
            return self.round(to.round)
        return self.player(to.key) if to.kind == "player" else self.team(to.key)
