import { type Tx } from '@repasse/chassis/postgres/database';
import { type Release } from '../domain/release';

export interface PlannedRelease extends Release {
  /** Null while it waits for its day. */
  readonly transactionId: string | null;
}

/** Keeps what is to be released and when, and what already is. */
export const planReleases = async (tx: Tx, releases: readonly PlannedRelease[]): Promise<void> => {
  if (releases.length > 0) await tx.query(insertReleases, [JSON.stringify(releases)]);
};

const insertReleases = `
  insert into releases (settlement_id, user_id, source, installment, amount_minor, currency, due_at, transaction_id)
  select r."settlementId", r."userId", r.source, r.installment, r."amountMinor", r.currency, r."dueAt", r."transactionId"
  from jsonb_to_recordset($1::jsonb) as r(
    "settlementId" text, "userId" bigint, source text, installment smallint, "amountMinor" bigint, currency text,
    "dueAt" timestamptz, "transactionId" text)`;
