"""Tournaments that OpenGotha can hold only in part."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import GO_RESULTS
from fastpair import formats
from fastpair.errors import RuleError
from fastpair.formats.opengotha import fitted, new_document
from fastpair.go.tournament import (
    Bye,
    Criterion,
    Event,
    Game,
    Grade,
    HandicapRules,
    Overtime,
    PairingRules,
    Player,
    Points,
    Rules,
    Team,
    TeamCriterion,
    TeamPlay,
    TimeLimit,
    Tournament,
)
from opengotha_text import tournaments

TEXTS = st.text("aBé &<\0\ud800\t ", max_size=7)
NUMBERS = st.integers(-(10**4), 10**4)
COUNTS, SHIFTS, HALVES = st.integers(1, 10**4), st.integers(-99, 99), st.integers(-2000, 2000)

PLAYERS = st.builds(
    Player,
    key=st.text("abc", min_size=1),
    name=TEXTS,
    first_name=TEXTS,
    grade=st.integers(-30, 8).map(Grade),
    rating=NUMBERS,
    country=TEXTS,
    club=TEXTS,
    correction=SHIFTS,
    band=st.none() | st.integers(1, 99),
    play_in=TEXTS,
    absences=st.frozensets(st.integers(1, 30)),
    egf_pin=TEXTS,
)
EVENTS = st.builds(
    Event,
    short_name=TEXTS,
    place=TEXTS,
    country=TEXTS,
    begins=st.none() | st.just(date(2000, 1, 1)) | st.dates(),
    komi_x2=HALVES,
    board_size=st.integers(1, 99),
    time=st.builds(
        TimeLimit, basic=COUNTS, overtime=st.sampled_from(Overtime), period=COUNTS, stones=COUNTS
    ),
    comment=TEXTS,
)
RULES = st.builds(
    Rules,
    rounds=st.integers(1, 40),
    category_limits=st.lists(st.integers(-30, 8).map(Grade), max_size=12).map(tuple),
    points=st.builds(Points, mms_bye_x2=st.integers(0, 4), win_x2=HALVES),
    placement=st.lists(st.sampled_from(Criterion), max_size=9).map(tuple),
    handicap=st.builds(HandicapRules, correction=SHIFTS, ceiling=st.integers(0, 9)),
    pairing=st.builds(PairingRules, concavity=st.floats(0, 10), random=COUNTS),
    club_groups=st.lists(st.frozensets(TEXTS), max_size=2).map(tuple),
)


@st.composite
def odd_tournaments(draw):
    entered = draw(st.lists(PLAYERS, max_size=6, unique_by=lambda player: player.key))
    pairs = list(zip(entered[::2], entered[1::2], strict=False))
    rounds = [
        Game(
            round=draw(st.integers(1, 30)),
            table=table,
            white=white.key,
            black=black.key,
            handicap=draw(st.integers(0, 9)),
            result=draw(st.sampled_from(GO_RESULTS)),
            by_default=draw(st.booleans()),
        )
        for table, (white, black) in enumerate(pairs, start=1)
    ]
    byes = [Bye(round=draw(st.integers(1, 3)), player=player.key) for player in entered]
    return Tournament.found(
        name=draw(TEXTS),
        event=draw(EVENTS),
        rules=draw(RULES),
        players=tuple(entered),
        games=tuple(rounds),
        byes=tuple(byes),
    )


@given(odd_tournaments())
def test_what_is_fitted_is_held(tournament):
    held = fitted(tournament)
    read_back = new_document(held).tournament
    assert (read_back.name, read_back.event) == (held.name, held.event)
    assert (read_back.players, read_back.games) == (held.players, held.games)
    assert {*read_back.byes} == {*held.byes}
    assert read_back.rules.placement == held.rules.placement
    assert fitted(held) == held
    assert all(len(player.club) <= 4 for player in held.players)
    assert formats.FORMATS["opengotha"].new(tournament) == new_document(held).content


@given(tournaments())
def test_what_can_be_held_is_left_alone(tournament):
    assert fitted(tournament) == tournament


def test_namesakes_get_a_number():
    players = tuple(
        Player(key=key, name="Birk", first_name="Bo", grade=Grade(0)) for key in ("7", "8", "9")
    )
    game = Game(round=1, table=1, white="9", black="8")
    held = fitted(Tournament(players=players, games=(game,)))
    assert [player.key for player in held.players] == ["BIRKBO", "BIRKBO2", "BIRKBO3"]
    assert held.games[0].players == ("BIRKBO3", "BIRKBO2")


@pytest.mark.parametrize(
    ("first", "second"),
    [(Criterion.MMS, Criterion.SOS_MMS), (Criterion.WINS, Criterion.SOS_WINS)],
)
def test_sos_becomes_that_of_the_score(first, second):
    rules = Rules(placement=(first, Criterion.SOS))
    assert fitted(Tournament(rules=rules)).rules.placement == (first, second)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (TeamPlay(summed=True), "no place for starts by the sum of scores: found yes"),
        (TeamPlay(fewest=2), "no place for teams with missing boards: found 2"),
        (
            TeamPlay(teams=(Team(key="1", name="Reds", country="DE"),)),
            "no place for the country of the team 'Reds': found 'DE'",
        ),
        (
            TeamPlay(placement=(TeamCriterion.NONE,) * 7),
            "at most 6 criteria of teams, found 7",
        ),
    ],
)
def test_teams_are_refused_and_left_out_by_the_same_limits(play, message):
    document = new_document(Tournament(name="Cup of Ulm"))
    tournament = replace(document.tournament, team_play=play)
    with pytest.raises(RuleError, match=message):
        document.content_with(tournament)
    held = fitted(tournament)
    assert document.content_with(held)


def test_a_new_file_refuses_what_it_has_no_place_for():
    player = Player(key="BIRKBO", name="Birk", first_name="Bo", grade=Grade(0), band=2)
    with pytest.raises(RuleError, match="no place for the band of 'Birk Bo': found 2"):
        new_document(Tournament(players=(player,)))
