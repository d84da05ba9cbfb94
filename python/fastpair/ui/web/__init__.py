"""The director's page: a tournament file in a browser, on the same layer as the command.

A module each:

- ``app``: the addresses; ``director_pages``, ``public_pages``, ``statics``: what answers them;
  ``guard``: what is refused before that; ``refusals``: errors as pages
- ``access``: who may do what; ``sessions``: the director's browsers; ``beside``: what a server
  keeps beside the file
- ``held``: the file in the hands of a server; ``live``: browsers that hear of its changes
- ``asking``: what a browser asks; ``parts``: what a part of the page is; ``answers``: pages, and
  what has changed of them; ``rendering``: templates
- ``players``, ``rules``, ``boards``, ``results``, ``standings``, ``prints``, ``log``: the parts of the page;
  ``attending``, ``seats``: who is present, and what is shown of a player or a table
- ``hall``: what everybody sees; ``phones``: results by the phone of a player
- ``publishing``, ``published``: when everybody may see boards, and as what; ``unchanged``: what
  rests on boards that are no longer there; ``questions``: why, why not and what if
- ``opened``, ``running``: what a server shows, and the server itself
"""

__all__: list[str] = []
