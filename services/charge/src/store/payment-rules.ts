import type { Database, Tx } from '@repasse/chassis/postgres/database';
import { paymentRulesDefault, type PaymentRules } from '../domain/charge.terms';

export interface PaymentRuleStore {
  /** The merchant's rules, or the defaults. */
  of(userId: number, tx?: Tx): Promise<PaymentRules>;
  put(userId: number, rules: PaymentRules, now: string): Promise<PaymentRules>;
}

export const createPaymentRuleStore = (db: Database): PaymentRuleStore => ({
  of: async (userId, tx = db) => {
    const [rules] = await tx.query<PaymentRules>(
      'select late, overpaid, underpaid, duplicate from payment_rules where user_id = $1',
      [userId],
    );
    return rules ?? paymentRulesDefault;
  },
  put: async (userId, rules, now) => {
    const { late, overpaid, underpaid, duplicate } = rules;
    await db.query(
      `insert into payment_rules (user_id, late, overpaid, underpaid, duplicate, updated_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (user_id) do update set late = excluded.late, overpaid = excluded.overpaid,
         underpaid = excluded.underpaid, duplicate = excluded.duplicate, updated_at = excluded.updated_at`,
      [userId, late, overpaid, underpaid, duplicate, now],
    );
    return { late, overpaid, underpaid, duplicate };
  },
});
