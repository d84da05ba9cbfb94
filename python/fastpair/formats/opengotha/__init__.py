"""OpenGotha's XML files, also as pairgoth writes them."""

from .document import OpenGothaDocument, new_document, read
from .fitting import fitted

__all__ = ["OpenGothaDocument", "fitted", "new_document", "read"]
