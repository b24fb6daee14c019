import { type Tx } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus, type Trigger } from '../domain/delivery';
import { type DeliveryFacts } from './delivery-facts';

export type DeliveryRow = DeliveryFacts & {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type AttemptRow = {
  readonly attempt_number: number;
  readonly trigger: Trigger;
  readonly url: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly failure: string | null;
};

export type DeliveryFilter = {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly webhookId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The id of the last delivery already seen; ids are ordered by time. */
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Newest first. */
export const listDeliveries = (tx: Tx, filter: DeliveryFilter): Promise<DeliveryRow[]> =>
  tx.query<DeliveryRow>(
    `select * from deliveries
     where user_id = $1
       and ($2::text is null or charge_id = $2)
       and ($3::text is null or status = $3)
       and ($4::text is null or delivery_id < $4)
       and ($5::text is null or endpoint_id = $5)
       and ($6::text is null or event_type = $6)
       and ($7::text is null or webhook_id = $7)
       and ($8::timestamptz is null or created_at >= $8)
       and ($9::timestamptz is null or created_at < $9)
     order by delivery_id desc limit $10`,
    [
      filter.userId,
      filter.chargeId ?? null,
      filter.status ?? null,
      filter.before ?? null,
      filter.endpointId ?? null,
      filter.eventType ?? null,
      filter.webhookId ?? null,
      filter.from ?? null,
      filter.to ?? null,
      filter.limit,
    ],
  );

/** With the body that is sent. */
export const findDelivery = async (
  tx: Tx,
  deliveryId: string,
  userId: number,
): Promise<(DeliveryRow & { readonly body: string }) | undefined> => {
  const [row] = await tx.query<DeliveryRow & { readonly body: string }>(
    `select d.*, e.body from deliveries d join webhook_events e on e.webhook_id = d.webhook_id
     where d.delivery_id = $1 and d.user_id = $2`,
    [deliveryId, userId],
  );
  return row;
};

export const listAttempts = (tx: Tx, deliveryId: string): Promise<AttemptRow[]> =>
  tx.query<AttemptRow>('select * from delivery_attempts where delivery_id = $1 order by attempt_number', [deliveryId]);
