"""Fills the table `events` of a DuckDB file from the topics, and follows them until it is ended.

    KAFKA_BROKERS=… python3 fill_duckdb.py events.duckdb [--until-now]

Rows and offsets are written in one transaction. It may be killed at any moment: what was not committed is read again, and
the table's primary key drops what a producer has sent twice. To build the table anew, delete the file.
"""

import argparse
import json
import time
from pathlib import Path

import duckdb
from events import HEAD_LENGTH, Event, assign, ends_of, open_consumer, partitions_of, poll

TOPICS = [
    "charge.events.v1",
    "payment.events.v1",
    "settlement.events.v1",
    "withdrawal.events.v1",
    "payout.events.v1",
    "webhook.events.v1",
    "identity.events.v1",
]
SQL = Path(__file__).parent.parent.parent / "sql"
# One parameter a column, each a list: 5,000 rows are one statement. executemany makes 5,000 of them.
INSERT = f"insert into events select {', '.join(['unnest(?)'] * 10)} on conflict do nothing"
NEW_PARTITIONS_EVERY = 60.0


def row_of(event: Event) -> tuple:
    text = event.value[HEAD_LENGTH:].decode()
    json.loads(text)
    topic, subject, position = event.place
    of = event.headers
    place = (topic, event.partition, event.offset, subject, position)
    return *place, of["ce_id"], of["ce_type"], of["ce_time"].rstrip("Z"), event.key, text


def rows_of(events: list[Event]) -> list[tuple]:
    rows = []
    for event in events:
        try:
            rows.append(row_of(event))
        except (KeyError, ValueError) as fault:
            # Only another producer than Repasse writes such a message. It is said, and must not stop the rest.
            print(f"Left out {event.topic} {event.partition} {event.offset}: {fault!r}", flush=True)
    return rows


def write(db: duckdb.DuckDBPyConnection, events: list[Event]) -> None:
    rows = rows_of(events)
    offsets = {(event.topic, event.partition): event.offset + 1 for event in events}
    db.begin()
    if rows:
        db.execute(INSERT, [list(column) for column in zip(*rows)])
    for (topic, partition), offset in offsets.items():
        db.execute("insert or replace into offsets values (?, ?, ?)", [topic, partition, offset])
    db.commit()
    print(f"{len(events)} messages, {len(events) - len(rows)} left out", flush=True)


def stored_offsets(db: duckdb.DuckDBPyConnection) -> dict[tuple[str, int], int]:
    return {(topic, partition): offset for topic, partition, offset in db.sql("from offsets").fetchall()}


def follow(db: duckdb.DuckDBPyConnection, until_now: bool) -> None:
    consumer = open_consumer()
    partitions = partitions_of(consumer, TOPICS)
    ends = ends_of(consumer, partitions) if until_now else {}
    assign(consumer, partitions, stored_offsets(db))
    looked_at = time.monotonic()
    while not until_now or any(stored_offsets(db).get(one, 0) < end for one, end in ends.items()):
        events = poll(consumer)
        if events:
            write(db, events)
        if time.monotonic() - looked_at > NEW_PARTITIONS_EVERY:
            looked_at = time.monotonic()
            new = [one for one in partitions_of(consumer, TOPICS) if one not in partitions]
            assign(consumer, new, {})
            partitions += new
    consumer.close()


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("file")
    arguments.add_argument("--until-now", action="store_true")
    asked = arguments.parse_args()
    with duckdb.connect(asked.file) as db:
        for name in ("schema.sql", "views.sql"):
            db.execute((SQL / name).read_text())
        follow(db, asked.until_now)
        print(db.sql("select count(*) from events").fetchall()[0][0], "events")


main()
