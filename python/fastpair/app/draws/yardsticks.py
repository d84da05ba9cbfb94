"""By which model and rules each round of a file is compared with its optimum."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Self

from ...pairing.rounds.review import Baseline
from ...pairing.rules import StatedRules
from ...pairing.weights.description import signature
from ...report.sheet import counted
from ...sentences import phrase_many
from ..history.makers import as_drawn
from ..history.timeline import Timeline
from ..state import in_ranges
from ..typed.models import weigher
from .drawn_model import drawn_model
from .redraw import imposed_by_history
from .request import Request
from .units import Units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ...formats import Document
    from .drawn_model import DrawnModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardsticks:
    """The model, the rules and the seed of each draw, unless the director names others."""

    units: Units
    """What is drawn in the file."""

    fitting: str
    """Name of the model for rounds that the history does not know."""

    model: str | None
    """The model that the director names."""

    seed: int | None
    """The seed that he names."""

    rules: StatedRules
    """The rules in the file of that model."""

    @classmethod
    def of(
        cls, document: Document, file: Path | str, *, model: str | None, seed: int | None
    ) -> Self:
        """The yardsticks of a file.

        Parameters
        ----------
        document
            The file as it was read.
        file
            Where it comes from; its history lies beside it.
        model
            Name of a weight model, or its file; by default that of each draw by the history, or
            else the one that fits the file.
        seed
            For models and rules that draw lots; by default that of each draw.

        Raises
        ------
        FormatError
            If the history or the model's file cannot be read.
        RuleError
            If there is no such model.
        """
        if model is not None:
            weigher(model, seed or 0)  # refused even if there is no round to compare
        return cls(
            units=Units.told_in(document.tournament, Timeline.beside(file, document.content)),
            fitting=document.tournament.rules.usual_model,
            model=model,
            seed=seed,
            rules=Request().with_rules_of(model).rules,
        )

    def of_round(self, number: int) -> Baseline:
        """What a round is compared by.

        Raises
        ------
        RuleError
            If the rules cannot be met.
        """
        drawn = self._drawn(number)
        request = Request(rules=self._rules(number)).of_teams(self.units.whole, number)
        return Baseline(
            model=request.preferring(self.units.tournament, drawn.model),
            constraints=request.constraints_of_any_round(self.units.tournament),
            seed=drawn.seed,
            known=as_drawn(self.units.timeline, self.units.tournament, number),
        )

    def remarks(self, numbers: Iterable[int]) -> Iterator[str]:
        """Say, one line each, which rounds are not compared as they were drawn.

        That is by another model than the one that drew them, within the rules of their draw, or
        free of games that were made by hand, beside which the round was drawn.
        """
        within: dict[str, list[int]] = {}
        otherwise: dict[str, list[int]] = {}
        for number in numbers:
            imposed = imposed_by_history(self.units.timeline, self.units.tournament, number)
            if imposed and imposed.round.games:
                games = len(imposed.round.games)
                were = f"{counted(games, 'game')} {'was' if games == 1 else 'were'}"
                yield f"round {number}: {were} made by no draw, and the optimum is free of {'it' if games == 1 else 'them'}"
            rules = self._rules(number)
            stated = [r.name for r in fields(rules) if getattr(rules, r.name) != r.default]
            if stated and self.rules == StatedRules():
                within.setdefault(", ".join(stated), []).append(number)
            if self.model:
                continue
            model = self.of_round(number).model
            named = self._drawn(number).named(model)
            if named != signature(model):
                otherwise.setdefault(named, []).append(number)
        for rules_said, rounds in within.items():
            yield phrase_many(
                "round {rounds} is compared within the rules of its draw: {rules}",
                "rounds {rounds} are compared within the rules of their draws: {rules}",
                len(rounds),
                rounds=in_ranges(rounds),
                rules=rules_said,
            )
        for named, rounds in otherwise.items():
            yield phrase_many(
                "round {rounds} is compared with the optimum of {model}",
                "rounds {rounds} are compared with the optimum of {model}",
                len(rounds),
                rounds=in_ranges(rounds),
                model=named,
            )

    def _rules(self, number: int) -> StatedRules:
        return self._drawn(number).rules if self.rules == StatedRules() else self.rules

    def _drawn(self, number: int) -> DrawnModel:
        return drawn_model(self.units.timeline, number, self.fitting, self.model, self.seed)
