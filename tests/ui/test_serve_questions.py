"""Questions on the page about the draw of a round: the answers are those of the commands."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from congress_files import games
from fastpair.formats import read


def ask(director, **fields):
    """The answer of the page, and what it says."""
    answer = director.get("/boards/1/whatif", params=fields)
    assert answer.status_code in (200, 409)
    sentences = re.findall(r'<p class="sentence">(.*?)</p>', answer.text, re.S)
    return answer.text, [unescape(sentence) for sentence in sentences]


def test_several_conditions_at_once(director, drawn, run):
    one, two, three, four = (key for table in (1, 2) for key in games(drawn)[table].players)
    (idle,) = read(drawn).tournament.round(1).byes
    fields = {"kind1": "force", "one1": one, "other1": three}
    fields |= {"kind2": "forbid", "one2": two, "other2": four}
    fields |= {"kind3": "drop", "one3": idle, "other3": "", "kind4": "force", "one4": ""}
    page, said = ask(director, **fields)
    typed = ("--force", one, three, "--forbid", two, four, "--drop", idle)
    assert said == run("whatif", drawn, *typed)[1].splitlines()
    assert page.count('<label class="check"><input type="checkbox" name="kind') == 3
    # What is no longer ticked is not sent; its players are.
    del fields["kind2"]
    _, fewer = ask(director, **fields)
    assert fewer == run("whatif", drawn, "--force", one, three, "--drop", idle)[1].splitlines()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind1": "force", "one1": "KEY", "other1": ""}, "name two players, not"),
        ({"kind1": "marry", "one1": "KEY", "other1": "KEY"}, "not 'marry'"),
        ({"kind1": "drop", "one1": "Nobody Known"}, "Nobody Known"),
        ({"kind1": "add", "one1": "KEY", "other1": "KEY"}, "choose one player to add"),
    ],
)
def test_what_is_no_question_is_refused(director, drawn, fields, words):
    key = games(drawn)[1].white
    given = {name: key if value == "KEY" else value for name, value in fields.items()}
    page, said = ask(director, **given)
    assert said == []
    assert words.casefold() in unescape(page).casefold()


def test_a_question_without_conditions_is_a_form(director, drawn):
    page, said = ask(director)
    assert said == []
    assert 'name="one1"' in page


def test_advice_is_that_of_the_command(director, drawn, run):
    answer = director.get("/rules/1/advice")
    assert answer.status_code == 200
    text = answer.text[answer.text.index('<ul class="review">') :]
    text = text[: text.index("</ul>")]
    advised = json.loads(run("advise", drawn, "--json")[1])["advice"]
    assert advised
    for each in advised:
        assert each["sentence"][1:] in unescape(text)
        assert f"Source: {each['source']}" in unescape(text)
    assert answer.text.count('<svg class="chart"') >= 3
    kinds = text.count('class="t"')
    assert (
        f'<h2>Suggestions</h2><span class="count">{kinds}</span>' in director.get("/rules/1").text
    )
    assert ".bar" in director.get("/static/chart.css").text


@pytest.mark.parametrize("panel", ["why", "opponents", "whatif", "best", "kept", "seat"])
def test_no_panel_shows_a_weight_before_it_is_asked_for(director, drawn, panel):
    first, second = games(drawn)[1], games(drawn)[2]
    director.do("/boards/1/swap", one=first.white, other=second.white)
    fields = {"one": first.white, "other": second.black, "key": first.white}
    fields |= {"kind1": "force", "one1": first.white, "other1": second.white}
    answer = director.get(f"/boards/1/{panel}", params=fields)
    assert answer.status_code == 200
    asked_for = re.findall(r"<summary>Details</summary>(.*?)</details>", answer.text, re.S)
    shown = re.sub(
        r"<[^>]*>", " ", re.sub(r"<summary>Details.*?</details>", "", answer.text, flags=re.S)
    )
    assert not re.search(r"\d{1,3}(,\d{3})+|\d{5,}", unescape(shown))
    words = (
        r"more point|more draw|more game|fewer|worse|costs nothing|decides|drawbacks of their game"
    )
    badges = "No drawback|Small drawback|Score difference|Same club|Handicap|Forbidden"
    assert re.search(badges if panel == "seat" else words, shown)
    assert all(re.search(r"\d{1,3}(,\d{3})+", text) for text in asked_for)
    assert bool(asked_for) == (panel in ("why", "whatif"))
