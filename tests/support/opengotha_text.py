"""OpenGotha files as text, as little as they can hold, and tournaments for hypothesis."""

from __future__ import annotations

import re
import string
from dataclasses import replace

from hypothesis import strategies as st

from builders import GO_RESULTS
from fastpair.formats import opengotha
from fastpair.formats.characters import key_of
from fastpair.go.tournament import (
    OPENGOTHA_CRITERIA,
    Bye,
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
    Tournament,
)

DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
PEOPLE = (
    '<Player name="Alder" firstName="Ann" rank="3D" rating="2310" country="FR" club="Brest"/>',
    '<Player name="Birk" firstName="Bo" rank="1K" rating="2004" country="de" club="Ulm"/>',
    '<Player name="Cörner" firstName="Cé-Li" rank="12k" rating="910"/>',
    '<Player name="van Dorn" firstName="Di" rank="20K"/>',
)
KEYS = ("ALDERANN", "BIRKBO", "CÖRNERCÉ-LI", "VANDORNDI")


def text(
    *,
    root='dataVersion="201"',
    players=PEOPLE,
    games=(),
    byes=None,
    parameters="<GeneralParameterSet/>",
    rest="",
    declaration=DECLARATION,
):
    """An OpenGotha file; the first player stands in its fourth line."""
    lines = [f"<Tournament {root}>", "<Players>", *players, "</Players>", "<Games>", *games]
    lines += ["</Games>", *([] if byes is None else ["<ByePlayers>", *byes, "</ByePlayers>"])]
    lines += ["<TournamentParameterSet>", parameters, "</TournamentParameterSet>", rest]
    return declaration + "\n".join([*lines, "</Tournament>"])


def board(white=KEYS[0], black=KEYS[1], result="UNKNOWN", *, number=1, table=1, stones=0):
    """The element of a game."""
    return (
        f'<Game blackPlayer="{black}" handicap="{stones}" knownColor="true" '
        f'result="RESULT_{result}" roundNumber="{number}" tableNumber="{table}" '
        f'whitePlayer="{white}"/>'
    )


def read(content):
    """The document in a text or in bytes."""
    return opengotha.read("t.xml", content.encode() if isinstance(content, str) else content)


def tournament_in(*args, **parts):
    return read(text(*args, **parts)).tournament


GRADES = st.integers(-30, 8).map(Grade)
WEIGHTS = st.integers(0, 10**17)
POINTS = st.integers(0, 2)
NAMES = st.text(string.ascii_letters + "äéøßİı'-_. 孫", min_size=1, max_size=8)
CLUBS = st.text(string.ascii_letters + " &<>\"'", max_size=4)


@st.composite
def players(draw, rounds):
    name, first_name = draw(NAMES), draw(NAMES)
    return Player(
        key=key_of(name + first_name),
        name=name,
        first_name=first_name,
        grade=draw(GRADES),
        rating=draw(st.integers(-900, 2949)),
        country=draw(st.sampled_from(["", "FR", "DE", "jp"])),
        club=draw(CLUBS),
        final=draw(st.booleans()),
        correction=draw(st.integers(-1, 2)),
        absences=draw(st.frozensets(st.integers(1, rounds))),
    )


def pairing_rules():
    criteria = st.sampled_from(OPENGOTHA_CRITERIA)
    systems = st.sampled_from(SeedSystem)
    return st.builds(
        PairingRules,
        variant=st.just("v351"),
        concavity=st.floats(0, 1, allow_subnormal=False),
        avoid_duplicate=WEIGHTS,
        random=WEIGHTS,
        deterministic=st.booleans(),
        balance_colours=WEIGHTS,
        minimise_score_difference=WEIGHTS,
        drawn_down_from=st.sampled_from(Placement),
        drawn_up_from=st.sampled_from(Placement),
        last_round_of_first_seed_system=st.integers(0, 20),
        seed_systems=st.tuples(systems, systems),
        seed_criteria=st.tuples(criteria, criteria),
        grade_threshold=GRADES,
        wins_threshold=st.booleans(),
        club_groups=st.integers(0, 9),
    )


def rules(rounds):
    return st.tuples(GRADES, GRADES).map(sorted).flatmap(lambda ends: rules_of(rounds, *ends))


def rules_of(rounds, floor, bar):
    real = st.sampled_from(OPENGOTHA_CRITERIA[1:])
    return st.builds(
        Rules,
        rounds=st.just(rounds),
        floor=st.just(floor),
        bar=st.just(bar),
        category_limits=st.lists(GRADES, max_size=8).map(tuple),
        points=st.builds(
            Points,
            wins_absent_x2=POINTS,
            wins_bye_x2=POINTS,
            mms_absent_x2=POINTS,
            mms_bye_x2=POINTS,
            round_down=st.booleans(),
        ),
        unplayed_as_half_point=st.booleans(),
        placement=st.lists(real, max_size=6).map(tuple),
        handicap=st.builds(
            HandicapRules,
            by_mms=st.booleans(),
            threshold=GRADES,
            correction=st.integers(-3, 3),
            ceiling=st.integers(0, 9),
        ),
        pairing=pairing_rules(),
        club_groups=st.lists(
            st.frozensets(st.text(string.ascii_lowercase, min_size=1, max_size=4)), max_size=2
        ).map(tuple),
    )


@st.composite
def seatings(draw, keys, number):
    """Games and byes of a round without a contradiction."""
    order = draw(st.permutations(keys))
    count = draw(st.integers(0, len(order) // 2))
    tables = draw(st.lists(st.integers(1, 99), min_size=count, max_size=count, unique=True))
    games = []
    for place, table in enumerate(tables):
        result = draw(st.sampled_from(GO_RESULTS))
        games.append(
            Game(
                round=number,
                table=table,
                white=order[2 * place],
                black=order[2 * place + 1],
                handicap=draw(st.integers(0, 9)),
                result=result,
                by_default=result is not Result.UNKNOWN and draw(st.booleans()),
            )
        )
    left = order[2 * count :]
    byes = [Bye(round=number, player=left[0])] if left and draw(st.booleans()) else []
    return games, byes


@st.composite
def tournaments(draw):
    """Tournaments that a file of OpenGotha can hold."""
    rounds = draw(st.integers(1, 6))
    entered = draw(st.lists(players(rounds), max_size=9, unique_by=lambda player: player.key))
    entered = [player for player in entered if player.key]
    seated = [
        draw(seatings([player.key for player in entered], number))
        for number in range(1, rounds + 1)
    ]
    return Tournament(
        name=draw(st.text(string.printable[:-6] + "é", max_size=12)),
        rules=draw(rules(rounds)),
        players=tuple(entered),
        games=tuple(game for games, _ in seated for game in games),
        byes=tuple(bye for _, byes in seated for bye in byes),
    )


def as_read(tournament):
    """What is equal of two tournaments if a file holds the same: nothing depends on the order."""
    keys = {p.key: key_of(p.name + p.first_name) for p in tournament.players}
    games = (replace(g, white=keys[g.white], black=keys[g.black]) for g in tournament.games)
    byes = (replace(bye, player=keys[bye.player]) for bye in tournament.byes)
    entered = (replace(player, key=keys[player.key]) for player in tournament.players)
    return (
        tournament.name,
        tournament.event,
        tournament.rules,
        sorted(entered, key=repr),
        sorted(games, key=repr),
        sorted(byes, key=repr),
    )


# What may change in a file, and the rest of it

_CHANGEABLE = re.compile(
    r"""\s*<(Game|ByePlayer)\s[^>]*(?:/>|(?<!/)>\s*</\1>)
    |\s+participating\s*=\s*(?:"[^"]*"|'[^']*')""",
    re.VERBOSE,
)
_EMPTY_LIST = re.compile(r"<(Games|ByePlayers?)\s*>\s*</\1\s*>|<(Games|ByePlayers?)\s*/>")


def rest_of(content, encoding="utf-8"):
    """The bytes of a file without its games, its byes and the participation of its players."""
    left = _EMPTY_LIST.sub(r"<\1\2/>", _CHANGEABLE.sub("", content.decode(encoding)))
    return re.sub(r"\s*<ByePlayers/>", "", left).encode(encoding)


def boards_in(content, encoding="utf-8"):
    """The text of every game and bye of a file, as it stands there."""
    return re.findall(r"<(?:Game|ByePlayer)\s[^>]*>", content.decode(encoding))
