import { type Tx } from '@repasse/chassis/postgres/database';
import { searchTermsOf, type SearchTerm } from './search-terms';

/** A search expects few results. Further ones are neither counted nor shown: people do not turn a hundred pages. */
export const searchedMax = 1_000;

/**
 * Payers of a merchant who share a word of their name and are looked through for the other words, the newest first. It
 * bounds the search for a common name at some 20 ms, however many charges there are.
 */
export const namesakesMax = 10_000;

/** The newest charges of a merchant that a text may mean. */
export const findChargeIds = async (db: Tx, userId: number, text: string): Promise<readonly string[]> => {
  const terms = searchTermsOf(text);
  const parts = terms.map(({ kind }, index) => `(${selects[kind](`$${index + 2}`)} limit ${searchedMax})`);
  const rows = await db.query<{ readonly charge_id: string }>(
    `select charge_id from (${parts.join(' union ')}) found order by charge_id desc limit ${searchedMax}`,
    [userId, ...terms.map(({ value }) => value)],
  );
  return rows.map(({ charge_id }) => charge_id);
};

const byPayer = (kind: 'document' | 'email') => (value: string) =>
  `
  select charge_id from payer_keys where user_id = $1 and key = payer_key('${kind}', ${value}) order by charge_id desc`;

/** Each by an index of its own; `$1` is the merchant. */
const selects: Readonly<Record<SearchTerm['kind'], (value: string) => string>> = {
  charge: (value) => `select charge_id from charges where charge_id = ${value} and user_id = $1`,
  attempt: (value) => `select charge_id from attempts where attempt_id = ${value} and user_id = $1`,
  refund: (value) => `
    select charge_id from charge_refunds where refund_id = ${value} and user_id = $1
    union select charge_id from surpluses where refund_id = ${value} and user_id = $1`,
  transfer: (value) => `
    select charge_id from attempts where lower(end_to_end_id) = lower(${value}) and user_id = $1
    union select charge_id from surpluses where lower(provider_reference) = lower(${value}) and user_id = $1`,
  invoice: (value) => `select charge_id from attempts where invoice_id = ${value}::bigint and user_id = $1`,
  reference: (value) => `
    select charge_id from charges where user_id = $1 and external_reference = ${value}
    order by created_at desc, charge_id desc`,
  last4: (value) => `
    select charge_id from attempts
    where user_id = $1 and payment_method = 'CREDIT_CARD' and checkout_meta ->> 'last4' = ${value}
    order by attempt_id desc`,
  document: byPayer('document'),
  email: byPayer('email'),
  // Read along the longest word, which fewer people have in common.
  name: (value) => `
    with words as materialized (
      select payer_key('name', word) as key, length(word) as length from unnest(payer_words(${value})) as word
    ), namesakes as (
      select charge_id from payer_keys
      where user_id = $1 and key = (select key from words order by length desc, key limit 1)
      order by charge_id desc limit ${namesakesMax}
    )
    select n.charge_id from namesakes n
    where not exists (
      select from words w
      where not exists (
        select from payer_keys k where k.user_id = $1 and k.key = w.key and k.charge_id = n.charge_id
      )
    )
    order by n.charge_id desc`,
};
