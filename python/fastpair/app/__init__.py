"""What a director asks for and is told, whatever it is typed into and shown on."""

__all__: list[str] = []
