-- Quotes are stored because they cannot be computed again when rates have moved: a payment that names a quote is
-- charged exactly its amount. Rates are text, digit by digit as they were shown.
create table fx_quotes (
  quote_id text primary key,
  source_currency text not null,
  target_currency text not null,
  source_amount_minor bigint not null check (source_amount_minor > 0),
  final_amount_minor bigint not null check (final_amount_minor > 0),
  rate text not null,
  spread_bps integer not null,
  rate_with_spread text not null,
  source text not null,
  -- The day whose closing rates were used.
  rated_on date not null,
  quoted_at timestamptz not null,
  expires_at timestamptz not null
);

create index fx_quotes_by_age on fx_quotes (expires_at);
