"""A game of a file that is changed."""

from __future__ import annotations

from opengotha_text import KEYS

GAME = (
    f'<Game blackPlayer="{KEYS[1]}" handicap="0" knownColor="true" result="RESULT_WHITEWINS" '
    f'roundNumber="1" tableNumber="1" whitePlayer="{KEYS[0]}"/>'
)
