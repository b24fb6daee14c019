"""A client of one installation by one API key."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from threading import Event as Stop
from typing import Self

import httpx

from ._async_transport import AsyncTransport
from ._follow import follow, follow_async
from ._generated.models import WebhookEvent
from ._generated.resources import AsyncResources, Resources
from ._options import MAX_RETRIES_DEFAULT, TIMEOUT_DEFAULT, ClientOptions
from ._sync_transport import Transport
from ._webhooks import Webhooks


class Repasse(Resources):
    """It holds a token and connections, so one client serves a whole process, from any thread."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        client_secret: str,
        scopes: Sequence[str] | None = None,
        timeout: float = TIMEOUT_DEFAULT,
        max_retries: int = MAX_RETRIES_DEFAULT,
        webhook_secrets: Sequence[str] = (),
        user_agent: str | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """
        `base_url` is such as https://api.loja.example, without a path. `scopes` are those that tokens are asked for; all of
        the key's without it. `timeout` is of one try, in seconds, `max_retries` the tries after the first one.
        `webhook_secrets` are the present signing secret, and while it is rotated the one before. `user_agent` stands before
        this package's own, such as `loja/4.2`. `http_client` is used in the place of one of its own, as for a proxy.
        """
        options = ClientOptions(base_url, client_id, client_secret, scopes, timeout, max_retries, user_agent)
        self._transport = Transport(options, http_client)
        super().__init__(self._transport)
        self.webhooks = Webhooks(webhook_secrets)

    def follow_events(
        self,
        *,
        after: str | None = None,
        types: Sequence[str] | None = None,
        charge_id: str | None = None,
        stop: Stop | None = None,
    ) -> Iterator[WebhookEvent]:
        """
        Every event behind `after`, in order and without gaps, as it happens. It goes on through outages of the installation
        and of the network, from where it was, until `stop` is set, which ends a poll that waits within 20 s. `types` are
        such as `charge.paid` or `refund.*`. Needs webhooks:read.
        """
        return follow(self.events, after, types, charge_id, stop or Stop())

    def close(self) -> None:
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncRepasse(AsyncResources):
    """It holds a token and connections, so one client serves a whole event loop."""

    def __init__(
        self,
        *,
        base_url: str,
        client_id: str,
        client_secret: str,
        scopes: Sequence[str] | None = None,
        timeout: float = TIMEOUT_DEFAULT,
        max_retries: int = MAX_RETRIES_DEFAULT,
        webhook_secrets: Sequence[str] = (),
        user_agent: str | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """As of Repasse."""
        options = ClientOptions(base_url, client_id, client_secret, scopes, timeout, max_retries, user_agent)
        self._transport = AsyncTransport(options, http_client)
        super().__init__(self._transport)
        self.webhooks = Webhooks(webhook_secrets)

    def follow_events(
        self, *, after: str | None = None, types: Sequence[str] | None = None, charge_id: str | None = None
    ) -> AsyncIterator[WebhookEvent]:
        """As of Repasse; it ends with its task."""
        return follow_async(self.events, after, types, charge_id)

    async def close(self) -> None:
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
