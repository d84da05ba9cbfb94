"""Models whose terms stand on levels: the parts of the weights, and draws in their order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpair.errors import RuleError
from fastpair.matching import max_weight_matching, verify
from fastpair.pairing.field import Field
from fastpair.pairing.weights import Levelled, model_named
from level_models import on_levels
from tournaments import tournaments


@st.composite
def levelled(draw):
    """A model with its components on levels, and the players of a round."""
    model = draw(on_levels())
    tournament = draw(tournaments())
    number = draw(st.integers(1, tournament.rules.rounds))
    return model, Field.of(tournament.before(number), number, variant=model.traits.variant)


@given(levelled())
def test_levels_add_up_to_the_weights_and_hold_their_components(drawn):
    ordered, field = drawn
    weights = ordered.model.weigh(field)
    matrices = ordered.weigh(field).levels
    off = ~np.eye(len(field), dtype=bool)
    assert (sum(matrices) == weights.total)[off].all()
    bases = [ordered.traits.base, *[0] * len(matrices)]
    for names, matrix, base in zip(ordered.levels, matrices, bases, strict=False):
        assert (sum(weights.components[name] for name in names) + base == matrix)[off].all()


@given(levelled())
def test_a_draw_is_best_on_the_first_level(drawn):
    ordered, field = drawn
    levels = ordered.weigh(field).levels
    matching = max_weight_matching(levels=levels, maxcardinality=True)
    verify(None, matching, levels=levels, maxcardinality=True)
    assert matching.levels[0] == max_weight_matching(levels[0], maxcardinality=True).weight
    plain = max_weight_matching(ordered.model.weigh(field).total, maxcardinality=True)
    cells = tuple(plain.edges.T)
    assert matching.levels >= tuple(int(level[cells].sum()) for level in levels)


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
