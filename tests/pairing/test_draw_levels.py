"""Draws by models on levels: by enumeration, by file, by command, and on real congresses."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from draw_requests import requests
from fastpair.errors import FormatError
from fastpair.formats import read
from fastpair.formats.models import model_text, read_model
from fastpair.formats.opengotha import new_document
from fastpair.pairing import ByRounds, changes, digest, signature
from fastpair.pairing.draw import Constraints
from fastpair.pairing.generator import generate
from fastpair.pairing.rounds import draw_round, judge_round
from fastpair.pairing.weights import MODELS, Levelled, model_named
from level_models import on_levels
from reference_draws import Enumerated
from schemas import validator

ORDER = Levelled(
    model=model_named("opengotha351"),
    levels=(
        ("duplicate",),
        ("score", "category"),
        ("geo",),
        ("colour", "dudd"),
        ("seeding", "handicap", "random"),
    ),
)
FILE = """
model = "fastpair"
[levels]
mms = 1
even = 2
uneven = 2
homes = 3
colour = 5
banding = 5
play_in = 5
play_out = 5
handicap = 5
"""


@given(requests(), on_levels())
def test_nothing_beats_the_draw(request, model):
    tournament, number, _, constraints = request
    constraints = replace(constraints, this_round_alone=True)
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    best = Enumerated(tournament, number, model, constraints)
    assert drawn.cardinality == best.cardinality
    totals = [level.weight for level in drawn.levels] or [drawn.total_weight]
    totals[0] += model.traits.base * drawn.cardinality * bool(drawn.levels)
    assert tuple(totals) == best.totals
    assert drawn.bye == (None if best.bye is None else best.field.key[best.bye])
    assert drawn == draw_round(tournament, number, model=model, constraints=constraints)


@given(requests(), st.sampled_from(sorted(MODELS)))
def test_one_level_is_the_draw_by_one_weight(request, name):
    tournament, number, _, constraints = request
    model = model_named(name)
    drawn, plain = (
        draw_round(tournament, number, model=each, constraints=constraints)
        for each in (Levelled(model=model, levels=(model.names,)), model)
    )
    assert (drawn.boards, drawn.proof, drawn.levels) == (plain.boards, plain.proof, ())


@settings(suppress_health_check=list(HealthCheck))  # many requests pair nobody
@given(requests(), on_levels())
def test_a_draw_by_levels_is_the_best_and_any_other_is_no_better(request, model):
    tournament, number, name, constraints = request
    constraints = replace(constraints, this_round_alone=True)
    drawn = draw_round(tournament, number, model=model, constraints=constraints)
    assume(drawn.boards and not tournament.round(number).games)
    judged = judge_round(drawn.applied_to(tournament), number, model=model, constraints=constraints)
    assert (judged.loss, judged.different) == (0, ())
    assert (judged.level is None) == (len(model.levels) == 1)
    other = draw_round(tournament, number, model=name, constraints=constraints)
    judged = judge_round(other.applied_to(tournament), number, model=model, constraints=constraints)
    assert judged.loss >= 0


@pytest.mark.peers("opengotha/*/tournament.xml")
def test_real_congresses(peer):
    """The next round of each file, drawn twice; the first level alone decides before all others."""
    tournament = replace(read(peer).tournament, team_play=None)
    number = tournament.round_to_draw() or tournament.rules.rounds
    before = tournament.before(number)
    if not before.to_pair(number):
        pytest.skip("nobody is left to pair")
    drawn = draw_round(before, number, model=ORDER)
    assert drawn == draw_round(before, number, model=ORDER)
    assert len(drawn.levels) == 5
    judged = judge_round(drawn.applied_to(before), number, model=ORDER)
    assert (judged.loss, judged.different) == (0, ())
    plain = draw_round(before, number, model="opengotha351")
    judged = judge_round(plain.applied_to(before), number, model=ORDER)
    assert judged.loss >= 0


def test_a_file_orders_the_terms_by_their_numbers(saved_model):
    model = saved_model(FILE)
    last = ("colour", "banding", "play_in", "play_out", "handicap")
    assert model.levels == (("mms",), ("even", "uneven"), ("homes",), last)
    assert model.model == model_named("fastpair")
    assert signature(model) == f"fastpair+{digest(model)[:8]}"
    assert changes(model) == {"levels": [list(level) for level in model.levels]}


def test_a_file_with_rounds_has_levels_too(saved_model):
    model = saved_model(FILE + '[[rounds]]\nlast = 1\neven = "random"\n')
    assert isinstance(model.model, ByRounds)
    before = generate(21, 3, seed=5)
    first = draw_round(before, 1, model=model)
    assert [level.components for level in first.levels] == list(model.levels)


@pytest.mark.parametrize("name", MODELS)
def test_the_complete_file_shows_levels_that_can_be_used(name, saved_model):
    lines = model_text(model_named(name)).splitlines()
    start = lines.index("# [levels]")
    names = model_named(name).names
    lines[start : start + 1 + len(names)] = [
        line.removeprefix("# ") for line in lines[start : start + 1 + len(names)]
    ]
    model = saved_model("\n".join(lines))
    assert model == Levelled(model=model_named(name), levels=tuple((term,) for term in names))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("levels = 3", 2, "expected a table [levels], found 3"),
        ("[levels]\nentrpy = 1", 3, "unknown term 'entrpy'; the nearest known one is 'entropy'"),
        ("[levels]\nentropy = 0", 3, "expected a level from 1 for entropy, found 0"),
        ("[levels]\nentropy = true", 3, "expected a level from 1 for entropy, found True"),
        ("[levels]\nentropy = 1.0", 3, "expected a level from 1 for entropy, found 1.0"),
        ('[levels]\nentropy = "1"', 3, "expected a level from 1 for entropy, found '1'"),
        ("[levels]", 2, "expected a level for each term, found none for entropy"),
        ("[[rounds]]\n[rounds.levels]\nentropy = 1", 3, "unknown key 'levels'"),
    ],
)
def test_levels_that_are_wrong_are_named(text, line, message, saved_model):
    with pytest.raises(FormatError) as raised:
        saved_model(f'model = "entropy"\n{text}\n')
    assert message in str(raised.value)
    assert raised.value.line == line


@pytest.fixture
def files(tmp_path):
    """A congress after two rounds, and the file of a model on levels."""
    tournament = generate(30, 5, seed=3, play=2)
    path = tmp_path / "congress.xml"
    new_document(tournament).write(path, tournament)
    order = tmp_path / "order.toml"
    order.write_text(FILE, encoding="utf-8")
    return path, order


def test_the_command_tells_each_level(files, run):
    path, order = files
    _, out, _ = run("draw", path, "--model", order)
    assert "level 1: mms: " in out
    assert "level 4: colour, banding, play_in, play_out, handicap: " in out
    assert "optimal: proven, level by level\n" in out
    assert "total weight" not in out
    _, out, _ = run("draw", path, "--model", order, "--json")
    written = json.loads(out)
    validator("draw").validate(written)
    model = read_model(order)
    drawn = draw_round(read(path).tournament, 3, model=model)
    assert written["levels"] == [
        {"components": list(level.components), "weight": level.weight} for level in drawn.levels
    ]
    assert sum(level["weight"] for level in written["levels"]) == written["total_weight"]
    assert written["proof"] == drawn.proof
    assert written["optimal"] is True


def test_check_and_why_tell_on_which_level(files, run):
    path, order = files
    run("draw", path, "--write")
    _, out, _ = run("check", path, "--model", order)
    assert re.search(r"Round +Boards +Level", out)
    status, out, _ = run("check", path, "--model", order, "--json")
    checked = json.loads(out)
    validator("check").validate(checked)
    assert all(judged["level"] in (1, 2, 3, 4) for judged in checked["rounds"])
    run("draw", path, "--round", 3, "--redraw", "--write", "--model", order)
    tournament, model = read(path).tournament, read_model(order)
    assert judge_round(tournament, 3, model=model).loss == 0
    one, other = tournament.round(3).games[0].players
    names = [tournament.by_key[key].full_name for key in (one, other)]
    status, out, _ = run("why", path, *names, "--json", "--model", order)
    assert status == 0
    answered = json.loads(out)
    validator("explanation").validate(answered)
    answer = answered["answer"]
    without = judged_without(tournament, model, one, other)
    assert (answer["level"], answer["price"]) == without


def test_a_new_draw_keeps_most_boards_and_is_then_the_best_by_levels(files, run):
    path, order = files
    run("draw", path, "--write", "--model", order)
    gone = read(path).tournament.round(3).games[2].players[0]
    again = ("draw", path, "--redraw", "--round", 3, "--fewest", "--absent", gone, "--json")
    ours, plain = (json.loads(run(*again, "--model", model)[1]) for model in (order, "fastpair"))
    validator("draw").validate(ours)
    change = ours["change"]
    assert change["changed"] == plain["change"]["changed"]
    assert ours["bye"] == plain["bye"]
    names = [level["components"] for level in ours["levels"]]
    assert totals(ours, names) == [level["weight"] for level in ours["levels"]]
    assert totals(ours, names) >= totals(plain, names)
    assert change["lighter"] >= 0
    assert (change["level"] is None) == (change["lighter"] == 0)
    assert sum(change["lighter_by"].values()) == change["lighter"]
    status, out, err = run(
        "draw", path, "--redraw", "--round", 3, "--keep-most", "--between", "--model", order
    )
    assert (status, out, err.count("\n")) == (2, "", 1)


def totals(written, levels):
    """What the boards of a document are worth on each level."""
    boards = written["boards"]
    return [
        sum(board["components"][name] for board in boards for name in names) for names in levels
    ]


def test_the_next_best_draws_follow_in_the_order_of_the_levels(files, run):
    path, order = files
    _, out, _ = run("best", path, "--model", order, "--json")
    answered = json.loads(out)
    validator("explanation").validate(answered)
    places = [
        (answer["price"] > 0, -(answer["level"] or 0), answer["price"])
        for answer in answered["best"]["others"]
    ]
    assert len(places) > 3
    assert places == sorted(places)
    status, _, err = run("best", path, "--model", order, "--within", "3")
    assert (status, err.count("\n")) == (2, 1)
    assert "--within: draws by levels are in order" in err


def judged_without(tournament, model, one, other):
    """On which level a draw without a pair is worse, and by how much, by drawing it."""
    best, rest = (
        draw_round(tournament.before(3), 3, model=model, constraints=Constraints(forbid=pairs))
        for pairs in (frozenset(), frozenset({frozenset((one, other))}))
    )
    for level, (more, less) in enumerate(zip(best.levels, rest.levels, strict=True), 1):
        if more.weight != less.weight:
            return level, more.weight - less.weight
    return None, 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("weights", "FILE", "--round", "3", "--output", "FILE.csv"),
        ("draw", "FILE", "--families", "avoid"),
    ],
)
def test_what_needs_one_weight_is_refused_in_one_line(arguments, files, run):
    path, order = files
    named = [{"FILE": path}.get(word, word) for word in arguments]
    status, out, err = run(*named, "--model", order)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "fastpair stands on levels here, and this needs one weight for each pair" in err
