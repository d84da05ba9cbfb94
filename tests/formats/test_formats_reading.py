"""What OpenGotha's files say, value by value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fastpair.errors import FormatError
from fastpair.formats.opengotha import document as opengotha
from fastpair.go.tournament import (
    Criterion,
    EventFormat,
    Game,
    Grade,
    HandicapRules,
    PairingRules,
    Placement,
    Player,
    Points,
    Result,
    Rules,
    SeedSystem,
)
from opengotha_text import KEYS, PEOPLE, board, read, text, tournament_in


def player_with(attributes, **parts):
    """The player with some attributes."""
    (player,) = tournament_in(
        players=[f'<Player name="Alder" firstName="Ann" {attributes}/>'], **parts
    ).players
    return player


def rules_with(element):
    return tournament_in(parameters=element).rules


def test_a_player_has_all_that_the_file_says():
    attributes = (
        'rank="3D" rating="2310" country="FR" club="Brest" registeringStatus="PRE" '
        'smmsCorrection="-1" participating="10110111111111111111"'
    )
    assert player_with(attributes) == Player(
        key="ALDERANN",
        name="Alder",
        first_name="Ann",
        grade=Grade.parse("3d"),
        rating=2310,
        country="FR",
        club="Bres",
        final=False,
        correction=-1,
        absences=frozenset({2, 5}),
    )


@pytest.mark.parametrize(("text", "number"), [("12345", "12345"), ("99999", ""), ("¹", "¹")])
def test_numbers_that_stand_in_for_those_of_the_aga_are_none(text, number):
    assert player_with(f'agaId="{text}"').aga_id == number


def test_an_aga_number_has_an_end():
    assert player_with(f'agaId="{"1" * 18}"').aga_id == "1" * 18
    with pytest.raises(FormatError, match=r"agaId='1+…': expected at most 18 digits"):
        player_with(f'agaId="{"1" * 4301}"')


@pytest.mark.parametrize(
    ("root", "rating", "read_as"),
    [
        ('dataVersion="201"', "1500", 1500),
        ("", "1500", 1500),
        ('dataVersion="200"', "-550", 1500),
        ('dataVersion="200"', "2000", 2949),
        ('dataVersion="201"', "-5000", -900),
        ('dataVersion="201"', "3000", 2949),
    ],
)
def test_ratings_are_european(root, rating, read_as):
    assert player_with(f'rating="{rating}"', root=root).rating_or_lowest == read_as


@pytest.mark.parametrize(
    ("root", "version"),
    [
        ('fullVersionNumber="3.51.02"', "3.51.02"),
        ('gothaVersion="349" gothaMinorVersion="3"', "3.49.03"),
        ('gothaVersion="348"', "3.48.00"),
        ('gothaVersion="old"', ""),
        ("", ""),
    ],
)
def test_the_version_of_the_program(root, version):
    assert read(text(root=root)).version == version


RESULTS = {
    "WHITEWINS": Result.WHITE_WINS,
    "BLACKWINS": Result.BLACK_WINS,
    "EQUAL": Result.JIGO,
    "BOTHLOSE": Result.BOTH_LOSE,
    "BOTHLOOSE": Result.BOTH_LOSE,
    "BOTHWIN": Result.BOTH_WIN,
}


@pytest.mark.parametrize(
    ("result", "read_as", "by_default"),
    [
        ("UNKNOWN", Result.UNKNOWN, False),
        *((name, result, False) for name, result in RESULTS.items()),
        *((f"{name}_BYDEF", result, True) for name, result in RESULTS.items()),
    ],
)
def test_results(result, read_as, by_default):
    element = board(result=result, number=2, table=7, stones=3)
    assert tournament_in(games=[element]).games == (
        Game(
            round=2,
            table=7,
            white=KEYS[0],
            black=KEYS[1],
            handicap=3,
            result=read_as,
            by_default=by_default,
        ),
    )


def test_a_game_without_a_result_is_still_to_be_played():
    element = (
        f'<Game roundNumber="1" tableNumber="2" whitePlayer="{KEYS[0]}" blackPlayer="BIRKBO"/>'
    )
    (played,) = tournament_in(games=[element]).games
    assert (played.result, played.by_default, played.handicap) == (Result.UNKNOWN, False, 0)


EVERY_PARAMETER = """
<GeneralParameterSet name="Cup of Ulm" numberOfRounds="7" numberOfCategories="3" genMMFloor="15K"
    genMMBar="2D" genMMZero="30K" genNBW2ValueAbsent="1" genNBW2ValueBye="2" genMMS2ValueAbsent="1"
    genMMS2ValueBye="2" genRoundDownNBWMMS="false" genCountNotPlayedGamesAsHalfPoint="true">
<Categories><Category lowerLimit="10K" number="2"/><Category lowerLimit="1D" number="1"/>
</Categories></GeneralParameterSet>
<HandicapParameterSet hdBasedOnMMS="false" hdCeiling="4" hdCorrection="-1"
    hdNoHdRankThreshold="30k"/>
<PlacementParameterSet><PlacementCriteria>
<PlacementCriterion name="SOSW" number="2"/><PlacementCriterion name="NBW" number="1"/>
<PlacementCriterion name="NULL" number="3"/><PlacementCriterion name="SDC" number="4"/>
<PlacementCriterion name="NULL" number="5"/><PlacementCriterion name="NULL" number="6"/>
</PlacementCriteria></PlacementParameterSet>
<PairingParameterSet paiStandardNX1Factor="0.3" paiBaAvoidDuplGame="1" paiBaRandom="2"
    paiBaDeterministic="false" paiBaBalanceWB="3" paiMaAvoidMixingCategories="4"
    paiMaMinimizeScoreDifference="5" paiMaDUDDWeight="6" paiMaCompensateDUDD="false"
    paiMaDUDDUpperMode="BOT" paiMaDUDDLowerMode="TOP" paiMaMaximizeSeeding="7"
    paiMaLastRoundForSeedSystem1="4" paiMaSeedSystem1="SPLITANDFOLD"
    paiMaSeedSystem2="SPLITANDSLIP" paiMaAdditionalPlacementCritSystem1="NULL"
    paiMaAdditionalPlacementCritSystem2="Rating" paiSeRankThreshold="2K"
    paiSeNbWinsThresholdActive="false" paiSeBarThresholdActive="false" paiSeDefSecCrit="8"
    paiSeMinimizeHandicap="9" paiSeAvoidSameGeo="10" paiSePreferMMSDiffRatherThanSameCountry="2"
    paiSePreferMMSDiffRatherThanSameClubsGroup="5" paiSePreferMMSDiffRatherThanSameClub="4"/>
"""
"""Parameters none of which has its default."""


def test_every_parameter_is_read():
    rules = rules_with(EVERY_PARAMETER)
    assert rules == Rules(
        rounds=7,
        floor=Grade.parse("15k"),
        bar=Grade.parse("2d"),
        category_limits=(Grade.parse("1d"), Grade.parse("10k")),
        points=Points(
            wins_absent_x2=1, wins_bye_x2=2, mms_absent_x2=1, mms_bye_x2=2, round_down=False
        ),
        unplayed_as_half_point=True,
        placement=(
            Criterion.WINS,
            Criterion.SOS_WINS,
            Criterion.NONE,
            Criterion.SIMPLE_DIRECT_CONFRONTATION,
        ),
        handicap=HandicapRules(
            by_mms=False, threshold=Grade.parse("30k"), correction=-1, ceiling=4
        ),
        pairing=PairingRules(
            variant="v351",
            concavity=0.3,
            avoid_duplicate=1,
            random=2,
            deterministic=False,
            balance_colours=3,
            avoid_mixing_categories=4,
            minimise_score_difference=5,
            draw_up_down=6,
            compensate_draw_up_down=False,
            drawn_down_from=Placement.BOTTOM,
            drawn_up_from=Placement.TOP,
            maximise_seeding=7,
            last_round_of_first_seed_system=4,
            seed_systems=(SeedSystem.SPLIT_AND_FOLD, SeedSystem.SPLIT_AND_SLIP),
            seed_criteria=(Criterion.NONE, Criterion.RATING),
            grade_threshold=Grade.parse("2k"),
            wins_threshold=False,
            bar_threshold=False,
            secondary_criteria=8,
            minimise_handicap=9,
            avoid_same_area=10,
            country_groups=2,
            club_groups=4,
        ),
    )
    assert rules.kind is EventFormat.SWISS


def test_clubs_groups():
    groups = """<ClubsGroups><ClubsGroup name="1"><Club name="38GJ"/><Club name="38Gr"/></ClubsGroup>
    <ClubsGroup name="2"></ClubsGroup></ClubsGroups>"""
    assert tournament_in(rest=groups).rules.club_groups == (
        frozenset({"38gj", "38gr"}),
        frozenset(),
    )


def test_an_unknown_criterion_is_remarked_and_as_if_missing():
    criteria = (
        '<PlacementCriterion name="MMS" number="1"/><PlacementCriterion name="BZS" number="2"/>'
    )
    seeds = (
        '<PairingParameterSet paiMaAdditionalPlacementCritSystem1="Luck" '
        'paiMaAdditionalPlacementCritSystem2="None"/>'
    )
    parameters = f"<PlacementParameterSet>{criteria}</PlacementParameterSet>{seeds}"
    document = read(text(parameters=parameters, games=[board()]))
    assert document.tournament.rules.placement == (Criterion.MMS,)
    assert document.tournament.rules.pairing.seed_criteria == (Criterion.RATING, Criterion.NONE)
    assert len(document.remarks) == 2
    assert "'BZS'" in document.remarks[0]
    assert "'Luck'" in document.remarks[1]


def test_an_unusual_country_is_remarked():
    document = read(
        text(players=['<Player name="Alder" firstName="Ann" rank="1D" country="FRA"/>'])
    )
    assert document.tournament.players[0].country == "FRA"
    assert document.remarks == (
        "line 4: country='FRA' has not two letters; OpenGotha cannot load the player",
    )


# Who is meant


@pytest.mark.parametrize(
    ("reference", "key"),
    [
        ("BIRKBO", "BIRKBO"),
        ("Birk Bo", "BIRKBO"),
        ("BİRKBO", "BIRKBO"),
        ("CORNERCELI", KEYS[2]),
        ("CÖRNERCÉLI", KEYS[2]),
        ("CoernerCe_Li", KEYS[2]),
        ("VAN_DORN DI", KEYS[3]),
    ],
)
def test_references_are_found(reference, key):
    (played,) = tournament_in(games=[board(white=KEYS[0], black=reference)]).games
    assert played.players == (KEYS[0], key)


def test_other_spellings_are_remarked():
    games = [board(white="CORNERCELI"), board(white="CORNERCELI", number=2)]
    document = read(text(games=games))
    assert document.remarks == (
        "1 name is spelled in games or byes otherwise than among the players: "
        "'CORNERCELI' was taken for 'CÖRNERCÉ-LI'",
    )
    assert read(text(games=[board()])).remarks == ()


def test_several_likenesses_are_an_error():
    players = [
        '<Player name="Cörner" firstName="Al"/>',
        '<Player name="Corner" firstName="Al"/>',
        *PEOPLE,
    ]
    with pytest.raises(FormatError, match="may be any of CORNERAL, CÖRNERAL"):
        tournament_in(players=players, games=[board(white="CÔRNERAL")])


# Contradictions


def test_text_where_there_is_none_is_named():
    damaged = (
        board(number=2).replace("<Game", "true", 1).replace("blackPlayer", "&amp; blackPlayer")
    )
    content = text(games=[board(), damaged, damaged, "<Game lost"[5:]])
    line = next(i for i, line in enumerate(content.splitlines(), 1) if line.startswith("true"))
    (remark,) = (one for one in read(content).remarks if "is a tag damaged?" in one)
    assert remark.startswith(f"line {line}: 'true & blackPlayer=")
    assert "is text inside of <Games>, where the format has none" in remark
    content = text(games=[f"{board()}\n{damaged}"] * 7)
    remarks = [one for one in read(content).remarks if "is a tag damaged?" in one]
    assert len(remarks) == 5
    assert remarks[-1].endswith("is not read, like 2 more")


@pytest.mark.parametrize("what", ["game", "bye"])
def test_what_is_beyond_the_stated_rounds_is_left_out_and_stays(what):
    byes = [f'<ByePlayer player="{KEYS[2]}" roundNumber="21"/>']
    content = text(
        games=[board(), *([board(number=21)] if what == "game" else [])],
        byes=byes if what == "bye" else None,
        parameters='<GeneralParameterSet numberOfRounds="5"/>',
    )
    document = read(content)
    assert (document.tournament.rules.rounds, len(document.tournament.games)) == (5, 1)
    assert document.tournament.byes == ()
    line = next(i for i, line in enumerate(content.splitlines(), 1) if 'roundNumber="21"' in line)
    assert document.remarks == (
        f"line {line}: the file has 5 rounds; this {what} of round 21 is left out, and stays in the "
        "file",
    )
    changed = replace(document.tournament, games=())
    assert 'roundNumber="21"' in document.content_with(changed).decode()


AGAIN = {
    "the same": {},
    "another result": {"games": [board(KEYS[0], KEYS[1], result="BLACKWINS")]},
    "another spelling": {"games": [board(KEYS[0].lower(), KEYS[1])]},
    "no game": {"games": []},
    "one more game": {"games": [board(KEYS[0], KEYS[1]), board(KEYS[1], KEYS[0], number=2)]},
    "another rank": {"players": [PEOPLE[0].replace("3D", "2D"), *PEOPLE[1:]]},
    "another order": {"players": PEOPLE[::-1]},
    "a player less": {"players": PEOPLE[:2]},
    "a country of three letters": {"players": [PEOPLE[0].replace("FR", "FRA"), *PEOPLE[1:]]},
    "a player without a rank": {
        "players": [*PEOPLE[:2], '<Player name="Elm" firstName="Eve" rating="1000"/>']
    },
}
"""What another program may make of a file."""


@pytest.mark.parametrize("before", AGAIN)
@pytest.mark.parametrize("after", AGAIN)
def test_a_file_that_has_changed_is_read_as_if_nobody_had_read_it(before, after):
    """While it is in use: what has not changed in it is taken from there, and its doubts are said again."""
    usual = {"players": PEOPLE, "games": [board(KEYS[0], KEYS[1])]}
    former, now = (text(**{**usual, **AGAIN[each]}).encode() for each in (before, after))
    in_use = opengotha.read(f"{before}.xml", former)
    again, fresh = opengotha.read(f"{before}.xml", now), opengotha.read("fresh.xml", now)
    assert (again.tournament, again.remarks) == (fresh.tournament, fresh.remarks)
    games = [Game(round=3, table=1, white=KEYS[1], black=KEYS[0])]
    changed = fresh.tournament.replace_round(3, games, ())
    assert again.content_with(changed) == fresh.content_with(changed)
    if before == after:
        assert again.tournament.players[1] is in_use.tournament.players[1]
