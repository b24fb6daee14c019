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
