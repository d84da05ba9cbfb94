"""The reports of a file: of a round for the director, and of the tournament for everybody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..explain.round_report import RoundReports
from ..formats import read
from ..report.tournament_report import TournamentReport
from ..standings import standings
from .models import fitting_model, weigher
from .placing import last_complete_round
from .request import Request
from .state import round_to_show

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ..explain.round_report import RoundReport
    from ..tournament import Tournament

__all__ = ["Reporter", "reporter"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reporter:
    """A file that can be reported on."""

    file: Path
    rounds: RoundReports
    remarks: tuple[str, ...]
    """What the file was read with a reservation about, one line each."""

    @property
    def tournament(self) -> Tournament:
        """The tournament in the file."""
        return self.rounds.tournament

    def round(self, number: int | None) -> RoundReport:
        """The report of a round, by default of the last one that has games.

        Raises
        ------
        RuleError
            If there is no such round, or it has no games; the message names the file.
        """
        try:
            return self.rounds.of(round_to_show(self.tournament, number))
        except RuleError as error:
            raise RuleError(f"{self.file}: {error}") from error

    def whole(self, tell: Callable[[str], None]) -> TournamentReport:
        """The report of the tournament.

        Parameters
        ----------
        tell
            Hears what is being done.

        Raises
        ------
        RuleError
            If a round cannot be compared with its optimum; the message names the file.
        """
        tournament = self.tournament
        drawn = sorted({game.round for game in tournament.games})
        reports, prices = [], []
        try:
            for number in drawn:
                tell(f"drawing round {number} again")
                reports.append(self.rounds.of(number))
                tell(f"pricing all pairs of round {number}")
                prices.append(self.rounds.prices(number))
            made = standings(tournament, last_complete_round(tournament))
        except RuleError as error:
            raise RuleError(f"{self.file}: {error}") from error
        return TournamentReport(
            tournament=tournament, standings=made, rounds=tuple(reports), prices=tuple(prices)
        )


def reporter(file: Path, *, model: str | None, seed: int, tell: Callable[[str], None]) -> Reporter:
    """Read a file for its reports.

    Parameters
    ----------
    model
        Name of a weight model, or its file; by default the one that fits the file.
    seed
        That of the optimum, for models and rules that draw lots.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If there is no such model, its rules cannot be met, or the tournament contradicts itself; the
        message names the file.
    """
    tell(f"reading {file}")
    document = read(file)
    tournament, chosen = document.tournament, model or fitting_model(document)
    request = Request().with_rules_of(chosen)
    try:
        tournament.check()
        rounds = RoundReports(
            tournament=tournament,
            model=request.preferring(tournament, weigher(chosen, seed)),
            constraints=request.constraints_of_any_round(tournament),
            seed=seed,
        )
    except RuleError as error:
        raise RuleError(f"{file}: {error}") from error
    return Reporter(file=file, rounds=rounds, remarks=tuple(document.remarks))
