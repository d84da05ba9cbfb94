"""In an event of months, ratings and titles of the day of the game count for a norm [FIDE B.01 1.1.4]."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from congress_files import save
from fastpair import Congress
from fastpair.app.lists.rating_lists import RatingLists
from fastpair.go.norms import NormGame, norm_of
from fastpair.go.tournament import Event
from fide_lists import Listed, text_lines, write
from pages import director_of
from round_robins import LOST, WON, all_play_all

DAYS = [
    *(date(2026, 10, 3), date(2026, 10, 17), date(2026, 10, 31)),
    *(date(2026, 11, 1), date(2026, 11, 15), date(2026, 11, 30)),
    *(date(2026, 12, 1), date(2026, 12, 12), date(2026, 12, 13)),
]
FEDERATIONS = ("GER", "SUI", "AUT", "POL")
LATER = {11: (2600, "GM"), 12: (2700, "IM")}
"""What the lists of two months say of everybody but the last player."""


def event(days=DAYS):
    """Ten players who have all 2300 and no title on the first day; the first one wins all games."""
    ring = all_play_all(10, 1, lambda turn, white, black: LOST if black == "P00" else WON)
    players = [
        replace(p, rating=2300, title="FM", country=FEDERATIONS[n % 4], fide_id=str(10001 + n))
        for n, p in enumerate(ring.players)
    ]
    facts = Event(
        begins=days[0],
        ends=days[-1],
        round_dates=tuple(days),
        country="GER",
        time_code="5400+30",
    )
    return replace(ring, players=tuple(players), event=facts)


def with_list(folder, month):
    """A list of FIDE's of a month beside the tournament, without the last player."""
    rating, title = LATER[month]
    listed = [
        Listed(
            10001 + n,
            f"P{n:02}",
            FEDERATIONS[n % 4],
            "M",
            title,
            "1990",
            (rating, 0, 0),
            (20, 20, 20),
        )
        for n in range(9)
    ]
    name = {11: "nov", 12: "dec"}[month]
    file = write(folder / f"standard_{name}26frl.txt", text_lines(listed, 0, f"{name.upper()}26"))
    RatingLists(folder).load(file)


def slow_games(tournament, key, months):
    """The games of a player as the article counts them: each with the list of the month of its day."""
    for game in sorted(tournament.games, key=lambda each: each.round):
        if key in game.players:
            other = tournament.by_key[game.opponent_of(key)]
            month = tournament.event.day_of(game.round).month
            is_listed = month in months and other.key != "P09"
            rating, title = LATER[month] if is_listed else (other.rating, other.title)
            won_x2 = game.result.won_x2[game.players.index(key)]
            yield NormGame(rating=rating, title=title, federation=other.country, score_x2=won_x2)


@pytest.mark.parametrize("months", [(), (11,), (11, 12)])
def test_each_game_counts_by_the_list_of_its_day(run, tmp_path, months):
    tournament = event()
    file = save(tournament, tmp_path / "ring.json")
    for month in months:
        with_list(tmp_path, month)
    found = {row["key"]: row for row in Congress.open(file).norms()["players"]}
    for key in ("P00", "P04", "P09"):
        games = [*slow_games(tournament, key, months)]
        for norm in found[key]["norms"]:
            expected = norm_of(
                norm["title"], games, tournament.by_key[key].country, predetermined=True
            )
            assert (norm["average"], norm["performance"], norm["games"]) == (
                expected.average,
                expected.performance,
                expected.games,
            )
            assert norm["is_made"] is expected.is_made
    said = run("norms", file, "P00")[2]
    used = ", ".join(f"2026-{month}" for month in months)
    assert (f"by the lists of {used}" in said) is bool(months)
    missing = ", ".join(f"2026-{month}" for month in (11, 12) if month not in months)
    assert (f"for the games of {missing}: the lists do not lie" in said) is bool(missing)


@pytest.mark.parametrize(
    ("last", "by_day"), [(date(2026, 11, 1), False), (date(2026, 11, 2), True)]
)
def test_an_event_of_thirty_days_counts_by_one_list(run, tmp_path, last, by_day):
    """From October 3 to November 1 or 2: thirty days, or one more."""
    days = [date(2026, 10, 3)] * 8 + [last]
    file = save(event(days), tmp_path / "ring.json")
    with_list(tmp_path, 11)
    first = Congress.open(file).norms("P00")["players"][0]["norms"][0]["average"]
    assert first == (2300 if not by_day else (8 * 2300 + 2600 + 4) // 9)
    assert ("by the lists of" in run("norms", file, "P00")[2]) is by_day


def test_the_page_counts_by_the_same_lists(tmp_path):
    file = save(event(), tmp_path / "ring.json")
    with_list(tmp_path, 11)
    with director_of(file) as director:
        text = director.get("/norms/9").text
    assert "by the lists of 2026-11" in text
