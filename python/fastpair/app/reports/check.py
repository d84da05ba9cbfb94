"""A played tournament against its rules, and its draws against the optimum of a model."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ... import __version__
from ...errors import FormatError, in_file
from ...formats import FORMATS, egd, format_of
from ...formats.files import read_file
from ...go.tournament import Tournament
from ...insight.advice import Finding
from ...pairing.rounds import judge_round
from ...sentences import phrase_many
from ..draws.asked import asked_by
from ..draws.to_come import drawn_otherwise
from ..draws.yardsticks import Yardsticks
from ..history.model import with_model_of
from ..history.timeline import Timeline
from .findings import FindingKind, finding_document, findings, rounds_with_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ...formats import Document
    from ...go.tournament import Criterion
    from ...pairing.rounds import DrawReview
    from ...pairing.rounds.review import Baseline


_VERSION = 1
"""Of the document; raised when something is removed or changes its meaning."""

_OF_MATCHES = (FindingKind.REMATCH, FindingKind.SECOND_BYE, FindingKind.BYE)
"""What is found of teams, beside what is found of the players at their boards. The colours at boards
follow from the match."""

_FEW = 4
"""Pairs that a sentence names; the document has all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What a check has found."""

    tournament: Tournament
    """Where teams are drawn, they are its players."""

    boards: Tournament | None = None
    """The tournament of the players at the boards of the teams, if teams are drawn."""

    findings: tuple[Finding, ...]
    """What is not as the rules have it."""

    rounds: tuple[DrawReview, ...]
    """The draw of every round that has games beside the optimum; none if there are faults."""

    remarks: tuple[str, ...] = ()
    """What the file was read with a reservation about, one line each."""

    @property
    def clean(self) -> bool:
        """Whether nothing was found, and every draw is as good as the best."""
        return not self.findings and not any(judged.loss for judged in self.rounds)

    def sentences(self) -> Iterator[str]:
        """Everything that was found, one line each."""
        yield from map(str, self.findings)
        for judged in self.rounds:
            if judged.loss:
                yield self._worse(judged)

    def _worse(self, judged: DrawReview) -> str:
        drawn, best = map(self._pairs, (judged.different, judged.instead))
        return phrase_many(
            "round {round}: the best draw by {model} has {count} other board: {best} instead of "
            "{drawn}",
            "round {round}: the best draw by {model} has {count} other boards: {best} instead of "
            "{drawn}",
            len(judged.different),
            round=judged.round_number,
            model=judged.model,
            best=best,
            drawn=drawn,
        )

    def _pairs(self, pairs: Sequence[tuple[str, str]]) -> str:
        names = {player.key: player.full_name for player in self.tournament.players}
        listed = [f"{names[one]} - {names[other]}" for one, other in pairs[:_FEW]]
        more = [f"{len(pairs) - _FEW} more"] if len(pairs) > _FEW else []
        return ", ".join(listed + more)


def check_file(
    file: Path, *, model: str | None, seed: int | None, tell: Callable[[str], None]
) -> Check:
    """Read a file and check its tournament; a result file as the server of the EGD does, too.

    Parameters
    ----------
    model, seed
        As of ``Yardsticks.of``.
    tell
        Hears what is being done.

    Raises
    ------
    FormatError
        If a file cannot be read.
    RuleError
        If the rules of the model's file cannot be met; the message names the file.
    """
    tell(f"reading {file}")
    content = read_file(file)
    form = format_of(file, content)
    refused = tuple(_refused_by_server(content)) if form is FORMATS["egd"] else ()
    try:
        document = form.read(str(file), content)
    except FormatError:
        if not refused:
            raise
        return Check(tournament=Tournament(), findings=refused, rounds=())
    document = with_model_of(document, lambda: Timeline.beside(file, content))
    found = check_read(document, file, model=model, seed=seed, tell=tell)
    return replace(found, findings=(*refused, *found.findings))


def check_read(
    document: Document,
    file: Path | str,
    *,
    model: str | None = None,
    seed: int | None = None,
    tell: Callable[[str], None] = lambda stage: None,
) -> Check:
    """Check the tournament of a file that was read, see `check_file`.

    What the document asks for itself counts where nothing else is asked for.

    Parameters
    ----------
    file
        Where the document comes from, for the errors and its history.

    Raises
    ------
    FormatError
        If the document asks for a model that there is not.
    RuleError
        If the rules of the model's file cannot be met; the message names the file.
    """
    asked = asked_by(document, str(file))
    model = model or asked.model_of_check()
    if asked.envelope is not None and seed is None:
        seed = asked.envelope.check.seed
    with in_file(file):
        yardsticks = Yardsticks.of(document, file, model=model, seed=seed)
        whole = document.tournament
        boards = replace(whole, team_play=None) if whole.draws_teams else None
        found = check_tournament(
            yardsticks.units.tournament, yardsticks.of_round, boards=boards, tell=tell
        )
        judged = yardsticks.remarks(review.round_number for review in found.rounds)
        ahead = _looking_ahead(found, yardsticks)
        return replace(found, remarks=(*document.remarks, *judged, *ahead))


def _looking_ahead(check: Check, yardsticks: Yardsticks) -> Iterator[str]:
    """Say of which rounds the optimum leaves fewer of the later rounds drawable than there are."""
    for judged in check.rounds:
        number = judged.round_number
        by = yardsticks.of_round(number)
        before = (by.known or check.tournament).before(number)
        if judged.loss and drawn_otherwise(before, number, by.model, by.constraints, by.seed):
            yield f"round {number}: after the optimum, fewer of the rounds behind it could be drawn complete"


def check_tournament(
    tournament: Tournament,
    yardstick: Callable[[int], Baseline],
    *,
    boards: Tournament | None = None,
    stated: Mapping[str, Mapping[Criterion, float]] | None = None,
    tell: Callable[[str], None] = lambda stage: None,
) -> Check:
    """Check a tournament that has been played, or is being played.

    Parameters
    ----------
    tournament
        All rounds that have games are checked.
    yardstick
        What a round is compared by, from its number.
    boards
        The tournament of the players at the boards, if that of teams is checked.
    stated
        Scores that a file states, in points after the last round, by key and criterion.
    tell
        Hears what is being done.

    Raises
    ------
    RuleError
        If there is no such model, or the rules of its file cannot be met.
    """
    found = list(findings(boards or tournament, stated or {}))
    if boards is not None:
        found = [each for each in found if each.kind not in (*_OF_MATCHES, FindingKind.COLOUR)]
        found += (each for each in findings(tournament, {}) if each.kind in _OF_MATCHES)
    if any(finding.kind is FindingKind.FAULT for finding in found):
        return Check(tournament=tournament, boards=boards, findings=tuple(found), rounds=())
    rounds = []
    for number in rounds_with_games(tournament):
        tell(f"drawing round {number} again")
        by = yardstick(number)
        known = by.known or tournament
        judged = judge_round(
            known, number, model=by.model, constraints=by.constraints, seed=by.seed
        )
        rounds.append(judged)
        found.extend(_bye(tournament, judged))
    return Check(tournament=tournament, boards=boards, findings=tuple(found), rounds=tuple(rounds))


def check_document(check: Check) -> dict[str, Any]:
    """What a check has found as a JSON document, by ``check.schema.json``."""
    found = {False: set[str](), True: set[str]()}
    for each in check.findings:
        found[each.kind in _OF_MATCHES].update(each.players)
    named = found[True]
    for judged in check.rounds:
        named.update(key for pair in (*judged.different, *judged.instead) for key in pair)
        named.update(key for key in (judged.bye, judged.bye_by_rule) if key is not None)
    return {
        "format": "fastpair.check",
        "version": _VERSION,
        "program": f"fastpair {__version__}",
        "tournament": check.tournament.name,
        "clean": check.clean,
        "findings": [finding_document(finding) for finding in check.findings],
        "rounds": [_round(judged) for judged in check.rounds],
        **_names(check, found[False], named),
        "remarks": list(check.remarks),
    }


def _names(check: Check, players: set[str], units: set[str]) -> Mapping[str, Mapping[str, str]]:
    """The names of everybody in a document: of the players, and of the teams if they are drawn."""

    def names(tournament: Tournament, keys: set[str]) -> Mapping[str, str]:
        return {key: tournament.by_key[key].full_name for key in sorted(keys)}

    if check.boards is None:
        return {"players": names(check.tournament, players | units)}
    return {"players": names(check.boards, players), "teams": names(check.tournament, units)}


def _refused_by_server(content: bytes) -> Iterator[Finding]:
    """What the server of the European Go Database would refuse in a result file."""
    for sentence in egd.verify(content):
        said = f"the EGD would refuse the file: {sentence}"
        yield Finding(kind=FindingKind.RESULT_FILE, sentence=said)


def _bye(tournament: Tournament, judged: DrawReview) -> Iterator[Finding]:
    """Say who would have come first for the bye if it was another player's."""
    if judged.bye is None or judged.bye_by_rule in (None, judged.bye):
        return
    names = {
        key: tournament.by_key[key].full_name for key in (judged.bye, judged.bye_by_rule) if key
    }
    has, first = names.values()
    yield Finding(
        kind=FindingKind.BYE,
        sentence=f"round {judged.round_number}: {has} has the bye, and {first} comes first for it"
        f" by the rule of {judged.model}",
        round_number=judged.round_number,
        players=tuple(names),
    )


def _round(judged: DrawReview) -> dict[str, Any]:
    return {
        "round": judged.round_number,
        "model": judged.model,
        "boards": judged.boards,
        "weight": judged.weight,
        "optimum": judged.optimum,
        "level": judged.level,
        "weight_units": judged.units,
        "loss": judged.loss,
        "different": [list(pair) for pair in judged.different],
        "instead": [list(pair) for pair in judged.instead],
        "bye": judged.bye,
        "bye_by_rule": judged.bye_by_rule,
    }
