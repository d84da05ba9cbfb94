"""Players did not come, and others came late: who plays whom instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import match_of, of_teams
from ...go.tournament import Bye, Game, Result, RoundKind, Team
from ...sentences import Remedy, Sentence, joined, phrase, phrase_many
from ..edits.attendance import absent, come, players_called, with_attendance
from ..edits.boards import refuse_bye, refuse_missing, second_byes, unpaired
from ..edits.outcome import Edit, broken_condition_errors, raise_unconfirmed
from ..edits.results import describe_ending, with_games
from ..history.entries import digest_of
from ..history.units import Units
from ..lookup import find_player, team_called, teams_called
from ..round_states import in_ranges, list_names, refuse_result
from .drawing import DrawEdit, draw
from .plan import resolve
from .request import Request

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ...go.tournament import EventKind, Tournament
    from ..history.state import CongressState


class NoShowOutcome(Enum):
    """What becomes of those who would have played who did not come."""

    RE_PAIR = "re-pair"
    """The round is drawn again without who is missing, and with who came late: the fewest boards change."""

    LIMITED = "limited"
    """As `RE_PAIR`, but no new board is worse than the worst of a fresh draw."""

    BYE_BY_RULE = "bye-by-rule"
    """As `LIMITED`, and the bye goes by its rule, however many boards change for it."""

    FORFEIT = "forfeit"
    """The opponents win by forfeit; who came late is paired with who waits."""

    WAIT = "wait"
    """The opponent has the bye, or waits for a game if somebody else has it."""


_PAIRS_AGAIN = {
    NoShowOutcome.RE_PAIR: Request(fewest=True),
    NoShowOutcome.LIMITED: Request(keep_most=True),
    NoShowOutcome.BYE_BY_RULE: Request(keep_most=True, bye_by_rule=True),
}
"""The ways that draw the round again, with what they request of the draw."""

_VARIANTS = (NoShowOutcome.LIMITED, NoShowOutcome.BYE_BY_RULE)
"""Ways that are possible wherever the first one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShow:
    """What would become of a round in one of the ways."""

    way: NoShowOutcome
    edit: Edit | None = None
    """None if it cannot be done."""

    refused: RuleError | None = None
    """Why not."""

    number: int
    """The round."""

    effect: tuple[str, ...] = ()
    """Who has the bye then or waits, and how many other boards change."""

    changed: int = 0
    """How many boards change whose players have both come."""

    boards: tuple[Game, ...] = ()
    """The boards that are new, in table order."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What would become of the round, a line each; nothing says that it is done."""
        edit = self.edit
        if edit is None or self.way is NoShowOutcome.WAIT:
            return self.effect
        if isinstance(edit, DrawEdit):
            return (*self.effect, *edit.messages[1:])
        return (*self.effect, *(edit.messages or (edit.summary,)))

    @property
    def digest(self) -> str:
        """What tells whether the same would still come of it."""
        return "" if self.edit is None else boards_digest(self.edit.tournament, self.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Missing:
    """Somebody who did not come."""

    name: str
    keys: tuple[str, ...]
    """Of the players."""

    unit: str
    """Key of who is drawn: the player, or the team that is missing or that the player plays in."""

    whole: bool = True
    """Whether all of what is drawn is missing, and not one member of a team."""

    games: tuple[Game, ...] = ()
    byes: tuple[str, ...] = ()

    @property
    def requested(self) -> str:
        """As a request for a draw names it."""
        return self.unit if self.whole else self.keys[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Attendance:
    """Who did not come to a round, and who came late."""

    missing: tuple[_Missing, ...]

    late: tuple[str, ...]
    """Names of teams, and keys of players."""

    late_keys: tuple[str, ...]
    """Of all players of these."""

    @property
    def keys(self) -> frozenset[str]:
        """Of all players who are missing."""
        return frozenset(key for each in self.missing for key in each.keys)

    @property
    def units(self) -> frozenset[str]:
        """Keys of all who are drawn and of whom somebody is missing."""
        return frozenset(each.unit for each in self.missing)

    @property
    def seated(self) -> tuple[_Missing, ...]:
        """Those of the missing who have a game or a bye."""
        return tuple(each for each in self.missing if each.games or each.byes)

    def staying(self, whole: Tournament, number: int) -> tuple[_Missing, ...]:
        """Members of teams who are missing, but whose match is played all the same."""
        return tuple(each for each in self.seated if _match_stays(whole, number, each, self.keys))


def no_shows(
    state: CongressState, number: int, who: Sequence[Team | str], late: Sequence[str] = ()
) -> tuple[NoShow, ...]:
    """What can be done about no-shows and late arrivals, with what changes; nothing is done.

    The first that is possible is the proposal. Of ways that come to the same, the first one stands for all.

    Raises
    ------
    RuleError
        If a player is not found, or is missing and has played, or is late and has a game.
    """
    tournament = state.tournament
    attendance = _attendance(tournament, number, who, late)
    stays = len(attendance.staying(tournament, number)) == len(attendance.missing) and not late
    found: dict[str, NoShow] = {}
    for way in _ways_of(tournament.event_kind, attendance):
        if (way in _PAIRS_AGAIN and stays) or (
            way is NoShowOutcome.WAIT and _are_several(attendance)
        ):
            continue  # its boards are lost by forfeit; nobody is meant alone
        if way is NoShowOutcome.LIMITED and _by_criteria(found.values()):
            continue  # lawful boards are not compared
        if way is NoShowOutcome.BYE_BY_RULE and found and not _give_bye(found.values(), number):
            continue  # as without it
        try:
            edit = _edit_for(state, number, attendance, way)
            raise_unconfirmed([*broken_condition_errors(state, tournament, edit.tournament)])
        except RuleError as error:
            if way not in _VARIANTS:
                found[way.value] = NoShow(way=way, refused=error, number=number)
            continue
        shown = _describe_way(way, state, edit, number, attendance)
        found.setdefault(shown.digest, shown)
    return tuple(found.values())


def _ways_of(kind: EventKind, attendance: _Attendance) -> Sequence[NoShowOutcome]:
    """The ways that go in an event, the usual one first."""
    if kind.predetermined:
        return (NoShowOutcome.FORFEIT,)
    usual = NoShowOutcome.FORFEIT if kind.loses_no_shows and attendance.missing else None
    return sorted(NoShowOutcome, key=lambda way: way is not usual)


def _give_bye(ways: Iterable[NoShow], number: int) -> bool:
    """Whether somebody has the bye in a way that draws the round again: in one, and so in all."""
    drawn = (each.edit for each in ways if each.way in _PAIRS_AGAIN and each.edit is not None)
    byes = [of_teams(edit.tournament).pairing_byes(number) for edit in drawn]
    return any(byes) or not byes


def _by_criteria(ways: Iterable[NoShow]) -> bool:
    """Whether the system by which the round is drawn again allows one pairing only."""
    drawn = (each.edit for each in ways if isinstance(each.edit, DrawEdit))
    return any(edit.drawing.plan.system.weighs is False for edit in drawn)


def _are_several(attendance: _Attendance) -> bool:
    """Whether more than one player is missing, or anybody came late."""
    return len(attendance.missing) != 1 or bool(attendance.late)


def _describe_way(
    way: NoShowOutcome, state: CongressState, edit: Edit, number: int, attendance: _Attendance
) -> NoShow:
    """A way with what becomes of the round."""
    before, after = of_teams(state.tournament), of_teams(edit.tournament)
    was, now = before.round(number), after.round(number)
    pairs = {game.pair for game in was.games}
    fresh = {game.pair for game in now.games}
    changed = [
        game
        for game in was.games
        if attendance.units.isdisjoint(game.pair) and game.pair not in fresh
    ]
    return NoShow(
        way=way,
        edit=edit,
        number=number,
        effect=tuple(_describe_effect(before, after, number, attendance, len(changed))),
        changed=len(changed),
        boards=tuple(game for game in now.games if game.pair not in pairs),
    )


def _describe_effect(
    before: Tournament, after: Tournament, number: int, attendance: _Attendance, changed: int
) -> Iterator[str]:
    """Say who has the bye of a round after no-shows, and how many other boards change."""
    had, have = (each.pairing_byes(number) for each in (before, after))
    names = [after.name_of(key) for key in have if key not in had]
    kept = [after.name_of(key) for key in have if key in had]
    if names:
        yield phrase("{name} gets the bye.", name=joined(", ", names))
    elif kept:
        yield phrase("{name} has the bye as before.", name=joined(", ", kept))
    elif had:
        yield phrase("Nobody has the bye then.")
    for player in after.to_pair(number):
        if player.key not in attendance.units:
            yield phrase("{name} waits for a game.", name=after.name_of(player.key))
    if changed:
        yield phrase_many("{count} other board changes.", "{count} other boards change.", changed)
    else:
        yield phrase("No other board changes.")


def no_show(
    state: CongressState,
    number: int,
    who: Sequence[Team | str],
    way: NoShowOutcome,
    late: Sequence[str] = (),
) -> Edit:
    """The tournament in which players are absent from a round who had a place in it, and others have come late.

    Parameters
    ----------
    number
        The round.
    who
        Players or teams; a player where teams are drawn is missing alone.
    late
        Players or teams without a game, who have come after all.

    Raises
    ------
    RuleError
        If a player is not found or has played, the way does not go, or boards of the round are frozen.
    """
    attendance = _attendance(state.tournament, number, who, late)
    done = _edit_for(state, number, attendance, way)
    away = [key for key in attendance.keys if not done.tournament.by_key[key].plays_in(number)]
    done = replace(
        done, tournament=with_attendance(done.tournament, away, [number], RoundKind.NO_SHOW)
    )
    names = list_names([each.name for each in attendance.missing])
    message = phrase("no-show of {name} in round {round}", name=names, round=number)
    return replace(
        done,
        summary=joined("; ", [message, done.summary]) if names else done.summary,
        messages=(
            *_describe_attendance(state.tournament, number, attendance),
            *(done.messages or (done.summary,)),
        ),
    )


def _describe_attendance(whole: Tournament, number: int, attendance: _Attendance) -> Iterator[str]:
    """Say in a line who is absent, and in one who has come."""
    missing = [each.name for each in attendance.missing]
    late = [whole.name_of(one) if one in whole.by_key else one for one in attendance.late]
    if missing:
        yield phrase_many(
            "{name} is absent from round {round}",
            "{name} are absent from round {round}",
            len(missing),
            name=list_names(missing),
            round=number,
        )
    if late:
        yield phrase_many(
            "{name} is present in round {round}",
            "{name} are present in round {round}",
            len(late),
            name=list_names(late),
            round=number,
        )


def _edit_for(
    state: CongressState, number: int, attendance: _Attendance, way: NoShowOutcome
) -> Edit:
    """The tournament after no-shows and late arrivals, with what is to be said of the way."""
    whole = state.tournament
    by_table = whole.event_kind.predetermined
    if way is NoShowOutcome.WAIT:
        refuse_bye(whole)
    if way is NoShowOutcome.WAIT and _are_several(attendance):
        raise RuleError(phrase("one opponent alone can wait"), Remedy("record a no-show"))
    if not whole.is_drawn(number) or not (attendance.seated or attendance.late):
        return _record_attendance(whole, number, attendance)
    staying = attendance.staying(whole, number)
    if (
        way in _PAIRS_AGAIN
        and not by_table
        and (len(staying) < len(attendance.seated) or attendance.late)
    ):
        done = _re_pair(state, number, attendance, staying, way)
    elif way is NoShowOutcome.WAIT:
        done = _waiting(state, number, attendance.missing[0])
    else:
        done = _with_late(state, number, attendance)
    state.refuse_frozen(done.tournament)
    return done


def _record_attendance(whole: Tournament, number: int, attendance: _Attendance) -> Edit:
    """Who is missing is absent, and who came late is present; no board changes."""
    done = Edit(tournament=whole, summary="")
    if attendance.late:
        done = _add_late_arrivals(whole, number, attendance)
    if attendance.keys:
        done = done.then(lambda now: absent(now, sorted(attendance.keys), [number]))
    return done


def _add_late_arrivals(whole: Tournament, number: int, attendance: _Attendance) -> Edit:
    """Who came late is confirmed and present."""
    done = Edit(tournament=whole, summary="")
    for key in attendance.late_keys:
        done = done.then(partial(come, number=number, key=key))
    return replace(done, warnings=())


def _attendance(
    whole: Tournament, number: int, who: Sequence[Team | str], late: Sequence[str]
) -> _Attendance:
    """Who is meant, and what they have in the round.

    Raises
    ------
    RuleError
        If nobody is named, somebody is not found, or is missing and has played, or is late and has a game.
    """
    if not (who or late):
        raise RuleError(phrase("nobody is named"))
    missing = {each.name: each for each in (_missing(whole, number, one) for one in who)}
    come_late = tuple(_late(whole, late))
    found = _Attendance(
        missing=tuple(missing.values()),
        late=come_late,
        late_keys=players_called(whole, come_late) if come_late else (),
    )
    seated = whole.round(number).seated
    for key in found.late_keys:
        name = whole.name_of(key)
        if key in found.keys:
            raise RuleError(phrase("{name} is named as absent and as present", name=name))
        if key in seated:
            raise RuleError(
                phrase("{name} has a game or a bye in round {number}", name=name, number=number)
            )
    return found


def _late(whole: Tournament, names: Sequence[str]) -> Iterator[str]:
    """Teams by name, and players by key."""
    for name in dict.fromkeys(names):
        yield name if teams_called(whole, name) else find_player(whole, name)


def _missing(whole: Tournament, number: int, who: Team | str) -> _Missing:
    """Who is meant, and what they have in the round.

    Raises
    ------
    RuleError
        If nobody is found, or they have played.
    """
    whole.check_round(number)
    played, play = whole.round(number), whole.drawn_teams
    team = who if isinstance(who, Team) else team_called(whole, who)
    if team is not None and play is not None:
        keys = tuple(filter(None, play.at_boards(team, number)))
        found = _Missing(name=team.name, keys=keys, unit=team.key)
        byes = of_teams(whole).round(number).byes
        found = replace(found, byes=tuple(key for key in byes if key == team.key))
    else:
        key = find_player(whole, str(who))
        seat = None if play is None else play.seats(number).get(key)
        found = _Missing(
            name=whole.name_of(key),
            keys=(key,),
            unit=key if seat is None else seat[0].key,
            whole=seat is None,
            byes=tuple(each for each in whole.pairing_byes(number) if each == key),
        )
    games = tuple(game for game in played.games if {*found.keys} & {*game.players})
    for game in games:
        if game.played or game.sums_halves:
            raise RuleError(
                phrase(
                    "{name} has played in round {number}, table {table}",
                    name=found.name,
                    number=number,
                    table=game.table,
                ),
                Remedy("take the result back", table=game.table),
            )
    return replace(found, games=games)


def _match_stays(whole: Tournament, number: int, missing: _Missing, away: Collection[str]) -> bool:
    """Whether a member of a team is missing whose match is played all the same."""
    play = whole.team_play
    if missing.whole or play is None:
        return False
    match = match_of(whole, missing.unit, number)
    if match is not None and match.begun:
        return True
    left = of_teams(whole.with_absences(number, away))
    return left.by_key[missing.unit].plays_in(number)


def _re_pair(
    state: CongressState,
    number: int,
    attendance: _Attendance,
    staying: Sequence[_Missing],
    way: NoShowOutcome,
) -> Edit:
    """The round drawn again without who is missing and with who came late; as many boards as can be stay."""
    whole = state.tournament
    for game in (game for each in attendance.missing for game in each.games):
        if not whole.draws_teams:
            refuse_result(game)
    lost = _forfeited(whole, number, staying) if staying else None
    whole = whole if lost is None else lost.tournament
    if attendance.late:
        whole = _add_late_arrivals(whole, number, attendance).tournament
    request = replace(
        _PAIRS_AGAIN[way],
        round=number,
        absent=tuple(each.requested for each in attendance.missing if each not in staying),
        without_results=True,
    )
    drawing = draw(resolve(replace(state, tournament=whole), request))
    comparison = drawing.comparison
    changes = () if comparison is None else comparison.messages(drawing.plan.before)
    messages = (drawing.summary, *changes, *(() if lost is None else lost.messages))
    return replace(drawing.edit, messages=messages, questions=(), values={})


def re_paired_with_bye(units: Units, number: int, text: str) -> Edit:
    """The round drawn again so that a player has the bye; of all such draws, one that changes the fewest boards.

    Raises
    ------
    RuleError
        If the player is not found, has the bye, has played or does not take part, or teams are drawn.
    """
    congress, before = units.congress, units.tournament
    if units.whole.event_kind.bye_by_rule:
        raise RuleError(phrase("teams are re-paired with the bye by its rule"))
    key, played = find_player(before, text), before.round(number)
    name = before.name_of(key)
    if key in played.byes:
        raise RuleError(
            phrase("{name} already has the bye of round {number}", name=name, number=number)
        )
    refuse_missing(before, number, key)
    game = played.game_of(key)
    if game is not None:
        refuse_result(game)
    request = replace(
        _PAIRS_AGAIN[NoShowOutcome.RE_PAIR], round=number, absent=(key,), without_results=True
    )
    if game is not None:
        request = replace(request, discard=(game.players,))
    drawing = draw(resolve(congress, request))
    found = drawing.edit.tournament
    if found.pairing_byes(number):
        raise RuleError(
            phrase(
                "{name} cannot have the bye, since an odd number of others is left; let {name} play",
                name=name,
            )
        )
    players = tuple(before.by_key[key] if p.key == key else p for p in found.players)
    after = replace(found, players=players, byes=(*found.byes, Bye(round=number, player=key)))
    message = phrase("round {round}: {name} has the bye", round=number, name=name)
    comparison = drawing.comparison
    changes = () if comparison is None else comparison.messages(drawing.plan.before)
    return replace(
        drawing.edit,
        tournament=after,
        summary=message,
        messages=(message, *changes),
        questions=tuple(second_byes(before, after, number)),
        values={},
    )


def _with_late(state: CongressState, number: int, attendance: _Attendance) -> Edit:
    """Who is missing loses by forfeit, and who came late is paired with who waits."""
    whole = state.tournament
    done = Edit(tournament=whole, summary="")
    if attendance.missing:
        done = _forfeited(whole, number, attendance.missing)
    if not attendance.late:
        return done
    done = done.then(lambda now: _add_late_arrivals(now, number, attendance))
    units = of_teams(done.tournament)
    if len(units.to_pair(number)) > bool(units.pairing_byes(number)):
        request = Request(round=number, without_results=True)
        drawing = draw(resolve(replace(state, tournament=done.tournament), request))
        drawn = replace(drawing.edit, questions=(), values={})
        return done.then(lambda _: drawn)
    return done


def _forfeited(whole: Tournament, number: int, missing: Sequence[_Missing]) -> Edit:
    """Who is missing loses by forfeit; who has the bye gives it back, if others lose games."""
    games = {game.table: game for each in missing for game in each.games}
    if not games:
        names = list_names([each.name for each in missing])
        raise RuleError(
            phrase("{name} has the bye and no opponent; enter an absence instead", name=names)
        )
    away = frozenset(key for each in missing for key in each.keys)
    fresh, messages = {}, []
    for table, game in games.items():
        absent = {key for key in game.players if not whole.by_key[key].plays_in(number)}
        fresh[table] = game.lost_by_forfeit(away | absent)
        messages.append(
            phrase(
                "round {round}, table {table}: {result}",
                round=number,
                table=table,
                result=describe_ending(whole, game, fresh[table].ending),
            )
        )
    played = whole.round(number)
    bare = whole.replace_round(
        number,
        played.games,
        (bye for bye in whole.byes if bye.round == number and bye.player not in away),
    )
    after = with_attendance(bare, away, [number], RoundKind.ABSENT)
    if len(games) > _FEW:
        messages = [
            phrase(
                "round {round}: {count} games decided by forfeit, tables {tables}",
                round=number,
                count=len(games),
                tables=in_ranges(sorted(games)),
            )
        ]
    return Edit(
        tournament=with_games(after, number, fresh),
        summary=joined("; ", messages),
        messages=tuple(messages),
    )


_FEW = 3
"""As many forfeits as are told one by one."""


def _waiting(congress: CongressState, number: int, missing: _Missing) -> Edit:
    """Who is missing leaves the game, and the opponent waits, with the bye if nobody has it."""
    if not missing.whole:
        raise RuleError(
            phrase(
                "{name} plays for a team, and only a whole match can be removed", name=missing.name
            ),
            Remedy("name the team"),
        )
    units = Units.of(congress)
    before = units.tournament
    game = before.round(number).game_of(missing.unit)
    done = Edit(
        tournament=before.replace_round(
            number,
            before.round(number).games,
            (b for b in before.byes if b.round == number and b.player != missing.unit),
        ),
        summary="",
    )
    if game is not None:
        cleared = [
            g.with_result(Result.UNKNOWN) if g == game else g for g in before.round(number).games
        ]
        done = unpaired(before.replace_round(number, cleared), number, game.table)
    gone = with_attendance(done.tournament, [missing.unit], [number], RoundKind.ABSENT)
    after = units.of_boards(gone, number)
    if game is None:
        return Edit(
            tournament=after,
            summary=phrase("{name} no longer has the bye", name=missing.name),
        )
    opponent = game.opponent_of(missing.unit)
    return _with_opponent(after, number, opponent, of_teams(after).by_key[opponent].full_name)


def _with_opponent(after: Tournament, number: int, key: str, name: str) -> Edit:
    """Say that an opponent has the bye, or waits for a game; players have it only once unasked."""
    free = of_teams(after).pairing_byes(number)
    had = any(bye.player == key for bye in of_teams(after).byes if bye.round != number)
    if not (free or had or after.event_kind.bye_by_rule):
        after = replace(after, byes=(*after.byes, Bye(round=number, player=key)))
        free = (key,)
    if key in free:
        message = phrase("round {round}: {name} has the bye", round=number, name=name)
        return Edit(tournament=after, summary=message)
    message = phrase("round {round}: {name} is unpaired", round=number, name=name)
    doubt = Sentence(
        phrase("{name} has neither a game nor a bye", name=name),
        Remedy("make a game"),
        Remedy("pair who waits", round=number),
    )
    return Edit(tournament=after, summary=message, warnings=(doubt,))


def boards_digest(tournament: Tournament, number: int) -> str:
    """What tells apart who meets whom in a round, who is missing, and who lost by forfeit."""
    played = tournament.round(number)
    games = [(g.table, g.white, g.black, g.handicap, g.is_forfeit) for g in played.games]
    away = sorted(p.key for p in tournament.players if not p.plays_in(number))
    return digest_of(repr((games, sorted(played.byes), away)).encode("utf-8", "surrogatepass"))
