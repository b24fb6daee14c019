-- Money leaves by several ways, and comes back. Lists of kinds grow: rows that are there passed a narrower list, so nothing
-- is read again (`not valid`); new rows are checked.
alter table accounts
  drop constraint accounts_kind_check,
  add constraint accounts_kind_check check (kind in
    ('provider_clearing', 'platform_fees', 'user_pending', 'user_available', 'user_reserve', 'user_debt', 'dispute_held',
     'surplus_held', 'withdrawal_held', 'share_held')) not valid;

alter table ledger_transactions
  drop constraint ledger_transactions_kind_check,
  drop constraint ledger_transactions_check,
  add constraint ledger_transactions_kind_check check (kind in
    ('CHARGE_PAID', 'FUNDS_RELEASED', 'SPLIT_REVERSED', 'DEBT_REPAID', 'SURPLUS_RECEIVED', 'SURPLUS_ACCEPTED',
     'SURPLUS_APPLIED', 'SURPLUS_REFUNDED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST', 'PAYMENT_RECEIVED',
     'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID', 'WITHDRAWAL_REVERSED', 'WITHDRAWAL_RETURNED',
     'SHARE_HELD', 'SHARE_CLAIMED', 'SHARE_RETURNED')) not valid,
  add constraint ledger_transactions_check check (
    case when kind in ('PAYMENT_RECEIVED', 'PAYMENT_REFUNDED', 'WITHDRAWAL_REQUESTED', 'WITHDRAWAL_PAID',
                       'WITHDRAWAL_REVERSED', 'WITHDRAWAL_RETURNED') then charge_id is null
         -- These happen to charges and to what has none.
         else charge_id is not null
           or kind in ('DEBT_REPAID', 'FUNDS_RELEASED', 'DISPUTE_OPENED', 'DISPUTE_WON', 'DISPUTE_LOST') end) not valid;

alter table postings
  drop constraint postings_kind_check,
  add constraint postings_kind_check check (kind in
    ('GROSS', 'FEE', 'SHARE_GIVEN', 'SHARE_RECEIVED', 'RESERVE', 'RELEASE', 'REFUND', 'SURPLUS', 'DISPUTE_HOLD',
     'DISPUTE_RELEASE', 'DISPUTE_LOSS', 'WITHDRAWAL', 'WITHDRAWAL_RETURN', 'DEBT_REPAYMENT', 'SHARE_HELD',
     'SHARE_RELEASE', 'PAYOUT_FEE')) not valid;

alter table withdrawals
  drop constraint withdrawals_status_check,
  add constraint withdrawals_status_check check (status in
    ('awaiting_release', 'pending', 'paid', 'failed', 'canceled', 'returned')) not valid,
  add column rail text not null default 'CRYPTO' check (rail in ('PIX', 'CRYPTO')),
  -- Null where an address for coins was named.
  add column destination_id text,
  -- The part that is paid out; null where that is all of it.
  add column payout_minor bigint check (payout_minor > 0),
  add column fee_minor bigint not null default 0 check (fee_minor >= 0),
  -- Who carries the fee: the user, as a part of the amount, or their manager beside it. Null without a fee.
  add column fee_user_id bigint,
  -- The merchant that looked after the user when it was asked for.
  add column manager_user_id bigint,
  add column batch_id text,
  -- The API keys of the person who asked for it and of the one who decided about it; null of a schedule.
  add column requested_by text,
  add column decided_by text,
  -- Until when a second person can release it.
  add column release_until timestamptz,
  add column cancel_reason text,
  add column end_to_end_id text,
  -- The part that came back from the receiver's bank.
  add column returned_minor bigint not null default 0 check (returned_minor >= 0);

-- Money can come back in parts, each with its transfer. All other steps happen once.
alter table withdrawal_transactions add column return_reference text;
