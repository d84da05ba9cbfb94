"""The domain: players and rules, scores, ratings, standings."""

__all__: list[str] = []
