"""Who the players are in a rating list: a table on the page, in which a director decides."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ....app.edits.ratings import describe_change
from ....app.lists.identities import (
    Doubt,
    Identities,
    Identity,
    TypedDecision,
    candidate_of,
    describe_candidate,
)
from ....errors import RuleError
from ....sentences import marked, phrase
from ..rendering import id_of
from ..requests import perform
from ..store import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..requests import PageRequest

DOUBTS: Mapping[str, str] = {
    Doubt.NUMBER.value: marked("Number of another player"),
    Doubt.TWICE.value: marked("Entered twice"),
    Doubt.NAMESAKES.value: marked("Several players of this name"),
    Doubt.SPELLING.value: marked("Name spelled differently"),
    Doubt.NOT_FOUND.value: marked("Not in the list"),
    Doubt.ORDER.value: marked("Names exchanged"),
    Doubt.STRENGTH.value: marked("Grade far from rating"),
    Doubt.COUNTRY.value: marked("Another country"),
    Doubt.CLUB.value: marked("Another club"),
    Doubt.MISSING.value: marked("Missing player data"),
}
"""What is doubtful, as the page shows it."""

CHOICE_TITLES: Mapping[str, str] = {
    "list": marked("As in the list"),
    "keep": marked("As entered"),
    "none": marked("Not in the list"),
    "remove": marked("Delete entry"),
}
"""The decisions; other ones are players of the list."""


class IdentityLine(NamedTuple):
    """A player in the table."""

    row: Identity
    id: str
    doubts: tuple[str, ...]
    listed: tuple[str, ...]
    """Who it is, or may be, in the list."""

    choices: tuple[tuple[str, str], ...]
    """Decisions with their titles, which are translated unless they are players of the list."""

    choice: str
    lacking: tuple[str, ...]
    """Country and club, if they are missing and can be typed."""

    change: str
    """What the list adds to the entry."""


class IdentityGroup(NamedTuple):
    """Players with the same doubt."""

    like: str
    """What the field of a decision for all of them is called after."""

    title: str
    detail: str
    """What is alike about some of them, such as two spellings of a club."""

    lines: Sequence[IdentityLine]
    choices: tuple[tuple[str, str], ...]
    """Decisions that are possible for all of them."""

    choice: str
    number: int
    """How many a decision for all is about."""


def identify_panel(request: PageRequest) -> Mapping[str, Any]:
    """The table of the players, the doubtful first."""
    source = request.server.lists.find(request.text("title"), request.tournament)
    rows = Identities(request.state, source).rows
    of_state = {
        state: [*map(_line_of(request), each)]
        for state, each in groupby(rows, key=lambda row: row.state)
    }
    return {
        "title": source.title,
        "published": source.published,
        "groups": [*_groups(request, of_state.get("doubtful", ()))],
        "doubtful": len(of_state.get("doubtful", ())),
        "sure": of_state.get("sure", ()),
        "settled": of_state.get("settled", ()),
    }


def _line_of(request: PageRequest) -> Any:  # noqa: ANN401
    """What makes a line of the table of a player."""

    def line(row: Identity) -> IdentityLine:
        name = id_of("p", row.player.key)
        entries = row.candidates or ((row.listed,) if row.listed is not None else ())
        texts = {each.number: describe_candidate(candidate_of(each)) for each in entries}
        return IdentityLine(
            row=row,
            id=name,
            doubts=tuple(DOUBTS[doubt.value] for doubt in row.doubts),
            listed=tuple(texts.values()),
            choices=tuple((each, CHOICE_TITLES.get(each) or texts[each]) for each in row.choices),
            choice=request.fields.get(f"row-{name}", ""),
            lacking=tuple(each for each in ("country", "club") if each in row.lacking),
            change=describe_change(row.player, replace(row.player, **row.facts)),
        )

    return line


def _groups(request: PageRequest, lines: Sequence[IdentityLine]) -> Iterator[IdentityGroup]:
    """The doubtful players by their doubt, and those with one club by its two spellings."""
    for doubt, of_doubt in groupby(lines, key=lambda line: line.row.doubts[0].value):
        every = [*of_doubt]
        alike = [[*some] for _, some in groupby(every, key=lambda line: line.row.like)]
        several = [some for some in alike if len(some) > 1] if len(alike) > 1 else []
        rest = [line for some in alike if some not in several for line in some]
        yield _group(request, doubt, DOUBTS[doubt], rest, every)
        for some in several:
            like = some[0].row.like
            detail = like.removeprefix(f"{doubt}: ")
            yield _group(request, like, DOUBTS[doubt], some, some, detail)


def _group(
    request: PageRequest,
    like: str,
    title: str,
    lines: Sequence[IdentityLine],
    every: Sequence[IdentityLine],
    detail: str = "",
) -> IdentityGroup:
    choices = tuple(
        (name, text)
        for name, text in CHOICE_TITLES.items()
        if name != "remove" and all(name in line.row.choices for line in every)
    )
    return IdentityGroup(
        like, title, detail, lines, choices, request.fields.get(f"all-{like}", ""), len(every)
    )


def settle_identities(request: PageRequest) -> Reply:
    """Save who is sure or decided, or show the table again with what is wrong."""
    source = request.server.lists.find(request.text("title"), request.tournament)
    found = Identities(request.state, source)
    try:
        seen = request.seen_state()
        if seen is None or seen.tournament.players != request.tournament.players:
            raise RuleError(
                phrase(
                    "somebody has changed players meanwhile; check your decisions, and save again"
                )
            )
        values = found.settle(*_decisions(request))
        reply = perform(request, "identify", values)
    except RuleError as error:
        return Reply(refusal=error.message, panel=("identify", identify_panel(request)))
    settled = {*values["players"], *values["removed"]}
    if reply.refusal or all(
        row.state != "doubtful" or row.player.key in settled for row in found.rows
    ):
        return reply
    address = f"/lists/{request.number}/identify?title={quote(source.title)}"
    return replace(reply, lead=(address, phrase("Identify players")))


def _decisions(request: PageRequest) -> tuple[dict[str, TypedDecision], dict[str, str]]:
    """The decisions of the form: those of players by key, and those for all who are alike."""
    of_players = {}
    for player in request.tournament.players:
        name = id_of("p", player.key)
        decided = TypedDecision(
            *(request.fields.get(f"{field}-{name}", "") for field in ("row", "country", "club"))
        )
        if any(decided):
            of_players[player.key] = decided
    alike = {
        name.removeprefix("all-"): value
        for name, value in request.fields.items()
        if name.startswith("all-") and value
    }
    return of_players, alike
