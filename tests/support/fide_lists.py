"""Invented rating lists of FIDE, of any size: fixed columns and XML, of one rate of play or of three."""

from __future__ import annotations

import random
from typing import NamedTuple

STARTS = [
    "Ba",
    "Be",
    "Bo",
    "Da",
    "De",
    "Do",
    "Fa",
    "Ga",
    "Gi",
    "Ha",
    "He",
    "Ja",
    "Ka",
    "Ke",
    "Ko",
    "La",
    "Le",
    "Lu",
    "Ma",
    "Me",
    "Mi",
    "Mo",
    "Na",
    "Ne",
    "Ni",
    "Pa",
    "Pe",
    "Ra",
    "Re",
    "Ro",
    "Sa",
    "Se",
    "Si",
    "Sha",
    "Ta",
    "Te",
    "To",
    "Va",
    "Ve",
    "Vi",
    "Za",
    "Zo",
]
MIDDLES = [
    "ba",
    "be",
    "bin",
    "ca",
    "chi",
    "da",
    "de",
    "din",
    "fa",
    "ga",
    "go",
    "ha",
    "ka",
    "ki",
    "lan",
    "le",
    "li",
    "lo",
    "ma",
    "men",
    "mi",
    "na",
    "ne",
    "no",
    "pa",
    "po",
    "ra",
    "re",
    "ri",
    "ro",
    "sa",
    "sen",
    "si",
    "ta",
    "te",
    "ti",
    "to",
    "va",
    "vi",
]
ENDS = [
    "n",
    "r",
    "s",
    "sky",
    "mann",
    "ov",
    "ova",
    "sen",
    "son",
    "dez",
    "ini",
    "escu",
    "wicz",
    "yan",
    "li",
    "hu",
    "ng",
]
FEDERATIONS = [
    "IND",
    "GER",
    "RUS",
    "ESP",
    "FRA",
    "ITA",
    "POL",
    "USA",
    "CHN",
    "IRI",
    "TUR",
    "HUN",
    "CZE",
    "GRE",
    "ARG",
    "BRA",
    "NED",
    "SRB",
    "UKR",
    "AUT",
]
TITLES = [""] * 60 + ["CM", "FM", "FM", "IM", "GM", "WFM", "WIM", "WGM"]


class Listed(NamedTuple):
    """A player of an invented list."""

    number: int
    name: str
    """``Family, First``."""
    federation: str
    sex: str
    title: str
    birth: str
    ratings: tuple[int, int, int]
    """Standard, rapid, blitz; 0 for none."""
    k_factors: tuple[int, int, int]


def invented(number, seed=0):
    """So many players, in the order of their names; family names are common or rare, as they are."""
    chance = random.Random(seed)
    families = [
        chance.choice(STARTS)
        + "".join(chance.choices(MIDDLES, k=chance.randint(0, 2)))
        + chance.choice(ENDS)
        for _ in range(max(number // 20, 5))
    ]
    firsts = [
        chance.choice(STARTS) + "".join(chance.choices(MIDDLES, k=chance.randint(1, 2)))
        for _ in range(max(min(number // 10, 4000), 5))
    ]
    numbers = iter(sorted(chance.sample(range(100_000, 40_000_000), number)))
    names = sorted(
        f"{families[int(len(families) * chance.random() ** 3)]}, "
        f"{firsts[int(len(firsts) * chance.random() ** 2)]}"
        for _ in range(number)
    )
    for name in names:
        ratings = tuple(
            chance.randint(1400, 2000) + (chance.randint(0, 800) if chance.random() < 0.1 else 0)
            if chance.random() < share
            else 0
            for share in (0.4, 0.3, 0.3)
        )
        yield Listed(
            next(numbers),
            name,
            chance.choice(FEDERATIONS),
            "F" if chance.random() < 0.12 else "M",
            chance.choice(TITLES),
            str(chance.randint(1930, 2019)),
            ratings,
            tuple(chance.choice([10, 20, 20, 40]) for _ in range(3)),
        )


def _line(cells, widths):
    return "".join(f"{cell!s:<{width}}" for cell, width in zip(cells, widths, strict=True)).rstrip()


HEAD = ["ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "OTit", "FOA"]
WIDTHS = [15, 61, 4, 4, 5, 5, 15, 4]


def text_lines(players, rate=None, month="NOV26"):
    """The lines of a list in fixed columns: of one rate of play (0 standard, 1 rapid, 2 blitz), or of all."""
    if rate is None:
        titles = ["SRtng", "SGm", "SK", "RRtng", "RGm", "Rk", "BRtng", "BGm", "BK"]
        widths = [6, 4, 3] * 3
    else:
        titles, widths = [month, "Gms", "K"], [6, 4, 3]
    widths = [*WIDTHS, *widths, 6, 5]
    yield _line([*HEAD, *titles, "B-day", "Flag"], widths)
    for each in players:
        ratings = [
            cell
            for place, (rating, k) in enumerate(zip(each.ratings, each.k_factors, strict=True))
            if rate in (None, place)
            for cell in (rating or "", 0, k)
        ]
        facts = [each.number, each.name, each.federation, each.sex, each.title]
        women = each.title if each.title[:1] == "W" else ""
        yield _line([*facts, women, "", "", *ratings, each.birth, ""], widths)


def xml_lines(players, rate=None):
    """The lines of the same list in XML."""
    yield "<playerslist>"
    for each in players:
        family = each.name.replace("&", "&amp;")
        yield "<player>"
        yield f"<fideid>{each.number}</fideid>"
        yield f"<name>{family}</name>"
        yield f"<country>{each.federation}</country>"
        yield f"<sex>{each.sex}</sex>"
        yield f"<title>{each.title}</title>"
        yield "<w_title></w_title>"
        for place, start in enumerate(["", "rapid_", "blitz_"]):
            if rate in (None, place):
                start = start if rate is None else ""
                yield f"<{start}rating>{each.ratings[place]}</{start}rating>"
                yield f"<{start}games>0</{start}games>"
                yield f"<{start}k>{each.k_factors[place]}</{start}k>"
        yield f"<birthday>{each.birth}</birthday>"
        yield "<flag></flag>"
        yield "</player>"
    yield "</playerslist>"


def write(path, lines):
    """Write lines into a file."""
    with path.open("w", encoding="utf-8", newline="\r\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path
