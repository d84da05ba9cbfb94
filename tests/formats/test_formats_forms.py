"""Players, event and rules that change in a file: how that is written, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

import pytest

from fastpair.errors import RuleError
from fastpair.go.tournament import Criterion, Event, Grade, Overtime, Player, Rules, TimeLimit
from opengotha_text import KEYS, PEOPLE, as_read, board, read, text

BYE = f'<ByePlayer player="{KEYS[0]}" roundNumber="2"/>'
TEAM = f'<Team teamName="Reds"><Board boardNumber="1" player="{KEYS[1]}" roundNumber="1"/></Team>'
GAME = board(result="WHITEWINS")
FULL = text(games=[GAME], byes=[BYE], rest=f"<Teams>{TEAM}</Teams>")


def changed(content, change):
    """The text of a file after a change of its tournament, which is read back."""
    document = read(content)
    now = change(document.tournament)
    after = document.content_with(now)
    assert as_read(read(after).tournament) == as_read(now)
    return after.decode()


def with_player(key, **facts):
    """A change of one player, in the list of players alone."""

    def change(tournament):
        entered = (replace(p, **facts) if p.key == key else p for p in tournament.players)
        return replace(tournament, players=tuple(entered))

    return change


def entering(**facts):
    """One player more."""
    facts = {"key": "EBBAEK", "name": "Ebba", "first_name": "Ek", "grade": Grade(2), **facts}
    return lambda t: replace(t, players=(*t.players, Player(**facts)))


def test_a_new_player_has_all_that_opengotha_wants():
    after = changed(FULL, entering(egf_pin="12345678", country="SE", club="Lund", rating=2290))
    element = (
        '<Player agaExpirationDate="" agaId="" club="Lund" country="SE" egfPin="12345678" '
        'ffgLicence="" ffgLicenceStatus="" firstName="Ek" grade="3D" name="Ebba" '
        'participating="11111111111111111111" rank="3D" rating="2290" ratingOrigin="MAN" '
        'registeringStatus="FIN" smmsCorrection="0"/>'
    )
    # The others have attributes in an order of their own, and a new player follows it.
    names = re.findall(r"(\w+)=", after.split("</Players>")[0].splitlines()[-1])
    assert names[:3] == ["name", "firstName", "rank"]
    assert after.replace(after.split("</Players>")[0].splitlines()[-1] + "\n", "") == FULL
    orderly = text(players=["<Player firstName='Ann' name='Alder' rank='3D'/>"])
    assert changed(
        orderly, entering(egf_pin="12345678", country="SE", club="Lund", rating=2290)
    ) == (orderly.replace("</Players>", f"{element}\n</Players>"))


def test_a_player_who_goes_leaves_nothing():
    after = changed(FULL, lambda t: replace(t, players=t.players[:3]))
    assert after == FULL.replace(f"{PEOPLE[3]}\n", "")


@pytest.mark.parametrize("key", ["ALDERANN", "ELDERANN", "17"])
def test_games_byes_and_names_follow_a_new_name(key):
    """The key may stay, or be any other, as long as nothing else of the player changes."""

    def rename(tournament):
        keys = {"ALDERANN": key}
        game, bye = tournament.games[0], tournament.byes[0]
        first = replace(tournament.players[0], key=key, name="Elder")
        return replace(
            tournament,
            players=(first, *tournament.players[1:]),
            games=(replace(game, white=keys[game.white]),),
            byes=(replace(bye, player=keys[bye.player]),),
        )

    expected = FULL.replace("ALDERANN", "ELDERANN").replace('"Alder"', '"Elder"')
    assert changed(FULL, rename) == expected


def test_teams_follow_a_new_name():
    after = changed(FULL, with_player("BIRKBO", name="Bark"))
    assert after == FULL.replace("BIRKBO", "BARKBO").replace('"Birk"', '"Bark"')


def test_one_of_two_namesakes_may_get_another_name():
    """The games stay with the one who keeps the name."""
    before = text(players=[*PEOPLE, PEOPLE[0]], games=[GAME])

    def rename(tournament):
        *others, last = tournament.players
        return replace(tournament, players=(*others, replace(last, first_name="Eve")))

    document = read(before)
    after = document.content_with(rename(document.tournament)).decode()
    one, other = before.rsplit(PEOPLE[0], 1)
    assert after == one + PEOPLE[0].replace('"Ann"', '"Eve"') + other
    assert not any(read(after).tournament.faults())


def test_a_name_that_differs_in_capitals_only_leaves_the_games_alone():
    after = changed(FULL, with_player("ALDERANN", name="ALDER"))
    assert after == FULL.replace('"Alder"', '"ALDER"')


def test_a_loose_reference_is_made_clear_when_its_player_gets_a_namesake():
    loose = text(games=[GAME.replace("BIRKBO", "CornerCeLi")])
    after = changed(loose, entering(key="x", name="Corner", first_name="Ce-Li"))
    assert 'blackPlayer="CÖRNERCÉ-LI"' in after
    awake = text(byes=[BYE.replace("ALDERANN", "EBBAEK")])
    assert "ByePlayer p" not in changed(awake, entering())


def test_a_grade_is_rank_and_declared_grade():
    players = ['<Player name="A" firstName="B" rank="7D" grade="2P" club="Ulm"/>']
    after = changed(text(players=players), with_player("AB", grade=Grade(2)))
    assert after == text(players=players).replace("7D", "3D").replace("2P", "3D")
    only = text(players=[players[0].replace(' grade="2P"', "")])
    assert changed(only, with_player("AB", grade=Grade(2))) == only.replace("7D", "3D")


def test_a_rating_is_written_on_the_scale_of_the_file():
    player = '<Player name="A" firstName="B" rating="-921" ratingOrigin="FFG : -921"/>'
    old = text(players=[player], root='dataVersion="200"')
    after = changed(old, with_player("AB", rating=1200))
    assert after == old.replace('rating="-921"', 'rating="-850"').replace("FFG : -921", "MAN")


def test_an_event_and_its_time_are_written():
    general = '<GeneralParameterSet beginDate="2025-07-01" basicTime="60" komi="7,5" name="Cup"/>'
    event = Event(
        short_name="cup25",
        place="Ulm",
        director="Ann & Bo",
        begins=date(2025, 7, 2),
        komi_x2=13,
        online=True,
        time=TimeLimit(basic=2700, overtime=Overtime.CANADIAN, period=300, stones=20),
    )
    after = changed(text(parameters=general), lambda t: replace(t, event=event))
    expected = (
        '<GeneralParameterSet beginDate="2025-07-02" basicTime="45" komi="6.5" name="Cup" '
        'shortName="cup25" location="Ulm" director="Ann &amp; Bo" bInternet="true" '
        'complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300" nbMovesCanTime="20"/>'
    )
    assert after == text(parameters=expected)


@pytest.mark.parametrize("komi", ["six", "1000.5"])
def test_a_wrong_value_of_the_event_is_passed_over(komi):
    general = f'<GeneralParameterSet beginDate="July" size="0" komi="{komi}" basicTime="60"/>'
    document = read(text(parameters=general))
    assert document.tournament.event == Event(time=TimeLimit(basic=3600))
    assert [remark.partition(":")[0] for remark in document.remarks] == 3 * ["line 12"]
    assert "beginDate='July': expected a date such as" in document.remarks[0]


@pytest.mark.parametrize("stated", ["", 'basicTime="0" complementaryTimeSystem="SUDDENDEATH"'])
def test_what_nobody_stated_is_not_stated_when_it_comes_back(stated):
    """Nor is it after it was stated, and that was undone."""
    content = text(parameters=f"<GeneralParameterSet {stated}/>")
    document = read(content)
    assert document.tournament.event == Event()
    event = Event(komi_x2=13, board_size=13, time=TimeLimit(basic=60))
    with_event = document.content_with(replace(document.tournament, event=event)).decode()
    again = read(with_event)
    assert again.tournament.event == event
    assert 'size="13" komi="6.5"' in with_event or 'komi="6.5" size="13"' in with_event
    undone = again.content_with(document.tournament).decode()
    assert read(undone).tournament.event == Event()
    assert not {"komi", "size"} & set(undone.partition("/>")[0].replace("=", " ").split())


def test_categories_come_and_go():
    limits = (Grade(0), Grade(-5), Grade(-10))

    def into(count):
        return lambda t: replace(t, rules=replace(t.rules, category_limits=limits[:count]))

    none = text(parameters='<GeneralParameterSet numberOfCategories="1"/>')
    three = changed(none, into(3))
    assert three.count("<Category ") == 3
    assert 'numberOfCategories="4"' in three
    assert changed(three, into(1)).count("<Category ") == 1
    assert changed(three, into(0)).count("<Category ") == 0


# What OpenGotha cannot hold


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (entering(key="2", name="ALDER", first_name="Ann"), "2 players have the name 'ALDER Ann'"),
        (entering(key="2", name=" ", first_name=" "), "player '2' has no name"),
        (entering(first_name=""), "player 'Ebba': firstName='': expected at least one"),
        (entering(club="Lunda"), "player 'Ebba Ek': club='Lunda': expected at most 4"),
        (entering(country="SWE"), "player 'Ebba Ek': country='SWE': expected two letters"),
        (entering(rating=3000), "player 'Ebba Ek': rating='3000': expected a whole number"),
        (entering(egf_pin=" 1"), "egfPin=' 1': expected text without white space"),
        (entering(band=2), "no place for the band of 'Ebba Ek': found 2"),
        (
            lambda t: replace(t, rules=replace(t.rules, seeding=(Criterion.SOS, Criterion.RATING))),
            r"no place for the seeding of the rules: found SOS, Rating",
        ),
        (entering(name="E\0"), "XML has no character"),
        (with_player("BIRKBO", name="Alder", first_name="Ann"), "2 players have the name"),
        (with_player("BIRKBO", play_in="x"), "no place for the play in of 'Birk Bo': found 'x'"),
        (with_player("BIRKBO", club="Berlin"), "player 'Birk Bo': club='Berlin'"),
        (
            lambda t: replace(t, players=(t.players[0], *t.players[2:]), games=()),
            "team 'Reds', round 1: no player has the key",
        ),
        (lambda t: replace(t, event=Event(country="DE")), "no place for the country of the event"),
        (lambda t: replace(t, event=Event(comment="!")), "no place for the comment of the event"),
        (lambda t: replace(t, event=Event(begins=date(2000, 1, 1))), "2000-01-01 stands for none"),
        (
            lambda t: replace(t, event=Event(time=TimeLimit(basic=90))),
            "basicTime='90': expected whole minutes",
        ),
        (lambda t: replace(t, rules=Rules(rounds=21)), "at most 20 rounds, found 21"),
        (
            lambda t: replace(t, rules=Rules(placement=(Criterion.MMS,) * 7)),
            "at most 6 placement criteria, found 7",
        ),
        (
            lambda t: replace(t, rules=Rules(category_limits=(Grade(0),) * 9)),
            "at most 9 categories, found 10",
        ),
    ],
)
def test_what_opengotha_cannot_hold(change, message):
    document = read(FULL)
    with pytest.raises(RuleError, match=message) as caught:
        document.content_with(change(document.tournament))
    assert "\n" not in str(caught.value)
