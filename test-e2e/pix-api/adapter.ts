import { setTimeout as pause } from 'node:timers/promises';
import { type Clock } from '@repasse/chassis/clock';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentFacts } from '../../services/payment-gateway/src/payments/domain/payment';
import { createPix } from '../../services/payment-gateway/src/providers/pix/create-pix';
import {
  type OfferRequest,
  type PaymentRef,
  type Provider,
  type RefundRequest,
} from '../../services/payment-gateway/src/providers/provider';
import { sandboxPixClient } from '../providers/sandbox';
import { type Relay } from './relay';

export const pixKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const hourMs = 3_600_000;

/** The gateway's adapter as production has it, at a bank of that address. */
export const adapterAt = (baseUrl: string, clock: Clock): { provider: Provider; close: () => void } =>
  createPix({
    config: {
      baseUrl,
      tokenUrl: undefined,
      tokenFormat: 'form',
      tokenScope: undefined,
      ...sandboxPixClient,
      key: pixKey,
      receiverName: 'Repasse',
      receiverCity: 'Sao Paulo',
      callbackUrl: 'https://gateway.example/callbacks/pix/token',
      callbackTokens: ['token'],
      payouts: 'off',
      payoutsAtOnce: 1,
      fundingIntervalMs: 300_000,
      tlsCertFile: undefined,
      tlsKeyFile: undefined,
      tlsCaFile: undefined,
    },
    keep: () => undefined,
    clock,
    log: createLogger({ service: 'verify-pix-api', level: 'silent' }),
    metrics: createMetrics('verify-pix-api'),
    // Prism takes its time over a document of nine thousand lines.
    timings: { exchangeTimeoutMs: 10_000, budgetMs: 30_000, retryDelayMs: 5 },
  });

export const newFacts = (): PaymentFacts => ({
  paymentId: `pay_${randomIds.ulid()}`,
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: null,
  attemptId: null,
  paymentMethod: 'PIX',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'PIX_BCB',
  fx: null,
  installments: null,
});

/** Everything a charge can say, unless told otherwise. */
export const offerOf = (facts: PaymentFacts, clock: Clock, changes: Partial<OfferRequest> = {}): OfferRequest => ({
  facts,
  terms: {
    externalReference: 'pedido-42',
    description: 'Pedido 42',
    payerMessage: 'Obrigado pela compra',
    additionalInfo: [{ name: 'Loja', value: 'Centro' }],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: new Date(clock.now().getTime() + hourMs).toISOString(),
  },
  payer: { name: 'Fulana de Tal', email: null, document: '529.982.247-25' },
  isRepeat: false,
  ...changes,
});

export const refOf = (facts: PaymentFacts, clock: Clock): PaymentRef => ({
  facts,
  providerReference: null,
  expiresAt: new Date(clock.now().getTime() + hourMs).toISOString(),
});

export const refundOf = (
  facts: PaymentFacts,
  endToEndId: string,
  receivedAt: string,
  changes: Partial<RefundRequest> = {},
): RefundRequest => ({
  refundId: `re_${randomIds.ulid()}`,
  facts,
  providerReference: null,
  receipt: { providerReference: endToEndId, amountMinor: facts.amountMinor, receivedAt },
  amountMinor: facts.amountMinor,
  targetAmountMinor: null,
  settledBeforeMinor: 0,
  reason: 'Desistência',
  ...changes,
});

const dayMs = 86_400_000;
const nothingOfOurs = {
  known: async () => new Set<string>(),
  find: async () => undefined,
  requestedIn: async () => [],
  receivedIn: async () => [],
};

/** Lists what came in the last day. */
export const listed = async (provider: Provider, clock: Clock): Promise<string> => {
  const period = { from: new Date(clock.now().getTime() - dayMs).toISOString(), to: clock.now().toISOString() };
  return (await provider.statement?.(period, nothingOfOurs))?.outcome ?? 'not known';
};

const triesMax = 100;
const pollMs = 100;

/** Registration goes on behind the adapter's back until it is answered. */
export const registered = async (provider: Provider, relay: Relay): Promise<string> => {
  const stop = provider.start();
  for (let tries = 0; tries < triesMax && relay.count() === 0; tries++) await pause(pollMs);
  await stop();
  return relay.count() === 0 ? 'silence' : 'answered';
};
