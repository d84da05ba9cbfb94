"""Models with the parameters that the golden vectors give them."""

from __future__ import annotations

from dataclasses import replace

from fastpair.pairing import GradeDependence
from fastpair.pairing.weights.models import Coefficients, GoDraw2015, Severities
from fastpair.research.models import (
    Alphas,
    Entropy,
    Gotha,
    Kaniuk2012,
    MacMahon,
    RatingInformation,
    Skew,
)

OURS = {
    "playin": "play_in",
    "playout": "play_out",
    "ubal": "balance",
    "useed": "seed",
    "band": "banding",
}
"""Names of components that differ from those of the files."""


def ours(values):
    return {OURS.get(name, name): value for name, value in values.items()}


def godraw2015(params, conventions):
    params = dict(params)
    gammas = {f"gamma_{kind}": gamma for kind, gamma in params.pop("gammas").items()}
    grades = GradeDependence(
        enabled=params.pop("grade_dependent"), pair_grade=params.pop("pair_grade"), **gammas
    )
    model = GoDraw2015(
        conventions=replace(conventions, alternation=params.pop("alt_mode")),
        coefficients=Coefficients(**ours(params.pop("W"))),
        severities=Severities(**ours(params.pop("Lambda"))),
        grades=grades,
        even=params.pop("even"),
        uneven_balance=params.pop("uneven_bal"),
        uneven_seed=params.pop("uneven_seed") or "none",
        omega=params.pop("omega"),
        area_mode=params.pop("area_mode"),
        area_level=params.pop("area_level"),
        use_banding=params.pop("use_banding"),
        colour_mode=params.pop("colour_mode"),
    )
    assert params == {}
    return model


def kaniuk2012(params, conventions):
    params = dict(params)
    lower, upper = params.pop("useed") or (None, None)
    skew = Skew(
        kappa=params.pop("kappa"),
        a=params.pop("a"),
        alpha=params.pop("askew"),
        gamma=params.pop("gamma"),
        mode=params.pop("gmode"),
    )
    model = Kaniuk2012(
        conventions=conventions,
        coefficients=Coefficients(**ours(params.pop("W"))),
        alphas=Alphas(**ours(params.pop("alpha"))),
        skew=skew,
        rule=params.pop("rule"),
        separate=params.pop("separate"),
        even=params.pop("even"),
        seed_lower=lower,
        seed_upper=upper,
        area_level=params.pop("area_level"),
        use_banding=params.pop("use_banding"),
    )
    assert params == {}
    return model


def gotha(params, conventions):
    params = dict(params)
    assert params.pop("random") == 0
    return Gotha(conventions=conventions, **params)


def macmahon(params, conventions):
    return MacMahon(conventions=conventions, **params)


def entropy(params, conventions):
    return Entropy(conventions=conventions, **params)


def rating_information(params, conventions):
    return RatingInformation(conventions=conventions, **params)


MODELS = {
    "godraw2015": godraw2015,
    "k12": kaniuk2012,
    "macmahon": macmahon,
    "gotha": gotha,
    "entropy": entropy,
    "gor_info": rating_information,
}
"""Makers of models by how their names in the files begin."""
