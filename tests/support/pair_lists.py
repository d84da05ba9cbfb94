"""Pairs as lists."""

from __future__ import annotations


def pairs_of(found):
    return {frozenset((one, other)) for one, other in found.items() if other is not None}
