"""Players, event and rules that change in a file: read back they are there, and nothing else moved."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from fastpair.formats.characters import key_of
from fastpair.go.tournament import Event, Overtime, TimeLimit
from odd_files import FORMS, FRAME, LINE_ENDS, LISTS_OF_BYES, LISTS_OF_GAMES
from odd_files import GAMES as ODD_GAMES
from opengotha_text import PEOPLE, as_read, players, read, rules, seatings

LISTS_OF_PLAYERS = (
    "\n  ".join(PEOPLE),
    "".join(PEOPLE),
    f"\n    {PEOPLE[3]}<!-- one -->\n    {PEOPLE[0]}\n\t{PEOPLE[1]}text{PEOPLE[2]}\n  ",
    " <Player rank='3d'  firstName='Ann' grade='2P' name='Alder' ratingOrigin='FFG : -921'\n"
    f" note='&lt;' rating='2310' />{PEOPLE[1]}{PEOPLE[2]}{PEOPLE[3]} ",
)
GENERAL = (
    "<GeneralParameterSet beginDate='2025-7-1' name='Cup' complementaryTimeSystem='CANBYOYOMI' "
    'canByoYomiTime="600" numberOfCategories="2"\tnumberOfRounds="5"{}'
)
PARAMETERS = (
    "",
    "<GeneralParameterSet name='Cup'/>",
    GENERAL.format("/>").replace('numberOfCategories="2"', ""),
    GENERAL.format(
        ">\n<Categories>\n  <Category number='4'  lowerLimit='3K' /><Category lowerLimit='1D' "
        "number='4'/></Categories><more/></GeneralParameterSet >"
    )
    + "<PlacementParameterSet>[ , ]<PlacementCriteria>\n"
    "    <PlacementCriterion name='MMS' number='1'/>"
    "<PlacementCriterion name='SOSM' number='3'/>[ , ]</PlacementCriteria></PlacementParameterSet>"
    "<!-- x --><PairingParameterSet paiBaRandom='7' paiMaSeedSystem1='splitandslip'/>",
    "<PlacementParameterSet/><HandicapParameterSet hdCeiling='3'></HandicapParameterSet>",
)
CLUBS = (
    "",
    "<ClubsGroups/>",
    "<ClubsGroups>\n  <ClubsGroup name='2'>\n    <Club name='Ulm' /><Club name='bern'/>"
    "</ClubsGroup>\n<ClubsGroup name='1'/></ClubsGroups>",
)
CUP = '<TournamentParameterSet><GeneralParameterSet name=\'Cup "of" Ulm\' numberOfRounds="3"/>\n'


def file_with(form, line_end, *, people, parameters, clubs, games=LISTS_OF_GAMES[4], byes=""):
    """A file in all sorts of spellings."""
    encoding, mark, declaration = form
    content = FRAME.format(declaration, people, games.format(*ODD_GAMES), byes)
    content = content.replace(CUP, f"<TournamentParameterSet>{parameters}\n")
    content = content.replace("</Tournament>", f"{clubs}</Tournament>")
    return mark + content.replace("\n", line_end).encode(encoding, "xmlcharrefreplace")


DATES = st.none() | st.dates(date(1900, 1, 1)).filter(lambda day: day != date(2000, 1, 1))
WORDS = st.text("aZé &<'\"\t;孫", max_size=6)


@st.composite
def time_limits(draw):
    overtime = draw(st.sampled_from(Overtime))
    return TimeLimit(
        basic=60 * draw(st.integers(0, 300)),
        overtime=overtime,
        period=0 if overtime is Overtime.SUDDEN_DEATH else draw(st.integers(0, 900)),
        stones=draw(st.integers(1, 30)) if overtime is Overtime.CANADIAN else 1,
    )


EVENTS = st.builds(
    Event,
    short_name=st.sampled_from(["", "cup 25"]),
    place=WORDS,
    director=WORDS,
    begins=DATES,
    ends=DATES,
    komi_x2=st.integers(-11, 30),
    board_size=st.sampled_from([9, 13, 19]),
    online=st.booleans(),
    time=time_limits(),
)


@st.composite
def rosters(draw, tournament):
    """The players of a tournament, of whom some have changed, gone or come, with its seats."""
    fresh = draw(st.lists(players(5), max_size=3))
    names = {key_of(p.name + p.first_name) for p in tournament.players}
    kept = []
    for player in tournament.players:
        change = draw(st.sampled_from(["stay", "stay", "go", "facts", "name", "all"]))
        other = draw(players(5))
        if change == "facts":
            player = replace(other, key=player.key, name=player.name, first_name=player.first_name)
        if change in ("name", "all") and other.key and other.key not in names:
            names.add(other.key)
            new = {"key": player.key} if draw(st.booleans()) else {"key": other.key}
            new |= {"name": other.name, "first_name": other.first_name}
            player = replace(other if change == "all" else player, **new)
        if change != "go":
            kept.append(player)
    for player in fresh:
        if player.key and player.key not in names:
            names.add(player.key)
            kept.append(player)
    return tuple(kept)


@st.composite
def states(draw, tournament):
    """Another state of a tournament: anything may differ, or nothing."""
    entered = draw(st.just(tournament.players) | rosters(tournament))
    games = draw(st.just(tournament.games) | st.just(()))
    keys = [player.key for player in entered]
    games = [game for game in games if {*game.players} <= {*keys}]
    byes = [bye for bye in tournament.byes if bye.player in keys]
    for number in draw(st.sets(st.integers(1, 3), max_size=2)):
        drawn, left_over = draw(seatings(keys, number))
        games = [game for game in games if game.round != number] + drawn
        byes = [bye for bye in byes if bye.round != number] + left_over
    return replace(
        tournament,
        name=draw(st.just(tournament.name) | WORDS),
        event=draw(st.just(tournament.event) | EVENTS),
        rules=draw(st.just(tournament.rules) | rules(draw(st.integers(3, 6)))),
        players=entered,
        games=tuple(games),
        byes=tuple(byes),
    )


_LISTED = re.compile(
    r"\s*</?(Player|Game|ByePlayer|Category|PlacementCriterion|Club|ClubsGroup)(\s[^>]*)?>"
)
_LISTS = re.compile(
    r"\s*<(Players|Games|ByePlayers?|Categories|PlacementCriteria|ClubsGroups)\s*"
    r"(/>|>\s*</\1\s*>)"
)
_SETS = re.compile(r"<(General|Handicap|Placement|Pairing)ParameterSet\s*([^>]*?)\s*(/>|>)")
_EMPTY_SETS = re.compile(r"\s*<(\w+ParameterSet)\s*(/>|>\s*</\1\s*>)")


def rest_of(content, encoding):
    """A file without what may change; what may be empty is away when it is."""
    left = _LISTED.sub("", content.decode(encoding))
    left = _SETS.sub(lambda found: f"<{found[1]}ParameterSet{found[3]}", left)
    before = None
    while before != left:
        before, left = left, _EMPTY_SETS.sub("", _LISTS.sub("", left))
    return re.sub(r"\s+", "", left)


def tags(content, encoding, name):
    """The start tags of a name, as they stand in a file."""
    return Counter(re.findall(rf"<{name}\s[^>]*>", content.decode(encoding)))


@given(
    data=st.data(),
    form=st.sampled_from(FORMS),
    line_end=st.sampled_from(LINE_ENDS),
    people=st.sampled_from(LISTS_OF_PLAYERS),
    parameters=st.sampled_from(PARAMETERS),
    clubs=st.sampled_from(CLUBS),
    games=st.sampled_from(LISTS_OF_GAMES),
    byes=st.sampled_from(LISTS_OF_BYES),
)
def test_any_change_is_read_back_and_leaves_the_rest(
    data, form, line_end, people, parameters, clubs, games, byes
):
    encoding = form[0]
    content = file_with(
        form, line_end, people=people, parameters=parameters, clubs=clubs, games=games, byes=byes
    )
    document = read(content)
    changed = data.draw(states(document.tournament))
    after = document.content_with(changed)
    held = read(after).tournament
    assert as_read(held) == as_read(changed)
    assert rest_of(after, encoding) == rest_of(content, encoding)
    strange = content[content.index("<![".encode(encoding)) :]
    assert strange[: strange.index("</Strange >".encode(encoding))] in after
    stay = {*document.tournament.players} & {*changed.players}
    gone = tags(content, encoding, "Player") - tags(after, encoding, "Player")
    assert gone.total() <= len(document.tournament.players) - len(stay)
    assert read(after).content_with(held) == after
