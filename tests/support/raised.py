"""What a process of a pool is told to do in tests of errors; it imports nothing, so that each starts soon."""


def raise_again(error):
    """Raise an error that another process has sent."""
    raise error
