import { documents, validatorOf } from './testing/descriptions';

describe('the body of POST /charge', () => {
  const document = new Map(documents).get('charge')!;
  const validate = validatorOf(document, { $ref: '#/components/schemas/CreateCharge' });
  const least = { grossAmount: '100.00', currency: 'BRL' };
  const fixed = { recipientEmail: 'ana@partner.example', kind: 'FIXED', amount: '1.00' };
  const percent = { recipientEmail: 'ana@partner.example', kind: 'PERCENT', percent: 12.5 };

  it.each<[string, object]>([
    ['the least there is', {}],
    ['a method that the handler has to name a code for', { paymentMethod: 'CREDIT_CARD' }],
    ['a method nobody knows', { paymentMethod: 'BARTER' }],
    ['the widest amount', { grossAmount: '9999999999.99' }],
    ['a field nobody knows', { colour: 'green' }],
    ['options for providers nobody knows', { gatewayOptions: { other: { a: 1 }, pix: { payerMessage: 'Obrigado' } } }],
    ['both kinds of split', { split: [fixed, percent] }],
    [
      'the ends of a percentage',
      {
        split: [
          { ...percent, percent: 0.01 },
          { ...percent, percent: 100 },
        ],
      },
    ],
    ['an empty reference, which is none', { externalReference: '' }],
    ['an expiry with an offset', { expiresAt: '2030-01-01T00:00:00-03:00' }],
  ])('may have %s', (_, change) => {
    expect([validate({ ...least, ...change }), validate.errors]).toEqual([true, null]);
  });

  it.each<[string, object]>([
    ['no amount', { grossAmount: undefined }],
    ['an amount that is a number', { grossAmount: 100 }],
    ['one decimal', { grossAmount: '100.0' }],
    ['three decimals', { grossAmount: '100.000' }],
    ['no decimals', { grossAmount: '100' }],
    ['a negative amount', { grossAmount: '-1.00' }],
    ['a comma', { grossAmount: '100,00' }],
    ['leading zeros', { grossAmount: '007.00' }],
    ['an amount beyond the widest', { grossAmount: '1000000000000.00' }],
    ['another currency', { currency: 'USD' }],
    ['a method that is no text', { paymentMethod: 1 }],
    ['a checkout currency in lower case', { checkoutCurrency: 'usd' }],
    ['an expiry without an offset', { expiresAt: '2030-01-01T00:00:00' }],
    ['a reference that is too long', { externalReference: 'x'.repeat(129) }],
    ['a webhook address that is none', { webhookUrl: 'merchant.example/hook' }],
    ['a webhook address of another scheme', { webhookUrl: 'ftp://merchant.example/hook' }],
    ['a customer from nowhere', { customerMeta: { source: 'GUESSED' } }],
    ['a split that is no list', { split: fixed }],
    ['too many shares', { split: Array(101).fill(fixed) }],
    ['a share of no kind', { split: [{ recipientEmail: 'ana@partner.example', amount: '1.00' }] }],
    ['a fixed share without an amount', { split: [{ ...fixed, amount: undefined }] }],
    ['a percentage without a percentage', { split: [{ ...percent, percent: undefined }] }],
    ['a percentage of nothing', { split: [{ ...percent, percent: 0 }] }],
    ['more than everything', { split: [{ ...percent, percent: 100.01 }] }],
    ['a recipient without an address', { split: [{ ...fixed, recipientEmail: 'ana' }] }],
  ])('may not have %s', (_, change) => {
    expect(validate(JSON.parse(JSON.stringify({ ...least, ...change })))).toBe(false);
  });
});
