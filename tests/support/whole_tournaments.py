"""Invented tournaments with all that a file may hold, and not only what a draw asks for."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from hypothesis import strategies as st

from fastpair.go.tournament import Event, Grade, Overtime, TimeLimit
from tournaments import tournaments

TEXTS = st.one_of(
    st.sampled_from(
        ["", "Ito", "O'Ib", 'a "b"', "x;y,z", "a\tb", "<i>&amp;", "שלום", "Ǣ" * 60, " Q ", "a\nb"]
    ),
    st.text(
        st.characters(
            codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"
        ),
        max_size=8,
    ),
)
"""Texts that a file of every format with a Unicode encoding can hold."""

TIMES = st.builds(
    TimeLimit,
    basic=st.integers(1, 9999),
    overtime=st.sampled_from(Overtime),
    period=st.integers(0, 300),
    stones=st.integers(1, 30),
)


def events(texts=TEXTS):
    dates = st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1))
    return st.builds(
        Event,
        short_name=texts,
        place=texts,
        country=st.sampled_from(["", "SE", "de"]),
        director=texts,
        deputies=texts,
        round_dates=st.lists(st.dates(date(1950, 1, 1), date(2060, 1, 1)), max_size=3).map(tuple),
        time_code=st.sampled_from(["", "5400+30", "40/5400:1800+30", "300"]),
        time_words=texts | st.just("90 minutes, 30 seconds for each move"),
        begins=dates,
        ends=dates,
        komi_x2=st.none() | st.integers(-20, 20),
        board_size=st.sampled_from([None, 9, 13, 19]),
        online=st.booleans(),
        championship=st.sampled_from(["none", "national", "international"]),
        time=st.none() | TIMES,
        comment=texts,
    )


@st.composite
def whole_tournaments(draw, texts=TEXTS):
    """Tournaments with an event, numbers of federations, bands and groups of players."""
    tournament = draw(tournaments())
    players = tuple(
        replace(
            player,
            name=draw(texts),
            club=draw(texts),
            band=draw(st.none() | st.integers(1, 3)),
            play_in=draw(texts),
            play_out=draw(texts),
            egf_pin=draw(st.sampled_from(["", "12345678"])),
            ffg_licence=draw(texts),
            aga_id=draw(texts),
        )
        for player in tournament.players
    )
    merged = draw(st.sampled_from([(), (), (Grade(-2), Grade(-3), Grade(1))]))
    rules = replace(tournament.rules, merged_grades=merged)
    event = draw(events(texts))
    return replace(tournament, name=draw(texts), event=event, rules=rules, players=players)
