import { type Tx } from '@repasse/chassis/postgres/database';
import { type WithdrawalState, type WithdrawalTerms } from '../domain/withdrawal';

export type WithdrawalStatus = Exclude<WithdrawalState['status'], 'absent'>;

/** A withdrawal with its current status. */
export interface StoredWithdrawal extends WithdrawalTerms {
  readonly status: WithdrawalStatus;
  readonly failure: string | null;
  readonly invoiceId: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Undefined when it was not requested. */
export const findWithdrawal = async (tx: Tx, withdrawalId: string): Promise<StoredWithdrawal | undefined> => {
  const [found] = await tx.query<StoredWithdrawal>(`${select} where withdrawal_id = $1`, [withdrawalId]);
  return found;
};

export const stateOf = (found: StoredWithdrawal | undefined): WithdrawalState => {
  if (found === undefined) return { status: 'absent' };
  const { status, failure } = found;
  return status === 'failed'
    ? { status, terms: termsOf(found), failure: failure ?? '' }
    : { status, terms: termsOf(found) };
};

const termsOf = (found: StoredWithdrawal): WithdrawalTerms => ({
  withdrawalId: found.withdrawalId,
  userId: found.userId,
  amountMinor: found.amountMinor,
  currency: found.currency,
  payCurrency: found.payCurrency,
  payAddress: found.payAddress,
  memo: found.memo,
  externalReference: found.externalReference,
});

export interface WithdrawalFilter {
  readonly userId: number;
  readonly status?: WithdrawalStatus | undefined;
}

/** Where a page ends. */
export type WithdrawalPosition = Pick<StoredWithdrawal, 'createdAt' | 'withdrawalId'>;

/** A user's withdrawals, newest first. */
export const listWithdrawals = (
  tx: Tx,
  { userId, status }: WithdrawalFilter,
  after: WithdrawalPosition | undefined,
  limit: number,
): Promise<StoredWithdrawal[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  // Texts differ only by which filters are there, so that each finds its index.
  const conditions = [
    `user_id = ${parameter(userId)}`,
    ...(status === undefined ? [] : [`status = ${parameter(status)}`]),
    ...(after === undefined
      ? []
      : [
          `(created_at, withdrawal_id) < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.withdrawalId)})`,
        ]),
  ];
  return tx.query<StoredWithdrawal>(
    `${select} where ${conditions.join(' and ')}
     order by created_at desc, withdrawal_id desc limit ${parameter(limit)}`,
    params,
  );
};

/** How long the oldest that is neither paid nor failed has waited; 0 when there is none. */
export const openWithdrawalSeconds = async (tx: Tx, now: string): Promise<number> => {
  const [row] = await tx.query<{ seconds: number }>(selectOldest, [now]);
  return row?.seconds ?? 0;
};

const select = `
  select withdrawal_id as "withdrawalId", user_id as "userId", amount_minor as "amountMinor", currency,
         pay_currency as "payCurrency", pay_address as "payAddress", memo, external_reference as "externalReference",
         status, failure, invoice_id as "invoiceId", created_at as "createdAt", updated_at as "updatedAt"
  from withdrawals`;

const selectOldest = `
  select greatest(extract(epoch from $1::timestamptz - min(created_at)), 0)::float8 as seconds
  from withdrawals where status = 'pending'`;
