"""A server for a tournament file, beside a test."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import cache
from threading import Thread

import httpcore2
from anyio.from_thread import start_blocking_portal

from fastpair.ui.web.running import Server

# Each client would otherwise read the certificates of all authorities again, for 40 ms.
httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)


@contextmanager
def served(file, host="127.0.0.1", **options):
    """A server that runs in a thread of this process."""
    server = Server(file, host, 0, **options)
    thread = Thread(target=server.run)
    thread.start()
    try:
        while not server.ready:
            time.sleep(0.01)
        yield server
    finally:
        server.stop()
        thread.join(30)
        assert not thread.is_alive()


def in_a_loop(function, *arguments):
    """Run an asynchronous function in a thread of its own: a browser keeps the loop of this one."""
    with start_blocking_portal() as portal:
        return portal.call(function, *arguments)


def wait_until(true, seconds=30):
    """Wait for what another thread brings about."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
