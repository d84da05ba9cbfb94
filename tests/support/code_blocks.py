"""The code blocks of a document."""

import re


def blocks(page, language):
    """What stands behind the language in the first line of each block, and the block."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\b *(.*)\n((?s:.*?))^```", text, re.M)


def write_named(page, folder):
    """Write the files that a document shows into a folder."""
    for name, content in blocks(page, "text"):
        if name:
            (folder / name).write_text(content, encoding="utf-8")
