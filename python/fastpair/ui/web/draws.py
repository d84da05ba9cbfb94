"""A round that is drawn, for the first time or again, and what is said of who meets whom in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ...app.draws.drawback_words import drawbacks_told
from ...app.draws.drawing import draw_read
from ...app.draws.keep_most import KeepMost
from ...app.draws.redraw import Redraw
from ...app.draws.request import Request
from ...app.edits.conditions import condition_typed, told
from ...app.history.conditions import conditions_of
from ...app.history.publication import State, publication_of
from ...pairing.rules import StatedRules
from ...sentences import phrase, phrase_many
from ..flags import typed_as_options
from .actions import perform
from .asking import PLAYERS_KNOW
from .held import Told
from .questions import OF_TWO, conditions_asked
from .unchanged import refuse_other_boards

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...app.draws.drawing import Drawing
    from ...app.edits.locked_file import Edit, LockedFile
    from .asking import Asked


def draw(asked: Asked) -> Told:
    """Draw the round, or who still waits in it.

    With ``again``, the draw that it has is discarded; with ``keep``, as many of its boards as can
    be come back, or those of a draw of ``kept_panel``. With ``any_scores``, the limit of scores that a
    model has of its own does not hold.
    """
    keep = "keep" in asked.fields
    again = keep or "again" in asked.fields
    rules = StatedRules(limit_scores=False) if "any_scores" in asked.fields else StatedRules()
    fewest, choice = "fewest" in asked.fields, None
    if "choice" in asked.fields:
        choice = asked.whole("choice")
    request = Request(
        rules=rules,
        redraw=Redraw(again=again),
        keep_most=KeepMost(choice=choice, fewest=fewest) if keep else None,
    )
    typed = ["--keep-most"] if keep else ["--redraw"] * again
    if rules.limit_scores is not None:
        typed += typed_as_options("limit_scores", rules.limit_scores)
    typed += ["--fewest"] * fewest + ([] if choice is None else ["--choose", str(choice)])
    return _drawn(asked, request, typed)


def apply(asked: Asked) -> Told:
    """Draw the round under the conditions that were asked about; of all as good, the nearest draw."""
    tournament = asked.state.drawn
    drawn = tournament.is_drawn(asked.number)
    asked_about = list(conditions_asked(asked))
    conditions = {
        condition_typed(tournament, kind, players): "asked about on the page"
        for kind, players in asked_about
        if kind in OF_TWO
    }
    request = Request(
        redraw=Redraw(again=drawn),
        keep_most=KeepMost(price=0.0) if drawn else None,
        conditions=conditions,
        absent=tuple(players[0] for kind, players in asked_about if kind == "drop"),
        present=tuple(players[0] for kind, players in asked_about if kind == "add"),
    )
    flags = {"drop": "--absent", "add": "--present"}
    typed = ["--board-price", "0"] * drawn
    for kind, players in asked_about:
        typed += [flags.get(kind, f"--{kind}"), *players]
    return _drawn(asked, request, typed)


def _drawn(asked: Asked, request: Request, typed: Sequence[str]) -> Told:
    """Draw as requested; ask first if players know the boards."""
    late = "without_results" in asked.fields
    request = replace(request, round_number=asked.number, without_results=late)
    if request.redraw.again:
        question = _question(asked, request)
        if question is not None:
            return question
    request = replace(request, written=True)
    lines: list[str] = []
    warned: list[str] = []

    def work(held: LockedFile) -> Edit:
        refuse_other_boards(asked, held.tournament)
        drawing = draw_read(held.document, held.file, request)
        lines.extend(_told(drawing))
        warned.extend(drawing.remarks())
        left = [drawing.before.by_key[each.player].full_name for each in drawing.draw.unpaired]
        if left:
            warned.append(phrase("nobody is left to play {names}", names=", ".join(left)))
        return replace(drawing.done, told=tuple(lines), warned=tuple(warned))

    typed = ["--round", str(asked.number), "--write", *typed, *["--without-results"] * late]
    return asked.desk.held.change(asked.act("draw", *typed), work)


def _told(drawing: Drawing) -> list[str]:
    kept = () if drawing.kept is None else drawing.kept.told(drawing.before)
    return [drawing.done.said, *drawing.changes(), *kept]


def _question(asked: Asked, request: Request) -> Told | None:
    """Ask whether boards shall change that players know; None if they know none, or none changes."""
    known = asked.desk.held.known()
    publication = publication_of(known.timeline, asked.number)
    if PLAYERS_KNOW in asked.fields or publication.state is not State.PUBLISHED:
        return None
    difference = draw_read(known.document, asked.desk.held.file, request).difference
    if not difference.changed:
        return None
    known_boards = len(difference.known.boards)
    boards = phrase_many("{count} board", "{count} boards", known_boards)
    if difference.known.byes:
        boards = phrase("{boards} and the bye", boards=boards)
    return Told(
        refused=phrase(
            "players know the {boards} of round {round}, and {count} of them would change",
            boards=boards,
            round=asked.number,
            count=difference.changed,
        ),
        confirmed={**asked.fields, PLAYERS_KNOW: "yes"},
        agree=phrase("Draw round {round} again even so", round=asked.number),
    )


def kept_panel(asked: Asked) -> Mapping[str, Any]:
    """The draws between the one that keeps most boards and the best one, each with what it costs."""
    fewest = "fewest" in asked.fields
    request = Request(
        round_number=asked.number,
        redraw=Redraw(again=True),
        keep_most=KeepMost(offers=True, fewest=fewest),
    )
    known = asked.desk.held.known()
    kept = draw_read(known.document, asked.desk.held.file, request).kept
    by_key = asked.state.drawn.by_key
    return {"kept": kept, "fewest": fewest, "told": drawbacks_told, "by_key": by_key}


def in_force(asked: Asked) -> list[dict[str, str]]:
    """The conditions of the round: what is said, by whom and why, and the fields that take it back."""
    tournament = asked.state.drawn
    found = []
    for each, said in conditions_of(asked.units.timeline, asked.number).items():
        one, other = sorted(each.players)
        found.append(
            {
                "words": told(tournament, each),
                "why": said.why,
                "door": said.entry.door,
                "time": f"{datetime.fromisoformat(said.entry.time).astimezone():%H:%M}",
                "kind": each.kind.value,
                "one": one,
                "other": other,
            }
        )
    return found


def condition(asked: Asked, *, back: bool = False) -> Told:
    """Say that two players must meet, must not, would like to, or keep their board; or take that back."""
    values = {
        "kind": asked.typed("kind"),
        "players": [asked.typed("one"), asked.typed("other")],
        "why": asked.fields.get("why", "").strip() or None,
        "back": back,
    }
    return perform(asked, "condition", values)


def release(asked: Asked) -> Told:
    """Take back what was said of two players."""
    return condition(asked, back=True)
