"""What the draws in a file were worth: read, drawn again by models, and measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import in_file
from ...go.teams import of_teams
from ...research.quality import quality_of
from ..draws.request import Request
from ..history.model import read
from ..typed.models import weighers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ...formats import Document
    from ...pairing.draw import Constraints
    from ...pairing.weights import WeightModel
    from ...research.quality import Quality


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The quality of the draws in a file, and what they were compared with."""

    document: Document
    """The file as it was read."""

    quality: Quality

    models: Mapping[str, WeightModel]
    """The models that were compared, by the names of their draws."""

    rules: Mapping[str, Constraints]
    """The hard rules that they kept to, by the same names."""

    seed: int
    """That of the models."""

    @property
    def picture(self) -> bytes:
        """All rounds as a picture, SVG."""
        from ...report import quality_plot

        return quality_plot(self.document.tournament.name, self.quality)


def measure_file(
    file: Path,
    compare: Sequence[str],
    *,
    half_points: bool,
    top: int | None = None,
    seed: int,
    tell: Callable[[str], None],
) -> Measured:
    """Read a file and measure its draws, beside those of models.

    Parameters
    ----------
    compare
        Names of weight models, or their files, or ``models.ALL``.
    half_points
        Whether scores that differ by half a point count as different.
    top
        How many of the highest ratings get a ranking error of their own.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If there is no such model, or nothing to measure, or a rule cannot be met; the message names
        the file.
    """
    models = weighers(compare, seed)
    asked = {name: Request().with_rules_of(name) for name in models}
    tell(f"reading {file}")
    document = read(file)
    tournament = of_teams(document.tournament)
    with in_file(file):
        models = {name: ask.preferring(tournament, models[name]) for name, ask in asked.items()}
        rules = {name: ask.constraints_of_any_round(tournament) for name, ask in asked.items()}
        quality = quality_of(
            tournament, models, constraints=rules, half_points=half_points, top=top, tell=tell
        )
    return Measured(document=document, quality=quality, models=models, rules=rules, seed=seed)
