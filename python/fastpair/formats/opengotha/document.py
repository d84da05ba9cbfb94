"""OpenGotha files as documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, count, zip_longest
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from ...errors import RuleError
from ...go.tournament import (
    OPENGOTHA_CRITERIA,
    Criterion,
    Event,
    Result,
    Rules,
    TeamPlay,
    TimeLimit,
    key_of,
    with_groups_in_corrections,
    with_keys,
)
from ...sentences import message_of, phrase
from .. import limits, xml
from ..characters import short_name_of
from ..criteria import nearest_criteria
from ..document import Document
from ..xml import Element, rendered, writable
from . import schema
from .editing import numbered, updated
from .reader import OpenGothaReader, version_of
from .schema import ValueSource

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ...go.tournament import Game, Player, Tournament
    from .reader import OpenGothaReading
    from .schema import HeldField

_T = TypeVar("_T")


# ---- As much of a tournament as OpenGotha can hold ----

_FORMAT = "opengotha"
_NO_NAME = "-"


def fitted(tournament: Tournament) -> Tournament:
    """A tournament without whatever a file of OpenGotha cannot hold.

    What is too long is cut, such as the name of a club; a value that OpenGotha does not know is
    the usual one instead. Of several byes in a round the first is left, and rounds beyond the
    twentieth, or the last of the tournament, are away. Players have the keys that OpenGotha makes of their names, with a number
    behind the name where two would have one key.
    """
    placement = nearest_criteria(tournament.rules.placement, OPENGOTHA_CRITERIA)
    nearest = replace(tournament, rules=replace(tournament.rules, placement=placement))
    tournament = limits.fitted(_FORMAT, with_groups_in_corrections(nearest))
    players = tuple(_players(tournament.players))
    keys = {old.key: player.key for old, player in zip(tournament.players, players, strict=True)}
    renamed, rules = with_keys(tournament, keys), _rules(tournament.rules)
    return replace(
        tournament,
        name=writable(tournament.name),
        event=_event(tournament.event, writable(tournament.name)),
        rules=rules,
        players=players,
        games=tuple(_game(game) for game in renamed.games if game.round <= rules.rounds),
        byes=tuple(bye for bye in renamed.byes if bye.round <= rules.rounds),
        team_play=_teams(renamed.team_play),
    )


def _with_nearest_values(value: _T, columns: Iterable[HeldField], usual: _T) -> _T:
    """A value with the nearest that attributes hold, and usual fields where that is nothing."""
    changes: dict[str, Any] = {}
    for name, attribute in columns:
        nearest = attribute.kind.nearest(getattr(value, name))
        try:
            attribute.text(nearest)
        except RuleError:
            nearest = getattr(usual, name)
        changes[name] = nearest
    found: Any = value
    return replace(found, **changes)  # type: ignore[no-any-return]


def _players(players: Iterable[Player]) -> Iterator[Player]:
    used: set[str] = set()
    for player in players:
        name = writable(player.name) or _NO_NAME
        first_name = writable(player.first_name) or _NO_NAME
        names = chain([first_name], (f"{first_name} {number}" for number in count(2)))
        first_name = next(
            text for text in names if key_of(name + text) and key_of(name + text) not in used
        )
        key = key_of(name + first_name)
        used.add(key)
        fitting = replace(
            player,
            name=name,
            first_name=first_name,
            rating=min(max(player.rating_or_lowest, schema.RATINGS[0]), schema.RATINGS[1]),
        )
        usual = replace(fitting, country="", correction=0)
        yield replace(_with_nearest_values(fitting, schema.PLAYER, usual), key=key)


def _event(event: Event, name: str) -> Event:
    fitting = _with_nearest_values(event, schema.EVENT, Event())
    if fitting.short_name == short_name_of(name):
        fitting = replace(fitting, short_name="")
    return replace(fitting, time=_time(event.time))


def _time(time: TimeLimit | None) -> TimeLimit | None:
    """A time limit in whole minutes, without what its kind of overtime has no use for."""
    if time is None:
        return None
    used = {field: getattr(time, field) for field, _ in schema.OVERTIMES[time.overtime]}
    fitting = TimeLimit(basic=max(time.basic, 0) // 60 * 60, overtime=time.overtime, **used)
    nearest = _with_nearest_values(fitting, schema.OVERTIMES[time.overtime], TimeLimit())
    return nearest if nearest.adjusted else None


def _rules(rules: Rules) -> Rules:
    usual, pairing = Rules(), rules.pairing
    first, second = (
        criterion if criterion in OPENGOTHA_CRITERIA else Criterion.NONE
        for criterion in pairing.seed_criteria
    )
    pairing = _with_nearest_values(pairing, schema.PAIRING, usual.pairing)
    return replace(
        _with_nearest_values(rules, schema.GENERAL, usual),
        placement=schema.without_empty_end(rules.placement),
        points=_with_nearest_values(rules.points, schema.POINTS, usual.points),
        handicap=_with_nearest_values(rules.handicap, schema.HANDICAP, usual.handicap),
        pairing=replace(pairing, seed_criteria=(first, second)),
        club_groups=tuple(
            frozenset(writable(club).lower() for club in clubs) - {""}
            for clubs in rules.club_groups
        ),
    )


def _teams(play: TeamPlay | None) -> TeamPlay | None:
    if play is None:
        return None
    teams = (replace(team, key=str(number)) for number, team in numbered(play))
    return replace(play, teams=tuple(teams), placement=play.placement or TeamPlay().placement)


def _game(game: Game) -> Game:
    return replace(game, by_default=game.by_default and game.result is not Result.UNKNOWN)


# ---- The file of a tournament before its first game, as OpenGotha would save it ----

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'

# OpenGotha expects these attributes, which fastpair has no use for; the values are its defaults.
_GENERAL = {
    "canByoYomiTime": "300",
    "fischerTime": "10",
    "genMMZero": "30K",
    "nbMovesCanTime": "15",
    "stdByoYomiTime": "30",
}
_DISPLAY = {
    "displayClCol": "true",
    "displayCoCol": "true",
    "displayIndGamesInMatches": "true",
    "displayNPPlayers": "false",
    "displayNumCol": "true",
    "displayPlCol": "true",
    "gameFormat": "full",
    "playerSortType": "name",
    "showByePlayer": "true",
    "showNotFinallyRegisteredPlayers": "true",
    "showNotPairedPlayers": "true",
    "showNotParticipatingPlayers": "false",
    "showPlayerClub": "true",
    "showPlayerCountry": "false",
    "showPlayerGrade": "true",
}
_PUBLISH = {"exportToLocalFile": "true", "htmlAutoScroll": "false", "print": "true"}


def blank_file(tournament: Tournament) -> bytes:
    """The content of a file with the event, players and rules of a tournament, and no games.

    Raises
    ------
    RuleError
        If OpenGotha cannot hold them.
    """
    version = "3.52" if tournament.rules.pairing.variant == "v352" else "3.51"
    root = Element(
        "Tournament", {"dataVersion": "201", "fullVersionNumber": version, "runningMode": "SAL"}
    )
    players = root.add("Players")
    for player in tournament.players:
        players.add("Player", schema.player_attributes(player))
    root.add("Games")
    _add_parameters(root.add("TournamentParameterSet"), tournament)
    # OpenGotha expects the parameters of a team tournament in every file.
    root.children.append(schema.team_parameters(TeamPlay()))
    if tournament.rules.club_groups:
        groups = enumerate(tournament.rules.club_groups, start=1)
        root.add("ClubsGroups").children += [
            schema.club_group(str(number), clubs) for number, clubs in groups
        ]
    return (_DECLARATION + rendered(root, before="\n") + "\n").encode()


def _add_parameters(parent: Element, tournament: Tournament) -> None:
    general, *others = schema.parameter_sets(tournament)
    for element in (replace(general, attributes={**_GENERAL, **general.attributes}), *others):
        _add_sorted(parent, element.tag, element.attributes).children += element.children
    _add_sorted(parent, "DPParameterSet", _DISPLAY)
    _add_sorted(parent, "PublishParameterSet", _PUBLISH)


def _add_sorted(parent: Element, tag: str, attributes: Mapping[str, str]) -> Element:
    """Append an element with its attributes in OpenGotha's order."""
    return parent.add(tag, dict(sorted(attributes.items())))


# ---- A file of OpenGotha in memory ----


@dataclass(frozen=True, kw_only=True)
class OpenGothaDocument(Document):
    """A tournament file of OpenGotha, see `fastpair.formats.Document`.

    Every byte stays as it is, except those of what changes. The players may have any keys: the file
    names them, and whoever reads it again gives them the keys of their names.
    """

    reading: OpenGothaReading = field(repr=False, compare=False)
    """Where in the file the tournament is."""


def _settled(tournament: Tournament, _: Tournament) -> Tournament:
    """The tournament with groups as corrections, and no model that is usual all the same."""
    if (model := tournament.rules.model) is not None:
        usual = replace(tournament.rules, model=None)
        if usual.usual_model == model:
            tournament = replace(tournament, rules=usual)
    return with_groups_in_corrections(tournament)


def _changed(reading: OpenGothaReading, tournament: Tournament, _: bytes) -> bytes:
    if reading.markup.root.find("TournamentParameterSet") is None:
        message = "the file holds players alone, and no tournament: make a new one with them"
        raise RuleError(message)
    return updated(reading, tournament)


_READINGS: WeakValueDictionary[str, OpenGothaReading] = WeakValueDictionary()
"""The last reading of each file that is still in use: a file that is changed is read again after each change."""


def read(path: str, content: bytes) -> OpenGothaDocument:
    """Read the content of a file.

    Raises
    ------
    FormatError
        If it is no file of OpenGotha, or a value in it does not parse.
    """
    source = ValueSource(path)
    reading = OpenGothaReader(source, xml.parse(path, content), _READINGS.get(path)).read()
    _READINGS[path] = reading
    return OpenGothaDocument(
        path=path,
        format=_FORMAT,
        tournament=reading.tournament,
        version=version_of(reading.markup.root),
        remarks=source.remarks,
        content=content,
        render=partial(_changed, reading),
        settle=_settled,
        reading=reading,
    )


def new_content(tournament: Tournament) -> bytes:
    """A new file with as much of a tournament as OpenGotha holds.

    Raises
    ------
    RuleError
        If OpenGotha can say nothing about it.
    """
    return new_document(fitted(tournament)).content


def new_document(tournament: Tournament) -> OpenGothaDocument:
    """Make the document of a tournament that never was in a file.

    Raises
    ------
    RuleError
        If a file of OpenGotha cannot hold the tournament.
    """
    path = "new file"
    tournament = _in_the_version_of_new_files(_settled(tournament, tournament))
    limits.refuse_unsupported(_FORMAT, tournament)
    try:
        start = read(path, blank_file(tournament))
        _compare(start.tournament, tournament, ("name", "rules", "players"))
        document = read(path, start.content_with(tournament))
    except RuleError:
        raise
    except ValueError as error:
        raise RuleError(
            phrase(
                "a file of {program} cannot hold the tournament: {error}",
                program="OpenGotha",
                error=message_of(error),
            )
        ) from error
    _compare(document.tournament, tournament, ("games", "byes"))
    return document


def _in_the_version_of_new_files(tournament: Tournament) -> Tournament:
    """A tournament that states the version of OpenGotha that the blank file states."""
    rules = tournament.rules
    if rules.pairing.variant is not None:
        return tournament
    pairing = replace(rules.pairing, variant="v351")
    return replace(tournament, rules=replace(rules, pairing=pairing))


def _compare(stored: Tournament, original: Tournament, parts: tuple[str, ...]) -> None:
    """Refuse a tournament that would be read back from the file with another value."""
    for part in parts:
        one, other = getattr(stored, part), getattr(original, part)
        if one == other:
            continue
        if isinstance(other, tuple):
            one, other = next(pair for pair in zip_longest(one, other) if pair[0] != pair[1])
        raise RuleError(f"a file of OpenGotha would hold {one!r} instead of {other!r}")
