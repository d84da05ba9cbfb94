"""Rules that change after a tournament has begun, and what that does to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...formats import format_of
from ...formats.losses import losses
from ...insight.advice import advice
from ...sentences import Remedy, phrase
from ..history.model import content_beside_history
from ..typed.pairing import parameters_text
from ..typed.values import on_one_line
from .locked_file import Edit
from .rule_sentences import event_sentences, rule_sentences, starting_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...formats import Document
    from ...go.tournament import Tournament
    from ..typed.event import TypedEvent
    from ..typed.pairing import TypedPairing
    from ..typed.values import TypedRules
    from .locked_file import LockedFile


def rules_set(
    held: LockedFile, rules: TypedRules, event: TypedEvent, name: str | None = None
) -> Edit:
    """The tournament of a file with other rules, another event or another name.

    Parameters
    ----------
    rules, event, name
        What is typed; a name that is None stays.

    Raises
    ------
    RuleError
        If a value is none, or the format cannot hold it.
    """
    done = rules_changed(held.tournament, rules, event, name, held.document.settled)
    check_held(held.document, done.tournament)
    return done


def rules_changed(
    tournament: Tournament,
    rules: TypedRules,
    event: TypedEvent,
    name: str | None = None,
    settled: Callable[[Tournament], Tournament] = lambda tournament: tournament,
) -> Edit:
    """The tournament with other rules, another event or another name.

    Parameters
    ----------
    rules, event, name
        What is typed; a name that is None stays.
    settled
        What the tournament becomes in its file, see `Document.settled`.

    Raises
    ------
    RuleError
        If a value is none.
    """
    changed = rules.applied_to(replace(tournament, event=event.applied_to(tournament.event)))
    named = tournament.name if name is None else on_one_line(name)
    changed = settled(replace(changed, name=named))
    sentences, starts = (*_changed_sentences(tournament, changed),), _starts(tournament, changed)
    said = "; ".join(sentences) or ("other starts" if starts else "the rules are so already")
    told = (*sentences, *starts, *_advice(tournament, changed))
    return Edit(tournament=changed, said=said, told=told)


def parameters_set(held: LockedFile, typed: TypedPairing) -> Edit:
    """The tournament of a file with other parameters of OpenGotha's weights.

    Raises
    ------
    RuleError
        If a value is none, or the format cannot hold it.
    """
    before = held.tournament
    after = held.document.settled(typed.applied_to(before))
    check_held(held.document, after)
    lines = {*parameters_text(before.rules.pairing).splitlines()}
    told = [line for line in parameters_text(after.rules.pairing).splitlines() if line not in lines]
    model, unread = after.rules.usual_model, ""
    if model != before.rules.usual_model:
        told.append(f"weights: {model}, if no other model is named")
    if not model.startswith("opengotha"):
        unread = f"the model of the tournament, {model}, does not read these parameters"
    said = "; ".join(told) or "the parameters are so already"
    return Edit(tournament=after, said=said, told=tuple(told), warned=(unread,) * bool(unread))


def check_held(document: Document, tournament: Tournament) -> None:
    """Refuse rules and an event that neither the file nor the history beside it would hold.

    Raises
    ------
    RuleError
        What its format cannot hold.
    """
    tournament = document.settled(tournament)
    content = content_beside_history(document, tournament)
    form = format_of("", content)
    kept = form.read("", content).tournament
    rules = tournament.rules
    if not form.holds_model:
        rules = replace(rules, model=kept.rules.model)
    wanted = replace(kept, name=tournament.name, rules=rules, event=tournament.event)
    lost = losses(kept, wanted)
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        raise RuleError(
            phrase(
                "{title} cannot hold it: {lost}{more}", title=form.title, lost=lost[0], more=more
            ),
            Remedy("use fastpair's own format"),
        )


def _changed_sentences(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """The sentences that are others now."""
    if changed.name != tournament.name:
        yield f"name: {changed.name}"
    before = {*rule_sentences(tournament), *event_sentences(tournament.event)}
    after = (*rule_sentences(changed), *event_sentences(changed.event))
    yield from (sentence for sentence in after if sentence not in before)


def _starts(tournament: Tournament, changed: Tournament) -> tuple[str, ...]:
    """Where everybody starts, if that is another thing now."""
    now = tuple(starting_groups(changed))
    return () if now == tuple(starting_groups(tournament)) else now


def _advice(tournament: Tournament, changed: Tournament) -> Iterator[str]:
    """What the sources would have otherwise now, and did not before."""
    before = set(advice(tournament))
    for finding in advice(changed):
        if finding not in before:
            yield f"advice: {finding} [{finding.source}]"
