"""Operations about one noun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from ._async_transport import AsyncTransport
from ._call import Call
from ._model import Shape, with_info
from ._options import CallOptions
from ._pages import AsyncPages, PageForm, Pages, Query
from ._sync_transport import Transport

T = TypeVar("T")


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, call: Call, shape: Shape[T], options: CallOptions) -> T:
        body, received = self._transport.call(call, options)
        return with_info(shape.read(body), received.info)

    def _text(self, call: Call, options: CallOptions) -> str:
        return str(self._transport.call(call, options)[0])

    def _send(self, call: Call, options: CallOptions) -> None:
        self._transport.call(call, options)

    def _list(self, call: Call, shape: Shape[T], form: PageForm, options: CallOptions) -> Pages[T, Any]:
        def read(query: Query) -> T:
            return self._call(replace(call, query=query), shape, options)

        return Pages(read, call.query, form)


class AsyncResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _call(self, call: Call, shape: Shape[T], options: CallOptions) -> T:
        body, received = await self._transport.call(call, options)
        return with_info(shape.read(body), received.info)

    async def _text(self, call: Call, options: CallOptions) -> str:
        return str((await self._transport.call(call, options))[0])

    async def _send(self, call: Call, options: CallOptions) -> None:
        await self._transport.call(call, options)

    def _list(self, call: Call, shape: Shape[T], form: PageForm, options: CallOptions) -> AsyncPages[T, Any]:
        async def read(query: Query) -> T:
            return await self._call(replace(call, query=query), shape, options)

        return AsyncPages(read, call.query, form)
