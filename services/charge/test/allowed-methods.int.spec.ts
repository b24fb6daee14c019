import { join } from 'node:path';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { pageAt } from '@repasse/checkout-kit/testing/payer';
import { ChargeService } from './support/charge-service';

const card = {
  number: '4024007100000040',
  holderName: 'ANA SOUZA',
  expirationMonth: 12,
  expirationYear: 2030,
  securityCode: '123',
};

describe('a charge that may be paid in some ways only', () => {
  const charge = new ChargeService('allowed_methods', { CHECKOUT_METHODS: 'PIX,CREDIT_CARD' });
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    await charge.start();
  });
  afterAll(() => charge.stop());

  const made = async (body: object): Promise<TestAnswer['body']> => (await charge.create(body)).body;
  const idOf = (body: TestAnswer['body']): string => String(body['chargeId'] ?? body['id']);
  const tokenOf = (body: TestAnswer['body']): string => String(body['checkoutToken']);
  const attempt = (body: TestAnswer['body'], wanted: object): Promise<TestAnswer> =>
    charge.call('POST', `/charge/${idOf(body)}/attempts`, { body: wanted });
  const choose = (body: TestAnswer['body'], wanted: object): Promise<TestAnswer> =>
    charge.call('POST', `/checkout/${idOf(body)}/attempts`, {
      headers: { 'x-checkout-token': tokenOf(body) },
      body: wanted,
    });
  const pay = (body: TestAnswer['body'], more: object = {}): Promise<TestAnswer> =>
    charge.pay(idOf(body), tokenOf(body), { card, ...more });
  const pageOf = async (body: TestAnswer['body']): Promise<string> =>
    (await callApi(charge.url, 'GET', pageAt('', String(body['checkoutUrl'])))).text;

  it('says so in its answers, and that everything is allowed where nothing was said', async () => {
    const limits = { allowedMethods: ['CREDIT_CARD'], installmentsMax: 3 };
    const limited = await made(limits);
    expect(limited).toMatchObject(limits);
    expect((await charge.call('GET', `/charge/${idOf(limited)}`)).body).toMatchObject(limits);
    expect(await made({})).toMatchObject({
      allowedMethods: ['PIX', 'INTERNATIONAL', 'CREDIT_CARD'],
      installmentsMax: 12,
    });
  });

  it('takes no attempt by another method, from the merchant or from the payer', async () => {
    const byCard = await made({ allowedMethods: ['CREDIT_CARD'] });
    const refused = {
      status: 409,
      body: { code: 'charge.method_not_offered', detail: 'This charge is paid by CREDIT_CARD.' },
    };
    expect(await attempt(byCard, { paymentMethod: 'PIX' })).toMatchObject(refused);
    expect(await choose(byCard, { paymentMethod: 'PIX' })).toMatchObject(refused);
    expect(await choose(byCard, { paymentMethod: 'INTERNATIONAL', currency: 'USD' })).toMatchObject(refused);

    const byPix = await made({ allowedMethods: ['PIX'] });
    expect(await pay(byPix)).toMatchObject({ status: 409, body: { code: 'charge.method_not_offered' } });
    expect(await attempt(byPix, { paymentMethod: 'PIX' })).toMatchObject({ status: 200 });
  });

  it('takes a card in as many parts as allowed, and no more', async () => {
    const body = await made({ allowedMethods: ['PIX', 'CREDIT_CARD'], installmentsMax: 3 });
    expect(await pay(body, { installments: 4 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'installments', message: 'must be at most 3.' }] },
    });
    expect(await pay(body, { installments: 3 })).toMatchObject({ status: 200, body: { installments: 3 } });
  });

  it('offers on its page what is allowed and offered there', async () => {
    const limited = await pageOf(await made({ allowedMethods: ['CREDIT_CARD', 'INTERNATIONAL'], installmentsMax: 2 }));
    expect(limited).toContain('panel-CREDIT_CARD');
    expect(limited).not.toContain('panel-PIX');
    expect(limited).not.toContain('panel-INTERNATIONAL');
    expect(limited).toContain('2x de');
    expect(limited).not.toContain('3x de');

    const nothing = await pageOf(await made({ allowedMethods: ['INTERNATIONAL'] }));
    expect(nothing).toContain('Esta cobrança não pode ser paga nesta página.');
  });

  it.each([
    ['no method at all', { allowedMethods: [] }, 'allowedMethods'],
    ['an unknown method', { allowedMethods: ['BOLETO'] }, 'allowedMethods[0]'],
    ['a method named twice', { allowedMethods: ['PIX', 'PIX'] }, 'allowedMethods'],
    ['a first attempt by another method', { allowedMethods: ['CREDIT_CARD'], paymentMethod: 'PIX' }, 'allowedMethods'],
    ['no instalment', { installmentsMax: 0 }, 'installmentsMax'],
    ['more instalments than acquirers take', { installmentsMax: 13 }, 'installmentsMax'],
  ])('is not made of %s', async (_what, body, field) => {
    expect(await charge.create(body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field }] },
    });
  });

  it('ignores instalments where no card may pay, and says so', async () => {
    const answer = await charge.create({ allowedMethods: ['PIX'], installmentsMax: 3 });
    expect(answer.headers.get('repasse-ignored-fields')).toBe('installmentsMax');
    expect((await charge.create({ allowedMethods: ['PIX'] })).headers.get('repasse-ignored-fields')).toBeNull();
    expect(answer.body).toMatchObject({ allowedMethods: ['PIX'], installmentsMax: 12 });
  });
});
