"""Rules that change after a tournament has begun, and what that does to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..errors import RuleError
from ..formats import format_of
from ..formats.losses import losses
from ..report.text import counted
from ..scores import History, criterion_values, in_points
from ..tournament import Criterion
from .congress import Done
from .rule_sentences import event_sentences, rule_sentences, starting_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..formats import Document
    from ..tournament import Tournament
    from .typed import TypedEvent, TypedRules

__all__ = ["check_held", "rules_changed"]

_SCORES = (Criterion.MMS, Criterion.WINS)


def rules_changed(
    tournament: Tournament, rules: TypedRules, event: TypedEvent, *, even_so: bool = False
) -> Done:
    """The tournament with other rules.

    Parameters
    ----------
    rules, event
        What is typed.
    even_so
        Whether scores of rounds that are played may become others.

    Raises
    ------
    RuleError
        If a value is none, or scores would become others that must not.
    """
    changed = rules.applied_to(replace(tournament, event=event.applied_to(tournament.event)))
    moved = tuple(_moved_scores(tournament, changed))
    if moved and not even_so:
        more = f" and {len(moved) - 1} more" if len(moved) > 1 else ""
        raise RuleError(f"scores would change: {moved[0]}{more}; --even-so changes them")
    said = "; ".join(_changed_sentences(tournament, changed)) or "the rules are so already"
    told = (*_changed_sentences(tournament, changed), *_starts(tournament, changed))
    return Done(tournament=changed, said=said, told=told, warned=moved)


def check_held(document: Document, tournament: Tournament) -> None:
    """Refuse rules and an event that the file would hold otherwise.

    Raises
    ------
    RuleError
        What its format cannot hold.
    """
    content = document.content_with(tournament)
    form = format_of("", content)
    kept = form.read("", content).tournament
    wanted = replace(kept, rules=tournament.rules, event=tournament.event)
    lost = losses(kept, wanted)
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        raise RuleError(
            f"{form.title} cannot hold it: {lost[0]}{more}; fastpair convert makes a .json of the "
            "file, which holds everything"
        )


def _changed_sentences(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """The sentences that are others now."""
    before = {*rule_sentences(tournament), *event_sentences(tournament.event)}
    after = (*rule_sentences(changed), *event_sentences(changed.event))
    yield from (sentence for sentence in after if sentence not in before)


def _starts(tournament: Tournament, changed: Tournament) -> tuple[str, ...]:
    """Where everybody starts, if that is another thing now."""
    now = tuple(starting_groups(changed))
    return () if now == tuple(starting_groups(tournament)) else now


def _moved_scores(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """Say, one line for each round that is played, whose scores become others."""
    played = [n for n in range(1, tournament.rules.rounds + 1) if tournament.round(n).has_results]
    if not played or changed.rules == tournament.rules:
        return
    common = (c for c in tournament.rules.placement if c in changed.rules.placement)
    before, now = History.of(tournament), History.of(changed)
    for number in played:
        for criterion in dict.fromkeys((*_SCORES, *common)):
            old, new = (
                in_points(criterion, criterion_values(history, criterion, number))
                for history in (before, now)
            )
            rows = (old != new).nonzero()[0].tolist()
            if rows:
                player = tournament.players[rows[0]]
                yield (
                    f"{criterion.value} of {counted(len(rows), 'player')} after round {number}, "
                    f"such as {player.full_name}: {old[rows[0]]:g} becomes {new[rows[0]]:g}"
                )
