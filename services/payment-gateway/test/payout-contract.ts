import { randomIds } from '@repasse/chassis/ids';
import { type PayoutReference } from '../src/payouts/domain/payout';
import { type PayoutPreparation, type PayoutProvider, type PayoutRequest } from '../src/providers/payout-provider';
import { type ProviderCall } from '../src/providers/wire/raw-log';
import { type Trouble } from './provider-contract';

export type PayoutStep = 'release' | 'inspect';
export type PayoutEnding = 'sent' | 'failed';

/** An adapter and the simulated provider it talks to, by any rail. Each adapter's spec brings one. */
export interface PayoutWorld {
  readonly provider: PayoutProvider;
  /** All that was kept of the exchanges. */
  readonly kept: readonly ProviderCall[];
  /** Values that must be in none of it. */
  readonly secrets: readonly string[];
  /** Money to a receiver that the provider sends to. */
  newRequest(): PayoutRequest;
  trouble(step: PayoutStep, trouble: Trouble): void;
  /** How many payouts of one id the provider has let go. */
  sentCount(payoutId: string): Promise<number>;
  /** Ends a released payout at the provider. */
  end(payoutId: string, ending: PayoutEnding): Promise<void>;
  /** The provider answers falsely about a payout from now on. */
  lie(payoutId: string, about: 'amount' | 'status'): Promise<void>;
  /** What it means that the provider has nothing under a name: where we name payouts, that it may be sent. */
  readonly unknownName: 'held' | 'silent';
  stop(): Promise<void>;
}

export const troubles: readonly (readonly [string, Trouble])[] = [
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
export const unreadable: readonly (readonly [string, Trouble])[] = [
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

    describe('letting go', () => releaseSuite(() => world));
    describe('asking', () => askingSuite(() => world));
    describe('what is kept', () => recordSuite(() => world));
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

  it('sends nothing before, and only the named payout then', async () => {
    const { request, reference } = await prepared();
    await world().provider.prepare(request);
    expect(await world().sentCount(request.payoutId)).toBe(0);
    expect(await world().provider.inspect(request, reference)).toEqual({ outcome: 'held' });

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

    expect(await world().provider.inspect(request, reference)).toMatchObject({
      outcome: 'settled',
      settledAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/) as string,
    });
  });

  it('says that it failed, and why', async () => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'failed');

    expect(await world().provider.inspect(request, reference)).toEqual({
      outcome: 'failed',
      detail: expect.stringMatching(/./) as string,
    });
  });

  it('believes nothing about a payout of another amount', async () => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');
    await world().lie(request.payoutId, 'amount');

    expect((await world().provider.inspect(request, reference)).outcome).toBe('silent');
  });

  it('takes an unknown status for no end', async () => {
    const { request, reference } = await released();
    await world().lie(request.payoutId, 'status');

    expect(['held', 'sending', 'silent']).toContain((await world().provider.inspect(request, reference)).outcome);
  });

  it('takes a name that the provider does not know for no end', async () => {
    const { request } = await released();
    const reference = { batchReference: '1', providerReference: '2' };

    expect((await world().provider.inspect(request, reference)).outcome).toBe(world().unknownName);
  });

  it.each([...troubles, ...unreadable])('concludes nothing from %s', async (_, trouble) => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');
    // An adapter may ask twice.
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

    expect(world().kept.length).toBeGreaterThanOrEqual(1);
    for (const secret of world().secrets) expect(record).not.toContain(secret);
  });
};

export const referenceOf = (preparation: PayoutPreparation): PayoutReference => {
  if (preparation.outcome !== 'prepared') throw new Error(`Nothing was prepared: ${JSON.stringify(preparation)}`);
  return preparation.reference;
};

export const newPayoutId = (): string => `wd_${randomIds.ulid()}`;
