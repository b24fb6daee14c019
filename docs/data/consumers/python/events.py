"""Reads whole topics without a consumer group: the reader itself knows where it is."""

import json
import os
from dataclasses import dataclass

from confluent_kafka import OFFSET_BEGINNING, Consumer, Message, TopicPartition

HEAD_LENGTH = 5  # a zero, and the schema's id in four bytes
BATCH = 5_000


@dataclass(frozen=True)
class Event:
    topic: str
    partition: int
    offset: int
    key: str
    headers: dict[str, str]
    value: bytes

    @property
    def place(self) -> tuple[str, str, int]:
        """The same on every delivery. Each topic counts the positions of a subject on its own."""
        return self.topic, self.headers["ce_subject"], int(self.headers["ce_position"])


def decode(event: Event):
    return json.loads(event.value[HEAD_LENGTH:])


def open_consumer() -> Consumer:
    # A cluster with TLS and passwords takes its settings here: security.protocol, sasl.mechanism, sasl.username, …
    return Consumer(
        {
            "bootstrap.servers": os.environ["KAFKA_BROKERS"],
            "group.id": "data.reader",  # librdkafka asks for a name; nothing is stored under it
            "enable.auto.commit": False,
            "auto.offset.reset": "error",  # an offset that retention has removed is a gap, and has to be seen
        }
    )


def partitions_of(consumer: Consumer, topics: list[str]) -> list[tuple[str, int]]:
    metadata = consumer.list_topics(timeout=30).topics
    missing = [topic for topic in topics if topic not in metadata]
    if missing:
        raise RuntimeError(f"No such topics: {', '.join(missing)}")
    return [(topic, partition) for topic in topics for partition in metadata[topic].partitions]


def ends_of(consumer: Consumer, partitions: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
    """The offset behind the last message of each partition that has one."""
    marks = {one: consumer.get_watermark_offsets(TopicPartition(*one), timeout=30) for one in partitions}
    return {one: high for one, (low, high) in marks.items() if high > low}


def assign(consumer: Consumer, partitions: list[tuple[str, int]], offsets: dict[tuple[str, int], int]) -> None:
    """Goes on at the offsets that are given, and begins at the oldest message elsewhere."""
    consumer.incremental_assign([TopicPartition(*one, offsets.get(one, OFFSET_BEGINNING)) for one in partitions])


def poll(consumer: Consumer, timeout: float = 1.0) -> list[Event]:
    return [to_event(message) for message in consumer.consume(BATCH, timeout)]


def to_event(message: Message) -> Event:
    if message.error():
        raise RuntimeError(f"{message.topic()} {message.partition()}: {message.error().str()}")
    return Event(
        message.topic(),
        message.partition(),
        message.offset(),
        (message.key() or b"").decode(),
        {name: value.decode() for name, value in message.headers() or []},
        message.value() or b"",
    )


def read_until_now(topics: list[str]):
    """Every event that is in the topics now, once, in the order of its partition."""
    consumer = open_consumer()
    partitions = partitions_of(consumer, topics)
    ends = ends_of(consumer, partitions)
    assign(consumer, partitions, {})
    seen: dict[tuple[str, str], int] = {}
    while ends:
        for event in poll(consumer):
            end = ends.get((event.topic, event.partition))
            if end is None or event.offset >= end:
                continue
            if event.offset == end - 1:
                del ends[event.topic, event.partition]
            topic, subject, position = event.place
            if position <= seen.get((topic, subject), 0):
                continue  # delivered a second time
            seen[topic, subject] = position
            yield event
    consumer.close()
