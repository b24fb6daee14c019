import { type CheckoutState } from './checkout-state';
import { pixStanding } from './pix-standing';

const expiresAt = '2026-11-21T12:00:00.000Z';
const base: CheckoutState = {
  checkoutId: 'chk_1',
  paymentMethod: 'PIX',
  status: 'PENDING',
  invoiceId: 1,
  amount: '1.00',
  currency: 'BRL',
  description: null,
  expiresAt,
  now: expiresAt,
  redirectUrl: null,
  paidAt: null,
  isPayerNeeded: false,
  pix: { emv: '000201', qrCodeBase64: '', expiresAt },
  card: null,
};

describe('where a code stands', () => {
  it.each([
    ['ready', base, -1],
    ['expired', base, 0],
    ['pending', { ...base, pix: null }, -1],
    ['expired', { ...base, pix: null }, 1],
  ])('%s', (standing, state, laterMs) => {
    expect(pixStanding(state, Date.parse(expiresAt) + laterMs)).toBe(standing);
  });
});
