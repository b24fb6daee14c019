import { formatAmount } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Period, type RecordedReceipt } from '../domain/statement';
import { type PaymentRef } from '../../providers/provider';

export type OurReceipts = Pick<ReturnType<typeof createOurPayments>, 'receiptsIn' | 'receiptsNamed'>;

/** How many names one query is given: a few hundred kilobytes. */
const namesPerQuery = 10_000;

/** Our payments at one provider. */
export const createOurPayments = (
  db: Database,
  provider: string,
  find: (paymentId: string) => Promise<PaymentRef | undefined>,
) => {
  const ids = async (sql: string, { from, to }: Period): Promise<readonly string[]> =>
    (await db.query<{ paymentId: string }>(sql, [provider, from, to])).map(({ paymentId }) => paymentId);
  return {
    known: async (paymentIds: readonly string[]) => {
      const rows = await inPortions(paymentIds, (some) => db.query<{ paymentId: string }>(knownSql, [provider, some]));
      return new Set(rows.map(({ paymentId }) => paymentId));
    },
    find: async (paymentId: string) => {
      const payment = await find(paymentId);
      return payment?.facts.provider === provider ? payment : undefined;
    },
    requestedIn: (period: Period) => ids(requestedSql, period),
    receivedIn: (period: Period) => ids(receivedSql, period),
    /** All that were received in a period. */
    receiptsIn: async ({ from, to }: Period) =>
      (await db.query<RecordedRow>(receiptsInSql, [provider, from, to])).map(toRecorded),
    /** Those under the provider's names, whenever they were received. */
    receiptsNamed: async (references: readonly string[]) =>
      (await inPortions(references, (some) => db.query<RecordedRow>(receiptsNamedSql, [provider, some]))).map(
        toRecorded,
      ),
  };
};

export const inPortions = async <R>(
  all: readonly string[],
  query: (some: readonly string[]) => Promise<readonly R[]>,
): Promise<readonly R[]> => {
  const rows: R[] = [];
  for (let at = 0; at < all.length; at += namesPerQuery) rows.push(...(await query(all.slice(at, at + namesPerQuery))));
  return rows;
};

export type RecordedRow = Omit<RecordedReceipt, 'amount'> & { readonly amountMinor: number };

/** A row of either side of the account, as statements are compared with it. */
export const toRecorded = ({ amountMinor, currency, ...row }: RecordedRow): RecordedReceipt => ({
  ...row,
  amount: formatAmount(amountMinor, currency),
  currency,
});

const knownSql = 'select payment_id as "paymentId" from payments where provider = $1 and payment_id = any ($2)';

const requestedSql = `
  select payment_id as "paymentId" from payments
  where provider = $1 and created_at >= $2 and created_at < $3 order by payment_id`;

const receivedSql = `
  select distinct payment_id as "paymentId" from receipts
  where provider = $1 and received_at >= $2 and received_at < $3 order by payment_id`;

const receiptsSql = `
  select r.provider_reference as "providerReference", r.payment_id as "paymentId", r.amount_minor as "amountMinor",
         p.currency, r.received_at as "receivedAt"
  from receipts r join payments p using (payment_id)`;

const receiptsInSql = `${receiptsSql} where r.provider = $1 and r.received_at >= $2 and r.received_at < $3`;
const receiptsNamedSql = `${receiptsSql} where r.provider = $1 and r.provider_reference = any ($2)`;
