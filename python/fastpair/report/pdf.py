"""Pages of HTML as PDF, by a browser of this machine."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from ..errors import RuleError
from ..sentences import Remedy, phrase

_BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
_OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-pdf-header-footer",
)
_SECONDS = 120


def pdf_browser() -> str | None:
    """The browser of this machine that prints; None if there is none."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


def pdf_file(page: bytes) -> bytes:
    """Print a page of HTML to PDF.

    Raises
    ------
    RuleError
        If there is no browser that prints, or it fails.
    """
    browser = pdf_browser()
    if browser is None:
        message = phrase("a PDF needs Chromium, Chrome or Edge on this machine, and none was found")
        raise RuleError(message, Remedy("print from any browser"))
    with TemporaryDirectory() as name:
        folder = Path(name)
        source, target = folder / "page.html", folder / "page.pdf"
        source.write_bytes(page)
        command = [
            browser,
            *_OPTIONS,
            *_as_root(),
            f"--user-data-dir={folder / 'profile'}",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        try:
            subprocess.run(command, capture_output=True, check=True, timeout=_SECONDS)
            return target.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            message = phrase(
                "{browser} could not print the page ({error})",
                browser=browser,
                error=type(error).__name__,
            )
            raise RuleError(message, Remedy("print from any browser")) from error


def _as_root() -> tuple[str, ...]:
    """The option without which the browser does not start for root; its page is our own."""
    import os

    geteuid = getattr(os, "geteuid", None)
    return ("--no-sandbox",) if geteuid is not None and geteuid() == 0 else ()
