"""Advice on a tournament file, and the JSON of it (docs/reference/json.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...formats.toml import TomlFile
from ...insight.advice import PromotionRule, advice, bars
from ..history.model import read
from .findings import finding_document

if TYPE_CHECKING:
    from pathlib import Path

    from ...go.tournament import Tournament
    from ...insight.advice import Bar, Finding


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """A tournament, and what the sources would have otherwise."""

    tournament: Tournament
    advice: tuple[Finding, ...]

    bars: tuple[Bar, ...]
    """What a bar at each grade would do, the highest first."""

    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""


def advise_file(file: Path, *, promotion: Path | None = None) -> Advised:
    """Read a file and give advice on its tournament.

    Parameters
    ----------
    promotion
        File of a federation's rule for grades, see ``read_promotion_rule``.

    Raises
    ------
    FormatError
        If a file cannot be read.
    """
    rule = None if promotion is None else read_promotion_rule(promotion)
    document = read(file)
    tournament = document.tournament
    return Advised(
        tournament=tournament,
        advice=tuple(advice(tournament, rule)),
        bars=bars(tournament),
        remarks=document.remarks,
    )


def read_promotion_rule(path: Path) -> PromotionRule:
    """Read a federation's rule for grades from a TOML file with the fields of ``PromotionRule``.

    Raises
    ------
    FormatError
        If the file is no TOML, names something else, or has an invalid value.
    """
    file = TomlFile.read(path, "a rule for grades")
    return file.filled(PromotionRule(), file.content, (), ())


def advice_document(advised: Advised) -> dict[str, Any]:
    """Advice as a JSON document, by ``advice.schema.json``."""
    named = {key for finding in advised.advice for key in finding.players}
    return {
        "format": "fastpair.advice",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": advised.tournament.name,
        "advice": [
            {**finding_document(finding), "source": finding.source} for finding in advised.advice
        ],
        "bars": [
            {"bar": str(bar.grade), "players": bar.players, "chance_below": bar.chance_below}
            for bar in advised.bars
        ],
        "players": {key: advised.tournament.by_key[key].full_name for key in sorted(named)},
        "remarks": list(advised.remarks),
    }
