"""
An order from its charge to the payout: created, paid, told of by webhook, a part of it given back, and the balance paid out.

The payer is the sandbox here, and its inbox stands for your back end. Addresses and keys of `npm start` are in
.local/stack.json.
"""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

import httpx

from repasse import ApiError, Repasse, WebhookEvent, WebhookVerificationError, to_minor
from repasse.models import (
    Attempt,
    ChargePaidEvent,
    CreateCharge,
    PayoutPaidEvent,
    PixCheckout,
    Refund,
    RefundSucceededEvent,
    RequestRefund,
    RequestWithdrawal,
    Withdrawal,
)

SANDBOX = os.environ["REPASSE_SANDBOX_URL"]
WAIT_SECONDS = 120
"""For what the providers do, on a busy machine."""

T = TypeVar("T")


def main() -> None:
    with Repasse(
        base_url=os.environ["REPASSE_BASE_URL"],
        client_id=os.environ["REPASSE_CLIENT_ID"],
        client_secret=os.environ["REPASSE_CLIENT_SECRET"],
        webhook_secrets=[os.environ["REPASSE_WEBHOOK_SECRET"]],
    ) as repasse:
        order = f"order-{uuid.uuid4()}"
        before = end_of_feed(repasse)
        charge_id = create(repasse, order)
        paid = eventually(lambda: webhook_of(repasse, order, ChargePaidEvent))
        refund = give_back(repasse, charge_id)
        payout = pay_out(repasse)
        seen = follow(repasse, charge_id, after=before, until=payout)
        result = {
            "chargeId": charge_id,
            "paidEventId": paid.id,
            "refundId": refund.id,
            "payoutId": payout.id,
            "events": [event.type for event in seen],
        }
        print(json.dumps(result))


def create(repasse: Repasse, order: str) -> str:
    """A charge that names its method comes with its attempt, and the attempt with what the payer needs."""
    body = CreateCharge(
        gross_amount="200.00",
        currency="BRL",
        payment_method="PIX",
        external_reference=order,
        webhook_url=f"{SANDBOX}/sandbox/inbox/{order}",
    )
    attempt = repasse.charges.create(body, idempotency_key=order)
    # A crash between the request and its answer ends in the same charge.
    again = repasse.charges.create(body, idempotency_key=order)
    assert isinstance(attempt, Attempt) and isinstance(again, Attempt) and again.id == attempt.id
    assert again.response_info is not None and again.response_info.is_replayed
    assert isinstance(attempt.checkout_meta, PixCheckout)
    httpx.post(f"{SANDBOX}/sandbox/pix/pay", json={"emv": attempt.checkout_meta.emv}).raise_for_status()
    return attempt.charge_id


def webhook_of(repasse: Repasse, order: str, of: type[T]) -> T | None:
    for message in httpx.get(f"{SANDBOX}/sandbox/inbox/{order}").json():
        event = repasse.webhooks.unwrap(message["rawBody"], message["headers"])
        refuse_changed(repasse, message)
        if isinstance(event, of):
            return event
    return None


def refuse_changed(repasse: Repasse, message: dict[str, Any]) -> None:
    """A message that anybody has touched is nobody's."""
    try:
        repasse.webhooks.unwrap(message["rawBody"].replace("200.00", "2.00"), message["headers"])
    except WebhookVerificationError:
        return
    raise AssertionError("A changed message was believed.")


def give_back(repasse: Repasse, charge_id: str) -> Refund:
    body = RequestRefund(amount="50.00")
    refund = eventually(lambda: granted(lambda: repasse.refunds.request_charge(charge_id, body)))
    left = repasse.refunds.list_charge(charge_id).refundable
    assert to_minor(left) == 150_00, left
    return refund


def pay_out(repasse: Repasse) -> Withdrawal:
    body = RequestWithdrawal(amount="100.00", pay_currency="usdtbsc", pay_address=f"0x{'7' * 40}")
    return eventually(lambda: granted(lambda: repasse.withdrawals.request(body)))


def granted(ask: Callable[[], T]) -> T | None:
    """None while the books do not allow it yet: they follow the payment within moments."""
    try:
        return ask()
    except ApiError as error:
        if error.status in (409, 422):
            return None
        raise


def end_of_feed(repasse: Repasse) -> str | None:
    """The last event so far: what happens from now on is behind it. None in an empty feed."""
    last: str | None = None
    while True:
        page = repasse.events.list(after=last, limit=500)
        last = page.data[-1].id if page.data else last
        if not page.has_more:
            return last


def follow(repasse: Repasse, charge_id: str, *, after: str | None, until: Withdrawal) -> list[WebhookEvent]:
    """What the feed has of this charge and payout, from where it was before; it may have news of other orders, too."""
    seen: list[WebhookEvent] = []
    for event in repasse.follow_events(after=after):
        charge = getattr(event.data, "charge", None)
        if charge is not None and charge.id != charge_id:
            continue
        seen.append(event)
        if isinstance(event, PayoutPaidEvent) and event.data.payout.withdrawal_id == until.id:
            assert repasse.withdrawals.get(until.id).status == "PAID"
            break
    assert any(isinstance(event, RefundSucceededEvent) for event in seen)
    return seen


def eventually(ask: Callable[[], T | None]) -> T:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        answer = ask()
        if answer is not None:
            return answer
        time.sleep(0.25)
    raise TimeoutError("It did not happen in time.")


if __name__ == "__main__":
    main()
