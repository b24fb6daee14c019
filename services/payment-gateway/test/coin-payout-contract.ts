import { type CoinSender, type PayoutRequest } from '../src/providers/payout-provider';
import { payoutContract, type PayoutWorld, referenceOf, troubles, unreadable } from './payout-contract';
import { type Trouble } from './provider-contract';

/** A provider that prices payouts in coins and makes them before they are let go. */
export interface CoinPayoutWorld extends PayoutWorld {
  readonly provider: CoinSender;
  wrongAddress(request: PayoutRequest): PayoutRequest;
  unknownCoin: string;
  troubleMaking(step: 'estimate' | 'prepare', trouble: Trouble): void;
  /** The provider takes it back before it is sent. */
  reject(payoutId: string): Promise<void>;
  /** The provider answers with another address from now on. */
  lieAboutAddress(payoutId: string): Promise<void>;
  /** Sets the account's balance of the coin at the provider. */
  haveFunds(amount: number): Promise<void>;
  /** A provider that cannot be reached. */
  unreachable(): { readonly provider: CoinSender; close(): void };
}

/** The contract of every provider that pays out in coins: that of payouts, and what is decided before. */
export const coinPayoutContract = (name: string, open: () => Promise<CoinPayoutWorld>): void => {
  payoutContract(name, open);

  describe(`the contract of payouts in coins: ${name}`, () => {
    let world: CoinPayoutWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.stop());

    describe('pricing', () => pricingSuite(() => world));
    describe('making', () => makingSuite(() => world));
    describe('asking', () => askingSuite(() => world));
  });
};

const price = { amount: '89.89', currency: 'USD' };

const pricingSuite = (world: () => CoinPayoutWorld): void => {
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
    world().troubleMaking('estimate', trouble);

    expect((await world().provider.estimate(price, world().newRequest().payCurrency)).outcome).toBe('unavailable');
  });

  it('distinguishes a wrong address from a right one', async () => {
    const request = world().newRequest();

    expect(await world().provider.checkAddress(request)).toEqual({ outcome: 'right' });
    expect(await world().provider.checkAddress(world().wrongAddress(request))).toMatchObject({ outcome: 'wrong' });
  });
};

const makingSuite = (world: () => CoinPayoutWorld): void => {
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
    world().troubleMaking('prepare', trouble);

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

const askingSuite = (world: () => CoinPayoutWorld): void => {
  const released = async () => {
    const request = world().newRequest();
    const reference = referenceOf(await world().provider.prepare(request));
    await world().provider.release(request, reference);
    return { request, reference };
  };

  it('says in which transaction it was sent', async () => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');

    expect(await world().provider.inspect(request, reference)).toMatchObject({
      transactionHash: expect.stringMatching(/./) as string,
    });
  });

  it('says that it was rejected, and why', async () => {
    const { request, reference } = await released();
    await world().reject(request.payoutId);

    expect(await world().provider.inspect(request, reference)).toEqual({
      outcome: 'failed',
      detail: expect.stringMatching(/./) as string,
    });
  });

  it('believes nothing about a payout to another address', async () => {
    const { request, reference } = await released();
    await world().end(request.payoutId, 'sent');
    await world().lieAboutAddress(request.payoutId);

    expect((await world().provider.inspect(request, reference)).outcome).toBe('silent');
  });

  it('keeps no code in the record', async () => {
    await released();

    expect(world().kept.length).toBeGreaterThanOrEqual(3);
    expect(JSON.stringify(world().kept)).not.toMatch(/"verification_code\\":\\"\d/);
  });
};
