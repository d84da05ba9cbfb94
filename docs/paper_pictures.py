"""Make the pictures of the papers for the documents: ``python docs/paper_pictures.py``.

``field.svg`` is who plays in the example [V figs 4.1, 4.2], ``shapes.svg`` the winning expectancy [V fig. 2.1]
and the shapes of weights [K12 fig. 1].
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from fastpair.formats import read
from fastpair.pairing.papers.shapes import concavity, h, sech
from fastpair.report.chart import curves
from fastpair.report.field_charts import expectancy_chart, field_charts
from fastpair.report.html import charts_svg

DOCS = Path(__file__).parent
RATINGS = 1400, 2200
FARTHEST = 6


def pictures() -> dict[str, bytes]:
    """The files by their names."""
    example = read(DOCS.parent / "examples" / "congress.xml").tournament
    x = np.arange(0, FARTHEST + 0.25, 0.25)
    shapes = {
        f"Υ(x / {FARTHEST})": concavity(x / FARTHEST).tolist(),
        "sech(x)": sech(x).tolist(),
        "h(x)": h(x).tolist(),
    }
    papers = (
        expectancy_chart("winning expectancy by rating difference", RATINGS),
        curves("weight by deviation x", [f"{place:g}" for place in x], shapes),
    )
    return {
        "field.svg": charts_svg(tuple(field_charts(example))),
        "shapes.svg": charts_svg(papers),
    }


if __name__ == "__main__":
    for name, content in pictures().items():
        (DOCS / name).write_bytes(content)
