"""Which program asks, in a few words, so that a change can be traced to who has made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.requests import Request


_BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""By a word of the header; most browsers name those below themselves, too."""

_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iOS",
    "iPad": "iPadOS",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def browser_of(request: Request) -> str:
    """The name of a browser and its system, such as ``Firefox on Linux``.

    Nothing else of what it says of itself is kept: neither its version nor what it invents.
    """
    said = request.headers.get("user-agent", "")
    name = next((name for word, name in _BROWSERS.items() if word in said), "another browser")
    system = next((f" on {name}" for word, name in _SYSTEMS.items() if word in said), "")
    return name + system
