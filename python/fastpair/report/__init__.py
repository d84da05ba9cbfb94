"""Output for people who are no programmers: pictures, and texts that are safe to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy import lazily

if TYPE_CHECKING:
    from .chart import (
        CELL,
        HEIGHT,
        LEVELS,
        WIDTH,
        curves,
        expectancy_chart,
        field_charts,
        histogram,
        line_chart,
        picture,
        shapes_chart,
    )
    from .html import sheets_page, slips_page
    from .pages import (
        Attendance,
        cut_order,
        format_number,
        pairings_by_board,
        pairings_by_name,
        pairings_by_room,
        questions,
        slips,
        standings_sheet,
        wall_list,
    )
    from .plots import quality_plot
    from .sheet import Column, Sheet, counted, csv_file, cut, in_json, text_file, width
    from .tournament_report import TournamentReport, tournament_page

__all__ = [
    "CELL",
    "HEIGHT",
    "LEVELS",
    "WIDTH",
    "Attendance",
    "Column",
    "Sheet",
    "TournamentReport",
    "counted",
    "csv_file",
    "curves",
    "cut",
    "cut_order",
    "expectancy_chart",
    "field_charts",
    "format_number",
    "histogram",
    "in_json",
    "line_chart",
    "pairings_by_board",
    "pairings_by_name",
    "pairings_by_room",
    "picture",
    "quality_plot",
    "questions",
    "shapes_chart",
    "sheets_page",
    "slips",
    "slips_page",
    "standings_sheet",
    "text_file",
    "tournament_page",
    "wall_list",
    "width",
]

if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = lazily(
        __name__,
        {
            ".chart": (
                "CELL HEIGHT LEVELS WIDTH curves expectancy_chart field_charts histogram "
                "line_chart picture shapes_chart"
            ),
            ".html": "sheets_page slips_page",
            ".pages": (
                "Attendance cut_order format_number pairings_by_board pairings_by_name "
                "pairings_by_room questions slips standings_sheet wall_list"
            ),
            ".plots": "quality_plot",
            ".sheet": "Column Sheet counted csv_file cut in_json text_file width",
            ".tournament_report": "TournamentReport tournament_page",
        },
    )
