"""OpenGotha's XML files, also as pairgoth writes them."""

from .document import OpenGothaDocument, fitted, new_document, read

__all__ = ["OpenGothaDocument", "fitted", "new_document", "read"]
