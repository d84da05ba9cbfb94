"""Write the Python of each document as a module, for a type checker: ``typed_examples.py FOLDER``."""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

from repository import ROOT


def main(folder: Path) -> None:
    """Write one module a document that has examples; examples that are to fail are left out."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        blocks = re.findall(r"^```pycon\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        found = [one for block in blocks for one in doctest.DocTestParser().get_examples(block)]
        lines = [one.source for one in found if one.exc_msg is None]
        if lines:
            (folder / f"examples_of_{page.stem.replace('-', '_')}.py").write_text(
                "".join(lines), "utf-8"
            )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
