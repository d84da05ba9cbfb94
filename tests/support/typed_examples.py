"""Write the Python of documents and examples as modules, for type checkers: ``typed_examples.py FOLDER``."""

from __future__ import annotations

import doctest
import json
import re
import shutil
import sys
from pathlib import Path

from repository import ROOT

WITHOUT_ANY = ["examples_of_README.py", "examples_of_python.py", "manager.py"]
"""The modules in which no expression is an Any, and that pyright checks, too."""


def main(folder: Path) -> None:
    """Write one module a document or example; examples of documents that are to fail are left out."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        blocks = re.findall(r"^```pycon\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
        found = [one for block in blocks for one in doctest.DocTestParser().get_examples(block)]
        lines = [one.source for one in found if one.exc_msg is None]
        if lines:
            (folder / f"examples_of_{page.stem.replace('-', '_')}.py").write_text(
                "".join(lines), "utf-8"
            )
    for example in (ROOT / "examples" / "python").glob("*.py"):
        shutil.copy(example, folder / example.name)
    settings = {
        "include": WITHOUT_ANY,
        "extraPaths": [str(ROOT / "python")],
        "typeCheckingMode": "strict",
        "reportUnusedExpression": False,  # doctests show values
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
