from __future__ import annotations

import time
from email.utils import formatdate

import pytest

from repasse import ApiConnectionError, ApiTimeoutError
from repasse._call import Call
from repasse._retry import is_retried, pause_before
from repasse.errors import api_error
from repasse.models import Problem

get = Call("GET", "/")
keyed = Call("POST", "/", takes_key=True)
plain = Call("POST", "/")


def problem(status: int, retryable: bool | None = None, **headers: str) -> Exception:
    body = Problem(type="", title="", detail="", code="x", status=status, retryable=retryable)
    return api_error(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize(
    ("raised", "on_read", "with_key", "without_key"),
    [
        (ApiConnectionError("cut"), True, True, False),
        (ApiTimeoutError("late"), True, True, False),
        (problem(429), True, True, True),
        (problem(503), True, True, False),
        (problem(503, False), False, False, False),
        (problem(409, True), True, True, False),
        (problem(409), False, False, False),
        (problem(400), False, False, False),
        (api_error(502, None, {}), True, True, False),
        (TypeError("x"), False, False, False),
    ],
)
def test_what_is_sent_again(raised: Exception, on_read: bool, with_key: bool, without_key: bool) -> None:
    assert [is_retried(call, raised) for call in (get, keyed, plain)] == [on_read, with_key, without_key]


def test_the_pause_grows_half_of_it_by_chance_up_to_eight_seconds() -> None:
    cut = ApiConnectionError("")
    assert [pause_before(tries, cut, 0) for tries in (1, 2, 3, 10)] == [0.25, 0.5, 1, 4]
    assert pause_before(1, cut, 1) == 0.5


def test_the_pause_is_what_retry_after_says_unless_that_is_more_than_a_minute() -> None:
    assert pause_before(1, problem(503, True, retry_after="7")) == 7
    assert pause_before(1, problem(429, True, retry_after="61")) is None
    date = formatdate(time.time() + 10, usegmt=True)
    assert (pause_before(1, problem(503, True, retry_after=date)) or 0) > 8
