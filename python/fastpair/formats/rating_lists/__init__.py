"""Rating lists of the European, French and American federations [FORMATS 7]."""

from .entries import Entry, RatingList
from .reading import rating_list_of, read_rating_list

__all__ = ["Entry", "RatingList", "rating_list_of", "read_rating_list"]
