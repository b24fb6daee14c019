import { type Clock } from '@repasse/chassis/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type FxQuote } from '@repasse/contracts';
import { type PaymentFacts } from '../../src/payments/domain/payment';
import { type OfferRequest, type PaymentRef, type RefundRequest } from '../../src/providers/provider';
import { type ProviderCall } from '../../src/providers/wire/raw-log';
import { createRevolut, type Revolut } from '../../src/providers/revolut/create-revolut';
import { secretKey } from './merchant-api';
import { quickTimings } from './gateway';

export const paymentId = 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
export const refundId = 're_01KAJ2E8V4N7Q0S6T3W9X5Y1Z3';

/** 100.00 BRL at 5.238: 19.09 USD. */
export const quote: FxQuote = {
  quoteId: 'fxq_01KAJ2E8V4N7Q0S6T3W9X5Y1Z4',
  sourceCurrency: 'BRL',
  targetCurrency: 'USD',
  sourceAmountMinor: 10_000,
  finalAmountMinor: 1_909,
  rate: '5.4',
  spreadBps: 300,
  rateWithSpread: '5.238',
  source: 'BCB_PTAX',
  quotedAt: '2026-02-03T18:00:00.000Z',
  expiresAt: '2026-02-03T19:00:00.000Z',
};

export const facts: PaymentFacts = {
  paymentId,
  invoiceId: 100_001,
  userId: 1_001,
  chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z5',
  attemptId: 'att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z6',
  paymentMethod: 'INTERNATIONAL',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'REVOLUT',
  fx: quote,
  installments: null,
};

export const offerRequest = (other: Partial<OfferRequest> = {}): OfferRequest => ({
  facts,
  terms: {
    externalReference: 'order-42',
    description: 'Pedido 42',
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: quote.expiresAt,
  },
  payer: { name: 'Ana Souza', email: 'ana@example.com', document: null },
  isRepeat: false,
  ...other,
});

export const paymentRef = (providerReference: string | null): PaymentRef => ({
  facts,
  providerReference,
  expiresAt: quote.expiresAt,
});

export const refundRequest = (orderId: string, targetAmountMinor = 1_909): RefundRequest => ({
  refundId,
  facts,
  providerReference: orderId,
  receipt: { providerReference: orderId, amountMinor: 10_000, receivedAt: quote.quotedAt },
  amountMinor: 10_000,
  targetAmountMinor,
  settledBeforeMinor: 0,
  reason: 'Desistência',
});

/** The adapter against some address, with what it would have left in the raw record. */
export const openRevolut = (baseUrl: string, clock: Clock): Revolut & { readonly calls: readonly ProviderCall[] } => {
  const calls: ProviderCall[] = [];
  const revolut = createRevolut({
    config: { baseUrl, secretKey, mode: 'sandbox', callbackUrl: 'https://pay.example.com/callbacks/revolut' },
    keep: (call) => void calls.push(call),
    clock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: quickTimings,
  });
  return { ...revolut, calls };
};
