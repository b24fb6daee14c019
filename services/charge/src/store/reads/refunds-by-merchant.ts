import { type Tx } from '@repasse/chassis/postgres/database';
import { type Reader } from './charges';

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A row of `refunds`, as the gateway's events leave it. */
export interface RefundRow {
  readonly refund_id: string;
  readonly charge_id: string;
  readonly payment_id: string;
  readonly invoice_id: number;
  readonly user_id: number;
  readonly amount_minor: number;
  readonly currency: string;
  readonly purpose: 'MERCHANT' | 'SURPLUS';
  readonly status: RefundStatus;
  readonly reason: string | null;
  readonly failure: string | null;
  readonly requested_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface RefundFilter {
  /** Of one merchant, or of all of them. */
  readonly reader: Reader;
  /** Any of these; undefined for all. */
  readonly statuses?: readonly RefundStatus[] | undefined;
  readonly purpose?: RefundRow['purpose'] | undefined;
  readonly chargeId?: string | undefined;
  /** Asked for at this moment or later. */
  readonly from?: string | undefined;
  /** Asked for before this moment. */
  readonly to?: string | undefined;
}

export type RefundPosition = Pick<RefundRow, 'created_at' | 'refund_id'>;

/** Newest first. Charges in the archive have taken theirs with them. */
export const listRefunds = (
  db: Tx,
  filter: RefundFilter,
  after: RefundPosition | undefined,
  limit: number,
): Promise<RefundRow[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = ['true', ...conditionsOf(filter, parameter)];
  if (after !== undefined) {
    conditions.push(
      `(created_at, refund_id) < (${parameter(after.created_at)}::timestamptz, ${parameter(after.refund_id)})`,
    );
  }
  return db.query<RefundRow>(
    `select * from refunds where ${conditions.join(' and ')}
     order by created_at desc, refund_id desc limit ${parameter(limit)}`,
    params,
  );
};

/** Texts differ only by which filters are there, so that each finds its index. */
const conditionsOf = (
  { reader, statuses, purpose, chargeId, from, to }: RefundFilter,
  parameter: (value: unknown) => string,
): readonly string[] => {
  const given: readonly (readonly [string, unknown])[] = [
    ['user_id =', reader ?? undefined],
    ['charge_id =', chargeId],
    ['purpose =', purpose],
    ['created_at >=', from],
    ['created_at <', to],
  ];
  return [
    ...given.filter(([, value]) => value !== undefined).map(([text, value]) => `${text} ${parameter(value)}`),
    ...(statuses === undefined ? [] : [`status = any (${parameter(statuses)})`]),
    // A literal, as the index of the few that have not succeeded has it.
    ...(statuses === undefined || statuses.includes('SUCCEEDED') ? [] : [`status <> 'SUCCEEDED'`]),
  ];
};
