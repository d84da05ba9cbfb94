"""The formulas of the papers, one module per section, each under the paper's own name.

``K15`` is G. Kaniuk, Weights in McMahon pairing - revised (2015). ``K12`` is G. Kaniuk, Weights in
McMahon pairing (2012). ``V`` is T. Vuorinen's thesis (2010). Where a paper is open or misprinted,
``docs/background/papers.md`` lists what fastpair does.
"""

from __future__ import annotations

from . import area, colour, components, macmahon, quality, seeding, shapes

__all__ = ["area", "colour", "components", "macmahon", "quality", "seeding", "shapes"]
