"""A matching under rules: the bye, the must-play groups, and the rules that give way."""

__all__: list[str] = []
