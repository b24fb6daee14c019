-- The recipient's PSP: what an institution that implements API Pix keeps. Words of the protocol stay Portuguese.

create table pix_cobs (
  txid           text primary key,
  location_id    bigint generated always as identity unique,
  location_token text not null unique,
  revisao        integer not null default 0,
  status         text not null default 'ATIVA'
    check (status in ('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP')),
  -- What the merchant may revise: calendario.expiracao, valor, chave, devedor, solicitacaoPagador, infoAdicionais.
  terms          jsonb not null,
  criacao        timestamptz not null
);

create index pix_cobs_criacao on pix_cobs (criacao, txid);

-- GET /cob/{txid}?revisao= answers any revision, so superseded terms are kept.
create table pix_cob_revisions (
  txid    text not null references pix_cobs,
  revisao integer not null,
  terms   jsonb not null,
  primary key (txid, revisao)
);

create table pix_received (
  end_to_end_id text primary key,
  txid          text not null references pix_cobs,
  chave         text not null,
  amount_minor  bigint not null check (amount_minor > 0),
  payer_message text,
  received_at   timestamptz not null
);

create index pix_received_txid on pix_received (txid);
create index pix_received_at on pix_received (received_at, end_to_end_id);

create table pix_webhooks (
  chave       text primary key,
  webhook_url text not null,
  criacao     timestamptz not null
);

-- A callback waits here until the merchant has answered 2xx. It is inserted together with the payment it tells of.
create table pix_callbacks (
  id          bigint generated always as identity primary key,
  webhook_url text not null,
  pix         jsonb not null,
  attempts    integer not null default 0,
  due_at      timestamptz not null
);

create index pix_callbacks_due on pix_callbacks (due_at);
