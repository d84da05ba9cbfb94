"""The rooms of the package, which ``tests/test_layers.py`` checks by their imports.

``python docs/layers.py`` writes them for docs/contributing/architecture.md.
"""

from __future__ import annotations

LAYERS: tuple[tuple[str, ...], ...] = (
    ("research",),
    ("__main__", "ui"),
    ("congress", "desk", "typing"),
    ("app",),
    ("report",),
    ("insight",),
    ("formats",),
    ("pairing",),
    ("go",),
    ("matching", "networkx_backend"),
    ("_engine", "_kernels", "facts", "notebook", "parameters", "registry"),
    ("arrays", "errors", "files", "lazy", "letters", "mappings", "sentences"),
)
"""The rooms, top to bottom; modules import from their own room and those below."""


def drawing() -> str:
    """The rooms, numbered from the bottom."""
    numbers = range(len(LAYERS), 0, -1)
    rows = zip(numbers, LAYERS, strict=True)
    return "\n".join(f"{number:2}  {'   '.join(names)}" for number, names in rows)


if __name__ == "__main__":
    print(drawing())
