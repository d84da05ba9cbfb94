"""Make docs/pictures/draw.svg, what a director sees: ``python docs/draw_picture.py``.

Runs the README's command on a terminal of its own, and keeps the head and the foot of the screen.
Rich would load its font from another server; the picture takes the reader's own.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
COMMAND = ["fastpair", "draw", "examples/congress.xml"]
COLUMNS, HEAD, FOOT = 104, 16, 14


def screen() -> list[str]:
    """Lines of the command's output on a terminal, with their colours."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    start = [sys.executable, "-c", "import sys; from fastpair.ui.cli import main; sys.exit(main())"]
    environment = os.environ | {"TERM": "xterm-256color"}
    with subprocess.Popen(
        start + COMMAND[1:], stdout=theirs, stderr=subprocess.DEVNULL, cwd=ROOT, env=environment
    ):
        os.close(theirs)
        output = b""
        while chunk := read(ours):
            output += chunk
    return output.decode().replace("\r", "").splitlines()


def read(terminal: int) -> bytes:
    """What the terminal got; nothing at its end, which Linux reports as an error."""
    try:
        return os.read(terminal, 1 << 16)
    except OSError:
        return b""


def main() -> None:
    """Write the picture."""
    lines = screen()
    with Path(os.devnull).open("w") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        for line in [f"$ {' '.join(COMMAND)}", *lines[:HEAD], "  ...", *lines[-FOOT:]]:
            console.print(Text.from_ansi(line))
        picture = console.export_svg(title="fastpair")
    picture = re.sub(r"\n +@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code, monospace", "monospace")
    (ROOT / "docs" / "pictures" / "draw.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
