"""Events by their type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._generated.models import WEBHOOK_EVENTS, Event, WebhookEvent
from ._model import Shape


def event_of(body: Mapping[str, Any]) -> WebhookEvent:
    """As its type has it; a type that is newer than the package is an Event."""
    of = WEBHOOK_EVENTS.get(str(body.get("type")), Event)
    return Shape[WebhookEvent](of).read(body)
