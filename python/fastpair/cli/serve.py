"""``fastpair serve``: the director's page, for browsers on this machine or in the hall."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    file: Annotated[Path, typer.Argument(help="Tournament file.")],
    host: Annotated[
        str,
        typer.Option(help="Address to listen to; 0.0.0.0 lets the whole hall in."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen to; 0 takes a free one.")
    ] = 8000,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page in a browser.")
    ] = True,
) -> int:
    """Serve the director's page of a file: players, draws, results, standings and prints.

    Whoever has the address with the token is the director; keep it to yourself. Everybody else sees
    what is published. Needs no internet. Ctrl+C ends it.
    """
    import webbrowser

    from ..serve.running import Server
    from .screen import write

    server = Server(file, host, port)
    write(f"director: {server.addresses.director}")
    write(f"hall:     {server.addresses.hall}")
    if browser:
        webbrowser.open(server.link())
    server.run()
    return 0
