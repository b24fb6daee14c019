import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows, type DueTable } from '@repasse/chassis/waiting/due-rows';
import { type Rail } from '../payouts/domain/rails';

/** A payment or a payout whose provider is to be asked. */
export interface DueStream {
  readonly id: string;
}

/** Any record of a stream sets its next time, and thereby ends a claim. */
const createDueStreams = <Row extends DueStream>(
  db: Tx,
  o: Pick<DueTable, 'table' | 'key' | 'leaseMs' | 'only'> & { readonly more?: string },
): DueRows<Row> => {
  const { more = '', ...table } = o;
  return createDueRows<Row>(db, { ...table, tries: 'asked_count', columns: `r.${o.key} as id${more}` });
};

/** One request takes 8 s at most; after this, a payment whose worker died is taken up again. */
const paymentLeaseMs = 30_000;
/** All steps of a payout take less, each 8 s at most. */
const payoutLeaseMs = 40_000;

export const createDuePayments = (db: Tx) =>
  createDueStreams<DueStream>(db, { table: 'payments', key: 'payment_id', leaseMs: paymentLeaseMs });

/** A payout that has ended is read for money that comes back, and not worked on. */
export interface DuePayout extends DueStream {
  readonly settledAt: string | null;
}

/** Each rail has a turn of its own, so that a bank that is down holds up no other. */
export const createDuePayouts = (db: Tx, rail: Rail) =>
  createDueStreams<DuePayout>(db, {
    ...{ table: 'payouts', key: 'withdrawal_id', leaseMs: payoutLeaseMs, only: `rail = '${rail}'` },
    more: ', r.settled_at as "settledAt"',
  });
