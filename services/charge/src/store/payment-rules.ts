import { type Tx } from '@repasse/chassis/postgres/database';
import { type PaymentRules } from '../domain/charge.terms';

/** Null for the defaults; the caller gives the owner. */
export const paymentRulesSql = (whose: string): string => `
  select json_build_object('late', p.late, 'overpaid', p.overpaid, 'underpaid', p.underpaid, 'duplicate', p.duplicate)
  from payment_rules p where p.user_id ${whose}`;

export const putPaymentRules = async (db: Tx, userId: number, rules: PaymentRules, now: string): Promise<void> => {
  const { late, overpaid, underpaid, duplicate } = rules;
  await db.query(
    `insert into payment_rules (user_id, late, overpaid, underpaid, duplicate, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id) do update set late = excluded.late, overpaid = excluded.overpaid,
       underpaid = excluded.underpaid, duplicate = excluded.duplicate, updated_at = excluded.updated_at`,
    [userId, late, overpaid, underpaid, duplicate, now],
  );
};
