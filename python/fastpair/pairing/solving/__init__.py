"""A matching under rules: who has the bye, who meets within must-play groups, and which rules give way."""

__all__: list[str] = []
