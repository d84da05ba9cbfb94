"""What is lost when files become files of other formats: ``python docs/round_trips.py FILE...``.

A line for each pair of formats: how many files were converted, how many of them lost nothing, how many
the format refused, and in how many files each kind of thing was lost. No name of a person is printed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from fastpair.errors import FastpairError, RuleError
from fastpair.formats import FORMATS, format_of
from fastpair.formats.losses import losses

if TYPE_CHECKING:
    from collections.abc import Iterable


def kind_of(loss: str) -> str:
    """What a line of losses is about: its words before a value or a count."""
    title, _, rest = loss.partition(": ")
    first = rest.partition(" ")[0]
    if first == "name" or title == "name" or first.isdigit():
        return title
    words = re.match(r"[a-z ]*?(?= (?:'|\d|nothing|yes|no|[A-Z?]))", rest)
    return f"{title} {words[0]}" if words else title


def main(paths: Iterable[Path]) -> None:
    """Convert every file to every format, and back."""
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    unread: Counter[str] = Counter()
    for path in paths:
        content = path.read_bytes()
        try:
            source = format_of(path, content)
            tournament = source.read(str(path), content).tournament
        except FastpairError:
            unread[path.suffix] += 1
            continue
        for target in FORMATS.values():
            pair = counts[source.name, target.name]
            pair["files"] += 1
            try:
                new = target.new(tournament)
            except RuleError as error:
                pair["refused"] += 1
                pair[f"  refused: {str(error)[:60]}"] += 1
                continue
            lost = losses(target.read("", new).tournament, tournament)
            pair["lossless"] += not lost
            pair.update({f"  {kind_of(line)}" for line in lost})
    for (source, target), pair in sorted(counts.items()):
        kinds = (f"{kind.strip()} {pair[kind]}" for kind in sorted(pair) if kind.startswith("  "))
        head = f"{source} -> {target}: {pair['files']} files, {pair['lossless']} lossless"
        print(f"{head}, {pair['refused']} refused", *kinds, sep="; ")
    print(f"no tournament: {dict(unread)}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
