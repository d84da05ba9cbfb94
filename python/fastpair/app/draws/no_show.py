"""Somebody did not come: whom the opponent can play instead."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from ...errors import RuleError
from ...go.teams import matches_of, of_teams
from ...go.tournament import Bye, Game, Result, Team
from ...sentences import Remedy, Sentence, joined, phrase, phrase_many
from ..edits.attendance import absent, with_attendance
from ..edits.boards import unpaired
from ..edits.outcome import Edit
from ..edits.results import describe_ending, with_games
from ..history.draw_record import DrawRecord
from ..history.entries import digest_of
from ..history.units import Units
from ..lookup import find_player, teams_called
from ..rounds import refuse_result
from .drawing import DrawEdit, draw
from .plan import resolve
from .request import Request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...go.tournament import Tournament
    from ..history.state import CongressState


class Way(Enum):
    """What becomes of the opponent."""

    RE_PAIR = "re-pair"
    """The round is drawn again without who is missing; as many boards as can be stay."""

    BYE_BY_RULE = "bye-by-rule"
    """The same, and the bye goes by its rule, however many boards change for it."""

    FORFEIT = "forfeit"
    """The opponent wins by forfeit."""

    WAIT = "wait"
    """The opponent has the bye, or waits for a game if somebody else has it."""


_PAIRS_AGAIN = (Way.RE_PAIR, Way.BYE_BY_RULE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShow:
    """What would become of a round in one of the ways."""

    way: Way
    edit: Edit | None = None
    """None if it cannot be done."""

    refused: RuleError | None = None
    """Why not."""

    number: int
    """The round."""

    effect: tuple[str, ...] = ()
    """Who has the bye then or waits, and how many other boards change."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What would become of the round, a line each; nothing says that it is done."""
        edit = self.edit
        if edit is None or self.way is Way.WAIT:
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
    """Who did not come."""

    name: str
    keys: tuple[str, ...]
    """Of the players."""

    unit: str
    """Key of who is drawn: the player, or the team that is missing or that the player plays in."""

    whole: bool = True
    """Whether all of what is drawn is missing, and not one member of a team."""

    games: tuple[Game, ...] = ()
    byes: tuple[str, ...] = ()


def no_shows(state: CongressState, number: int, who: Team | str) -> tuple[NoShow, ...]:
    """What can be done about a no-show, with what changes; nothing is done.

    Of ways that come to the same, the first one stands for all.

    Raises
    ------
    RuleError
        If the player is not found or has played.
    """
    tournament = state.tournament
    missing = _missing(tournament, number, who)
    found: dict[str, NoShow] = {}
    one_pairing = DrawRecord.of(state, number).system_by_criteria(tournament)
    for way in Way:
        if way in _PAIRS_AGAIN and _match_stays(tournament, number, missing):
            continue  # its boards are lost by forfeit
        if way in _PAIRS_AGAIN and one_pairing is not None:
            continue  # no boards could be kept
        try:
            edit = _done(state, number, missing, way)
        except RuleError as error:
            if way is not Way.BYE_BY_RULE:  # which is possible wherever the others are paired again
                found[way.value] = NoShow(way=way, refused=error, number=number)
            continue
        effect = tuple(_effect(tournament, edit.tournament, number, missing))
        shown = NoShow(way=way, edit=edit, number=number, effect=effect)
        found.setdefault(shown.digest, shown)
    return tuple(found.values())


def _effect(before: Tournament, after: Tournament, number: int, missing: _Missing) -> Iterator[str]:
    """Say who has the bye of a round after a no-show, and how many other boards change."""
    was, now = (of_teams(each).round(number) for each in (before, after))
    had, have = (of_teams(each).pairing_byes(number) for each in (before, after))
    names = [of_teams(after).name_of(key) for key in have if key not in had]
    kept = [of_teams(after).name_of(key) for key in have if key in had]
    if names:
        yield phrase("{name} gets the bye.", name=", ".join(names))
    elif kept:
        yield phrase("{name} has the bye as before.", name=", ".join(kept))
    elif had:
        yield phrase("Nobody has the bye then.")
    for key in (game.opponent_of(missing.unit) for game in was.games if missing.unit in game.pair):
        if key not in now.seated:
            yield phrase("{name} waits for a game.", name=of_teams(after).name_of(key))
    pairs = {game.pair for game in now.games}
    changed = [g for g in was.games if missing.unit not in g.pair and g.pair not in pairs]
    if changed:
        yield phrase_many(
            "{count} other board changes.", "{count} other boards change.", len(changed)
        )
    else:
        yield phrase("No other board changes.")


def no_show(state: CongressState, number: int, who: Team | str, way: Way) -> Edit:
    """The tournament in which somebody is absent from a round who had a place in it.

    Parameters
    ----------
    number
        The round.
    who
        The player or team; a player where teams are drawn is missing alone.

    Raises
    ------
    RuleError
        If the player is not found or has played, the way does not go, or boards of the round are frozen.
    """
    missing = _missing(state.tournament, number, who)
    done = _done(state, number, missing, way)
    message = phrase("no-show of {name} in round {round}", name=missing.name, round=number)
    away = phrase("{name} is absent from round {round}", name=missing.name, round=number)
    return replace(
        done,
        summary=joined("; ", [message, done.summary]),
        messages=(away, *(done.messages or (done.summary,))),
    )


def _done(state: CongressState, number: int, missing: _Missing, way: Way) -> Edit:
    """The tournament after a no-show, with what is to be said of the way."""
    whole = state.tournament
    if not (missing.games or missing.byes):
        return absent(whole, missing.keys, [number])
    if way in _PAIRS_AGAIN and not _match_stays(whole, number, missing):
        done = _re_pair(state, number, missing, by_rule=way is Way.BYE_BY_RULE)
    elif way is Way.WAIT:
        done = _waiting(state, number, missing)
    else:
        done = _forfeited(whole, number, missing)
    state.refuse_frozen(done.tournament)
    return done


def _missing(whole: Tournament, number: int, who: Team | str) -> _Missing:
    """Who is meant, and what they have in the round.

    Raises
    ------
    RuleError
        If nobody is found, or they have played.
    """
    whole.check_round(number)
    played, play = whole.round(number), whole.team_play
    named = [who] if isinstance(who, Team) else []
    if isinstance(who, str) and who not in whole.by_key and whole.draws_teams:
        named = teams_called(whole, who)
    if len(named) == 1 and play is not None:
        (team,) = named
        lineup = team.lineup(number)[: play.size]
        found = _Missing(name=team.name, keys=tuple(filter(None, lineup)), unit=team.key)
        byes = of_teams(whole).round(number).byes
        found = replace(found, byes=tuple(key for key in byes if key == team.key))
    else:
        key = find_player(whole, str(who))
        seat = play.seats(number).get(key) if play is not None and whole.draws_teams else None
        found = _Missing(
            name=whole.name_of(key),
            keys=(key,),
            unit=key if seat is None else seat[0].key,
            whole=seat is None,
            byes=tuple(each for each in played.byes if each == key),
        )
    games = tuple(game for game in played.games if {*found.keys} & {*game.players})
    for game in games:
        if game.played:
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


def _match_stays(whole: Tournament, number: int, missing: _Missing) -> bool:
    """Whether a member of a team is missing whose match is played all the same."""
    play = whole.team_play
    if missing.whole or play is None:
        return False
    if any(
        match.begun
        for match in matches_of(whole, play, number)
        if missing.unit in (match.white, match.black)
    ):
        return True
    left = of_teams(whole.with_absences(number, missing.keys))
    return left.by_key[missing.unit].plays_in(number)


def _re_pair(state: CongressState, number: int, missing: _Missing, *, by_rule: bool) -> Edit:
    """The round drawn again without who is missing; as many boards as can be stay."""
    for game in () if state.tournament.draws_teams else missing.games:
        refuse_result(game)
    request = Request(
        round=number,
        absent=(missing.unit if missing.whole else missing.keys[0],),
        keep_most=True,
        bye_by_rule=by_rule,
        without_results=True,
    )
    drawing = draw(resolve(state, request))
    comparison = drawing.comparison
    changes = () if comparison is None else comparison.messages(drawing.plan.before)
    messages = (drawing.summary, *changes)
    return replace(drawing.edit, messages=messages, questions=(), values={})


def _forfeited(whole: Tournament, number: int, missing: _Missing) -> Edit:
    """Who is missing loses by forfeit."""
    if not missing.games:
        raise RuleError(
            phrase("{name} has the bye, so that nobody wins by forfeit", name=missing.name)
        )
    fresh, messages = {}, []
    for game in missing.games:
        lost = {
            key in missing.keys or not whole.by_key[key].plays_in(number) for key in game.players
        }
        won = Result.BLACK_WINS if game.white in missing.keys else Result.WHITE_WINS
        outcome = won if len(lost) > 1 else Result.BOTH_LOSE
        fresh[game.table] = game.with_result(outcome, by_default=True)
        messages.append(
            phrase(
                "round {round}, table {table}: {result}",
                round=number,
                table=game.table,
                result=describe_ending(whole, game, fresh[game.table].ending),
            )
        )
    after = with_attendance(whole, missing.keys, [number], absent=True)
    return Edit(
        tournament=with_games(after, number, fresh),
        summary=joined("; ", messages),
        messages=tuple(messages),
    )


def _waiting(congress: CongressState, number: int, missing: _Missing) -> Edit:
    """Who is missing leaves the game, and the opponent waits, with the bye if nobody has it."""
    if not missing.whole:
        raise RuleError(
            phrase(
                "{name} plays at a board of a match, where nobody waits alone", name=missing.name
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
    gone = with_attendance(done.tournament, [missing.unit], [number], absent=True)
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
    if not (free or had or after.draws_teams):
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
