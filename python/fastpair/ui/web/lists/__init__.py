"""Lists from elsewhere: players who are imported, with the meaning of their columns, and rating lists."""

__all__: list[str] = []
