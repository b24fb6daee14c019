import { lenient, object, reader, type Schema, text, time, toTime, Unreadable } from '../wire/schema';
import { decimal } from './decimal';

/** A payout as far as we read it; ids and amounts are text, whichever they are on the wire. */
export type CoinPayout = ReturnType<typeof toPayout>;

/** `held`: it waits for its verification, or has an unknown status, which decides nothing. */
type CoinPayoutStatus = 'held' | 'sending' | 'finished' | 'failed' | 'rejected';

const payout = object({
  id: text,
  batch_withdrawal_id: text,
  status: text,
  requested_at: lenient(text),
  address: text,
  currency: text,
  amount: decimal,
  hash: lenient(text),
  error: lenient(text),
  updated_at: lenient(time),
});
const oneOf = <T>(one: Schema<T>): Schema<readonly [T]> => ({
  json: { type: 'array', items: one.json, minItems: 1, maxItems: 1 },
});

const readBatch = reader('batch', object({ id: text, withdrawals: oneOf(payout) }));

/** The answer to a batch of one. */
export const readNewPayout = (body: unknown): CoinPayout => {
  const { id, withdrawals } = readBatch(body);
  const made = toPayout(withdrawals[0]);
  if (made.batchId !== id) throw new Unreadable('The payout is of another batch.');
  return made;
};

type Told = ReturnType<typeof readTold>;
const readTold = reader('payout', payout);
const readOne = reader('payouts', oneOf(payout));

/** One payout is answered as a list of one. */
export const readPayout = (body: unknown): CoinPayout =>
  toPayout(Array.isArray(body) ? readOne(body)[0] : readTold(body));

const toPayout = (told: Told) => ({
  payoutId: told.id,
  batchId: told.batch_withdrawal_id,
  status: statusOf(told),
  address: told.address,
  /** In small letters. */
  currency: told.currency.toLowerCase(),
  amount: told.amount,
  hash: told.hash ?? null,
  error: told.error ?? null,
  /** When it last changed; null when that cannot be read. */
  updatedAt: told.updated_at === undefined ? null : toTime(told.updated_at),
});

const statusOf = ({ status, requested_at: requestedAt }: Told): CoinPayoutStatus => {
  switch (status.toLowerCase()) {
    case 'waiting':
      // They write it of payouts before and after the code; only those after it have been requested.
      return requestedAt === undefined ? 'held' : 'sending';
    case 'processing':
    case 'sending':
      return 'sending';
    case 'finished':
      return 'finished';
    case 'failed':
      return 'failed';
    case 'rejected':
      return 'rejected';
    default:
      return 'held';
  }
};
