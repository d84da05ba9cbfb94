"""What a director asks for and is told, whatever it is typed into and shown on.

The command stands on it, and so can a page or another program. A module each:

- ``request``: the draw that is asked for; ``drawing``: that draw, made from a file
- ``measuring``: what the draws in a file were worth
- ``asked``, ``embedding``: the draw that a document asks for, and one document in, one out
- ``conversion``: a tournament from one file format to another
- ``players``, ``models``: players and weight models as they are named
- ``named_groups``: players who are named together
- ``redraw``: what a new draw of a round discards and keeps; ``keep_most``, ``changed_boards``: one
  that changes as few boards as possible, and what that costs
- ``missing_results``: a draw as if results were known, or for all outcomes
- ``state``, ``remarks``: how far a tournament is, and what makes a draw doubtful
- ``rating``: what a tournament does to the ratings of its players
- ``check``: a played tournament against its rules and the optimum; ``findings``: what it finds
- ``reporting``: the report of a round or a tournament; ``yardsticks``: by which model
- ``congress``: a file in the hands of one command; ``history``, ``timeline``: its changes, and what
  has become of them; ``facts``: changes as data; ``makers``: who made which game
- ``publication``, ``publishing``: what the players know of a round, and how that changes
- ``results``, ``attendance``, ``entries``, ``boards``: what a director changes; ``costs``: what an
  edited draw costs; ``swaps``: what each swap would; ``undoing``: what is taken back and made again
- ``documents``, ``quality_document``, ``log_document``: the JSON of docs/json.md
- ``output``, ``destination``: a file that is written, what must not be destroyed there, and which
  file a draw is put into
"""

__all__: list[str] = []
