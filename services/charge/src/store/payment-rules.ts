import { type Tx } from '@repasse/chassis/postgres/database';
import { type PaymentRules } from '../domain/charge.terms';

/** Null for the defaults; the caller gives the owner. */
export const paymentRulesSql = (whose: string): string => `
  select json_build_object('late', p.late, 'overpaid', p.overpaid, 'underpaid', p.underpaid, 'duplicate', p.duplicate,
    'unknownRecipient', p.unknown_recipient, 'shareHoldDays', p.share_hold_days)
  from payment_rules p where p.user_id ${whose}`;

export const putPaymentRules = async (db: Tx, userId: number, rules: PaymentRules, now: string): Promise<void> => {
  const { late, overpaid, underpaid, duplicate, unknownRecipient, shareHoldDays } = rules;
  await db.query(
    `insert into payment_rules (
       user_id, late, overpaid, underpaid, duplicate, unknown_recipient, share_hold_days, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id) do update set late = excluded.late, overpaid = excluded.overpaid,
       underpaid = excluded.underpaid, duplicate = excluded.duplicate, unknown_recipient = excluded.unknown_recipient,
       share_hold_days = excluded.share_hold_days, updated_at = excluded.updated_at`,
    [userId, late, overpaid, underpaid, duplicate, unknownRecipient, shareHoldDays, now],
  );
};
