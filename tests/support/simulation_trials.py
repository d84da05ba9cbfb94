"""Tournaments that are not played: what workers compute in the tests of simulations."""

from __future__ import annotations

import os
import time
from hashlib import sha256
from pathlib import Path

from fastpair.errors import RuleError
from fastpair.research.simulate import Contender, Plan


def measured(plan, contender, repeat):
    """Measures that depend on everything that a tournament depends on."""
    who = plan.contenders[contender]
    said = f"{plan.digest} {who.name} {repeat}"
    luck = int.from_bytes(sha256(said.encode()).digest()[:6], "big") / 2**48
    return tuple(
        {
            "kendall": luck / 3 + contender,
            "first wins": float(luck < 0.5),
            "error": number / (luck + 1),
        }
        for number in range(1, plan.sequence + 1)
    )


def slow(plan, contender, repeat):
    """The same, in a while."""
    time.sleep(0.02)
    return measured(plan, contender, repeat)


def marked(plan, contender, repeat):
    """The same; who has computed it leaves his mark in the folder that the plan's name is."""
    Path(plan.name, str(os.getpid())).touch()
    return slow(plan, contender, repeat)


def failing(plan, contender, repeat):
    """A tournament that cannot be played."""
    if repeat == 3:
        raise RuleError("nobody is there")
    return measured(plan, contender, repeat)


def deadly(plan, contender, repeat):
    """A tournament in which the worker is killed."""
    if repeat == 3:
        os.kill(os.getpid(), 9)
    return measured(plan, contender, repeat)


def a_plan(repeats=8, **more):
    """A plan of four contenders, with the two that every plan has."""
    contenders = (Contender(name="a", system="a"), Contender(name="b, c", system="b"))
    return Plan(repeats=repeats, contenders=contenders, **more)
