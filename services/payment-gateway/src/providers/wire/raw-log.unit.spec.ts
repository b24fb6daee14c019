import { type ExchangeRequest } from './exchange';
import { maskBody, toProviderCall } from './raw-log';

describe('the kept body', () => {
  it('has secrets and the payer masked at any depth, and the rest as it was', () => {
    const body = {
      valor: { original: '100.00' },
      devedor: { nome: 'Fulano', cpf: '12345678909' },
      pix: [{ endToEndId: 'E1', infoPagador: 'de Fulano', pagador: { cnpj: '1' } }],
      access_token: 'secret',
      CPF: '12345678909',
    };

    expect(JSON.parse(maskBody(JSON.stringify(body)))).toEqual({
      valor: { original: '100.00' },
      devedor: '***',
      pix: [{ endToEndId: 'E1', infoPagador: '***', pagador: '***' }],
      access_token: '***',
      CPF: '***',
    });
  });

  it('is only its size when it is not JSON', () => {
    expect(maskBody('grant_type=client_credentials&client_secret=s')).toBe('[45 characters, not JSON]');
    expect(maskBody('')).toBe('');
  });

  it('ends somewhere', () => {
    expect(maskBody(JSON.stringify({ text: 'x'.repeat(100_000) }))).toHaveLength(8_192);
  });
});

describe('a card', () => {
  const number = '4024007100000040';

  it('is masked by the names the acquirer has for its parts', () => {
    const CreditCard = {
      // The acquirer's own example, which no check of card numbers would notice.
      CardNumber: '4024007153763191',
      Holder: 'FULANA',
      ExpirationDate: '12/2030',
      SecurityCode: '987',
      CardToken: 't',
      Brand: 'Visa',
    };
    const body = { MerchantOrderId: '1', Customer: { Name: 'Fulana' }, Payment: { Amount: 100, CreditCard } };

    expect(JSON.parse(maskBody(JSON.stringify(body)))).toEqual({
      MerchantOrderId: '1',
      Customer: '***',
      Payment: {
        Amount: 100,
        CreditCard: {
          CardNumber: '***',
          Holder: '***',
          ExpirationDate: '***',
          SecurityCode: '***',
          CardToken: '***',
          Brand: 'Visa',
        },
      },
    });
  });

  it.each<[string, unknown]>([
    ['under an unexpected name', { note: number }],
    ['inside a sentence', { Message: `Card ${number} is not valid` }],
    ['in groups', { Message: '4024 0071 0000 0040' }],
    ['with dashes', ['4024-0071-0000-0040']],
    ['as a number', { value: Number(number) }],
    ['as a name', { [number]: true }],
    ['glued to words', { Message: `PAN=${number};` }],
    ['with 13 digits', { value: '4222222222222' }],
    ['with 19 digits', { value: '6304000000000000000' }],
    ['behind another number', { value: `12 ${number}` }],
    ['with its expiry', { value: `${number}1229` }],
    ['between colons', { value: '4024:0071:0000:0040' }],
    ['in Arabic digits', { value: number.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit))) }],
  ])('is masked %s', (_, body) => {
    const kept = maskBody(JSON.stringify(body));

    expect(() => JSON.parse(kept) as unknown).not.toThrow();
    expect(kept).toContain('***');
    expect(kept.replace(/[ -]/g, '')).not.toMatch(/(?:\p{Nd}:?){13,19}/u);
  });

  it.each<[string, unknown]>([
    ['a number that is no card’s', { value: '4024007100000041' }],
    ['an endToEndId', { endToEndId: 'E1234567820260909122120200808008' }],
    ['an amount', { Amount: 15_700 }],
    ['an order id', { MerchantOrderId: '6LKy23ukfzpWpiNLRwSQ' }],
  ])('is not suspected in %s', (_, body) => {
    expect(maskBody(JSON.stringify(body))).toBe(JSON.stringify(body));
  });

  it('is masked in an address too, whose query is kept beside', () => {
    const request: ExchangeRequest = {
      operation: 'get',
      reference: null,
      method: 'GET',
      url: new URL(`http://acquirer/1/cards/${number}?number=${number}&amount=100`),
      headers: {},
      timeoutMs: 1,
    };
    const { path } = toProviderCall('CIELO', request, { status: 200, text: '' }, 1, '2026-11-21T12:00:00.000Z');

    expect(path).toBe('/1/cards/***?number=***&amount=100');
  });

  it('has its code masked where an answer quotes it, and nowhere else', () => {
    const request: ExchangeRequest = {
      operation: 'post_sale',
      reference: null,
      method: 'POST',
      url: new URL('http://acquirer/1/sales/'),
      headers: {},
      body: JSON.stringify({ Payment: { Amount: 987, CreditCard: { SecurityCode: '987' } } }),
      timeoutMs: 1,
    };
    const text = JSON.stringify([{ Message: 'Code 987 of sale a9870', Code: 987 }, 'cvv=987']);
    const kept = toProviderCall('CIELO', request, { status: 400, text }, 1, '2026-11-21T12:00:00.000Z');

    expect(kept.requestBody).toBe('{"Payment":{"Amount":987,"CreditCard":{"SecurityCode":"***"}}}');
    expect(kept.responseBody).toBe('[{"Message":"Code *** of sale a9870","Code":987},"cvv=***"]');
  });
});
