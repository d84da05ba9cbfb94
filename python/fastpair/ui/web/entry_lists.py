"""Lists on the page, of entries and of ratings: shown first, and used when the director agrees."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ...app.edits.entries import Terms, described
from ...app.edits.listed_teams import teams_entered
from ...app.edits.ratings_refreshed import ratings_refreshed
from ...app.edits.registration import registered
from ...app.history.history_line import digest_of
from ...app.typed.players import listed_twice
from ...errors import FormatError, RuleError
from ...formats import FORMATS
from ...go.tournament import Tournament
from ...sentences import phrase, phrase_many
from .held import Question, Told
from .listed_columns import listed_columns
from .listed_encodings import decode_list
from .parts import id_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...app.edits.locked_file import Edit, LockedFile
    from ...go.tournament import Player, TeamPlay
    from .asking import Asked
    from .listed_columns import ListedColumns


_NAME = "the list"
_AGAIN = Question("list", "shown", "", phrase("Show it so"))
_ENCODING = re.compile(r"\A(\s*<\?xml[^>]*?)\s+encoding=(?:\"[^\"]*\"|'[^']*')")


def enter_list(asked: Asked) -> Told:
    """Show who would enter by a list; enter them if the list is the one that was shown.

    Raises
    ------
    RuleError
        If the list is none, or says what cannot be.
    """
    sent = decode_list(_NAME, _text(asked.typed("list")), asked.fields)
    columns, all_players, remarks, teams = _read(sent.content, asked.fields)
    if columns is not None:
        columns = replace(columns, encoding=sent.guessed)
        remarks = (*sent.remarks, *remarks)
    listed = Tournament(players=tuple(all_players), team_play=teams)
    again = {player.key: twin for player, twin in listed_twice(all_players)}
    players = [player for player in all_players if player.key not in again]
    doubts = (
        *remarks,
        *(
            phrase("{player} is listed twice, and enters once", player=described(player))
            for player in all_players
            if player.key in again
        ),
    )
    if columns is not None and columns.problems:
        warned = (*sent.remarks, *columns.problems)
        return Told(warned=warned, question=_AGAIN, columns=columns)
    digest = digest_of(repr((players, teams)).encode("utf-8", "surrogatepass"))
    if asked.fields.get("shown") != digest:
        return replace(_preview(asked, players, teams, doubts, digest), columns=columns)
    act = asked.act("register", "--entries", _NAME)

    def work(held: LockedFile) -> Edit:
        done = registered(held.tournament, players, Terms())
        return done.then(lambda now: teams_entered(now, listed)) if teams else done

    return asked.desk.held.change(act, work)


def refresh(asked: Asked) -> Told:
    """Show which ratings a list would change; change them if the director agrees.

    Raises
    ------
    RuleError
        If there is no such list.
    """
    found = asked.desk.lists.titled(asked.typed("title"))
    if asked.fields.get("sure") == asked.state.digest:
        act = asked.act("register", "--list", found.title)
        return asked.desk.held.change(act, lambda held: ratings_refreshed(held.tournament, found))
    before = asked.state.tournament
    done = ratings_refreshed(before, found)
    pairs = zip(before.players, done.tournament.players, strict=True)
    number = sum(one != other for one, other in pairs)
    question = None
    if number:
        label = phrase("Change {players}", players=_players(number))
        question = Question(id_of("r", found.title), "sure", asked.state.digest, label)
    lines = done.told or (phrase("no rating would change"),)
    return Told(lines=lines, warned=done.warned, question=question)


def _players(number: int) -> str:
    return phrase_many("{count} player", "{count} players", number)


def _text(typed: str) -> str:
    """The text of a file without the encoding that it states, which it has no longer."""
    return _ENCODING.sub(r"\1", typed, count=1)


def _read(
    content: bytes, fields: Mapping[str, str]
) -> tuple[ListedColumns | None, Sequence[Player], Sequence[str], TeamPlay | None]:
    """The columns of a list, its players, what is doubtful, and its teams.

    A tournament file has no columns.
    """
    try:
        form = next(form for form in FORMATS.values() if form.recognises(content))
    except StopIteration:
        form = FORMATS["csv"]
    try:
        if form is not FORMATS["csv"]:
            document = form.read(_NAME, content)
            listed = document.tournament
            return None, listed.players, document.remarks, listed.team_play
        columns = listed_columns(_NAME, content, fields)
        return columns, columns.players, columns.remarks, columns.teams
    except FormatError as error:
        raise RuleError(
            f"{error}; the first line names the columns, such as name, first name, grade, country, club"
        ) from error


def _preview(
    asked: Asked,
    players: Sequence[Player],
    teams: TeamPlay | None,
    doubts: tuple[str, ...],
    digest: str,
) -> Told:
    done = registered(asked.state.tournament, players, Terms())
    number = len(done.tournament.players) - len(asked.state.tournament.players)
    found = tuple(
        phrase(
            "{player}, rating {rating}",
            player=described(player),
            rating=player.with_rating().rating_or_lowest,
        )
        for player in players
    )
    names = {player.key: player.full_name for player in players}
    entered = asked.state.tournament.team_play or teams
    boards = entered.size if entered else 0
    found += tuple(
        phrase(
            "{team}, from round {round} on: {names}",
            team=team.name,
            round=1,
            names=", ".join(names.get(key, "-") for key in team.lineup(1)[:boards]),
        )
        for team in (teams.teams if teams else ())
    )
    known = tuple(line for line in done.told if " is registered already" in line)
    question = None
    if number:
        question = Question(
            "listed", "shown", digest, phrase("Enter {players}", players=_players(number))
        )
    return Told(lines=found, warned=(*doubts, *known), question=question)
