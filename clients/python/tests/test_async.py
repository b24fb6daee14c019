from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from server import Server, answer, cut, refusal

from repasse import ApiTimeoutError, AsyncRepasse, AuthenticationError, PermissionDeniedError
from repasse.models import CreateCharge

Make = Callable[[], AsyncRepasse]


def test_one_token_serves_all_and_is_renewed_once(server: Server, async_client: Make) -> None:
    async def run() -> None:
        async with async_client() as repasse:
            await asyncio.gather(*(repasse.charges.get(f"ch_{number}") for number in range(8)))
            assert server.tokens == 1
            server.answers = [refusal(401, "auth.token_invalid")]
            await repasse.charges.get("ch_1")
            server.answers = [refusal(401, "auth.token_invalid")] * 2
            with pytest.raises(AuthenticationError):
                await repasse.charges.get("ch_1")

    asyncio.run(run())
    assert server.asked[8].headers["authorization"] == "Bearer token-1"
    assert server.asked[9].headers["authorization"] == "Bearer token-2"


def test_a_key_is_kept_over_all_tries(server: Server, async_client: Make) -> None:
    async def run() -> None:
        async with async_client() as repasse:
            server.answers = [cut, refusal(503, "service.unavailable", retry_after="0")]
            await repasse.charges.create(CreateCharge(gross_amount="10.00", currency="BRL"))

    asyncio.run(run())
    assert len({asked.headers["idempotency-key"] for asked in server.asked}) == 1
    assert len(server.asked) == 3


def test_silence_and_slowness_end_with_the_time_of_a_try(server: Server, async_client: Make) -> None:
    async def run() -> None:
        async with async_client() as repasse:
            server.answers = [server.silence, server.drip]
            for _ in range(2):
                with pytest.raises(ApiTimeoutError):
                    await repasse.charges.get("ch_1", timeout=0.2, max_retries=0)

    asyncio.run(run())


def test_a_list_runs_over_all_of_its_pages(server: Server, async_client: Make) -> None:
    async def run() -> list[str]:
        async with async_client() as repasse:
            server.answers = [_page(["a", "b"], "more"), _page(["c"], None)]
            return [charge.id async for charge in repasse.charges.list(limit=2)]

    assert asyncio.run(run()) == ["a", "b", "c"]
    assert [asked.query.get("cursor") for asked in server.asked] == [None, "more"]


def _page(ids: list[str], cursor: str | None) -> Callable[..., None]:
    return answer(200, {"data": [{"id": each} for each in ids], "pagination": {"limit": 2, "nextCursor": cursor}})


def test_the_feed_goes_on_through_outages(server: Server, async_client: Make) -> None:
    async def run() -> list[str]:
        seen: list[str] = []
        async with async_client() as repasse:
            server.answers = [_events("e1", "e2"), cut, _events("e3"), refusal(403, "auth.scope_missing")]
            with pytest.raises(PermissionDeniedError):
                async for event in repasse.follow_events(after="e0"):
                    seen.append(event.id)
        return seen

    assert asyncio.run(run()) == ["e1", "e2", "e3"]
    assert [asked.query["after"] for asked in server.asked] == ["e0", "e2", "e2", "e3"]


def _events(*ids: str) -> Callable[..., None]:
    data = [{"id": each, "type": "charge.paid"} for each in ids]
    return answer(200, {"data": data, "nextAfter": ids[-1], "hasMore": False})
