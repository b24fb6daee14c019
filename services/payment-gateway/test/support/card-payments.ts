import { type Clock } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentFacts } from '../../src/payments/domain/payment';
import { Card, type CardDetails } from '../../src/providers/card';
import { type Cielo, createCielo } from '../../src/providers/cielo/create-cielo';
import { orderIdOf } from '../../src/providers/cielo/order-id';
import { type CardRequest, type PaymentRef, type RefundRequest } from '../../src/providers/provider';
import { type ProviderCall } from '../../src/providers/wire/raw-log';
import { acquirerMerchant } from './acquirer';
import { guardTimings, noon, quickTimings } from './gateway';

export const approvedNumber = '4024007100000040';

export const cardOf = (other: Partial<CardDetails> = {}): Card =>
  new Card({
    number: approvedNumber,
    holderName: 'Fulana de Tal',
    expirationMonth: 12,
    expirationYear: 2030,
    securityCode: '987',
    ...other,
  });

export interface AcquirerWorld {
  readonly cielo: Cielo;
  readonly kept: readonly ProviderCall[];
  readonly lines: readonly string[];
}

/** The adapter as production has it, with short waits. */
export const openCielo = (acquirerUrl: string, clock: Clock = noon): AcquirerWorld => {
  const kept: ProviderCall[] = [];
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const cielo = createCielo({
    config: {
      baseUrl: `${acquirerUrl}/cielo`,
      queryUrl: `${acquirerUrl}/cielo-query`,
      ...acquirerMerchant,
      softDescriptor: 'REPASSE',
    },
    keep: (call) => void kept.push(call),
    clock,
    log: createLogger({ service: 'test', level: 'trace', destination }),
    metrics: createMetrics('test'),
    timings: quickTimings,
    guardTimings,
  });
  return { cielo, kept, lines };
};

export const cardFacts = (other: Partial<PaymentFacts> = {}): PaymentFacts => ({
  paymentId: `pay_${randomIds.ulid()}`,
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: `ch_${randomIds.ulid()}`,
  attemptId: `att_${randomIds.ulid()}`,
  paymentMethod: 'CREDIT_CARD',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'CIELO',
  fx: null,
  installments: 3,
  ...other,
});

export const cardRequest = (
  facts: PaymentFacts,
  card: Card = cardOf(),
  other: Partial<CardRequest> = {},
): CardRequest => ({
  facts,
  terms: {
    externalReference: 'order-42',
    description: 'Pedido 42',
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: card.toJSON(),
    expiresAt: '2026-11-21T19:00:00.000Z',
  },
  payer: { name: 'Fulana de Tal', email: 'fulana@example.com', document: '12345678909' },
  isRepeat: false,
  card,
  installments: facts.installments ?? 1,
  ...other,
});

export const refOf = (facts: PaymentFacts, providerReference: string | null = null): PaymentRef => ({
  facts,
  providerReference,
  expiresAt: '2026-11-21T19:00:00.000Z',
});

export const refundOf = (
  facts: PaymentFacts,
  receiptReference: string,
  other: Partial<RefundRequest> = {},
): RefundRequest => ({
  refundId: `re_${randomIds.ulid()}`,
  facts,
  providerReference: receiptReference,
  receipt: {
    providerReference: receiptReference,
    amountMinor: facts.amountMinor,
    receivedAt: '2026-11-21T12:03:10.000Z',
  },
  amountMinor: facts.amountMinor,
  targetAmountMinor: null,
  settledBeforeMinor: 0,
  reason: null,
  ...other,
});

export const orderOf = ({ paymentId }: PaymentFacts): string => orderIdOf(paymentId);
