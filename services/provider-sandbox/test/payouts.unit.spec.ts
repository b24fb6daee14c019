import { coins, findCoin, type Coin } from '../src/providers/nowpayments/coins';
import { newDestination } from '../src/providers/nowpayments/make-payment';
import { type Payout } from '../src/providers/nowpayments/payouts/payout';
import { balanceUnitsOf } from '../src/providers/nowpayments/prices';
import { readPayout } from '../src/providers/nowpayments/payouts/payout-rules';
import { makePayout, stepDue, verify, type PayoutOutcome } from '../src/providers/nowpayments/payouts/payout-steps';
import { unitsOfOne } from '../src/providers/units';

const address = '0x52908400098527886e0f7030069857d2e4169ee7';
const payout = { address, currency: 'usdtbsc', amount: 50 };
const start = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const hourMs = 3_600_000;

const read = (changes: object = {}) => readPayout({ withdrawals: [{ ...payout, ...changes }] });
const made = (changes: object = {}): Payout => {
  const reading = read(changes);
  if ('code' in reading) throw new Error(reading.message);
  return makePayout({ batchId: 1, payoutId: 10 }, reading.terms, start);
};
const verified = (changes: object = {}): Payout => verify(made(changes), true, start).payout;
/** All the steps, each at its time. */
const walk = (from: Payout, outcome: PayoutOutcome): string[] => {
  const next = stepDue(from, { outcome, hash: 'abc', now: new Date(from.dueAt ?? start) });
  return [from.status, ...(next === undefined ? [] : walk(next, outcome))];
};

describe('the terms of a payout', () => {
  it.each([
    [{}, 50 * unitsOfOne],
    [{ amount: '50' }, 50 * unitsOfOne],
    [{ amount: '12.345678' }, 1_234_567_800],
    [{ amount: 12.5 }, 1_250_000_000],
  ])('%j are an amount', (changes, units) => {
    expect(read(changes)).toMatchObject({ terms: { currency: 'usdtbsc', units, extraId: null } });
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
      terms: { extraId: '77' },
    });
  });

  it.each([[undefined], [[]], [{}], [[payout, payout]]])('are not in %j', (withdrawals) => {
    expect(readPayout({ withdrawals })).toMatchObject({ message: 'withdrawals must be an array of one' });
  });

  it('are those of the batch where a payout has none', () => {
    const ofBatch = { ipn_callback_url: 'https://all.example' };
    expect(readPayout({ ...ofBatch, withdrawals: [payout] })).toMatchObject({
      terms: { ipnCallbackUrl: 'https://all.example' },
    });
    const own = { ...payout, ipn_callback_url: 'https://one.example' };
    expect(readPayout({ ...ofBatch, withdrawals: [own] })).toMatchObject({
      terms: { ipnCallbackUrl: 'https://one.example' },
    });
  });

  it('take every address the sandbox makes up', () => {
    const fits = ({ addressPattern }: Coin, made: string) => new RegExp(addressPattern).test(made);
    expect(coins.filter((coin) => !fits(coin, newDestination(coin).payAddress))).toEqual([]);
  });
});

describe('a payout', () => {
  it.each<[PayoutOutcome, string[]]>([
    ['FINISHED', ['WAITING', 'PROCESSING', 'SENDING', 'FINISHED']],
    ['FAILED', ['WAITING', 'PROCESSING', 'SENDING', 'FAILED']],
    ['REJECTED', ['WAITING', 'REJECTED']],
    ['PROCESSING', ['WAITING', 'PROCESSING']],
  ])('once verified comes to %s', (outcome, statuses) => {
    expect(walk(verified(), outcome)).toEqual(statuses);
  });

  it('goes on from PROCESSING once it may, or is rejected there', () => {
    const held = stepDue(verified(), { outcome: 'PROCESSING', hash: '', now: later(600) }) ?? made();
    expect(walk(held, 'FINISHED')).toEqual(['PROCESSING', 'SENDING', 'FINISHED']);
    expect(walk(held, 'REJECTED')).toEqual(['PROCESSING', 'REJECTED']);
  });

  it('does nothing before its time', () => {
    const world = { outcome: 'FINISHED', hash: '' } as const;
    expect(stepDue(verified(), { ...world, now: later(599) })).toBeUndefined();
    expect(stepDue(made(), { ...world, now: later(hourMs - 1) })).toBeUndefined();
  });

  it('has a hash when it is finished, and says why it failed', () => {
    const last = { ...verified(), status: 'SENDING' as const };
    const step = (outcome: PayoutOutcome) => stepDue(last, { outcome, hash: 'abc', now: later(600) });
    expect(step('FINISHED')).toMatchObject({ hash: 'abc', error: null, dueAt: null });
    expect(step('FAILED')).toMatchObject({ hash: null, error: 'Transaction failed' });
  });

  it('is rejected where the coin knows no extra_id', () => {
    const world = { outcome: 'FINISHED', hash: '', now: later(600) } as const;
    expect(stepDue(verified({ extra_id: '7' }), world)).toMatchObject({
      status: 'REJECTED',
      error: 'extra_id is not supported for usdtbsc',
    });
  });

  it('is rejected when it was not verified for an hour', () => {
    expect(stepDue(made(), { outcome: 'FINISHED', hash: '', now: later(hourMs) })).toMatchObject({
      status: 'REJECTED',
      error: 'Payout was not verified in time',
      requestedAt: null,
      dueAt: null,
    });
  });

  it('is verified once', () => {
    const first = verify(made(), true, later(5));
    expect(first).toMatchObject({
      verdict: 'verified',
      payout: { status: 'WAITING', requestedAt: later(5).toISOString() },
    });
    expect(verify(first.payout, true, later(5))).toEqual({ verdict: 'not_awaited', payout: first.payout });
  });

  it('takes no code after ten wrong ones', () => {
    let payout = made();
    for (let tries = 0; tries < 10; tries++) {
      const refused = verify(payout, false, start);
      expect(refused).toMatchObject({ verdict: 'wrong_code', payout: { status: 'CREATING' } });
      payout = refused.payout;
    }
    expect(verify(payout, true, start)).toEqual({ verdict: 'no_codes_left', payout });
  });
});

it('a balance in dollars is so much of a coin', () => {
  const [btc, usdtbsc] = ['btc', 'usdtbsc'].map((code) => findCoin(code) ?? coins[0]);
  expect(btc && balanceUnitsOf(btc, 91_500)).toBe(unitsOfOne);
  expect(usdtbsc && balanceUnitsOf(usdtbsc, 10_000_000)).toBe(10_000_000 * unitsOfOne);
});
