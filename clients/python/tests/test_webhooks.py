from __future__ import annotations

import base64
import json
from datetime import UTC, datetime, timedelta

import pytest
from standardwebhooks import Webhook

from repasse import WebhookVerificationError, Webhooks
from repasse.models import ChargePaidEvent, Event


def secret_of(text: str) -> str:
    return f"whsec_{base64.b64encode(text.ljust(32, '.').encode()).decode()}"


secret, older, other = secret_of("present"), secret_of("before"), secret_of("other")
now = datetime(2026, 11, 26, 12, tzinfo=UTC)
body = json.dumps({"id": "evt_1", "type": "charge.paid", "data": {"note": "São João"}}, ensure_ascii=False)
webhooks = Webhooks([secret, older], now.timestamp)


def signed(by: str = secret, at: datetime = now, message_id: str = "evt_1") -> dict[str, str]:
    """As the published library signs."""
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(by).sign(message_id, at, body),
    }


def refused(headers: dict[str, str], text: str = body) -> None:
    with pytest.raises(WebhookVerificationError):
        webhooks.unwrap(text, headers)


def test_a_signed_message_is_read_as_text_and_as_bytes() -> None:
    assert isinstance(webhooks.unwrap(body, signed()), ChargePaidEvent)
    assert webhooks.unwrap(body.encode(), signed()).type == "charge.paid"


def test_a_constant_message_has_the_signature_of_every_library() -> None:
    # The vector that Standard Webhooks' own libraries are tested with.
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    known = Webhooks(["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], lambda: 1614265330)
    assert isinstance(known.unwrap('{"test": 2432232314}', headers), Event)


def test_the_secret_before_is_taken_and_either_of_two_signatures() -> None:
    assert webhooks.unwrap(body, signed(older)).id == "evt_1"
    both = f"{signed(other)['webhook-signature']} {signed()['webhook-signature']}"
    assert webhooks.unwrap(body, {**signed(), "webhook-signature": both}).id == "evt_1"


def test_headers_are_found_in_whatever_case_alone_or_in_a_list() -> None:
    headers = {name.upper(): [value] for name, value in signed().items()}
    assert webhooks.unwrap(body, headers).id == "evt_1"


def test_headers_need_not_be_a_mapping() -> None:
    class Pairs:
        def items(self) -> list[tuple[str, str]]:
            return list(signed().items())

    assert webhooks.unwrap(body, Pairs()).id == "evt_1"


def test_another_secret_text_id_or_time_is_refused() -> None:
    refused(signed(other))
    refused(signed(), body.replace("São", "Sao"))
    refused({**signed(), "webhook-id": "evt_2"})
    refused({**signed(), "webhook-timestamp": str(int(now.timestamp()) + 1)})
    refused({**signed(), "webhook-timestamp": "now"})
    refused({**signed(), "webhook-signature": "v1,####"})


def test_older_or_newer_than_five_minutes_or_than_is_wanted_is_refused() -> None:
    refused(signed(at=now - timedelta(seconds=301)))
    refused(signed(at=now + timedelta(seconds=301)))
    assert webhooks.unwrap(body, signed(at=now - timedelta(seconds=299))).id == "evt_1"
    late = signed(at=now - timedelta(seconds=3_000))
    assert webhooks.unwrap(body, late, tolerance_seconds=3_600).id == "evt_1"


def test_missing_headers_are_refused_and_missing_secrets_are_said() -> None:
    refused({})
    with pytest.raises(ValueError, match="webhook_secrets"):
        Webhooks().unwrap(body, signed())


def test_a_type_that_is_newer_is_an_event() -> None:
    text = json.dumps({"id": "evt_2", "type": "newer.thing", "data": {"a": 1}})
    headers = {**signed(), "webhook-signature": Webhook(secret).sign("evt_1", now, text)}
    event = webhooks.unwrap(text, headers)
    assert type(event) is Event
    assert event.data == {"a": 1}
