"""Archives of what the program of most managers of chess has paired and answered."""

from __future__ import annotations

import io
import tarfile
from functools import cache
from pathlib import Path

import pytest

from conftest import CONFORMANCE, UNSET

PEER = Path(CONFORMANCE or ".", "../../peers/bbppairings").resolve()
PROGRAM = PEER / "bbppairings"


def unpacked(name):
    """The files of an archive, by their names; the test is skipped without it."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    if not (PEER / name).exists():
        pytest.skip(f"no {PEER / name}")
    return _unpacked(name)


@cache
def _unpacked(name):
    with tarfile.open(fileobj=io.BytesIO((PEER / name).read_bytes())) as files:
        members = [member for member in files if member.isfile()]
        return {Path(member.name).name: files.extractfile(member).read() for member in members}


def answers():
    """Tournaments before a round, each with what the program has answered."""
    files = unpacked("answers.tar.xz")
    return [(files[f"{name[:-4]}.trf"], files[name]) for name in files if name.endswith(".out")]


def checklist():
    """A tournament, the checklist that the program writes with `-l`, and its pairs; the test is skipped without them."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    files = [PEER / "checklist" / name for name in ("tournament.trf", "checklist.txt", "pairs.txt")]
    if not all(file.exists() for file in files):
        pytest.skip(f"no {files[0].parent}")
    return [file.read_bytes() for file in files]


def tournaments():
    """Tournaments that the program has played, by their names, the smallest first."""
    files = unpacked("tournaments.tar.xz")
    return dict(sorted(files.items(), key=lambda each: (len(each[1]), each[0])))


def burstein_rounds():
    """Tournaments before a round of Burstein, each with the pairs by which a third program differs from ours."""
    if CONFORMANCE is None:
        pytest.skip(UNSET)
    folders = sorted(PEER.parent.glob("py4swiss/burstein*"))
    if not folders:
        pytest.skip(f"no rounds in {PEER.parent / 'py4swiss'}")
    for folder in folders:
        lines = (folder / "theirs.txt").read_text().splitlines()[1:]
        pairs = [tuple(map(int, line.split())) for line in lines]
        yield (folder / "tournament.trf").read_bytes(), pairs
