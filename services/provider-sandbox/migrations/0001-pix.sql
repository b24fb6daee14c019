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

-- Money given back for a PIX, in whole or in part; the merchant names each.
create table pix_devolucoes (
  end_to_end_id text not null references pix_received,
  id            text not null,
  document      jsonb not null,
  -- When one that is EM_PROCESSAMENTO is decided, by the sandbox's clock.
  due_at        timestamptz,
  primary key (end_to_end_id, id)
);

create index pix_devolucoes_due on pix_devolucoes (due_at) where due_at is not null;

create table pix_webhooks (
  chave       text primary key,
  webhook_url text not null,
  criacao     timestamptz not null
);
