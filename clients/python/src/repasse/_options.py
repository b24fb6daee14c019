"""How a client reaches an installation, and what a call can have of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

TIMEOUT_DEFAULT = 30.0
"""Seconds."""
MAX_RETRIES_DEFAULT = 2


@dataclass(frozen=True)
class ClientOptions:
    base_url: str
    client_id: str
    client_secret: str = field(repr=False)
    scopes: Sequence[str] | None
    timeout: float
    max_retries: int
    user_agent: str | None


class CallOptions(TypedDict, total=False):
    """Of one call."""

    timeout: float
    """Seconds of one try."""
    max_retries: int
    headers: Mapping[str, str]


class KeyedCallOptions(CallOptions, total=False):
    """Of a call that would do something twice if it were repeated."""

    idempotency_key: str
    """
    Made once a call where none is given, and kept over its tries. Give your own, such as the order's number, so that a
    repeat after a crash of yours is the same request.
    """
