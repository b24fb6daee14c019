"""Webhooks, as Standard Webhooks 1.0 signs them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from ._events import event_of
from ._generated.models import WebhookEvent
from .errors import WebhookVerificationError

_PREFIX = "whsec_"
_TOLERANCE_SECONDS = 300


class Headers(Protocol):
    """As frameworks have them, with names in any case: a mapping, or what else has pairs of names and values."""

    def items(self) -> Iterable[tuple[str, str | Sequence[str]]]: ...


class Webhooks:
    def __init__(self, secrets: Sequence[str] = (), now: Callable[[], float] = time.time) -> None:
        self._secrets = secrets
        self._now = now

    def unwrap(
        self,
        body: str | bytes,
        headers: Headers,
        *,
        secrets: Sequence[str] | None = None,
        tolerance_seconds: float = _TOLERANCE_SECONDS,
    ) -> WebhookEvent:
        """
        Verifies a message and reads it. `body` is the bytes as they came: what a framework has parsed and written again is
        another text. `secrets` stand in the place of the client's. Raises a WebhookVerificationError, and then nothing of
        the message is to be believed.
        """
        wanted = self._secrets if secrets is None else secrets
        if not wanted:
            raise ValueError("No signing secret was given: set webhook_secrets.")
        content = body.encode() if isinstance(body, str) else body
        message_id, timestamp, signatures = (
            _header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
        )
        if message_id is None or timestamp is None or signatures is None:
            raise WebhookVerificationError("The headers of a webhook are missing.")
        if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(self._now() - int(timestamp)) > tolerance_seconds:
            raise WebhookVerificationError("The message is too old, or of a time to come.")
        signed = f"{message_id}.{timestamp}.".encode() + content
        if not _is_signed(signed, signatures, wanted):
            raise WebhookVerificationError("No signature of the message is by these secrets.")
        return event_of(json.loads(content))


def _is_signed(signed: bytes, signatures: str, secrets: Sequence[str]) -> bool:
    """Whether any secret has made any of the signatures, `v1,<base64>` with blanks between them."""
    told = [_bytes(each.removeprefix("v1,")) for each in signatures.split(" ") if each.startswith("v1,")]
    for secret in secrets:
        key = _bytes(secret.removeprefix(_PREFIX))
        if key is None:
            raise ValueError("A signing secret is whsec_ and base64.")
        expected = hmac.digest(key, signed, hashlib.sha256)
        # Compares in a time that tells nothing.
        if any(each is not None and hmac.compare_digest(each, expected) for each in told):
            return True
    return False


def _bytes(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _header(headers: Headers, name: str) -> str | None:
    for each, value in headers.items():
        if each.lower() == name:
            return value if isinstance(value, str) else next(iter(value), None)
    return None
