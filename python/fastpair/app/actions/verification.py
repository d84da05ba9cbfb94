"""A history against its file: each line by its digests, and by its action, which is done again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ... import __version__
from ...errors import FastpairError, RuleError
from ...go.tournament import Tournament
from ...sentences import marked, phrase, phrase_many
from ..documents.encoding import encode
from ..documents.tournament import HistoryFindingDocument, VerificationDocument
from ..edits.outcome import CODES
from ..history.details import DisputeDetails, PlanDetails, WithdrawalDetails, plain_details
from ..history.entries import Delta, Entry, Unread, Version, differences, is_same
from ..history.timeline import History, Timeline
from . import ACTIONS
from .apply import Call, apply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ...sentences import Sentence
    from ..documents.tournament import FindingKind
    from ..history.entries import Change
    from ..history.state import CongressState

__all__ = ["HistoryFinding", "HistoryReview", "verification_document", "verify_history"]

_PROGRAM = f"fastpair {__version__}"

_BY_ROUND = frozenset({"absence", "bye", "game"})
"""Kinds of subjects that are about a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFinding:
    """A place where a history does not lead to its file, or a line says something else than was done."""

    kind: FindingKind
    """What differs."""

    line: int | None
    """Line of the history, from 1; None for the file itself."""

    entry: Entry | None = None
    """The change in that line, if it can be read."""

    message: Sentence
    """What differs, in a sentence."""

    @property
    def number(self) -> int | None:
        """The number of the change."""
        return None if self.entry is None else self.entry.number

    @property
    def act(self) -> str | None:
        """The action of the change."""
        return None if self.entry is None else self.entry.act

    @property
    def round(self) -> int | None:
        """The round that the change is about; None if it is about none or several."""
        return None if self.entry is None else _round_of(self.entry)

    @property
    def sentence(self) -> Sentence:
        """The place, and what differs there."""
        if self.line is None:
            return self.message
        if self.entry is None:
            return phrase("line {line}: {message}", line=self.line, message=self.message)
        place = {"line": self.line, "number": self.entry.number, "action": self.entry.act}
        if self.round is None:
            return phrase(
                "line {line}, change {number} ({action}): {message}", message=self.message, **place
            )
        return phrase(
            "line {line}, change {number} ({action}, round {round}): {message}",
            message=self.message,
            round=self.round,
            **place,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryReview:
    """What comes of a history that is compared with its file."""

    findings: tuple[HistoryFinding, ...]
    """What differs, in the order of the lines."""

    notes: tuple[HistoryFinding, ...] = ()
    """Changes that never reached the file, which is as it was before them: nothing differs."""

    changes: int
    """Changes in the history."""

    repeated: int
    """Changes whose actions were done again."""

    @property
    def clean(self) -> bool:
        """Whether nothing differs."""
        return not self.findings

    @property
    def summary(self) -> Sentence:
        """How much was compared, and in how many places something differs."""
        found = phrase_many(
            "{count} difference",
            "{count} differences",
            len(self.findings),
            count=len(self.findings),
        )
        return phrase(
            "{found}; {changes}, {repeated} of them repeated",
            found=found,
            changes=phrase_many("{count} change", "{count} changes", self.changes),
            repeated=self.repeated,
        )


def _round_of(entry: Entry) -> int | None:
    """The only round that a change is about."""
    stated: set[object] = {entry.values.get("round"), getattr(entry.details, "round", None)}
    rounds = entry.values.get("rounds")
    stated.update(rounds if isinstance(rounds, list) else [rounds])
    stated |= {subject[1] for subject, *_ in entry.changes if subject[0] in _BY_ROUND}
    numbers = {each for each in stated if isinstance(each, int)}
    return numbers.pop() if len(numbers) == 1 else None


class _Step(NamedTuple):
    """A line, and the contents around it as far as they are known."""

    line: Entry | Unread

    onward: Delta | None
    """What makes the content after it of the one before; None if it has left the file alone."""

    is_known: bool
    """Whether the contents before and after it are known."""

    is_in_file: bool = True
    """Whether its change has reached the file."""


def verify_history(
    state: CongressState, tell: Callable[[str], None] = lambda _: None
) -> HistoryReview:
    """Compare a history with its file.

    From the file, each former content is restored and compared with its digests; from the oldest one on, each
    change is compared with what its action does to the content before it.

    Parameters
    ----------
    tell
        Hears what is being done.
    """
    walk = _Walk(state)
    tell(phrase("restoring former contents"))
    walk.go_back()
    walk.go_forward(tell)

    def in_order(found: list[HistoryFinding]) -> tuple[HistoryFinding, ...]:
        return tuple(sorted(found, key=lambda each: each.line or len(walk.steps) + 1))

    return HistoryReview(
        findings=in_order(walk.findings),
        notes=in_order(walk.notes),
        changes=len(state.timeline.entries),
        repeated=walk.repeated,
    )


def verification_document(review: HistoryReview) -> VerificationDocument:
    """The review of a history as a JSON document, by ``verification.schema.json``."""
    return encode(
        VerificationDocument,
        review,
        findings=[*map(_finding_document, review.findings)],
        notes=[*map(_finding_document, review.notes)],
    )


def _finding_document(finding: HistoryFinding) -> HistoryFindingDocument:
    return encode(HistoryFindingDocument, finding, message=str(finding.message))


_CUT_SHORT = marked(
    "its change is not in the file, which was again as before: the command was cut short, or "
    "another program has put back the former file"
)


class _Walk:
    """The way through a history, back from the file to its first content, and forward again."""

    def __init__(self, state: CongressState) -> None:
        self._state = state
        self._lines = state.timeline.lines
        self._first = state.document.content
        self._is_cut = False
        """Whether the changes of the present line's write are not in the file."""
        self.steps: list[_Step] = []
        self.findings: list[HistoryFinding] = []
        self.notes: list[HistoryFinding] = []
        self.repeated = 0

    def _find(self, kind: FindingKind, index: int | None, message: Sentence) -> None:
        """Note what differs in a line, or in the file."""
        self.findings.append(self._finding(kind, index, message))

    def _finding(self, kind: FindingKind, index: int | None, message: Sentence) -> HistoryFinding:
        at = self._lines[index] if index is not None else None
        return HistoryFinding(
            kind=kind,
            line=None if index is None else index + 1,
            entry=at if isinstance(at, Entry) else None,
            message=message,
        )

    # ---- Back ----

    def go_back(self) -> None:
        """Restore all former contents, and compare them and the lines with their digests."""
        self._check_end()
        content: bytes | None = self._state.document.content
        digest = self._state.timeline.version.digest
        for index in reversed(range(len(self._lines))):
            step, digest, content = self._step_back(index, digest, content)
            self.steps.append(step)
            self._first = self._first if content is None else content
        self.steps.reverse()
        self._check_numbers()

    def _check_end(self) -> None:
        """Find a last line that was not written to its end."""
        file = self._state.file
        if isinstance(file, Path) and History(file).is_torn():
            self._find("line", None, phrase("the last line of the history is cut short"))

    def _step_back(
        self, index: int, digest: str, content: bytes | None
    ) -> tuple[_Step, str, bytes | None]:
        """A line, and the content before it with its digest, given those after it."""
        line = self._lines[index]
        if isinstance(line, Unread):
            self._find("line", index, phrase("it cannot be read: {why}", why=line.why))
            return _Step(line, None, is_known=content is not None), digest, content
        batch = self._batch_up_to(index)
        if batch:
            self._is_cut = digest == batch[0].before.digest != line.after.digest
        if self._is_cut or self._leaves_plan(line):
            self.notes.append(self._finding("file", index, phrase(_CUT_SHORT)))
            return _Step(line, None, content is not None, is_in_file=False), digest, content
        if digest != line.after.digest:
            self._find_break(index)
            content = None
        former = self._former(index, line, content)
        onward = None
        if former is not None and content is not None and former != content:
            onward = Delta.between(former, content)
        return _Step(line, onward, former is not None), line.before.digest, former

    def _leaves_plan(self, line: Entry) -> bool:
        """Whether a change of the plan of prizes is not in it."""
        is_of_plan = isinstance(line.details, PlanDetails) and line.before == line.after
        return is_of_plan and line.number in self._state.timeline.cut_short

    def _batch_up_to(self, index: int) -> list[Entry]:
        """The changes that were written together, if a line is the last of them; else nothing."""
        last, *behind = self._lines[index : index + 2]
        assert isinstance(last, Entry)
        if any(isinstance(each, Entry) and each.write == last.write for each in behind):
            return []
        before = (self._lines[place] for place in range(index, -1, -1))
        found = takewhile(lambda each: isinstance(each, Entry) and each.write == last.write, before)
        return [each for each in found if isinstance(each, Entry)][::-1]

    def _find_break(self, index: int) -> None:
        """Note that the file was not as a change had left it when the next line was written."""
        number = getattr(self._lines[index], "number", 0)
        if index + 1 < len(self._lines):
            self._find(
                "file",
                index + 1,
                phrase(
                    "the file before it is not as change {number} has left it: another program has saved it, or "
                    "lines were removed or edited",
                    number=number,
                ),
            )
        else:
            self._find(
                "file",
                None,
                phrase(
                    "the file is not as the last change, {number}, has left it: another program has saved it, or "
                    "lines were removed",
                    number=number,
                ),
            )

    def _former(self, index: int, entry: Entry, content: bytes | None) -> bytes | None:
        """The content before a change; None if it cannot be known."""
        if content is None or not entry.before:
            return None if content is None else b""
        try:
            return entry.former(content)
        except RuleError:
            message = phrase(
                "the file before this change is damaged in the history; restore a backup to get back to it"
            )
            self._find("former file", index, message)
            return None

    def _check_numbers(self) -> None:
        """Find lines that are missing, or not in their order."""
        expected = 1
        for index, line in enumerate(self._lines):
            if isinstance(line, Entry) and line.number != expected:
                message = phrase(
                    "its number should be {expected}: a line is missing, added or out of order",
                    expected=expected,
                )
                self._find("number", index, message)
                expected = line.number
            expected += 1

    # ---- Forward ----

    def go_forward(self, tell: Callable[[str], None]) -> None:
        """Do each action again on the content before it, and compare what comes of it with its line."""
        plan, content = self._first_plan(), self._first
        state: CongressState | None = None
        for index, step in enumerate(self.steps):
            before = plan
            if isinstance(step.line, Entry):
                plan = self._plan_after(index, step, plan)
            if not step.is_known:
                continue
            tell(phrase("change {number} of {count}", number=index + 1, count=len(self.steps)))
            if state is None and content:
                state = self._state_before(index, content, before)
            after = step.onward.applied_to(content) if step.onward is not None else content
            state = self._step_forward(index, step, state, after)
            content = after
        self._check_plan(plan)

    def _state_before(self, index: int, content: bytes, plan: str) -> CongressState:
        """The state of the tournament before a line, of its content, its plan and the lines before it."""
        timeline = Timeline.of(self._lines[:index], Version.of(content), plan)
        return self._state.with_content(content, timeline)

    def _step_forward(
        self, index: int, step: _Step, state: CongressState | None, after: bytes
    ) -> CongressState | None:
        """The state after a line, which is compared with that; None if it must be made of all lines."""
        entry = step.line
        if not isinstance(entry, Entry) or not step.is_in_file or not after:
            return None
        if state is None:  # the file was created
            timeline = Timeline.of(self._lines[: index + 1], Version.of(after), self._first_plan())
            made = self._state.with_content(after, timeline)
            self._compare_changes(index, entry, Tournament(), made.tournament)
            return made
        made = state.then_content(entry, after)
        if not self._repeat(index, entry, state, made):
            self._compare_changes(index, entry, state.tournament, made.tournament)
        return made

    def _repeat(
        self, index: int, entry: Entry, before: CongressState, after: CongressState
    ) -> bool:
        """Do an action again and compare; false if another version did it."""
        if entry.program != _PROGRAM:
            return False
        action = ACTIONS.get(entry.act)
        values = dict(entry.values) if action is None else action.current_values(entry.values)
        number = values.pop("round", None)
        values.pop("even_so", None)
        call = Call(action=entry.act, round=number, values=values, confirmed=frozenset(CODES))
        try:
            again = apply(before, call).state
        except FastpairError as error:
            self._find("refusal", index, phrase("its action is refused: {error}", error=error))
            return True
        except Exception as error:
            message = phrase("its values are none of its action: {error}", error=repr(error))
            self._find("refusal", index, message)
            return True
        self.repeated += 1
        self._compare(index, entry, again, after)
        return True

    def _compare(
        self, index: int, entry: Entry, again: CongressState, after: CongressState
    ) -> None:
        """Compare what an action does with what its line and the file say."""
        made = again.timeline.last if again.timeline.entries else None
        if made is None or made.number != entry.number:
            if entry.changes or entry.details or entry.before != entry.after:
                self._find("changes", index, phrase("its action changes nothing"))
            return
        if not is_same(again.tournament, after.tournament):
            message = phrase("its action leads to another tournament than the file held after it")
            self._find("changes", index, message)
        elif _plain(made.changes) != _plain(entry.changes):
            self._find_changes(index)
        # Former versions left no details of who withdrew, and which results are confirmed.
        is_former = entry.details is None and isinstance(
            made.details, DisputeDetails | WithdrawalDetails
        )
        if not is_former and _plain(plain_details(made.details)) != _plain(
            plain_details(entry.details)
        ):
            message = phrase(
                "repeating its action gives another draw, publication or mark than this line records"
            )
            self._find("details", index, message)
        if made.said != entry.said:
            message = phrase(
                "it says “{said}”, and its action “{made}”", said=entry.said, made=made.said
            )
            self._find("description", index, message)

    def _compare_changes(
        self, index: int, entry: Entry, before: Tournament, after: Tournament
    ) -> None:
        """Compare the changes that a line lists with those from one content to the next."""
        if _as_texts(entry.changes) != _as_texts(differences(before, after)):
            self._find_changes(index)

    def _find_changes(self, index: int) -> None:
        message = phrase("the changes that it lists are not those of the file")
        self._find("changes", index, message)

    # ---- The plan of prizes ----

    def _plans(self) -> Iterator[PlanDetails]:
        for line in self._lines:
            if isinstance(line, Entry) and isinstance(line.details, PlanDetails):
                yield line.details

    def _first_plan(self) -> str:
        """The plan of prizes before the first change."""
        first = next(self._plans(), None)
        return (self._state.timeline.plan or "") if first is None else first.plan.before

    def _plan_after(self, index: int, step: _Step, plan: str) -> str:
        """The plan after a change, which must lead on from the one before."""
        details = getattr(step.line, "details", None)
        if not isinstance(details, PlanDetails) or not step.is_in_file:
            return plan
        if details.plan.before != plan:
            message = phrase("the plan of prizes before it is not as the last change has left it")
            self._find("plan", index, message)
        return details.plan.after

    def _check_plan(self, plan: str) -> None:
        """Find a plan of prizes that is not as the last change has left it."""
        now = self._state.timeline.plan
        if now is not None and now != plan:
            message = phrase("the plan of prizes is not as the last change has left it")
            self._find("plan", None, message)


def _plain(value: object) -> Any:  # noqa: ANN401
    """A value as a line holds it."""
    return json.loads(json.dumps(value))


def _as_texts(changes: Iterable[Change]) -> set[str]:
    """Each change as a text; their order does not matter."""
    return {json.dumps(change) for change in changes}
