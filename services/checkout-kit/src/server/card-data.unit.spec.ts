import { holdsCardData } from './card-data';

describe('card data', () => {
  it.each([
    { card: {} },
    { payer: { creditCard: null } },
    { card_number: '' },
    { 'Card-Number': 1 },
    { customerMeta: { securityCode: '' } },
    { a: [{ b: { CVV: 1 } }] },
    { description: '4111111111111111' },
    { description: 'paid with 4111-1111-1111-1111, thanks' },
    { description: '5555 5555 5555 4444' },
    { amex: '3782 822463 10005' },
    { amount: 4111111111111111 },
    { '4111111111111111': true },
  ])('is found in %j', (body) => {
    expect(holdsCardData(body)).toBe(true);
  });

  it.each([
    { grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX' },
    { description: 'Order 4111111111111112' },
    { description: '12345678901234567890' },
    { description: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' },
    { description: 'CNPJ 11.222.333/0001-81, phone +55 11 99999-9999' },
    { externalReference: '4111111111111111', attemptIdempotencyKey: '4111111111111111' },
    { customerMeta: { name: 'Ana Card', email: 'card@customer.example' } },
    null,
    [],
  ])('is not seen in %j', (body) => {
    expect(holdsCardData(body)).toBe(false);
  });

  it('is presumed where nobody could look', () => {
    let nested: unknown = 'harmless';
    for (let level = 0; level < 20; level += 1) nested = { nested };
    expect(holdsCardData(nested)).toBe(true);
  });
});
