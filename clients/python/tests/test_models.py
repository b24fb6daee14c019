from __future__ import annotations

import pytest
from pydantic import ValidationError
from server import Server, answer

from repasse import Repasse
from repasse.models import Attempt, CardCheckout, Charge, CreateCharge, PixCheckout, SplitItem

pix = {"method": "PIX", "qrCodeBase64": "", "emv": "000201", "expiresAt": "2026-11-26T12:00:00.000Z"}


def attempt_with(server: Server, repasse: Repasse, **more: object) -> Attempt:
    server.answers = [answer(200, [{"id": "att_1", "status": "PENDING", **more}])]
    return repasse.attempts.list("ch_1")[0]


def test_values_and_members_that_are_newer_pass(server: Server, repasse: Repasse) -> None:
    attempt = attempt_with(server, repasse, status="NEWER", newer={"a": 1})
    assert attempt.status == "NEWER"
    assert attempt.model_extra == {"newer": {"a": 1}}


def test_a_member_that_an_older_installation_lacks_is_none(server: Server, repasse: Repasse) -> None:
    server.answers = [answer(200, {"id": "ch_1", "grossAmount": 10})]
    charge = repasse.charges.get("ch_1")
    assert charge.status is None
    assert charge.model_dump(by_alias=True, include={"gross_amount"}, warnings=False) == {"grossAmount": 10}


def test_objects_are_told_apart_by_their_words(server: Server, repasse: Repasse) -> None:
    assert isinstance(attempt_with(server, repasse, checkoutMeta=pix).checkout_meta, PixCheckout)
    newer = attempt_with(server, repasse, checkoutMeta={"method": "NEWER", "a": 1}).checkout_meta
    assert newer == {"method": "NEWER", "a": 1}
    assert not isinstance(newer, CardCheckout)


def test_a_request_has_the_names_of_the_api_and_only_what_was_set() -> None:
    body = CreateCharge(
        gross_amount="10.00", currency="BRL", split=[SplitItem(recipient_email="a@b.example", kind="FIXED", amount="1.00")]
    )
    assert body.model_dump(by_alias=True, exclude_unset=True) == {
        "grossAmount": "10.00",
        "currency": "BRL",
        "split": [{"recipientEmail": "a@b.example", "kind": "FIXED", "amount": "1.00"}],
    }
    with pytest.raises(ValidationError, match="grossAmount"):
        CreateCharge.model_validate({"currency": "BRL"})


def test_a_part_of_an_answer_has_nothing_beside_it() -> None:
    assert Charge.model_construct(id="ch_1").response_info is None
