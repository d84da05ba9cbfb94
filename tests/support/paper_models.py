"""The papers' models with any options, and rounds with everything that their rules ask for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from fastpair.pairing import ADDED_TERMS, CoefficientGrades, GradeDependence
from fastpair.pairing.field import Conventions
from fastpair.pairing.weights.models import GoDraw2015
from fastpair.research.models import Entropy, Gotha, Grades, Kaniuk2012, MacMahon, RatingInformation
from tournaments import tournaments


def options(model, **choices):
    return st.builds(model, **{name: st.sampled_from(choice) for name, choice in choices.items()})


GRADES = {
    kind: options(kind, enabled=[True, False], pair_grade=["mean", "max", "min"])
    for kind in (GradeDependence, Grades)
}
COEFFICIENT_GRADES = options(
    CoefficientGrades, enabled=[True, False], pair_grade=["mean", "max", "min"]
)
CONVENTIONS = options(
    Conventions,
    whole_scores=[False, True],
    count_handicap_games=[False, True],
    seeding=[("sos", "grade"), ("rating",), (), ("wins", "cuss", "sodos", "sosos", "sos")],
    even_seeds=["mid", "end"],
    shared_seeds=[False, True],
    uneven_seeds=["unit", "rank"],
    alternation=["literal", "played"],
    area_ties=["switch", "stay"],
    area_halt=["largest", "literal"],
)
EVEN = ["random", "fine-grain", "fold", "fold-ex", "match", "match-ex", "mix", "double-fold"]
SIDES = ["bot", "mid", "top"]
BARE_MODELS = st.one_of(
    options(
        GoDraw2015,
        even=EVEN,
        uneven_out=["literal", "abs"],
        uneven_counts=["full", "partial"],
        uneven_balance=["full", "partial"],
        uneven_seed=["fold", "match", "nearest", "none"],
        omega=["product", "mean", "min", "geometric"],
        area_mode=["mixed", "seed", "discrete"],
        area_level=["club", "country", "both"],
        cross_guard=[False, True],
        colour_mode=["eq13", "table", "k12"],
        use_banding=[None, True, False],
    ),
    options(
        Kaniuk2012,
        even=["random", "fold", "match", "split-random"],
        rule=["full", "reduced"],
        separate=[False, True],
        seed_lower=[None, *SIDES],
        seed_upper=[None, *SIDES],
        area_level=["club", "country", "both"],
    ),
    st.builds(MacMahon),
    options(
        Gotha,
        luck=[False, True],
        luck_by=["lot", "names"],
        seed=["fold", "match", "random"],
        lower_mode=SIDES,
        upper_mode=SIDES,
        group_index=[False, True],
        below_bar=[False, True],
        few_wins=[False, True],
        concavity=[0.0, 0.5, 1.0],
    ),
    st.builds(Entropy, entropy=options(ADDED_TERMS["entropy"], a_mode=["real", "int"])),
    st.builds(
        RatingInformation,
        information=options(ADDED_TERMS["rating_information"], mode=["change", "target"]),
    ),
)


MANY = [
    GoDraw2015(coefficient_grades=CoefficientGrades(enabled=True), area_mode="discrete"),
    Kaniuk2012(coefficient_grades=CoefficientGrades(enabled=True), not_applied=1.0),
    GoDraw2015(),
    GoDraw2015(omega="mean", area_level="both", even="match-ex", not_applied=1.0),
    GoDraw2015(omega="min", area_mode="discrete", colour_mode="k12", uneven_balance="partial"),
    GoDraw2015(area_mode="seed", cross_guard=True, colour_mode="table", use_banding=True),
    GoDraw2015(grades=GradeDependence(enabled=False), omega="geometric"),
    Kaniuk2012(),
    Kaniuk2012(separate=True, seed_lower="top", seed_upper="bot", area_level="both"),
    Kaniuk2012(rule="reduced", grades=Grades(enabled=True, pair_grade="max"), even="split-random"),
    MacMahon(),
    Gotha(),
    Gotha(luck=True, seed="random", few_wins=True, group_index=True),
    Gotha(luck=True, luck_by="names"),
    Entropy(added=(ADDED_TERMS["finnish"](),)),
    RatingInformation(),
]
"""Models for large fields."""


@st.composite
def models(draw):
    """A model with any options."""
    model = draw(BARE_MODELS)
    terms = st.sampled_from(
        [ADDED_TERMS["finnish"](), ADDED_TERMS["entropy"](), ADDED_TERMS["rating_information"]()]
    )
    added = [term for term in draw(st.sets(terms)) if term.label not in model.term_names]
    changes = {
        "added": tuple(added),
        "conventions": draw(CONVENTIONS),
        "salt": draw(st.integers(0, 2**70)),
    }
    if hasattr(model, "grades"):
        changes["grades"] = draw(GRADES[type(model.grades)])
        changes["coefficient_grades"] = draw(COEFFICIENT_GRADES)
    if draw(st.booleans()) and len(model.term_names) > 1:
        changes["removed"] = (draw(st.sampled_from(model.term_names)),)
    return replace(model, not_applied=draw(st.sampled_from([0.0, 1.0])), **changes)


@st.composite
def grouped_tournaments(draw):
    """Tournaments with bands and play groups."""
    tournament = draw(tournaments())
    groups = st.sampled_from(["", "", "a", "b"])
    players = [
        replace(
            player,
            band=draw(st.sampled_from([None, None, 1, 3])),
            play_in=draw(groups),
            play_out=draw(groups),
        )
        for player in tournament.players
    ]
    return replace(tournament, players=tuple(players))


@st.composite
def rounds(draw):
    tournament = draw(grouped_tournaments())
    return tournament, draw(st.integers(1, tournament.rules.rounds))
