"""``fastpair formats``: the file formats that are read and written."""

from __future__ import annotations


def formats() -> int:
    """List the file formats. A file that is read is known by its content, whatever its name."""
    from ...formats import FORMATS
    from ...report.sheet import Column
    from .screen import show_table

    columns = (Column("Name"), Column("Format"), Column("Files"))
    rows = [[form.name, form.title, ", ".join(form.suffixes)] for form in FORMATS.values()]
    show_table(columns, rows)
    return 0
