"""Output for people who are no programmers: pictures, and texts that are safe to show."""

from __future__ import annotations

from ..lazy import lazy_getattr

__getattr__ = lazy_getattr(
    __name__,
    {
        ".bracket": "brackets brackets_by_size brackets_in_parts",
        ".chart": (
            "CELL HEIGHT LEVELS WIDTH curves expectancy_chart field_charts histogram "
            "line_chart picture shapes_chart"
        ),
        ".html": "cards_page sheets_page slips_page",
        ".pages": (
            "Attendance pairings_by_board pairings_by_name "
            "pairings_by_room pairings_by_table pairings_by_team questions "
            "schedule_by_name schedule_sheet"
        ),
        ".standings_pages": "standings_sheet team_cells team_cross_table team_sheet wall_list",
        ".team_pages": "lineups_sheet team_matches_sheet team_players_sheet",
        ".plots": "quality_plot",
        ".cards": "Slip cut_order name_cards place_cards slips",
        ".sheet": "Column Sheet counted csv_file cut format_number in_json text_file width",
        ".tournament_report": "TournamentReport tournament_page",
        ".public": "Privacy",
        ".website": "Website website_files",
    },
)
