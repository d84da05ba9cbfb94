"""Make the pictures of the papers for the documents: ``python docs/paper_pictures.py``.

``field.svg`` is who plays in the example [V figs 4.1, 4.2], ``shapes.svg`` the winning expectancy [V fig. 2.1]
and the shapes of weights [K12 fig. 1].
"""

from __future__ import annotations

from pathlib import Path

from fastpair.formats import read
from fastpair.report.chart import expectancy_chart, field_charts, shapes_chart
from fastpair.report.html import charts_svg

DOCS = Path(__file__).parent
RATINGS = 1400, 2200


def pictures() -> dict[str, bytes]:
    """The files by their names."""
    example = read(DOCS.parent / "examples" / "congress.xml").tournament
    papers = (
        expectancy_chart("winning expectancy by rating difference", RATINGS),
        shapes_chart("weight by deviation x"),
    )
    return {
        "field.svg": charts_svg(tuple(field_charts(example))),
        "shapes.svg": charts_svg(papers),
    }


if __name__ == "__main__":
    for name, content in pictures().items():
        (DOCS / "pictures" / name).write_bytes(content)
