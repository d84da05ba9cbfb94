"""OpenGotha's XML files, also as pairgoth writes them."""

from .document import OpenGothaDocument, new_document, read

__all__ = ["OpenGothaDocument", "new_document", "read"]
