import { type Database } from '@repasse/chassis/postgres/database';
import { type Day } from '@repasse/values/brasilia-time';
import { type FxQuote } from '@repasse/contracts';

export type FxQuotes = ReturnType<typeof createFxQuotes>;

export const createFxQuotes = (db: Database) => ({
  /** `ratedOn` is the day whose closing rates were used. */
  keep: async (q: FxQuote, ratedOn: Day): Promise<void> => {
    await db.query(keepSql, [
      q.quoteId,
      q.sourceCurrency,
      q.targetCurrency,
      q.sourceAmountMinor,
      q.finalAmountMinor,
      q.rate,
      q.spreadBps,
      q.rateWithSpread,
      q.source,
      ratedOn,
      q.quotedAt,
      q.expiresAt,
    ]);
  },
  find: async (quoteId: string): Promise<FxQuote | null> => {
    const [quote] = await db.query<FxQuote>(findSql, [quoteId]);
    return quote ?? null;
  },
});

const keepSql = `
  insert into fx_quotes (
    quote_id, source_currency, target_currency, source_amount_minor, final_amount_minor, rate, spread_bps,
    rate_with_spread, source, rated_on, quoted_at, expires_at
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

// A rate is read as the text it was written as: the quote must come back exactly as it was given.
const findSql = `
  select
    quote_id as "quoteId", source_currency as "sourceCurrency", target_currency as "targetCurrency",
    source_amount_minor as "sourceAmountMinor", final_amount_minor as "finalAmountMinor", rate,
    spread_bps as "spreadBps", rate_with_spread as "rateWithSpread", source, quoted_at as "quotedAt",
    expires_at as "expiresAt"
  from fx_quotes where quote_id = $1`;
