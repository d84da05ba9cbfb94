"""Secrets that are shown by those who ask, and wrong ones."""

from __future__ import annotations

import hmac
from collections import deque
from threading import Lock
from time import monotonic


class Attempts:
    """How often somebody has guessed wrong; whoever knows what is asked is not held up by it.

    Parameters
    ----------
    most
        Wrong guesses in `seconds` after which further ones are refused unread.
    """

    def __init__(self, most: int = 20, seconds: float = 60) -> None:
        self._most, self._seconds = most, seconds
        self._wrong: deque[float] = deque(maxlen=most)
        self._lock = Lock()

    def wrong(self) -> bool:
        """Note a wrong guess, and say whether there have been too many."""
        with self._lock:
            now = monotonic()
            many = len(self._wrong) == self._most and now - self._wrong[0] < self._seconds
            self._wrong.append(now)
            return many


def same(typed: str, known: str) -> bool:
    """Whether two texts are the same, in a time that tells nothing of the difference."""
    return hmac.compare_digest(typed.encode("utf-8", "surrogatepass"), known.encode())
