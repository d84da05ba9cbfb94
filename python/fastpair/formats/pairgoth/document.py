"""A file of pairgoth in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from ...errors import RuleError
from ...go.tournament import (
    Event,
    Grade,
    Overtime,
    TimeLimit,
    Tournament,
    with_groups_in_corrections,
)
from ...go.tournament.event import NO_TIME
from ...parameters import ranges, tables_in
from ...sentences import phrase
from ..characters import short_name_of
from ..document import Document
from ..json import decode, laid_out, plain, pointed, with_strangers
from .boards import (
    TeamReader,
    TeamWriter,
    board_entries,
    bye_remarks,
    byes_of,
    game_numbers,
    games_of,
    lost_games,
    match_remarks,
    places_of,
    with_later_games,
)
from .roster import (
    APART,
    FILE,
    IDENTITIES,
    TOGETHER,
    File,
    TimeSystem,
    entries_of,
    keys_of,
    numbered,
    pair_entries,
    pairing_of,
    people_of,
    players_of,
    refuse_unknown,
    reservations,
    roster_remarks,
    rules_of,
    sides_of,
    within_rounds,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...go.tournament import Bye, Game, Person, Player
    from .boards import TeamMatches
    from .roster import RosterEntry, TeamEntry


_WITHOUT_DATE = date(2000, 1, 1)
"""pairgoth opens no file without dates."""

_OVERTIMES: dict[Any, Overtime] = {
    "CANADIAN": Overtime.CANADIAN,
    "STANDARD": Overtime.BYO_YOMI,
    "JAPANESE": Overtime.BYO_YOMI,
    "FISCHER": Overtime.FISCHER,
    "SUDDEN_DEATH": Overtime.SUDDEN_DEATH,
}
_TIME_SYSTEMS = {overtime: name for name, overtime in _OVERTIMES.items()}


def read(path: str, content: bytes) -> Document:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no tournament of pairgoth, or a value in it does not parse.
    """
    whole: File = decode(path, content, FILE)
    refuse_unknown(path, whole)
    file = within_rounds(whole)
    rules = replace(rules_of(file), closed_tables=_closed_tables(path, file))
    sides = sides_of(file)
    teams = TeamReader(path, file).read(rules.rounds) if file.type in APART else None
    byes = tuple(byes_of(path, file, sides))
    games = teams.games if teams else tuple(games_of(path, file, sides))
    seats: tuple[Game | Bye, ...] = () if teams else (*games, *byes)
    tournament = Tournament.found(
        places=places_of(file, seats),
        name=file.name,
        event=_event(file),
        rules=rules,
        players=players_of(file, rules.rounds),
        games=games,
        byes=() if teams else byes,
        team_play=teams and teams.play,
    )
    return Document(
        path=path,
        format="pairgoth",
        tournament=tournament,
        remarks=(*reservations(file), *lost_games(whole), *_remarks(tournament, file, teams)),
        content=content,
        render=_rendered,
        settle=partial(_settled, content),
    )


def _remarks(tournament: Tournament, file: File, teams: TeamMatches | None) -> Iterator[str]:
    yield from roster_remarks(file)
    if teams is not None:
        yield from teams.remarks
        yield from match_remarks(tournament, file)
        yield from bye_remarks(tournament, file)


def _event(file: File) -> Event:
    return Event(
        short_name=file.short_name,
        place=file.location or "",
        country=file.country or "",
        director=file.director,
        begins=file.start_date,
        ends=file.end_date,
        komi_x2=None if file.komi is None else round(2 * file.komi),
        board_size=file.goban_size,
        online=file.online,
        time=_time(file.time_system),
    )


def _time(time: TimeSystem) -> TimeLimit | None:
    """The time of a game, if it is any: a file has to state some."""
    found = TimeLimit(
        basic=time.main_time,
        overtime=_OVERTIMES[time.type],
        period=time.increment if time.type == "FISCHER" else time.byoyomi,
        stones=max(time.stones, 1) if time.type == "CANADIAN" else 1,
    )
    return found if found.adjusted else None


def _closed_tables(path: str, file: File) -> tuple[frozenset[int], ...]:
    def tables(place: int, text: str) -> frozenset[int]:
        try:
            return tables_in(text)
        except ValueError as error:
            raise pointed(path, ("tablesExclusion", place), str(error)) from error

    return tuple(tables(place, text) for place, text in enumerate(file.tables_exclusion))


def new_content(tournament: Tournament) -> bytes:
    """The content of a new file.

    Raises
    ------
    RuleError
        If there are games beyond the last round.
    """
    return _written(with_groups_in_corrections(tournament), {}, None)


def _rendered(tournament: Tournament, content: bytes) -> bytes:
    return _written(tournament, plain("", content), decode("", content, FILE))


def _settled(content: bytes, tournament: Tournament, before: Tournament) -> Tournament:
    """A tournament whose grades are those of the ratings, without groups.

    Raises
    ------
    RuleError
        If a grade has become one that is not that of the rating, or a line-up one that is not by
        rating.
    """
    players = (_by_rating(player, before.by_key.get(player.key)) for player in tournament.players)
    settled = with_groups_in_corrections(replace(tournament, players=tuple(players)))
    if settled.team_play in (None, before.team_play):
        return settled
    return _with_teams_of_file(settled, read("", _rendered(settled, content)).tournament)


def _with_teams_of_file(tournament: Tournament, stored: Tournament) -> Tournament:
    """A tournament with the teams, and the absences of substitutes, of a file that was made of it."""
    if tournament.team_play is None or stored.team_play is None:
        return tournament
    for team, stored_team in zip(tournament.team_play.teams, stored.team_play.teams, strict=True):
        for number in range(1, tournament.rules.rounds + 1):
            lineup = tuple(filter(None, tournament.team_play.at_boards(team, number)))
            if lineup != stored_team.lineup(number):
                names = ", ".join(
                    tournament.by_key[key].full_name for key in stored_team.lineup(number)
                )
                raise RuleError(
                    f"pairgoth seats the players of a team by rating, the highest first: {team.name} "
                    f"in round {number} is {names}"
                )
    players = tuple(
        player.with_absences(stored.by_key[player.key].absences) for player in tournament.players
    )
    play = replace(tournament.team_play, teams=stored.team_play.teams)
    return replace(tournament, players=players, team_play=play)


def _by_rating(player: Player, before: Player | None) -> Player:
    grade = Grade.of_rating(player.rating_or_lowest)
    joined = before is None and player.members
    if player.grade not in (grade, before and before.grade) and not joined:
        raise RuleError(
            f"{player.full_name}: in pairgoth's files the grade is that of the rating, {grade} for "
            f"{player.rating_or_lowest}; {player.grade} needs a rating such as {player.grade.rating}"
        )
    return replace(player, grade=grade)


def _written(tournament: Tournament, old: dict[str, Any], existing: File | None) -> bytes:
    """The content of a file that keeps what another one holds beside the tournament."""
    _refuse_later_rounds(tournament)
    kind = _kind(tournament, existing)
    event = tournament.event
    file = File(
        type=kind,
        name=tournament.name,
        short_name=event.short_name or short_name_of(tournament.name),
        start_date=event.begins or _WITHOUT_DATE,
        end_date=event.ends or event.begins or _WITHOUT_DATE,
        director=event.director,
        country=event.country,
        location=event.place,
        online=event.online,
        komi=None if event.komi_x2 is None else event.komi_x2 / 2,
        goban_size=event.board_size,
        time_system=_time_system(event.time, existing),
        rounds=tournament.rules.rounds,
        tables_exclusion=tuple(_exclusions(tournament, existing)),
        pairing=pairing_of(tournament.rules),
        **_entered(tournament, kind, existing),
    )
    new = FILE.written(file)
    for name in ("teams", "individualGames", "komi", "gobanSize"):
        if new[name] in (None, [], {}) and name not in old:
            del new[name]
    return laid_out(with_strangers(new, old, FILE, IDENTITIES))


def _kind(tournament: Tournament, existing: File | None) -> Any:  # noqa: ANN401 - a word of the form
    """The type of a file: where no type holds the teams or the pairs, players play for themselves.

    Raises
    ------
    RuleError
        If the file that is to be changed has pairs, or would have, and single players; or teams that
        no type can hold.
    """
    play = tournament.drawn_teams
    if play is not None and f"TEAM{play.size}" in APART:
        return f"TEAM{play.size}"
    if tournament.team_play is not None and existing is not None:
        raise RuleError(
            "pairgoth's files hold teams whose matches have two to five boards, and no other games"
        )
    was = existing.type if existing is not None else ""
    team_sizes = (
        set(sides_of(existing).values()) if existing is not None and was in TOGETHER else set()
    )
    sizes = {len(player.members) for player in tournament.players}
    if was in TOGETHER and all(p.members or p.key in team_sizes for p in tournament.players):
        return was
    for kind, size in TOGETHER.items():
        if sizes == {size}:
            return kind
    if existing is not None and (was in TOGETHER or sizes - {0}):
        raise RuleError(
            phrase("pairgoth's files hold single players or pairs of one size, and not both")
        )
    return "INDIVIDUAL"


def _entered(tournament: Tournament, kind: str, existing: File | None) -> dict[str, Any]:
    """Who plays, and the games."""
    entered: tuple[RosterEntry | TeamEntry, ...] = (
        (*existing.players, *existing.teams) if existing else ()
    )
    free, games = count(max((one.id for one in entered), default=0) + 1), game_numbers(existing)
    whole, existing = existing, existing and within_rounds(existing)
    people: Iterable[Person] = people_of(tournament, kind)
    ids = numbered([one.key for one in people], keys_of(existing) if existing else {}, free)
    side_of = sides_of(existing) if existing else {}
    if kind in APART and tournament.team_play is not None:
        sides = numbered([team.key for team in tournament.team_play.teams], side_of, free)
        writer = TeamWriter(tournament, tournament.team_play, ids, sides, existing)
        teams = writer.teams()
        people = writer.people(teams)
        rounds, boards = writer.games(games)
    else:
        sides, teams = ids, ()
        boards = {**existing.individual_games} if existing and existing.type == kind else {}
        if kind in TOGETHER:
            sides = numbered([player.key for player in tournament.players], side_of, free)
            teams = tuple(pair_entries(tournament, ids, sides, existing))
        rounds = tuple(board_entries(tournament, sides, existing, games))
    return {
        "players": tuple(entries_of(people, ids, existing)),
        "teams": teams,
        "games": with_later_games(rounds, whole),
        "individual_games": boards,
    }


def _refuse_later_rounds(tournament: Tournament) -> None:
    seats: tuple[Game | Bye, ...] = (*tournament.games, *tournament.byes)
    last = max((seat.round for seat in seats), default=0)
    if last > tournament.rules.rounds:
        rounds = tournament.rules.rounds
        raise RuleError(f"round {last} has games or byes, but the tournament has {rounds} rounds")


def _time_system(time: TimeLimit | None, existing: File | None) -> TimeSystem:
    time = time or NO_TIME
    fischer = time.overtime is Overtime.FISCHER
    canadian = time.overtime is Overtime.CANADIAN
    return TimeSystem(
        type=_TIME_SYSTEMS[time.overtime],
        main_time=time.basic,
        byoyomi=0 if fischer else time.period,
        increment=time.period if fischer else 0,
        stones=time.stones if canadian else 0,
        periods=existing.time_system.periods if existing else 0,
    )


def _exclusions(tournament: Tournament, existing: File | None) -> Iterator[str]:
    """The closed tables of each round, in the words of the file if they are the same."""
    texts = existing.tables_exclusion if existing else ()
    for place, tables in enumerate(tournament.rules.closed_tables):
        same = place < len(texts) and tables_in(texts[place]) == tables
        yield texts[place] if same else ranges(tables)
