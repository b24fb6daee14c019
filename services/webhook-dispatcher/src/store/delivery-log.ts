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

export interface AttemptRow {
  readonly attempt_number: number;
  readonly trigger: Trigger;
  readonly url: string;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly failure: string | null;
}

export interface DeliveryFilter {
  readonly userId: number;
  readonly chargeId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly webhookId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The last delivery already seen. */
  readonly after?: DeliveryPosition | undefined;
  readonly limit: number;
}

export type DeliveryPosition = Pick<DeliveryRow, 'created_at' | 'delivery_id'>;

/**
 * Newest first. Texts differ only by which filters are there, so that each is prepared once and finds its index: every
 * filter has one that ends in the order of the list.
 */
export const listDeliveries = (tx: Tx, filter: DeliveryFilter): Promise<DeliveryRow[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const { userId, from, to, after } = filter;
  const conditions = [
    `user_id = ${parameter(userId)}`,
    ...columnFilters.flatMap(([column, of]) => {
      const value = of(filter);
      return value === undefined ? [] : `${column} = ${parameter(value)}`;
    }),
    ...(from === undefined ? [] : [`created_at >= ${parameter(from)}::timestamptz`]),
    ...(to === undefined ? [] : [`created_at < ${parameter(to)}::timestamptz`]),
    ...(after === undefined
      ? []
      : [`(created_at, delivery_id) < (${parameter(after.created_at)}::timestamptz, ${parameter(after.delivery_id)})`]),
  ];
  return tx.query<DeliveryRow>(
    `select * from deliveries where ${conditions.join(' and ')}
     order by created_at desc, delivery_id desc limit ${parameter(filter.limit)}`,
    params,
  );
};

const columnFilters: readonly (readonly [string, (filter: DeliveryFilter) => string | undefined])[] = [
  ['charge_id', ({ chargeId }) => chargeId],
  ['endpoint_id', ({ endpointId }) => endpointId],
  ['webhook_id', ({ webhookId }) => webhookId],
  ['event_type', ({ eventType }) => eventType],
  ['status', ({ status }) => status],
];

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
