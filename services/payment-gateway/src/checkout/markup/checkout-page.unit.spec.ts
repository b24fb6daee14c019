import { lookOf } from '@repasse/checkout-kit/markup/look';
import { type CheckoutState } from '../both-sides/checkout-state';
import { checkoutPage } from './checkout-page';

const endsAt = '2026-11-21T16:00:00.000Z';
const open: CheckoutState = {
  checkoutId: 'chk_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  paymentMethod: 'PIX',
  invoiceId: 50_001,
  status: 'PENDING',
  amount: '100.00',
  currency: 'BRL',
  description: null,
  isPayerNeeded: true,
  pix: null,
  card: null,
  redirectUrl: null,
  paidAt: null,
  expiresAt: endsAt,
  now: '2026-11-21T15:59:59.999Z',
};

const viewAt = (state: CheckoutState): string | undefined => {
  const page = checkoutPage({
    state,
    look: lookOf('pt'),
    amountMinor: 10_000,
    installmentsMax: 1,
    canSaveCard: false,
    payer: { name: null, email: null },
    assets: { styles: [], entry: '/page.js', preloads: [] },
    languageLinks: { pt: '?lang=pt', en: '?lang=en' },
  });
  return /data-view="(\w+)"/.exec(page)?.[1];
};

describe('what a payer is shown first', () => {
  it('is how to pay, up to the end', () => {
    expect(viewAt(open)).toBe('pay');
  });

  it('is that it has ended, while money on its way is still waited for', () => {
    expect(viewAt({ ...open, now: endsAt })).toBe('ended');
  });
});
