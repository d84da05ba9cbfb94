"""One JSON document in, one out, and nothing is kept between calls: for programs that embed fastpair."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from ...errors import FastpairError, FormatError, argument_error
from ...formats.fastpair.requests import RequestedAttendance
from ..actions.apply import Call, apply
from ..documents.draw import ErrorDocument
from ..documents.encoding import encode
from ..draws.request import PLACES, envelope_of, find_keys, pointing
from ..history.state import CongressState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...formats import Document
    from ...formats.fastpair.requests import RequestedExplanation
    from ...go.tournament import Tournament
    from ...insight.explain.best_round import Explained
    from ..documents.brackets import BracketDocument
    from ..documents.draw import DrawDocument, ExplanationDocument
    from ..documents.reports import CheckDocument
    from ..documents.standings import (
        ComparisonDocument,
        StandingsDocument,
        TeamStandingsDocument,
    )
    from ..documents.tournament import AttendanceDocument, IdentitiesDocument
    from ..draws.review import ReviewedDraw

    Content = bytes | bytearray | memoryview | str | Mapping[str, Any]
    _Scalar = str | float | bool | None


_SOURCE = "document"
"""What the errors call a document that is in no file."""

_OTHERS = ("opengotha", "macmahon", "pairgoth")
"""Formats of managers whose files are documents, too; they ask for nothing themselves."""

_READS = {
    "why": ("players", "by_rule"),
    "why-not": ("players", "by_rule"),
    "opponents": ("players",),
    "best": ("k", "within"),
    "whatif": ("force", "forbid", "prefer", "drop", "add"),
    "heat-map": (),
}
"""What each question reads of what is asked."""

_LONGEST_FOUND = 200
"""Letters of a value that an error repeats."""


def draw_document(document: Content) -> DrawDocument:
    """Draw a round of the tournament in a document.

    Parameters
    ----------
    document
        A tournament in fastpair's own format, by ``tournament.schema.json``: JSON, or what it means
        in Python. Its member ``draw`` says which round is drawn, by which model and under which
        constraints; by default it is the next round. The content of a file of OpenGotha, MacMahon or
        pairgoth is a document, too, and asks for that.

    Returns
    -------
    dict
        The draw, by ``draw.schema.json``: boards, bye, colours, handicaps, weights by component,
        and the digest of the proof.

    Raises
    ------
    FormatError
        If something in the document is not as expected; the message starts with its JSON pointer.
    RuleError
        If nobody is left to pair, or the request contradicts itself.

    Examples
    --------
    >>> from pathlib import Path
    >>> document = Path("examples/evening.xml").read_bytes()
    >>> for board in draw_document(document)["boards"]:
    ...     print(board["table"], board["white"], board["black"])
    1 KERMTROVBELRAN DOVANIHALKA
    2 SELMAVELOLMINA FALDINIOLUWEN
    3 FALDINIMIRA LOMBEKTARA
    """
    drawing = apply(_read(document), Call(action="draw")).drawing
    assert drawing is not None
    return drawing.document()


def explain_document(document: Content) -> ExplanationDocument:
    """Answer a question about the current or next draw of a round.

    Parameters
    ----------
    document
        As for `draw_document`. Its member ``explain`` says what is asked; ``draw`` says of which
        draw, by default of the last round that is drawn.

    Returns
    -------
    dict
        The answer, by ``explanation.schema.json``: sentences, and the values in them.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`.

    Examples
    --------
    >>> players = [{"key": key, "name": key, "first_name": "", "grade": "1d"} for key in "abcd"]
    >>> document = {"format": "fastpair-tournament", "version": 1, "players": players}
    >>> asked = {"question": "opponents", "players": ["a"]}
    >>> answer = explain_document(document | {"rules": {"rounds": 2}, "explain": asked})
    >>> sorted(candidate["player"] for candidate in answer["opponents"])
    ['b', 'c', 'd']
    """
    from ..draws.review import Question, ReviewedDraw
    from ..reports.explanation import explanation_document

    state = _read(document)
    envelope = envelope_of(state.document)
    question = None if envelope is None else envelope.explain
    if question is None:
        message = "expected an object with the question that is asked, found nothing"
        raise FormatError(_SOURCE, None, message, pointer="/explain")
    _check_question(question)
    places = {"": "/explain"} | {entry.name: f"/explain/{entry.name}" for entry in fields(question)}
    with pointing(_SOURCE, PLACES):
        reviewed = ReviewedDraw.of(state, Question())
        with pointing(_SOURCE, places):
            named = _with_keys(question, reviewed.tournament)
            return explanation_document(reviewed, _answer(reviewed, named))


def standings_document(
    document: Content,
) -> StandingsDocument | TeamStandingsDocument | ComparisonDocument:
    """The standings of the tournament in a document.

    Parameters
    ----------
    document
        As for `draw_document`. Its member ``standings`` says after which round, by which
        criteria, whether of the teams, and whether two are compared.

    Returns
    -------
    dict
        By ``standings.schema.json``, or ``team_standings.schema.json`` of teams, or
        ``comparison.schema.json`` if two are compared.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`.

    Examples
    --------
    >>> from pathlib import Path
    >>> document = Path("examples/evening.xml").read_bytes()
    >>> first = standings_document(document)["rows"][0]
    >>> first["place"], first["name"], first["values"]
    (1, 'Selmavel', [33.0, 31.0, 33.0])
    """
    from ..reports.standings import answer_request

    state, remarks = _read(document), list[str]()
    places = {name: f"/standings/{name}" for name in ("after", "criteria", "system", "compared")}
    with pointing(_SOURCE, places):
        answer = answer_request(state, remarks.append)
    answer["remarks"] = [*state.document.remarks, *map(str, remarks)]
    return answer


def check_document(document: Content) -> CheckDocument:
    """Check the rounds of the tournament in a document against its rules and against the optimum.

    Parameters
    ----------
    document
        As for `draw_document`. Its member ``check`` says by which model.

    Returns
    -------
    dict
        By ``check.schema.json``.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`.

    Examples
    --------
    >>> from pathlib import Path
    >>> document = Path("examples/evening.xml").read_bytes()
    >>> answer = check_document(document)
    >>> answer["clean"], answer["rounds"][0]["loss"]
    (True, 0.0)
    """
    from ..reports import check

    return check.check_document(check.check_congress(_read(document)))


def attendance_document(document: Content) -> AttendanceDocument:
    """Who is expected in a round, here, late, absent, withdrawn and not yet entered.

    Parameters
    ----------
    document
        As for `draw_document`. Its member ``attendance`` says in which round, and who has come.

    Returns
    -------
    dict
        By ``attendance.schema.json``.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`.

    Examples
    --------
    >>> from pathlib import Path
    >>> document = Path("examples/evening.xml").read_bytes()
    >>> answer = attendance_document(document)
    >>> answer["round"], len(answer["here"]), answer["absent"]
    (2, 6, [])
    """
    from ..edits.attendance import players_called
    from ..round_states import round_to_edit
    from ..rounds import attendance

    state = _read(document)
    envelope = envelope_of(state.document)
    asked = RequestedAttendance() if envelope is None else envelope.attendance
    whole = state.tournament
    named = find_keys(whole, _SOURCE, "/attendance/arrived", asked.arrived)
    keys = players_called(whole, named) if named else ()
    with pointing(_SOURCE, {"": "/attendance/round"}):
        number = round_to_edit(whole, asked.round)
    return attendance.attendance_document(state, number, keys)


def identify_document(document: Content) -> IdentitiesDocument:
    r"""Identify players in a rating list.

    Parameters
    ----------
    document
        As for `draw_document`. Its member ``identify`` holds the list and the decisions.

    Returns
    -------
    dict
        By ``identities.schema.json``; as ``Congress.identities`` answers.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`.

    Examples
    --------
    >>> players = [{"key": "1", "name": "Elka", "first_name": "Dovark", "grade": "1d"}]
    >>> document = {"format": "fastpair-tournament", "version": 1, "players": players}
    >>> line = "Dovark, Elka\t12345\tFull\t1.5\t3/5/2027\tNOHA\tWA\t0.5\t3/5/2026\n"
    >>> answer = identify_document(document | {"identify": {"rating_list": line}})
    >>> answer["players"][0]["doubts"], answer["players"][0]["choices"]
    (['order'], ['list', 'keep', 'none'])
    """
    from ...formats.json import pointer
    from ..lists.identities import Identities, read_decisions
    from ..lists.rating_lists import list_in_text, month_in

    state = _read(document)
    envelope = envelope_of(state.document)
    asked = None if envelope is None else envelope.identify
    if asked is None:
        message = "expected an object with the rating list, found nothing"
        raise FormatError(_SOURCE, None, message, pointer="/identify")
    whole = state.tournament
    decisions = {
        find_keys(whole, _SOURCE, pointer(("identify", "decisions", name)), name): decision
        for name, decision in asked.decisions.items()
    }
    places = {name: f"/identify/{name}" for name in ("month", "decisions", "alike")}
    with (
        pointing(_SOURCE, places),
        _pointing_to_list(),
        list_in_text(whole, asked.rating_list, month_in(asked.month)) as source,
    ):
        return Identities(state, source).document(read_decisions(whole, decisions), asked.alike)


@contextmanager
def _pointing_to_list() -> Iterator[None]:
    """Point to the rating list of a document where it is none."""
    try:
        yield
    except FormatError as error:
        line = "" if error.line is None else f"line {error.line}: "
        message = f"{line}{error.detail}"
        raise FormatError(_SOURCE, None, message, pointer="/identify/rating_list") from None


def bracket_document(document: Content) -> BracketDocument:
    """The bracket of the cup in a document, or both of a double elimination.

    Parameters
    ----------
    document
        As for `draw_document`.

    Returns
    -------
    dict
        By ``bracket.schema.json``: rounds, places, players and results.

    Raises
    ------
    FormatError, RuleError
        As `draw_document`; also if the event has no bracket.

    Examples
    --------
    >>> players = [{"key": key, "name": key, "first_name": "", "grade": "1d"} for key in "ab"]
    >>> document = {"format": "fastpair-tournament", "version": 1, "players": players}
    >>> document["rules"] = {"rounds": 1, "format": "Cup", "system": "cup"}
    >>> document["games"] = [{"round": 1, "table": 1, "white": "a", "black": "b", "result": "white wins"}]
    >>> bracket_document(document)["brackets"][0]["rounds"][0]["games"][0]["winner"]
    'a'
    """
    from ..reports.brackets import bracket_document

    return bracket_document(_read(document))


ANSWERS: Mapping[str, Callable[[Content], Mapping[str, Any]]] = {
    "draw": draw_document,
    "explain": explain_document,
    "standings": standings_document,
    "attendance": attendance_document,
    "bracket": bracket_document,
    "identify": identify_document,
    "check": check_document,
}
"""What answers a document, by what is asked."""


def answered(question: str, document: bytes) -> Mapping[str, Any]:
    """Answer a document; an error is a document, too.

    Parameters
    ----------
    question
        One of ``ANSWERS``.

    Returns
    -------
    dict
        The answer, or what is wrong, by ``error.schema.json``.
    """
    try:
        return ANSWERS[question](document)
    except FastpairError as error:
        return describe_error(error, document)
    except MemoryError:
        return error_document("memory", "the document needs more memory than there is")


def describe_error(error: FastpairError, document: bytes = b"") -> ErrorDocument:
    """An error as a JSON document.

    Parameters
    ----------
    document
        What it was found in; by default it is no longer known.
    """
    pointer = error.pointer if isinstance(error, FormatError) else ""
    expected = error.expected if isinstance(error, FormatError) else ""
    found = _found(document, pointer) if pointer and document else None
    return error_document(error.code, str(error), pointer, expected or None, found)


def answered_in_line(document: bytes) -> Mapping[str, Any]:
    """Answer a document by what it asks for: a draw, or if it has no member ``draw`` another question.

    Returns
    -------
    dict
        As `answered`.
    """
    from ...formats.json import plain

    try:
        members = plain(_SOURCE, document)
    except FormatError:
        return answered("draw", document)  # what is wrong is told there
    stated = members if isinstance(members, dict) else {"draw": {}}
    asks = [each for each in ANSWERS if stated.get(each) is not None]
    if "draw" in asks or len(asks) == 1:
        return answered(asks[0], document)
    expected = "an object with the draw that is asked for, such as {}, or another question alone"
    found = " and ".join(asks) or "nothing"
    return error_document(
        "format", f"{_SOURCE}: /draw: expected {expected}, found {found}", "/draw", expected
    )


def error_document(
    code: str, message: str, pointer: str = "", expected: str | None = None, found: _Scalar = None
) -> ErrorDocument:
    """What is wrong as a JSON document, by ``error.schema.json``."""
    return encode(
        ErrorDocument,
        code=code,
        pointer=pointer,
        expected=expected,
        found=found,
        message=message,
    )


def _read(document: Content) -> CongressState:
    """The tournament in a document, and what it asks for."""
    return CongressState.of_document(_decoded(document), _SOURCE)


def _decoded(document: Content) -> Document:
    from ...formats import FORMATS
    from ...formats.fastpair.document import read
    from ...formats.json import quote_value, with_plain_numbers

    content = document.encode(errors="backslashreplace") if isinstance(document, str) else document
    if isinstance(content, Mapping):
        return read(_SOURCE, with_plain_numbers(_SOURCE, content), closed_rules=True)
    if not isinstance(content, bytes | bytearray | memoryview):
        message = (
            f"expected a document as a text, bytes or a dictionary, got {quote_value(document)}"
        )
        raise argument_error(FormatError(_SOURCE, None, message), of_type=True)
    content = bytes(content)
    other = next((FORMATS[name] for name in _OTHERS if FORMATS[name].recognises(content)), None)
    if other is not None:
        return other.read(_SOURCE, content)
    return read(_SOURCE, content, closed_rules=True)


def _check_question(request: RequestedExplanation) -> None:
    """Refuse what the question does not read, or what it needs and has not.

    Raises
    ------
    FormatError
        At its place.
    """
    reads = _READS[request.question]
    for entry in fields(request):
        if entry.name in (*reads, "question") or getattr(request, entry.name) == entry.default:
            continue
        message = f"expected nothing, since {request.question} does not read it; remove it"
        raise FormatError(_SOURCE, None, message, pointer=f"/explain/{entry.name}")
    count = 1 if request.question == "opponents" else 2
    if "players" in reads and len(request.players) != count:
        players = "a player" if count == 1 else "two players"
        message = f"expected a list of {players}, got {len(request.players)}"
        raise FormatError(_SOURCE, None, message, pointer="/explain/players")


def _with_keys(request: RequestedExplanation, tournament: Tournament) -> RequestedExplanation:
    """The question with players by key.

    Raises
    ------
    FormatError
        If there is no such player, at the place of the name.
    """
    keys = {
        name: find_keys(tournament, _SOURCE, f"/explain/{name}", getattr(request, name))
        for name in _READS[request.question]
        if isinstance(getattr(request, name), tuple)
    }
    return replace(request, **keys)


def _answer(draw: ReviewedDraw, request: RequestedExplanation) -> Explained:
    """The answer to what is asked."""
    from ..reports import explanation

    if request.question in ("why", "why-not"):
        one, other = request.players
        return explanation.explain_pair_of(draw, one, other, by_rule=request.by_rule)
    if request.question == "opponents":
        return explanation.explain_opponents(draw, request.players[0])
    if request.question == "best":
        return explanation.explain_best(draw, request.k, request.within)
    if request.question == "heat-map":
        return explanation.explain_heat_map(draw)
    conditions = {name: getattr(request, name) for name in _READS["whatif"]}
    return explanation.explain_what_if(draw, explanation.OtherConditions(**conditions))


def _found(document: bytes, pointer: str) -> _Scalar:
    """The value at a JSON pointer of a document: null if there is none, a short description if it is large."""
    from ...formats.json import plain, quote_value

    def inner(value: Any, step: str) -> Any:  # noqa: ANN401
        if isinstance(value, list):
            return value[int(step)]
        return value[step.replace("~1", "/").replace("~0", "~")]

    try:
        found = reduce(inner, pointer.split("/")[1:], plain(_SOURCE, document))
    except (FormatError, LookupError, TypeError, ValueError):
        return None
    if isinstance(found, dict | list):
        return quote_value(found)
    return (
        f"{found[:_LONGEST_FOUND]}…"
        if isinstance(found, str) and len(found) > _LONGEST_FOUND
        else found
    )
