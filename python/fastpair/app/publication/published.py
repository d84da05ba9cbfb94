"""What everybody may see of a tournament: the rounds as they were published, with the results of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache, partial
from hashlib import sha256
from typing import TYPE_CHECKING

from ...errors import FastpairError
from ...go.standings import last_complete_round
from ...go.teams import of_teams
from ...go.tournament import Bye
from ...report.pages import Attendance
from ...report.public import Privacy, PublicNames, PublicRound, PublicView, whole_names
from ..documents.encoding import encode
from ..documents.tournament import RoundBoard, RoundDocument
from ..edits.lineups import with_round_lineup
from ..history.records import Publication, PublicationState, PublishedDifferences
from ..reports.standings import drawn_team_standings, planned_awards, standings_of
from ..round_states import known_results
from ..rounds.attendance import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...go.prizes import Award
    from ...go.standings import Standings
    from ...go.tournament import Game, Tournament
    from ...report.pages import Translate
    from ..history.state import CongressState
    from ..history.timeline import Timeline


def public_names(
    state: CongressState,
    privacy: Privacy | None = None,
    _: Translate = str,
    *,
    whole_only: bool = False,
) -> PublicNames:
    """Under which names everybody may see the players, in the words of a language.

    Parameters
    ----------
    privacy
        Whose names are not shown; by default everybody's are.
    whole_only
        Whether a search finds players by their whole names only.
    """
    players, places, today = (
        state.tournament.players,
        addresses(state),
        day_of_ages(state.tournament),
    )
    hidden = (privacy or Privacy()).hidden_names(players, places, today, _)
    whole = {
        player.key: whole_names(player, hidden.get(player.key, player.full_name))
        for player in players
        if whole_only or player.key in hidden
    }
    return PublicNames(hidden=hidden, addresses=places, whole=whole, whole_only=whole_only)


def public_view(
    state: CongressState,
    names: PublicNames | None = None,
    *,
    draft: int = 0,
    all_lineups: bool = False,
) -> PublicView:
    """What everybody may see of a tournament.

    Parameters
    ----------
    names
        Under which names; by default under those that the players have.
    draft
        A round that the director prints: it and those before it are as they are drawn, and drafts if they are
        not public so.
    all_lineups
        Whether line-ups are shown that captains may still send.
    """
    published, names = dict(state.published), names or public_names(state)
    in_order = rounds_in_order(published, state.tournament)
    for number in filter(state.is_draft, range(1, draft + 1)):
        played = state.tournament.round(number)
        published[number] = Publication.of(played, PublicationState.DRAFT)
    shown, matches = _as_published(published, names.shown(state.tournament)), None
    awaited = frozenset[int]() if all_lineups else state.awaited_lineups & published.keys()
    if awaited:
        matches, in_order = of_teams(shown), in_order[: min(awaited) - 1]
        for number in awaited:
            shown, matches = _without_lineups(shown, number), _without_results(matches, number)
    after = last_complete_round(shown, max(in_order, default=0))

    def round_of(number: int, publication: Publication) -> PublicRound:
        changes = PublishedDifferences() if number <= after else publication.changes
        told = matches if matches and number in awaited else shown
        return PublicRound(
            number=number,
            state=publication.state.value,
            time=publication.time,
            boards=told.round(number).games,
            attendance=Attendance.of(told, number, words=words_of(state, number)),
            changes=changes.describe(shown),
            changed_tables=frozenset(changes.tables),
            changed_players=changes.players,
        )

    return PublicView(
        tournament=shown,
        matches=matches,
        lineup_times={number: state.lineup_deadlines[number] for number in awaited},
        names=names,
        rooms=state.tables.rooms,
        rounds={number: round_of(number, each) for number, each in published.items()},
        in_order=in_order,
        after=after,
        rank=cache(
            lambda number: (standings_of(state, number), drawn_team_standings(state, number))
        ),
        award=cache(partial(_final_awards, state, after)),
    )


def _final_awards(state: CongressState, after: int) -> tuple[Standings, tuple[Award, ...]] | None:
    """The prizes of a tournament whose rounds are all complete and public; none if the plan cannot be used."""
    if after < state.tournament.rules.rounds:
        return None
    try:
        return planned_awards(state, after)
    except FastpairError:
        return None


def round_document(view: PublicView, number: int) -> RoundDocument:
    """A published round as a JSON document, by ``round.schema.json``."""
    played, tournament, names = view.rounds[number], view.shown_in(number), view.names
    reasons = played.attendance.without_board
    groups = {
        "byes": reasons["bye"] + reasons["free round"],
        "requested_byes": reasons["requested bye"],
        "unpaired": reasons["without a game"],
        "absent": reasons["absent"],
        "no_shows": reasons["did not come"],
        "withdrawn": reasons["withdrawn"],
        "out": reasons["out"],
        "preliminary": reasons["expected"] + reasons["not yet entered"],
    }
    keys = {name: [player.key for player in group] for name, group in groups.items()}
    named = {key for game in played.boards for key in game.players}.union(*keys.values())

    def encode_board(game: Game) -> RoundBoard:
        white, black = map(names.key_of, game.players)
        return encode(RoundBoard, game, white=white, black=black, **known_results(game))

    return encode(
        RoundDocument,
        tournament=tournament.name,
        round=number,
        state=played.state,
        **({"teams": True} if number in view.lineup_times else {}),
        boards=[encode_board(game) for game in played.boards],
        **{name: [*map(names.key_of, group)] for name, group in keys.items()},
        players=dict(sorted((names.key_of(key), tournament.name_of(key)) for key in named)),
        changed=sorted(map(names.key_of, played.changed_players)),
    )


def rounds_in_order(published: Mapping[int, Publication], tournament: Tournament) -> range:
    """The first published rounds, as far as all are as they were published: standings of them are public."""
    after = 1
    while after in published and not published[after].differences(tournament):
        after += 1
    return range(1, after)


def day_of_ages(tournament: Tournament) -> date:
    """The day for which ages of players count: the first one of the event, or else this one."""
    return tournament.event.begins or date.today()


_ADDRESS = 10
"""Letters of the address of a player: none of thousands has that of another."""


def addresses(state: CongressState) -> Mapping[str, str]:
    """The address of each player, by key: another name or a later entry does not change it, and nobody can guess it.

    It is a digest of the first key of the player and of what is in no public page. So it tells neither the name
    nor the order of entry.
    """
    secret = _secret(state.timeline)
    return {
        key: sha256(f"{secret}\0{first}".encode("utf-8", "surrogateescape")).hexdigest()[:_ADDRESS]
        for key, first in state.first_keys.items()
    }


def _secret(timeline: Timeline) -> str:
    """The digest of a file before its first game, or before its first change: it has the data of all players."""
    entries = timeline.entries
    if not entries or entries[0].before:
        return entries[0].before.digest if entries else timeline.version.digest
    games = (e for e in entries if any(each.subject[0] == "game" for each in e.changes))
    first = next(games, None)
    return "" if first is None else first.before.digest or first.after.digest


def _as_published(published: Mapping[int, Publication], present: Tournament) -> Tournament:
    """The tournament with its rounds as they are public, and without those that are not."""
    found, known = replace(present, games=(), byes=(), doubtful=True), present.by_key
    for number, publication in published.items():
        today = {game.table: game for game in present.round(number).games}
        boards = [
            _with_result(board, today.get(board.table))
            for board in publication.boards
            if known.keys() >= {*board.players}
        ]
        byes = [Bye(round=number, player=key) for key in publication.byes if key in known]
        found = _with_public_lineups(found.replace_round(number, boards, byes), number)
    return found


def _with_public_lineups(tournament: Tournament, number: int) -> Tournament:
    """The tournament in which the players of a published round sit at its boards, whoever plays there now."""
    play = tournament.team_play
    if play is None:
        return tournament
    games = sorted(tournament.round(number).games, key=lambda game: game.table)
    seated = [key for game in games for key in game.players]
    teams = []
    for team in play.teams:
        lineup = team.lineup(number)
        public = [key for key in seated if key in lineup]
        at = [key for key in lineup[: play.size] if key in public]
        same = at == public
        teams.append(team if same else with_round_lineup(team, play, public, number))
    return replace(tournament, team_play=replace(play, teams=tuple(teams)))


def _without_results(matches: Tournament, number: int) -> Tournament:
    """Matches without what follows from their line-ups, such as a board that is lost as it is empty."""
    games = Publication.of(matches.round(number), PublicationState.DRAFT).boards
    return matches.replace_round(number, games)


def _without_lineups(tournament: Tournament, number: int) -> Tournament:
    """The tournament without the boards of a round, and with the lists of the teams as its line-ups."""
    play, bare = tournament.team_play, tournament.replace_round(number, ())
    if play is None:
        return bare
    teams = tuple(with_round_lineup(team, play, (), number) for team in play.teams)
    return replace(bare, team_play=replace(play, teams=teams))


def _with_result(board: Game, now: Game | None) -> Game:
    """A board with its result, if its players still meet there with these colours."""
    if now is None or now.players != board.players:
        return board
    return now if now.handicap == board.handicap else replace(board, **now.ending._asdict())
