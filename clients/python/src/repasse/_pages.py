"""Lists: by cursor or by the numbers of their pages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Body = TypeVar("Body")
Item = TypeVar("Item")
Query = Mapping[str, Any]


@dataclass(frozen=True)
class Page(Generic[Body, Item]):
    """One page of a list."""

    items: Sequence[Item]
    body: Body
    """The whole body, with what else the list says."""
    next_query: Query | None
    """The filters of the next page; None where there is none."""

    @property
    def has_next(self) -> bool:
        return self.next_query is not None


PageForm = Callable[[Any], tuple[Sequence[Any], Query | None]]
"""The items of a body, and what the query of the next page has in place of the present one's."""


def by_cursor(body: Any) -> tuple[Sequence[Any], Query | None]:
    """Stays right while items are made."""
    cursor = getattr(body.pagination, "next_cursor", None)
    return body.data, None if cursor is None else {"cursor": cursor}


def by_number(body: Any) -> tuple[Sequence[Any], Query | None]:
    page = body.pagination.page
    return body.data, {"page": page + 1} if page < body.pagination.total_pages else None


def by_number_in_envelope(body: Any) -> tuple[Sequence[Any], Query | None]:
    """Lists whose pages lie in an envelope, as those of invoices."""
    return by_number(body.response)


def _page_of(form: PageForm, body: Body, query: Query) -> Page[Body, Any]:
    items, change = form(body)
    return Page(items, body, None if change is None else {**query, **change})


class Pages(Generic[Body, Item]):
    """A list. Nothing is asked for before it is read; `for item in` it runs over the items of all pages."""

    def __init__(self, read: Callable[[Query], Body], query: Query, form: PageForm) -> None:
        self._read = read
        self._query = query
        self._form = form

    def page(self) -> Page[Body, Item]:
        """The first page."""
        return _page_of(self._form, self._read(self._query), self._query)

    def pages(self) -> Iterator[Page[Body, Item]]:
        page = self.page()
        yield page
        while page.next_query is not None:
            page = _page_of(self._form, self._read(page.next_query), page.next_query)
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[Body, Item]):
    """A list. Nothing is asked for before it is read; `async for item in` it runs over the items of all pages."""

    def __init__(self, read: Callable[[Query], Awaitable[Body]], query: Query, form: PageForm) -> None:
        self._read = read
        self._query = query
        self._form = form

    async def page(self) -> Page[Body, Item]:
        """The first page."""
        return _page_of(self._form, await self._read(self._query), self._query)

    async def pages(self) -> AsyncIterator[Page[Body, Item]]:
        page = await self.page()
        yield page
        while page.next_query is not None:
            page = _page_of(self._form, await self._read(page.next_query), page.next_query)
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
