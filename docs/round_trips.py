"""What is lost when files become files of other formats: ``python docs/round_trips.py FILE...``.

A table of how many files lost nothing at all and how many lost no game, of all that were converted;
then a line for each pair of formats: how many the format refused, and in how many files each kind
of thing was lost. No name of a person is printed.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from fastpair.errors import FastpairError, RuleError
from fastpair.formats import FORMATS, format_of
from fastpair.formats.conversion import converted, lost

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def kind_of(loss: str) -> str:
    """What a line of losses is about: its words before a value or a count."""
    loss = re.sub(r" (is|\d+ values are) lost[:,].*", " is lost", loss)
    title, _, rest = loss.partition(": ")
    first = rest.partition(" ")[0]
    if first == "name" or title == "name" or first.isdigit():
        return title
    words = re.match(r"[a-z ]*?(?= (?:'|\d|nothing|yes|no|[A-Z?]))", rest)
    return f"{title} {words[0]}" if words else title


def table(counts: Mapping[tuple[str, str], Counter[str]]) -> Iterator[str]:
    """A row for each format that files are read from, a column for each that they become."""
    yield f"| From | Files | {' | '.join(FORMATS)} |"
    yield f"|{'---|' * (len(FORMATS) + 2)}"
    for source in FORMATS:
        pairs = [counts[source, target] for target in FORMATS if (source, target) in counts]
        if pairs:
            cells = (f"{pair['lossless']}, {pair['all games']}" for pair in pairs)
            yield f"| `{source}` | {pairs[0]['files']} | {' | '.join(cells)} |"


def main(paths: Iterable[Path]) -> None:
    """Convert every file to every format, and back."""
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    unread: Counter[str] = Counter()
    for path in paths:
        content = path.read_bytes()
        try:
            source = format_of(path, content)
            document = source.read(str(path), content)
        except FastpairError:
            unread[path.suffix] += 1
            continue
        tournament = document.tournament
        for target in FORMATS.values():
            pair = counts[source.name, target.name]
            pair["files"] += 1
            try:
                new = converted(document, source, target)
            except RuleError:
                pair["refused"] += 1
                continue
            kept = target.read("", new)
            lacks = [*lost(document, source, path, new, target, tournament)]
            pair["lossless"] += not lacks
            pair["all games"] += len(kept.tournament.games) == len(tournament.games)
            pair.update({f"  {kind_of(line)}" for line in lacks})
    print(*table(counts), "", sep="\n")
    for (source, target), pair in sorted(counts.items()):
        kinds = (f"{kind.strip()} {pair[kind]}" for kind in sorted(pair) if kind.startswith("  "))
        head = f"{source} -> {target}: {pair['files']} files, {pair['lossless']} lossless"
        print(f"{head}, {pair['refused']} refused", *kinds, sep="; ")
    print(f"no tournament: {dict(unread)}")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
