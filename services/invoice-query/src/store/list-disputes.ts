import { type PaymentMethod } from '@repasse/contracts';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DisputeStatus } from '../projections/disputes';

export interface Dispute {
  readonly disputeId: string;
  readonly userId: number;
  readonly paymentId: string;
  readonly invoiceId: number;
  readonly chargeId: string | null;
  readonly attemptId: string | null;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
  readonly providerReference: string | null;
  readonly reason: string | null;
  readonly status: DisputeStatus;
  readonly openedAt: string;
  readonly decidedAt: string | null;
}

export interface DisputeFilter {
  /** All users' disputes when undefined, for staff. */
  readonly userId?: number | undefined;
  readonly status?: DisputeStatus | undefined;
  readonly chargeId?: string | undefined;
  /** Opened at this moment or later. */
  readonly from?: string | undefined;
  /** Opened before this moment. */
  readonly to?: string | undefined;
}

export type DisputePosition = Pick<Dispute, 'openedAt' | 'disputeId'>;

/** Newest first, behind a position. */
export const listDisputes = (
  db: Database,
  filter: DisputeFilter,
  after: DisputePosition | undefined,
  limit: number,
): Promise<Dispute[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const parts: readonly (readonly [string, unknown, string?])[] = [
    ['user_id =', filter.userId],
    ['status =', filter.status],
    ['charge_id =', filter.chargeId],
    ['opened_at >=', filter.from, '::timestamptz'],
    ['opened_at <', filter.to, '::timestamptz'],
  ];
  const conditions = parts
    .filter(([, value]) => value !== undefined)
    .map(([part, value, type = '']) => `${part} ${parameter(value)}${type}`);
  if (after !== undefined) {
    conditions.push(
      `(opened_at, dispute_id) < (${parameter(after.openedAt)}::timestamptz, ${parameter(after.disputeId)})`,
    );
  }
  const where = conditions.length === 0 ? 'true' : conditions.join(' and ');
  return db.query<Dispute>(
    `select ${columns} from disputes where ${where} order by opened_at desc, dispute_id desc limit ${parameter(limit)}`,
    params,
  );
};

export const findDispute = async (db: Database, disputeId: string): Promise<Dispute | undefined> => {
  const [dispute] = await db.query<Dispute>(`select ${columns} from disputes where dispute_id = $1`, [disputeId]);
  return dispute;
};

const columns = `
  dispute_id as "disputeId", user_id as "userId", payment_id as "paymentId", invoice_id as "invoiceId",
  charge_id as "chargeId", attempt_id as "attemptId", payment_method as "paymentMethod", amount_minor as "amountMinor",
  currency, provider, provider_reference as "providerReference", reason, status, opened_at as "openedAt",
  decided_at as "decidedAt"`;
