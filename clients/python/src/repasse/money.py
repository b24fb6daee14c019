"""Amounts are text with two decimals, as the API has them."""

from __future__ import annotations

import re

_AMOUNT = re.compile(r"(-?)([0-9]{1,13})\.([0-9]{2})")


def to_minor(amount: str) -> int:
    """`"100.50"` as 10050 centavos. Raises a ValueError for a text that is no amount of reais."""
    match = _AMOUNT.fullmatch(amount)
    if match is None:
        raise ValueError(f"{amount!r} is no amount with two decimals.")
    minor = int(match[2] + match[3])
    return -minor if match[1] else minor


def from_minor(minor: int) -> str:
    """10050 centavos as `"100.50"`. Raises a ValueError for what is no whole number of centavos."""
    if type(minor) is not int:
        raise ValueError(f"{minor!r} is no whole number of centavos.")
    whole, cents = divmod(abs(minor), 100)
    return f"{'-' if minor < 0 else ''}{whole}.{cents:02d}"
