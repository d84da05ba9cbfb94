"""Rounds that the engine pairs, and pairs again."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING

from ...letters import visible
from ...pairing.rounds import draw_round, situation_of
from ..process import print_error, print_text
from .arguments import BAD_REQUEST, DIFFERENCE, DONE, NO_PAIRING, RefusalError, release
from .report import Input, refusing, write_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...formats.document import StatedStandings
    from ...go.tournament import Tournament
    from ...pairing.draw import Draw
    from ...pairing.systems import Situation
    from ...pairing.systems.criteria import PlayerFacts
    from .arguments import Request

    Pair = tuple[int, int]
    """Numbers of White and Black; of the player with the bye and 0."""

_NO_COLOUR = "Please configure the initial piece colors."


# ---- The next round ----


def pair(request: Request) -> None:
    """Pair the round after the last one with games, and write its pairs.

    Raises
    ------
    RefusalError
        If the report cannot be read, the round cannot be paired, or a file cannot be written.
    """
    entry = Input.read(request)
    with refusing(f"Error while pairing {entry.path}"):
        number = _next_round(entry)
        past = _without_byes(entry.tournament, number)
        if not past.to_pair(number):
            why = f"No valid pairing exists: nobody takes part in round {number}"
            raise RefusalError(NO_PAIRING, f"Error while pairing {entry.path}: {why}")
        situation = situation_of(past, number)
        if entry.system.lacks_first_colour(situation):
            raise RefusalError(BAD_REQUEST, f"Error while pairing {entry.path}: {_NO_COLOUR}")
        draw = draw_round(past, number, system=entry.system)
    for doubt in entry.doubts:
        print_error(visible(f"Warning: {entry.path}: {doubt}"))
    pairs = _pairs(entry, draw)
    files = {}
    if request.checklist is not None:
        lines = [*_checklist(entry, situation, pairs), "", "", release()]
        files[_name_of_list(request)] = "\n".join(lines)
    answer = "\n".join([f"{len(pairs)}", *(f"{one} {other}" for one, other in pairs)])
    if request.output not in ("", "-"):
        files[request.output] = f"{answer}\n"
    write_files(files, entry.path)
    if request.output in ("", "-"):
        print_text(answer)


def _next_round(entry: Input) -> int:
    """The round after the last one that was paired: who has a requested bye or an absence in it, takes no part."""
    tournament = entry.tournament
    number = 1 + tournament.last_paired
    if number > tournament.rules.rounds:
        message = f"Error while pairing {entry.path}: all {number - 1} rounds are played"
        raise RefusalError(BAD_REQUEST, message)
    for earlier in range(1, number):
        for line in tournament.unfinished(earlier, ()):
            raise RefusalError(BAD_REQUEST, f"Error while pairing {entry.path}: {line}")
    return number


def _without_byes(tournament: Tournament, number: int) -> Tournament:
    """The tournament before a round, in which those take no part who are to have a bye that they asked for."""
    byes = tournament.round(number).byes
    return tournament.before(number).with_absences(number, byes)


def _pairs(entry: Input, draw: Draw) -> list[Pair]:
    """The pairs of a round in the order of the boards, and the bye."""
    number = entry.number
    pairs = [(number[board.white], number[board.black]) for board in draw.boards]
    return pairs + [(number[key], 0) for key in (draw.bye,) if key is not None]


# ---- The checklist ----


def _name_of_list(request: Request) -> str:
    name = request.checklist or str(PurePath(request.file).with_suffix(".list"))
    if request.output and PurePath(name) == PurePath(request.output):
        raise RefusalError(
            BAD_REQUEST, f"Error: {name} would be the file of the pairs and of the list"
        )
    return name


_FLOATS = {1: "D", -1: "U", 0: " "}
_COLOURS = {1: "w", -1: "b", 0: "a"}
"""Letters of colours; ``a`` for any."""


def _checklist(entry: Input, situation: Situation, pairs: list[Pair]) -> Iterator[str]:
    """What the players bring into a round, the highest ranked first, a gap before each score.

    Managers read the cells by their places. A cell is right-aligned in its column, and has a tab behind it.
    """
    current = {}
    for one, other in pairs:
        current[one], current[other] = f"({other}W)" if other else "(bye)", f"({one}B)"
    rounds = range(1, situation.round_number)
    colours = "-" * situation.round_number
    rows = [
        ("ID", "Pts", colours, "Pref", "C2", "C14", "C16", "Cur", "", *map("R{}".format, rounds))
    ]
    scores: list[int | None] = [None]
    for facts in entry.system.facts(situation):
        number = entry.numbers[facts.row]
        scores.append(facts.score_x2)
        rows.append(
            (
                str(number),
                f"{facts.score_x2 / 2:.1f}",
                _colours(situation, facts.row),
                _preference(facts),
                "Y" if facts.may_have_bye else "N",
                *(_FLOATS[each] for each in facts.floats),
                current.get(number, ""),
                "",
                *_opponents(entry, situation, facts.row),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    former = None
    for score, row in zip(scores, rows, strict=True):
        if score is None or score != former:
            yield ""
        former = score
        yield "".join(f"{cell:>{width}}\t" for cell, width in zip(row, widths, strict=True))


def _preference(facts: PlayerFacts) -> str:
    """An absolute one as a capital letter, a strong one in brackets, a mild one as a small letter; ``A`` for none."""
    letter = _COLOURS[facts.preference]
    if facts.strength == 2:
        return f"({letter.upper()})"
    return f"{letter} " if facts.strength == 1 else f"{letter.upper()} "


def _colours(situation: Situation, row: int) -> str:
    """The colours of the games that were played, one letter each."""
    history, before = situation.history, situation.round_number - 1
    played = history.played[row, :before]
    return "".join(
        _COLOURS[colour].upper() for colour in history.colour[row, :before][played].tolist()
    )


def _opponents(entry: Input, situation: Situation, row: int) -> Iterator[str]:
    """The number of the opponent in each earlier round; nothing where no game was played."""
    history = situation.history
    for column in range(situation.round_number - 1):
        played, opponent = history.played[row, column], int(history.opponent[row, column])
        yield str(entry.numbers[opponent]) if played else ""


# ---- Rounds that are paired again ----


def check_rounds(request: Request) -> int:
    """Pair rounds again, and say where the pairs or colours are others than those of the report.

    A whole check says, too, which values and places of its standings are others than its games give.

    Returns
    -------
    int
        The exit status: of a whole check `DIFFERENCE` if there is any.

    Raises
    ------
    RefusalError
        If the report cannot be read, or a file cannot be written.
    """
    entry, found = Input.read(request), False
    played = sorted({game.round for game in entry.tournament.games})
    if request.round is not None and request.round not in played:
        raise RefusalError(
            BAD_REQUEST, f"Error: {entry.path} has no games of round {request.round}"
        )
    lists: list[str] = []
    for number in played if request.round is None else [request.round]:
        print_text(f"{visible(entry.path)}: Round #{number}")
        for line in _differences(entry, number):
            print_text(line)
            found = True
        if request.checklist is not None:
            lists += _list_of_played(entry, number)
    if request.checklist is not None:
        text = "".join(f"{line}\n" for line in lists)
        write_files({_name_of_list(request): text}, entry.path)
    if request.task == "check" and entry.stated is not None and played:
        print_text(f"{visible(entry.path)}: Standings")
        for line in _differences_of_standings(entry, entry.stated):
            print_text(line)
            found = True
    return DIFFERENCE if found and request.task == "check" else DONE


def _differences_of_standings(entry: Input, stated: StatedStandings) -> Iterator[str]:
    """The values and places of the standings that are others than the games give."""
    from ...app.reports.stated import check_standings

    for each in check_standings(entry.whole, stated).differences:
        value, expected = ("-" if it is None else f"{it:g}" for it in (each.value, each.expected))
        number = entry.number[each.player]
        yield f"  Player {number}: {each.criterion} {value}, expected {expected}"


def _differences(entry: Input, number: int) -> Iterator[str]:
    """The pairs of a round that are others than the system's, or have other colours."""
    from ...pairing.rounds import judge_round

    try:
        with refusing(f"Error while checking {entry.path}"):
            judged = judge_round(entry.tournament, number, system=entry.system)
    except RefusalError as refusal:
        if refusal.status != NO_PAIRING:
            raise
        yield "  No valid pairing exists"
        return
    if not (judged.criterion or judged.colours):
        return
    actual = _actual_pairs(entry, number)
    checker = _pairs_again(entry, number, actual)
    yield "  Checker pairings   Tournament pairings"
    ours, theirs = (
        [p for p in one if p not in other] for one, other in ((checker, actual), (actual, checker))
    )
    for one, other in zip_longest(ours, theirs):
        yield f"{_cell(one):<21}{_cell(other)}".rstrip()


def _cell(pair: Pair | None) -> str:
    return "" if pair is None else f"  {pair[0]:>4} - {pair[1]:>4}"


def _actual_pairs(entry: Input, number: int) -> list[Pair]:
    """The pairs of a round as they were played, and the bye."""
    games, numbers = entry.tournament.round(number).games, entry.number
    pairs = [(numbers[game.white], numbers[game.black]) for game in games]
    return pairs + [(numbers[key], 0) for key in entry.tournament.pairing_byes(number)]


def _pairs_again(entry: Input, number: int, actual: list[Pair]) -> list[Pair]:
    """The pairs that the same players should have; where a lot gives the first colour, the one that fits better."""
    from ...pairing.rounds.review import only_seated

    present, seen = only_seated(entry.tournament, number), {*actual}
    drawn = (
        _pairs(entry, draw_round(present, number, system=entry.system, seed=seed))
        for seed in (0, 1)
    )
    return max(drawn, key=lambda pairs: len(seen & {*pairs}))


def _list_of_played(entry: Input, number: int) -> Iterator[str]:
    """The checklist of a round that is played, with the pairs that it should have."""
    from ...pairing.rounds.review import only_seated

    actual = _actual_pairs(entry, number)
    pairs = _pairs_again(entry, number, actual)
    situation = situation_of(only_seated(entry.tournament, number), number)
    yield f"Round {number}"
    yield from _checklist(entry, situation, pairs)
    yield ""
