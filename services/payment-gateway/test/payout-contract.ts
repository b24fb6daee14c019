import { randomIds } from '@repasse/chassis/ids';
import { type PayoutReference } from '../src/payouts/domain/payout';
import { type CoinSender, type PayoutPreparation, type PayoutRequest } from '../src/providers/payout-provider';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { type Trouble } from './provider-contract';

export type PayoutStep = 'estimate' | 'prepare' | 'release' | 'inspect';
export type PayoutEnding = 'sent' | 'failed' | 'rejected';

/** An adapter and the simulated provider it talks to. Each adapter's spec brings one. */
export interface PayoutWorld {
  readonly provider: CoinSender;
  /** All that was kept of the exchanges. */
  readonly kept: readonly ProviderCall[];
  /** Values that must be in none of it. */
  readonly secrets: readonly string[];
  /** Coins to an address that the provider sends to. */
  newRequest(): PayoutRequest;
  wrongAddress(request: PayoutRequest): PayoutRequest;
  unknownCoin: string;
  trouble(step: PayoutStep, trouble: Trouble): void;
  /** How many payouts of one id the provider has let go. */
  sentCount(payoutId: string): Promise<number>;
  /** Ends a released payout at the provider. */
  end(payoutId: string, ending: PayoutEnding): Promise<void>;
  /** The provider answers falsely about a payout from now on. */
  lie(payoutId: string, about: 'amount' | 'address' | 'status'): Promise<void>;
  /** Sets the account's balance of the coin at the provider. */
  haveFunds(amount: number): Promise<void>;
  /** A provider that cannot be reached. */
  unreachable(): { readonly provider: CoinSender; close(): void };
  stop(): Promise<void>;
}

const troubles: readonly (readonly [string, Trouble])[] = [
  ['silence', { kind: 'silent', isDone: false }],
  ['silence after acting', { kind: 'silent', isDone: true }],
  ['a cut connection', { kind: 'cut', isDone: false }],
  ['a cut connection after acting', { kind: 'cut', isDone: true }],
  ['503', { kind: 'answer', status: 503, body: { message: 'Away' }, isDone: false }],
  ['500 after acting', { kind: 'answer', status: 500, body: { message: 'Oops' }, isDone: true }],
  ['403', { kind: 'answer', status: 403, body: { code: 'FORBIDDEN' }, isDone: false }],
  ['429', { kind: 'answer', status: 429, body: { code: 'TOO_MANY_REQUESTS' }, isDone: false }],
];
/** A page or nothing at all, where something was to be read from the answer. */
const unreadable: readonly (readonly [string, Trouble])[] = [
  ['a page instead of an answer', { kind: 'answer', status: 200, body: '<html>', isDone: true }],
  ['an answer about nothing', { kind: 'answer', status: 200, body: {}, isDone: true }],
];

/** The contract of every provider of payouts, with any protocol. */
export const payoutContract = (name: string, open: () => Promise<PayoutWorld>): void => {
  describe(`the contract of payouts: ${name}`, () => {
    let world: PayoutWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.stop());

    describe('pricing', () => pricingSuite(() => world));
    describe('making', () => makingSuite(() => world));
    describe('letting go', () => releaseSuite(() => world));
    describe('asking', () => askingSuite(() => world));
    describe('what is kept', () => recordSuite(() => world));
  });
};

const price = { amount: '89.89', currency: 'USD' };

const pricingSuite = (world: () => PayoutWorld): void => {
  it('converts an amount to a coin', async () => {
    const { payCurrency } = world().newRequest();

    expect(await world().provider.estimate(price, payCurrency)).toEqual({
      outcome: 'estimated',
      payAmount: expect.stringMatching(/^\d+(\.\d+)?$/) as string,
    });
  });

  it('says in words that a coin is unknown', async () => {
    expect(await world().provider.estimate(price, world().unknownCoin)).toEqual({
      outcome: 'refused',
      detail: expect.stringMatching(/./) as string,
    });
  });

  it.each([...troubles, ...unreadable])('takes %s for no price and no refusal', async (_, trouble) => {
    world().trouble('estimate', trouble);

    expect((await world().provider.estimate(price, world().newRequest().payCurrency)).outcome).toBe('unavailable');
  });

  it('distinguishes a wrong address from a right one', async () => {
    const request = world().newRequest();

    expect(await world().provider.checkAddress(request)).toEqual({ outcome: 'right' });
    expect(await world().provider.checkAddress(world().wrongAddress(request))).toMatchObject({ outcome: 'wrong' });
  });
};

const makingSuite = (world: () => PayoutWorld): void => {
  it('moves nothing', async () => {
    const request = world().newRequest();
    const reference = referenceOf(await world().provider.prepare(request));

    expect(await world().sentCount(request.payoutId)).toBe(0);
    expect(await world().provider.inspect(request, reference)).toEqual({ outcome: 'held' });
  });

  it('gives each a name of its own, also when the same is asked for again', async () => {
    const request = world().newRequest();
    const first = referenceOf(await world().provider.prepare(request));
    const second = referenceOf(await world().provider.prepare(request));

    expect(second.providerReference).not.toBe(first.providerReference);
    expect(second.batchReference).not.toBe(first.batchReference);
  });

  it('says in words that an address is wrong', async () => {
    expect(await world().provider.prepare(world().wrongAddress(world().newRequest()))).toEqual({
      outcome: 'refused',
      detail: expect.stringMatching(/./) as string,
    });
  });

  it('does not take an empty account for a refusal', async () => {
    await world().haveFunds(0);
    expect((await world().provider.prepare(world().newRequest())).outcome).toBe('unfunded');

    await world().haveFunds(1_000_000);
    expect((await world().provider.prepare(world().newRequest())).outcome).toBe('prepared');
  });

  it.each([...troubles, ...unreadable])('takes %s for no refusal, and moves nothing', async (_, trouble) => {
    const request = world().newRequest();
    world().trouble('prepare', trouble);

    expect(['unknown', 'unavailable']).toContain((await world().provider.prepare(request)).outcome);
    expect(await world().sentCount(request.payoutId)).toBe(0);
    expect((await world().provider.prepare(request)).outcome).toBe('prepared');
  });

  it('makes no call to an unreachable provider', async () => {
    const lost = world().unreachable();
    const prepared = await lost.provider.prepare(world().newRequest());
    lost.close();

    expect(prepared.outcome).toBe('unavailable');
  });
};

const releaseSuite = (world: () => PayoutWorld): void => {
  const prepared = async (): Promise<{ request: PayoutRequest; reference: PayoutReference }> => {
    const request = world().newRequest();
    return { request, reference: referenceOf(await world().provider.prepare(request)) };
  };

  it('sends it, and a second time sends nothing', async () => {
    const { request, reference } = await prepared();

    expect(await world().provider.release(request, reference)).toEqual({ outcome: 'released' });
    expect(await world().provider.release(request, reference)).toEqual({ outcome: 'released' });
    expect(await world().sentCount(request.payoutId)).toBe(1);
    expect(await world().provider.inspect(request, reference)).toEqual({ outcome: 'sending' });
  });

  it('sends only the named payout', async () => {
    const { request, reference } = await prepared();
    await world().provider.prepare(request);
    await world().provider.release(request, reference);

    expect(await world().sentCount(request.payoutId)).toBe(1);
  });

  it.each(troubles)('takes %s for no answer, and gets there by asking again', async (_, trouble) => {
    const { request, reference } = await prepared();
    world().trouble('release', trouble);
    expect(['unknown', 'unavailable']).toContain((await world().provider.release(request, reference)).outcome);

    expect(await world().provider.release(request, reference)).toEqual({ outcome: 'released' });
    expect(await world().sentCount(request.payoutId)).toBe(1);
  });
};

const askingSuite = (world: () => PayoutWorld): void => {
  const released = async (): Promise<{ request: PayoutRequest; reference: PayoutReference }> => {
    const request = world().newRequest();
    const reference = referenceOf(await world().provider.prepare(request));
    await world().provider.release(request, reference);
    return { request, reference };
  };

  it('says that it was sent, and when', async () => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');

    expect(await world().provider.inspect(request, reference)).toEqual({
      outcome: 'settled',
      transactionHash: expect.stringMatching(/./) as string,
      settledAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/) as string,
    });
  });

  it.each(['failed', 'rejected'] as const)('says that it was %s, and why', async (ending) => {
    const { request, reference } = await released();
    await world().end(request.payoutId, ending);

    expect(await world().provider.inspect(request, reference)).toEqual({
      outcome: 'failed',
      detail: expect.stringMatching(/./) as string,
    });
  });

  it.each(['amount', 'address'] as const)('believes nothing about a payout of another %s', async (about) => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');
    await world().lie(request.payoutId, about);

    expect((await world().provider.inspect(request, reference)).outcome).toBe('silent');
  });

  it('takes an unknown status for no end', async () => {
    const { request, reference } = await released();
    await world().lie(request.payoutId, 'status');

    expect(['held', 'sending']).toContain((await world().provider.inspect(request, reference)).outcome);
  });

  it('concludes nothing from a name the provider does not know', async () => {
    const { request } = await released();
    const reference = { batchReference: '1', providerReference: '2' };

    expect((await world().provider.inspect(request, reference)).outcome).toBe('silent');
  });

  it.each([...troubles, ...unreadable])('concludes nothing from %s', async (_, trouble) => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');
    for (let count = 0; count < 2; count++) world().trouble('inspect', trouble);

    expect((await world().provider.inspect(request, reference)).outcome).toBe('silent');
  });
};

const recordSuite = (world: () => PayoutWorld): void => {
  it('has no secret in it', async () => {
    const request = world().newRequest();
    const reference = referenceOf(await world().provider.prepare(request));
    await world().provider.release(request, reference);
    const record = JSON.stringify(world().kept);

    expect(world().kept.length).toBeGreaterThanOrEqual(3);
    for (const secret of world().secrets) expect(record).not.toContain(secret);
    expect(record).not.toMatch(/"verification_code\\":\\"\d/);
  });
};

export const referenceOf = (preparation: PayoutPreparation): PayoutReference => {
  if (preparation.outcome !== 'prepared') throw new Error(`Nothing was prepared: ${JSON.stringify(preparation)}`);
  return preparation.reference;
};

export const newPayoutId = (): string => `wd_${randomIds.ulid()}`;
