"""Sends calls to be awaited: with a token, within time, and again where that is safe."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import httpx

from ._call import Call
from ._options import CallOptions, ClientOptions
from ._retry import is_retried, pause_before
from ._tokens import Token
from ._wire import Received, Request, grant_call, read_answer, request_of
from .errors import ApiConnectionError, ApiError, ApiTimeoutError


class AsyncTransport:
    def __init__(self, options: ClientOptions, client: httpx.AsyncClient | None) -> None:
        self._options = options
        self._client = client or httpx.AsyncClient()
        self._owns_client = client is None
        self._token = Token()
        self._lock = asyncio.Lock()

    async def close(self) -> None:
        if self._owns_client:
            await self._client.aclose()

    async def call(self, call: Call, given: CallOptions) -> tuple[Any, Received]:
        retries = given.get("max_retries", self._options.max_retries)
        request = request_of(call, given, self._options)
        is_token_renewed = False
        tries = 1
        while True:
            try:
                return await self._once(call, request)
            except (ApiError, ApiConnectionError) as raised:
                # A token that was revoked early is no fault of the request.
                if isinstance(raised, ApiError) and raised.code == "auth.token_invalid" and not is_token_renewed:
                    is_token_renewed = True
                    continue
                pause = pause_before(tries, raised) if tries <= retries and is_retried(call, raised) else None
                if pause is None:
                    raise
                await asyncio.sleep(pause)
                tries += 1

    async def _once(self, call: Call, request: Request) -> tuple[Any, Received]:
        token = await self._present_token()
        received = await self._send(replace(request, headers={**request.headers, "authorization": f"Bearer {token}"}))
        if received.response.status_code == 401:
            self._token.forget(token)
        return read_answer(call, received), received

    async def _present_token(self) -> str:
        # Calls at the same moment wait for one answer.
        async with self._lock:
            if (value := self._token.value) is not None:
                return value
            call = grant_call(self._options)
            return self._token.keep(read_answer(call, await self._send(request_of(call, {}, self._options))))

    async def _send(self, request: Request) -> Received:
        try:
            # The time of a try ends with the last byte.
            async with asyncio.timeout(request.timeout):
                response = await self._client.request(
                    request.method,
                    request.url,
                    headers=dict(request.headers),
                    content=request.content,
                    timeout=request.timeout,
                )
                return Received(response, response.content)
        except (TimeoutError, httpx.TimeoutException) as raised:
            raise ApiTimeoutError(f"No answer within {request.timeout} s.") from raised
        except httpx.HTTPError as raised:
            raise ApiConnectionError(f"{self._options.base_url} could not be reached.") from raised
