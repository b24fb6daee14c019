"""Whether and when a request is sent again."""

from __future__ import annotations

import random
import re
import time
from email.utils import parsedate_to_datetime

from ._call import Call
from .errors import ApiConnectionError, ApiError

_FIRST_PAUSE = 0.5
_PAUSE_MAX = 8.0
_RETRY_AFTER_MAX = 60.0
"""Seconds. An installation that wants a longer pause is told of to whoever called."""


def is_retried(call: Call, raised: Exception) -> bool:
    """Of a request that ended so. A problem that says whether it is retryable is believed."""
    if isinstance(raised, ApiConnectionError):
        return call.is_repeatable
    if not isinstance(raised, ApiError):
        return False
    # Nothing was done.
    if raised.status == 429:
        return True
    if not call.is_repeatable:
        return False
    told = raised.problem.retryable if raised.problem else None
    return told if told is not None else raised.status == 408 or raised.status >= 500


def pause_before(tries: int, raised: Exception, chance: float | None = None) -> float | None:
    """Seconds before the next try, of which there were `tries`; None when that is longer than is waited."""
    wanted = _retry_after(raised.headers.get("retry-after")) if isinstance(raised, ApiError) else None
    if wanted is not None:
        return wanted if wanted <= _RETRY_AFTER_MAX else None
    # Half of it by chance, so that those who failed together do not come back together.
    full = min(_FIRST_PAUSE * 2.0 ** (tries - 1), _PAUSE_MAX)
    return full / 2 + (full / 2) * (random.random() if chance is None else chance)


def _retry_after(header: str | None) -> float | None:
    if header is None:
        return None
    if re.fullmatch(r"\d+", header):
        return float(header)
    try:
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0)
    except ValueError:
        return None
