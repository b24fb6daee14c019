"""
A shop of one page: it sells, is told by webhook that it was paid, and gives money back. Orders live in memory, so that
nothing but the payments is in the way; a real shop keeps them in its database.
"""

from __future__ import annotations

import os
import uuid
from dataclasses import asdict, dataclass

from flask import Flask, Response, abort, jsonify, redirect, request
from werkzeug.exceptions import HTTPException
from werkzeug.serving import make_server
from werkzeug.wrappers import Response as AnyResponse

from repasse import ApiError, Repasse, WebhookVerificationError
from repasse.models import Attempt, ChargePaidEvent, CreateCharge, PixCheckout, RequestRefund

repasse = Repasse(
    base_url=os.environ["REPASSE_URL"],
    client_id=os.environ["REPASSE_CLIENT_ID"],
    client_secret=os.environ["REPASSE_CLIENT_SECRET"],
    webhook_secrets=[os.environ["REPASSE_WEBHOOK_SECRET"]],
)

PRICE = "49.90"
STATUSES = {"PAID": "paid", "EXPIRED": "expired", "REFUNDED": "refunded"}
REFUND_ASKED_FOR = "refund asked for"


@dataclass
class Order:
    id: str
    charge_id: str
    checkout_url: str | None
    pix_code: str | None
    status: str = "waits for payment"


orders: dict[str, Order] = {}
seen: set[str] = set()
"""A webhook may come twice; its id is the same then."""

app = Flask(__name__)
server = make_server("localhost", int(os.environ.get("PORT", "3000")), app, threaded=True)


@app.get("/")
def page() -> str:
    return f'<h1>Coffee, R$ {PRICE}</h1><form method="post" action="/orders"><button>Buy</button></form>'


@app.post("/orders")
def sell() -> AnyResponse:
    """The order's id is the key: should the answer get lost, the same call finds the charge that was made."""
    order_id = str(uuid.uuid4())
    body = CreateCharge(
        gross_amount=PRICE,
        currency="BRL",
        payment_method="PIX",
        external_reference=order_id,
        webhook_url=f"http://localhost:{server.port}/webhooks",
    )
    attempt = repasse.charges.create(body, idempotency_key=order_id)
    # It names its method, so that its first attempt is answered.
    assert isinstance(attempt, Attempt)
    meta = attempt.checkout_meta
    pix_code = meta.emv if isinstance(meta, PixCheckout) else None
    order = Order(order_id, attempt.charge_id, attempt.checkout_url, pix_code)
    orders[order_id] = order
    # A browser goes to the page where the payer pays; a program gets the code to show by itself.
    wanted = request.accept_mimetypes.best_match(["text/html", "application/json"])
    if wanted == "text/html" and order.checkout_url is not None:
        return redirect(order.checkout_url, 303)
    return shown(order, 201)


@app.get("/orders/<order_id>")
def show(order_id: str) -> Response:
    """A charge's own address is told of payments only, so an order whose money goes back is looked up when it is asked for."""
    order = order_of(order_id)
    if order.status == REFUND_ASKED_FOR:
        refresh(order.charge_id)
    return shown(order)


@app.post("/webhooks")
def webhook() -> Response:
    """The bytes as they came, since they are what is signed."""
    event = repasse.webhooks.unwrap(request.get_data(), dict(request.headers))
    if event.id not in seen and isinstance(event, ChargePaidEvent):
        refresh(event.data.charge.id)
    seen.add(event.id)
    return Response(status=204)


@app.post("/orders/<order_id>/refund")
def give_back(order_id: str) -> Response:
    order = order_of(order_id)
    # One refund an order: asked for once more, it is the same one.
    body = RequestRefund(amount=PRICE)
    repasse.refunds.request_charge(order.charge_id, body, idempotency_key=f"refund-{order.id}")
    order.status = REFUND_ASKED_FOR
    return shown(order, 202)


def refresh(charge_id: str) -> None:
    """What a webhook says is old when it comes late, so it is a reason to look, and the API says how things are."""
    charge = repasse.charges.get(charge_id)
    order = orders.get(charge.external_reference)
    if order is None or (order.status == REFUND_ASKED_FOR and charge.status == "PAID"):
        return
    order.status = STATUSES.get(charge.status, order.status)


def order_of(order_id: str) -> Order:
    return orders.get(order_id) or abort(404, "There is no such order.")


def shown(order: Order, status: int = 200) -> Response:
    fields = asdict(order)
    names = {"charge_id": "chargeId", "checkout_url": "checkoutUrl", "pix_code": "pixCode"}
    answer = jsonify({names.get(name, name): value for name, value in fields.items()})
    answer.status_code = status
    return answer


@app.errorhandler(WebhookVerificationError)
def forged(_: WebhookVerificationError) -> tuple[Response, int]:
    """Answered with 400, a message is sent again later; nothing of it was believed."""
    return jsonify(title="The signature is wrong."), 400


@app.errorhandler(ApiError)
def refused(error: ApiError) -> tuple[Response, int]:
    return jsonify(title=str(error), code=error.code), 502


@app.errorhandler(HTTPException)
def failed(error: HTTPException) -> tuple[Response, int]:
    return jsonify(title=error.description), error.code or 500


if __name__ == "__main__":
    print(f"The shop is open: http://localhost:{server.port}", flush=True)
    server.serve_forever()
