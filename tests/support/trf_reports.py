"""A report file of FIDE, and what tests change in it."""

from __future__ import annotations

from dataclasses import replace

from fastpair.formats import FORMATS

FORMAT = FORMATS["trf"]
TEXT = """\
012 Open of Ulm
022 Ulm
032 GER
042 2026/11/27
052 2026/11/29
102 Orskorf, Vavio
777 no code of anybody
XXC white1
001    1 m FM Adler, Berta                      2210 GER     4600001 1990/05/04  1.0    1     4 w 1
001    2 w    Birch, Bo                         2105 ENG     4600002 1988/00/00  1.0    2     5 b 1
001    3 m    Cedar, Cleo                       1990 FRA             2001/11/30  1.0    3     6 w +
001    4 wWFM Dañil, Eva                        1930 ESP     4600004             0.0    4     1 b 0
001    5 m    Elm, Finn                         1800 GER                         0.0    5     2 w L
001    6 m    Fir                               1750                             0.0    6     3 b -
001    7 w    Gorse, Ida                             SUI             2009/01/02  1.0    7  0000 - U
132 below the players
XXR 4
XXP 1 3
"""
FORMS = [(end, code) for end in ("\r", "\r\n", "\n") for code in ("utf-8", "latin-1", "utf-8-sig")]


def document(text=TEXT, end="\n", encoding="utf-8"):
    return FORMAT.read("t.trf", text.replace("\n", end).encode(encoding))


def unstated(tournament):
    """The same without the format that each new report states."""
    return replace(tournament, rules=replace(tournament.rules, format=None))


def tournament(text=TEXT):
    return unstated(document(text).tournament)


def held(content):
    return unstated(FORMAT.read("again", content).tournament)


def with_line(text, number, new):
    """The text with another line, from 1; None takes it away."""
    lines = text.splitlines(keepends=True)
    lines[number - 1 : number] = [] if new is None else [f"{new}\n"]
    return "".join(lines)


def with_cells(*cells, points=None, before=""):
    """A report of one round: what each player has in it."""
    lines = [
        f"001 {n:>4}      {f'P{n}':<33} {2000 - n}                            "
        f"{'' if points is None else points[n - 1]:>4} {n:>4}  {cell}"
        for n, cell in enumerate(cells, start=1)
    ]
    return "".join(f"{line}\n" for line in [before, *lines] if line)


def changed_lines(before, after):
    """The lines of which one file alone has each."""
    ours, theirs = before.splitlines(), after.splitlines()
    return [line for line in ours if line not in theirs], [
        line for line in theirs if line not in ours
    ]


LAST = TEXT.splitlines()[8:15]


def with_colour(tournament, colour):
    """The tournament with the colour that the first player of round 1 has."""
    rules = tournament.rules
    fide = replace(rules.fide, initial_colour=colour)
    return replace(tournament, rules=replace(rules, fide=fide))
