"""How calls become requests and answers become values: the same whether one waits or awaits."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import httpx

from ._call import Call, query_of
from ._generated.models import Problem
from ._model import ResponseInfo, Shape, json_of
from ._options import CallOptions, ClientOptions, KeyedCallOptions
from ._version import __version__
from .errors import api_error


@dataclass(frozen=True)
class Received:
    response: httpx.Response
    content: bytes

    @property
    def headers(self) -> Mapping[str, str]:
        return {name.lower(): value for name, value in self.response.headers.items()}

    @property
    def info(self) -> ResponseInfo:
        headers = self.headers
        is_replayed = headers.get("idempotency-replayed") == "true"
        return ResponseInfo(self.response.status_code, headers, headers.get("x-request-id"), is_replayed)


@dataclass(frozen=True)
class Request:
    """One try of a call."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None
    timeout: float


def request_of(call: Call, given: CallOptions, options: ClientOptions) -> Request:
    key = cast(KeyedCallOptions, given).get("idempotency_key")
    headers: dict[str, str | None] = {
        "accept": call.accept or "application/json",
        "user-agent": " ".join(filter(None, [options.user_agent, f"repasse-sdk-python/{__version__}"])),
        "content-type": None if call.body is None else call.content_type or "application/json",
        # One key for all tries.
        "idempotency-key": (key or str(uuid.uuid4())) if call.takes_key else None,
        **call.headers,
        **given.get("headers", {}),
    }
    return Request(
        method=call.method,
        url=f"{options.base_url.rstrip('/')}{call.path}{query_of(call.query)}",
        headers={name: value for name, value in headers.items() if value is not None},
        content=_content_of(call),
        timeout=given.get("timeout", options.timeout),
    )


def _content_of(call: Call) -> bytes | None:
    if call.body is None:
        return None
    if call.content_type is None:
        return json_of(call.body)
    return call.body.encode() if isinstance(call.body, str) else bytes(call.body)


def read_answer(call: Call, received: Received) -> Any:
    """Parsed where it is JSON. Raises what an installation refused."""
    response = received.response
    if not response.is_success:
        raise api_error(response.status_code, _problem_in(received.content), received.headers)
    if received.content == b"":
        return None
    is_json = "json" in received.headers.get("content-type", "")
    return json.loads(received.content) if call.accept is None and is_json else received.content.decode()


_problem: Shape[Problem] = Shape(Problem)


def _problem_in(content: bytes) -> Problem | None:
    """None where the answer is not the installation's own."""
    try:
        body = json.loads(content)
    except ValueError:
        return None
    if not isinstance(body, dict):
        return None
    members = cast("dict[str, Any]", body)
    return _problem.read(members) if "code" in members else _oauth_problem(members)


def _oauth_problem(body: Mapping[str, Any]) -> Problem | None:
    """Refusals of POST /oauth/token have OAuth's own words."""
    if "error" not in body:
        return None
    detail = body.get("error_description", "")
    return _problem.read({"type": "about:blank", "title": "No token", "status": 401, "code": body["error"], "detail": detail})


def grant_call(options: ClientOptions) -> Call:
    # RFC 6749 2.3.1 writes both parts as a form does.
    secret = httpx.BasicAuth(quote(options.client_id, safe=""), quote(options.client_secret, safe=""))
    header = next(secret.auth_flow(httpx.Request("POST", "https://repasse.invalid"))).headers["authorization"]
    form = {"grant_type": "client_credentials"}
    if options.scopes is not None:
        form["scope"] = " ".join(options.scopes)
    return Call(
        "POST",
        "/oauth/token",
        body=urlencode(form),
        content_type="application/x-www-form-urlencoded",
        headers={"authorization": header},
    )
