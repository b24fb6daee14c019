-- The one table that a reader of the topics fills. DuckDB; elsewhere json is text, and timestamp one without a zone, in UTC.
-- A row is one event: `data` is the message's value without the five bytes of the schema id, the rest its headers.
--
-- The primary key drops what comes twice: insert with `on conflict do nothing`. The subject alone is no key: a charge counts
-- its positions in charge.events.v1, and anew in settlement.events.v1; so do withdrawals and payouts.
create table if not exists events (
  topic       varchar   not null,
  "partition" integer,            -- null where the row comes from an export
  "offset"    bigint,             -- of the first delivery; null where the row comes from an export
  subject     varchar   not null, -- ce_subject: the aggregate, such as a charge
  position    bigint    not null, -- ce_position: 1, 2, 3 … of the subject within the topic, without gaps
  id          varchar   not null, -- ce_id: the same on every delivery
  type        varchar   not null, -- ce_type: repasse.charge.paid.v1
  time        timestamp not null, -- ce_time: UTC, when the service decided it
  key         varchar   not null, -- the message's key, which equals the subject
  data        json      not null,
  primary key (topic, subject, position)
);

-- Where to go on reading. A reader writes it in the transaction that inserts the rows, and starts there: rows and offsets
-- are then never apart, whenever the reader dies. The group's offsets at the broker are not needed.
create table if not exists offsets (
  topic       varchar not null,
  "partition" integer not null,
  next_offset bigint  not null,
  primary key (topic, "partition")
);
