"""Rounds that the engine pairs, and pairs again."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING

from ...app.engine_protocol.reports import InputReport, write_files
from ...app.engine_protocol.statuses import BAD_REQUEST, DIFFERENCE, DONE, NO_PAIRING, RefusalError
from ...letters import visible
from ..process import print_error, print_text
from .arguments import release

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...app.engine_protocol.reports import Pair
    from ...formats.document import StatedStandings
    from ...pairing.systems import Situation
    from ...pairing.systems.criteria import PlayerFacts
    from .arguments import EngineRequest


# ---- The next round ----


def pair(request: EngineRequest) -> None:
    """Pair the round after the last one with games, and write its pairs.

    Raises
    ------
    RefusalError
        If the report cannot be read, the round cannot be paired, or a file cannot be written.
    """
    entry = InputReport.read(request.file, request.system, pairs=True)
    situation, pairs = entry.next_pairs()
    for doubt in entry.doubts:
        print_error(visible(f"Warning: {entry.path}: {doubt}"))
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


# ---- The checklist ----


def _name_of_list(request: EngineRequest) -> str:
    name = request.checklist or str(PurePath(request.file).with_suffix(".list"))
    if request.output and PurePath(name) == PurePath(request.output):
        raise RefusalError(
            BAD_REQUEST, f"Error: {name} would be the file of the pairs and of the list"
        )
    return name


_FLOATS = {1: "D", -1: "U", 0: " "}
_COLOURS = {1: "w", -1: "b", 0: "a"}
"""Letters of colours; ``a`` for any."""


def _checklist(entry: InputReport, situation: Situation, pairs: list[Pair]) -> Iterator[str]:
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


def _opponents(entry: InputReport, situation: Situation, row: int) -> Iterator[str]:
    """The number of the opponent in each earlier round; nothing where no game was played."""
    history = situation.history
    for column in range(situation.round_number - 1):
        played, opponent = history.played[row, column], int(history.opponent[row, column])
        yield str(entry.numbers[opponent]) if played else ""


# ---- Rounds that are paired again ----


def check_rounds(request: EngineRequest) -> int:
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
    entry, found = InputReport.read(request.file, request.system), False
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


def _differences_of_standings(entry: InputReport, stated: StatedStandings) -> Iterator[str]:
    """The values and places of the standings that are others than the games give."""
    from ...app.reports.stated import check_standings

    for each in check_standings(entry.whole, stated).differences:
        value, expected = ("-" if it is None else f"{it:g}" for it in (each.value, each.expected))
        number = entry.number[each.player]
        yield f"  Player {number}: {each.criterion} {value}, expected {expected}"


def _differences(entry: InputReport, number: int) -> Iterator[str]:
    """The pairs of a round that are others than the system's, or have other colours."""
    try:
        if entry.is_paired_so(number):
            return
    except RefusalError as refusal:
        if refusal.status != NO_PAIRING:
            raise
        yield "  No valid pairing exists"
        return
    actual, checker = entry.pairs_of(number), entry.pairs_again(number)
    yield "  Checker pairings   Tournament pairings"
    ours, theirs = (
        [p for p in one if p not in other] for one, other in ((checker, actual), (actual, checker))
    )
    for one, other in zip_longest(ours, theirs):
        yield f"{_cell(one):<21}{_cell(other)}".rstrip()


def _cell(pair: Pair | None) -> str:
    return "" if pair is None else f"  {pair[0]:>4} - {pair[1]:>4}"


def _list_of_played(entry: InputReport, number: int) -> Iterator[str]:
    """The checklist of a round that is played, with the pairs that it should have."""
    yield f"Round {number}"
    yield from _checklist(entry, entry.before(number), entry.pairs_again(number))
    yield ""
