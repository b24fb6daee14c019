import { type Clock } from '@repasse/chassis/clock';
import { type WirePayout } from '@repasse/provider-sandbox/testing/coin-payouts';
import { type CoinSender, type PayoutRequest } from '../src/providers/payout-provider';
import { coinPayoutContract, type CoinPayoutWorld } from './coin-payout-contract';
import { newPayoutId, referenceOf } from './payout-contract';
import { apiKey, type CoinApi, type CoinOperation, payoutCredentials, startCoinApi } from './support/coin-api';
import { openNowpayments } from './support/crypto';

const operations = {
  estimate: 'estimate',
  prepare: 'create_payout',
  release: 'verify_payout',
  inspect: 'get_payout',
} as const satisfies Readonly<Record<string, CoinOperation>>;
const endings = {
  sent: { status: 'FINISHED', hash: '0x8d3c' },
  failed: { status: 'failed', error: 'Transaction failed' },
  rejected: { status: 'Rejected', error: null },
} as const;
const lies = { amount: { amount: '1' }, address: { address: '0xdead' }, status: { status: 'ON_A_HOLIDAY' } } as const;

const newRequest = (): PayoutRequest => ({
  payoutId: newPayoutId(),
  payCurrency: 'USDTBSC',
  payAddress: '0x2f1C5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
  memo: null,
  payAmount: '89.89',
});

type World = CoinPayoutWorld & { readonly api: CoinApi };

const open = async (clock?: Clock): Promise<World> => {
  const api = await startCoinApi(clock);
  const { calls, close, payouts } = openNowpayments(api.url, payoutCredentials);
  const change = async (payoutId: string, fields: object): Promise<void> => {
    for (const payout of await api.payoutsOf(payoutId)) await api.changePayout(payout, fields);
  };
  return {
    api,
    provider: sender(payouts),
    kept: calls,
    secrets: [apiKey, payoutCredentials.email, payoutCredentials.password, payoutCredentials.totpSecret],
    newRequest,
    wrongAddress: (request) => ({ ...request, payAddress: 'wrong-address' }),
    unknownCoin: 'FOO',
    trouble: (step, trouble) => api.next(operations[step], trouble),
    sentCount: async (payoutId) => (await api.sentOf(payoutId)).length,
    end: (payoutId, ending) => change(payoutId, endings[ending]),
    reject: (payoutId) => change(payoutId, endings.rejected),
    lie: (payoutId, about) => change(payoutId, lies[about]),
    lieAboutAddress: (payoutId) => change(payoutId, lies.address),
    unknownName: 'silent',
    troubleMaking: (step, trouble) => api.next(operations[step], trouble),
    haveFunds: (amount) => api.haveFunds(amount),
    unreachable: () => {
      const lost = openNowpayments('http://127.0.0.1:1', payoutCredentials);
      return { provider: sender(lost.payouts), close: lost.close };
    },
    stop: async () => {
      close();
      await api.stop();
    },
  };
};

const sender = (payouts: CoinSender | undefined): CoinSender => {
  if (payouts === undefined) throw new Error('Nobody sends coins.');
  return payouts;
};

coinPayoutContract('NOWPAYMENTS', () => open());

const inXrp = { payCurrency: 'XRP', payAddress: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe' };

describe('payouts by NOWPayments', () => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.stop());

  const prepare = async (request: PayoutRequest): Promise<WirePayout> => {
    const { providerReference } = referenceOf(await world.provider.prepare(request));
    return world.api.payout(providerReference);
  };

  it('are asked for to the digit, and with a memo only where there is one', async () => {
    const plain = await prepare({ ...newRequest(), payAmount: '123456.123456' });
    const memo = await prepare({ ...newRequest(), ...inXrp, memo: '4711', payAmount: '2.5' });

    expect(plain).toMatchObject({ amount: '123456.123456', currency: 'usdtbsc', extra_id: null });
    expect(memo).toMatchObject({ amount: '2.5', currency: 'xrp', extra_id: '4711' });
    const bodies = world.api.questions.filter(({ operation }) => operation === 'create_payout').map(({ body }) => body);
    expect(JSON.stringify(bodies[0])).not.toContain('extra_id');
  });

  it('sign in once for many, and again when the provider has forgotten them', async () => {
    await Promise.all([prepare(newRequest()), prepare(newRequest()), prepare(newRequest())]);
    expect(world.api.count('sign_in')).toBe(1);
    world.api.next('create_payout', { kind: 'answer', status: 401, body: { code: 'INVALID_TOKEN' }, isDone: false });

    await prepare(newRequest());
    expect(world.api.count('sign_in')).toBe(2);
  });

  it('are not asked for without a sign-in', async () => {
    world.api.next('sign_in', { kind: 'answer', status: 401, body: { code: 'AUTH_FAILED' }, isDone: false });

    expect((await world.provider.prepare(newRequest())).outcome).toBe('unavailable');
    expect(world.api.count('create_payout')).toBe(0);
  });

  // A code is good for a step before and after its own.
  it.each([-2, 2])('are let go by a clock that is %d steps away', async (stepsAway) => {
    const elsewhere = await open({ now: () => new Date(Date.now() + stepsAway * 30_000) });
    const request = newRequest();
    const reference = referenceOf(await elsewhere.provider.prepare(request));

    expect(await elsewhere.provider.release(request, reference)).toEqual({ outcome: 'released' });
    await elsewhere.stop();
  });

  it('wait when no code is taken, and use up few of the ten', async () => {
    const body = { code: 'INVALID_VERIFICATION_CODE', message: 'Invalid verification code' };
    world.api.always('verify_payout', { kind: 'answer', status: 400, body, isDone: false });
    const request = newRequest();
    const reference = referenceOf(await world.provider.prepare(request));

    expect(await world.provider.release(request, reference)).toEqual({
      outcome: 'refused',
      detail: 'Invalid verification code',
    });
    expect(world.api.count('verify_payout')).toBe(3);
    expect(await world.api.sentOf(request.payoutId)).toEqual([]);
  });

  it.each(['amount', 'address'] as const)('of another %s than requested are ignored', async (about) => {
    const request = newRequest();
    const payout = await prepare(request);
    const body = { id: payout.batch_withdrawal_id, withdrawals: [{ ...payout, ...lies[about] }] };
    world.api.next('create_payout', { kind: 'answer', status: 200, body, isDone: true });

    expect((await world.provider.prepare(request)).outcome).toBe('unknown');
  });

  it('are the same payout when the provider writes its address in small letters', async () => {
    const request = newRequest();
    const reference = referenceOf(await world.provider.prepare(request));
    await world.api.changePayout({ id: reference.providerReference }, { address: request.payAddress.toLowerCase() });

    expect(await world.provider.inspect(request, reference)).toEqual({ outcome: 'held' });
  });
});
