"""Access tokens of an API key: fetched when one is needed, and used until most of their time is over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

_USED_SHARE = 0.8
"""The last fifth is left for requests on their way and clocks that differ."""


class Token:
    """The present one, if any. Whoever renews it sees to it that nobody else does."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._value: str | None = None
        self._until = 0.0

    @property
    def value(self) -> str | None:
        return self._value if self._now() < self._until else None

    def keep(self, grant: Any) -> str:
        value = str(grant["access_token"])
        self._value = value
        self._until = self._now() + float(grant["expires_in"]) * _USED_SHARE
        return value

    def forget(self, value: str) -> None:
        """The installation does not take this one any more."""
        if self._value == value:
            self._value = None
