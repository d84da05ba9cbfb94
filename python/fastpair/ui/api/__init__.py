"""Documents by HTTP, for other programs (docs/guide/embed.md).

- ``service``: the requests, the key, answers that are kept, and the description in OpenAPI
- ``pool``: processes that answer, one document at a time; ``worker``: such a process
"""

__all__: list[str] = []
