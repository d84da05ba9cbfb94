"""Fuzz the reader of a file format: ``nox -s fuzz-readers -- NAME [arguments of libFuzzer]``.

NAME is a row of ``fastpair.formats.FORMATS``, or ``ratings`` for the lists of the federations. Whatever
the bytes are, reading them gives a document or one of fastpair's errors, within a second. What was read
can be written as a new file, or refused.

The first inputs are an invented tournament in that format, and the files of the format below the folder
``FASTPAIR_CONFORMANCE``; of rating lists, the heads of those in its folders ``ratings``. What the search finds goes to ``build/fuzz-readers/NAME``, which is no part of
the project.
"""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time
from types import SimpleNamespace

import atheris

with atheris.instrument_imports(include=["fastpair.formats"], enable_loader_override=False):
    from fastpair import formats
    from fastpair.errors import FormatError, RuleError
    from fastpair.formats import FORMATS
    from fastpair.formats.rating_lists import read_rating_list
    from fastpair.pairing.generator import generate

    # The readers are imported when they are needed, which would be too late.
    for module in walk_packages(formats.__path__, f"{formats.__name__}."):
        import_module(module.name)

_LARGEST_INPUT = 1 << 16
"""Bytes; larger files are no first inputs, as they would be cut."""

_HEAD = 1 << 12
"""Bytes of a rating list that are a first input."""

_MOST_SECONDS = 1.0
_USUAL = (
    "-max_total_time=300",
    "-timeout=30",
    f"-max_len={_LARGEST_INPUT}",
    "-rss_limit_mb=2048",
)

_RATINGS = "ratings"
"""Rating lists, and the name of the folders that they are in."""


def ratings(content: bytes) -> object:
    """What a rating list holds, which is read from a file."""
    sys.stdin = SimpleNamespace(buffer=io.BytesIO(content))
    return read_rating_list("-")


def try_input(name: str, content: bytes) -> None:
    """Read bytes, and write as a new file what was read."""
    if name == _RATINGS:
        ratings(content)
        return
    form = FORMATS[name]
    form.recognises(content)
    form.new(form.read("input", content).tournament)


def real_files() -> list[Path]:
    """The files of other programs, if there are any."""
    folder = os.environ.get("FASTPAIR_CONFORMANCE")
    return [path for path in sorted(Path(folder).rglob("*")) if path.is_file()] if folder else []


def seeds(name: str) -> list[Path]:
    """The real files of a format."""
    small = (path for path in real_files() if 0 < path.stat().st_size <= _LARGEST_INPUT)
    return [path for path in small if FORMATS[name].recognises(path.read_bytes())]


MORE_LINES = {
    "trf": (
        b"XXA    1  1.0  0.5",
        b"XXP    1    2",
        b"XXZ    1",
        b"013 Team                               1    2",
        b"162 W 1.0 D 0.5 L 0.0 A 0.0 X 0.5",
        b"192 FIDE_DUTCH",
        b"202 BH",
        b"240 H   3    1",
        b"250       1.0   1  99    1 9999",
        b"260   1   9    1    2",
        b"299   1  1.0",
        b"310   1 Team",
        b"330 +-   1   1   2",
        b"777   1   2",
        b"801   1 Team",
    )
}
"""Kinds of lines that the invented tournament has not."""


def repeated(content: bytes, *more: bytes) -> dict[str, bytes]:
    """A file with as many as it may have of each kind of its lines, and of more."""
    lines = [*content.splitlines(keepends=True), *(b"%s\n" % line for line in more)]
    kinds = {re.sub(rb"[0-9]+", b"0", line)[:8]: line for line in lines if line.strip()}
    return {
        f"lines{number}": content + line * ((_LARGEST_INPUT - len(content)) // len(line))
        for number, line in enumerate(kinds.values())
    }


def made_inputs(name: str) -> dict[str, bytes]:
    """An invented tournament as a file of a format; or the heads of rating lists, which are large."""
    if name in FORMATS:
        invented = FORMATS[name].new(generate(9, 4, seed=1, play=3))
        return {"invented": invented, **repeated(invented, *MORE_LINES.get(name, ()))}
    lists = (path for path in real_files() if path.parent.name == _RATINGS)
    return {path.name: path.read_bytes()[:_HEAD] for path in lists}


def main() -> None:
    """Search until the time is over or an input fails."""
    names = (*FORMATS, _RATINGS)
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        sys.exit(f"usage: readers.py {'|'.join(names)} [arguments of libFuzzer]")
    name, arguments = sys.argv[1], sys.argv[2:]

    def one_input(data: bytes) -> None:
        begin = process_time()
        with suppress(FormatError, RuleError):
            try_input(name, data)
        if process_time() - begin > _MOST_SECONDS:
            raise TimeoutError(f"{len(data)} bytes take more than {_MOST_SECONDS} s of computing")

    corpus = Path("build", "fuzz-readers", name)
    corpus.mkdir(parents=True, exist_ok=True)
    for title, content in made_inputs(name).items():
        (corpus / title).write_bytes(content)
    files = corpus.with_suffix(".seeds")
    files.write_text(",".join(map(str, seeds(name))) if name in FORMATS else "")
    given = [f"-seed_inputs=@{files}"] if files.stat().st_size else []
    options = [*_USUAL, f"-artifact_prefix={corpus}-", *given, *arguments]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
