"""Who plays which round: absent, present, withdrawn, late."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.round_robin import leaving_table, unranked, with_forfeits
from ...go.standings import last_complete_round
from ...go.teams import of_teams
from ...go.tournament import Bye, Ending, Result, RoundKind, with_sleepers_lowered
from ...go.tournament.player import participation
from ...sentences import Remedy, Sentence, joined, marked_many, phrase, phrase_many
from ..entries.registration import EntryTerms
from ..history.details import DeadlineDetails, WithdrawalDetails
from ..lookup import find_player, find_players, team_called
from ..round_states import (
    describe_time,
    entry_round,
    in_ranges,
    is_past,
    last_in_play,
    list_names,
    round_to_attend,
)
from ..rounds.attendance import AttendanceStatus, attendance_of
from ..rounds.conditions import BindingConditions
from .boards import paired
from .outcome import Edit, EnteredAbsentError, LikelyMistakeError, PublishedBoardsError
from .players import registered_as

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import date

    from ...go.tournament import Game, Player, Tournament
    from ..history.state import CongressState
    from .boards import Seating


def rounds_meant(
    tournament: Tournament,
    rounds: Sequence[int] = (),
    since: int | None = None,
    pattern: str | None = None,
) -> tuple[int, ...]:
    """The rounds that the arguments name: single rounds, all from one on, or by default the next to draw.

    Parameters
    ----------
    rounds
        Numbers.
    since
        The first of all later ones.
    pattern
        A text as `participation` reads it, such as ``week 2``.

    Raises
    ------
    RuleError
        If there is no such round, several of them are given, or no round is left to draw.
    """
    last = tournament.rules.rounds
    if (bool(rounds), since is not None, pattern is not None).count(True) > 1:
        raise RuleError(
            phrase("rounds are named in several ways"), Remedy("name rounds in one way")
        )
    if pattern is not None:
        others = participation(pattern, last)
        meant = tuple(number for number in range(1, last + 1) if number not in others)
        if not meant:
            raise RuleError(phrase("{pattern!r} names no round", pattern=pattern), about="rounds")
        return meant
    numbers = (*rounds, *(() if since is None else (since,)))
    for number in numbers:
        tournament.check_round(number)
    if since is not None:
        return tuple(range(since, last + 1))
    if rounds:
        return tuple(sorted(set(rounds)))
    number = round_to_attend(tournament)
    if number is None:
        raise RuleError(phrase("no round is left to draw"), Remedy("name the round"))
    return (number,)


def absent(
    tournament: Tournament,
    players: Sequence[str],
    rounds: Collection[int],
    kind: RoundKind = RoundKind.ABSENT,
) -> Edit:
    """The tournament without players in some rounds.

    Parameters
    ----------
    players
        As typed.
    rounds
        Numbers, from 1.
    kind
        An absence, or a bye of half a point or a full one.

    Raises
    ------
    RuleError
        If a player is not found, or has a game or the bye of the pairing in one of the rounds; or if teams,
        whose byes follow from their matches, are given one of a full point.
    """
    if kind is RoundKind.FULL_POINT_BYE and not tournament.event_kind.has_full_point_byes:
        raise RuleError(phrase("full-point byes are for players; a team can have a requested bye"))
    for text in players:
        for number in rounds:
            _refuse_all_seated(tournament, text, number)
    return _attending(tournament, players, rounds, kind)


def present(tournament: Tournament, players: Sequence[str], rounds: Collection[int]) -> Edit:
    """The tournament with players in some rounds.

    Raises
    ------
    RuleError
        If a player is not found.
    """
    keys = players_called(tournament, players)
    done = _attending(tournament, players, rounds, RoundKind.UNPAIRED)
    lost = _lost_by_forfeit(tournament, keys, rounds)
    return replace(done, warnings=(*_waiting(done.tournament, keys, rounds), *lost))


def checked_in(state: CongressState, players: Sequence[str], rounds: Collection[int]) -> Edit:
    """The tournament with players who are here for some rounds: confirmed, and present in them.

    The registration of a preliminary player counts from the round that is in play if they come to it,
    or else from the next one that is drawn. Of several players, those who are entered as absent come in after
    a question only, and so those of a team of which others are not; so does who has withdrawn, for all later
    rounds, in which the games are open again that the withdrawal has lost by forfeit.

    Raises
    ------
    RuleError
        If a player is not found, or has withdrawn and is out by the results.
    """
    tournament = state.tournament
    keys = players_called(tournament, players)
    back = [key for key in keys if state.withdrawn.get(key, max(rounds) + 1) <= max(rounds)]
    if back:
        first = max(min(rounds), min(state.withdrawn[key] for key in back))
        others = [key for key in keys if key not in back]
        done = _returned(state, back, first)
        return done.then(lambda now: _checked_in(now, others, rounds)) if others else done
    absent = [not tournament.by_key[key].absences.isdisjoint(rounds) for key in keys]
    is_meant = len(players) == 1 and all(absent)  # a player or a team that is absent as a whole
    questions = () if is_meant else entered_absent(tournament, keys, rounds)
    done = _checked_in(tournament, keys, rounds)
    return replace(done, questions=(*done.questions, *questions))


def _returned(state: CongressState, keys: Sequence[str], first: int) -> Edit:
    """The tournament with players who had withdrawn and play on from a round on, after a question.

    Games stay as they are whose results somebody has reported.
    """
    tournament = state.tournament
    names = _names_with_teams(tournament, keys)
    if not tournament.out_before(first).isdisjoint(keys):
        raise RuleError(
            phrase("{names} cannot return: out by the results", names=list_names(names))
        )
    rounds = range(first, tournament.rules.rounds + 1)
    lost = [
        game
        for game in tournament.games
        if game.round in rounds and not {*keys}.isdisjoint(game.players) and game.is_forfeit
        if (maker := state.result_maker(game)) and maker.act in _FORFEIT_BY_ABSENCE
    ]
    again = Ending(Result.UNKNOWN)
    games = (game.with_ending(again) if game in lost else game for game in tournament.games)
    now = with_attendance(replace(tournament, games=tuple(games)), keys, rounds, RoundKind.UNPAIRED)
    for number in sorted({game.round for game in lost}):
        now = with_forfeits(now, number)  # of opponents who are still away
    asked, messages = _describe_return(names, first, lost)
    # Players have seen what the games were lost by, which is no question of its own then.
    question = PublishedBoardsError(asked) if lost else EnteredAbsentError(asked, len(keys))
    question.agree = phrase("Return from round {round} on", round=first)
    return Edit(
        tournament=now,
        summary=messages[0],
        messages=messages,
        warnings=() if now.drawn_teams else tuple(_waiting(now, keys, rounds)),
        questions=(question,),
    )


def _names_with_teams(tournament: Tournament, keys: Sequence[str]) -> list[str]:
    """The names of players, those of a team of which they are all together by its name."""
    left = {*keys}
    whole = [team for team in tournament.team_list if team.members and team.members <= left]
    left = left.difference(*(team.members for team in whole))
    return [team.name for team in whole] + [tournament.name_of(key) for key in keys if key in left]


def _describe_return(
    names: Sequence[str], first: int, lost: Sequence[Game]
) -> tuple[str, tuple[str, ...]]:
    """Ask whether players or teams return, and say that they have."""
    known = {"names": list_names(names), "round": first}
    back = phrase_many(
        "{names} is back from round {round} on",
        "{names} are back from round {round} on",
        len(names),
        **known,
    )
    gone = phrase_many(
        "{names} has withdrawn", "{names} have withdrawn", len(names), names=known["names"]
    )
    if not lost:
        return phrase("{gone}: return from round {round} on?", gone=gone, round=first), (back,)
    rounds = in_ranges({game.round for game in lost})
    asked = phrase_many(
        "{gone}: return from round {round} on and reopen {count} game lost by forfeit (rounds {rounds})?",
        "{gone}: return from round {round} on and reopen {count} games lost by forfeit (rounds {rounds})?",
        len(lost),
        gone=gone,
        round=first,
        rounds=rounds,
    )
    reopened = phrase_many(
        "{count} game is open again (rounds {rounds})",
        "{count} games are open again (rounds {rounds})",
        len(lost),
        rounds=rounds,
    )
    return asked, (back, reopened)


_FORFEIT_BY_ABSENCE = frozenset({"withdraw", "draw", "schedule"})
"""Actions by which games are lost by forfeit that nobody has reported."""


def entered_absent(
    tournament: Tournament, keys: Sequence[str], rounds: Collection[int]
) -> Iterator[EnteredAbsentError]:
    """Ask before players come in who are entered as absent."""
    missed = {key: tournament.by_key[key].absences.intersection(rounds) for key in keys}
    absent = [tournament.name_of(key) for key in keys if missed[key]]
    if absent:
        entered = frozenset().union(*missed.values())
        yield EnteredAbsentError(
            phrase_many(
                "entered as absent in round {rounds}: {names}; check in?",
                "entered as absent in rounds {rounds}: {names}; check in?",
                len(entered),
                rounds=in_ranges(entered),
                names=list_names(absent),
            ),
            len(keys),
        )


def _checked_in(tournament: Tournament, keys: Sequence[str], rounds: Collection[int]) -> Edit:
    """Confirm the preliminary ones of some players, and let all be present in some rounds."""
    preliminary = [key for key in keys if not tournament.by_key[key].final]
    if not preliminary:
        return present(tournament, keys, rounds)
    first = _first_open(tournament, min(rounds))
    done = registered_as(tournament, True, preliminary, EntryTerms(since=first))
    others = [key for key in keys if key not in preliminary]
    if others:
        done = done.then(lambda now: present(now, others, rounds))
    still = [number for number in rounds if number >= first]
    seated = present(done.tournament, preliminary, still) if still else done
    return replace(done, tournament=seated.tournament, warnings=(*done.warnings, *seated.warnings))


def expected_until(state: CongressState, number: int, text: str) -> Edit:
    """The tournament with players who are expected in a round until a time, and no longer.

    Confirmed players who have not come yet are preliminary then, as after any start of a check-in. A time that
    has passed closes it after a question.

    Parameters
    ----------
    text
        A time of the day, or with the day as ISO 8601 has it; empty if there is no such time any more. Without
        the day it is that of the round, or else of today, or of tomorrow if it was over two hours ago.

    Raises
    ------
    RuleError
        If it is no time, or the round is paired.
    """
    tournament = state.tournament
    time = parse_time(text, tournament.event.day_of(number))
    if tournament.round(number).seated:
        raise RuleError(phrase("round {round} is already paired", round=number))
    details = DeadlineDetails(round=number, time=time)
    if time is None:
        summary = phrase("check-in of round {round} has no deadline", round=number)
        return Edit(tournament=tournament, summary=summary, details=details)
    summary = phrase(
        "check-in of round {round} closes at {time}", round=number, time=describe_time(time)
    )
    done = Edit(tournament=tournament, summary=summary, messages=(summary,), details=details)
    found = attendance_of(state, number)
    expected = [p for p in tournament.players if found[p.key] is AttendanceStatus.EXPECTED]
    if is_past(time):
        message = phrase_many(
            "{time} has passed: round {round} will be paired without {count} player who is expected; close check-in?",
            "{time} has passed: round {round} will be paired without {count} players who are expected; close check-in?",
            len(expected),
            time=describe_time(time),
            round=number,
        )
        question = LikelyMistakeError(message, agree=phrase("Close check-in"))
        done = replace(done, questions=(question,))
    keys = [player.key for player in expected if player.final]
    if not keys:
        return done
    started = phrase_many(
        "check-in started; expected: {count} player",
        "check-in started; expected: {count} players",
        len(keys),
    )
    waiting = registered_as(tournament, False, keys).tournament
    return replace(done, tournament=waiting, messages=(summary, started))


_TIME = re.compile("[0-9]{1,2}:[0-9]{2}")

_AGO = timedelta(hours=2)
"""How long ago a time of an unknown day may be; an earlier one is that of tomorrow."""


def parse_time(text: str, day: date | None) -> datetime | None:
    """A time that is typed, of a day if it is known; None if nothing is."""
    now = datetime.now().astimezone()
    try:
        if not text.strip():
            return None
        if ":" not in text:
            raise ValueError("a day alone is no time")
        if not _TIME.fullmatch(text.strip()):
            return datetime.fromisoformat(text.strip()).astimezone()
        hour, minute = map(int, text.split(":"))
        time = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        if day is not None:
            return datetime.combine(day, time.time()).astimezone()
    except (OverflowError, ValueError):
        message = phrase("enter a time such as 14:30, not {got!r}", got=text[:_LONGEST])
        raise RuleError(message, about="time") from None
    return time if time > now - _AGO else time + timedelta(days=1)


_LONGEST = 40
"""Letters of a time that an error quotes."""


def only_present(state: CongressState, players: Sequence[str], rounds: Collection[int]) -> Edit:
    """The tournament with players in some rounds, who miss all others; who has withdrawn returns.

    Raises
    ------
    RuleError
        If a player is not found, has a game or a bye in another round, or all of them take part so already.
    """
    tournament = state.tournament
    missed = frozenset(tournament.round_numbers).difference(rounds)
    done = Edit(tournament=tournament, summary="")
    for key in players_called(tournament, players):
        player = tournament.by_key[key]
        if more := sorted(player.absences - missed):
            done = done.then(partial(_let_play, state, key, more))
        if fewer := sorted(missed - done.tournament.by_key[key].absences):
            done = done.then(partial(absent, players=[key], rounds=fewer))
    if not done.summary:
        raise RuleError(phrase("{name} already takes part in these rounds", name=player.full_name))
    return done


def _let_play(state: CongressState, key: str, rounds: Sequence[int], now: Tournament) -> Edit:
    """Let a player take part in some rounds; who has withdrawn before one of them returns."""
    left = state.withdrawn.get(key, max(rounds) + 1)
    earlier, later = ([n for n in rounds if (n >= left) is is_later] for is_later in (False, True))
    done = present(now, [key], earlier) if earlier else Edit(tournament=now, summary="")
    if not later:
        return done
    return done.then(lambda each: _returned(replace(state, tournament=each), [key], min(later)))


def _first_open(tournament: Tournament, number: int) -> int:
    """From which round on somebody is in who has come to one: from this one if it is in play."""
    later = range(number + 1, tournament.rules.rounds + 1)
    if number == last_in_play(tournament) and not any(map(tournament.is_drawn, later)):
        return number
    return entry_round(tournament)


NO_WITHDRAWALS: Mapping[str, int] = MappingProxyType({})


def withdrawn(
    tournament: Tournament,
    players: Sequence[str],
    since: int | None = None,
    known: Mapping[str, int] = NO_WITHDRAWALS,
) -> Edit:
    """The tournament without players from a round on, by default from that after their last one.

    Parameters
    ----------
    known
        Those who have withdrawn before, see `HistoryFacts.withdrawn`.

    Raises
    ------
    RuleError
        If a player is not found, or has a game or a bye after that.
    """
    keys = players_called(tournament, players)
    leaving = leaving_table(tournament, {*keys, *known} if tournament.games else ())
    entrants = [key for key in keys if key in leaving]
    others = [key for key in keys if key not in leaving]
    if not (entrants and others):
        if entrants:
            return _withdrawn_from_table(tournament, keys, since, known)
        return _withdrawn_from_rounds(tournament, players, since, known)
    first = withdrawn(tournament, others, since, known)
    both = first.then(lambda now: withdrawn(now, entrants, since, known))
    gone = [
        each
        for one in (first, both)
        if isinstance(one.details, WithdrawalDetails)
        for each in one.details.players
    ]
    return replace(both, details=WithdrawalDetails(players=tuple(gone)) if gone else None)


def _withdrawn_from_rounds(
    tournament: Tournament, players: Sequence[str], since: int | None, known: Mapping[str, int]
) -> Edit:
    """Who withdraws is drawn in no later round; a team leaves from the round after its last match."""
    now, units = tournament, of_teams(tournament)
    messages: list[str] = []
    warned: list[str] = []
    gone: dict[str, int] = {}
    for text in players:
        team = team_called(tournament, text)
        (key,) = (team.key,) if team else find_players(tournament, [text])
        of_team = team is not None and key in units.by_key
        whole = units if of_team else tournament
        members = sorted(team.members) if team else [key]
        first = (
            since
            or max(_last_round_of(whole, each) for each in ([key] if of_team else members)) + 1
        )
        rounds = range(first, tournament.rules.rounds + 1)
        for number in rounds:
            _refuse_all_seated(tournament, text, number)
        now = with_attendance(now, members, rounds, RoundKind.ABSENT)
        gone |= dict.fromkeys(members, first)
        name = team.name if team else tournament.name_of(key)
        messages.append(
            phrase("{name} has withdrawn from round {round} on", name=name, round=first)
            if rounds
            else phrase("{name} has withdrawn", name=name)
        )
        warned += _unfinished(whole, key) if of_team or not team else ()
    fresh = tuple(each for each in gone.items() if each not in known.items())
    return Edit(
        tournament=now,
        summary=joined("; ", messages),
        messages=tuple(messages),
        warnings=tuple(warned),
        details=WithdrawalDetails(players=fresh) if fresh else None,
    )


def _withdrawn_from_table(
    tournament: Tournament, keys: Sequence[str], since: int | None, known: Mapping[str, int]
) -> Edit:
    """A round robin whose other games players or teams lose by forfeit: they stay in the table [FIDE C.05 6.6]."""
    units, now = of_teams(tournament), tournament
    found: dict[str, tuple[int, Sequence[str]]] = {}
    for unit, members in _units_of(tournament, keys).items():
        open_rounds = (g.round for g in units.games if unit in g.players and not g.has_result)
        last = _last_round_of(units, unit)
        found[unit] = (since or min(open_rounds, default=last + 1), members)
    gone = {**known, **{key: first for first, members in found.values() for key in members}}
    for first, members in found.values():
        for number in range(first, tournament.rules.rounds + 1):
            away = [key for key in members if _is_left(now, key, number, gone)]
            now = _forfeited(with_attendance(now, away, [number], RoundKind.ABSENT), away, number)
    fresh = [(key, first) for first, members in found.values() for key in members]
    fresh = [each for each in fresh if each not in known.items()]
    words = _LOSES_MATCHES if tournament.draws_teams else _LOSES_GAMES
    messages = tuple(_describe_withdrawals(units, of_teams(now), found, unranked(now), words))
    return Edit(
        tournament=now,
        summary=joined("; ", messages),
        messages=messages,
        details=WithdrawalDetails(players=tuple(fresh)) if fresh else None,
    )


def _is_left(tournament: Tournament, key: str, number: int, gone: Mapping[str, int]) -> bool:
    """Whether the round of a player who withdraws is still to be played, or won against one who has withdrawn, too."""
    game = tournament.round(number).game_of(key)
    if game is None or not game.has_result:
        return True
    return game.by_default and gone.get(game.opponent_of(key), number + 1) <= number


def _forfeited(tournament: Tournament, away: Sequence[str], number: int) -> Tournament:
    """The games of a round of those who are away now, lost by forfeit."""
    absent = {player.key for player in tournament.players if not player.plays_in(number)}
    lost = {
        game.table: game.lost_by_forfeit(absent)
        for game in tournament.round(number).games
        if not {*away}.isdisjoint(game.players)
    }
    games = (lost.get(g.table, g) if g.round == number else g for g in tournament.games)
    return replace(tournament, games=tuple(games))


def _describe_withdrawals(
    before: Tournament,
    after: Tournament,
    found: Mapping[str, tuple[int, Sequence[str]]],
    without_place: frozenset[str],
    words: tuple[str, str],
) -> Iterator[str]:
    """Say of each player or team how many games or matches it loses, and whether it has no place."""
    for unit, (_, members) in found.items():
        lost = [g for g in after.games if unit in g.players and g not in before.games]
        name = after.name_of(unit)
        yield phrase_many(*words, len(lost), name=name)
        if not without_place.isdisjoint(members):
            yield phrase("{name} has no place, and these games count for nobody", name=name)


_LOSES_GAMES = marked_many(
    "{name} has withdrawn and loses {count} game by forfeit",
    "{name} has withdrawn and loses {count} games by forfeit",
)
_LOSES_MATCHES = marked_many(
    "{name} has withdrawn and loses {count} match by forfeit",
    "{name} has withdrawn and loses {count} matches by forfeit",
)


def _units_of(tournament: Tournament, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
    """Whom a draw pairs of some players, by key, and the players of each: of teams all who are among them."""
    if not tournament.team_list:
        return {key: (key,) for key in keys}
    teams = ((team.key, sorted(team.members.intersection(keys))) for team in tournament.team_list)
    return {key: members for key, members in teams if members}


def players_called(tournament: Tournament, players: Iterable[str]) -> tuple[str, ...]:
    """The keys of players; a team stands for all who play in it in any round.

    Raises
    ------
    RuleError
        If one is not found.
    """
    found: list[str] = []
    for name in players:
        team = team_called(tournament, name)
        found += [name] if team is None else sorted(team.members)
    return find_players(tournament, found)


def _refuse_all_seated(tournament: Tournament, text: str, number: int) -> None:
    """Refuse a player, or a team, who has a game or the bye in a round."""
    team = team_called(tournament, text)
    match = of_teams(tournament).round(number).game_of(team.key) if team else None
    if team and match:
        values = {"team": team.name, "number": number, "table": match.table}
        raise RuleError(
            phrase("{team} has a match in round {number}, table {table}", **values),
            Remedy("record a no-show", player=team.name, round=number),
        )
    for key in sorted(team.members) if team else find_players(tournament, [text]):
        _refuse_seated(tournament, key, number)


def _refuse_seated(tournament: Tournament, key: str, number: int) -> None:
    played, name = tournament.round(number), tournament.name_of(key)
    if key in tournament.pairing_byes(number):
        raise RuleError(
            phrase("{name} has the bye of round {number}", name=name, number=number),
            Remedy("give the bye"),
            Remedy("record a no-show", player=name, round=number),
        )
    game = played.game_of(key)
    if game is None:
        return
    values = {"name": name, "number": number, "table": game.table}
    if game.has_result:
        raise RuleError(phrase("{name} has played in round {number}, table {table}", **values))
    raise RuleError(
        phrase("{name} has a game in round {number}, table {table}", **values),
        Remedy("record a no-show", player=name, round=number),
    )


def _attending(
    tournament: Tournament,
    players: Sequence[str],
    rounds: Collection[int],
    kind: RoundKind,
) -> Edit:
    """Let players attend rounds or not; the messages name a team instead of all its members."""
    keys, count, where = players_called(tournament, players), len(rounds), in_ranges(rounds)
    after = with_attendance(tournament, keys, rounds, kind)
    one, several = _ATTENDANCE[kind]
    first, *others = players
    team = None if others else team_called(tournament, first)
    if team is not None:
        message = phrase_many(*one, count, name=team.name, rounds=where)
        return Edit(tournament=after, summary=message, messages=(message,))
    messages = []
    for key in keys:
        player = tournament.by_key[key]
        is_recorded = player == after.by_key[key]
        message = phrase_many(*one, count, name=player.full_name, rounds=where)
        messages.append(
            phrase("{sentence} (already recorded)", sentence=message) if is_recorded else message
        )
    message = messages[0]
    if len(messages) > 1:
        message = phrase_many(*several, count, players=len(messages), rounds=where)
    return Edit(tournament=after, summary=message, messages=tuple(messages))


_ATTENDANCE = {
    RoundKind.ABSENT: (
        marked_many(
            "{name} is absent from round {rounds}", "{name} is absent from rounds {rounds}"
        ),
        marked_many(
            "{players} players are absent from round {rounds}",
            "{players} players are absent from rounds {rounds}",
        ),
    ),
    RoundKind.HALF_POINT_BYE: (
        marked_many(
            "{name} has a requested bye in round {rounds}",
            "{name} has requested byes in rounds {rounds}",
        ),
        marked_many(
            "{players} players have a requested bye in round {rounds}",
            "{players} players have requested byes in rounds {rounds}",
        ),
    ),
    RoundKind.FULL_POINT_BYE: (
        marked_many(
            "{name} has a full-point bye in round {rounds}",
            "{name} has full-point byes in rounds {rounds}",
        ),
        marked_many(
            "{players} players have a full-point bye in round {rounds}",
            "{players} players have full-point byes in rounds {rounds}",
        ),
    ),
    RoundKind.UNPAIRED: (
        marked_many("{name} is present in round {rounds}", "{name} is present in rounds {rounds}"),
        marked_many(
            "{players} players are present in round {rounds}",
            "{players} players are present in rounds {rounds}",
        ),
    ),
}
"""What is said of one player and of several."""


def with_attendance(
    tournament: Tournament,
    keys: Collection[str],
    rounds: Collection[int],
    kind: RoundKind,
) -> Tournament:
    """The tournament with players who miss rounds in this way, or take part in them if they are unpaired there."""
    numbers = frozenset(rounds)
    if tournament.games:
        tournament = with_sleepers_lowered(tournament)  # nobody else is lowered from now on
    marks = {
        "absences": kind is not RoundKind.UNPAIRED,
        "requested_byes": kind.is_requested,
        "no_shows": kind is RoundKind.NO_SHOW,
    }

    def attending(player: Player) -> Player:
        fields = {
            name: getattr(player, name) - numbers | (numbers if is_marked else frozenset())
            for name, is_marked in marks.items()
        }
        return replace(player, **fields)

    players = (attending(p) if p.key in keys else p for p in tournament.players)
    # A full-point bye is a requested one that is among the byes, also before its round is drawn.
    former = (
        bye
        for bye in tournament.byes
        if not (bye.player in keys and bye.round in numbers)
        or bye.player in tournament.pairing_byes(bye.round)
    )
    given = (
        Bye(round=number, player=key)
        for number in sorted(numbers if kind is RoundKind.FULL_POINT_BYE else ())
        for key in keys
    )
    return replace(tournament, players=tuple(players), byes=(*former, *given))


def _waiting(tournament: Tournament, keys: Sequence[str], rounds: Collection[int]) -> Iterator[str]:
    """Say who comes to a round that is drawn already."""
    for number in rounds:
        if not tournament.is_drawn(number):
            continue
        seated = tournament.round(number).seated
        for key in keys:
            if key not in seated:
                name = tournament.name_of(key)
                yield Sentence(
                    phrase(
                        "round {round} is already paired; {name} is unpaired",
                        round=number,
                        name=name,
                    ),
                    Remedy("make a game"),
                    Remedy("pair who waits", round=number),
                )


def _lost_by_forfeit(
    tournament: Tournament, keys: Sequence[str], rounds: Collection[int]
) -> Iterator[str]:
    """Say which games of those who were absent are decided, and stay so until somebody says otherwise."""
    for number in rounds:
        for key in keys:
            game = tournament.round(number).game_of(key)
            if game and game.is_forfeit and not tournament.by_key[key].plays_in(number):
                yield Sentence(
                    phrase(
                        "round {round}, table {table} has a result", round=number, table=game.table
                    ),
                    Remedy("take the result back", table=game.table),
                )


def leaving_round(tournament: Tournament, key: str) -> int | None:
    """The first round without a player who withdraws between two rounds: 0 if it may be either; otherwise None.

    Who has sat out the last round may have withdrawn before it or after it.
    """
    last = tournament.last_paired
    is_between = 0 < last < tournament.rules.rounds and last_complete_round(tournament) == last
    if not is_between or key not in tournament.by_key:
        return None
    return last + 1 if _last_round_of(tournament, key) == last else 0


def _last_round_of(tournament: Tournament, key: str) -> int:
    """The last round that is paired in which a player has a game or a bye; 0 if there is none."""
    asked = tournament.by_key[key].requested_byes
    numbers = range(tournament.last_paired, 0, -1)
    return next((n for n in numbers if n in asked or key in tournament.round(n).seated), 0)


def _unfinished(tournament: Tournament, key: str) -> Iterator[str]:
    name = tournament.name_of(key)
    for game in tournament.games:
        if key in game.players and not game.has_result and not game.sums_halves:
            yield phrase(
                "{name} has a game without a result in round {round}, table {table}",
                name=name,
                round=game.round,
                table=game.table,
            )


def waits_for(
    tournament: Tournament,
    number: int,
    key: str,
    lets_meet: Callable[[str, str], bool],
) -> str | None:
    """Whom somebody who comes late can play: who waits for a game, or else who has the bye.

    Parameters
    ----------
    number
        The round.
    key
        Of the player who comes late.
    lets_meet
        Whether no constraint speaks against a game of two.

    Returns
    -------
    str | None
        The key of the other player; None if everybody else has a game.
    """
    waiting = (player.key for player in tournament.to_pair(number))
    found = (other for other in (*waiting, *tournament.pairing_byes(number)) if other != key)
    return next((other for other in found if lets_meet(key, other)), None)


def arrived(
    tournament: Tournament,
    number: int,
    text: str,
    opponent: str | None,
    seat: Seating,
    tables: frozenset[int],
    state: CongressState,
) -> Edit:
    """Let a player who comes late take part in a round, and play another latecomer, or whoever waits or has the bye.

    A preliminary registration is confirmed from this round on; who has withdrawn returns after a question.

    Parameters
    ----------
    number
        The round.
    text
        The player.
    opponent
        Who comes late, too, or waits, or has the bye; by default who waits or has the bye.
    seat
        Gives colours and handicap.
    tables
        Tables at which the game may not be.
    state
        The state in the terms of draws, whose constraints the default opponent obeys.

    Raises
    ------
    RuleError
        If a player is not found, or has a game.
    """
    key = find_player(tournament, text)
    has_left = state.withdrawn.get(key, number + 1) <= number
    whole = replace(state, tournament=tournament)
    there = _returned(whole, [key], number) if has_left else come(tournament, number, key)
    if opponent is None:
        rules = BindingConditions.of(replace(state, tournament=there.tournament), number)
        other = waits_for(there.tournament, number, key, rules.lets_meet)
    else:
        other = find_player(tournament, opponent)
        player = tournament.by_key[other]
        if other != key and not (player.final and player.plays_in(number)):
            there = there.then(lambda now: come(now, number, other))
    if other is None:
        return there
    return replace(there, warnings=()).then(
        lambda now: paired(now, number, (key, other), seat, tables)
    )


def ended_byes(before: Tournament, after: Tournament) -> Iterator[str]:
    """Say which team no longer has the bye of a round, since another one waits for a match, too."""
    if after.drawn_teams is None:
        return
    was, now = of_teams(before), of_teams(after)
    for number in before.drawn_rounds:
        if before.round(number).games != after.round(number).games:
            continue  # which tells of itself
        waiting = {player.key for player in now.to_pair(number)}
        for key in waiting.intersection(was.pairing_byes(number)):
            yield Sentence(
                phrase(
                    "round {round}: {name} no longer has the bye, since {others} came in and have no match either",
                    round=number,
                    name=now.name_of(key),
                    others=list_names([now.name_of(each) for each in sorted(waiting - {key})]),
                ),
                Remedy("pair who waits", round=number),
            )


def come(tournament: Tournament, number: int, key: str) -> Edit:
    """Let a player take part in a round, who is confirmed from it on."""
    there = Edit(tournament=tournament, summary="")
    if not tournament.by_key[key].final:
        there = registered_as(tournament, True, [key], EntryTerms(since=number))
    return there.then(lambda now: present(now, [key], [number]))
