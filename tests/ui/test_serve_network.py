"""A server that its director opens to the local network while it runs."""

from __future__ import annotations

import re
import socket
from contextlib import closing

import httpx2
import pytest

from fastpair.ui.web import network
from pages import director_of
from serving import served

OUTSIDE = "127.0.0.2"
"""Stands for the address of this machine in the network."""


@pytest.fixture
def running(drawn, monkeypatch):
    """A running server, and the director's browser on its machine."""
    with closing(socket.socket()) as probe:
        try:
            probe.bind((OUTSIDE, 0))
        except OSError:
            pytest.skip("this system has a single local address")
    monkeypatch.setattr(network, "machine_addresses", lambda: iter([OUTSIDE]))
    with (
        served(drawn) as server,
        httpx2.Client(
            base_url=server.addresses.director.split("/?")[0], follow_redirects=True, timeout=10
        ) as client,
    ):
        client.get("/", params={"token": server.access.token})
        yield server, client


def press(client, **fields):
    page = client.get("/prints/1").text
    form = re.search(r'data-form="([\w-]+)"', page)[1]
    origin = str(client.base_url).rstrip("/")
    return client.post(
        "/prints/1/network", data={"form_token": form, **fields}, headers={"origin": origin}
    )


def test_the_network_is_opened_and_closed_by_a_button(running):
    server, client = running
    outside = f"http://{OUTSIDE}:{client.base_url.port}"
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{outside}/hall")
    page = client.get("/prints/1").text
    assert "Phones cannot reach this page yet" in page
    assert "Open to the local network" in page
    asked = press(client, network="open").text
    assert f"Open this page to the local network at {outside}?" in asked
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"{outside}/hall")
    told = press(client, network="open", sure="yes").text
    assert f"Open to the local network at {outside}" in told
    assert f"{outside}/hall" in told
    assert "Close network access" in told
    with httpx2.Client(base_url=outside) as phone:
        assert phone.get("/hall").status_code == 200
        assert phone.get("/players/1").status_code == 403
        assert phone.get("/hall", headers={"host": "elsewhere:80"}).status_code == 421
        assert "Close network access" in press(client, network="open", sure="yes").text
        told = press(client, network="close").text
        assert "This page is open to this computer only." in told
        with pytest.raises(httpx2.TransportError):
            phone.get("/hall")
    assert not server.network.hosts & {f"{OUTSIDE}:{client.base_url.port}"}
    press(client, network="open", sure="yes")
    assert httpx2.get(f"{outside}/hall").status_code == 200


def test_a_port_that_others_use_is_named(running):
    _, client = running
    with closing(socket.socket()) as other:
        other.bind((OUTSIDE, client.base_url.port))
        other.listen()
        answer = press(client, network="open", sure="yes")
        assert answer.status_code == 409
        assert f"Cannot listen to {OUTSIDE}" in answer.text
    assert "Phones cannot reach this page yet" in client.get("/prints/1").text


@pytest.mark.parametrize("wish", ["open", "close"])
def test_no_browser_elsewhere_opens_the_network(drawn, wish):
    """The browsers of these tests are not on the machine of the server."""
    with director_of(drawn) as director:
        assert "Open to the local network" not in director.get("/prints/1").text
        assert (
            "only a browser on the computer"
            in director.refused("/prints/1/network", network=wish, sure="yes").lower()
        )


def test_a_helper_does_not_open_the_network(running):
    server, client = running
    base = str(client.base_url)
    with httpx2.Client(base_url=base, follow_redirects=True) as helper:
        server.access.add_helper("Ann", "")
        token = server.access.helpers["Ann"].token
        page = helper.get("/", params={"token": token}).text
        form = re.search(r'data-form="([\w-]+)"', page)[1]
        answer = helper.post(
            "/prints/1/network",
            data={"form_token": form, "network": "open", "sure": "yes"},
            headers={"origin": base.rstrip("/")},
        )
        assert answer.status_code == 403
    assert not server.network.is_opened
