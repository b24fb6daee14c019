from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import pytest
from server import Server

from repasse import AsyncRepasse, Repasse


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.close()


@pytest.fixture
def repasse(server: Server) -> Iterator[Repasse]:
    with Repasse(base_url=server.base_url, client_id="key", client_secret="secret") as client:
        yield client


@pytest.fixture
def async_client(server: Server) -> Callable[[], AsyncRepasse]:
    return functools.partial(AsyncRepasse, base_url=server.base_url, client_id="key", client_secret="secret")
