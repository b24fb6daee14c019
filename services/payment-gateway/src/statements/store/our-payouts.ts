import { type Database } from '@repasse/chassis/postgres/database';
import { type Period } from '../domain/statement';
import { inPortions, type RecordedRow, toRecorded } from './our-payments';

/** Our payouts at one provider, as the other side of a statement of what has left. */
export const createOurPayouts = (db: Database, provider: string) => ({
  known: async (payoutIds: readonly string[]) => {
    const rows = await inPortions(payoutIds, (some) => db.query<{ payoutId: string }>(knownSql, [provider, some]));
    return new Set(rows.map(({ payoutId }) => payoutId));
  },
  /** Those that were paid in a period, whatever came back since. */
  receiptsIn: async ({ from, to }: Period) =>
    (await db.query<RecordedRow>(paidInSql, [provider, from, to])).map(toRecorded),
  /** The paid ones under the provider's names, whenever that was. */
  receiptsNamed: async (references: readonly string[]) =>
    (await inPortions(references, (some) => db.query<RecordedRow>(paidNamedSql, [provider, some]))).map(toRecorded),
});

const knownSql = 'select withdrawal_id as "payoutId" from payouts where provider = $1 and withdrawal_id = any ($2)';

const paidSql = `
  select provider_reference as "providerReference", withdrawal_id as "paymentId",
         coalesce(payout_minor, amount_minor) as "amountMinor", currency, settled_at as "receivedAt"
  from payouts where provider = $1 and settled_at is not null`;
const paidInSql = `${paidSql} and settled_at >= $2 and settled_at < $3`;
const paidNamedSql = `${paidSql} and provider_reference = any ($2)`;
