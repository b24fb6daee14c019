import { type Tx } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus, type Trigger } from '../domain/delivery';
import { type DeliveryRow } from './deliveries';

export type AttemptRow = {
  readonly attempt_number: number;
  readonly trigger: Trigger;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly failure: string | null;
};

export type DeliveryFilter = {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
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
     order by delivery_id desc limit $5`,
    [filter.userId, filter.chargeId ?? null, filter.status ?? null, filter.before ?? null, filter.limit],
  );

export const findDelivery = async (tx: Tx, deliveryId: string, userId: number): Promise<DeliveryRow | undefined> => {
  const [row] = await tx.query<DeliveryRow>('select * from deliveries where delivery_id = $1 and user_id = $2', [
    deliveryId,
    userId,
  ]);
  return row;
};

export const listAttempts = (tx: Tx, deliveryId: string): Promise<AttemptRow[]> =>
  tx.query<AttemptRow>('select * from delivery_attempts where delivery_id = $1 order by attempt_number', [deliveryId]);
