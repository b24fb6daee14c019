import { ProblemError, type Fault } from '../../problem';
import { refuseCardData, type Inspected } from './card-data';

const visa = '4111111111111111';
const nothing: Inspected = { params: {}, query: {}, idempotencyKey: undefined, body: undefined, takesCard: false };

const refusedFields = (over: Partial<Inspected>): readonly string[] => {
  try {
    refuseCardData({ ...nothing, ...over });
    return [];
  } catch (fault) {
    if (!(fault instanceof ProblemError)) throw fault;
    expect(fault.problem.code).toBe('request.card_data_refused');
    expect(JSON.stringify(fault.problem)).not.toContain('1111');
    return (fault.problem.errors ?? []).map(({ field }: Fault) => field);
  }
};

describe('card data', () => {
  it.each<[Partial<Inspected>, string]>([
    [{ body: { card: {} } }, 'card'],
    [{ body: { payer: { creditCard: null } } }, 'payer.creditCard'],
    [{ body: { card_number: '' } }, 'card_number'],
    [{ body: { 'Card-Number': 1 } }, 'Card-Number'],
    [{ body: { a: [{ b: { CVV: 1 } }] } }, 'a[0].b.CVV'],
    [{ body: { 'ｃ\u200bｖｖ': 1 } }, 'ｃ\u200bｖｖ'],
    [{ body: { description: `paid with ${visa}` } }, 'description'],
    [{ body: { externalReference: visa } }, 'externalReference'],
    [{ body: { amount: 4111111111111111 } }, 'amount'],
    [{ body: { options: { [visa]: true } } }, 'options'],
    [{ body: { [visa]: true } }, 'body'],
    [{ body: visa }, 'body'],
    [{ params: { id: visa } }, 'id'],
    [{ query: { query: visa } }, 'query'],
    [{ query: { cvv: '123' } }, 'cvv'],
    [{ idempotencyKey: visa }, 'Idempotency-Key'],
  ])('is refused by field: %j', (over, field) => {
    expect(refusedFields(over)).toEqual([field]);
  });

  it('is told of in all fields at once', () => {
    const body = { name: visa, memo: visa };
    expect(refusedFields({ body, idempotencyKey: visa })).toEqual(['Idempotency-Key', 'name', 'memo']);
  });

  it('is taken in its own place only', () => {
    const card = { number: visa, holderName: 'ANA', expirationMonth: 12, securityCode: '123' };

    expect(refusedFields({ takesCard: true, body: { card } })).toEqual([]);
    expect(refusedFields({ takesCard: true, body: { card: { ...card, note: visa } } })).toEqual(['card.note']);
    expect(refusedFields({ takesCard: true, body: { card: { ...card, [visa]: 1 } } })).toEqual(['card']);
    expect(refusedFields({ takesCard: true, body: { card, payer: { name: visa } } })).toEqual(['payer.name']);
    expect(refusedFields({ takesCard: true, body: { card, cvv: '123' } })).toEqual(['cvv']);
  });

  it.each([
    { grossAmount: '100.00', currency: 'BRL', paymentMethod: 'PIX' },
    { customerMeta: { name: 'Ana Card', email: 'card@customer.example' } },
    { card_token: 'tok_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2' },
    { id: 9007199254740991 },
    null,
    [],
  ])('is not seen in %j', (body) => {
    expect(refusedFields({ body })).toEqual([]);
  });
});
