import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { type OfferOutcome, type Provider, type RefundRequest } from '../src/providers/provider';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';
import { facts, offerRequest, openRevolut, quote } from './support/international';
import { type MerchantOperation, secretKey, startMerchantApi } from './support/merchant-api';

const operations: Readonly<Record<Step, MerchantOperation>> = {
  make: 'create',
  inspect: 'get',
  cancel: 'cancel',
  refund: 'refund',
};
const clock = fakeClock('2026-02-03T18:00:00.000Z');
/** As many cents abroad as centavos here, so that the suite's amounts are also those of the order. */
const fx = { ...quote, finalAmountMinor: 10_000, rate: '1', rateWithSpread: '1', spreadBps: 0 };

const openWorld = async (): Promise<ProviderWorld> => {
  const api = await startMerchantApi(clock);
  const { provider, calls, close } = openRevolut(api.url, clock);
  const make = (of: PaymentFacts): Promise<OfferOutcome> => provider.offer(offerRequest({ facts: of }));
  return {
    provider: inBothCurrencies(provider),
    kept: calls,
    secrets: [secretKey, 'Ana Souza', 'ana@example.com', 'payment-link'],
    newFacts: () => ({ ...facts, paymentId: `pay_${randomIds.ulid()}`, fx }),
    make,
    makePaid: async (of) => {
      const made = await make(of);
      await api.pay(await api.orderOf(of.paymentId));
      return made;
    },
    trouble: (step, trouble) => api.next(operations[step], trouble),
    makeStrange: async (of) => {
      await make(of);
      api.always('get', { kind: 'changed', change: (order) => ({ ...order, state: 'under_review' }) });
    },
    madeCount: async ({ paymentId }) =>
      (await api.orders()).filter(({ terms }) => terms.merchant_order_data?.reference === paymentId).length,
    refundedMinor: ({ providerReference }) => api.refundedOf(providerReference),
    failNextRefund: () => api.refundsBecome('declined'),
    unreachable: () => openRevolut('http://127.0.0.1:1', clock),
    stop: async () => {
      close();
      await api.stop();
    },
  };
};

const inBothCurrencies = (provider: Provider): Provider => {
  const abroad = (request: RefundRequest): RefundRequest => ({ ...request, targetAmountMinor: request.amountMinor });
  return {
    ...provider,
    refund: (request) => provider.refund(abroad(request)),
    inspectRefund: (request) => provider.inspectRefund(abroad(request)),
  };
};

providerContract('REVOLUT', openWorld);
