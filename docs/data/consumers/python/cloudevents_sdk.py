"""Prints one event, read by the CloudEvents SDK: python3 cloudevents_sdk.py <ce_id>"""

import json
import sys

from cloudevents.v1.kafka import KafkaMessage, from_binary
from events import HEAD_LENGTH, Event, read_until_now


def to_cloud_event(event: Event):
    """The SDK reads the value as JSON. The five bytes in front belong to the registry's format."""
    headers = {name: value.encode() for name, value in event.headers.items()}
    return from_binary(KafkaMessage(headers, event.key, event.value[HEAD_LENGTH:]))


events = (event for event in read_until_now(["charge.events.v1"]) if event.headers["ce_id"] == sys.argv[1])
found = to_cloud_event(next(events))
attributes = {name: found[name] for name in ("id", "type", "subject", "position")}
print(json.dumps({**attributes, "chargeId": found.get_data()["chargeId"]}))
