"""Thinking times, and the class that the European ratings give them."""

from __future__ import annotations

import pytest

from fastpair.go.tournament import Event, Overtime, TimeLimit


@pytest.mark.parametrize(
    ("minutes", "overtime", "period", "stones", "over_the_board", "online"),
    [
        (75, Overtime.SUDDEN_DEATH, 0, 1, "A", "D"),
        (74, Overtime.SUDDEN_DEATH, 0, 1, "B", "D"),
        (60, Overtime.BYO_YOMI, 20, 1, "A", "D"),
        (60, Overtime.BYO_YOMI, 19, 1, "B", "D"),
        (59, Overtime.BYO_YOMI, 60, 1, "B", "D"),
        (60, Overtime.CANADIAN, 300, 20, "A", "D"),
        (60, Overtime.CANADIAN, 300, 21, "B", "D"),
        (45, Overtime.FISCHER, 15, 1, "A", "D"),
        (44, Overtime.FISCHER, 60, 1, "B", "D"),
        (40, Overtime.BYO_YOMI, 14, 1, "B", "D"),
        (40, Overtime.BYO_YOMI, 13, 1, "C", "X"),
        (39, Overtime.BYO_YOMI, 60, 1, "C", "X"),
        (30, Overtime.FISCHER, 10, 1, "B", "D"),
        (29, Overtime.FISCHER, 60, 1, "C", "X"),
        (25, Overtime.CANADIAN, 300, 60, "C", "X"),
        (25, Overtime.CANADIAN, 240, 60, "X", "X"),
        (24, Overtime.BYO_YOMI, 60, 1, "X", "X"),
        (20, Overtime.FISCHER, 5, 1, "C", "X"),
        (19, Overtime.FISCHER, 60, 1, "X", "X"),
        (0, Overtime.SUDDEN_DEATH, 0, 1, "X", "X"),
    ],
)
def test_the_class_needs_basic_time_and_adjusted_time(
    minutes, overtime, period, stones, over_the_board, online
):
    time = TimeLimit(basic=60 * minutes, overtime=overtime, period=period, stones=stones)
    assert Event(time=time).egf_class == over_the_board
    assert Event(time=time, online=True).egf_class == online


@pytest.mark.parametrize(
    ("overtime", "period", "stones", "adjusted"),
    [
        (Overtime.SUDDEN_DEATH, 30, 1, 3600),
        (Overtime.BYO_YOMI, 30, 1, 3600 + 1350),
        (Overtime.CANADIAN, 300, 15, 3600 + 1200),
        (Overtime.FISCHER, 10, 1, 3600 + 1200),
    ],
)
def test_overtime_is_worth_a_part_of_the_adjusted_time(overtime, period, stones, adjusted):
    assert TimeLimit(overtime=overtime, period=period, stones=stones).adjusted == adjusted


@pytest.mark.parametrize(
    ("code", "rate"),
    [
        ("5400+30", "standard"),
        ("3600", "standard"),
        ("3599", "rapid"),
        ("1800+30", "standard"),
        ("600+1", "rapid"),
        ("600", "blitz"),
        ("180+2", "blitz"),
        ("40/2400:1200", "standard"),
        ("40/2399:1200", "rapid"),
        ("40/600+30:600+60", "standard"),
        ("40/600+30:600+59", "rapid"),
    ],
)
def test_the_rate_of_play_follows_from_the_time_control_in_chess(code, rate):
    assert Event(time_code=code).rate_of_play == rate


@pytest.mark.parametrize(
    ("minutes", "gain", "rate"),
    [(60, 0, "standard"), (30, 29, "rapid"), (30, 30, "standard"), (10, 0, "blitz")],
)
def test_without_it_the_rate_of_play_follows_from_the_time_of_go(minutes, gain, rate):
    overtime = Overtime.FISCHER if gain else Overtime.SUDDEN_DEATH
    time = TimeLimit(basic=60 * minutes, overtime=overtime, period=gain)
    assert Event(time=time).rate_of_play == rate
