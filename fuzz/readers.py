"""Fuzz the reader of a file format: ``nox -s fuzz-readers -- NAME [arguments of libFuzzer]``.

NAME is a row of ``fastpair.formats.FORMATS``. Whatever the bytes are, reading them gives a document
or one of fastpair's errors, within a second. What was read can be written as a new file, or refused.

The files of that format below the folder ``FASTPAIR_CONFORMANCE`` are the first inputs. What the
search finds goes to ``build/fuzz-readers/NAME``, which is no part of the project.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from time import process_time

import atheris

with atheris.instrument_imports(include=["fastpair.formats"], enable_loader_override=False):
    from fastpair import formats
    from fastpair.errors import FormatError, RuleError
    from fastpair.formats import FORMATS, Format

    # The readers are imported when they are needed, which would be too late.
    for module in walk_packages(formats.__path__, f"{formats.__name__}."):
        import_module(module.name)

_LARGEST_INPUT = 1 << 16
"""Bytes; larger files are no first inputs, as they would be cut."""

_MOST_SECONDS = 1.0
_USUAL = (
    "-max_total_time=300",
    "-timeout=30",
    f"-max_len={_LARGEST_INPUT}",
    "-rss_limit_mb=2048",
)


def seeds(form: Format) -> list[Path]:
    """The real files of a format, if there are any."""
    folder = os.environ.get("FASTPAIR_CONFORMANCE")
    if not folder:
        return []
    paths = (path for path in sorted(Path(folder).rglob("*")) if path.is_file())
    small = (path for path in paths if 0 < path.stat().st_size <= _LARGEST_INPUT)
    return [path for path in small if form.recognises(path.read_bytes())]


def main() -> None:
    """Search until the time is over or an input fails."""
    if len(sys.argv) < 2 or sys.argv[1] not in FORMATS:
        sys.exit(f"usage: readers.py {'|'.join(FORMATS)} [arguments of libFuzzer]")
    form, arguments = FORMATS[sys.argv[1]], sys.argv[2:]

    def one_input(data: bytes) -> None:
        begin = process_time()
        form.recognises(data)
        with suppress(FormatError, RuleError):
            form.new(form.read("input", data).tournament)
        if process_time() - begin > _MOST_SECONDS:
            raise TimeoutError(f"{len(data)} bytes take more than {_MOST_SECONDS} s of computing")

    corpus = Path("build", "fuzz-readers", form.name)
    corpus.mkdir(parents=True, exist_ok=True)
    files = corpus.with_suffix(".seeds")
    files.write_text(",".join(map(str, seeds(form))))
    given = [f"-seed_inputs=@{files}"] if files.stat().st_size else []
    options = [*_USUAL, f"-artifact_prefix={corpus}-", *given, *arguments]
    atheris.Setup([sys.argv[0], *options, str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
