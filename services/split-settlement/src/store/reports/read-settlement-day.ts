import { type PaymentMethod } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { sumUpEvents, type EventsOfType } from './sum-up-events';

/** How often something happened, and how much it was in all. */
export interface CountedSum {
  readonly count: number;
  readonly amountMinor: number;
}

/** One day of one provider account. */
export interface SettlementLine {
  readonly paymentMethod: PaymentMethod;
  readonly currency: string;
  /** The money received for charges and payments. */
  readonly received: CountedSum;
  /** The money received beside the amounts that charges asked for. */
  readonly surplus: CountedSum;
  readonly refunded: CountedSum;
  readonly disputesOpened: CountedSum;
  readonly disputesWon: CountedSum;
  readonly disputesLost: CountedSum;
  readonly paidOut: CountedSum;
  /** What came back of money that was paid out. Days that closed before it was counted leave it out. */
  readonly returned?: CountedSum;
  /** The money that the provider held for the platform: above zero it still has to hand it over. */
  readonly openingMinor: number;
  readonly closingMinor: number;
}

export interface SettlementDay {
  readonly day: string;
  readonly lines: readonly SettlementLine[];
  readonly events: readonly EventsOfType[];
}

/** The receipts and payments of each provider on a day, for reconciliation with its own statement. */
export const readSettlementDay = async (tx: Tx, day: string): Promise<SettlementDay> => ({
  day,
  lines: await tx.query<SettlementLine>(sql, [startOfDay(day), endOfDay(day)]),
  events: await sumUpEvents(tx, startOfDay(day), endOfDay(day)),
});

const counted = (condition: string): string =>
  `json_build_object('count', count(distinct transaction_id) filter (where ${condition}),
                     'amountMinor', coalesce(sum(amount_minor) filter (where ${condition}), 0))`;

// A dispute moves users' accounts until it is lost; its method is the payment's.
const sql = `
  with of_day as materialized (
    select p.account_id, p.transaction_id, p.kind, p.direction, p.amount_minor, p.currency
    from postings p
    where p.booked_at >= $1 and p.booked_at < $2
      and (p.account_id like 'provider\\_clearing:%'
           or (p.kind in ('DISPUTE_HOLD', 'DISPUTE_RELEASE') and p.account_id like 'dispute\\_held:%'))
  ), moved as (
    select split_part(account_id, ':', 2) as method, transaction_id, kind, direction, amount_minor, currency
    from of_day where account_id like 'provider\\_clearing:%'
    union all
    select r.payment_method, o.transaction_id, o.kind, o.direction, o.amount_minor, o.currency
    from of_day o
    left join dispute_decisions d on d.transaction_id = o.transaction_id
    join reversals r on r.transaction_id = o.transaction_id or r.reversal_id = d.dispute_id
    where o.kind in ('DISPUTE_HOLD', 'DISPUTE_RELEASE')
  ), sums as (
    select method, currency,
           ${counted(`kind = 'GROSS'`)} as received,
           ${counted(`kind = 'SURPLUS' and direction = 'debit'`)} as surplus,
           ${counted(`kind = 'REFUND'`)} as refunded,
           ${counted(`kind = 'DISPUTE_HOLD'`)} as disputes_opened,
           ${counted(`kind = 'DISPUTE_RELEASE'`)} as disputes_won,
           ${counted(`kind = 'DISPUTE_LOSS'`)} as disputes_lost,
           ${counted(`kind = 'WITHDRAWAL'`)} as paid_out,
           ${counted(`kind = 'WITHDRAWAL_RETURN'`)} as returned
    from moved group by method, currency
  ), accounts_held as (
    select a.payment_method as method, b.currency,
           (select -p.balance_after_minor from postings p
            where p.account_id = a.account_id and p.currency = b.currency and p.booked_at < $1
            order by p.booked_at desc, p.entry_id desc limit 1) as opening_minor,
           (select -p.balance_after_minor from postings p
            where p.account_id = a.account_id and p.currency = b.currency and p.booked_at < $2
            order by p.booked_at desc, p.entry_id desc limit 1) as closing_minor
    from accounts a join balances b using (account_id) where a.kind = 'provider_clearing'
  ), nothing as (
    select json_build_object('count', 0, 'amountMinor', 0) as sum
  )
  select method as "paymentMethod", currency, coalesce(s.received, n.sum) as received, coalesce(s.surplus, n.sum) as surplus,
         coalesce(s.refunded, n.sum) as refunded, coalesce(s.disputes_opened, n.sum) as "disputesOpened",
         coalesce(s.disputes_won, n.sum) as "disputesWon", coalesce(s.disputes_lost, n.sum) as "disputesLost",
         coalesce(s.paid_out, n.sum) as "paidOut", coalesce(s.returned, n.sum) as returned, coalesce(h.opening_minor, 0) as "openingMinor",
         coalesce(h.closing_minor, 0) as "closingMinor"
  from sums s full join accounts_held h using (method, currency) cross join nothing n
  -- An account that was opened later is no part of the day.
  where h.closing_minor is not null or s.method is not null
  order by method, currency`;
