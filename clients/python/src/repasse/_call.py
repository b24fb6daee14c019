"""A request as an operation makes it, before it is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import quote, urlencode

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]


@dataclass(frozen=True)
class Call:
    method: Method
    path: str
    """With the ids in their places."""
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    headers: Mapping[str, str | None] = field(default_factory=dict[str, "str | None"])
    body: Any = None
    """Sent as JSON, unless content_type says otherwise."""
    content_type: str | None = None
    takes_key: bool = False
    """A repeat would do something twice, so the request takes an Idempotency-Key."""
    accept: str | None = None
    """Which of the answers of an operation is wanted; JSON without it."""

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it again can do nothing twice."""
        return self.method != "POST" or self.takes_key


def path_with(template: str, ids: Mapping[str, str | int]) -> str:
    """`/charge/{chargeId}` with its ids, whatever characters they have."""

    def written(match: re.Match[str]) -> str:
        value = str(ids[match[1]])
        # An empty id would be another address.
        if value == "":
            raise ValueError(f"{match[1]} is missing.")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", written, template)


def query_of(query: Mapping[str, Any]) -> str:
    """`?limit=10`; a list is written with commas, and what is None is left out."""
    pairs = {name: _written(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(pairs)}" if pairs else ""


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(each) for each in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(value)
