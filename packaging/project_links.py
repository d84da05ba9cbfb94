"""Where the project is, for the metadata of packages: its links, and those of the README from anywhere.

The address is that of the repository that releases: FASTPAIR_REPOSITORY, which the workflow sets. A source
distribution keeps it, for the wheels that are made of it. Builds without either state no links.
"""

from __future__ import annotations

import os
import re
from email.parser import HeaderParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def dynamic_metadata(_settings: Mapping[str, Any], project: Mapping[str, Any]) -> dict[str, Any]:
    """The fields readme and urls of a project whose version is known."""
    text = Path("README.md").read_text("utf-8")
    if repository := _repository():
        release = f"v{project['version']}"
        pages = f"{repository}/blob/{release}"
        text = _absolute(text, pages, f"{repository}/raw/{release}")
        urls = {
            "Homepage": repository,
            "Documentation": f"{pages}/docs/index.md",
            "Changelog": f"{pages}/CHANGELOG.md",
            "Issues": f"{repository}/issues",
        }
    else:
        urls = {}
    return {"readme": {"text": text, "content-type": "text/markdown"}, "urls": urls}


def _repository() -> str:
    """The address of the repository; empty if nobody has stated it."""
    if stated := os.environ.get("FASTPAIR_REPOSITORY"):
        return stated.rstrip("/")
    kept = Path("PKG-INFO")
    text = kept.read_text("utf-8") if kept.exists() else ""
    links = HeaderParser().parsestr(text).get_all("Project-URL", [])
    return dict(link.split(", ", 1) for link in links).get("Homepage", "")


def _absolute(text: str, pages: str, files: str) -> str:
    """A page whose relative links lead to pages, and its pictures to files."""
    picture = r"(!\[[^\]]*\]\()(?!https?:)"
    link = r"((?<!!)\[[^\]]*\]\()(?!https?:|mailto:|#)"
    return re.sub(link, rf"\1{pages}/", re.sub(picture, rf"\1{files}/", text))
