"""The models of the papers that the draw of a tournament is not made of, one module per paper."""

from .entropy import Entropy, RatingInformation
from .gotha import Gotha
from .kaniuk2012 import Kaniuk2012
from .macmahon import MacMahon

__all__ = ["Entropy", "Gotha", "Kaniuk2012", "MacMahon", "RatingInformation"]
