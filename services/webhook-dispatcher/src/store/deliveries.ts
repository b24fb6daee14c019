import { type Tx } from '@repasse/chassis/postgres/database';
import { type DeliveryDecision, type DeliveryStatus, type Trigger } from '../domain/delivery';

export type DeliveryRow = {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly user_id: number;
  readonly charge_id: string;
  readonly event_type: string;
  readonly url: string;
  readonly receiver: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly attempts_in_round: number;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A delivery that this process alone may send until the claim runs out. */
export type ClaimedDelivery = DeliveryRow & { readonly body: string; readonly claim_id: string };

/** Three times what a try may take: a slow commit after it must not look like a crash. */
export const claimMs = 30_000;

export type Announced = {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly userId: number;
  readonly chargeId: string;
  readonly invoiceId: number;
  readonly eventType: string;
  readonly sequence: number;
  readonly previousId: string | null;
  readonly body: string;
  readonly url: string;
  readonly now: string;
};

/** Writes the message and its delivery, due at once. A second announcement of the same fact writes nothing. */
export const insertAnnouncement = async (tx: Tx, a: Announced): Promise<void> => {
  await tx.query(
    `with message as (
       insert into webhook_messages (webhook_id, user_id, charge_id, invoice_id, event_type, sequence, previous_id, body, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $12) on conflict do nothing returning webhook_id
     )
     insert into deliveries (delivery_id, webhook_id, user_id, charge_id, event_type, url, receiver, status, next_attempt_at, created_at, updated_at)
     select $9, webhook_id, $2, $3, $5, $10, $11, 'PENDING', $12, $12, $12 from message`,
    [
      a.webhookId,
      a.userId,
      a.chargeId,
      a.invoiceId,
      a.eventType,
      a.sequence,
      a.previousId,
      a.body,
      a.deliveryId,
      a.url,
      new URL(a.url).host,
      a.now,
    ],
  );
};

/** The last announcement of a charge, from which the next one's sequence follows. */
export const lastMessage = async (
  tx: Tx,
  chargeId: string,
): Promise<{ webhook_id: string; sequence: number } | undefined> => {
  const [row] = await tx.query<{ webhook_id: string; sequence: number }>(
    'select webhook_id, sequence from webhook_messages where charge_id = $1 order by sequence desc limit 1',
    [chargeId],
  );
  return row;
};

/**
 * Takes deliveries that are due, at most `perReceiverMax` less what is under way for each receiver, so that one that is
 * slow or dead cannot fill every place.
 */
export const claimDue = (
  tx: Tx,
  o: { limit: number; perReceiverMax: number; underWay: Readonly<Record<string, number>>; claimId: string; now: Date },
): Promise<ClaimedDelivery[]> =>
  tx.query<ClaimedDelivery>(
    `with ranked as (
       select delivery_id, receiver, row_number() over (partition by receiver order by next_attempt_at) as place
       from deliveries
       where status = 'PENDING' and next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
     ), due as (
       select d.delivery_id
       from deliveries d join ranked r on r.delivery_id = d.delivery_id
       where r.place <= $3 - coalesce(($4::jsonb ->> r.receiver)::integer, 0)
         and d.status = 'PENDING' and (d.claimed_until is null or d.claimed_until <= $1)
       order by d.next_attempt_at
       limit $2
       for update of d skip locked
     )
     update deliveries d set claimed_until = $6, claim_id = $5
     from due, webhook_messages m
     where d.delivery_id = due.delivery_id and m.webhook_id = d.webhook_id
     returning d.*, m.body`,
    [o.now.toISOString(), o.limit, o.perReceiverMax, JSON.stringify(o.underWay), o.claimId, claimEnd(o.now)],
  );

/** Takes the delivery of a charge for a manual try; undefined while another try is under way. */
export const claimForCharge = async (
  tx: Tx,
  chargeId: string,
  claimId: string,
  now: Date,
): Promise<ClaimedDelivery | undefined> => {
  const [row] = await tx.query<ClaimedDelivery>(
    `update deliveries d set claimed_until = $4, claim_id = $2
     from webhook_messages m
     where d.charge_id = $1 and m.webhook_id = d.webhook_id and (d.claimed_until is null or d.claimed_until <= $3)
     returning d.*, m.body`,
    [chargeId, claimId, now.toISOString(), claimEnd(now)],
  );
  return row;
};

const claimEnd = (now: Date): string => new Date(now.getTime() + claimMs).toISOString();

export type AttemptRecord = {
  readonly trigger: Trigger;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
};

/** Keeps what came of a try and gives the claim back. False when the claim had run out and another process took over. */
export const recordAttempt = async (
  tx: Tx,
  delivery: Pick<ClaimedDelivery, 'delivery_id' | 'claim_id'>,
  decision: DeliveryDecision,
  attempt: AttemptRecord,
  now: string,
): Promise<boolean> => {
  const rows = await tx.query(
    `with updated as (
       update deliveries
       set status = $3, attempts = $4, attempts_in_round = $5, next_attempt_at = $6, claimed_until = null, claim_id = null, updated_at = $7
       where delivery_id = $1 and claim_id = $2
       returning delivery_id
     )
     insert into delivery_attempts (delivery_id, attempt_number, trigger, started_at, duration_ms, response_status, response_body, failure)
     select delivery_id, $4, $8, $9, $10, $11, $12, $13 from updated
     returning delivery_id`,
    [
      delivery.delivery_id,
      delivery.claim_id,
      decision.status,
      decision.attempts,
      decision.attemptsInRound,
      decision.nextAttemptAt,
      now,
      attempt.trigger,
      attempt.startedAt,
      attempt.durationMs,
      attempt.responseStatus,
      attempt.responseBody,
      attempt.failure,
    ],
  );
  return rows.length > 0;
};

export const hasMessage = async (tx: Tx, chargeId: string): Promise<boolean> =>
  (await tx.query('select 1 from webhook_messages where charge_id = $1 limit 1', [chargeId])).length > 0;
