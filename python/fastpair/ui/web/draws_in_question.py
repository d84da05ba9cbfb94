"""The draws that were asked about last."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from ...app.draws.draw_in_question import DrawInQuestion, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .held import HeldFile


_REMEMBERED = 3
"""Draws that are kept, so that only the first question takes long."""


class Questions:
    """The draws that were asked about last, one question at a time.

    Parameters
    ----------
    held
        The file.
    """

    def __init__(self, held: HeldFile) -> None:
        self._held = held
        self._lock = Lock()
        self._draws: OrderedDict[tuple[str, int, int], DrawInQuestion] = OrderedDict()

    @contextmanager
    def draw(self, number: int) -> Iterator[DrawInQuestion]:
        """The draw of a round, for oneself.

        Raises
        ------
        RuleError
            If it has no weights that could be explained.
        """
        known = self._held.known()
        meant = known.digest, len(known.timeline.entries), number
        with self._lock:
            if meant not in self._draws:
                question = Question(round_number=number)
                draw = DrawInQuestion.of(known.document, self._held.file, question)
                self._draws[meant] = draw
                while len(self._draws) > _REMEMBERED:
                    self._draws.popitem(last=False)
            self._draws.move_to_end(meant)
            yield self._draws[meant]
