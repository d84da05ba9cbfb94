"""The command and the page."""

__all__: list[str] = []
