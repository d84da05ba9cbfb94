"""Write the types of what ``fastpair`` imports when it is used: ``python docs/stub.py``."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["PACKAGE", "TARGET", "stub"]

PACKAGE = Path(__file__).parents[1] / "python" / "fastpair" / "__init__.py"
TARGET = PACKAGE.with_suffix(".pyi")

_HEAD = '''"""The names of the package for editors and type checkers, which import nothing: ``python docs/stub.py`` writes this file."""

'''


def stub() -> str:
    """The module in which every name of the table of the package is imported."""
    names = {name: module for module, found in _table().items() for name in found.split()}
    modules = {".": ["__version__"]} | {
        module: sorted(name for name, place in names.items() if place == module)
        for module in sorted({*names.values()})
    }
    imports = [
        f"from {'._engine' if module == '.' else module} import {name} as {name}\n"
        for module, found in modules.items()
        for name in found
    ]
    listed = "".join(f'    "{name}",\n' for name in sorted([*names, "__version__"]))
    return f"{_HEAD}{''.join(imports)}\n__all__ = [\n{listed}]\n"


def _table() -> dict[str, str]:
    """The names that the package imports later, by their modules."""
    nodes = ast.walk(ast.parse(PACKAGE.read_text("utf-8")))
    (call,) = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "lazy_getattr"
    ]
    found = ast.literal_eval(call.args[1])
    assert isinstance(found, dict)
    return found


if __name__ == "__main__":
    TARGET.write_text(stub(), "utf-8")
