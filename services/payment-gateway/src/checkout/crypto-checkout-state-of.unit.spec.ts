import { facts as pixFacts, receipt, terms as pixTerms } from '../../test/support/payments';
import { type CryptoInstructions } from '../payments/domain/methods';
import { type KnownPayment, type Offer } from '../payments/domain/payment';
import { type Refund } from '../refunds/domain/refund';
import { cryptoCheckoutStateOf } from './crypto-checkout-state-of';

const facts = { ...pixFacts, chargeId: null, attemptId: null, paymentMethod: 'CRYPTO' as const };
const terms = { ...pixTerms, payCurrency: 'USDTBSC' };
const instructions: CryptoInstructions = {
  ...{ method: 'CRYPTO', payAddress: '0x9f2eA4', payAmount: '40.01', payCurrency: 'USDTBSC', network: 'bsc' },
  ...{ memo: null, uri: 'ethereum:0x9f2eA4' },
};
const offer: Offer = { providerReference: '5745459419', instructions };
const known = { facts, terms, offer };
const open = { ...known, cancelRequest: null };
const now = '2026-11-21T12:00:30.000Z';
const shown = (payment: KnownPayment) => cryptoCheckoutStateOf(payment, { now, receiverName: 'Loja' });

const refund = (amountMinor: number, settledAt = now): Refund => ({
  ...{ refundId: 'ref_1', receiptReference: 'E1', amountMinor, targetAmountMinor: null, purpose: 'MERCHANT' },
  ...{ reason: null, splitRefund: null, requestedAt: now, status: 'succeeded', providerReference: 'r', settledAt },
});
const received = (refunds: readonly Refund[] = [], amountMinor = 10_000): KnownPayment => ({
  ...{ ...known, status: 'received', receipts: [receipt('E1', amountMinor)], acceptedReference: null, refunds },
  disputes: [],
});
const partial = { receivedTotalMinor: 6_000, receivedPayAmount: '24.006' };

it.each<[string, KnownPayment, string]>([
  ['asked for', { facts, terms, status: 'requested', cancelRequest: null, requestedAt: now }, 'PENDING'],
  ['in doubt', { facts, terms, status: 'unknown', cancelRequest: null, requestedAt: now }, 'PENDING'],
  ['offered', { ...open, status: 'offered' }, 'PENDING'],
  ['paid in part', { ...known, status: 'partially_received', partial, partiallyReceivedAt: now }, 'PENDING'],
  ['being confirmed', { ...open, status: 'confirming' }, 'PROCESSING'],
  ['paid', received(), 'PAID'],
  ['given back in part', received([refund(9_999)]), 'PAID'],
  ['given back', received([refund(10_000)]), 'REFUNDED'],
  ['expired', { ...known, status: 'expired' }, 'EXPIRED'],
  ['canceled', { ...known, status: 'canceled', reason: 'MERCHANT', isOfferOpen: false }, 'CANCELED'],
  ['failed', { ...known, status: 'failed', reason: 'PROVIDER_ERROR', decline: null }, 'FAILED'],
])('a payment that is %s', (_, payment, status) => {
  expect(shown(payment).status).toBe(status);
});

it('has nothing to send while the provider has not answered', () => {
  const state = shown({ facts, terms, status: 'requested', cancelRequest: null, requestedAt: now });
  expect(state).toMatchObject({ transfer: null, payCurrency: 'USDTBSC', amount: '100.00', paidAmount: null });
});

it('asks for the whole by a code with the amount in it', () => {
  const { transfer } = shown({ ...open, status: 'offered' });
  expect(transfer).toMatchObject({ payAmount: '40.01', duePayAmount: '40.01', receivedPayAmount: null });
});

it('asks for the rest to the last decimal, by a code that does not ask for the whole again', () => {
  const whole = shown({ ...open, status: 'offered' }).transfer;
  const rest = shown({ ...known, status: 'partially_received', partial, partiallyReceivedAt: now }).transfer;
  expect(rest).toMatchObject({ payAmount: '40.01', duePayAmount: '16.004', receivedPayAmount: '24.006' });
  expect(rest?.qrCodeBase64).not.toBe(whole?.qrCodeBase64);
});

it('tells what was booked, and when it came', () => {
  const { receivedAt } = receipt();
  expect(shown(received([], 6_000))).toMatchObject({ amount: '100.00', paidAmount: '60.00', paidAt: receivedAt });
});
