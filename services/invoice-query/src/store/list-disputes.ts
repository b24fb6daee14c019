import { type PaymentMethod } from '@repasse/contracts';
import { lastMoment } from '@repasse/values/moment';
import { boundedCount } from '@repasse/chassis/postgres/bounded-count';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
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
  readonly respondBy: string | null;
  readonly answeredAt: string | null;
  readonly decision: 'CONTEST' | 'ACCEPT' | null;
  readonly evidenceCount: number;
}

export interface DisputeFilter {
  /** All users' disputes when undefined, for staff. */
  readonly userId?: number | undefined;
  readonly status?: DisputeStatus | undefined;
  /** Whether an answer is still of use at `now`. */
  readonly isAwaitingAnswer?: boolean | undefined;
  readonly chargeId?: string | undefined;
  /** Opened at this moment or later. */
  readonly from?: string | undefined;
  /** Opened before this moment. */
  readonly to?: string | undefined;
  readonly now: string;
}

export type DisputeOrder = 'OPENED_AT' | 'RESPOND_BY';

export type DisputePosition = Pick<Dispute, 'openedAt' | 'disputeId' | 'respondBy'>;

interface DisputePage {
  readonly filter: DisputeFilter;
  readonly orderBy: DisputeOrder;
  readonly after: DisputePosition | undefined;
  readonly limit: number;
}

/** A page behind a position: the newest first, or what is due first. */
export const listDisputes = (db: Database, { filter, orderBy, after, limit }: DisputePage): Promise<Dispute[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = conditionsOf(filter, parameter);
  const { key, isBehind, order } = orders[orderBy];
  if (after !== undefined) {
    conditions.push(
      `${key} ${isBehind} (${parameter(momentIn(after, orderBy))}::timestamptz, ${parameter(after.disputeId)})`,
    );
  }
  const where = conditions.length === 0 ? 'true' : conditions.join(' and ');
  return db.query<Dispute>(
    `select ${columns} from disputes where ${where} order by ${order} limit ${parameter(limit)}`,
    params,
  );
};

/** A dispute without a time to answer stands behind all that have one. */
const dueKey = `coalesce(respond_by, '${lastMoment}')`;

const orders = {
  OPENED_AT: { key: '(opened_at, dispute_id)', isBehind: '<', order: 'opened_at desc, dispute_id desc' },
  RESPOND_BY: { key: `(${dueKey}, dispute_id)`, isBehind: '>', order: `${dueKey}, dispute_id` },
} as const;

const momentIn = ({ openedAt, respondBy }: DisputePosition, orderBy: DisputeOrder): string | null =>
  orderBy === 'OPENED_AT' ? openedAt : respondBy;

const conditionsOf = (filter: DisputeFilter, parameter: (value: unknown) => string): string[] => {
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
  if (filter.isAwaitingAnswer === undefined) return conditions;
  const awaiting = awaitingAnswer(`${parameter(filter.now)}::timestamptz`);
  return [...conditions, filter.isAwaitingAnswer ? awaiting : `not (${awaiting})`];
};

/** Open, unanswered, and in time at a moment. */
export const awaitingAnswer = (moment: string): string =>
  `status = 'OPEN' and answered_at is null and (respond_by is null or respond_by > ${moment})`;

export const findDispute = async (db: Database, disputeId: string): Promise<Dispute | undefined> => {
  const [dispute] = await db.query<Dispute>(`select ${columns} from disputes where dispute_id = $1`, [disputeId]);
  return dispute;
};

/** Of one user, or of everybody; along the index of the few that are open. */
export const countOpenDisputes = async (db: Tx, userId: number | undefined): Promise<number> => {
  const open = `select from disputes where status = 'OPEN'`;
  const [row] = await (userId === undefined
    ? db.query<{ found: number }>(`select ${boundedCount(open)} as found`)
    : db.query<{ found: number }>(`select ${boundedCount(`${open} and user_id = $1`)} as found`, [userId]));
  return row?.found ?? 0;
};

const columns = `
  dispute_id as "disputeId", user_id as "userId", payment_id as "paymentId", invoice_id as "invoiceId",
  charge_id as "chargeId", attempt_id as "attemptId", payment_method as "paymentMethod", amount_minor as "amountMinor",
  currency, provider, provider_reference as "providerReference", reason, status, opened_at as "openedAt",
  decided_at as "decidedAt", respond_by as "respondBy", answered_at as "answeredAt", decision,
  coalesce(evidence_count, 0) as "evidenceCount"`;
