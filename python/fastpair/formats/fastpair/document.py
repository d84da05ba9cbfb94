"""fastpair's own JSON documents."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ... import __version__
from ...errors import RuleError
from ...files import Source  # noqa: TC001 - the annotations are read
from ...go import tournament as domain
from ...go.tournament import (
    NO_RATING,
    SWISS_RULES,
    Bye,
    Game,
    Person,
    Player,
    Rules,
    Team,
    Tournament,
    with_present_names,
)
from ...pairing.rules import StatedRules
from ...parameters import quoted
from ..document import Document
from ..json import (
    Form,
    Forms,
    decode,
    find_misspelt_members,
    laid_out,
    plain,
    pointed,
    pointer,
    refuse_twice,
    unknown_member,
    unknown_members,
    with_strangers,
)
from ..toml import words
from .requests import (
    REDRAWS,
    RequestedAttendance,
    RequestedCheck,
    RequestedDraw,
    RequestedExplanation,
    RequestedIdentities,
    RequestedStandings,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# ---- What stands in a file of fastpair, and in what form: derived from the classes of a tournament ----

FORMAT = "fastpair-tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a document says beside the tournament."""

    format: Literal["fastpair-tournament"]
    """Kind of document."""

    version: Literal[1]
    """Raised when a member is removed or changes its meaning; new members may come without that."""

    program: str = ""
    """Program that wrote the document."""

    draw: RequestedDraw = field(default_factory=RequestedDraw)
    """The requested draw."""

    explain: RequestedExplanation | None = None
    """The question about the draw."""

    standings: RequestedStandings = field(default_factory=RequestedStandings)
    """The requested standings."""

    attendance: RequestedAttendance = field(default_factory=RequestedAttendance)
    """The requested attendance."""

    identify: RequestedIdentities | None = None
    """The rating list in which players are identified."""

    check: RequestedCheck = field(default_factory=RequestedCheck)
    """Settings of the check."""

    source: Source | None = None
    """The file of another format that the tournament came from."""

    teams: bool = False
    """Whether teams play, in documents of before `team_play`, which hold no teams."""


_CLOSED = (
    RequestedAttendance,
    RequestedDraw,
    StatedRules,
    RequestedExplanation,
    RequestedIdentities,
    RequestedStandings,
    RequestedCheck,
)
_FORMS = Forms(
    {**vars(domain), "date": date},
    closed=_CLOSED,
    always=("first_name",),
    rare=((Rules, "games"), (Rules, "cycles"), (Rules, "format")),
)

ENVELOPE: Form = _FORMS.of(Envelope)
TOURNAMENT: Form = _FORMS.of(Tournament)
WHOLE = replace(ENVELOPE, members={**ENVELOPE.members, **TOURNAMENT.members})
"""The form of all that is known of a document; what is unknown is kept, except in a request."""


def _requested() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The members of requests, and where they stand; of one name the last counts."""
    for request in ("attendance", "check", "standings", "explain", "draw"):
        members = ENVELOPE.members[request].form.members
        yield from ((name, (request, name)) for name in members)
        for name in members["constraints"].form.members if request == "draw" else ():
            yield name, ("draw", "constraints", name)


REQUESTED = {name: place for name, place in _requested() if name not in WHOLE.members}
"""Where a document asks for something, by the name of the member; nowhere else may one of this name
stand in the document itself, as if it were read there."""

IDENTITIES: Mapping[type, tuple[str, ...]] = {
    Player: ("key",),
    Person: ("key",),
    Game: ("round", "white", "black"),
    Bye: ("round", "player"),
    Team: ("key",),
}
"""What tells the objects of a list apart when members that fastpair does not know are kept."""


# ---- A file of fastpair in memory ----

if TYPE_CHECKING:
    _Person = TypeVar("_Person", bound=Person)


_VERSION = 1
_NO_TEAMS = (
    "expected team_play, with the teams, which older documents do not hold; convert the file that this "
    "one was made from again"
)


@dataclass(frozen=True, kw_only=True)
class FastpairDocument(Document):
    """A tournament in fastpair's own format, see `fastpair.formats.Document`."""

    envelope: Envelope
    """What the document says beside the tournament."""


def read(
    path: str, content: bytes | dict[str, Any], *, closed_rules: bool = False
) -> FastpairDocument:
    """Read the content of a file, or a document that is in memory already.

    Parameters
    ----------
    closed_rules
        Refuse members of the rules that are not known. In a file they are kept for whoever knows
        them; of a request they are meant to be read.

    Raises
    ------
    FormatError
        If it is no document of this version, or a value in it is not as the schema says.
    """
    stated = plain(path, content) if isinstance(content, bytes) else content
    switched = _with_switches(path, stated)
    envelope = decode(path, content if switched is stated else switched, ENVELOPE)
    members = _with_present_names(stated)
    usual = _with_usual_rules(members)
    try:
        tournament = decode(path, content if usual is stated else usual, TOURNAMENT)
    except RuleError as error:
        if error.code != "contradiction":
            raise
        if error.place[0] != "players" and "players" not in members:
            message = f"expected the players whom {error.place[0]} name, found nothing"
            raise pointed(path, ("players",), message) from None
        raise pointed(path, error.place, error.expected) from None
    if envelope.teams:
        raise pointed(path, ("teams",), _NO_TEAMS)
    if isinstance(content, bytes):
        refuse_twice(path, content, stated)
    if closed_rules:
        _refuse_unknown_rules(path, members)
    _check_requests(path, members)
    _check_absences(path, members)
    _check_sums(path, members, tournament)
    return FastpairDocument(
        path=path,
        format="fastpair",
        tournament=_by_former_table(_rated(tournament, members), members),
        remarks=tuple(_strangers(members)),
        content=content if isinstance(content, bytes) else b"",
        render=_rendered,
        version=envelope.program.removeprefix("fastpair "),
        envelope=envelope,
    )


def _with_switches(path: str, members: Any) -> Any:  # noqa: ANN401 - not checked yet
    """A document whose draw states the switch for which ``redraw`` has a word, as in Python."""
    draw = members.get("draw") if isinstance(members, dict) else None
    if not isinstance(draw, dict) or isinstance(word := draw.get("redraw", False), bool):
        return members
    meant = REDRAWS.get(word.replace("_", "-")) if isinstance(word, str) else None
    if meant is None:
        message = f"expected one of {words(REDRAWS)}, or true or false, got {quoted(word)}"
        raise pointed(path, ("draw", "redraw"), message)
    for name in (each for each in REDRAWS.values() if each != "redraw"):
        if draw.get(name) is (name != meant):
            message = f"expected what /draw/redraw says, which is {word}; remove one of them"
            raise pointed(path, ("draw", name), message)
    return members | {"draw": draw | {"redraw": meant == "redraw", meant: True}}


def _with_present_names(members: dict[str, Any]) -> dict[str, Any]:
    """A document with the rules by the names that they have now."""
    rules = members.get("rules")
    if not isinstance(rules, dict) or (present := with_present_names(rules)) == rules:
        return members
    return members | {"rules": present}


def _with_usual_rules(members: dict[str, Any]) -> dict[str, Any]:
    """A document with the rules of its kind of tournament, where it states none."""
    given = members.get("rules", {})
    if members.get("kind") != "swiss" or not isinstance(given, dict):
        return members
    usual = TOURNAMENT.members["rules"].form.written(Rules(**SWISS_RULES))
    rules = {name: usual[name] for name in SWISS_RULES} | given
    for name in given:
        if isinstance(given[name], dict) and name in SWISS_RULES:
            rules[name] = usual[name] | given[name]
    return members | {"rules": rules}


def _by_former_table(tournament: Tournament, members: Mapping[str, Any]) -> Tournament:
    """The tournament; a round robin with rounds that states no table was drawn by the one before Berger's."""
    rules = tournament.rules
    if "schedule" in members.get("rules", ()) or not (rules.predetermined and tournament.games):
        return tournament
    return replace(tournament, rules=replace(rules, schedule="former"))


def _rated(tournament: Tournament, members: Mapping[str, Any]) -> Tournament:
    """The tournament in which whoever states no rating has that of the grade."""
    entries = members.get("players", ())
    if all("rating" in each for each in _all_of(entries)):
        return tournament
    players = map(_rated_person, tournament.players, entries)
    return replace(tournament, players=tuple(players))


def _rated_person(person: _Person, members: Mapping[str, Any]) -> _Person:
    rated = person if "rating" in members else person.with_rating()
    if not (isinstance(rated, Player) and rated.members):
        return rated
    return replace(rated, members=tuple(map(_rated_person, rated.members, members["members"])))


def _all_of(players: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is said of players, and of the members of each."""
    for each in players:
        yield each
        yield from each.get("members", ())


def _check_absences(path: str, members: Mapping[str, Any]) -> None:
    """Refuse a round or a player that stands twice in a list of absences."""
    lists: list[tuple[tuple[str | int, ...], Any]] = [
        (("draw", "absent"), members.get("draw", {}).get("absent", ()))
    ]
    lists += _absences(("players",), members.get("players", ()))
    for steps, values in lists:
        keys = set()
        for place, value in enumerate(values):
            if value in keys:
                message = f"expected each once, got {value!r} again; remove it"
                raise pointed(path, (*steps, place), message)
            keys.add(value)


def _check_sums(path: str, members: Mapping[str, Any], tournament: Tournament) -> None:
    """Refuse the sums of a match that some of its boards do not state, or without teams: they would not count."""
    stated = zip(members.get("games", ()), tournament.games, strict=True)
    for place, (game, found) in enumerate(stated):
        if game.get("sums_halves") and not found.sums_halves:
            message = (
                "expected the sums of a match of teams, and there are none; remove them"
                if tournament.team_play is None
                else "expected the sums at all boards of the match, or at none; add them to the others, or remove them"
            )
            raise pointed(path, ("games", place, "sums_halves"), message)


def _absences(
    steps: tuple[str | int, ...], people: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The absences of players and of their members, with their places."""
    for place, person in enumerate(people):
        yield (*steps, place, "absences"), person.get("absences", ())
        yield from _absences((*steps, place, "members"), person.get("members", ()))


def _check_requests(path: str, members: Mapping[str, Any]) -> None:
    """Refuse what asks for a draw, and stands beside the place where it would be read."""
    for name in members:
        if name in REQUESTED:
            right = pointer(REQUESTED[name])
            raise pointed(path, (name,), f"expected it as {right}, where a draw is asked for")


def _refuse_unknown_rules(path: str, members: Mapping[str, Any]) -> None:
    """Refuse rules that would not be read."""
    for steps, form in unknown_members(members.get("rules", {}), WHOLE.members["rules"].form):
        raise unknown_member(path, ("rules", *steps), form)


def _strangers(members: Mapping[str, Any]) -> Iterator[str]:
    """Say, one line each, which members are not read, and named like others that would be."""
    for place, more, meant in find_misspelt_members(members, WHOLE, REQUESTED):
        others = f", and {more} others of this name" if more else ""
        yield f"{pointer(place)}{others}: unknown member, kept and not read; is it {meant!r}?"


def new_content(tournament: Tournament, source: Source | None = None) -> bytes:
    """The content of a new file.

    Parameters
    ----------
    source
        The file of another format that the tournament came from.

    Raises
    ------
    RuleError
        If the file could not be read.
    """
    return _written(tournament, {"source": asdict(source)} if source else {})


def _rendered(tournament: Tournament, content: bytes) -> bytes:
    """The content of a file that keeps the members of an older one that are not the tournament's."""
    return _written(tournament, _with_present_names(plain("", content)))


def _written(tournament: Tournament, members: dict[str, Any]) -> bytes:
    head = {"format": FORMAT, "version": _VERSION, "program": f"fastpair {__version__}"}
    old = {name: value for name, value in members.items() if name not in head}
    try:
        new = TOURNAMENT.written(tournament)
    except ValueError as error:
        raise RuleError(f"no file of fastpair can hold the tournament: {error}") from error
    for player in _all_of(new["players"]):
        player.setdefault("rating", NO_RATING)  # which is another thing than to state none
    return laid_out(head | with_strangers(new, old, TOURNAMENT, IDENTITIES))
