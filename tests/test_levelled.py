"""Models whose terms stand on levels: the parts of the weights, and draws in their order."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.field import Field
from fastpair.matching import max_weight_matching, verify_levels
from fastpair.weights import MODELS, Levelled, model_named
from fastpair.weights.terms_model import TermsModel
from tournaments import tournaments

TERMS_MODELS = [name for name in MODELS if isinstance(model_named(name), TermsModel)]


@st.composite
def levelled(draw):
    """A model of the papers with its terms on levels, and the players of a round."""
    model = model_named(draw(st.sampled_from(TERMS_MODELS)))
    names = draw(st.permutations(model.names))
    cuts = draw(st.sets(st.integers(1, max(1, len(names) - 1)))) if len(names) > 1 else set()
    ends = [0, *sorted(cuts), len(names)]
    levels = tuple(tuple(names[a:b]) for a, b in pairwise(ends))
    tournament = draw(tournaments())
    number = draw(st.integers(1, tournament.rules.rounds))
    field = Field.of(tournament.before(number), number)
    return Levelled(model=model, levels=levels), field


@given(levelled())
def test_levels_add_up_to_the_weights_and_hold_their_components(drawn):
    ordered, field = drawn
    weights = ordered.model.weigh(field)
    matrices = ordered.weigh(field).levels
    off = ~np.eye(len(field), dtype=bool)
    assert (sum(matrices) == weights.total)[off].all()
    for names, matrix in zip(ordered.levels, matrices, strict=True):
        assert (sum(weights.components[name] for name in names) == matrix)[off].all()


@given(levelled())
def test_a_draw_is_best_on_the_first_level(drawn):
    ordered, field = drawn
    levels = ordered.weigh(field).levels
    matching = max_weight_matching(levels=levels)
    verify_levels(levels, matching)
    assert matching.weight[0] == max_weight_matching(levels[0]).weight
    plain = max_weight_matching(ordered.model.weigh(field).total)
    cells = tuple(plain.edges.T)
    assert matching.weight >= tuple(int(level[cells].sum()) for level in levels)


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ((("entropy",), ()), "a level without any"),
        ((("entropy", "mms"),), "entropy has no term 'mms': expected some of entropy"),
        ((("entropy",), ("entropy",)), "'entropy' on one level, found it on 2"),
        ((), "'entropy' on one level, found it on 0"),
    ],
)
def test_levels_that_do_not_hold_each_term_once_are_refused(levels, message):
    with pytest.raises(RuleError, match=message):
        Levelled(model=model_named("entropy"), levels=levels)
