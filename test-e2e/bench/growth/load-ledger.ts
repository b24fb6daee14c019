import { type Database } from '@repasse/chassis/postgres/database';
import { busyMerchant, firstMoment } from './many-charges';
import { fillUnindexed } from './fill';

/**
 * The books of so many paid charges, as bookings would have left them: half of them are the busy merchant's, who gives a
 * part of each to one recipient. One in ten is by card, and those of the last month wait for their day; one in a hundred was
 * refunded in part, one in 500 lost a dispute, and one in 200 was followed by a withdrawal.
 */
export const loadLedger = async (db: Database, charges: number): Promise<void> => {
  await db.transaction(async (tx) => {
    // Checks of triggers, a row at a time, are for bookings.
    await tx.query('set local session_replication_role = replica');
    await tx.query("set local work_mem = '512MB'");
    await tx.query("set local maintenance_work_mem = '1GB'");
    await fillUnindexed(
      tx,
      ['postings', 'ledger_transactions', 'booked_events', 'settlements', 'settlement_shares', 'releases'],
      async () => {
        await tx.query(facts, [charges, busyMerchant, firstMoment]);
        for (const sql of rows) await tx.query(sql);
      },
    );
  });
  for (const table of tables) await db.query(`vacuum (freeze, analyze) ${table}`);
};

const tables = [
  ...['accounts', 'balances', 'ledger_transactions', 'postings', 'booked_events', 'settlements', 'settlement_shares'],
  ...['releases', 'reversals', 'reversal_shares', 'dispute_decisions', 'withdrawals', 'withdrawal_transactions'],
];

const facts = `
  create temp table facts on commit drop as
  select n, upper(lpad(to_hex(n), 26, '0')) as id,
         case n % 2 when 0 then $2::bigint else 2000 + n % 199 end as owner,
         case n % 2 when 0 then $2::bigint + 1 else 3000 + n % 50 end as recipient,
         case when n % 10 = 0 then 'CREDIT_CARD' else 'PIX' end as method,
         n % 10 = 0 and at > now() - interval '30 days' as is_waiting,
         n % 100 = 51 as is_refunded, n % 500 = 252 as is_disputed, n % 200 = 152 as is_withdrawn, at
  from generate_series(1, $1::bigint) n, lateral (
    select date_trunc('milliseconds', $3::timestamptz + n * ((now() - $3::timestamptz) / ($1::bigint + 1))) as at
  ) moment`;

// The bookings of a charge, line by line; accounts are completed by method, owner or recipient.
const lines = `
  create temp table made on commit drop as
  select f.n, f.id, f.at, l.step, l.kind as transaction_kind, l.line, l.reason, l.direction, l.minor,
         case l.account when 'provider_clearing' then 'provider_clearing:' || coalesce(l.of, f.method)
                        when 'platform_fees' then 'platform_fees'
                        else l.account || ':' || case l.of when 'recipient' then f.recipient else f.owner end end as account_id
  from facts f join (values
    ('paid', 1, 'CHARGE_PAID', 1, 'GROSS', 'debit', 10000, 'provider_clearing', null),
    ('paid', 1, 'CHARGE_PAID', 2, 'GROSS', 'credit', 10000, 'user_pending', 'owner'),
    ('paid', 1, 'CHARGE_PAID', 3, 'FEE', 'debit', 99, 'user_pending', 'owner'),
    ('paid', 1, 'CHARGE_PAID', 4, 'FEE', 'credit', 99, 'platform_fees', null),
    ('paid', 1, 'CHARGE_PAID', 5, 'SHARE_GIVEN', 'debit', 1980, 'user_pending', 'owner'),
    ('paid', 1, 'CHARGE_PAID', 6, 'SHARE_RECEIVED', 'credit', 1980, 'user_pending', 'recipient'),
    ('released', 2, 'FUNDS_RELEASED', 1, 'RELEASE', 'debit', 7921, 'user_pending', 'owner'),
    ('released', 2, 'FUNDS_RELEASED', 2, 'RELEASE', 'credit', 7921, 'user_available', 'owner'),
    ('released', 2, 'FUNDS_RELEASED', 3, 'RELEASE', 'debit', 1980, 'user_pending', 'recipient'),
    ('released', 2, 'FUNDS_RELEASED', 4, 'RELEASE', 'credit', 1980, 'user_available', 'recipient'),
    ('refunded', 3, 'SPLIT_REVERSED', 1, 'REFUND', 'debit', 802, 'user_available', 'owner'),
    ('refunded', 3, 'SPLIT_REVERSED', 2, 'REFUND', 'debit', 198, 'user_available', 'recipient'),
    ('refunded', 3, 'SPLIT_REVERSED', 3, 'REFUND', 'credit', 1000, 'provider_clearing', null),
    ('disputed', 4, 'DISPUTE_OPENED', 1, 'DISPUTE_HOLD', 'debit', 802, 'user_available', 'owner'),
    ('disputed', 4, 'DISPUTE_OPENED', 2, 'DISPUTE_HOLD', 'credit', 802, 'dispute_held', 'owner'),
    ('disputed', 4, 'DISPUTE_OPENED', 3, 'DISPUTE_HOLD', 'debit', 198, 'user_available', 'recipient'),
    ('disputed', 4, 'DISPUTE_OPENED', 4, 'DISPUTE_HOLD', 'credit', 198, 'dispute_held', 'recipient'),
    ('disputed', 5, 'DISPUTE_LOST', 1, 'DISPUTE_LOSS', 'debit', 802, 'dispute_held', 'owner'),
    ('disputed', 5, 'DISPUTE_LOST', 2, 'DISPUTE_LOSS', 'debit', 198, 'dispute_held', 'recipient'),
    ('disputed', 5, 'DISPUTE_LOST', 3, 'DISPUTE_LOSS', 'credit', 1000, 'provider_clearing', null),
    ('withdrawn', 6, 'WITHDRAWAL_REQUESTED', 1, 'WITHDRAWAL', 'debit', 5000, 'user_available', 'owner'),
    ('withdrawn', 6, 'WITHDRAWAL_REQUESTED', 2, 'WITHDRAWAL', 'credit', 5000, 'withdrawal_held', 'owner'),
    ('withdrawn', 7, 'WITHDRAWAL_PAID', 1, 'WITHDRAWAL', 'debit', 5000, 'withdrawal_held', 'owner'),
    ('withdrawn', 7, 'WITHDRAWAL_PAID', 2, 'WITHDRAWAL', 'credit', 5000, 'provider_clearing', 'CRYPTO')
  ) as l(what, step, kind, line, reason, direction, minor, account, of)
    on case l.what when 'paid' then true when 'released' then not f.is_waiting when 'refunded' then f.is_refunded
                   when 'disputed' then f.is_disputed else f.is_withdrawn end`;

const withId = `'txn_' || id || step`;

const rows = [
  lines,
  `insert into accounts (account_id, kind, payment_method, user_id)
   select distinct account_id, split_part(account_id, ':', 1),
          case when account_id like 'provider%' then split_part(account_id, ':', 2) end,
          case when account_id not like 'p%' then split_part(account_id, ':', 2)::bigint end from made`,
  `insert into ledger_transactions (transaction_id, kind, charge_id, event_id, settlement_id, occurred_at, booked_at)
   select ${withId}, transaction_kind, case when step < 6 then 'ch_' || id end,
          case when step = 2 or step = 6 then null when step = 1 then 'evt_' || id else 'evt_' || id || step end,
          case when step < 6 then 'set_' || id end, at, at
   from made where line = 1 order by n, step`,
  `insert into postings
     (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at)
   select ${withId}, line, account_id, reason, direction, minor,
          sum(case direction when 'credit' then minor else -minor end) over (partition by account_id order by n, step, line),
          'BRL', at
   from made order by n, step, line`,
  `insert into balances (account_id, currency, balance_minor)
   select account_id, 'BRL', sum(case direction when 'credit' then minor else -minor end) from made group by 1`,
  `insert into settlements (settlement_id, charge_id, payment_id, user_id, payment_method, gross_minor, fee_minor,
                            reserve_minor, net_minor, currency, fees, paid_at, settled_at)
   select 'set_' || id, 'ch_' || id, 'pay_' || id, owner, method, 10000, 99, 0, 9901, 'BRL', '[]', at, at from facts order by n`,
  `insert into settlement_shares (settlement_id, user_id, amount_minor, reserve_minor, reduced_by_minor, is_owner,
                                  release_at, parts)
   select 'set_' || f.id, s.user_id, s.minor, 0, 0, s.is_owner, f.at, '[]'
   from facts f cross join lateral (values (f.owner, 7921, true), (f.recipient, 1980, false)) s(user_id, minor, is_owner)
   order by f.n`,
  `insert into releases (settlement_id, user_id, source, installment, amount_minor, currency, due_at, transaction_id)
   select 'set_' || f.id, s.user_id, 'user_pending', 1, s.minor, 'BRL',
          case when f.method = 'PIX' then f.at else f.at + interval '30 days' end,
          case when f.is_waiting then null else 'txn_' || f.id || 2 end
   from facts f cross join lateral (values (f.owner, 7921), (f.recipient, 1980)) s(user_id, minor) order by f.n`,
  `insert into booked_events (event_id, type, subject, sha256, is_divided, currency, effects, transaction_ids, booked_at)
   select 'evt_' || id, 'repasse.charge.paid.v1', 'ch_' || id, md5(id) || md5(id), true, 'BRL',
          json_build_object('provider_clearing:' || method, -10000, 'platform_fees', 99, 'user:' || owner, 7921,
                            'user:' || recipient, 1980),
          case when is_waiting then array['txn_' || id || 1] else array['txn_' || id || 1, 'txn_' || id || 2] end, at
   from facts order by n`,
  `insert into booked_events (event_id, type, subject, sha256, is_divided, currency, effects, transaction_ids, booked_at)
   select 'evt_' || m.id || m.step,
          case m.step when 3 then 'repasse.charge.refunded.v1' when 4 then 'repasse.dispute.opened.v1'
                      when 5 then 'repasse.dispute.lost.v1' else 'repasse.payout.settled.v1' end,
          m.id, md5(m.id) || md5(m.id), m.step = 7, 'BRL',
          case when m.step in (3, 5) then json_build_object('provider_clearing:' || f.method, 1000)
               when m.step = 7 then json_build_object('provider_clearing:CRYPTO', 5000, 'user:' || f.owner, -5000)
               else '{}' end,
          array['txn_' || m.id || m.step], m.at
   from made m join facts f using (n) where m.line = 1 and m.step in (3, 4, 5, 7) order by m.n, m.step`,
  `insert into reversals (reversal_id, kind, charge_id, settlement_id, payment_id, payment_method, amount_minor, currency,
                          is_listed, transaction_id, occurred_at, booked_at)
   select case when is_refunded then 're_' else 'dsp_' end || id, case when is_refunded then 'REFUND' else 'DISPUTE' end,
          'ch_' || id, 'set_' || id, 'pay_' || id, method, 1000, 'BRL', false,
          'txn_' || id || case when is_refunded then 3 else 4 end, at, at
   from facts where is_refunded or is_disputed order by n`,
  `insert into reversal_shares (reversal_id, user_id, is_owner, amount_minor, from_available_minor, from_pending_minor,
                                from_reserve_minor, from_debt_minor)
   select case when is_refunded then 're_' else 'dsp_' end || id, s.user_id, s.is_owner, s.minor, s.minor, 0, 0, 0
   from facts f cross join lateral (values (f.owner, 802, true), (f.recipient, 198, false)) s(user_id, minor, is_owner)
   where is_refunded or is_disputed order by n`,
  `insert into dispute_decisions (dispute_id, outcome, transaction_id, decided_at)
   select 'dsp_' || id, 'LOST', 'txn_' || id || 5, at from facts where is_disputed order by n`,
  `insert into withdrawals (withdrawal_id, user_id, amount_minor, currency, pay_currency, pay_address, status, created_at,
                            updated_at)
   select 'wd_' || id, owner, 5000, 'BRL', 'usdttrc20', 'T' || id, 'paid', at, at from facts where is_withdrawn order by n`,
  `insert into withdrawal_transactions (transaction_id, withdrawal_id, is_end)
   select 'txn_' || f.id || s.step, 'wd_' || f.id, s.step = 7 from facts f cross join (values (6), (7)) s(step)
   where is_withdrawn order by f.n`,
  `update ledger_clock set booked_until = (select max(at) from facts)`,
];
