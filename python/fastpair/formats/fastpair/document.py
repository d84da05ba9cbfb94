"""fastpair's own JSON documents."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - the annotations are read
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ... import __version__
from ...errors import RuleError
from ...go import tournament as domain
from ...go.tournament import NO_RATING, Bye, Criterion, Game, Person, Player, Team, Tournament
from ...go.tournament.ranges import ROUNDS, Range, within
from ...pairing.rules import StatedRules, described
from ..document import Document
from ..files import Source  # noqa: TC001 - the annotations are read
from ..json import (
    Form,
    Forms,
    decode,
    laid_out,
    looking_like_known,
    plain,
    pointed,
    pointer,
    refuse_twice,
    unknown_member,
    unknown_members,
    with_strangers,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


# ---- What stands in a file of fastpair, and in what form: derived from the classes of a tournament ----

FORMAT = "fastpair-tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedDraw:
    """The draw that a document asks for. Nothing of it is needed."""

    round: int | None = field(default=None, metadata=ROUNDS)
    """From 1; null is the next round."""

    model: str | Mapping[str, Any] | None = None
    """Name of a weight model, or an object with the name as its `model` and beside it all that a
    model's file may change; null is the usual one."""

    system: str | Mapping[str, Any] | None = None
    """Name of a pairing system, or an object with the name as its `system` and beside it its
    parameters; null is the draw by the weights of the model."""

    seed: int = field(default=0, metadata=within(0))
    """Number that the lots of the model or the system are drawn from."""

    absent: tuple[str, ...] = ()
    """Players who miss the round, beside those whose absences say so."""

    constraints: StatedRules = field(default_factory=StatedRules)
    """Hard rules and preferences. Players are named by key or by a name that only one has."""


_Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedExplanation:
    """A question about the draw that a document has or asks for. Players are named as in `draw`."""

    question: Literal["why", "why-not", "opponents", "best", "whatif", "heat-map"]
    """What is asked; each reads other members of this object, and refuses the rest."""

    players: tuple[str, ...] = ()
    """Two for `why` and `why-not`, one for `opponents`."""

    by_rule: bool = False
    """Whether `why` and `why-not` look for single rules that would let two players meet."""

    k: int = field(default=10, metadata=within(1))
    """How many other draws `best` looks for."""

    within: float | None = field(default=None, metadata=within(0))
    """How much lighter those of `best` may be, in weights of the model; null is no limit."""

    force: _Pairs = ()
    """Pairs who meet, for `whatif`."""

    forbid: _Pairs = ()
    """Pairs who do not meet, for `whatif`."""

    prefer: _Pairs = ()
    """Pairs who would like to meet, for `whatif`."""

    drop: tuple[str, ...] = ()
    """Players who do not take part, for `whatif`."""

    add: tuple[str, ...] = ()
    """Players who take part, for `whatif`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedStandings:
    """The standings that a document asks for. Nothing of it is needed."""

    after: int | None = field(default=None, metadata=within(0))
    """Number of rounds that count; null is all up to the last one with all results."""

    criteria: tuple[Criterion, ...] | None = None
    """What the players are sorted by; null is what the system or the rules say."""

    system: str | None = None
    """Name of a pairing system whose criteria count instead."""

    teams: bool = False
    """Whether the teams are placed, by the criteria of `team_play` if none are named, rather than the
    players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedCheck:
    """By what the rounds of a document are checked. Nothing of it is needed."""

    model: str | None = None
    """Name of a weight model; null is the usual one."""

    seed: int | None = field(default=None, metadata=within(0))
    """Number that its lots are drawn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a document says beside the tournament."""

    format: Literal["fastpair-tournament"]
    """What the document is."""

    version: Literal[1]
    """Raised when a member is removed or changes its meaning; new members may come without that."""

    program: str = ""
    """What has written the document."""

    draw: RequestedDraw = field(default_factory=RequestedDraw)
    """The draw that is asked for."""

    explain: RequestedExplanation | None = None
    """The question that is asked where a document is explained."""

    standings: RequestedStandings = field(default_factory=RequestedStandings)
    """What standings are asked for."""

    check: RequestedCheck = field(default_factory=RequestedCheck)
    """By what the rounds are checked."""

    source: Source | None = None
    """The file of another format that the tournament came from."""

    teams: bool = False
    """Whether teams play, in documents of before `team_play`, which hold no teams."""


_RANGES: dict[tuple[type, str], Range] = {
    (StatedRules, name): Range(least=said.least)
    for name, said in described(StatedRules)
    if said.least is not None
}

_CLOSED = (RequestedDraw, StatedRules, RequestedExplanation, RequestedStandings, RequestedCheck)
_FORMS = Forms({**vars(domain), "date": date}, _RANGES, closed=_CLOSED, stated=("first_name",))

ENVELOPE: Form = _FORMS.of(Envelope)
TOURNAMENT: Form = _FORMS.of(Tournament)
WHOLE = replace(ENVELOPE, members={**ENVELOPE.members, **TOURNAMENT.members})
"""The form of all that is known of a document; what is unknown is kept, except in a request."""


def _requested() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The members of requests, and where they stand; of one name the last counts."""
    for request in ("check", "standings", "explain", "draw"):
        members = ENVELOPE.members[request].form.members
        yield from ((name, (request, name)) for name in members)
        for name in members["constraints"].form.members if request == "draw" else ():
            yield name, ("draw", "constraints", name)


REQUESTED = {name: place for name, place in _requested() if name not in WHOLE.members}
"""Where a document asks for something, by the name of the member; nowhere else may one of this name
stand in the document itself, as if it were read there."""

IDENTITIES = {
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
    envelope = decode(path, content, ENVELOPE)
    try:
        tournament = decode(path, content, TOURNAMENT)
    except RuleError as error:
        if error.code != "contradiction":
            raise
        members = plain(path, content) if isinstance(content, bytes) else content
        if error.place[0] != "players" and "players" not in members:
            message = f"expected the players whom {error.place[0]} name, found nothing"
            raise pointed(path, ("players",), message) from None
        raise pointed(path, error.place, error.expected) from None
    if envelope.teams:
        raise pointed(path, ("teams",), _NO_TEAMS)
    members = plain(path, content) if isinstance(content, bytes) else content
    if isinstance(content, bytes):
        refuse_twice(path, content, members)
    if closed_rules:
        _refuse_unknown_rules(path, members)
    _check_requests(path, members)
    _check_absences(path, members)
    return FastpairDocument(
        path=path,
        tournament=_rated(tournament, members),
        remarks=tuple(_strangers(members)),
        content=content if isinstance(content, bytes) else b"",
        render=_rendered,
        version=envelope.program.removeprefix("fastpair "),
        holds_members=True,
        envelope=envelope,
    )


def _rated(tournament: Tournament, members: Mapping[str, Any]) -> Tournament:
    """The tournament in which whoever states no rating has that of the grade."""
    said = members.get("players", ())
    if all("rating" in each for each in _all_of(said)):
        return tournament
    players = map(_rated_person, tournament.players, said)
    return replace(tournament, players=tuple(players))


def _rated_person(person: _Person, said: Mapping[str, Any]) -> _Person:
    rated = person if "rating" in said else person.with_rating()
    if not (isinstance(rated, Player) and rated.members):
        return rated
    return replace(rated, members=tuple(map(_rated_person, rated.members, said["members"])))


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
        known = set()
        for place, value in enumerate(values):
            if value in known:
                message = f"expected each once, got {value!r} again; remove it"
                raise pointed(path, (*steps, place), message)
            known.add(value)


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
    for place, more, known in looking_like_known(members, WHOLE, REQUESTED):
        others = f", and {more} others of this name" if more else ""
        yield f"{pointer(place)}{others}: unknown member, kept and not read; is it {known!r}?"


def new_content(tournament: Tournament, source: Source | None = None) -> bytes:
    """The content of a new file.

    Parameters
    ----------
    source
        The file of another format that the tournament came from.

    Raises
    ------
    RuleError
        If the tournament contradicts itself, so that the file could not be read.
    """
    return _written(tournament, {"source": asdict(source)} if source else {})


def _rendered(tournament: Tournament, held: bytes) -> bytes:
    """The content of a file that keeps the members of an older one that are not the tournament's."""
    return _written(tournament, plain("", held))


def _written(tournament: Tournament, held: dict[str, Any]) -> bytes:
    tournament.check()
    head = {"format": FORMAT, "version": _VERSION, "program": f"fastpair {__version__}"}
    old = {name: value for name, value in held.items() if name not in head}
    try:
        new = TOURNAMENT.written(tournament)
    except ValueError as error:
        raise RuleError(f"no file of fastpair can hold the tournament: {error}") from error
    for player in _all_of(new["players"]):
        player.setdefault("rating", NO_RATING)  # which is another thing than to state none
    return laid_out(head | with_strangers(new, old, TOURNAMENT, IDENTITIES))
