"""Documents by HTTP, for other programs (docs/reference/embedding.md).

- ``service``: the requests, who may ask, and answers that are kept; ``key``: what is shown for it
- ``pool``: processes that answer, one document at a time; ``worker``: such a process
- ``openapi``: the description of the requests
"""

__all__: list[str] = []
