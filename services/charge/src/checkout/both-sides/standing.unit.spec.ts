import { type CheckoutState, type InternationalAttempt, type PixAttempt } from './checkout-state';
import { internationalStanding, pixStanding } from './standing';

const expiresAt = '2026-11-21T12:00:00.000Z';
const pix: PixAttempt = {
  attemptId: 'att_1',
  status: 'PENDING',
  amount: '100.00',
  expiresAt,
  emv: '000201',
  qrCodeBase64: '',
  receiverName: 'Repasse',
};
const international: InternationalAttempt = {
  attemptId: 'att_2',
  status: 'PENDING',
  amount: '100.00',
  expiresAt,
  publicToken: 'token',
  mode: 'sandbox',
  checkoutCurrency: 'USD',
  checkoutAmount: '19.90',
  rate: '5.0251',
};
const state: CheckoutState = {
  chargeId: 'ch_1',
  status: 'PENDING',
  statusReason: null,
  grossAmount: '100.00',
  dueAmount: '100.00',
  paidAmount: null,
  currency: 'BRL',
  description: null,
  externalReference: null,
  receiver: null,
  expiresAt: '2026-11-22T12:00:00.000Z',
  now: '2026-11-21T11:00:00.000Z',
  redirectUrl: null,
  paidAt: null,
  paidBy: null,
  endToEndId: null,
  isPayerNeeded: false,
  methods: ['PIX', 'INTERNATIONAL'],
  installmentsMax: 12,
  pix,
  card: null,
  international,
};
const nowMs = Date.parse(expiresAt) - 1;

describe('where a way to pay stands', () => {
  it.each([
    ['none', { pix: null, international: null }, 0],
    ['pending', { pix: { ...pix, emv: null }, international: { ...international, publicToken: null } }, 0],
    ['ready', {}, 0],
    ['expired', {}, 1],
    ['none', { pix: { ...pix, status: 'FAILED' }, international: { ...international, status: 'FAILED' } }, 0],
    // A part has come since: what asks for the whole would take too much.
    ['none', { dueAmount: '40.00' }, 0],
  ] as const)('%s', (standing, over, laterMs) => {
    expect(pixStanding({ ...state, ...over }, nowMs + laterMs)).toBe(standing);
    expect(internationalStanding({ ...state, ...over }, nowMs + laterMs)).toBe(standing);
  });
});
