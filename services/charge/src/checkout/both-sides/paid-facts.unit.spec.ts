import { lookOf } from '@repasse/checkout-kit/markup/look';
import { type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { type CardAttempt, type CheckoutState, type InternationalAttempt } from './checkout-state';
import { paidFactsOf } from './paid-facts';

const attempt = { status: 'PAID', amount: '100.00', expiresAt: '2026-11-21T12:00:00.000Z' } as const;
const card: CardAttempt = {
  ...attempt,
  ...{ attemptId: 'att_1', brand: 'VISA', last4: '0040', installments: 3 },
  ...{ isDeclined: false, declineCode: null, isRetryable: null },
};
const international: InternationalAttempt = {
  ...attempt,
  ...{ attemptId: 'att_2', publicToken: null, mode: 'sandbox', rate: '5.2691' },
  ...{ checkoutCurrency: 'USD', checkoutAmount: '18.98' },
};
const paid: CheckoutState = {
  ...{ chargeId: 'ch_1', status: 'PAID', statusReason: null, currency: 'BRL', description: 'Pedido 4711' },
  ...{ grossAmount: '100.00', dueAmount: '100.00', paidAmount: '100.00', externalReference: 'order-4711' },
  ...{ expiresAt: '2026-11-22T12:00:00.000Z', now: '2026-11-21T12:00:00.000Z', redirectUrl: null },
  ...{ paidAt: '2026-11-21T12:00:00.000Z', paidBy: 'PIX', isPayerNeeded: false, methods: ['PIX'], installmentsMax: 12 },
  endToEndId: 'E00000000202611211203abcdefghijk',
  receiver: { name: 'REPASSE DEMO', document: '11222333000181' },
  ...{ pix: null, card: null, international: null },
};
const byCard = { paidBy: 'CREDIT_CARD', endToEndId: null, receiver: null, card } as const;

const rowsOf = (over: Partial<CheckoutState>, locale: Locale = 'pt'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paidFactsOf(lookOf(locale), { ...paid, ...over }).rows.flatMap(({ name, text }) =>
      text === null ? [] : [[name, text.replaceAll('\u00a0', ' ')]],
    ),
  );

describe('the receipt of a charge', () => {
  it('paid by PIX has all that stands on the receipt of the payer’s bank', () => {
    expect(rowsOf({})).toEqual({
      amount: 'R$ 100,00',
      method: 'PIX',
      date: '21/11/2026, 09:00, horário de Brasília',
      receiver: 'REPASSE DEMO, CNPJ 11.222.333/0001-81',
      order: 'order-4711',
      'end-to-end-id': 'E00000000202611211203abcdefghijk',
      reference: 'ch_1',
    });
  });

  it('paid by card tells brand, last digits and instalments', () => {
    expect(rowsOf(byCard)).toMatchObject({
      method: 'Cartão Visa final 0040, 3x sem juros: 1ª de R$ 33,34, as outras de R$ 33,33',
    });
    expect(rowsOf({ ...byCard, card: { ...card, installments: 1 } })).toMatchObject({
      method: 'Cartão Visa final 0040',
    });
    expect(rowsOf(byCard)).not.toHaveProperty('receiver');
  });

  it('paid in another currency tells what the payer’s statement shows', () => {
    expect(rowsOf({ paidBy: 'INTERNATIONAL', international, endToEndId: null, receiver: null }, 'en')).toMatchObject({
      amount: 'R$100.00',
      method: 'Other currency',
      'in-currency': '$18.98',
    });
    expect(rowsOf({ international })).not.toHaveProperty('in-currency');
  });

  it('has the same lines whatever they say, so that the script finds each', () => {
    const names = (state: CheckoutState) => paidFactsOf(lookOf('pt'), state).rows.map(({ name }) => name);
    expect(names({ ...paid, paidBy: null, paidAt: null, externalReference: null })).toEqual(names(paid));
  });
});
