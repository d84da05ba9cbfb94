"""The director's page: a tournament file in a browser, on the same layer as the command.

- ``app``: the addresses; ``folder``: a folder of tournaments; ``running``: the server
- ``access``: who may do what; ``store``: the file in the hands of a server
- ``requests``, ``responses``, ``actions``: what a browser requests, what it gets, what it changes
- ``rendering``, ``text``: templates and languages
- ``players``, ``rules``, ``boards``, ``results``, ``prints``, ``files``, ``log``: the parts of the page; ``columns``: imported lists
- ``hall``: what everybody sees
"""

__all__: list[str] = []
