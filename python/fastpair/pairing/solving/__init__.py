"""A matching under rules: who has the bye, who must play, what gives way where it must."""

__all__: list[str] = []
