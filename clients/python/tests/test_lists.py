from __future__ import annotations

import threading
from typing import Any

import pytest
from server import Answer, Server, answer, cut, refusal

from repasse import PermissionDeniedError, Repasse


def page(ids: list[str], cursor: str | None) -> Answer:
    return answer(200, {"data": [{"id": each} for each in ids], "pagination": {"limit": 2, "nextCursor": cursor}})


def events(*ids: str) -> Answer:
    data = [{"id": each, "type": "charge.paid"} for each in ids]
    return answer(200, {"data": data, "nextAfter": ids[-1], "hasMore": False})


def test_a_list_runs_over_all_of_its_pages(server: Server, repasse: Repasse) -> None:
    server.answers = [page(["a", "b"], "more"), page(["c"], None)]

    assert [charge.id for charge in repasse.charges.list(limit=2, status="PAID")] == ["a", "b", "c"]
    assert [asked.query for asked in server.asked] == [
        {"limit": "2", "status": "PAID"},
        {"limit": "2", "status": "PAID", "cursor": "more"},
    ]


def test_a_list_has_pages(server: Server, repasse: Repasse) -> None:
    server.answers = [page(["a"], "more"), page(["a"], "more"), page(["b"], None)]
    charges = repasse.charges.list(limit=1)
    first = charges.page()
    assert (first.has_next, first.body.pagination.limit) == (True, 2)
    assert [[item.id for item in each.items] for each in charges.pages()] == [["a"], ["b"]]


def test_users_are_paged_by_number(server: Server, repasse: Repasse) -> None:
    def users(number: int) -> Answer:
        pagination = {"page": number, "limit": 1, "total": 2, "totalPages": 2, "nextCursor": None}
        return answer(200, {"data": [{"id": number}], "pagination": pagination})

    server.answers = [users(1), users(2)]
    assert [user.id for user in repasse.users.list()] == [1, 2]


def test_invoices_lie_in_an_envelope(server: Server, repasse: Repasse) -> None:
    def invoices(number: int) -> Answer:
        body: dict[str, Any] = {"data": [{"id": str(number)}], "pagination": {"page": number, "totalPages": 2}}
        return answer(200, {"response": body})

    server.answers = [invoices(1), invoices(2)]
    assert [invoice.id for invoice in repasse.invoices.list()] == ["1", "2"]


def test_the_feed_goes_on_through_outages_until_it_is_stopped(server: Server, repasse: Repasse) -> None:
    unavailable = refusal(503, "service.unavailable", retry_after="0")
    server.answers = [events("e1", "e2"), cut, unavailable, events("e3", "e4")]
    stop = threading.Event()
    seen: list[str] = []
    for event in repasse.follow_events(after="e0", types=["charge.*"], stop=stop):
        seen.append(event.id)
        if event.id == "e3":
            stop.set()

    assert seen == ["e1", "e2", "e3"]
    assert [asked.query["after"] for asked in server.asked] == ["e0", "e2", "e2", "e2"]
    assert server.asked[0].query["types"] == "charge.*"


def test_the_feed_ends_with_a_refusal(server: Server, repasse: Repasse) -> None:
    server.answers = [refusal(403, "auth.scope_missing")]
    with pytest.raises(PermissionDeniedError):
        next(repasse.follow_events())
