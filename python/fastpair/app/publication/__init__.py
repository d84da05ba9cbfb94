"""What everybody may see of a tournament, and its pages for the web."""

__all__: list[str] = []
