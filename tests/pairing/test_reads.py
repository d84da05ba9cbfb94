"""What a formula reads of the players is found out, and is enough to say what its values are."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given

from fastpair.pairing import Reads, reads_of
from fastpair.pairing.field import Conventions, Field, state_of
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named
from fastpair.pairing.weights.models import OpenGotha
from fields import fields
from paper_models import models, rounds


def state():
    return state_of(Field.of(generate(60, 5, seed=3, play=3), 4).roster, Conventions())


@pytest.mark.parametrize(
    ("formula", "values", "agreement"),
    [
        (lambda a, b: a.mms - b.mms, {"mms"}, set()),
        (lambda a, b: a.mms == b.mms, set(), {"mms"}),
        (lambda a, b: b.homes.club != a.homes.club, set(), {"homes.club"}),
        (lambda a, b: (a.grade == b.grade) * a.grade, {"grade"}, set()),
        (lambda a, b: a.grade == b.rating, {"grade", "rating"}, set()),
        (lambda a, b: np.equal(a.grade, b.grade, dtype=object) & b.below, {"below"}, {"grade"}),
        (lambda a, b: a.have_met(b), {"seat"}, set()),
        (lambda a, b: np.asarray(a.level) + b.bar, {"mms"}, set()),
        (lambda a, b: a.grade.astype(float) + b.rating.max(), {"grade", "rating"}, set()),
        (lambda a, b: a.uneven.out[0], {"uneven.out"}, set()),
        (lambda a, b: np.zeros(a.band.shape), set(), set()),
        (
            lambda a, b: a.colours.balance + a[:].play.in_group,
            {"colours.balance", "play.in_group"},
            set(),
        ),
    ],
)
def test_every_use_is_recorded(formula, values, agreement):
    assert reads_of(formula, state()) == Reads(frozenset(values), frozenset(agreement))


def test_facts_decide_what_is_read():
    """A formula that goes by a fact is looked at again where the fact is another one."""

    def formula(a, b):
        return a.mms - b.mms if a.rounds else a.grade - b.grade

    tournament = generate(20, 5, seed=3, play=3)
    for number, column in ((1, "grade"), (2, "mms"), (1, "grade"), (4, "mms")):
        players = state_of(Field.of(tournament, number).roster, Conventions())
        assert reads_of(formula, players).columns == (column,)


def test_what_is_known_is_not_asked_again():
    asked = []

    def formula(a, b):
        asked.append(a)
        return a.mms - b.mms

    for number in (2, 3, 4):
        reads_of(
            formula,
            state_of(Field.of(generate(20, 5, seed=3, play=3), number).roster, Conventions()),
        )
    assert len(asked) == 1


def classes(players, columns):
    """Number of the class of each player by some columns, and somebody of each class."""
    rows = [
        tuple(attrgetter(column)(players)[i] for column in columns)
        for i in range(len(players.seat))
    ]
    first = [rows.index(row) for row in rows]
    return np.array(first, dtype=np.intp)


def agrees_with_reads(term, players):
    """A term is for any two players what it is for any two others with the same columns."""
    n = len(players.seat)
    a, b = players[:, None], players[None, :]
    for formula, reads in (
        (term.weight, term.reads(players)),
        (term.applies, term.applies.reads(players)),
    ):
        full = np.broadcast_to(formula(a, b), (n, n))
        same = classes(players, reads.columns)
        one, other = players[same][:, None], players[same][None, :]
        assert np.array_equal(full, np.broadcast_to(formula(one, other), (n, n)))
        alike = classes(players, sorted(reads.values))
        agreement = [
            attrgetter(column)(players)[:, None] == attrgetter(column)(players)[None, :]
            for column in sorted(reads.agreement)
        ]
        seen = {}
        for i in range(n):
            for j in range(n):
                key = (alike[i], alike[j], *(bool(agrees[i, j]) for agrees in agreement))
                assert seen.setdefault(key, full[i, j]) == full[i, j]


@given(rounds(), models())
def test_papers_depend_on_what_they_read(drawn, model):
    field = Field.of(drawn[0], drawn[1])
    if len(field) < 2:
        return
    players = model.state(field)
    for term in model.terms(players):
        agrees_with_reads(term, players)


@given(fields())
def test_opengotha_depends_on_what_it_reads(drawn):
    _, _, variant, field = drawn
    if len(field) < 2:
        return
    for term in OpenGotha(variant=variant).terms(field):
        agrees_with_reads(term, field)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_is_looked_at_once(name, monkeypatch):
    """In the next round there is nothing to find out, unless the rounds differ in a fact."""
    model, tournament = model_named(name), generate(60, 6, seed=3, play=5)
    for number in (3, 4):
        model.weigh(Field.of(tournament, number))
    monkeypatch.setattr("fastpair.pairing.weights.term._Record", None)
    model.weigh(Field.of(tournament, 3))
