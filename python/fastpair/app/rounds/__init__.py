"""How a round stands: who is there, what holds for its pairs, and what comes next."""

__all__: list[str] = []
