import { inspect } from 'node:util';
import { Card, SavedCard } from '../card';
import { type CardRequest } from '../provider';
import { saleRequest, unsendable } from './requests';

const request = (other: Partial<CardRequest> = {}): CardRequest => ({
  facts: {
    paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
    invoiceId: 1,
    userId: 1,
    chargeId: null,
    attemptId: null,
    paymentMethod: 'CREDIT_CARD',
    amountMinor: 1,
    currency: 'BRL',
    provider: 'CIELO',
    fx: null,
    installments: 1,
  },
  terms: {
    externalReference: null,
    description: null,
    payerMessage: null,
    additionalInfo: [],
    statementDescriptor: null,
    redirectUrl: null,
    card: null,
    expiresAt: '2026-11-21T13:00:00.000Z',
  },
  payer: null,
  isRepeat: false,
  card: new Card({
    number: '4024007100000040',
    holderName: 'João D’Ávila  Conceição-3º de Albuquerque',
    expirationMonth: 1,
    expirationYear: 2031,
    securityCode: '987',
  }),
  installments: 1,
  ...other,
});

const customer = (payer: CardRequest['payer']): object => saleRequest(request({ payer }), undefined).Customer;

describe('a sale at the acquirer', () => {
  it('has the name on the card in plain letters, cut to 25', () => {
    expect(saleRequest(request(), undefined).Payment.CreditCard).toMatchObject({
      Holder: 'Joao D Avila Conceicao de',
      ExpirationDate: '01/2031',
    });
  });

  it('names the buyer, or else the card holder', () => {
    expect(customer({ name: 'Álvaro 2', email: null, document: null })).toEqual({ Name: 'Alvaro' });
    expect(customer(null)).toEqual({ Name: 'Joao D Avila Conceicao de Albuquerque' });
    expect(customer({ name: 'Łukasz Strauß Sørensen', email: null, document: null })).toEqual({
      Name: 'Lukasz Strauss Sorensen',
    });
    expect(customer({ name: '42', email: null, document: null })).toEqual({
      Name: 'Joao D Avila Conceicao de Albuquerque',
    });
  });

  it.each([
    ['123.456.789-09', { Identity: '12345678909', IdentityType: 'CPF' }],
    ['12.abc.345/01de-35', { Identity: '12ABC34501DE35', IdentityType: 'CNPJ' }],
    ['123', {}],
  ])('has the buyer’s document as far as it is one: %s', (document, identity) => {
    expect(customer({ name: 'Ana', email: null, document })).toEqual({ Name: 'Ana', ...identity });
  });

  it('sends the statement text only where it was configured', () => {
    expect(saleRequest(request(), 'REPASSE').Payment).toMatchObject({ SoftDescriptor: 'REPASSE' });
    expect(saleRequest(request(), undefined).Payment).not.toHaveProperty('SoftDescriptor');
  });
});

describe('a saved card', () => {
  const saved = (other: object = {}) =>
    new SavedCard({
      brand: 'MASTERCARD',
      last4: '0040',
      expirationMonth: 12,
      expirationYear: 2030,
      providerToken: '6e1bf77a-b28b-4660-b14f-455e2a1c95e9',
      ...other,
    });

  it('is sent by its token, without the typed card data', () => {
    const { Customer, Payment } = saleRequest(request({ card: saved() }), undefined);

    expect(Payment.CreditCard).toEqual({ CardToken: '6e1bf77a-b28b-4660-b14f-455e2a1c95e9', Brand: 'Master' });
    expect(Customer).toEqual({});
  });

  it('is not shown to the acquirer once it has expired', () => {
    const expired = saved({ expirationYear: 2025 });

    expect(unsendable(request({ card: saved() }), new Date('2026-11-21T12:00:00.000Z'))).toBeUndefined();
    expect(unsendable(request({ card: expired }), new Date('2026-11-21T12:00:00.000Z'))).toMatchObject({
      declineCode: 'card_expired',
      isRetryable: false,
    });
  });

  it('does not show the acquirer’s token when copied or printed', () => {
    const card = saved();

    expect(
      [JSON.stringify(card), String(card), inspect(card), JSON.stringify(Object.assign({}, card))].join(),
    ).not.toContain(card.reveal().providerToken);
  });
});
