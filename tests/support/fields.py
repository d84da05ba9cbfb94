"""Fields of invented tournaments."""

from __future__ import annotations

from hypothesis import strategies as st

from fastpair.pairing.field import Field
from tournaments import tournaments

VARIANTS = st.sampled_from(["v351", "v352"])


@st.composite
def fields(draw, variants=VARIANTS):
    """A round of a tournament, its variant, and its field."""
    tournament, variant = draw(tournaments()), draw(variants)
    number = draw(st.integers(1, tournament.rules.rounds))
    field = Field.of(tournament.before(number), number, variant=variant)
    return tournament, number, variant, field
