-- Coins may come in several deposits, and until they make up the price the payment stands between waiting and paid.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (
  status in (
    'requested', 'unknown', 'offered', 'confirming', 'partially_received', 'received', 'expired', 'canceled', 'failed'
  )
);
