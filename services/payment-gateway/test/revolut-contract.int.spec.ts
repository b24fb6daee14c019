import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type PaymentFacts } from '../src/payments/domain/payment';
import { type OfferOutcome, type Provider, type RefundRequest } from '../src/providers/provider';
import { providerContract, type ProviderWorld, type Step } from './provider-contract';
import { facts, offerRequest, openRevolut, quote } from './support/international';
import { type MerchantOperation, startMerchantApi } from './support/merchant-api';
import { secretKey, type WireOrder } from './support/merchant-books';

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
  const api = await startMerchantApi();
  const { provider, calls, close } = openRevolut(api.url, clock);
  const ordersOf = ({ paymentId }: PaymentFacts): WireOrder[] =>
    [...api.orders.values()].filter((order) => order.merchant_order_data?.reference === paymentId);
  const make = (of: PaymentFacts): Promise<OfferOutcome> => provider.offer(offerRequest({ facts: of }));
  return {
    provider: inBothCurrencies(provider),
    kept: calls,
    secrets: [secretKey, 'Ana Souza', 'ana@example.com', 'payment-link'],
    newFacts: () => ({ ...facts, paymentId: `pay_${randomIds.ulid()}`, fx }),
    make,
    makePaid: async (of) => {
      const made = await make(of);
      api.pay(api.orderOf(of.paymentId));
      return made;
    },
    trouble: (step, trouble) => api.next(operations[step], trouble),
    makeStrange: async (of) => {
      await make(of);
      api.orderOf(of.paymentId).state = 'under_review';
    },
    madeCount: (of) => ordersOf(of).length,
    refundedMinor: ({ providerReference }) => Number(api.orders.get(providerReference)?.['refunded_amount'] ?? 0),
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
