"""What the arguments of the engine ask for, and the statuses with which it ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ...app.engine_protocol.statuses import BAD_REQUEST, RefusalError
from ...go.tournament.systems import FIDE_SYSTEMS
from ...parameters import number_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Literal

    Task = Literal["", "pair", "rounds", "check", "generate"]

_SYSTEMS = [f"--{name}" for name in FIDE_SYSTEMS]

USAGE = f"""\
usage: fastpair-engine [--SYSTEM] IN -p [OUT] [-l [LIST]]       pair the next round of a report
       fastpair-engine [--SYSTEM] IN -c [ROUND] [-l [LIST]]     pair every round again, or one
       fastpair-engine [--SYSTEM] -check IN                     check rounds, points and tie-breaks
       fastpair-engine [--SYSTEM] -g [CONFIG|SEED] -o OUT [-s SEED]   make a tournament
       fastpair-engine -r                                       show the release
--SYSTEM is {", ".join(_SYSTEMS[:-1])} or {_SYSTEMS[-1]}; without it, that of the report counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRequest:
    """What the arguments ask for."""

    task: Task = ""

    system: str | None = None
    """Name of the system; None for that of the report."""

    file: str = ""
    """The report that is read."""

    output: str = ""
    """The file that is written; empty for standard output."""

    checklist: str | None = None
    """The file of the checklist, empty for the one named after the report; None for no list."""

    round: int | None = None
    """The only round that is checked."""

    config: str = ""
    """A file that says what a tournament is to be like, or a seed."""

    seed: int | None = None

    release: bool = False


class _Words:
    """Arguments that are read one after the other."""

    def __init__(self, words: list[str]) -> None:
        self._words, self._at = words, 0

    def __bool__(self) -> bool:
        return self._at < len(self._words)

    def take(self) -> str:
        """The next one."""
        self._at += 1
        return self._words[self._at - 1]

    def take_value(self) -> str:
        """The next one, unless it is an option; empty if it is, or if there is none."""
        following = self._words[self._at : self._at + 1]
        return self.take() if following and not _is_option(following[0]) else ""


def parse(words: list[str]) -> EngineRequest:
    """What arguments ask for.

    Raises
    ------
    RefusalError
        If they cannot be understood.
    """
    request, left = EngineRequest(), _Words(words)
    seen = set[str]()
    while left:
        word = left.take()
        if not _is_option(word):
            if request.file:
                raise _misuse(
                    f"unexpected argument {word!r}: {request.file!r} is the file that is read"
                )
            request = replace(request, file=word)
            continue
        if word in ("-h", "--help"):
            return EngineRequest()
        kind = "--" if word.startswith("--") else word
        if kind in seen:
            raise _misuse(f"{word!r}: stated twice")
        seen.add(kind)
        option = _OPTIONS.get(kind)
        if option is None:
            raise _misuse(f"unknown argument {word!r}")
        request = option(request, word, left)
    _refuse_incomplete(request, seen)
    return request


def _is_option(word: str) -> bool:
    return word.startswith("-") and word != "-"


def _misuse(message: str) -> RefusalError:
    return RefusalError(BAD_REQUEST, f"Error: {message} (--help shows the usage)")


def _refuse_incomplete(request: EngineRequest, seen: set[str]) -> None:
    """Refuse what does not fit together, or lacks something."""
    if request.task in ("pair", "rounds", "check") and not request.file:
        raise _misuse("the file that is to be read is missing")
    if request.task == "generate" and request.file:
        raise _misuse(f"unexpected argument {request.file!r}: -g reads no report")
    if request.task == "generate" and not request.output:
        raise _misuse("-o OUT is missing: it names the file of the tournament")
    if not request.task and (request.file or request.system is not None):
        raise _misuse("nothing is asked for: -p pairs, -c checks")
    if request.file == "-" and request.checklist == "":
        raise _misuse("-l: name a file for the checklist of standard input")
    fits = {"-o": ("generate",), "-s": ("generate",), "-l": ("pair", "rounds")}
    for word, tasks in fits.items():
        if word in seen and request.task not in tasks:
            raise _misuse(f"{word!r} does not fit what is asked for")


def _with_task(request: EngineRequest, task: Task) -> EngineRequest:
    if request.task:
        raise _misuse("more than one task: state one of -p, -c, -check and -g")
    return replace(request, task=task)


def _pair(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(_with_task(request, "pair"), output=left.take_value())


def _rounds(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    value = left.take_value()
    number = _whole(word, value, least=1) if value else None
    return replace(_with_task(request, "rounds"), round=number)


def _check(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    request = _with_task(request, "check")
    return request if request.file else replace(request, file=left.take_value())


def _generate(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(_with_task(request, "generate"), config=left.take_value())


def _checklist(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(request, checklist=left.take_value())


def _output(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    name = left.take_value()
    if not name:
        raise _misuse("-o: the name of a file is missing")
    return replace(request, output=name)


def _seed(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(request, seed=_whole(word, left.take_value()))


def release() -> str:
    """The name of the program and its release."""
    from ... import __version__

    return f"fastpair-engine {__version__}"


def _release(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(request, release=True)


def _system(request: EngineRequest, word: str, left: _Words) -> EngineRequest:
    return replace(request, system=word[2:])


_DIGITS = 18
"""Most digits of a number: seeds are 64 bits."""


def _whole(option: str, word: str, *, least: int = 0) -> int:
    number = number_in(word, _DIGITS)
    if number is None or number < least:
        raise _misuse(f"{option}: expected a number from {least}, found {word!r}")
    return number


_OPTIONS: Mapping[str, Callable[[EngineRequest, str, _Words], EngineRequest]] = {
    "--": _system,
    "-p": _pair,
    "-c": _rounds,
    "-check": _check,
    "-g": _generate,
    "-l": _checklist,
    "-o": _output,
    "-s": _seed,
    "-r": _release,
}

_COMPLETIONS = {
    "bash": "complete -o default -W '{words}' fastpair-engine",
    "zsh": "compctl -f -k '({words})' fastpair-engine",
    "fish": "complete -c fastpair-engine -a '{words}'",
}


def completion(shell: str) -> str:
    """What a shell runs to complete the arguments of the engine."""
    words = (word for word in _OPTIONS if word != "--")
    return _COMPLETIONS[shell].format(words=" ".join((*words, *_SYSTEMS)))
