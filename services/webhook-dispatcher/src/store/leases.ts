import { type Tx } from '@repasse/chassis/postgres/database';
import { type Due, readDue } from '@repasse/chassis/waiting/due-rows';
import { type DeliveryStatus } from '../domain/delivery';
import { type DeliveryFacts } from './delivery-facts';
import { leaseEndsAt, leaseMs } from './lease-time';

/** The data for sending and recording a delivery. */
export type DueDelivery = DeliveryFacts & {
  readonly receiver: string;
  readonly attempts: number;
  readonly attempts_in_round: number;
  readonly has_slow_retries: boolean;
  readonly created_at: string;
  readonly body: string;
};

/** A delivery that this process alone may send until the lease runs out. */
export type LeasedDelivery = DueDelivery & {
  readonly lease_token: number;
  /** By `performance.now()`. */
  readonly leaseEndsAtMs: number;
  /** The trace of the event that planned it, where this process planned it. */
  readonly traceparent?: string | undefined;
};

/** A delivery that a caller requested, in any earlier status. */
export type ClaimedDelivery = LeasedDelivery & {
  readonly status: DeliveryStatus;
  readonly next_attempt_at: string | null;
};

export interface ClaimRequest {
  readonly now: string;
  readonly limit: number;
  /** How many more deliveries of each receiver there is room for. */
  readonly rooms: Readonly<Record<string, number>>;
  readonly roomOfOthers: number;
}

/**
 * Leases due deliveries without a lease, with all data for sending them. Not by createDueRows: it claims a share for each
 * receiver, and `next_attempt_at`, which callers are shown, must not move with a lease.
 */
export const claimDue = async (
  tx: Tx,
  { now, limit, rooms, roomOfOthers }: ClaimRequest,
): Promise<Due<LeasedDelivery>> => {
  const leaseEndsAtMs = leaseEndsAt();
  const { rows, nextDueAt } = await readDue<Omit<LeasedDelivery, 'leaseEndsAtMs'>>(
    tx,
    'select next_due_at as "nextDueAt", c.* from claim_deliveries($1, $2, $3::jsonb, $4, $5) c',
    [now, leaseMs, JSON.stringify(rooms), roomOfOthers, limit],
    'delivery_id',
  );
  return { rows: rows.map((row) => ({ ...row, leaseEndsAtMs })), nextDueAt };
};

/** Leases all deliveries of a message for a manual try, except those under way. */
export const claimForEvent = (tx: Tx, webhookId: string): Promise<readonly ClaimedDelivery[]> =>
  claim(tx, 'd.webhook_id = $1', webhookId);

/** Leases one delivery for a manual try; undefined while another try is under way. */
export const claimDelivery = async (tx: Tx, deliveryId: string): Promise<ClaimedDelivery | undefined> => {
  const [claimed] = await claim(tx, 'd.delivery_id = $1', deliveryId);
  return claimed;
};

const claim = async (tx: Tx, condition: string, id: string): Promise<readonly ClaimedDelivery[]> => {
  const leaseEndsAtMs = leaseEndsAt();
  const rows = await tx.query<Omit<ClaimedDelivery, 'leaseEndsAtMs'>>(
    `update deliveries d
     set lease_token = d.lease_token + 1, lease_until = clock_timestamp() + $2::integer * interval '1 millisecond'
     from webhook_events e
     where ${condition} and e.webhook_id = d.webhook_id
       and (d.lease_until is null or d.lease_until <= clock_timestamp())
     returning d.*, e.body`,
    [id, leaseMs],
  );
  return rows.map((row) => ({ ...row, leaseEndsAtMs }));
};

/** Ends leases early: these deliveries were not tried, and any process may lease them. */
export const releaseLeases = async (tx: Tx, deliveries: readonly LeasedDelivery[]): Promise<void> => {
  await tx.query(
    `update deliveries d set lease_until = null
     from unnest($1::text[], $2::integer[]) as l(delivery_id, lease_token)
     where d.delivery_id = l.delivery_id and d.lease_token = l.lease_token`,
    [deliveries.map(({ delivery_id }) => delivery_id), deliveries.map(({ lease_token }) => lease_token)],
  );
};
