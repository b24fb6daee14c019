from __future__ import annotations

import base64
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from server import Server, answer, broken, cut, refusal

from repasse import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    NotFoundError,
    RateLimitedError,
    Repasse,
    ServerError,
)
from repasse.models import CreateCharge

charge = CreateCharge(gross_amount="10.00", currency="BRL")
unavailable = refusal(503, "service.unavailable", retry_after="0")


def keys(server: Server) -> list[str | None]:
    return [asked.headers.get("idempotency-key") for asked in server.asked]


def test_one_token_serves_all_though_many_ask_at_the_same_moment(server: Server, repasse: Repasse) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(repasse.charges.get, [f"ch_{number}" for number in range(8)]))

    assert server.tokens == 1
    assert {asked.headers["authorization"] for asked in server.asked} == {"Bearer token-1"}


def test_key_and_secret_are_written_as_a_form_does(server: Server) -> None:
    with Repasse(base_url=server.base_url, client_id="a:b", client_secret="ç/d") as client:
        client.charges.get("ch_1")
    assert server.token_headers == [f"Basic {base64.b64encode(b'a%3Ab:%C3%A7%2Fd').decode()}"]


def test_a_token_that_is_taken_no_more_is_renewed_once(server: Server, repasse: Repasse) -> None:
    repasse.charges.get("ch_1")
    server.answers = [refusal(401, "auth.token_invalid")]
    repasse.charges.get("ch_1")
    assert server.asked[-1].headers["authorization"] == "Bearer token-2"

    server.answers = [refusal(401, "auth.token_invalid"), refusal(401, "auth.token_invalid")]
    with pytest.raises(AuthenticationError) as raised:
        repasse.charges.get("ch_1")
    assert (raised.value.status, raised.value.code) == (401, "auth.token_invalid")


def test_ids_and_filters_are_written_whatever_characters_they_have(server: Server, repasse: Repasse) -> None:
    repasse.charges.get("a/b c")
    server.answers = [answer(200, "id,amount\n")]
    assert repasse.payouts.list_csv(limit=5, batch_id="x&y") == "id,amount\n"

    assert [asked.url for asked in server.asked] == ["/charge/a%2Fb%20c", "/payouts?limit=5&batch_id=x%26y"]
    assert server.asked[1].headers["accept"] == "text/csv"
    with pytest.raises(ValueError, match="chargeId is missing"):
        repasse.charges.get("")


def test_what_came_beside_the_body_is_told(server: Server, repasse: Repasse) -> None:
    server.answers = [answer(200, {"id": "ch_1"}, x_request_id="req_1", idempotency_replayed="true")]
    made = repasse.charges.create(charge)

    assert made.response_info is not None
    assert (made.response_info.status, made.response_info.request_id) == (200, "req_1")
    assert made.response_info.is_replayed


def test_a_key_is_kept_over_all_tries(server: Server, repasse: Repasse) -> None:
    server.answers = [cut, unavailable]
    repasse.charges.create(charge)
    first = keys(server)[0]
    assert first is not None and re.fullmatch(r"[0-9a-f-]{36}", first)
    assert keys(server) == [first] * 3
    assert [json.loads(asked.body) for asked in server.asked] == [{"grossAmount": "10.00", "currency": "BRL"}] * 3

    repasse.charges.create({"grossAmount": "10.00", "currency": "BRL"}, idempotency_key="order-17")
    assert keys(server)[-1] == "order-17"
    assert json.loads(server.asked[-1].body) == json.loads(server.asked[0].body)


def test_repeats_end_after_two_or_as_many_as_are_wanted(server: Server, repasse: Repasse) -> None:
    server.answers = [unavailable] * 10
    with pytest.raises(ServerError):
        repasse.charges.get("ch_1")
    assert len(server.asked) == 3

    with pytest.raises(ServerError):
        repasse.charges.get("ch_1", max_retries=0)
    assert len(server.asked) == 4


def test_what_has_no_key_is_not_repeated_when_its_answer_is_lost(server: Server, repasse: Repasse) -> None:
    server.answers = [cut]
    with pytest.raises(ApiConnectionError):
        repasse.charges.preview_split({"grossAmount": "10.00", "currency": "BRL"})
    assert len(server.asked) == 1


def test_a_refusal_says_all_that_the_problem_does(server: Server, repasse: Repasse) -> None:
    fault = {"field": "amount", "message": "is too much"}
    more: dict[str, Any] = {"currentStatus": "PAID", "allowedActions": ["refund"], "requestId": "req_2", "errors": [fault]}
    server.answers = [refusal(409, "charge.not_cancelable", retryable=False, **more)]
    with pytest.raises(ConflictError, match="^A title: A detail$") as raised:
        repasse.charges.cancel("ch_1")

    error = raised.value
    assert (error.status, error.code, error.current_status) == (409, "charge.not_cancelable", "PAID")
    assert (error.allowed_actions, error.request_id, error.is_retryable) == (["refund"], "req_2", False)
    assert [(each.field, each.message) for each in error.errors] == [("amount", "is too much")]


def test_a_longer_pause_than_is_waited_is_told(server: Server, repasse: Repasse) -> None:
    server.answers = [refusal(429, "request.rate_limited", retry_after="600")]
    with pytest.raises(RateLimitedError):
        repasse.charges.get("ch_1")
    assert len(server.asked) == 1


def test_a_refusal_of_a_proxy_in_between_has_no_code(server: Server, repasse: Repasse) -> None:
    server.answers = [answer(404, "<html>")]
    with pytest.raises(NotFoundError) as raised:
        repasse.charges.get("ch_1")
    assert (raised.value.code, list(raised.value.errors)) == (None, [])


def test_silence_ends_with_the_time_of_a_try(server: Server, repasse: Repasse) -> None:
    server.answers = [server.silence]
    with pytest.raises(ApiTimeoutError):
        repasse.charges.get("ch_1", timeout=0.1, max_retries=0)


def test_a_try_ends_in_time_in_the_middle_of_an_answer(server: Server, repasse: Repasse) -> None:
    server.answers = [server.drip]
    with pytest.raises(ApiTimeoutError, match=r"within 0\.2 s"):
        repasse.charges.get("ch_1", timeout=0.2, max_retries=0)


def test_a_broken_answer_is_none(server: Server, repasse: Repasse) -> None:
    server.answers = [broken]
    assert repasse.charges.get("ch_1").id == "ch_1"
    assert len(server.asked) == 2


def test_what_cannot_be_reached_is_said(server: Server) -> None:
    server.close()
    with Repasse(base_url=server.base_url, client_id="key", client_secret="s", max_retries=0) as client:
        with pytest.raises(ApiConnectionError, match="could not be reached"):
            client.charges.get("ch_1")


def test_every_refusal_is_an_api_error(server: Server, repasse: Repasse) -> None:
    server.answers = [refusal(413, "request.too_large")]
    with pytest.raises(ApiError) as raised:
        repasse.charges.get("ch_1")
    assert type(raised.value) is ApiError
