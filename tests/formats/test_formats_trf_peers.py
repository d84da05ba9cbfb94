"""FIDE's report files of the program that others pair with, and what it makes of ours."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace

import pytest

from fastpair import draw_round
from peer_archives import PROGRAM, answers, tournaments
from profiles import few, sampled
from trf_reports import FORMAT, held, tournament, unstated, with_colour


@pytest.fixture(scope="module")
def played():
    """The tournaments that the peer has played, by their names."""
    return tournaments()


@pytest.fixture(scope="module")
def answered():
    """Tournaments before a round, each with what the peer has answered."""
    return answers()


def drawn(content):
    """The boards of the next round in the peer's form: White and Black by number, the bye with 0."""
    tournament = FORMAT.read("t", content).tournament
    draw = draw_round(tournament, tournament.round_to_draw())
    number = {player.key: place for place, player in enumerate(tournament.players, start=1)}
    boards = [(number[board.white], number[board.black]) for board in draw.boards]
    return boards + [(number[key], 0) for key in filter(None, [draw.bye])]


def test_the_next_round_is_the_peers_before_and_after_it_is_written(answered):
    """Pairs, colours, the bye and the order of the boards."""
    assert len(answered) > 200
    for content, answer in few(answered, 12, ci=40):
        numbers = [*map(int, answer.split())]
        expected = [*zip(numbers[1::2], numbers[2::2], strict=True)]
        assert drawn(content) == expected
        assert drawn(FORMAT.new(FORMAT.read("t", content).tournament)) == expected


def paired(folder, content):
    """The next round as the peer pairs it."""
    if not PROGRAM.is_file():
        pytest.skip(f"no {PROGRAM}: no other program to ask")
    file, pairs = folder / "in.trf", folder / "pairs"
    file.write_bytes(content)
    command = [os.fspath(PROGRAM), "--dutch", file, "-p", pairs]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return pairs.read_text().split()


def test_the_peers_tournaments_are_the_same_after_they_are_written(played):
    assert len(played) > 400
    for content in few(played.values(), 12, ci=20):
        found = FORMAT.read("t", content)
        assert [each.partition("FIDE")[2] for each in found.remarks] in (
            [],
            ["_DUTCH_2025 is drawn by the rules in force from 1 February 2026"],
        )
        again, stated = held(FORMAT.new(found.tournament)), found.tournament.rules.fide
        colour = again.rules.fide.initial_colour
        assert stated.initial_colour in (colour, "lot")
        assert again == with_colour(unstated(found.tournament), colour)
        earlier = found.tournament.before(found.tournament.rules.rounds)
        cut = FORMAT.read("t", found.content_with(earlier))
        assert cut.tournament == earlier
        again = cut.content_with(found.tournament).decode().split("\r")
        columns = [line[:85] + line[89:] for line in again if line[:3] == "001"]
        assert columns == [
            line[:85] + line[89:] for line in content.decode().split("\r") if line[:3] == "001"
        ]


def test_the_peer_pairs_the_next_round_of_what_is_written(played, tmp_path):
    sizes = {name: [*map(int, re.findall(r"_([0-9]+)x([0-9]+)", name)[0])] for name in played}
    small = [name for name, (players, rounds) in sizes.items() if 3 * rounds < players < 40]
    for name in few(sorted(small), 3, ci=sampled(len(small))):
        content = played[name]
        found = FORMAT.read("t", content)
        rounds = found.tournament.rules.rounds + 1
        more = replace(found.tournament, rules=replace(found.tournament.rules, rounds=rounds))
        pairs = paired(tmp_path, content + b"\rXXR %d\r" % rounds)
        assert len(pairs) > 2
        assert paired(tmp_path, FORMAT.new(more)) == pairs
        assert paired(tmp_path, found.content_with(more)) == pairs


def test_the_peer_understands_every_line_that_is_written(played, tmp_path):
    """Byes, points, forbidden pairs and rounds in the columns of TRF26."""
    rules = tournament().rules
    points = replace(
        rules.points,
        win_x2=6,
        jigo_x2=2,
        forfeit_win_x2=6,
        both_win_x2=6,
        wins_bye_x2=4,
        requested_bye_x2=2,
    )
    t = replace(tournament(), rules=replace(rules, points=points))
    away = [replace(p, absences=frozenset({2}), requested_byes=frozenset({2} if p.name == "Fir" else ()))
            if p.name in ("Fir", "Elm") else p for p in t.players]  # fmt: skip
    pairs = paired(tmp_path, FORMAT.new(replace(t, players=tuple(away))))
    assert {"5", "6"}.isdisjoint(pairs[1:])
    assert {*zip(pairs[1::2], pairs[2::2], strict=True)}.isdisjoint({("1", "3"), ("3", "1")})
    assert {"5", "6"} <= {*paired(tmp_path, FORMAT.new(t))[1:]}
    forfeits = replace(points, forfeit_loss_x2=1)
    content = FORMAT.new(replace(t, rules=replace(rules, points=forfeits)))
    assert b"BBF  0.5\n" in content
    assert paired(tmp_path, content)
