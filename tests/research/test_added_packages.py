"""Models and systems of other packages: the example of docs/how-to/add-a-model-or-system.md."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib

import pytest

from builders import player
from congress_files import save
from fastpair.go.tournament import Rules, Tournament
from fastpair.pairing.systems import SYSTEMS
from fastpair.pairing.weights import MODELS
from repository import ROOT

PAGE = (ROOT / "docs" / "how-to" / "add-a-model-or-system.md").read_text(encoding="utf-8")
DECLARED = tomllib.loads(re.search(r"```toml\n(.*?)```", PAGE, re.S)[1])["project"]
SOURCE = re.search(r"```python\n(.*?)```", PAGE, re.S)[1]
EVENING = str(ROOT / "examples" / "evening.xml")


def install(folder, entry_points, source=SOURCE, package="clubnight"):
    """Put a package of one module where pip would."""
    folder.mkdir(exist_ok=True)
    (folder / f"{package}.py").write_text(source, encoding="utf-8")
    information = folder / f"{package}-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8"
    )
    lines = [
        line
        for group, entries in entry_points.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (information / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def clubnight(tmp_path):
    return install(tmp_path / "packages", DECLARED["entry-points"])


def python(packages, *arguments):
    path = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


EACH = """
import contextlib, io, json, sys
from fastpair.ui.cli import main
for line in json.loads(sys.argv[1]):
    streams = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        status = main(line)
    print(json.dumps([status, *(stream.getvalue() for stream in streams)]))
"""


def fastpair(packages, *lines):
    """Status, output and errors of each of some commands, in one process that finds the packages."""
    done = python(packages, "-c", EACH, json.dumps(lines))
    assert (done.returncode, done.stderr) == (0, ""), done
    return [json.loads(line) for line in done.stdout.splitlines()]


def answers(packages, *lines):
    """What each of some commands prints, none of which complains."""
    found = fastpair(packages, *lines)
    assert [(status, errors) for status, _, errors in found] == [(0, "")] * len(lines), found
    return [output for _, output, _ in found]


def test_a_model_and_a_system_draw_and_are_described(clubnight, tmp_path):
    file = tmp_path / "far.toml"
    file.write_text('model = "near-ratings"\nreach = 900.0\n', encoding="utf-8")
    draw = ("draw", EVENING, "--round", "2", "--json")
    by_model, by_file, by_system, *described = answers(
        clubnight,
        (*draw, "--model", "near-ratings"),
        (*draw, "--model", str(file)),
        (*draw, "--system", "neighbours"),
        ("models",),
        ("systems",),
        ("models", "show", "near-ratings"),
    )
    drawn, far, paired = map(json.loads, (by_model, by_file, by_system))
    assert drawn["model"] == "near-ratings"
    assert {"near_rating", "club"} <= {*drawn["boards"][0]["components"]}
    assert drawn["total_weight"] != far["total_weight"]
    assert paired["system"] == "neighbours"
    assert len(paired["boards"]) == 3
    assert "near-ratings: Opponents of about the same rating" in described[0]
    assert "neighbours: Who stands next to each other" in described[1]
    assert "reach = 400.0" in described[2]
    one, other = (drawn["boards"][0][side] for side in ("white", "black"))
    near = ("--round", "2", "--model", "near-ratings")
    (why,) = answers(clubnight, ("why", EVENING, one, other, *near))
    assert "near rating" in why


def test_names_are_listed_without_any_import(clubnight):
    code = (
        "import sys\n"
        "from fastpair.pairing.systems import SYSTEMS\n"
        "from fastpair.pairing.weights import MODELS\n"
        "assert 'near-ratings' in [*MODELS] and 'neighbours' in [*SYSTEMS]\n"
        "found = [name for name in sys.modules if 'research' in name or name == 'clubnight']\n"
        "assert not found, found"
    )
    done = python(clubnight, "-c", code)
    assert done.returncode == 0, done.stderr


def test_what_a_director_draws_by_imports_nothing_that_is_studied(tmp_path):
    code = (
        "import sys\n"
        "from fastpair.ui.cli import main\n"
        "for stated in (['--model', 'opengotha351'], ['--model', 'opengotha352'],\n"
        "               ['--model', 'fastpair'], ['--system', 'swiss'], ['--system', 'round-robin'],\n"
        "               ['--system', 'cup']):\n"
        "    assert main(['draw', sys.argv[1], '--round', '1', *stated]) == 0\n"
        "assert not [name for name in sys.modules if name.startswith('fastpair.research')]"
    )
    eight = Tournament(rules=Rules(rounds=5), players=tuple(map(player, "ABCDEFGH")))
    file = tmp_path / "eight.json"
    save(eight, file)
    done = python(tmp_path, "-c", code, str(file))
    assert done.returncode == 0, done.stderr


UNUSABLE = {
    "nowhere:Model": "ModuleNotFoundError: No module named 'nowhere'",
    "clubnight:Nothing": "AttributeError: ",
    "clubnight:Neighbours": "TypeError: ",
    "clubnight:NearRatings": "expected a WeightModel of this name",
}


def test_what_cannot_be_used_is_named_and_stops_nothing_else(tmp_path):
    """Nor does anybody take a name of fastpair's, and of two packages with a name neither has it."""
    models = {f"odd{place}": value for place, value in enumerate(UNUSABLE)}
    near = dict.fromkeys(("macmahon", "twice"), "clubnight:NearRatings")
    systems = {"odd": "clubnight:NearRatings"}
    packages = install(
        tmp_path / "packages", {"fastpair.models": models | near, "fastpair.systems": systems}
    )
    install(packages, {"fastpair.models": {"twice": "other:Model"}}, "", "other")
    draw = ("draw", EVENING, "--round", "2")
    *refused, by_system, usual, own = fastpair(
        packages,
        *((*draw, "--model", name) for name in (*models, "twice", "unknown")),
        (*draw, "--system", "odd"),
        draw,
        (*draw, "--model", "macmahon", "--json"),
    )
    reasons = [
        *((f"the model {name!r} of the package clubnight cannot be used: ",) for name in models),
        ("'twice' is in several packages, clubnight, other",),
        (", ".join(MODELS.own), *models),
    ]
    for said, why, (status, output, errors) in zip(
        reasons, (*UNUSABLE.values(), "", ""), refused, strict=True
    ):
        assert (status, output) == (2, "")
        assert all(words in errors for words in (*said, why)), errors
        assert "Traceback" not in errors
    assert by_system[0] == 2
    assert (
        "the system 'odd' of the package clubnight cannot be used: expected a Sys" in by_system[2]
    )
    assert (usual[0], usual[2], own[0]) == (0, "", 0)
    assert "near_rating" not in json.loads(own[1])["boards"][0]["components"]


@pytest.mark.parametrize("registry", [MODELS, SYSTEMS], ids=lambda each: each.kind)
def test_what_is_studied_is_declared_as_others_declare_theirs(registry):
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = tomllib.loads(text)["project"]["entry-points"][f"fastpair.{registry.kind}s"]
    assert {*declared} < {*registry.own}
    assert all(registry[name].__module__.startswith("fastpair.research.") for name in declared)
