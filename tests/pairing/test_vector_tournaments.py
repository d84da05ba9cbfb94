"""The papers' models on whole tournaments: state, deviations, weights and optima of the vectors."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from fastpair.matching import max_weight_matching
from vector_files import FOLDER
from vector_models import MODELS, OURS
from vector_tournaments import vector_tournament

FILES = sorted(FOLDER.glob("tournament_*.json"))
TOLERANCE = 1e-9
WITHOUT_REMOVED = ("godraw2015", "k12", "entropy", "gor_info")
"""Models that are solved without the edges that the file removes; the others have all pairs."""

STATE = {
    "mms": "mms",
    "U": "uneven.up",
    "D": "uneven.down",
    "Uminus": "uneven.expected_up",
    "Dplus": "uneven.expected_down",
    "colour_balance": "colours.balance",
    "alternation": "colours.alternation",
    "playin": "play.in_count",
    "playout": "play.out_count",
    "playout_in": "play.inside_count",
    "group": "seeds.group",
    "group_size": "seeds.group_size",
    "order": "seeds.order",
    "seed": "seeds.even",
    "useed": "seeds.uneven",
    "useed_max": "seeds.uneven_max",
    "percent": "seeds.percent",
    "placement": "seeds.placement",
    "mixed_country": "homes.mixed_country",
    "mixed_club": "homes.mixed_club",
    "aseed_country": "homes.sized_country",
    "aseed_club": "homes.sized_club",
}
"""Columns by their names in the files."""

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_there_are_tournaments():
    assert FILES, f"no tournament_*.json in {FOLDER}"


@every_file
def test_state(path):
    vector = vector_tournament(path)
    said = {str(entry["id"]): entry for entry in vector.content["state"]}
    for name, column in STATE.items():
        expected = [said[key]["score" if name == "mms" else name] for key in vector.field.key]
        found = attrgetter(column)(vector.state)
        assert np.allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE), name


@every_file
def test_met(path):
    vector = vector_tournament(path)
    said = {str(entry["id"]): entry for entry in vector.content["state"]}
    for key, row in zip(vector.field.key, vector.field.met, strict=True):
        met = {vector.field.key[seat] for seat in np.flatnonzero(row)}
        assert met == {str(other) for other in said[key]["met"]} & set(vector.field.key)


@every_file
@pytest.mark.parametrize("missed", ["bga", "own"])
def test_tie_breaks(path, missed):
    vector = vector_tournament(path)
    said = vector.content[f"tiebreaks_{missed}"]
    found = vector.tie_breaks(vector.content["completed_rounds"], missed)
    assert found == {name: [values[name] for values in said] for name in found}
    assert {*found} == {*said[0]}


every_model = pytest.mark.parametrize(
    ("path", "name"),
    [
        pytest.param(path, name, id=f"{path.stem}-{name}")
        for path in FILES
        for name in vector_tournament(path).content["models"]
    ],
)


def maker_of(name):
    return next((make for start, make in MODELS.items() if name.startswith(start)), None)


def test_every_model_has_a_maker():
    names = {name for path in FILES for name in vector_tournament(path).content["models"]}
    assert {name for name in names if maker_of(name) is None} == set()


@every_model
def test_weights(path, name):
    vector = vector_tournament(path)
    said = vector.content["models"][name]
    model = maker_of(name)(said.get("params") or {}, vector.conventions)
    a, b = (vector.state[seats] for seats in vector.edges)
    terms = {term.name: term for term in all_terms(model, vector.state)}
    names = {OURS.get(component, component) for component in said.get("w", ())}
    assert names <= terms.keys()
    for component, expected in said.get("w", {}).items():
        term = terms[OURS.get(component, component)]
        elsewhere = np.nan if term.elsewhere is None else term.elsewhere
        weight = np.where(term.applies(a, b), term.weight(a, b), elsewhere)
        assert same(expected, weight), component
    for component, expected in said.get("delta", {}).items():
        term = terms[OURS.get(component, component)]
        if term.deviation is not None:
            deviation = np.where(term.applies(a, b), term.deviation(a, b), np.nan)
            assert same(expected, deviation), component


@every_model
def test_totals(path, name):
    vector = vector_tournament(path)
    said = vector.content["models"][name]
    model = maker_of(name)(said.get("params") or {}, vector.conventions)
    total = model.weigh(vector.field).total[*vector.edges]
    scale = model.units(vector.state)
    assert np.allclose(total / scale, said["total"], rtol=TOLERANCE, atol=TOLERANCE)


@every_model
def test_optimum(path, name):
    """The heaviest draw of all with the most pairs; groups that must play come first."""
    vector = vector_tournament(path)
    said = vector.content["models"][name]
    model = maker_of(name)(said.get("params") or {}, vector.conventions)
    total = model.weigh(vector.field).total
    scale = model.units(vector.state)
    allowed = np.ones_like(total, dtype=bool)
    if name.startswith(WITHOUT_REMOVED):
        first, second = vector.edges
        removed = np.array([reason is not None for reason in vector.content["removed"]])
        allowed[first[removed], second[removed]] = allowed[second[removed], first[removed]] = False
    matching = matching_with_groups(total, allowed, vector.groups_that_must_play)
    first, second = matching
    optimum = said["optimum"]
    assert len(first) == optimum["cardinality"]
    found = total[first, second].sum() / scale
    assert np.isclose(found, optimum["total"], rtol=TOLERANCE, atol=TOLERANCE)
    if "total_cost" in optimum:
        cost = model.cost(vector.state[first], vector.state[second]).sum()
        assert np.isclose(cost, optimum["total_cost"], rtol=TOLERANCE, atol=TOLERANCE)
    if "total_without_repeat" in optimum:
        repeats = vector.field.met[first, second].sum()
        assert repeats == optimum["repeats"]
        found -= model.coefficients.repeat * (len(first) - repeats)
        assert np.isclose(found, optimum["total_without_repeat"], rtol=TOLERANCE, atol=1)


def matching_with_groups(total, allowed, groups):
    """Seats of the pairs: those within each group first, then the rest."""
    pairs = []
    free = np.ones(len(total), dtype=bool)
    for members in [*groups, np.arange(len(total))]:
        members = members[free[members]]
        if len(members) < 2:
            continue
        inside = np.ix_(members, members)
        chosen = allowed[inside] & ~np.eye(len(members), dtype=bool)
        matching = max_weight_matching(
            np.ascontiguousarray(total[inside]), allowed=chosen, maxcardinality=True
        )
        pairs.append(members[matching.edges])
        free[members[matching.edges].ravel()] = False
    return np.concatenate(pairs).T


def all_terms(model, state):
    parts = getattr(model, "uneven_parts", tuple)
    return *model.terms(state), *parts()


def same(expected, found):
    """Whether numbers agree, and the same ones are missing."""
    expected = np.array([np.nan if value is None else value for value in expected])
    return np.allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True)
