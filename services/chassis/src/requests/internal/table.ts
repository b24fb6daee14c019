import { type Tx } from '../../postgres/database';
import { lazyCommit } from '../../postgres/lazy-commit';

/** One request of an API key, as it was answered. */
export interface KeyRequest {
  readonly id: string;
  readonly userId: number;
  /** Of the key. */
  readonly clientId: string;
  /** ISO 8601. */
  readonly answeredAt: string;
  readonly requestId: string;
  readonly method: string;
  /** A template, never a path with ids in it. */
  readonly route: string;
  readonly status: number;
  /** Of a refusal. */
  readonly code: string | null;
  readonly durationMs: number;
  /** An Idempotency-Key came with it. */
  readonly isKeyed: boolean;
}

export interface RequestFilter {
  readonly userId: number;
  readonly clientId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly method?: string | undefined;
  readonly status?: number | undefined;
  readonly isRefused?: boolean | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export type RequestPosition = Pick<KeyRequest, 'answeredAt' | 'id'>;

/**
 * All at once, and without waiting for the disk: what a crash of the database takes of this log is nobody's money.
 */
export const insertRequests = async (tx: Tx, rows: readonly KeyRequest[]): Promise<void> => {
  await tx.query(
    `with soon as materialized (select ${lazyCommit})
     insert into api_requests (id, user_id, client_id, answered_at, request_id, method, route, status, code, duration_ms,
       is_keyed)
     select r.id, r."userId", r."clientId", r."answeredAt", r."requestId", r.method, r.route, r.status, r.code,
       r."durationMs", r."isKeyed"
     from soon, json_to_recordset($1::json) as r (id text, "userId" bigint, "clientId" text, "answeredAt" timestamptz,
       "requestId" text, method text, route text, status integer, code text, "durationMs" integer, "isKeyed" boolean)`,
    [JSON.stringify(rows)],
  );
};

const columns = `id, user_id as "userId", client_id as "clientId", answered_at as "answeredAt", request_id as "requestId",
  method, route, status, code, duration_ms as "durationMs", is_keyed as "isKeyed"`;

/** Newest first, behind a position. */
export const listRequests = (
  tx: Tx,
  filter: RequestFilter,
  after: RequestPosition | undefined,
  limit: number,
): Promise<KeyRequest[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = conditionsOf(filter, parameter);
  if (after !== undefined)
    conditions.push(`(answered_at, id) < (${parameter(after.answeredAt)}::timestamptz, ${parameter(after.id)})`);
  return tx.query<KeyRequest>(
    `select ${columns} from api_requests where ${conditions.join(' and ')}
     order by answered_at desc, id desc limit ${parameter(limit)}`,
    params,
  );
};

const conditionsOf = (filter: RequestFilter, parameter: (value: unknown) => string): string[] => {
  const { userId, clientId, requestId, method, status, isRefused, from, to } = filter;
  return [
    `user_id = ${parameter(userId)}`,
    ...(clientId === undefined ? [] : [`client_id = ${parameter(clientId)}`]),
    ...(requestId === undefined ? [] : [`request_id = ${parameter(requestId)}`]),
    ...(method === undefined ? [] : [`method = ${parameter(method)}`]),
    ...(status === undefined ? [] : [`status = ${parameter(status)}`]),
    ...(isRefused === undefined ? [] : [isRefused ? 'status >= 400' : 'status < 400']),
    ...(from === undefined ? [] : [`answered_at >= ${parameter(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`answered_at < ${parameter(to)}::timestamptz`]),
  ];
};
