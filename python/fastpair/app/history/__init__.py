"""What has become of a file: each change, who made it, and what was published."""

__all__: list[str] = []
