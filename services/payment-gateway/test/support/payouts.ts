import {
  type PayoutFacts,
  type PayoutPrice,
  type PayoutReference,
  type PayoutTerms,
} from '../../src/payouts/domain/payout';
import { type PayoutEvent } from '../../src/payouts/domain/payout-events';

/** One payout, told in the events that tests of the domain put together. */
export const now = '2026-11-21T12:00:00.000Z';

export const facts: PayoutFacts = {
  withdrawalId: 'wd_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2',
  invoiceId: 50_007,
  userId: 1_001,
  amountMinor: 50_000,
  currency: 'BRL',
  provider: 'NOWPAYMENTS',
};
export const terms: PayoutTerms = {
  payCurrency: 'USDTBSC',
  payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
  memo: null,
  externalReference: 'payout-2026-11',
};
/** 500.00 BRL at 5.40 and 3 % on it: 89.8958… USD, of which the payee gets whole cents. */
export const price: PayoutPrice = {
  priceCurrency: 'USD',
  priceAmountMinor: 8_989,
  rate: '5.4',
  spreadBps: 300,
  rateWithSpread: '5.562',
  source: 'BCB_PTAX',
  quotedAt: now,
  payAmount: '89.89',
};
export const reference: PayoutReference = { batchReference: '5000000248', providerReference: '5000000713' };

export const requested: PayoutEvent = { type: 'PayoutRequested', at: now, data: { facts, terms } };
export const priced: PayoutEvent = { type: 'PayoutPriced', at: now, data: { price } };
export const prepared: PayoutEvent = { type: 'PayoutPrepared', at: now, data: { reference } };
export const confirming: PayoutEvent = {
  type: 'PayoutConfirming',
  at: now,
  data: {},
};
export const settled: PayoutEvent = {
  type: 'PayoutSettled',
  at: now,
  data: { transactionHash: '0x8d3c', settledAt: now },
};
/** The same by PIX, of which 2.00 are a fee. */
export const pixFacts: PayoutFacts = {
  ...facts,
  ...{ provider: 'PIX_BCB', rail: 'PIX', destinationId: 'dst_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', payoutMinor: 49_800 },
};
export const pixTerms: PayoutTerms = { ...terms, payCurrency: 'BRL', payAddress: 'CPF ***.456.789-**' };
export const idEnvio = facts.withdrawalId.slice('wd_'.length);
const named = { batchReference: '', providerReference: idEnvio };
export const pixRequested: PayoutEvent = {
  ...{ type: 'PayoutRequested', at: now, data: { facts: pixFacts, terms: pixTerms } },
};
export const pixPriced: PayoutEvent = { type: 'PayoutPriced', at: now, data: { price: { payAmount: '498.00' } } };
export const pixPrepared: PayoutEvent = { type: 'PayoutPrepared', at: now, data: { reference: named } };
export const pixSettled: PayoutEvent = {
  type: 'PayoutSettled',
  at: now,
  data: { transactionHash: null, settledAt: now, endToEndId: 'E123' },
};
/** A part of it comes back. */
export const returned: PayoutEvent = {
  type: 'PayoutReturned',
  at: now,
  data: { returnedMinor: 9_800, returnReference: 'D1', returnReason: 'MD06', returnedAt: now },
};
export const allReturned: PayoutEvent = {
  type: 'PayoutReturned',
  at: now,
  data: { returnedMinor: 49_800, returnReference: 'D1', returnReason: null, returnedAt: now },
};
export const pixPaid: readonly PayoutEvent[] = [pixRequested, pixPriced, pixPrepared, pixSettled];
export const failed: PayoutEvent = {
  type: 'PayoutFailed',
  at: now,
  data: { failure: 'Invalid payout address.' },
};
