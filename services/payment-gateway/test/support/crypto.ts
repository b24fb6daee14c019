import { systemClock } from '@repasse/chassis/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { type PaymentFacts } from '../../src/payments/domain/payment';
import { createNowpayments, type Nowpayments } from '../../src/providers/nowpayments/create-nowpayments';
import { type Credentials } from '../../src/providers/nowpayments/payout-client';
import { type OfferRequest } from '../../src/providers/provider';
import { type ProviderCall } from '../../src/providers/wire/raw-log';
import { apiKey, ipnSecret } from './coin-api';
import { quickTimings } from './gateway';
import { facts as pix, terms } from './payments';

/** 100.00 USD in USDT on BSC. */
export const facts: PaymentFacts = {
  ...pix,
  chargeId: null,
  attemptId: null,
  paymentMethod: 'CRYPTO',
  currency: 'USD',
  provider: 'NOWPAYMENTS',
};

export const offerRequest = (other: Partial<OfferRequest> = {}): OfferRequest => ({
  facts,
  terms: { ...terms, payCurrency: 'USDTBSC' },
  payer: { name: 'Ana Souza', email: 'ana@example.com', document: null },
  isRepeat: false,
  ...other,
});

/** The adapter against some address, with what it would have left in the raw record. */
export const openNowpayments = (
  baseUrl: string,
  payouts?: Credentials,
): Nowpayments & { readonly calls: readonly ProviderCall[] } => {
  const calls: ProviderCall[] = [];
  const nowpayments = createNowpayments({
    config: { baseUrl, apiKey, ipnSecret, callbackUrl: 'https://pay.example.com/callbacks/nowpayments', payouts },
    keep: (call) => void calls.push(call),
    clock: systemClock,
    log: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    timings: quickTimings,
  });
  return { ...nowpayments, calls };
};
