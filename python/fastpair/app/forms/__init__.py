"""What is typed and chosen, and what it is called."""

__all__: list[str] = []
