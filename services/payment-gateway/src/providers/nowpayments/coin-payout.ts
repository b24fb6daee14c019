import { asDecimal, asRecord, asText, optionalText, parsed, UnreadableAnswer } from './fields';

/** A payout as far as we read it; ids and amounts are text, whichever they are on the wire. */
export interface CoinPayout {
  readonly payoutId: string;
  readonly batchId: string;
  readonly status: CoinPayoutStatus;
  readonly address: string;
  /** In small letters. */
  readonly currency: string;
  readonly amount: string;
  readonly hash: string | null;
  readonly error: string | null;
  /** When it last changed; null when that cannot be read. */
  readonly updatedAt: string | null;
}

/** `held`: it waits to be let go, or stands in a way nobody has heard of, which decides nothing. */
export type CoinPayoutStatus = 'held' | 'sending' | 'finished' | 'failed' | 'rejected';

/** The answer to a batch of one. */
export const readNewPayout = (text: string): CoinPayout => {
  const batch = asRecord(parsed(text), 'batch');
  const { withdrawals } = batch;
  if (!Array.isArray(withdrawals)) throw new UnreadableAnswer('withdrawals is not a list.');
  const read = payoutOf(onlyOne(withdrawals));
  if (read.batchId !== asText(batch['id'], 'id')) throw new UnreadableAnswer('The payout is of another batch.');
  return read;
};

/** One payout is answered as a list of one. */
export const readPayout = (text: string): CoinPayout => {
  const value = parsed(text);
  return payoutOf(Array.isArray(value) ? onlyOne(value) : value);
};

const onlyOne = (values: readonly unknown[]): unknown => {
  if (values.length !== 1) throw new UnreadableAnswer(`There are ${values.length} payouts instead of one.`);
  return values[0];
};

const payoutOf = (value: unknown): CoinPayout => {
  const payout = asRecord(value, 'payout');
  return {
    payoutId: asText(payout['id'], 'id'),
    batchId: asText(payout['batch_withdrawal_id'], 'batch_withdrawal_id'),
    status: statusOf(payout),
    address: asText(payout['address'], 'address'),
    currency: asText(payout['currency'], 'currency').toLowerCase(),
    amount: asDecimal(payout['amount'], 'amount'),
    hash: optionalText(payout['hash']) ?? null,
    error: optionalText(payout['error']) ?? null,
    updatedAt: timeOf(payout['updated_at']),
  };
};

const statusOf = (payout: Record<string, unknown>): CoinPayoutStatus => {
  switch (asText(payout['status'], 'status').toLowerCase()) {
    case 'waiting':
      // They write it of payouts before and after the code; only those after it have been requested.
      return optionalText(payout['requested_at']) === undefined ? 'held' : 'sending';
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

const timeOf = (value: unknown): string | null => {
  const time = new Date(optionalText(value) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
};
