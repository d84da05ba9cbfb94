"""pairgoth's files: ``.tour``, in JSON [FORMATS 4]."""

__all__: list[str] = []
