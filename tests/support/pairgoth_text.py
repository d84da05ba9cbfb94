"""Invented files of pairgoth: of teams that play matches, and of pairs."""

from __future__ import annotations

import json

from fastpair.formats.pairgoth import read

HEAD = """
  "id": 7, "name": "Spring", "shortName": "spring", "startDate": "2026-05-01", "endDate": "2026-05-02",
  "komi": 6.5, "gobanSize": 19, "timeSystem": {"type": "SUDDEN_DEATH", "mainTime": 3600},
  "rounds": 3, "pairing": {"type": "SWISS", "handicap": {"ceiling": 0}, "stranger": 1},
"""


def entry(number, name, rating, more=""):
    return f"""{{"id": {number}, "name": "{name}", "firstname": "Jo", "rating": {rating},
    "rank": {(rating - 2050) // 100}, "country": "DE", "club": "{name}", "final": true{more}}}"""


TEAM3 = f"""{{"type": "TEAM3", {HEAD}
  "players": [
    {entry(1, "Adler", 1900)}, {entry(2, "Berg", 2100)}, {entry(3, "Carl", 2000)},
    {entry(4, "Dorn", 1500)}, {entry(5, "Eich", 1400)}, {entry(6, "Falk", 1300)},
    {entry(7, "Ganz", 1700)}, {entry(8, "Horn", 1600)}, {entry(9, "Imhof", 1200)},
    {entry(10, "Jahn", 1100, ', "skip": [1, 2]')}, {entry(11, "Kern", 1000)}
  ],
  "teams": [
    {{"id": 21, "name": "Lyon", "players": [1, 2, 3], "stranger": "x"}},
    {{"id": 22, "name": "Metz", "players": [4, 5, 6], "rating": 1400, "rank": -7}},
    {{"id": 23, "name": "Nice", "players": [7, 8, 9, 10], "mmsCorrection": 1}}
  ],
  "games": [
    [{{"id": 1, "t": 1, "w": 22, "b": 21, "h": 0, "r": "?"}},
     {{"id": 2, "t": 0, "w": 0, "b": 23, "h": 0, "r": "b"}}],
    [{{"id": 6, "t": 1, "w": 21, "b": 23, "h": 0, "r": "?", "stranger": 5}}],
    []
  ],
  "individualGames": {{
    "1": [
      {{"id": 3, "t": 1, "w": 4, "b": 2, "h": 0, "r": "w", "stranger": 2}},
      {{"id": 4, "t": 1, "w": 3, "b": 5, "h": 0, "r": "w"}},
      {{"id": 5, "t": 1, "w": 6, "b": 1, "h": 0, "r": "w"}}
    ]
  }}
}}"""

PAIRGO = f"""{{"type": "PAIRGO", {HEAD}
  "players": [
    {entry(1, "Adler", 1900)}, {entry(2, "Berg", 2100)}, {entry(3, "Carl", 2000)},
    {entry(4, "Dorn", 1500, ', "skip": [3]')}, {entry(5, "Eich", 1400)}, {entry(6, "Falk", 1300)},
    {entry(7, "Ganz", 1700, ', "stranger": 3')}
  ],
  "teams": [
    {{"id": 11, "name": "A and B", "players": [1, 2], "stranger": 4}},
    {{"id": 12, "name": "C and D", "players": [3, 4], "rating": 1850, "rank": -2, "mmsCorrection": 1}},
    {{"id": 13, "name": "E and F", "players": [5, 6]}}
  ],
  "games": [
    [{{"id": 1, "t": 1, "w": 11, "b": 12, "h": 0, "r": "w"}},
     {{"id": 2, "t": 0, "w": 0, "b": 13, "h": 0, "r": "b"}}]
  ]
}}"""


def held(text):
    return read("t.tour", text.encode())


def rewritten(document, tournament):
    return json.loads(document.content_with(document.settled(tournament)))
