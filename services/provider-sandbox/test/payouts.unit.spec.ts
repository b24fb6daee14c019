import { coins, findCoin, type Coin } from '../src/providers/nowpayments/coins';
import { newDestination } from '../src/providers/nowpayments/make-payment';
import { type BatchDecision, type PayoutBatch } from '../src/providers/nowpayments/payouts/payout';
import { balanceUnitsOf } from '../src/providers/nowpayments/prices';
import { readPayouts } from '../src/providers/nowpayments/payouts/payout-rules';
import { makeBatch, stepDue, verifyBatch, type PayoutOutcome } from '../src/providers/nowpayments/payouts/payout-steps';
import { unitsOfOne } from '../src/providers/units';

const address = '0x52908400098527886e0f7030069857d2e4169ee7';
const payout = { address, currency: 'usdtbsc', amount: 50 };
const start = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const hourMs = 3_600_000;

const read = (changes: object = {}) => readPayouts({ withdrawals: [{ ...payout, ...changes }] });
const batchOf = (...withdrawals: object[]): PayoutBatch => {
  const reading = readPayouts({ withdrawals });
  if ('code' in reading) throw new Error(reading.message);
  let payoutId = 10;
  return makeBatch({ batchId: 1, newPayoutId: () => payoutId++, terms: reading.terms, now: start });
};
const verified = (batch: PayoutBatch): PayoutBatch => verifyBatch(batch, true, start).batch;
/** All the steps of the first payout, each at its time. */
const walk = (from: PayoutBatch, outcome: PayoutOutcome): string[] => {
  const [first] = from.payouts;
  if (first === undefined) throw new Error('The batch is empty.');
  const next = stepDue(from, { outcome, newHash: () => 'abc', now: new Date(first.dueAt ?? start) });
  return [first.status, ...(next === undefined ? [] : walk(next.batch, outcome))];
};
const lastOf = (decision: BatchDecision | undefined) => decision?.told.at(-1);

describe('the terms of a payout', () => {
  it.each([
    [{}, 50 * unitsOfOne],
    [{ amount: '50' }, 50 * unitsOfOne],
    [{ amount: '12.345678' }, 1_234_567_800],
    [{ amount: 12.5 }, 1_250_000_000],
  ])('%j are an amount', (changes, units) => {
    expect(read(changes)).toMatchObject({ terms: [{ currency: 'usdtbsc', units, extraId: null }] });
  });

  it.each([
    [{ amount: '12.3456789' }, 'amount must not exceed 6 decimals'],
    [{ amount: 0 }, 'amount must be a positive number'],
    [{ amount: -1 }, 'amount must be a positive number'],
    [{ amount: 'all' }, 'amount must be a positive number'],
    [{ amount: 20_000_000 }, 'amount is too large'],
    [{ amount: 0.5 }, 'Invalid amount: min amount is 1'],
    [{ currency: 'xyz' }, 'Currency XYZ was not found'],
    [{ address: '0x1' }, 'Invalid payout_address: [usdtbsc] [0x1]'],
    [{ currency: 'trx' }, `Invalid payout_address: [trx] [${address}]`],
    [{ address: undefined }, 'address and currency are required'],
    [{ extra_id: 7 }, 'extra_id must be a string'],
    [{ unique_external_id: 7 }, 'unique_external_id must be a string'],
    [{ ipn_callback_url: 'nowhere' }, 'ipn_callback_url must be a valid uri'],
  ])('are not %j: %s', (changes, message) => {
    expect(read(changes)).toMatchObject({ message });
  });

  it('are refused for a memo that is none', () => {
    const { sharedAddress } = findCoin('xrp') ?? {};
    expect(read({ currency: 'xrp', address: sharedAddress, extra_id: 'x' })).toMatchObject({
      message: 'Invalid extra_id',
    });
    expect(read({ currency: 'xrp', address: sharedAddress, extra_id: '77' })).toMatchObject({
      terms: [{ extraId: '77' }],
    });
  });

  it.each([[undefined], [[]], [{}], [Array.from({ length: 101 }, () => payout)]])('are not in %j', (withdrawals) => {
    expect(readPayouts({ withdrawals })).toMatchObject({ message: 'withdrawals must be an array of 1 to 100' });
  });

  it('are those of the batch where a payout has none', () => {
    const reading = readPayouts({
      ipn_callback_url: 'https://all.example',
      withdrawals: [payout, { ...payout, ipn_callback_url: 'https://one.example' }],
    });
    expect(reading).toMatchObject({
      terms: [{ ipnCallbackUrl: 'https://all.example' }, { ipnCallbackUrl: 'https://one.example' }],
    });
  });

  it('take every address the sandbox makes up', () => {
    const fits = ({ addressPattern }: Coin, made: string) => new RegExp(addressPattern).test(made);
    expect(coins.filter((coin) => !fits(coin, newDestination(coin).payAddress))).toEqual([]);
  });
});

describe('a batch of payouts', () => {
  it.each<[PayoutOutcome, string[]]>([
    ['FINISHED', ['WAITING', 'PROCESSING', 'SENDING', 'FINISHED']],
    ['FAILED', ['WAITING', 'PROCESSING', 'SENDING', 'FAILED']],
    ['REJECTED', ['WAITING', 'REJECTED']],
    ['PROCESSING', ['WAITING', 'PROCESSING']],
  ])('once verified comes to %s', (outcome, statuses) => {
    expect(walk(verified(batchOf(payout)), outcome)).toEqual(statuses);
  });

  it('goes on from PROCESSING once it may, or is rejected there', () => {
    const held = stepDue(verified(batchOf(payout)), {
      outcome: 'PROCESSING',
      newHash: () => '',
      now: later(600),
    })?.batch;
    expect(walk(held ?? batchOf(payout), 'FINISHED')).toEqual(['PROCESSING', 'SENDING', 'FINISHED']);
    expect(walk(held ?? batchOf(payout), 'REJECTED')).toEqual(['PROCESSING', 'REJECTED']);
  });

  it('does nothing before its time', () => {
    const world = { outcome: 'FINISHED', newHash: () => '' } as const;
    expect(stepDue(verified(batchOf(payout)), { ...world, now: later(599) })).toBeUndefined();
    expect(stepDue(batchOf(payout), { ...world, now: later(hourMs - 1) })).toBeUndefined();
  });

  it('has a hash and a fee when it is finished, and says why it failed', () => {
    const sending = { ...verified(batchOf(payout)) };
    const last = { ...sending, payouts: sending.payouts.map((one) => ({ ...one, status: 'SENDING' as const })) };
    const step = (outcome: PayoutOutcome) => lastOf(stepDue(last, { outcome, newHash: () => 'abc', now: later(600) }));
    expect(step('FINISHED')).toMatchObject({ hash: 'abc', error: null, feeUnits: 10_000_000, dueAt: null });
    expect(step('FAILED')).toMatchObject({ hash: null, error: 'Transaction failed', feeUnits: null });
  });

  it('is rejected where the coin knows no extra_id, alone of its batch', () => {
    const batch = verified(batchOf({ ...payout, extra_id: '7' }, payout));
    const world = { outcome: 'FINISHED', newHash: () => '', now: later(600) } as const;
    expect(stepDue(batch, world)?.told).toMatchObject([
      { status: 'REJECTED', error: 'extra_id is not supported for usdtbsc' },
      { status: 'PROCESSING', error: null },
    ]);
  });

  it('is rejected when it was not verified for an hour', () => {
    const world = { outcome: 'FINISHED', newHash: () => '', now: later(hourMs) } as const;
    expect(lastOf(stepDue(batchOf(payout), world))).toMatchObject({
      status: 'REJECTED',
      error: 'Payout was not verified in time',
      requestedAt: null,
      dueAt: null,
    });
  });

  it('is verified once', () => {
    const first = verifyBatch(batchOf(payout, payout), true, later(5));
    expect(first).toMatchObject({ verdict: 'verified', told: [{ status: 'WAITING' }, { status: 'WAITING' }] });
    expect(first.told[0]?.requestedAt).toBe(later(5).toISOString());
    expect(verifyBatch(first.batch, true, later(5))).toMatchObject({ verdict: 'not_awaited', told: [] });
  });

  it('takes no code after ten wrong ones', () => {
    let batch = batchOf(payout);
    for (let tries = 0; tries < 10; tries++) {
      const refused = verifyBatch(batch, false, start);
      expect(refused).toMatchObject({ verdict: 'wrong_code', told: [] });
      batch = refused.batch;
    }
    expect(verifyBatch(batch, true, start)).toMatchObject({ verdict: 'no_codes_left', told: [] });
  });
});

it('a balance in dollars is so much of a coin', () => {
  const [btc, usdtbsc] = ['btc', 'usdtbsc'].map((code) => findCoin(code) ?? coins[0]);
  expect(btc && balanceUnitsOf(btc, 91_500)).toBe(unitsOfOne);
  expect(usdtbsc && balanceUnitsOf(usdtbsc, 10_000_000)).toBe(10_000_000 * unitsOfOne);
});
