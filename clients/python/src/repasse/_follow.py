"""The feed of events, in order and without gaps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from threading import Event as Stop

from ._call import Call
from ._events import event_of
from ._generated.models import EventPage, WebhookEvent
from ._generated.resources import AsyncEvents, Events
from ._retry import is_retried, pause_before
from .errors import ApiConnectionError, ApiError

_WAIT_SECONDS = 20
"""Below what proxies in between allow."""
_PAGE_MAX = 500
_TIMEOUT = _WAIT_SECONDS + 15.0
"""Seconds of a page, after its waiting time."""
_READ = Call("GET", "/events")


def follow(
    events: Events, after: str | None, types: Sequence[str] | None, charge_id: str | None, stop: Stop
) -> Iterator[WebhookEvent]:
    failures = 0
    wanted = None if types is None else ",".join(types)
    while not stop.is_set():
        try:
            page = events.list(
                after=after,
                types=wanted,
                charge_id=charge_id,
                limit=_PAGE_MAX,
                wait_seconds=_WAIT_SECONDS,
                timeout=_TIMEOUT,
                max_retries=0,
            )
        except (ApiError, ApiConnectionError) as raised:
            failures += 1
            stop.wait(_pause_after(failures, raised))
            continue
        failures = 0
        for event in _events_in(page):
            yield event
            after = event.id
            if stop.is_set():
                return


async def follow_async(
    events: AsyncEvents, after: str | None, types: Sequence[str] | None, charge_id: str | None
) -> AsyncIterator[WebhookEvent]:
    failures = 0
    wanted = None if types is None else ",".join(types)
    while True:
        try:
            page = await events.list(
                after=after,
                types=wanted,
                charge_id=charge_id,
                limit=_PAGE_MAX,
                wait_seconds=_WAIT_SECONDS,
                timeout=_TIMEOUT,
                max_retries=0,
            )
        except (ApiError, ApiConnectionError) as raised:
            failures += 1
            await asyncio.sleep(_pause_after(failures, raised))
            continue
        failures = 0
        for event in _events_in(page):
            yield event
            after = event.id


def _pause_after(failures: int, raised: Exception) -> float:
    """Seconds. A refusal, as of a key without webhooks:read, is raised again."""
    if not is_retried(_READ, raised):
        raise raised
    pause = pause_before(failures, raised)
    return _WAIT_SECONDS if pause is None else pause


def _events_in(page: EventPage) -> Sequence[WebhookEvent]:
    return [event_of(event.model_dump(by_alias=True)) for event in page.data]
