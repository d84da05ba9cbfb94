"""Tournaments of any game that are drawn by the rules of a file: documents, lists and commands."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import chain, combinations

import pytest

from commands import do
from fastpair import (
    Colours,
    Grade,
    Player,
    Rules,
    Same,
    Tournament,
    draw_document,
    draw_round,
    pair,
    read,
)
from fastpair.errors import FormatError, RuleError
from fastpair.formats import FORMATS
from fastpair.go.tournament import SWISS_RULES, Bye, Criterion, Game, Result
from fastpair.insight.explain import Conditions, Optimum, candidates, what_if
from fastpair.pairing.draw import Constraints
from fastpair.pairing.rounds import draw_with_proof, levels_as_weights
from fastpair.pairing.systems import Swiss

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SCHOOLS = {name: {"school": school} for name, school in zip(NAMES, "NNSSEEWW", strict=True)}

LIST = b"Name;First name;Rank;School\nAnn;A;;North\nBo;B;;North\nCy;C;;South\nDi;D;;\n"


def test_a_list_without_grades_enters_a_swiss_with_its_attributes(tmp_path, run):
    listed, file = tmp_path / "list.csv", tmp_path / "club.json"
    listed.write_bytes(LIST)
    tournament = Tournament(rules=SWISS)
    file.write_bytes(FORMATS["fastpair"].new(tournament))
    do("register", file, "--entries", listed)
    entered = read(file).tournament
    assert [player.attributes for player in entered.players] == [
        *2 * [{"school": "North"}],
        {"school": "South"},
        {},
    ]
    drawn = draw_round(entered, 1, system="swiss", constraints=Constraints(forbid=["school"]))
    assert not any({board.white, board.black} == {"ANNA", "BOB"} for board in drawn.boards)
    status, shown, _ = run("draw", file, "--system", "swiss", "--write")
    assert status == 0
    assert "Handicap" not in shown
    status, _, said = run("convert", file, tmp_path / "club.xml")
    assert status != 0
    assert said.endswith("Ann A has no grade, which the format needs\n")
    do("convert", file, tmp_path / "copy.csv")
    copied = read(tmp_path / "copy.csv").tournament.players
    assert [str(player.grade) for player in copied] == [""] * 4
    other = tmp_path / "mcmahon.json"
    do("new", other)
    status, _, said = run("register", other, "--entries", listed)
    assert status != 0
    assert "Ann A has no grade, which McMahon scores start with" in said


SWISS = Rules(rounds=3, placement=(Criterion.WINS,))


def test_attributes_count_in_a_draw_by_weights():
    players = tuple(Player(name, name, grade=Grade(0), attributes=SCHOOLS[name]) for name in NAMES)
    tournament = Tournament(rules=Rules(rounds=3), players=players)
    for rule in ({"forbid": ["school"]}, {"prefer_not": ["school"]}):
        drawn = draw_round(tournament, 1, constraints=Constraints(**rule))
        pairs = [(board.white, board.black) for board in drawn.boards]
        assert all(SCHOOLS[a] != SCHOOLS[b] for a, b in pairs)


def test_pairs_that_are_allowed_come_before_attributes_and_not_before_pairs():
    players = tuple(Player(name, name, attributes=SCHOOLS[name]) for name in NAMES[:2])
    tournament = Tournament(rules=SWISS, players=players)
    two = [NAMES[:2]]
    for never, boards in ((["school"], 1), (two, 0)):
        constraints = Constraints(forbid=never, allow=two)
        drawn = draw_round(tournament, 1, system="swiss", constraints=constraints)
        assert len(drawn.boards) == boards


@pytest.mark.parametrize("system", [None, "swiss", "lot"])
def test_players_without_grades_are_drawn_without_stones(system):
    players = tuple(Player(name, name) for name in NAMES[:7])
    drawn = draw_round(Tournament(rules=SWISS, players=players), 1, system=system)
    assert len(drawn.boards) == 3
    assert drawn.bye is not None
    assert {board.handicap for board in drawn.boards} == {0}


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules(rounds=3), "Bo has no grade, which McMahon scores start with"),
        (SWISS, "Bo has no grade, which handicaps go by"),
    ],
)
def test_where_a_grade_is_needed_who_has_none_is_named(rules, message):
    players = (Player("Ann", "Ann", grade=Grade(0)), Player("Bo", "Bo"))
    with pytest.raises(RuleError, match=message):
        draw_round(Tournament(rules=rules, players=players), 1)


SCHOOL_LIST = "Name,School,House\n" + "".join(
    f"Kid{number:02},{'NSE'[number % 3]},{number // 2}\n" for number in range(13)
)


@pytest.fixture
def school(tmp_path, run):
    """A file of a Swiss of any game with thirteen players of three schools."""
    (tmp_path / "kids.csv").write_text(SCHOOL_LIST, encoding="utf-8")
    file = tmp_path / "school.json"
    made = run(
        *("new", file, "--preset", "swiss", "--rounds", 5, "--entries", tmp_path / "kids.csv"),
        *("--never-same", "school until 2", "--avoid-same", "house"),
    )
    assert made[::2] == (0, "")
    return file


def test_a_document_says_its_kind():
    players = [{"key": key, "name": key} for key in "abcde"]
    document = {"format": "fastpair-tournament", "version": 1, "players": players}
    with pytest.raises(FormatError, match="/players/0/grade: expected a grade"):
        draw_document(document)
    drawn = draw_document({**document, "kind": "swiss"})
    assert (drawn["system"], drawn["bye"] in "abcde", drawn["optimal"]) == ("swiss", True, True)
    same = [{"attribute": "school", "until": 1}]
    schools = [{**player, "attributes": {"school": "N"}} for player in players[:2]]
    ruled = {**document, "kind": "swiss", "players": [*schools, *players[2:]]}
    pairs = [
        {board["white"], board["black"]}
        for board in draw_document({**ruled, "rules": {"never_same": same}})["boards"]
    ]
    assert {"a", "b"} not in pairs


def first_round(keys, seed=0, **player):
    """The first round of players without a grade or an own rating: the pairs, and who has the bye."""
    people = [{"key": key, "name": key, **player} for key in keys]
    document = {"format": "fastpair-tournament", "version": 1, "kind": "swiss", "players": people}
    drawn = draw_document({**document, "draw": {"seed": seed}})
    assert (drawn["by_lot"], drawn["optimal"]) == (True, True)
    return {frozenset((b["white"], b["black"])) for b in drawn["boards"]}, drawn["bye"]


def test_the_first_round_of_players_without_a_rating_is_drawn_by_lot():
    keys = ["Ann", "Bo", "Cy", "Di", "Ed", "Zoe", "Šárka"]
    drawn = [first_round(keys, seed) for seed in range(12)]
    assert len({bye for _, bye in drawn}) > 3
    assert len({pair for pairs, _ in drawn for pair in pairs}) > 15
    assert drawn[3] == first_round(keys, 3) == first_round(keys[::-1], 3)
    assert drawn[0] == first_round(keys, rating=1500)


def test_lots_decide_only_between_equal_players():
    players = tuple(Player(key=key, name=key, rating=9 - k) for k, key in enumerate("abcdefg"))
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    for seed in range(5):
        drawn = draw_round(tournament, 1, system=Swiss.of_any_game(tournament.rules), seed=seed)
        pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
        assert (pairs, drawn.bye) == ({*map(frozenset, ("af", "be", "cd"))}, "g")


def test_the_bye_of_equal_players_is_explained_by_the_same_lots():
    players = tuple(Player(key=key, name=key) for key in "abcdefg")
    tournament = Tournament(kind="swiss", rules=Rules(**SWISS_RULES), players=players)
    for options in ({}, {"seeding": "random"}):
        system = replace(Swiss.of_any_game(tournament.rules), **options)
        for seed in range(5):
            drawn = draw_round(tournament, 1, system=system, seed=seed)
            model = levels_as_weights(tournament, 1, system, Constraints(), seed)
            byes = (Bye(round=1, player=drawn.bye),)
            optimum = Optimum.of_round(replace(tournament, byes=byes), 1, model)
            pairs = {frozenset((board.white, board.black)) for board in drawn.boards}
            assert {*map(frozenset, optimum.pairs)} == pairs


def test_what_a_document_states_takes_the_place_of_the_usual_rules(tmp_path):
    stated = {"points": {"wins_bye": 0.5}, "colours": "nigiri"}
    path = tmp_path / "a.json"
    document = {"format": "fastpair-tournament", "version": 1, "kind": "swiss", "rules": stated}
    path.write_text(json.dumps(document), encoding="utf-8")
    rules = read(path).tournament.rules
    assert (rules.points.wins_bye_x2, rules.points.win_x2) == (1, 2)
    assert (rules.colours, rules.placement[0]) == (Colours.NIGIRI, Criterion.WINS)
    again = FORMATS["fastpair"].new(read(path).tournament)
    assert FORMATS["fastpair"].read("", again).tournament == read(path).tournament


def test_a_swiss_is_played_by_commands(school, run):
    tournament = read(school).tournament
    assert tournament.kind == "swiss"
    assert tournament.players[0].attributes == {"school": "N", "house": "0"}
    for number in (1, 2, 3):
        do("draw", school, "--write")
        games = read(school).tournament.round(number).games
        if number < 3:
            school_of = {p.key: p.attributes["school"] for p in tournament.players}
            assert not any(school_of[g.white] == school_of[g.black] for g in games)
        results = [(game.table, ("1-0", "0-1", "1/2")[(game.table + number) % 3]) for game in games]
        do("result", school, *chain.from_iterable(results))
    do("check", school)
    shown = "".join(run(command, school)[1] for command in ("rules", "info", "advise", "draw"))
    assert not re.search(
        "McMahon|handicap|bar |floor|dan|kyu|komi|jigo|stone", shown, re.IGNORECASE
    )


def test_a_draw_by_levels_is_checked_by_its_own_levels(school, run):
    do("draw", school, "--write")
    first, second = read(school).tournament.round(1).games[:2]
    do("swap", school, first.white, second.white, "--even-so")
    status, shown, _ = run("check", school, "--json")
    [checked] = json.loads(shown)["rounds"]
    assert status == 1
    assert checked["model"] == "swiss"
    assert len(checked["different"]) == 2


def test_formats_of_go_refuse_a_swiss(school, run, tmp_path):
    status, _, message = run("new", tmp_path / "a.xml", "--preset", "Swiss")
    assert status == 2
    assert "tournaments of Go only" in message
    status, _, message = run("new", tmp_path / "b.json", "--entries", school.with_name("kids.csv"))
    assert status == 2
    assert "kids.csv:1: expected a column of grades or of ratings" in message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("school", Same("school")),
        (" Chess club until 3 ", Same("Chess club", until=3)),
        ("school from 2", Same("school", since=2)),
        ("Friends from school from 2 until 3", Same("Friends from school", until=3, since=2)),
        ("club not at the top", Same("club", not_in_top_group=True)),
        ("club until 12 not at the top", Same("club", until=12, not_in_top_group=True)),
    ],
)
def test_a_rule_is_read_and_written(text, rule):
    assert Same.parse(text) == rule
    assert str(rule) == " ".join(text.split())


@pytest.mark.parametrize(
    "text", ["", " ", "school until", "school until x", "until 3", "a until 2 b"]
)
def test_what_is_no_rule_is_refused(text):
    with pytest.raises(RuleError, match="is not an attribute"):
        Same.parse(text)


def test_rules_of_a_tournament_of_go_keep_attributes_apart_too():
    players = tuple(
        Player(key=key, name=key, grade=Grade(0), attributes={"school": school})
        for key, school in zip("abcd", "NNSS", strict=True)
    )
    rules = Rules(rounds=3, never_same=(Same("school"),))
    free = draw_round(Tournament(players=players), 1)
    kept = draw_round(Tournament(players=players, rules=rules), 1)
    by_school = [
        {{"a": "N", "b": "N"}.get(key, "S") for key in (b.white, b.black)} for b in kept.boards
    ]
    assert by_school == [{"N", "S"}] * 2
    assert len(free.boards) == 2
    rather = replace(rules, never_same=(), avoid_same=(Same("school"),))
    avoided = draw_round(Tournament(players=players, rules=rather), 1)
    assert {frozenset((b.white, b.black)) for b in avoided.boards}.isdisjoint(
        {frozenset("ab"), frozenset("cd")}
    )


def test_a_draw_by_levels_is_explained(school, run):
    do("draw", school, "--write")
    games = read(school).tournament.round(1).games
    results = [(game.table, ("1-0", "0-1")[game.table % 2]) for game in games]
    do("result", school, *chain.from_iterable(results))
    undrawn = run("best", school, "--round", 2)
    do("draw", school, "--write")
    assert run("best", school, "--round", 2)[1] == undrawn[1]
    first, second = read(school).tournament.round(2).games[:2]
    status, why, _ = run("why", school, first.white, first.black, "--round", 2)
    assert status == 0
    assert "in round 2, at table 1" in why
    status, instead, _ = run("why-not", school, first.white, second.white, "--round", 2)
    assert status == 0
    assert re.search(r"on level \d for|must not play", instead)
    status, shown, _ = run("opponents", school, first.white, "--round", 2)
    assert status == 0
    assert re.search(r"level \d: \d+ ", shown)
    do("whatif", school, "--round", 2, "--forbid", first.white, first.black)


def test_the_levels_as_weights_say_what_the_system_draws():
    """Forced to meet somebody else, players cost on the level on which a draw by force costs more."""
    players = tuple(Player(key=key, name=key, rating=-ord(key)) for key in "abcdefgh")
    games = [[("a", "b", 1), ("c", "d", 1), ("e", "f", 1), ("g", "h", 0.5)]]
    free = pair(players, games, rounds=7)
    rules = Rules(rounds=7, **SWISS_RULES)
    played_games = tuple(
        Game(round=1, table=table, white=one, black=other, result=result)
        for table, (one, other, result) in enumerate(
            [
                ("a", "b", Result.WHITE_WINS),
                ("c", "d", Result.WHITE_WINS),
                ("e", "f", Result.WHITE_WINS),
                ("g", "h", Result.JIGO),
            ],
            1,
        )
    )
    tournament = Tournament(kind="swiss", rules=rules, players=players, games=played_games)
    system = Swiss.of_any_game(rules)
    model = levels_as_weights(tournament, 2, system, Constraints(), 0)
    optimum = Optimum.of_round(tournament, 2, model)
    assert {*map(frozenset, optimum.pairs)} == {*map(frozenset, free.pairs)}
    prices = {
        (key, one.player): (one.level, one.price)
        for key in "abcdefgh"
        for one in candidates(optimum, key)
    }
    for one, other in combinations("abcdefgh", 2):
        if frozenset((one, other)) in {frozenset(game.players) for game in played_games}:
            assert prices[one, other] == (None, None)
            continue
        forced, *_ = draw_with_proof(
            tournament, 2, system=system, constraints=Constraints(force=[(one, other)])
        )
        answer = what_if(optimum, Conditions(force=frozenset({frozenset((one, other))})))
        costs = [level.weight for level in forced.levels]
        best = [free.levels[name] for name in model.names]
        level = next(
            (n for n, (now, was) in enumerate(zip(costs, best, strict=True), 1) if -now != was),
            None,
        )
        assert answer.level == level
        loss = 0 if level is None else -costs[level - 1] - best[level - 1]
        assert prices[one, other] == prices[other, one] == (level, loss)


def test_a_player_without_a_grade_enters_and_rules_about_attributes_go(school, run):
    do("register", school, "Newman", "Ann")
    assert read(school).tournament.players[-1].full_name == "Newman Ann"
    answer = run("rules", school, "--never-same", "none", "--avoid-same", "none")
    assert answer[:2] == (0, "Never pair the same: none\nAvoid pairing the same: none\n")
    status, _, message = run("rules", school, "--preset", "BGA")
    assert status == 2
    assert "Kid00 has no grade" in message


def test_boards_of_a_draw_by_levels_are_kept(school, run):
    do("draw", school, "--write")
    before = read(school).tournament.round(1)
    gone = before.games[3].white
    status, shown, _ = run("draw", school, "--keep-most", "--absent", gone, "--write")
    assert status == 0
    assert "optimal: proven, level by level" in shown
    after = read(school).tournament.round(1)
    kept = {*map(frozenset, (game.players for game in before.games if gone not in game.players))}
    found = {frozenset(game.players) for game in after.games}
    assert len(kept) == 5
    assert len(kept - found) <= 1  # no new board is worse than those of a fresh draw
    assert (len(found), after.byes) == (6, ())
    status, checked, _ = run("check", school, "--json")
    assert json.loads(checked)["rounds"][0]["model"] == "swiss"
    assert status == 1  # results are missing


def test_the_report_of_a_swiss_has_no_word_of_go(school, tmp_path):
    do("draw", school, "--write")
    page = tmp_path / "report.html"
    do("report", school, "--output", page)
    body = page.read_text(encoding="utf-8").partition("</style>")[2]
    assert "Kid00" in body
    assert body.count('id="round-1"') == 1
    assert not re.search("handicap|grade|McMahon|jigo|komi|stones", body, re.IGNORECASE)
