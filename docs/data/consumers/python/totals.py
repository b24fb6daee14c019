"""Prints what the topics add up to, by payment method: charges paid, their gross amount, the shares that were settled.

    KAFKA_BROKERS=… python3 totals.py [--user 1001] [--validate]

--validate checks every event against its schema in the registry (SCHEMA_REGISTRY_URL), which takes far longer.
"""

import argparse
import json
import os
import sys
import time

from events import decode, read_until_now

TOPICS = ["charge.events.v1", "settlement.events.v1"]


def add(totals: dict, event_type: str, data: dict) -> None:
    method = totals.setdefault(data["paymentMethod"], {"charges": 0, "grossMinor": 0, "sharesMinor": 0})
    if event_type == "repasse.charge.paid.v1":
        method["charges"] += 1
        method["grossMinor"] += data["grossAmountMinor"]
    else:
        method["sharesMinor"] += sum(share["amountMinor"] for share in data["shares"])


def validating_decoder():
    from confluent_kafka.schema_registry import SchemaRegistryClient
    from confluent_kafka.schema_registry.json_schema import JSONDeserializer
    from confluent_kafka.serialization import MessageField, SerializationContext

    registry = SchemaRegistryClient({"url": os.environ["SCHEMA_REGISTRY_URL"]})
    deserialize = JSONDeserializer(None, schema_registry_client=registry)
    return lambda event: deserialize(event.value, SerializationContext(event.topic, MessageField.VALUE))


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--user", type=int)
    arguments.add_argument("--validate", action="store_true")
    asked = arguments.parse_args()
    read = validating_decoder() if asked.validate else decode

    totals, count, started = {}, 0, time.monotonic()
    for event in read_until_now(TOPICS):
        count += 1
        data = read(event)
        if event.headers["ce_type"] not in ("repasse.charge.paid.v1", "repasse.split.settled.v1"):
            continue
        if asked.user in (None, data["userId"]):
            add(totals, event.headers["ce_type"], data)
    print(json.dumps(totals, sort_keys=True))
    print(f"{count} events, {count / (time.monotonic() - started):.0f} a second", file=sys.stderr)


main()
