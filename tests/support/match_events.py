"""Events of `reference_matches` as tournaments: teams whose boards add up to their matches, or matches of two games."""

from __future__ import annotations

from dataclasses import replace

from fastpair import Constraints
from fastpair.go.teams import of_teams
from fastpair.go.tournament import (
    SWISS_RULES,
    Bye,
    FideRules,
    Game,
    Player,
    Result,
    Rules,
    Team,
    TeamPlay,
    Tournament,
)
from fastpair.pairing.systems import system_class

RESULTS = {
    (2, 0): Result.WHITE_WINS,
    (0, 2): Result.BLACK_WINS,
    (1, 1): Result.JIGO,
    (0, 0): Result.BOTH_LOSE,
}


def boards_of(event):
    """How many boards a match of teams has, as far as its matches show; 2 if none does."""
    sums = [m.white_games_x2 + m.black_games_x2 for played in event.before for m in played.matches]
    return max(sums, default=4) // 2 or 2


def can_be_told(event, settings):
    """Whether a tournament can hold the event.

    It has no bye of a whole match on request, no matches of one board and one kind of virtual points; and where the
    first half counts, who was entered for round 1 has a match, a bye or half a point in it.
    """
    free = [one for played in event.before for one in played.free if not one.allocated]
    full = any(one.points_x2 == 4 for one in free)
    boards = boards_of(event)
    if full or (settings.baku and event.virtual_x2) or boards < 2:
        return False
    if any(2 * one.games_x2 != boards * one.points_x2 for one in free):
        return False  # no match shows how many boards there are
    first = {one.number for one in event.entrants if one.entered == 1}
    in_first = _seen(event.before[0]) if event.before else first - event.absent
    return not settings.baku or first <= in_first


def _seen(played):
    """Who has something to show for a round."""
    free = {one.number for one in played.free if one.points_x2}
    return free.union(*({match.white, match.black} for match in played.matches))


def system_of(event, settings):
    """The system with what the settings leave open."""
    acceleration = "baku" if settings.baku else "none"
    if event.virtual_x2:
        rounds, numbers = (max(each) for each in zip(*event.virtual_x2, strict=True))
        worth = next(iter(event.virtual_x2.values())) / 2
        acceleration = f"{worth:g} in 1-{rounds} for 1-{numbers}"
    more = {
        "order": "entry",
        "acceleration": acceleration,
        "initial_colour": "white" if settings.initial == 1 else "black",
        "next_bracket": "fewest" if settings.fewest_next else "parity",
    }
    if settings.system == "double":
        baku_points = "match" if settings.baku_of_match else "game"
        return system_class("double-swiss")(**more, baku_points=baku_points)
    return system_class("swiss-team")(
        **more,
        colour_preferences=settings.preferences or "none",
        team_score="match" if settings.primary == "match" else "game",
        team_secondary="other" if settings.secondary else "none",
        last_preference="strong" if settings.strong_in_last else "none",
    )


def outcomes(match, boards):
    """Results at the boards, White's points first, that add up to a match."""
    white, black = match.white_games_x2, match.black_games_x2
    if not white and not black:
        return [(0, 0)] * boards
    draws = white % 2
    return [*[(2, 0)] * (white // 2), *[(1, 1)] * draws, *[(0, 2)] * (black // 2)]


def tournament_of(event, settings):
    """The tournament whose players are the entrants, their numbers as keys; and its constraints."""
    double = settings.system == "double"
    boards = 1 if double else boards_of(event)
    name = "double-swiss" if double else "swiss-team"
    known = {
        key: value
        for key, value in vars(system_of(event, settings)).items()
        if key in vars(FideRules())
    }
    rules = Rules(rounds=event.rounds, **SWISS_RULES)
    points = (
        {"wins_bye_x2": 3, "requested_bye_x2": 2}
        if double
        else {"wins_bye_x2": 1, "requested_bye_x2": 1}
    )
    rules = replace(
        rules,
        system=name,
        games=2 if double else 1,
        fide=FideRules(**known),
        points=replace(rules.points, **points),
    )
    whole = Tournament(
        kind="swiss",
        rules=rules,
        players=tuple(
            player
            for entrant in event.entrants
            for player in members(event, entrant, boards, double)
        ),
        games=tuple(
            game
            for number, played in enumerate(event.before, 1)
            for table, match in enumerate(played.matches)
            for game in games_of(match, number, table * boards + 1, boards, double)
        ),
        byes=tuple(
            Bye(round=number, player=str(one.number))
            for number, played in enumerate(event.before, 1)
            for one in played.free
            if one.allocated and double
        ),
    )
    if not double:
        teams = tuple(
            Team(
                key=str(entrant.number),
                name=f"Team {entrant.number}",
                lineups=(tuple(f"{entrant.number}.{board}" for board in range(boards)),),
            )
            for entrant in event.entrants
        )
        whole = of_teams(replace(whole, team_play=TeamPlay(teams=teams, size=boards)))
    forbid = frozenset(frozenset(map(str, pair)) for pair in event.prohibited)
    return whole, Constraints(forbid=forbid)


def members(event, entrant, boards, double):
    """The players of an entrant, with the rounds that they miss."""
    number = entrant.number
    away = {*range(1, entrant.entered)}
    asked = set()
    for round_number, played in enumerate(event.before, 1):
        seated = {key for m in played.matches for key in (m.white, m.black)}
        free = {one.number: one for one in played.free}
        if number in seated or (number in free and free[number].allocated):
            continue
        away.add(round_number)
        if number in free and free[number].points_x2:
            asked.add(round_number)
    if number in event.absent:
        away.add(event.next_round)
    keys = [str(number)] if double else [f"{number}.{board}" for board in range(boards)]
    return [
        Player(
            key=key,
            name=f"P{key}",
            rating=2500 - 10 * number,
            absences=frozenset(away),
            requested_byes=frozenset(asked),
        )
        for key in keys
    ]


def games_of(match, number, table, boards, double):
    """The games of a match."""
    if double:
        games = outcomes(match, 2)
        return [
            Game(
                round=number,
                table=table,
                white=str(match.white),
                black=str(match.black),
                result=RESULTS[games[0]],
                by_default=not match.played,
                second_result=RESULTS[games[1]],
                second_by_default=not match.played,
            )
        ]
    found = []
    for board, points in enumerate(outcomes(match, boards)):
        own, other = f"{match.white}.{board}", f"{match.black}.{board}"
        white_first = board % 2 == 0
        found.append(
            Game(
                round=number,
                table=table + board,
                white=own if white_first else other,
                black=other if white_first else own,
                result=RESULTS[points if white_first else points[::-1]],
                by_default=not match.played,
            )
        )
    return found
