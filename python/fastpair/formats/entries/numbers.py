"""Numbers as spreadsheets write them: with thousands apart, with decimals, or with an exponent."""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["has_thousands", "identity_in", "plain_whole", "rating_in"]

_DECIMAL = re.compile(r"[+-]?[0-9]{1,5}(?:[.,][0-9]*)?")
_THOUSANDS = re.compile(r"[1-9](?:[.,'’ \u00a0\u202f][0-9]{3})")
_AMBIGUOUS = re.compile(r"[+-]?[0-9]{1,2}[.,][0-9]{3}")
_EXPONENT = re.compile(r"[+-]?[0-9](?:[.,][0-9]{1,15})?E\+?0?[0-9]{1,2}", re.IGNORECASE)
_WHOLE = re.compile(r"([+-]?[0-9]+)[.,]0+")
_GROUPS = re.compile(r"[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+")
_BLANKS = re.compile(r"[\s'’]")


def has_thousands(text: str) -> bool:
    """Whether a rating has a sign between thousands that others write before decimals."""
    return _THOUSANDS.fullmatch(text) is not None and text[1] in ".,"


def rating_in(text: str) -> float | None:
    """The rating in a cell such as ``2100``, ``2100,5``, ``1.900`` or ``2.31E+03``; None if it is none.

    Raises
    ------
    ValueError
        If the cell may be two numbers, such as ``12.345``.

    Examples
    --------
    >>> rating_in("1.900"), rating_in("1 900"), rating_in("2104.25"), rating_in("2.31E+03")
    (1900.0, 1900.0, 2104.25, 2310.0)
    """
    if _THOUSANDS.fullmatch(text):
        return float(text[0] + text[2:])
    if _AMBIGUOUS.fullmatch(text):
        raise ValueError(text)
    if _EXPONENT.fullmatch(text):
        return float(text.replace(",", "."))
    text = _BLANKS.sub("", text)
    return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None


def identity_in(text: str) -> str:
    """The number of a player in a cell, as it was before a spreadsheet took it for a quantity.

    Raises
    ------
    ValueError
        If the spreadsheet has dropped digits of it.

    Examples
    --------
    >>> identity_in("11111111.0"), identity_in("1.2345678E+07"), identity_in("0100")
    ('11111111', '12345678', '0100')
    """
    if _EXPONENT.fullmatch(text):
        number = Decimal(text.replace(",", "."))
        stated = text.upper().partition("E")[0].lstrip("+-")
        if number < 0 or len(stated.replace(".", "").replace(",", "")) <= number.adjusted():
            raise ValueError(text)
        return f"{number:f}".partition(".")[0]
    return (
        _BLANKS.sub("", re.sub(r"[.,]", "", text)) if _GROUPS.fullmatch(text) else plain_whole(text)
    )


def plain_whole(text: str) -> str:
    """A whole number without the decimals that say nothing; other texts as they are."""
    match = _WHOLE.fullmatch(text)
    return match[1] if match else text
