-- Personal data, in tables of its own: the events carry ids only, so this can be erased without touching history.
create table payer_data (
  charge_id text collate "C" primary key,
  name text,
  email text,
  phone text,
  document text,
  document_type text,
  source text not null
);
-- Who asks to be erased is known by their document, and by the e-mail that came with it.
create index payer_data_by_document on payer_data (document) where document is not null;
create index payer_data_by_email on payer_data (email) where document is null and email is not null;

-- The erasures of payers' data: how much was erased, and nothing about the payer.
create table payer_erasures (
  erasure_id text primary key,
  user_id bigint not null,
  erased json not null,
  erased_at timestamptz not null
);

-- A split as it was sent, with the e-mails of its recipients.
create table split_configs (
  charge_id text collate "C" primary key,
  items json not null
);
