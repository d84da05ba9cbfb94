"""What is in the documents that fastpair writes: each is declared once, and its schema is made of that."""

__all__: list[str] = []
