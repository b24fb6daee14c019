import { type Tx } from '@repasse/chassis/postgres/database';
import { assertNever } from '@repasse/chassis/decider';
import { type Rail } from '../domain/rails';
import { type CancelReason, type WithdrawalState, type WithdrawalStatus } from '../domain/withdrawal-events';
import { type WithdrawalTerms } from '../domain/withdrawal-terms';

export { type WithdrawalStatus } from '../domain/withdrawal-events';

/** A withdrawal with its current status. */
export interface StoredWithdrawal extends WithdrawalTerms {
  readonly status: WithdrawalStatus;
  readonly failure: string | null;
  readonly invoiceId: number | null;
  /** The API key of the second person, who released or refused it. */
  readonly decidedBy: string | null;
  /** Until when it can be released; null where nobody has to. */
  readonly releaseUntil: string | null;
  readonly cancelReason: CancelReason | null;
  readonly endToEndId: string | null;
  /** On the coin's chain. */
  readonly transactionHash: string | null;
  /** What came back from the receiver's bank. */
  readonly returnedMinor: number;
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
  const { status, returnedMinor, releaseUntil } = found;
  const terms = termsOf(found);
  switch (status) {
    case 'awaiting_release':
      return { status, terms, releaseUntil: releaseUntil ?? found.createdAt };
    case 'pending':
    case 'failed':
    case 'canceled':
      return { status, terms };
    case 'paid':
    case 'returned':
      return { status, terms, returnedMinor };
    default:
      return assertNever(status);
  }
};

const termsOf = (found: StoredWithdrawal): WithdrawalTerms => ({
  withdrawalId: found.withdrawalId,
  userId: found.userId,
  amountMinor: found.amountMinor,
  currency: found.currency,
  rail: found.rail,
  destinationId: found.destinationId,
  payCurrency: found.payCurrency,
  payAddress: found.payAddress,
  memo: found.memo,
  externalReference: found.externalReference,
  payoutMinor: found.payoutMinor,
  feeMinor: found.feeMinor,
  feeUserId: found.feeUserId,
  managerUserId: found.managerUserId,
  batchId: found.batchId,
  requestedBy: found.requestedBy,
});

interface WithdrawalConditions {
  readonly status?: WithdrawalStatus | undefined;
  readonly rail?: Rail | undefined;
}

export interface WithdrawalFilter extends WithdrawalConditions {
  readonly userId: number;
}

/** Where a page ends. */
export type WithdrawalPosition = Pick<StoredWithdrawal, 'createdAt' | 'withdrawalId'>;

/** A user's withdrawals, newest first. */
export const listWithdrawals = (
  tx: Tx,
  { userId, status, rail }: WithdrawalFilter,
  after: WithdrawalPosition | undefined,
  limit: number,
): Promise<StoredWithdrawal[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [`user_id = ${parameter(userId)}`, ...conditionsOfWithdrawals({ status, rail }, after, parameter)];
  return tx.query<StoredWithdrawal>(
    `${select} where ${conditions.join(' and ')}
     order by created_at desc, withdrawal_id desc limit ${parameter(limit)}`,
    params,
  );
};

/** Texts differ only by which filters are there, so that each finds its index. */
export const conditionsOfWithdrawals = (
  { status, rail }: WithdrawalConditions,
  after: WithdrawalPosition | undefined,
  parameter: (value: unknown) => string,
): readonly string[] => [
  ...(status === undefined ? [] : [`status = ${parameter(status)}`]),
  ...(rail === undefined ? [] : [`rail = ${parameter(rail)}`]),
  ...(after === undefined
    ? []
    : [`(created_at, withdrawal_id) < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.withdrawalId)})`]),
];

/** How long the oldest that is on its way has waited; 0 when there is none. */
export const openWithdrawalSeconds = async (tx: Tx, now: string): Promise<number> => {
  const [row] = await tx.query<{ seconds: number }>(selectOldest, [now]);
  return row?.seconds ?? 0;
};

export const withdrawalColumns = `
  withdrawal_id as "withdrawalId", user_id as "userId", amount_minor as "amountMinor", currency,
  pay_currency as "payCurrency", pay_address as "payAddress", memo, external_reference as "externalReference",
  rail, destination_id as "destinationId", coalesce(payout_minor, amount_minor) as "payoutMinor",
  fee_minor as "feeMinor", fee_user_id as "feeUserId", manager_user_id as "managerUserId", batch_id as "batchId",
  requested_by as "requestedBy", decided_by as "decidedBy", release_until as "releaseUntil",
  cancel_reason as "cancelReason", end_to_end_id as "endToEndId", transaction_hash as "transactionHash", returned_minor as "returnedMinor",
  status, failure, invoice_id as "invoiceId", created_at as "createdAt", updated_at as "updatedAt"`;

const select = `select ${withdrawalColumns} from withdrawals`;

const selectOldest = `
  select greatest(extract(epoch from $1::timestamptz - min(created_at)), 0)::float8 as seconds
  from withdrawals where status = 'pending'`;
