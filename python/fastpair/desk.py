"""A tournament file in which every action is written immediately, in Python."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .app.actions.locking import LockedFile
from .app.embedding.arguments import make_call
from .app.embedding.python_actions import PYTHON, PythonActions
from .congress import Congress, Outcome
from .letters import shortened

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    from .app.edits.outcome import Confirmation

__all__ = ["Desk"]


class Desk(PythonActions[Outcome], as_of="Congress"):
    """A tournament file in which every action is written immediately, as by the page.

    Each action locks the file, is recorded in the history, and can be undone; other programs and helpers may
    change the file between two of them. An action with a question writes nothing and raises it, unless its
    code is in ``confirmed``.

    Parameters
    ----------
    path
        The file, of any format.

    Examples
    --------
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp(), "evening.json")
    >>> players = [Player(key=name, name=name, first_name="") for name in ("Ann", "Bo")]
    >>> _ = Congress.new("Evening", preset="Swiss", rounds=1, players=players).save(file)
    >>> desk = Desk(file)
    >>> desk.draw(1).summary
    'round 1 drawn by the Swiss system: 1 board'
    >>> desk.congress.tournament.is_drawn(1)
    True
    """

    path: Path
    """The file."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self.congress  # noqa: B018 - says what is wrong with the file

    @property
    def congress(self) -> Congress:
        """The tournament as the file holds it.

        Raises
        ------
        FormatError
            If the file or its history cannot be read.
        """
        return Congress.open(self.path)

    def __repr__(self) -> str:
        return f"<Desk {shortened(self.path.name, 60)!r}>"

    def _repr_html_(self) -> str:
        return self.congress._repr_html_()

    def _perform(
        self,
        action: str,
        values: Mapping[str, object],
        round: int | None,
        confirmed: Confirmation,
    ) -> Outcome:
        said: list[str] = []
        with LockedFile.opened(self.path) as locked:
            done = locked.do(make_call(action, values, round, confirmed), PYTHON, said.append)
        return Outcome._of(done, tuple(said), self.congress)
