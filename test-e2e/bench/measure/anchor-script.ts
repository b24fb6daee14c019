/** Tables as the services have them, with the keys and without what only their readers need. */
export const anchorTables = `
  drop table if exists events, outbox, idempotency_keys;
  create table events (
    stream_id text not null, version integer not null, id text not null, type text not null, data jsonb not null,
    recorded_at timestamptz not null default clock_timestamp(), primary key (stream_id, version));
  create table outbox (
    id bigint generated always as identity primary key, topic text not null, aggregateid text not null,
    type text not null, headers jsonb not null, payload jsonb not null, traceparent text,
    created_at timestamptz not null default clock_timestamp());
  create table idempotency_keys (
    scope text not null, key text not null, operation_id text not null, request_hash text not null,
    field_hashes jsonb not null, ulid text not null, status text not null, response_status integer,
    response_body text, lease_until timestamptz not null, created_at timestamptz not null default now(),
    primary key (scope, key))`;

const share = (userId: number, amountMinor: number) => ({ userId, amountMinor, isOwner: userId === 1001 });

/** As long as what POST /charge keeps. */
const charge = {
  ...{
    chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
    userId: 1001,
    kind: 'SALE',
    grossAmountMinor: 10000,
    currency: 'BRL',
  },
  fees: [{ code: 'DEFAULT_FEE', method: 'DEFAULT', percentBps: 99, fixedMinor: 0, amountMinor: 99 }],
  ...{ feeAmountMinor: 99, netAmountMinor: 9901, sharedAmountMinor: 3475, disputeReserveMinor: 0 },
  ...{ description: 'Order 4711', externalReference: 'order-4711', webhookUrl: null, redirectUrl: null },
  shares: [share(1001, 6426), share(1002, 1000), share(1003, 2475)],
  ...{ createdAt: '2026-11-21', expiresAt: '2026-11-22' },
};

const headers = {
  ...{ ce_specversion: '1.0', ce_source: 'repasse/charge', ce_type: 'repasse.charge.created.v1', ce_position: '1' },
  ...{ ce_id: 'evt_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', ce_subject: charge.chargeId, ce_time: '2026-11-21' },
};

const fieldHashes = { currency: 'a25ebb707f89f4f5', grossAmount: 'f061cbf40c64e05d' };

/** pgbench takes `:word` for one of its variables wherever it stands, so there are no colons without a space. */
const json = (value: object): string => `'${JSON.stringify(value).replaceAll('":', '": ')}'`;

/** The rows of one charge in one statement and so in one transaction, as the service writes them; `id` is an expression. */
export const anchorStatement = (id: string): string => `
  with event as (
    insert into events (stream_id, version, id, type, data)
    values ('ch_' || ${id}, 1, 'evt_' || ${id}, 'ChargeCreated', ${json(charge)})
  ), message as (
    insert into outbox (topic, aggregateid, type, headers, payload)
    values ('charge.events.v1', 'ch_' || ${id}, 'repasse.charge.created.v1', ${json(headers)}, ${json(charge)})
  )
  insert into idempotency_keys (scope, key, operation_id, request_hash, field_hashes, ulid, status, response_status,
                                response_body, lease_until)
  values ('1001', 'key-' || ${id}, 'createCharge', 'e9c12d3305942a02ae4ec788ef32d7c1718d2eb9b457961e',
          ${json(fieldHashes)}, '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', 'done', 200, ${json(charge)}, now())`;
