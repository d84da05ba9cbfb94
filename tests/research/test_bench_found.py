"""Recipes of graphs, the changes of them that the adversary makes, and those that it has stored."""

from __future__ import annotations

import json

import numpy as np
import pytest

import adversary
import recipes
from fastpair.matching import max_weight_matching, verify
from instances import check_optimum


def layer(shape, law="lot", **others):
    whole = {"start": 0, "share": 1, "degree": 3, "least": 5, "spread": 9, "with n": False}
    return {"shape": shape, "law": law, "onto": None, **whole, **others}


def recipe(*layers, **others):
    fixed = {"n": 30, "seed": 1, "matrix": False, "maxcardinality": True, "by lot": False}
    return {"name": "some", "layers": list(layers), "edits": [], **fixed, **others}


def check(problem):
    first, second, weights = problem.edges
    assert len(first) > 0
    assert (first < second).all()
    assert (weights >= 0).all()
    check_optimum(problem)


@pytest.mark.parametrize("shape", recipes.SHAPES)
@pytest.mark.parametrize("law", recipes.LAWS)
def test_shapes_and_laws(shape, law):
    problem = recipes.prepared(recipe(layer(shape, law)))
    check(problem)
    weights = problem.edges[2]
    assert weights.min() >= 5
    assert weights.max() <= 14


def test_a_matrix_and_a_list_hold_the_same():
    listed, matrix = (
        recipes.prepared(recipe(layer("band"), matrix=form)) for form in (False, True)
    )
    assert all(map(np.array_equal, listed.edges, matrix.edges))
    check(matrix)


@pytest.mark.parametrize("found", recipes.stored(), ids=lambda found: found["name"])
def test_solves_of_the_stored_graphs_are_proven(found):
    problem = recipes.prepared(found, 1200)
    most = found["maxcardinality"]
    matching = max_weight_matching(problem.edges, n=problem.size, maxcardinality=most)
    verify(problem.edges, matching, n=problem.size, maxcardinality=most)


def test_too_many_edges_are_refused():
    with pytest.raises(ValueError, match="edges for 200 vertices: expected 1 to 8000"):
        recipes.prepared(recipe(layer("cliques", degree=198), n=200))


@pytest.mark.parametrize("seed", range(30))
def test_changes_make_recipes_that_can_be_made_again(seed):
    rng = np.random.default_rng(seed)
    others = [adversary.new_recipe(rng) for _ in range(5)]
    child = others[0]
    for _ in range(20):
        child = adversary.changed(child, others, rng)
    child["name"] = adversary.kind_of(child)
    problem = recipes.prepared(child, 40)
    check(problem)
    again = recipes.prepared(json.loads(json.dumps(child)), 40)
    assert all(map(np.array_equal, problem.edges, again.edges))


def test_changes_leave_the_parent_as_it_is():
    rng = np.random.default_rng(1)
    parent = adversary.new_recipe(rng)
    before = json.dumps(parent)
    for _ in range(200):
        adversary.changed(parent, [parent], rng)
    assert json.dumps(parent) == before


def test_a_solve_that_takes_too_long_is_given_up():
    def endless():
        while True:
            pass

    with pytest.raises(adversary.TooLongError), adversary.limited(0.05):
        endless()


def test_growth_counts_beside_the_ratio():
    def found(ratio, exponent, theirs):
        return {"found": {"ratio": ratio, "exponent": exponent, "LEMON's": theirs}}

    assert adversary.score(found(3, 1.5, 1.5)) == 3
    assert adversary.score(found(3, 2, 1)) == 6
    assert adversary.score(found(3, 9, 1)) == 6


def test_recipes_lose_what_they_do_not_need(monkeypatch):
    def judged(child):
        worst = 8 if "ring" in {each["shape"] for each in child["layers"]} else 1
        found = {"ratio": worst, "exponent": 1, "LEMON's": 1}
        return child | {"name": adversary.kind_of(child), "found": found}

    monkeypatch.setattr(adversary, "judged", judged)
    many = [
        recipe(layer("path"), layer("ring"), edits=[["drop", 0.1]]),
        recipe(layer("ring"), layer("star"), layer("tree")),
        recipe(layer("grid"), layer("star")),
    ]
    worst = adversary.finalists([judged(each) for each in many])
    assert worst[0]["name"] == "ring-list-most"
    assert [len(each["layers"]) for each in worst] == [1, 1]
    assert not worst[0]["edits"]


@pytest.mark.parametrize("stored", recipes.stored(), ids=lambda stored: stored["name"])
def test_stored_recipes(stored):
    assert adversary.kind_of(stored) == stored["name"]
    check(recipes.prepared(stored, 50))


def test_recipes_are_stored_worst_first(tmp_path, monkeypatch):
    monkeypatch.setattr(recipes, "FOLDER", tmp_path / "hard")
    recipes.store([{"name": "a"}, {"name": "b"}])
    recipes.store([{"name": "d"}, {"name": "c"}])
    assert [each["name"] for each in recipes.stored()] == ["d", "c"]
