"""Rating lists of the European, French and American federations [FORMATS 7]."""

from .entries import Entry, RatingList
from .reading import read_rating_list

__all__ = ["Entry", "RatingList", "read_rating_list"]
