"""``fastpair serve``: the director's page, for browsers on this machine or in the hall."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["serve"]


def serve(
    path: Annotated[
        Path,
        typer.Argument(
            metavar="[PATH]", help="Tournament file, or a folder of them; by default this folder."
        ),
    ] = Path(),
    host: Annotated[
        str,
        typer.Option(help="Address to listen to; 0.0.0.0 lets the whole hall in."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen to; 0 takes a free one.")
    ] = 8000,
    public_url: Annotated[
        str,
        typer.Option(
            help="Where browsers find the page through another server before this one, such as "
            "https://go.example.org."
        ),
    ] = "",
    tls_cert: Annotated[
        Path | None, typer.Option(help="Certificate for an encrypted connection, PEM.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(help="Its key, PEM; by default in the same file.")
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page in a browser.")
    ] = True,
) -> int:
    """Serve the director's page: players, draws, results, standings and prints.

    A folder is served with all its tournaments, and new ones are begun on the page; so is a .json or .xml
    that does not exist.

    Whoever has the address with the token is the director; keep it to yourself. Everybody else sees
    what is published. Needs no internet. Ctrl+C ends it.
    """
    import webbrowser

    from ..web.running import Server
    from .screen import warn, write

    server = Server(path, host, port, public_url=public_url, certificate=tls_cert, key=tls_key)
    write(f"director: {server.addresses.director}")
    write(f"hall:     {server.addresses.hall}")
    if server.is_open:
        warn(
            "not encrypted: whoever listens in the network can read the director's token; open the "
            "director's page on this machine only, or use --tls-cert"
        )
    if browser:
        webbrowser.open(server.link())
    server.run()
    return 0
