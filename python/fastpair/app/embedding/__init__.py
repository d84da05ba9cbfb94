"""What other programs ask for: documents, and a congress as a value with methods."""

__all__: list[str] = []
