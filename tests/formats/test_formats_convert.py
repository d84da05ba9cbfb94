"""Real files become files of every format: what is lost is said, and said only once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from fastpair.errors import FastpairError, RuleError
from fastpair.formats import FORMATS, read
from fastpair.formats.egd import verify
from fastpair.formats.losses import losses
from profiles import in_turn
from results import WITH_MMS, in_aga, in_egd, in_ffg, lines_of, names_of, numbered_games
from tournaments import tournaments
from whole_tournaments import whole_tournaments

LOSSLESS = ("fastpair",)

RESULTS = ("egd", "ffg", "aga")
"""The formats of results, which hold no rules."""


def converted(form, tournament):
    """What a new file of a format holds of a tournament; None if the format refuses it."""
    try:
        content = form.new(tournament)
    except RuleError:
        return None
    assert form.recognises(content)
    earlier = [other for other in FORMATS.values() if other.recognises(content)]
    assert earlier[0] is form
    return form.read("converted", content).tournament


def check_conversion(form, tournament):
    """What is lost is lost at once, or with the second file where the first one settles it.

    A result file has no rules, no tables and one encoding for all of it: what is lost of a name
    can change the order of the lines, the tables that follow from it, and the encoding.
    """
    once = converted(form, tournament)
    if once is None:
        assert form.name not in LOSSLESS or tournament.doubtful
        return
    lost = losses(once, tournament)
    assert lost == [] or form.name not in LOSSLESS
    assert all("\n" not in line for line in lost)
    settled = converted(form, once) if form.name in RESULTS else once
    again = converted(form, settled)
    assert again is not None
    assert [line for line in losses(again, settled) if not line.startswith("table:")] == []


@pytest.mark.peers("opengotha/*/tournament.xml", "files/*/*", "opengotha/*/export/*", alike=True)
def test_a_real_file(peer):
    if peer.is_dir():
        pytest.skip("a folder")
    try:
        tournament = read(peer).tournament
    except FastpairError as error:
        pytest.skip(f"no tournament: {error}"[:80])
    for form in in_turn(FORMATS.values(), str(peer)):
        check_conversion(form, tournament)


@pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
@given(tournament=whole_tournaments())
def test_any_tournament(form, tournament):
    check_conversion(form, tournament)


@pytest.mark.parametrize(
    ("name", "everybody", "as_held"),
    [("egd", False, in_egd), ("ffg", False, in_ffg), ("aga", True, in_aga)],
)
@given(tournament=tournaments())
def test_games_byes_and_names_are_those_of_a_result_file(name, everybody, as_held, tournament):
    form = FORMATS[name]
    tournament = replace(tournament, rules=replace(tournament.rules, placement=WITH_MMS))
    if name == "aga":  # the komi of even games is found in one
        assume(tournament.games)
        even = replace(tournament.games[0], handicap=0)
        tournament = replace(tournament, games=(even, *tournament.games[1:]))
    lines = lines_of(tournament, everybody)
    assume(lines)
    content = form.new(tournament)
    held = form.read("written", content).tournament
    assert form.recognises(content)
    assert name != "egd" or verify(content) == []
    assert names_of(lines) == [(p.name, p.first_name) for p in held.players]
    assert name == "aga" or [p.grade for p in lines] == [p.grade for p in held.players]
    assert held.rules.rounds == tournament.rules.rounds
    assert numbered_games(held, held.players) == numbered_games(tournament, lines, as_held)
