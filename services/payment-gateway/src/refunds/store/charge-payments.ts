import { type Database } from '@repasse/chassis/postgres/database';
import { type KnownPayment } from '../../payments/domain/payment';

export interface ChargePayment {
  readonly paymentId: string;
  readonly userId: number;
  readonly status: KnownPayment['status'];
  readonly updatedAt: string;
}

export interface ChargePayments {
  /** All payments of a charge, oldest first; empty for a charge without any. */
  of(chargeId: string): Promise<readonly ChargePayment[]>;
  /** The payment that paid the charge; undefined while no event says so. */
  paidBy(chargeId: string): Promise<string | undefined>;
}

export const createChargePayments = (db: Database): ChargePayments => ({
  of: (chargeId) =>
    db.query<ChargePayment>(
      `select payment_id as "paymentId", user_id as "userId", status, updated_at as "updatedAt"
       from payments where charge_id = $1 order by payment_id`,
      [chargeId],
    ),
  paidBy: async (chargeId) => {
    const [row] = await db.query<{ paymentId: string }>(
      'select payment_id as "paymentId" from paid_splits where charge_id = $1',
      [chargeId],
    );
    return row?.paymentId;
  },
});
