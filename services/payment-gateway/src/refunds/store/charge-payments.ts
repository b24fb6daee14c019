import { type Database } from '@repasse/chassis/postgres/database';
import { type KnownPayment } from '../../payments/domain/payment';

export interface ChargePayment {
  readonly paymentId: string;
  readonly userId: number;
  readonly status: KnownPayment['status'];
  readonly updatedAt: string;
}

export type ChargePayments = ReturnType<typeof createChargePayments>;

export const createChargePayments = (db: Database) => {
  const paidSplitOf = async (chargeId: string) => {
    const [paid] = await db.query<{ paymentId: string; userIds: readonly number[] }>(paidSplitSql, [chargeId]);
    return paid;
  };
  return {
    /** All payments of a charge, oldest first; empty for a charge without any. */
    of: (chargeId: string): Promise<readonly ChargePayment[]> => db.query<ChargePayment>(paymentsSql, [chargeId]),
    /** The payment that paid the charge; undefined while no event says so. */
    paidBy: async (chargeId: string) => (await paidSplitOf(chargeId))?.paymentId,
    /** The users with a share of the charge; undefined while no event says that it is paid. */
    recipientsOf: async (chargeId: string) => (await paidSplitOf(chargeId))?.userIds,
  };
};

const paymentsSql = `
  select payment_id as "paymentId", user_id as "userId", status, updated_at as "updatedAt"
  from payments where charge_id = $1 order by payment_id`;

const paidSplitSql = 'select payment_id as "paymentId", user_ids as "userIds" from paid_splits where charge_id = $1';
