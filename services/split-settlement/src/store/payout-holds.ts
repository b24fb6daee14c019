import { type Tx } from '@repasse/chassis/postgres/database';

/** An amount of a user that staff withhold: it stays in the balance and is not paid out. */
export interface PayoutHold {
  readonly holdId: string;
  readonly userId: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reasonCode: string;
  readonly reason: string;
  /** Null: until it is taken away. */
  readonly heldUntil: string | null;
  readonly createdAt: string;
  /** API keys. */
  readonly createdBy: string;
  readonly endedAt: string | null;
  readonly endedBy: string | null;
}

export type NewHold = Omit<PayoutHold, 'endedAt' | 'endedBy'>;

/** The same hold again changes nothing. */
export const addHold = async (tx: Tx, hold: NewHold): Promise<PayoutHold> => {
  await tx.query(
    `insert into payout_holds (
       hold_id, user_id, amount_minor, currency, reason_code, reason, held_until, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (hold_id) do nothing`,
    [
      ...[hold.holdId, hold.userId, hold.amountMinor, hold.currency, hold.reasonCode, hold.reason],
      ...[hold.heldUntil, hold.createdAt, hold.createdBy],
    ],
  );
  return { ...hold, endedAt: null, endedBy: null };
};

/** Undefined when there is none. One that has ended stays as it is. */
export const endHold = async (
  tx: Tx,
  holdId: string,
  { now, key }: { readonly now: string; readonly key: string },
): Promise<PayoutHold | undefined> => {
  const [ended] = await tx.query<PayoutHold>(
    `update payout_holds set ended_at = coalesce(ended_at, $2), ended_by = coalesce(ended_by, $3)
     where hold_id = $1 returning ${columns}`,
    [holdId, now, key],
  );
  return ended;
};

export interface HoldFilter {
  /** Everybody's when undefined. */
  readonly userId: number | undefined;
  /** Those that count now. */
  readonly isOpen: boolean;
  readonly now: string;
}

export type HoldPosition = Pick<PayoutHold, 'createdAt' | 'holdId'>;

/** Newest first. */
export const listHolds = (
  tx: Tx,
  { userId, isOpen, now }: HoldFilter,
  after: HoldPosition | undefined,
  limit: number,
): Promise<PayoutHold[]> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [
    'true',
    ...(userId === undefined ? [] : [`user_id = ${parameter(userId)}`]),
    ...(isOpen ? [`ended_at is null and (held_until is null or held_until > ${parameter(now)})`] : []),
    ...(after === undefined
      ? []
      : [`(created_at, hold_id) < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.holdId)})`]),
  ];
  return tx.query<PayoutHold>(
    `select ${columns} from payout_holds where ${conditions.join(' and ')}
     order by created_at desc, hold_id desc limit ${parameter(limit)}`,
    params,
  );
};

const columns = `
  hold_id as "holdId", user_id as "userId", amount_minor as "amountMinor", currency, reason_code as "reasonCode", reason,
  held_until as "heldUntil", created_at as "createdAt", created_by as "createdBy", ended_at as "endedAt",
  ended_by as "endedBy"`;
