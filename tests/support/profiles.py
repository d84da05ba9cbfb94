"""How hard the tests search: the environment variable ``FASTPAIR_TEST_PROFILE`` says so.

``dev`` (default)
    A small sample of what is alike.
``ci``
    More of it, always the same, and the tests marked ``ci``, which build the engine or take seconds:
    a short form of those that start many processes or walk through all pages.
``nightly``
    Much more of it, and the tests marked ``nightly``, which take minutes.
"""

from __future__ import annotations

import os
from zlib import crc32

PROFILES = ("dev", "ci", "nightly")
PROFILE = os.environ.get("FASTPAIR_TEST_PROFILE", PROFILES[0])
_SHARES = {"dev": 0.05, "ci": 0.1, "nightly": 10}


def sampled(number):
    """How many of so many cases that are alike this profile looks at: ``ci`` at a tenth of them."""
    return max(1, int(number * _SHARES[PROFILE]))


def few(cases, number=3, ci=None):
    """Of cases that are alike, ``dev`` looks at so many, from the first to the last.

    ``ci`` looks at all of them, or at as many as are stated for it; ``nightly`` at all.
    """
    cases = [*cases]
    number = {"dev": number, "ci": ci}.get(PROFILE)
    if number is None or len(cases) <= number:
        return cases
    return [cases[place * (len(cases) - 1) // max(number - 1, 1)] for place in range(number)]


def in_turn(cases, name, number=1):
    """Of what is tried with each of many files, so many for the file of this name; ``nightly`` all.

    The turn goes round: each of the cases is tried with some of the files.
    """
    cases = [*cases]
    if PROFILE == "nightly" or len(cases) <= number:
        return cases
    first = crc32(name.encode()) % len(cases)
    return [cases[(first + place) % len(cases)] for place in range(number)]
