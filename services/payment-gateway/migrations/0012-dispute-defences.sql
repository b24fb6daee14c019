-- What merchants say to disputes. That it was said is in the payment's events; the words and files are here, where they end.
create table dispute_evidence (
  evidence_id   text primary key,
  dispute_id    text not null,
  payment_id    text not null,
  file_name     text,
  content_type  text not null,
  sha256        text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes         bytea not null,
  by_client_id  text not null,
  created_at    timestamptz not null,
  -- The same bytes are one piece of evidence.
  unique (dispute_id, sha256)
);
-- Pictures and PDFs are packed already.
alter table dispute_evidence alter column bytes set storage external;
create index dispute_evidence_by_payment on dispute_evidence (payment_id);
create index dispute_evidence_by_age on dispute_evidence (created_at);

create table dispute_answers (
  dispute_id    text primary key,
  payment_id    text not null,
  text          text,
  by_client_id  text not null,
  created_at    timestamptz not null
);
create index dispute_answers_by_payment on dispute_answers (payment_id);
create index dispute_answers_by_age on dispute_answers (created_at);
