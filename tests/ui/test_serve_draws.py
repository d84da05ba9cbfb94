"""What is said of who meets whom in a round, and drawing again what players know."""

from __future__ import annotations

import re
from html import unescape

import pytest

from commands import do
from congress_files import games, name
from fastpair import Congress, Player
from fastpair.app.history.timeline import History
from fastpair.formats import read
from fastpair.pairing.generator import generate
from fastpair.ui.cli.actions import command_line
from pages import director_of


def pairs(file, number=1):
    return {frozenset(game.players) for game in games(file, number).values()}


def conditions(director, number=1):
    """What the page lists as in force."""
    text = director.get(f"/boards/{number}/constraints").text
    found = re.search(r'<ul class="options">.*?</ul>', text, re.S)
    return re.findall(r"<li><span>(.*?)<p>", unescape(found[0])) if found else []


@pytest.fixture
def two(drawn):
    """Two players who do not meet."""
    return games(drawn)[1].white, games(drawn)[2].white


@pytest.mark.parametrize("kind", ["force", "forbid", "prefer", "prefer-not", "keep"])
def test_a_condition_holds_until_it_is_taken_back(director, drawn, run, kind):
    first, second = games(drawn)[1], games(drawn)[2]
    meeting, apart = kind in ("forbid", "prefer-not", "keep"), kind in ("forbid", "prefer-not")
    one, other = first.players if meeting else (first.white, second.white)
    said = director.do("/boards/1/condition", kind=kind, players=[one, other], why="they <know>")
    assert "(they <know>)" in said
    (listed,) = conditions(director)
    assert {name(drawn, key) in listed for key in (one, other)} == {True}
    assert "they <know>" in run("condition", drawn)[1]
    for _ in range(2):
        director.do("/boards/1/draw", redraw="true")
        assert kind == "prefer" or (frozenset((one, other)) in pairs(drawn)) != apart
    run("draw", drawn, "--redraw", "--write")
    assert kind == "prefer" or (frozenset((one, other)) in pairs(drawn)) != apart
    director.do("/boards/1/release", kind=kind, players=[one, other])
    assert conditions(director) == []
    assert run("condition", drawn)[1] == ""
    for way in ("redraw", "keep_most"):
        director.do("/boards/1/draw", **{way: "true"})
        if kind == "force":
            director.do("/boards/1/draw", redraw="true")
            assert frozenset((one, other)) not in pairs(drawn)


def test_who_should_not_meet_does_where_nobody_else_is_left(director, drawn, run):
    game = games(drawn)[1]
    director.do("/boards/1/condition", kind="prefer-not", players=[game.white, game.black])
    others = {player.key for player in read(drawn).tournament.players} - set(game.players)
    run("draw", drawn, "--redraw", "--write", *(w for key in others for w in ("--absent", key)))
    assert pairs(drawn) == {frozenset(game.players)}


def test_a_draw_that_keeps_boards_forgets_what_was_taken_back(director, drawn, two):
    director.do("/boards/1/condition", kind="force", players=[two[0], two[1]])
    director.do("/boards/1/draw", redraw="true")
    director.do("/boards/1/release", kind="force", players=[two[0], two[1]])
    director.do("/boards/1/condition", kind="forbid", players=[two[0], two[1]])
    director.do("/boards/1/draw", keep_most="true")
    assert frozenset(two) not in pairs(drawn)


def test_who_is_absent_does_not_have_to_meet(director, drawn, two):
    director.do("/boards/1/condition", kind="force", players=[two[0], two[1]])
    for table in (1, 2):
        director.do("/boards/1/unpair", table=str(table))
    director.do("/players/1/attend", wish=f"absent {two[0]}")
    director.do("/boards/1/draw", redraw="true")
    assert not any(two[0] in pair for pair in pairs(drawn))


def test_what_if_is_applied_in_one_change(director, drawn, two):
    (idle,) = read(drawn).tournament.round(1).byes
    fields = {"kind1": "force", "one1": two[0], "other1": two[1], "kind2": "drop", "one2": idle}
    asked = director.get("/boards/1/whatif", params=fields).text
    assert "Pair round 1 like this" in asked
    said = re.search(r'<p class="sentence">(.*?)</p>', asked, re.S)[1]
    before, entries = pairs(drawn), len([*History(drawn).entries()])
    director.do("/boards/1/apply", **fields)
    assert frozenset(two) in pairs(drawn)
    assert not read(drawn).tournament.by_key[idle].plays_in(1)
    assert len([*History(drawn).entries()]) == entries + 1
    new = pairs(drawn) - before - {frozenset(two)}
    assert all(
        re.search(f"{re.escape(name(drawn, a))}|{re.escape(name(drawn, b))}", unescape(said))
        for a, b in new
    )
    assert len(conditions(director)) == 1
    director.do("/log/1/undo", change=str(entries + 1))
    assert pairs(drawn) == before
    assert conditions(director) == []


def line_before(director, number):
    found = re.search(r'<div id="head".*?<form', director.get(f"/boards/{number}").text, re.S)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", found[0])).split())


def test_what_a_draw_rests_on_is_said_before_it(director, drawn):
    assert "Ready to pair" not in line_before(director, 1)
    one, other = games(drawn)[1].players
    director.do("/results/1/enter", results="1 1 2 1 3 1 4 1 5 1 6 1 7 1")
    director.do("/players/2/attend", wish=f"absent {one}")
    director.do("/players/2/attend", wish=f"absent {other}")
    director.do("/boards/2/condition", kind="forbid", players=[one, other])
    said = line_before(director, 2)
    assert "Players 19 Boards 9 Byes 1 Not playing 2" in said
    assert "Round 1: 3 results missing (tables 8–10)." in said
    assert "Constraints 1" in said
    rail = director.get("/boards/2").text
    assert "Not playing in round 2 (2)" in rail
    assert all(name(drawn, key) in rail for key in (one, other))
    assert "Pairing gives one of them the bye, unless you assign it" in said


def test_questions_do_not_count_what_was_taken_back(director, drawn, two):
    director.do("/boards/1/condition", kind="force", players=[two[0], two[1]])
    why = {"one": two[0], "other": two[1]}
    director.do("/boards/1/draw", redraw="true")
    director.do("/boards/1/release", kind="force", players=[two[0], two[1]])
    said = unescape(director.get("/boards/1/why", params=why).text)
    assert "though the best draw does not have it" in said


@pytest.mark.parametrize("form", ["swap", "bye", "pair", "condition", "whatif"])
def test_a_name_of_several_players_is_a_choice_in_every_form(director, drawn, form):
    keys = [*read(drawn).tournament.by_key]
    one = keys[0]
    for key, club in zip(keys[3:5], ("Kxxx", "Lyyy"), strict=True):
        fields = ("--change", key, "--club", club)
        do("register", drawn, "Twin", f"T{club}", *fields)
    namesakes = [
        key for key, player in read(drawn).tournament.by_key.items() if player.name == "Twin"
    ]
    before = drawn.read_bytes()
    if form == "whatif":
        fields = {"kind1": "forbid", "one1": one, "other1": "twin"}
        asked = unescape(director.get(f"/boards/1/{form}", params=fields).text)
    else:
        fields = {
            "swap": {"one": one, "other": "twin"},
            "bye": {"one": "twin"},
            "pair": {"one": one, "other": "twin"},
            "condition": {"kind": "forbid", "players": f"{one}\ntwin"},
        }[form]
        asked = unescape(director.send(f"/boards/1/{form}", fields).text)
    assert "Several players are called twin" in asked
    assert all(text in asked for text in ("Kxxx", "Lyyy", *namesakes))
    assert drawn.read_bytes() == before
    if form == "condition":
        (chosen,) = re.findall(rf'name="players" value="({one}\s+{namesakes[0]})"', asked)
        director.do("/boards/1/condition", **{**fields, "players": chosen})


def test_who_waits_is_drawn_beside_players_who_must_meet(director, drawn, two):
    director.do("/boards/1/condition", kind="force", players=[two[0], two[1]])
    director.do("/boards/1/draw", redraw="true")
    gone = [game for game in games(drawn).values() if not {*two} & {*game.players}][:2]
    for game in gone:
        director.do("/boards/1/unpair", table=str(game.table))
    director.do("/boards/1/draw")
    assert len(pairs(drawn)) == 10


def test_all_there_is_to_review_leads_to_a_board_or_a_player(director, drawn):
    first, last = games(drawn)[1].white, games(drawn)[10].white
    director.do("/boards/1/swap", one=first, other=last)
    text = director.get("/boards/1").text
    review = re.search(r'<aside id="rail".*?<ul class="review">(.*?)</ul>', text, re.S)[1]
    items = review.split("<li>")[1:]
    assert items
    for item in items:
        links = re.findall(r'href="(/boards/1/[^"]*)"', unescape(item))
        assert links, item
        assert director.get(links[-1]).status_code == 200
        more = re.search(r"(\d+) more<", item)
        assert len(links) > 12 if more else len(links) <= 12


def test_what_if_of_a_round_that_is_not_drawn_is_applied_too(director, drawn):
    director.do("/results/1/enter", results=" ".join(f"{table} 1" for table in range(1, 11)))
    one, other = games(drawn)[1].white, games(drawn)[5].white
    fields = {"kind1": "force", "one1": one, "other1": other}
    assert "Pair round 2 like this" in director.get("/boards/2/whatif", params=fields).text
    director.do("/boards/2/apply", **fields)
    assert frozenset((one, other)) in pairs(drawn, 2)
    assert len(conditions(director, 2)) == 1


def test_boards_that_have_changed_since_players_know_them_are_named(director, drawn):
    director.do("/boards/1/publish")
    director.do("/boards/1/colour", table="4", players_know="yes")
    director.do("/boards/1/handicap", table="9", stones="3", players_know="yes")
    page = director.get("/boards/1").text
    assert "2 changes since publishing" in page
    assert "Different from what players see: tables 4, 9." in page
    changed = re.search(r"<span>Changed since publishing</span>.*?</p>", page, re.S)[0]
    assert re.findall(r"table=(\d+)", changed) == ["4", "9"]


@pytest.mark.parametrize(
    ("act", "fields", "named"),
    [
        ("table", {"table": "3", "new": "40"}, "table 40, table 3 (removed)"),
        ("bye", {"one": None}, "table 4, bye of {now} (not {was})"),
    ],
)
def test_bar_badge_button_and_review_count_the_same_changes(director, drawn, act, fields, named):
    was = read(drawn).tournament.round(1).byes[0]
    now = games(drawn)[4].white
    director.do("/boards/1/publish")
    fields = {field: value or now for field, value in fields.items()}
    director.do(f"/boards/1/{act}", **fields, players_know="yes")
    page = unescape(director.get("/boards/1").text)
    named = named.format(was=name(drawn, was), now=name(drawn, now))
    assert f"Different from what players see: {named}." in page
    count = len(named.split(", "))
    changes = "1 change" if count == 1 else f"{count} changes"
    assert f"△ {changes} since publishing" in page
    assert f"Publish {changes}" in page
    review = re.search(r'<aside id="rail".*?<ul class="review">(.*?)</ul>', page, re.S)[1]
    tables = re.search(r"<span>Changed since publishing</span>.*?</p>", review, re.S)
    others = re.search(r"<span>Different from what players see</span>.*?</li>", review, re.S)
    listed = re.findall(r">Table (\d+)<", tables[0]) if tables else []
    assert len(listed) + len(re.findall(r"<p>", others[0])) == count
    reviewed = int(re.search(r"<h2>Review</h2><span class=\"count\">(\d+)<", page)[1])
    assert reviewed >= count
    assert all(f'id="b{table}" data-in="review"' in page for table in listed)


def test_what_no_pairing_avoids_is_shown_apart_with_its_reason(director, drawn):
    """All players of one club: no game can be of two clubs, and none is called a mistake."""
    for player in read(drawn).tournament.players:
        do("register", drawn, "--change", player.key, "--club", "Same", "--country", "FR")
    page = unescape(director.get("/boards/1").text)
    apart = re.search(
        r"Can’t be avoided by any pairing of these players \((\d+)\).*?</details>", page, re.S
    )
    assert int(apart[1]) >= 10
    assert "<span>Same club</span>" in apart[0]
    assert "<span>Same club</span>" not in page.replace(apart[0], "")


def test_the_mark_of_a_reviewed_board_leads_to_its_reason_and_to_why(director, drawn):
    first, last = games(drawn)[1].white, games(drawn)[10].white
    director.do("/boards/1/swap", one=first, other=last)
    page = unescape(director.get("/boards/1").text)
    mark = re.search(r'<a class="badge warn"[^>]*href="([^"]*)" title="([^"]*)"', page)
    panel = unescape(director.get(mark[1]).text)
    assert mark[2] in panel
    why = re.search(r'href="([^"]*/why[^"]*)"', panel)[1]
    assert director.get(why).status_code == 200


def test_the_limit_of_scores_can_be_lifted(director, drawn, run):
    """The page offers it where the model has one, and records the command that does the same."""
    assert "limit_scores" not in director.get("/boards/1").text
    do("rules", drawn, "--model", "godraw2015")
    assert "limit_scores" in director.get("/boards/1").text
    director.do("/boards/1/draw", redraw="true", limit_scores="false")
    on_page = pairs(drawn)
    entry = History(drawn).last()
    assert entry.values == {"constraints": {"limit_scores": False}, "redraw": True, "round": 1}
    assert "--no-limit-scores" in command_line(entry, drawn)
    run("draw", drawn, "--round", "1", "--redraw", "--write", "--no-limit-scores")
    assert pairs(drawn) == on_page


def test_a_bye_whose_swap_would_be_a_rematch_can_be_assigned_by_re_pairing(tmp_path):
    value = Congress.of(generate(9, 4, seed=1, play=2)).draw(3).congress
    tournament = value.tournament
    met = {game.pair for game in tournament.games if game.round < 3}
    (has,) = tournament.round(3).byes
    key = next(
        key
        for game in tournament.round(3).games
        for key in game.players
        if frozenset((has, game.opponent_of(key))) in met
    )
    file = tmp_path / "evening.json"
    value.save(file)
    with director_of(file) as director:
        panel = unescape(director.get("/boards/3/assign").text)
        assert re.search(rf'value="{re.escape(key)}">[^<]* – swap: a rematch of round \d', panel)
        assert ">Re-pair with this bye</button>" in panel
        director.look("/boards/3")
        director.do("/boards/3/bye", one=key, re_pair="true", even_so="yes")
    played = read(file).tournament.round(3)
    assert played.byes == (key,)
    assert met.isdisjoint(game.pair for game in played.games)
    assert len(played.games) == len(tournament.round(3).games)


def test_names_are_suggested_without_their_accents(tmp_path):
    file = tmp_path / "evening.json"
    names = [("Łoś", "Zoë"), ("Dorn", "D"), ("Falk", "F")]
    players = [Player(key=f"p{n}", name=a, first_name=b) for n, (a, b) in enumerate(names)]
    Congress.new("Evening", preset="Swiss", rounds=2, players=players).save(file)
    with director_of(file) as director:
        page = director.get("/boards/1").text
        assert '<option value="Łoś Zoë" label="los zoe">' in page
        assert '<option value="Dorn D">' in page
        director.look("/boards/1")
        said = director.do("/boards/1/condition", kind="forbid", players=["los zoe", "dorn d"])
        assert "Łoś Zoë must not meet Dorn D" in said


def test_who_must_meet_two_others_is_named(drawn, run, two):
    third = games(drawn)[3].white
    words = ["--redraw", "--force", *two, "--force", two[0], third]
    assert (
        f"{name(drawn, two[0])} cannot play two games in one round" in run("draw", drawn, *words)[2]
    )


def test_results_of_a_round_that_is_not_paired_lead_to_pairing(director):
    page = director.get("/results/2").text
    assert re.search(r'<a class="btn primary" href="/boards/2">Pair round 2</a>', page)
