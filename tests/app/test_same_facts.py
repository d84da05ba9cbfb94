"""The draw, Why, Check and the lists show the same scores, and count the same games as colours."""

import json
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

import fastpair
from fastpair.app.reports.check import FindingKind, findings
from fastpair.formats import FORMATS
from fastpair.go.scores import scores_before
from fastpair.pairing.generator import Happenings, generate
from fastpair.pairing.rounds import draw_round

BALANCE = {
    "White as often as Black": 0,
    "White once more": 1,
    "White twice more": 2,
    "Black once more": -1,
    "Black twice more": -2,
}
HANDICAP_GAMES_COUNT = {"opengotha351": False, "opengotha352": False, "fastpair": True}
"""Whether a model counts the colours of handicap games: the papers do, OpenGotha does not."""


def colours_of(tournament, model):
    """Games with White and with Black of everybody, counted one by one."""
    found = {player.key: [0, 0] for player in tournament.players}
    for game in tournament.games:
        counts = not game.by_default if HANDICAP_GAMES_COUNT[model] else not game.handicap
        if counts:
            found[game.white][0] += 1
            found[game.black][1] += 1
    return found


def balances_in(clause, names):
    """The players and balances that a clause states of two."""
    if clause.startswith("both have had "):
        return [(key, balance_of(clause)) for key in names.values()]
    if " has had " not in clause:
        return []
    first, second = clause.split(", ")
    first_name, first_words = first.split(" has had ")
    other = next(name for name in names if name != first_name)
    return [(names[first_name], balance_of(first_words)), (names[other], balance_of(second))]


def balance_of(words):
    """The balance that words state."""
    for known, balance in BALANCE.items():
        if words.endswith(known):
            return balance
    colour, count = re.search(r"(White|Black) (\d+) times more$", words).groups()
    return int(count) * (1 if colour == "White" else -1)


@given(st.integers(0, 99), st.sampled_from([*HANDICAP_GAMES_COUNT]))
def test_scores_and_colours_are_the_same_everywhere(seed, model):
    happenings = Happenings(forfeits="10%", jigos="10%", byes_asked="10%")
    played = generate(18, 6, seed=seed, play=4, happenings=happenings)
    played = replace(played, rules=replace(played.rules, model=model))
    draw = draw_round(played, 5)
    listed = scores_before(played, 5)
    colours = colours_of(played, model)
    document = json.loads(FORMATS["fastpair"].new(played)) | {"draw": {"round": 5}}
    for board in draw.boards[:3]:
        pair = [board.white, board.black]
        exact = [board.white_score, board.black_score]
        assert [listed[key] for key in pair] == [(score, score) for score in exact]
        scores = f"{board.white_score:g}", f"{board.black_score:g}"
        asked = {"explain": {"question": "why", "players": pair}}
        said = " ".join(fastpair.explain_document(document | asked)["sentences"])
        if abs(board.white_score - board.black_score) >= 1:
            assert "score difference (" in said
        for found in re.findall(r"score difference \(([\d.]+) against ([\d.]+) points\)", said):
            assert {*found} == {*scores}
        names = {played.name_of(key): key for key in pair}
        for clause in re.findall(r"colours \(([^)]*)\)", said):
            for key, balance in balances_in(clause, names):
                assert balance == colours[key][0] - colours[key][1], (clause, model)
    found = {
        finding.players[0]: [*map(int, re.findall(r"(\d+) times", finding.sentence))]
        for finding in findings(played, {})
        if finding.kind is FindingKind.COLOUR and finding.round_number is None
    }
    assert found == {key: both for key, both in colours.items() if abs(both[0] - both[1]) >= 3}
