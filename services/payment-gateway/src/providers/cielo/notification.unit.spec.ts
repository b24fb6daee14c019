import { saleIdIn } from './notification';

describe('a notification of the acquirer', () => {
  it('names a sale, and nothing else of it is read', () => {
    const PaymentId = '24bc8366-fc31-4d6c-8555-17049a836a07';

    expect(saleIdIn({ PaymentId, ChangeType: 1, Status: 2 })).toBe(PaymentId);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no name', { ChangeType: 1 }],
    ['a path', { PaymentId: '../1/sales' }],
    ['a name with more behind it', { PaymentId: '24bc8366-fc31-4d6c-8555-17049a836a07/void' }],
    ['a number', { PaymentId: 7 }],
  ])('with %s names none', (_, body) => {
    expect(saleIdIn(body)).toBeUndefined();
  });
});
