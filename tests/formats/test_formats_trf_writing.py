"""FIDE's report files are written, and changed in place."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from commands import do
from fastpair import draw_round
from fastpair.errors import FormatError, RuleError
from fastpair.formats import read as file_of
from fastpair.go.tournament import (
    Bye,
    EventFormat,
    FideRules,
    Game,
    Player,
    Points,
    Result,
    Tournament,
)
from profiles import in_turn
from trf_reports import (
    FORMAT,
    FORMS,
    LAST,
    TEXT,
    changed_lines,
    document,
    held,
    tournament,
    unstated,
    with_cells,
)


@pytest.mark.parametrize(("end", "encoding"), FORMS)
def test_a_result_changes_the_lines_of_its_players_alone(end, encoding):
    found = document(end=end, encoding=encoding)
    assert found.content_with(found.tournament) == TEXT.replace("\n", end).encode(encoding)
    corrected = replace(found.tournament.games[1], result=Result.JIGO, unrated=False)
    games = [corrected, *found.tournament.games]
    games.remove(found.tournament.games[1])
    games.sort(key=lambda game: game.table)
    changed = replace(found.tournament, games=tuple(games))
    content = found.content_with(changed)
    assert held(content) == changed
    text = content.decode(encoding)
    assert text.count(end) == len(TEXT.splitlines())
    gone, new = changed_lines(TEXT, text)
    assert [line[:80] for line in gone] == [line[:80] for line in new]
    cells = {line[14:19]: (line[80:84], line[91:]) for line in new}
    assert cells["Birch"] == (" 0.5", "   5 b =")
    assert cells["Elm, "] == (" 0.5", "   2 w =")
    points = [line[80:84] for line in TEXT.splitlines() if line[14:19] in cells]
    assert [was for was, (now, _) in zip(points, cells.values(), strict=True) if was != now] == [
        " 1.0",
        " 0.0",
    ]


def test_players_come_and_go():
    found = document()
    fresh = Player(key="ASHZOË", name="Ash", first_name="Zoë", rating=1600, country="SWE")
    entered = replace(found.tournament, players=(*found.tournament.players, fresh))
    content = found.content_with(entered)
    _, new = changed_lines(TEXT, content.decode())
    assert new == [
        "001    8      Ash, Zoë                          1600 SWE                         0.0    7",
    ]
    assert held(content).players[-1] == replace(fresh, absences=frozenset({1}))
    games = found.tournament.games[:-1]
    left = [p for p in found.tournament.players if p.name not in ("Cedar", "Fir")]
    content = found.content_with(replace(found.tournament, players=tuple(left), games=games))
    numbers = [
        (int(line[4:8]), line[91:95].strip())
        for line in content.decode().splitlines()
        if line[:3] == "001"
    ]
    assert numbers == [(1, "3"), (2, "4"), (3, "1"), (4, "2"), (5, "0000")]
    assert "XXP" not in content.decode()
    teams = document(f"{TEXT}013 Team\n")
    with pytest.raises(RuleError, match="line 19 names players by numbers"):
        teams.content_with(replace(found.tournament, players=tuple(left), games=games))


def test_facts_change_in_their_columns():
    found = document()
    one = replace(
        found.tournament.players[0],
        name="Alder",
        rating=2199,
        country="AUT",
        fide_id="77",
        attributes={"apart 1": "yes"},
    )
    changed = replace(found.tournament, players=(one, *found.tournament.players[1:]))
    gone, new = changed_lines(TEXT, found.content_with(changed).decode())
    assert new == [
        gone[0].replace("Adler", "Alder").replace("2210 GER     4600001", "2199 AUT          77")
    ]


def test_other_tables_are_in_a_comment():
    found = document()
    moved = [replace(game, table=10 - game.table) for game in found.tournament.games]
    changed = replace(found.tournament, games=tuple(reversed(moved)))
    content = found.content_with(changed)
    assert held(content) == changed
    comment = "### round 1 tables  9:1  8:5  7:3\n"
    assert content.decode() == TEXT.replace("001    1", f"{comment}001    1")
    assert FORMAT.read("x", content).content_with(found.tournament).decode() == TEXT
    assert held(content.replace(b" 9:1", b" 8:1")) == found.tournament  # a table twice


def test_letters_of_points_stay():
    """The letter of absences, and the points of unknown results."""
    found = document(f"{TEXT}162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5\n")
    rules = found.tournament.rules
    points = replace(rules.points, wins_bye_x2=1)
    other = replace(found.tournament, rules=replace(rules, points=points))
    lines = found.content_with(other).decode().splitlines()
    assert "162  W 1.0    D 0.5    L 0.0    A 0.0    P 0.5    X 0.5" in lines


def test_points_that_follow_from_others():
    found = document()
    rules = found.tournament.rules
    more = replace(rules, points=replace(rules.points, win_x2=6))
    state = found.settled(replace(found.tournament, rules=more))
    assert held(found.content_with(replace(found.tournament, rules=more))) == state
    points = state.rules.points
    assert (points.forfeit_win_x2, points.both_win_x2, points.wins_bye_x2) == (6, 6, 2)
    none = replace(rules, points=replace(rules.points, forfeit_win_x2=0))
    assert found.settled(replace(found.tournament, rules=none)).rules.points.forfeit_win_x2 == 0


@pytest.mark.parametrize(
    ("country", "written"), [("DE", "GER"), ("GER", "GER"), ("SE", "SWE"), ("?", ""), ("", "")]
)
def test_countries_have_three_letters(country, written):
    pytest.importorskip("babel")
    found = tournament()
    one = replace(found.players[0], country=country)
    t = replace(found, players=(one, *found.players[1:]))
    assert held(FORMAT.new(t)).players[0].country == written


@pytest.mark.parametrize(
    ("lines", "system", "fide"),
    [
        ("", "dutch", {}),
        ("192 FIDE_DUTCH_2025\n092 Individual", "dutch", {}),
        ("092 FIDE_DUTCH_2025", "dutch", {}),
        ("092 Round robin", "round-robin", {}),
        ("192 FIDE_BURSTEIN", "burstein", {}),
        ("192 FIDE_LIM", None, {}),
        ("192 OTHER", None, {}),
        ("192 OTHER_SWISS", "swiss", {}),
        ("192 OTHER_ROUND_ROBIN\n152 W", "round-robin", {"initial_colour": "white"}),
        ("152 B", "dutch", {"initial_colour": "black"}),
        ("152 b", "dutch", {"initial_colour": "black"}),
        ("XXC white1", "dutch", {"initial_colour": "white"}),
        ("XXC rank black1", "dutch", {"initial_colour": "black"}),
        ("152 W\nXXC black1", "dutch", {"initial_colour": "white"}),
        ("250       1.0   1   2    1    1", "dutch", {"acceleration": "1 in 1-2 for 1-1"}),
        ("250       1.0   1   2    1    8", "dutch", {"acceleration": "1 in 1-2 for 1-8"}),
        (
            "XXA    1  1.0  0.5  0.5",
            "dutch",
            {"acceleration": "1 in 1-1 for 1-1, 0.5 in 2-3 for 1-1"},
        ),
        (
            "XXA    1  2.0  0.0  2.0",
            "dutch",
            {"acceleration": "2 in 1-1 for 1-1, 2 in 3-3 for 1-1"},
        ),
        (
            "250       1.0   1   2    1    1\nXXA    1  2.0  1.5  0.5\n250       0.5   2   2    1    3",
            "dutch",
            {"acceleration": "1 in 1-1 for 1-1, 0.5 in 2-3 for 1-1, 0.5 in 2-2 for 2-3"},
        ),
        ("192 FIDE_DUTCH_2025_BAKU", "dutch", {"acceleration": "baku"}),
        (
            "192 FIDE_DUTCH_BAKU\n250       1.0   1   2    1    1",
            "dutch",
            {"acceleration": "1 in 1-2 for 1-1"},
        ),
    ],
)
def test_the_system_is_that_of_the_rules(lines, system, fide):
    """It is read, written into new files, and in place of the lines that said another one."""
    t = tournament(with_cells("", before=f"{lines}\n777 stays" if lines else "777 stays"))
    order = {"order": "entry" if t.rules.pairs_by_number else "rating-name"}
    assert (t.rules.system, t.rules.fide) == (system, FideRules(**order, **fide))
    assert held(FORMAT.new(t)) == t
    for other in in_turn(OTHER_SYSTEMS, lines):
        before = document(with_cells("", "", "", before=f"{other}\nXXC rank white1\n777 stays"))
        former = unstated(before.tournament)
        rules = replace(former.rules, system=t.rules.system, fide=t.rules.fide)
        content = before.content_with(replace(before.tournament, rules=rules))
        assert held(content).rules == unstated(before.settled(held(content))).rules == rules
        lines = content.decode().splitlines()
        assert "777 stays" in lines
        assert any(line.startswith("XXC rank") for line in lines)


OTHER_SYSTEMS = (
    "192 FIDE_DUTCH_2025_BAKU",
    "192 OTHER_CUP\n152 B",
    "092 Dutch\n250       1.0   1   2    1    2\nXXA    3  1.0  0.5",
)


def test_players_of_a_new_report_are_in_the_order_of_their_pairing_numbers():
    """Ratings number them for the Dutch system, unless the order of the entries does."""
    ratings = {"a": 1500, "b": None, "c": 2000, "d": 1500}
    players = tuple(Player(key=key.upper(), name=key, rating=r) for key, r in ratings.items())
    rules = replace(tournament().rules, never_same=(), rounds=3)
    for system, order, names in (
        ("dutch", "rating", "cadb"),
        ("dutch", "entry", "abcd"),
        (None, "rating", "abcd"),
    ):
        rules = replace(rules, system=system, fide=FideRules(order=order))
        t = Tournament(kind="swiss", rules=rules, players=players)
        found = held(FORMAT.new(t))
        assert "".join(player.name for player in found.players) == names
        drawn = [
            sorted(sorted(board.pair) for board in draw_round(each, 1).boards)
            for each in (t, found)
        ]
        assert drawn[0] == drawn[1]


LIST = """\
name,first name,rating,title
Ash,Ada,2210,
Zorn,Ann,,
Birch,Bo,2140,
Äpfel,Bo,,
Yew,Ben,,
Apple,Al,,
yew,Al,,
Cedar,Cleo,2140,WIM
Zorn,Alf,1700,
"""


def numbered(path):
    return [player.name for player in held(FORMAT.new(file_of(path).tournament)).players]


def test_equals_are_numbered_by_their_names_in_new_events(tmp_path, run):
    """By rating, title and name, unless the order of entry was chosen."""
    entries = tmp_path / "list.csv"
    entries.write_text(LIST, encoding="utf-8")
    by_name = ["Ash", "Cedar", "Birch", "Zorn", "Äpfel", "Apple", "yew", "Yew", "Zorn"]
    for preset in ("FIDE", "Burstein", "Chess"):
        file = tmp_path / f"{preset}.json"
        run("new", file, "--preset", preset, "--entries", entries)
        run("rules", file, "--system", "dutch" if preset == "Chess" else preset.replace("FIDE", "dutch").lower())  # fmt: skip
        assert numbered(file) == by_name
        run("rules", file, "--order", "entry")
        assert numbered(file) == [line.partition(",")[0] for line in LIST.splitlines()[1:]]
        run("rules", file, "--preset", "FIDE")
        assert numbered(file) == by_name


def test_an_event_from_before_keeps_its_numbers(tmp_path, run):
    """Its file says rating alone, by which equals are in the order of the list, and its history agrees."""
    entries, file = tmp_path / "list.csv", tmp_path / "open.json"
    entries.write_text(LIST, encoding="utf-8")
    run("new", file, "--preset", "FIDE", "--order", "rating", "--entries", entries)
    do("draw", file, "--write")
    before = ["Ash", "Cedar", "Birch", "Zorn", "Zorn", "Äpfel", "Yew", "Apple", "yew"]
    assert numbered(file) == before
    assert "1 of 1 draws are the best by dutch" in run("check", file)[1]
    assert "0 differences" in run("log", file, "--verify")[1]
    numbers = file_of(file).tournament.starting_ranks
    assert numbers["ZORNANN"] < numbers["YEWBEN"]


def test_the_order_of_a_report_stays_that_of_its_numbers():
    found = document()
    rules = replace(found.tournament.rules, fide=FideRules(order="rating"))
    with pytest.raises(
        RuleError, match="pairing numbers in the order of entry: they cannot be by rating or lot"
    ):
        found.content_with(replace(found.tournament, rules=rules))


def test_ranges_of_virtual_points_are_read_back_as_they_are_settled():
    found = document()
    fide = replace(
        found.tournament.rules.fide, acceleration="1.0 in 1-2 for 2-3,0.5 in 3-3 for 4-9"
    )
    state = replace(found.tournament, rules=replace(found.tournament.rules, fide=fide))
    content = found.content_with(state)
    assert held(content) == found.settled(state)
    assert held(content).rules.fide.acceleration == "1 in 1-2 for 2-3, 0.5 in 3-3 for 4-9"
    _, new = changed_lines(TEXT, content.decode())
    assert new == ["250       1.0   1   2    2    3", "250       0.5   3   3    4    9"]
    assert found.render(found.tournament, content).decode() == TEXT


def test_at_most_9999_players():
    players = tuple(Player(key=str(n), name=str(n)) for n in range(10_000))
    t = replace(tournament(), players=players, games=(), byes=())
    with pytest.raises(RuleError, match="at most 9999 players"):
        FORMAT.new(t)


@st.composite
def other_states(draw):
    """A state of the tournament in which anything may have changed that the file holds."""
    t = tournament()
    players = list(t.players)
    for place in draw(st.sets(st.integers(0, 6), max_size=3)):
        away = frozenset(draw(st.sets(st.integers(3, 4))))
        asked = frozenset(r for r in away if draw(st.booleans()))
        players[place] = replace(
            players[place],
            rating=draw(st.none() | st.integers(1, 3000)),
            country=draw(st.sampled_from(["", "AUT"])),
            absences=players[place].absences | away,
            requested_byes=asked,
        )
    games = [
        replace(
            game,
            result=result,
            by_default=by_default,
            unrated=not by_default and result is not Result.UNKNOWN and draw(st.booleans()),
        )
        for game in t.games
        for result, by_default in [
            draw(
                st.sampled_from(
                    [
                        (Result.WHITE_WINS, False),
                        (Result.JIGO, False),
                        (Result.BLACK_WINS, True),
                        (Result.BOTH_LOSE, True),
                        (Result.BOTH_LOSE, False),
                        (Result.WHITE_HALF, False),
                        (Result.UNKNOWN, False),
                    ]
                )
            )
        ]
    ]
    byes = list(t.byes)
    if draw(st.booleans()):
        keys = draw(st.permutations([p.key for p in players]))
        tables = draw(st.permutations([1, 2, 5]))
        games += sorted(
            (
                Game(round=2, table=table, white=keys[2 * i], black=keys[2 * i + 1])
                for i, table in enumerate(tables)
            ),
            key=lambda game: game.table,
        )
        byes.append(Bye(round=2, player=keys[6]))
    points = Points(win_x2=draw(st.sampled_from([2, 6])))
    win = points.win_x2
    points = replace(points, forfeit_win_x2=win, both_win_x2=win, wins_bye_x2=win)
    return replace(
        t,
        name=draw(st.sampled_from(["Open of Ulm", "", "Cup – 2"])),
        rules=replace(t.rules, rounds=draw(st.sampled_from([4, 9])), points=points),
        players=tuple(players),
        games=tuple(games),
        byes=tuple(byes),
    )


@given(
    state=other_states(),
    more=other_states(),
    form=st.sampled_from(FORMS[::3]),
)
def test_any_change_is_read_back_and_unknown_lines_stay(state, more, form):
    end, encoding = form
    content = document(end=end, encoding=encoding).content
    for each in (state, more):
        before = FORMAT.read("t.trf", content)
        content = before.content_with(each)
        assert held(content) == each
        lines = content.decode(encoding).split(end)
        assert {"777 no code of anybody", "132 below the players", "XXC white1"} <= {*lines}
        assert [line[8:48] for line in lines if line[:3] == "001"] == [line[8:48] for line in LAST]
    assert held(FORMAT.new(state)) == state


@given(
    place=st.integers(0, len(TEXT) - 1),
    cut=st.integers(0, 12),
    new=st.binary(max_size=6) | st.sampled_from([b"\r", b"001", b" ", b"9", b"240 H", b"\xe9"]),
)
def test_damaged_files_are_read_or_refused(place, cut, new):
    content = TEXT.encode()
    content = content[:place] + new + content[place + cut :]
    found = None
    with suppress(FormatError):
        found = FORMAT.read("t.trf", content)
    assume(found is not None)
    assert held(FORMAT.new(found.tournament)).games == found.tournament.games
    longer = replace(
        found.tournament,
        rules=replace(found.tournament.rules, rounds=found.tournament.rules.rounds + 1),
    )
    assert held(found.content_with(longer)).rules.rounds == longer.rules.rounds


@pytest.mark.parametrize(("text", "title"), [(" GM", "GM"), ("  f", "FM"), ("wg ", "WGM"), ("wcm", "WCM"), ("XY ", "")])  # fmt: skip
def test_a_title_is_read_and_its_column_stays(text, title):
    content = TEXT.replace(" FM Adler", f"{text} Adler")
    found = document(content)
    ada, *others = found.tournament.players
    assert ada.title == title
    assert found.content_with(found.tournament).decode() == content
    other = replace(found.tournament, players=(replace(ada, title="IM"), *others))
    assert found.content_with(other).decode() == TEXT.replace(" FM Adler", " IM Adler")


@pytest.mark.parametrize(
    ("lines", "criteria"),
    [
        ("192 BERGER_ROUNDROBIN", "NBW DE WIN SB KS"),
        ("092 Round robin", "NBW DE WIN SB KS"),
        ("192 FIDE_DUTCH_2025", "NBW BH SB PS DE WIN BWG"),
        ("192 BERGER_ROUNDROBIN\n212 PTS,SB", "NBW SB"),
    ],
)
def test_a_report_without_criteria_has_those_of_its_system(lines, criteria):
    """FIDE's for a round robin are others than for a Swiss; a report that changes from one to the other keeps its own."""
    before = document(with_cells("", "", before=lines))
    t = before.tournament
    assert [each.value for each in t.rules.placement] == criteria.split()
    for system, form in (("dutch", EventFormat.SWISS), ("round-robin", EventFormat.ROUND_ROBIN)):
        changed = replace(t, rules=replace(t.rules, system=system, format=form))
        found = held(before.content_with(changed)).rules
        assert (found.system, found.placement) == (system, t.rules.placement)
