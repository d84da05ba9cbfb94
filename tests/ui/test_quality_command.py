"""``fastpair quality``: its tables, its JSON, and what it refuses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import partial
from importlib.resources import files
from xml.etree.ElementTree import fromstring

import pytest
from jsonschema import Draft202012Validator, ValidationError
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from congress_files import save
from fastpair.insight.quality import MEASURES, quality_of
from fastpair.pairing.generator import generate
from fastpair.pairing.weights import MODELS, model_named
from fastpair.report import quality_plot

SVG = "{http://www.w3.org/2000/svg}"
OPENGOTHA = {"opengotha351": model_named("opengotha351")}
LABELS = ["1", "2", "3", "all"]


@pytest.fixture(scope="module")
def tournament():
    return generate(40, 4, seed=21, play=3)


@pytest.fixture(scope="module")
def file(tournament, tmp_path_factory):
    return save(tournament, tmp_path_factory.mktemp("quality") / "congress.xml")


@pytest.fixture
def run(run):
    """Run the command; its status, output and errors."""
    return partial(run, "quality")


def tables(output):
    """The cells of the two tables, by column."""
    for text in output.split("\n\n")[1:3]:
        head, *lines = (re.split(r" {2,}", line.strip()) for line in text.splitlines())
        # Of the strict best there are the first two cells, and the last one.
        yield [
            dict(zip(head, [*line[:2], *[""] * (len(head) - len(line)), *line[2:]], strict=True))
            for line in lines
        ]


def test_every_round_is_shown_with_its_best(run, file, tournament):
    status, output, errors = run(file)
    assert (status, errors) == (0, "")
    lines = next(tables(output))
    quality = quality_of(tournament)
    names = ["played", "best"]
    assert [(line["Round"], line["Draw"]) for line in lines] == [
        (label, name) for label in LABELS for name in names
    ]
    values = [
        values
        for each in (*quality.rounds, quality)
        for values in (each.draws["played"].measures, each.best.measures)
    ]
    for line, value in zip(lines, values, strict=True):
        assert line["Off score"] == str(value["off_score"])
        assert float(line["Difference"]) == value["score_difference"]
        assert line["Imbalance"] == str(value["colour_imbalance"])
    games = [len(tournament.round(number).games) for number in (1, 2, 3)]
    assert [int(line["Games"]) for line in lines[::2]] == [*games, sum(games)]


def test_models_draw_every_round_again(run, file):
    status, output, _ = run(file, "--compare", "opengotha351", "opengotha352")
    assert status == 0
    draws, qualities = tables(output)
    names = ["played", "opengotha351", "opengotha352"]
    assert [(line["Round"], line["Draw"]) for line in draws] == [
        (label, name) for label in LABELS for name in (*names, "best")
    ]
    assert [(line["Round"], line["Draw"]) for line in qualities] == [
        (label, name) for label in LABELS for name in (*names, "best", "strict best")
    ]


def test_qualities_are_shown_with_what_is_proven(run, tmp_path):
    """In brackets where the best that was found is not proven."""
    tournament = generate(150, 3, seed=4, play=2)
    file = tmp_path / "large.xml"
    save(tournament, file)
    _, output, _ = run(file)
    _, lines = tables(output)
    quality = quality_of(tournament)
    brackets = 0
    for line, each in zip(lines[1::3], (*quality.rounds, quality), strict=True):
        assert line["Q_mms"] == line["Q_area"] == "1.0000"
        assert line["Q_colour"] == f"{each.best.q_colour:.4f}"
        assert line["Mixing variance"] == f"{each.best.found('mixing_variance'):.4f}"
    for line, each in zip(lines[2::3], (*quality.rounds, quality), strict=True):
        name = "strict_mixing_variance"
        found, *limit = line["Mixing variance"].split()
        assert found == f"{each.best.found(name):.4f}"
        assert limit == [f"({each.best.limit(name):.4f})"] * (not each.best.proven(name))
        brackets += len(limit)
    assert brackets


@pytest.mark.parametrize(
    "arguments",
    [
        ["{file}", "--compare", "opengotha351", "opengotha352"],
        ["--compare", "opengotha351", "opengotha352", "{file}"],
        ["--compare", "opengotha351", "--compare", "opengotha352", "{file}"],
    ],
)
def test_models_are_named_in_any_way(run, file, arguments):
    _, output, _ = run(*(word.format(file=file) for word in arguments), "--json")
    draws = json.loads(output)["total"]["draws"]
    assert list(draws) == ["played", "opengotha351", "opengotha352"]


def test_a_model_of_ones_own(run, file, tmp_path):
    """A file stands beside the model that it changes."""
    path = tmp_path / "my.toml"
    path.write_text(
        'model = "godraw2015"\n[coefficients]\nmms = 0.0\n[rules]\nlimit_scores = false\n', "utf-8"
    )
    _, output, _ = run(file, "--compare", "godraw2015", path, "--json")
    draws = json.loads(output)["total"]["draws"]
    assert list(draws) == ["played", "godraw2015", str(path)]
    assert draws["godraw2015"]["score_difference"] < draws[str(path)]["score_difference"]


def test_a_model_with_rules(run, file, tournament, tmp_path):
    """Two who meet in every round; only the first time it is no rematch."""
    seated = [set(tournament.round(number).seated) for number in (1, 2, 3)]
    game = next(g for g in tournament.round(1).games if set(g.players) <= set.intersection(*seated))
    names = [tournament.by_key[key].full_name for key in game.players]
    path = tmp_path / "my.toml"
    rules = f"[rules]\nforce = [{json.dumps(names)}]\n"
    path.write_text(f'model = "godraw2015"\n{rules}', encoding="utf-8")
    _, output, _ = run(file, "--compare", "godraw2015", path, "--json")
    rounds = json.loads(output)["rounds"]
    assert [each["draws"]["godraw2015"]["rematches"] for each in rounds] == [0, 0, 0]
    assert [each["draws"][str(path)]["rematches"] for each in rounds] == [0, 1, 1]


def test_a_model_with_a_range_of_scores(run, file, tmp_path):
    """Who finds nobody of the same score is left over."""
    path = tmp_path / "my.toml"
    text = 'model = "godraw2015"\n[rules]\nmax_score_difference = 0\n'
    path.write_text(text, encoding="utf-8")
    _, output, _ = run(file, "--compare", "godraw2015", path, "--json")
    draws = json.loads(output)["total"]["draws"]
    assert draws["godraw2015"]["off_score"] > draws[str(path)]["off_score"] == 0
    assert draws["godraw2015"]["games"] > draws[str(path)]["games"] > 0


def test_all_models(run, file):
    _, output, _ = run(file, "--compare", "all", "--json")
    assert list(json.loads(output)["total"]["draws"]) == ["played", *MODELS]


@pytest.fixture(scope="module")
def validator():
    text = files("fastpair.app").joinpath("quality.schema.json").read_text("utf-8")
    Draft202012Validator.check_schema(json.loads(text))
    return Draft202012Validator(json.loads(text))


@pytest.mark.parametrize("half_points", [False, True])
def test_json_is_as_the_schema_says_and_as_measured(run, file, tournament, validator, half_points):
    options = ["--half-points"] * half_points
    status, output, _ = run(file, "--json", "--compare", "opengotha351", *options)
    assert status == 0
    document = json.loads(output)
    validator.validate(document)
    quality = quality_of(tournament, OPENGOTHA, half_points=half_points)
    assert document["q_colour"] == quality.q_colour
    assert document["half_points"] == half_points
    assert document["top"] is document["top_ranking_error"] is None
    for told, each in zip(document["rounds"], quality.rounds, strict=True):
        assert (told["round"], told["players"]) == (each.round_number, each.players)
        for measure in MEASURES:
            name = measure.name
            assert told["best"][name] == each.best.measures[name]
            for draw, counted in each.draws.items():
                assert told["draws"][draw][name] == counted.measures[name]
        assert told["draws"]["played"]["q_mms"] == each.draws["played"].tally.q_mms
    total = document["total"]["draws"]["played"]
    error = quality.total_error(quality.draws["played"].measures, rounds=3)
    assert total["total_error"] == error > 0


def test_the_best_have_a_ranking_error_of_their_own(run, file, tournament, validator):
    error = quality_of(tournament, top=5).top_ranking_error
    document = json.loads(run(file, "--json", "--top", "5")[1])
    validator.validate(document)
    assert (document["top"], document["top_ranking_error"]) == (5, error)
    said = f"ranking error of the 5 highest ratings: {error:.1f} places"
    assert said in run(file, "--top", "5")[1]
    assert "highest ratings" not in run(file)[1]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"rounds": []},
        {"more": 1},
        {"q_colour": 1.5},
        {"total": {"draws": {}, "best": {}}},
    ],
)
def test_the_schema_refuses_what_is_no_quality(run, file, validator, change):
    _, output, _ = run(file, "--json")
    with pytest.raises(ValidationError):
        validator.validate(json.loads(output) | change)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{file}", "--compare", "gothaa"], "must be a model ("),
        (["{file}", "--compare", "{folder}/none.toml"], "none.toml: "),
        (["{file}", "--plot", "rounds.png"], "--plot: must be a file *.svg, not 'rounds.png'"),
        (["{file}", "--compare"], "requires an argument"),
        (["{file}", "--compare", "{folder}/who.toml"], "who.toml:3: prefer: no player 'Nobody'"),
        (["{folder}/none.xml"], "none.xml: "),
        (["{folder}/new.xml"], "new.xml: no round has a game yet"),
    ],
)
def test_bad_input_is_one_line(run, file, tmp_path, arguments, message):
    empty = generate(6, 2, seed=0)
    save(empty, tmp_path / "new.xml")
    rules = 'model = "gotha"\n[rules]\nprefer = [["Nobody", "Noone"]]\n'
    (tmp_path / "who.toml").write_text(rules, encoding="utf-8")
    words = [word.format(file=file, folder=tmp_path) for word in arguments]
    status, output, errors = run(*words)
    assert (status, output) == (2, "")
    assert message in errors
    assert errors.count("\n") == 1


def test_a_picture_of_all_rounds(run, file, tmp_path):
    """A line in every panel for each draw."""
    path = tmp_path / "all.svg"
    assert run(file, "--compare", "all", "--plot", path)[0] == 0
    picture = path.read_bytes()
    words = [element.text.strip() for element in fromstring(picture).iter(SVG + "text")]
    for word in ("played", "best", *MODELS, "games off score", "total error"):
        assert words.count(word) == 1
    assert not re.search(rb"<dc:date>", picture)


def test_the_picture_is_of_what_was_measured(tournament, monkeypatch):
    """Every value of a panel is on its line."""
    quality = quality_of(tournament, OPENGOTHA)
    shown = {}

    def plot(axes, rounds, values, *, label, **_):
        shown.setdefault(label, []).append((rounds, list(values)))

    monkeypatch.setattr(Axes, "plot", plot)
    quality_plot("", quality)
    rounds = [1, 2, 3]
    played = [each.draws["played"] for each in quality.rounds]
    assert set(shown) == {"played", "best", "strict best", "opengotha351"}
    assert (rounds, [draw.measures["off_score"] for draw in played]) in shown["played"]
    assert (rounds, [each.best.measures["off_score"] for each in quality.rounds]) in shown["best"]
    errors = [quality.total_error(draw.measures) for draw in played]
    assert shown["played"][-1] == (rounds, errors)


@pytest.fixture
def panels(monkeypatch):
    """Draw a picture; its panels by their headings, and its legend."""
    figures = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: figures.append(figure))

    def panels(title, quality):
        quality_plot(title, quality)
        *axes, legend = figures.pop().axes
        return {each.get_title(): each for each in axes}, legend.get_legend()

    return panels


def test_a_picture_of_one_round_has_one_tick_and_points_side_by_side(panels, tournament):
    quality = quality_of(tournament.before(2), OPENGOTHA)
    shown, _ = panels("", quality)
    for axes in shown.values():
        assert axes.get_xticks().tolist() == [1]
        lines = {line.get_label(): line for line in axes.lines}
        places = [lines[name].get_xdata()[0] for name in ("played", "opengotha351")]
        assert len(set(places)) == 2
        assert all(lines[name].get_marker() for name in ("played", "opengotha351"))


def scaled(draw, factor):
    """A draw with more games off score."""
    measures = {**draw.measures, "off_score": factor * draw.measures["off_score"] + factor}
    return replace(draw, measures=measures)


@pytest.mark.parametrize("outlying", ["opengotha351", "played"])
def test_a_model_far_off_does_not_flatten_the_others(panels, tournament, outlying):
    models = {name: model_named(name) for name in ("opengotha351", "godraw2015", "macmahon")}
    quality = quality_of(tournament, models)
    rounds = [
        replace(each, draws={**each.draws, outlying: scaled(each.draws[outlying], 40)})
        for each in quality.rounds
    ]
    shown, _ = panels("", replace(quality, rounds=tuple(rounds)))
    peaks = {line.get_label(): max(line.get_ydata()) for line in shown["games off score"].lines}
    top = shown["games off score"].get_ylim()[1]
    words = [text.get_text() for text in shown["games off score"].texts]
    if outlying == "played":
        assert top > peaks["played"]
        assert words == []
    else:
        assert peaks["opengotha351"] > top > peaks["godraw2015"]
        assert words == [f"above: opengotha351 up to {float(peaks['opengotha351']):.3g}"]


def test_every_model_has_a_line_of_its_own(panels, tournament):
    quality = quality_of(tournament, {name: model_named(name) for name in MODELS})
    shown, _ = panels("", quality)
    for axes in shown.values():
        looks = {(line.get_color(), line.get_linestyle()) for line in axes.lines}
        assert len(looks) == len(axes.lines)


def test_names_in_a_picture_are_no_formulas_and_it_is_the_same_every_time(tournament):
    model = model_named("godraw2015")
    quality = quality_of(tournament.before(2), {"_my $\\x$\n.toml": model})
    picture, again = (quality_plot("Open $\\frac$ \x9b", quality).decode() for _ in range(2))
    assert picture == again
    assert "Open $\\frac$ \\x9b: round by round" in picture
    assert picture.count("./_my $\\x$\\n.toml") == 1
