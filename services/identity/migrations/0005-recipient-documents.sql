-- When the recipient's data was erased but for name and document, which are kept as long as contracts/retention.yaml says.
alter table recipient_data add column erased_at timestamptz;

-- Which documents prove who a recipient is, and where their bytes are kept, which is not here.
create table recipient_documents (
  document_id   text primary key,
  user_id       bigint not null references recipients,
  kind          text not null check (kind in
    ('IDENTITY_FRONT', 'IDENTITY_BACK', 'SELFIE', 'ARTICLES_OF_ASSOCIATION', 'PROOF_OF_ADDRESS', 'OTHER')),
  sha256        text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes    bigint not null check (size_bytes > 0),
  content_type  text not null,
  location      text not null,
  by_user_id    bigint not null,
  by_client_id  text not null,
  created_at    timestamptz not null,
  -- The same file under the same kind is one document.
  unique (user_id, kind, sha256)
);
create index recipient_documents_newest on recipient_documents (user_id, created_at desc, document_id desc);
