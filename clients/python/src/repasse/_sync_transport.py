"""Sends calls and waits: with a token, within time, and again where that is safe."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from typing import Any

import httpx

from ._call import Call
from ._options import CallOptions, ClientOptions
from ._retry import is_retried, pause_before
from ._tokens import Token
from ._wire import Received, Request, grant_call, read_answer, request_of
from .errors import ApiConnectionError, ApiError, ApiTimeoutError


class Transport:
    def __init__(self, options: ClientOptions, client: httpx.Client | None) -> None:
        self._options = options
        self._client = client or httpx.Client()
        self._owns_client = client is None
        self._token = Token()
        self._lock = Lock()

    def close(self) -> None:
        if self._owns_client:
            self._client.close()

    def call(self, call: Call, given: CallOptions, sleep: Callable[[float], Any] = time.sleep) -> tuple[Any, Received]:
        retries = given.get("max_retries", self._options.max_retries)
        request = request_of(call, given, self._options)
        is_token_renewed = False
        tries = 1
        while True:
            try:
                return self._once(call, request)
            except (ApiError, ApiConnectionError) as raised:
                # A token that was revoked early is no fault of the request.
                if isinstance(raised, ApiError) and raised.code == "auth.token_invalid" and not is_token_renewed:
                    is_token_renewed = True
                    continue
                pause = pause_before(tries, raised) if tries <= retries and is_retried(call, raised) else None
                if pause is None:
                    raise
                sleep(pause)
                tries += 1

    def _once(self, call: Call, request: Request) -> tuple[Any, Received]:
        token = self._present_token()
        received = self._send(replace(request, headers={**request.headers, "authorization": f"Bearer {token}"}))
        if received.response.status_code == 401:
            self._token.forget(token)
        return read_answer(call, received), received

    def _present_token(self) -> str:
        # Calls at the same moment wait for one answer.
        with self._lock:
            if (value := self._token.value) is not None:
                return value
            call = grant_call(self._options)
            return self._token.keep(read_answer(call, self._send(request_of(call, {}, self._options))))

    def _send(self, request: Request) -> Received:
        deadline = time.monotonic() + request.timeout
        try:
            with self._client.stream(
                request.method,
                request.url,
                headers=dict(request.headers),
                content=request.content,
                timeout=request.timeout,
            ) as response:
                # The time of a try ends with the last byte.
                content = bytearray()
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > deadline:
                        raise httpx.ReadTimeout("The answer is too slow.")
                return Received(response, bytes(content))
        except httpx.TimeoutException as raised:
            raise ApiTimeoutError(f"No answer within {request.timeout} s.") from raised
        except httpx.HTTPError as raised:
            raise ApiConnectionError(f"{self._options.base_url} could not be reached.") from raised
