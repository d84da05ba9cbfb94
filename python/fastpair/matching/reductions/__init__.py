"""Other problems that are solved by the matching of a larger graph."""

__all__: list[str] = []
