-- The transaction on the coin's chain that paid a withdrawal; null by other rails, and where the provider does not tell.
alter table withdrawals add column transaction_hash text;
