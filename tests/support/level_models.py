"""Models whose components stand on levels, for property tests."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from fastpair.pairing.weights import MODELS, Levelled, model_named


@st.composite
def on_levels(draw, models=tuple(MODELS)):
    """A published model with its components on levels, in any order."""
    model = model_named(draw(st.sampled_from(models)))
    names = draw(st.permutations(model.names))
    cuts = draw(st.sets(st.integers(1, max(1, len(names) - 1)))) if len(names) > 1 else set()
    ends = [0, *sorted(cuts), len(names)]
    return Levelled(model=model, levels=tuple(tuple(names[a:b]) for a, b in pairwise(ends)))
