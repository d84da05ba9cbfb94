"""``fastpair serve``: the director's page, for browsers on this machine or in the hall."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

_KEY = "FASTPAIR_API_KEY"


def serve(
    path: Annotated[
        Path | None,
        typer.Argument(
            metavar="[PATH]",
            help="Tournament file, or a folder of them; by default this folder, and with --api none.",
        ),
    ] = None,
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
    api: Annotated[
        bool,
        typer.Option(
            "--api",
            help="Answer other programs: they send documents, and get draws, explanations, "
            "standings and checks. The key that they show is that of FASTPAIR_API_KEY, or a new one.",
        ),
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the page in a browser.")
    ] = True,
) -> int:
    """Serve the director's page: players, draws, results, standings and prints.

    A folder is served with all its tournaments, and new ones are begun on the page; so is a .json or .xml
    that does not exist.

    Whoever has the address with the token is the director; keep it to yourself. Everybody else sees
    what is published. Needs no internet. Ctrl+C ends it.

    With --api other programs send documents below /v1, and get draws, explanations, standings and
    checks; /v1/openapi.json describes that.
    """
    import webbrowser

    from ..web.running import Server
    from .screen import warn, write

    key = os.environ.get(_KEY) or secrets.token_urlsafe(24)
    server = Server(
        path if path or api else Path(),
        host,
        port,
        public_url=public_url,
        certificate=tls_cert,
        key=tls_key,
        programs_key=key if api else None,
    )
    pages = path is not None or not api
    if pages:
        write(f"director: {server.addresses.director}")
        write(f"hall:     {server.addresses.hall}")
    if api:
        write(f"programs: {server.addresses.programs}")
        write(f"key:      {key}")
    if server.only_shows:
        warn(
            f"{path or Path()}: cannot be written: it is shown, and nothing can be changed; codes on slips "
            "and log-ins are good until this server ends"
        )
    if server.is_open:
        secret = "the director's token" if pages else "the key"
        alone = "open the director's page" if pages else "listen"
        warn(
            f"not encrypted: whoever listens in the network can read {secret}; {alone} on this machine "
            "only, or use --tls-cert"
        )
    if browser and pages:
        webbrowser.open(server.link())
    server.run()
    return 0
