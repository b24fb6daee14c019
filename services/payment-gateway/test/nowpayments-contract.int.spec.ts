import { randomIds } from '@repasse/chassis/ids';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { type OfferOutcome } from '../src/providers/provider';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';
import { apiKey, type CoinOperation, ipnSecret, startCoinApi } from './support/coin-api';
import { facts, offerRequest, openNowpayments } from './support/crypto';

const operations: Readonly<Record<Step, CoinOperation>> = {
  make: 'create',
  inspect: 'get',
  cancel: 'get',
  refund: 'get',
};

const openWorld = async (): Promise<ProviderWorld> => {
  const api = await startCoinApi();
  const { provider, calls, close } = openNowpayments(api.url);
  const make = (of: PaymentFacts): Promise<OfferOutcome> => provider.offer(offerRequest({ facts: of }));
  return {
    provider,
    kept: calls,
    secrets: [apiKey, ipnSecret, 'Ana Souza', 'ana@example.com'],
    newFacts: () => ({ ...facts, paymentId: `pay_${randomIds.ulid()}` }),
    make,
    makePaid: async (of) => {
      const made = await make(of);
      await api.deposit(await api.paymentOf(of.paymentId), 100);
      return made;
    },
    trouble: (step, trouble) => api.next(operations[step], trouble),
    makeStrange: async (of) => {
      await make(of);
      await api.change(await api.paymentOf(of.paymentId), { status: 'wrong_asset_confirmed' });
    },
    madeCount: async ({ paymentId }) => (await api.payments()).filter((each) => each.order_id === paymentId).length,
    refundedMinor: () => 0,
    failNextRefund: () => undefined,
    unreachable: () => openNowpayments('http://127.0.0.1:1'),
    stop: async () => {
      close();
      await api.stop();
    },
  };
};

// An address cannot be taken back, and coins do not go back the way they came.
providerContract('NOWPAYMENTS', openWorld, { canTakeBack: false, canGiveBack: false });

it('cancels nothing, says so while it is unpaid, and reports the money of a faster payer', async () => {
  const world = await openWorld();
  const [unpaid, paid] = [world.newFacts(), world.newFacts()];
  await world.make(unpaid);
  await world.makePaid(paid);
  const ref = { providerReference: null, expiresAt: '2026-11-21T19:00:00.000Z' };

  expect(await world.provider.cancel({ ...ref, facts: unpaid })).toEqual({ outcome: 'canceled' });
  expect(await world.provider.cancel({ ...ref, facts: paid })).toMatchObject({
    outcome: 'received',
    receipts: [{ amountMinor: 10_000 }],
  });
  await world.stop();
});
