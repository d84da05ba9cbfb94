"""Check-in by phone: a player finds the name, confirms it, and is here."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from ...app.actions.apply import Call
from ...app.publication.published import day_of_ages
from ...app.round_states import describe_time, last_in_play, round_to_attend
from ...app.rounds.attendance import AttendanceStatus, attendance_of
from ...errors import FastpairError, FormatError, RuleError
from ...letters import folded
from ...report.languages import in_order_of_names
from ...report.pages import names_of_members
from ...report.public import Privacy
from ...report.sheet import Column, Sheet
from ...sentences import phrase
from ..api.service import same
from .phones import NOT_SAVED, PhoneAnswer
from .published import names_in_hall
from .rendering import id_of
from .text import speak_of, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date, datetime

    from starlette.responses import HTMLResponse

    from ...app.actions.action import ActionContext
    from ...go.tournament import Player, Tournament
    from ...report.public import PublicNames
    from .phones import PhoneRequest
    from .requests import TournamentServer
    from .store import TournamentState

PLACE = "/hall/checkin"
"""Where players check in."""

DOOR = "phone"
"""The door of an arrival that a phone has noted."""

_MOST = 20
"""Players that a search shows."""

_FEWEST = 2
"""Letters that are searched."""

_LONGEST = 60

_CHILDREN = Privacy(age=18)

_FEW_YEARS = 20
"""Birth years of most players that are too few: two guesses of a stranger would open every tenth door, or more."""


def is_child(player: Player, today: date) -> bool:
    """Whether the birth year of a player proves nothing, and is told to nobody."""
    return _CHILDREN.hides(player, today)


class IdentityProof(Enum):
    """By what players confirm who they are, besides their code."""

    NONE = ""
    """They cannot check in by phone."""

    CODE = "code"
    BIRTH = "birth"
    NUMBER = "number"

    def of(self, player: Player, today: date) -> tuple[str, ...]:
        """What is known of a player that nobody else types, plain.

        Whoever guesses a birth year learns it by the answer, and that of a child is one of few.
        """
        if self is IdentityProof.BIRTH:
            found: tuple[str, ...] = () if is_child(player, today) else (player.birth[:4],)
        elif self is IdentityProof.NUMBER:
            found = (player.egf_pin, player.ffg_licence, player.aga_id, player.fide_id)
        else:
            found = ()
        return tuple(folded(each) for each in found if each)


def arrival_page(request: PhoneRequest) -> HTMLResponse:
    """The page on which players check in.

    Parameters
    ----------
    request
        With ``me``, a part of a name, or ``player``, the id of one; with ``proof`` and ``form_token`` if it is sent.
    """
    server = request.server
    state, settings = server.store.state(), server.sidecar.settings
    proof = IdentityProof(settings.arrivals)
    speak_of(state.tournament)
    names = names_in_hall(state, settings.hall)
    tournament = names.shown(state.tournament)
    number = last_in_play(state.tournament) or round_to_attend(state.tournament)
    deadline = state.deadlines.get(number or 0)
    is_open = proof is not IdentityProof.NONE and number is not None
    words = request.fields.get("me", "").strip()[:_LONGEST]
    answer: PhoneAnswer | None = None
    player: Player | None = None
    found: Sequence[Player] = ()
    if not is_open or number is None:
        answer = PhoneAnswer(phrase("check-in by phone is closed; ask the tournament director"))
    else:
        player = _player_of(tournament, request.fields.get("player", ""))
        found = _find(names, tournament, words)
        if request.sent and player is not None:
            answer = _check_in(request, player, number)
    return request.page(
        "arrival.html",
        PLACE,
        answer,
        number=number,
        proof=proof.value,
        open=is_open,
        closing=describe_closing(number, deadline) if number and deadline else "",
        me=words,
        short=0 < len(words) < _FEWEST,
        found=[(id_of("p", each.key), each) for each in found],
        more=len(found) == _MOST,
        player=player,
        player_id=id_of("p", player.key) if player else "",
        mine=names.addresses[player.key] if player and answer and answer.knows else "",
    )


def describe_closing(number: int, deadline: datetime) -> str:
    """Say until when players are to check in."""
    text = translate("Check-in for round {round} until {time}")
    return text.format(round=number, time=describe_time(deadline))


def _player_of(tournament: Tournament, text: str) -> Player | None:
    """The player whom an id names."""
    return next((each for each in tournament.players if id_of("p", each.key) == text), None)


def _find(names: PublicNames, tournament: Tournament, words: str) -> Sequence[Player]:
    """The players whom a search finds, by name: each word is in the name, or all are the whole name."""
    if len(words) < _FEWEST:
        return ()
    wanted = folded(words).split()

    def is_found(player: Player) -> bool:
        shown = folded(f"{player.full_name} {names_of_members([player])}")
        has_all = not names.whole_only and all(word in shown for word in wanted)
        return has_all or names.finds(" ".join(wanted), (), [player.key])

    found = filter(is_found, in_order_of_names(tournament.players))
    return [each for each, _ in zip(found, range(_MOST), strict=False)]


def _check_in(request: PhoneRequest, player: Player, number: int) -> PhoneAnswer:
    """Check a player in who knows the code or what else the director has chosen.

    Who is here already is told so whatever is typed, so that nothing can be guessed of them any more.
    """
    if outdated := request.outdated(PLACE):
        return outdated
    state = request.server.store.state()
    status = attendance_of(state, number)[player.key]
    if status is AttendanceStatus.HERE:
        return PhoneAnswer(phrase("{name} is already here", name=player.full_name))
    wrong = _guess(request, player)
    if wrong is not None:
        return wrong
    if status is AttendanceStatus.LATE:
        return _tell_late(number)
    if status is AttendanceStatus.OUT:
        return PhoneAnswer(phrase("you are out of the tournament"), 409)
    if not player.plays_in(number):
        return _absent(number)
    if player.final:
        return PhoneAnswer(phrase("the check-in has not started yet"), 409, again=True)
    try:
        _note(request, player, number)
    except _AbsentError:
        return _absent(number)
    except FormatError:
        return PhoneAnswer(phrase(NOT_SAVED), 503, again=True)
    except FastpairError:
        return PhoneAnswer(phrase("please ask the tournament director"), 409)
    if state.tournament.round(number).seated:
        return _tell_late(number)
    return PhoneAnswer(phrase("{name} is here", name=player.full_name), knows=True)


def _guess(request: PhoneRequest, player: Player) -> PhoneAnswer | None:
    """Why what is typed does not open the door to a player; None if it does.

    Wrong guesses are counted for the player and for the address; too many are refused unread. Too many for the
    player leave the code, which nobody guesses: nobody can lock a player out of it by guessing from elsewhere. Who
    guesses right has had no more tries for it: the count stays.
    """
    server, client = request.server, request.client
    own, attempts = server.access.arrivals_of_player, server.access.arrivals
    first = server.store.state().first_keys.get(player.key, player.key)
    refusal = PhoneAnswer(phrase("too many attempts; ask the tournament director"), 429)
    if attempts.too_many(client):
        return refusal
    is_locked = own.too_many(player.key)
    proof = IdentityProof.CODE if is_locked else IdentityProof(server.sidecar.settings.arrivals)
    # All are compared, and no player has another number of them: the time tells nothing of what is known.
    today = day_of_ages(server.store.state().tournament)
    expected = [server.tables.player_code(first), *proof.of(player, today)]
    expected += [""] * (_PROOFS - len(expected))
    given = folded(request.fields.get("proof", "")[:_LONGEST])
    matches = [same(given, each) for each in expected]
    if given and any(matches):
        return None
    attempts.wrong(client)
    if is_locked:
        return refusal
    own.wrong(player.key)
    message = phrase("this does not fit the name; try again, or ask the tournament director")
    return PhoneAnswer(message, 403, again=True)


_PROOFS = 5
"""The code, and as many numbers as a player may have."""


class _AbsentError(RuleError):
    """A player is entered as absent, which only the director may change."""


def _absent(number: int) -> PhoneAnswer:
    message = phrase(
        "you are entered as absent in round {round}; ask the tournament director", round=number
    )
    return PhoneAnswer(message, 409)


def _tell_late(number: int) -> PhoneAnswer:
    return PhoneAnswer(
        phrase(
            "round {round} is already paired; tell the tournament director that you are here",
            round=number,
        )
    )


def _note(request: PhoneRequest, player: Player, number: int) -> None:
    """Note that a player has come.

    Raises
    ------
    RuleError, FormatError
        If that may not be noted from here.
    """

    def check(context: ActionContext) -> None:
        now = context.state.tournament.by_key.get(player.key)
        if now is None or not now.plays_in(number):
            raise _AbsentError(phrase("please ask the tournament director"))

    values: dict[str, Any] = {"players": [player.key], "rounds": [number]}
    call = Call(action="present", values=values)
    request.server.store.do(call, DOOR, form=request.form, check=check, until=request.until)


class Weakness(NamedTuple):
    """What players who confirm who they are by something else than their code cannot rely on."""

    without: int
    """How many can do so by their code only."""

    children: int
    """How many of these are children."""

    years: tuple[str, str] | None
    """The first and the last of the birth years of most, if they are few."""

    @classmethod
    def of(cls, tournament: Tournament, proof: IdentityProof) -> Weakness:
        """That of a tournament."""
        if proof in (IdentityProof.NONE, IdentityProof.CODE):
            return cls(0, 0, None)
        today = day_of_ages(tournament)
        known = [proof.of(player, today) for player in tournament.players]
        by_year = proof is IdentityProof.BIRTH
        children = by_year and sum(is_child(player, today) for player in tournament.players)
        years = _most(sorted(each for found in known for each in found)) if by_year else ()
        few = bool(years) and int(years[-1]) - int(years[0]) < _FEW_YEARS
        return cls(known.count(()), int(children), (years[0], years[-1]) if few else None)


def _most(years: Sequence[str]) -> Sequence[str]:
    """Years in order without the first and the last tenth."""
    spare = len(years) // 10
    return years[spare : len(years) - spare]


def code_sheet(server: TournamentServer, state: TournamentState, _: Callable[[str], str]) -> Sheet:
    """The codes of all players, to be cut or sent."""
    columns = Column(_("Player")), Column(_("Club")), Column(_("Code"))
    tournament, codes = state.tournament, server.tables
    rows = tuple(
        (each.full_name, each.club, codes.player_code(state.first_keys[each.key]).upper())
        for each in in_order_of_names(tournament.players)
    )
    return Sheet(title=tournament.name, heading=_("Check-in codes"), columns=columns, rows=rows)


def door_sheet(tournament: Tournament, _: Callable[[str], str]) -> Sheet:
    """A sheet for the door, below which the code stands."""
    return Sheet(
        title=tournament.name,
        heading=_("Check-in by phone"),
        columns=(),
        rows=(),
    )
