import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService, merchantId } from './support/charge-service';

describe('POST /charge/split-preview', () => {
  const charge = new ChargeService('split_preview');
  const seller = { userId: 2002, email: 'seller@partner.example' };
  beforeAll(async () => {
    await charge.start();
    charge.peers.addUser(seller);
  });
  afterAll(() => charge.stop());

  const preview = (body: object): Promise<TestAnswer> =>
    charge.call('POST', '/charge/split-preview', { body: { grossAmount: '100.00', currency: 'BRL', ...body } });
  const split = [
    { recipientEmail: seller.email, kind: 'PERCENT', percent: 33.33 },
    { recipientEmail: 'nobody@partner.example', kind: 'FIXED', amount: '10.00' },
  ];
  const computed = [
    'grossAmount',
    'netAmount',
    'sharedAmount',
    'disputeReserve',
    'currency',
    'feesMeta',
    'splitConfig',
  ];
  const pick = (body: TestAnswer['body'], fields: readonly string[]) =>
    Object.fromEntries(fields.map((field) => [field, body[field]]));

  it('answers the amounts the charge then gets, and makes nothing', async () => {
    const answer = await preview({ split });
    expect(answer.status).toBe(200);
    expect(await charge.db.query('select from events')).toEqual([]);
    expect(charge.peers.payments).toEqual([]);

    const made = await charge.create({ split });
    const fields = [...computed, 'splitSettlement'];
    expect(pick(answer.body, fields)).toEqual(pick(made.body, fields));
  });

  it('says what would wait for unknown recipients, as the merchant’s rule has it', async () => {
    const rules = (body: object) => charge.call('PUT', '/payment-rules', { body });
    expect((await preview({ split })).body).toMatchObject({ heldAmount: '0.00' });

    await rules({ unknownRecipient: 'hold' });
    const held = await preview({ split });
    await rules({});
    expect(held.body).toMatchObject({
      ...{ heldAmount: '10.00', sharedAmount: '33.00' },
      splitSettlement: [{ userId: merchantId, isOwner: true, amountCents: 6_601 }, { userId: seller.userId }],
    });
  });

  it('takes an empty list for no split, as POST /charge does', async () => {
    const [without, empty] = [await preview({}), await preview({ split: [] })];
    expect(empty).toMatchObject({ status: 200, body: without.body });
    expect(empty.body).not.toHaveProperty('splitConfig');

    const made = await charge.create({ split: [] });
    expect(made.status).toBe(200);
    expect(made.body).not.toHaveProperty('splitConfig');
  });

  it.each([
    ['PIX', {}, '99.01', '0.99'],
    ['INTERNATIONAL', {}, '95.01', '4.99'],
    ['CREDIT_CARD', {}, '95.62', '4.38'],
    ['CREDIT_CARD', { installments: 3 }, '95.12', '4.88'],
    ['CREDIT_CARD', { installments: 12 }, '94.62', '5.38'],
  ])('has the fee of %s %j', async (paymentMethod, more, netAmount, amount) => {
    const { body } = await preview({ paymentMethod, ...more });
    expect(body).toMatchObject({ netAmount, feesMeta: { fees: [{ method: paymentMethod, amount }] } });
    expect(body['splitSettlement']).toEqual([
      { userId: merchantId, amountCents: Number(netAmount.replace('.', '')), isOwner: true },
    ]);
  });

  it.each([
    ['zero', { grossAmount: '0.00' }, 'charge.amount_not_positive', 'grossAmount'],
    [
      'too much in FIXED shares',
      { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '100.01' }] },
      'charge.split_exceeds_amount',
      'split',
    ],
    [
      'FIXED with a percent beside it',
      { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '1.00', percent: 5 }] },
      'request.invalid',
      'split[0].percent',
    ],
    [
      'PERCENT with an amount beside it',
      { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT', amount: '1.00', percent: 5 }] },
      'request.invalid',
      'split[0].amount',
    ],
    ['an unknown method', { paymentMethod: 'BOLETO' }, 'request.invalid', 'paymentMethod'],
    ['installments of PIX', { paymentMethod: 'PIX', installments: 2 }, 'request.invalid', 'installments'],
    ['a card', { card: { number: '4111111111111111' } }, 'request.card_data_refused', 'card'],
  ])('refuses %s as POST /charge does', async (_what, body, code, field) => {
    const answer = await preview(body);
    expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ field }] } });
    expect(answer.text).not.toContain('4111');
  });

  it('says nothing about shares while it cannot tell whether a recipient exists', async () => {
    charge.peers.isIdentityAway = true;
    const answer = await preview({ split: [{ recipientEmail: 'new@partner.example', kind: 'PERCENT', percent: 5 }] });
    charge.peers.isIdentityAway = false;
    expect(answer).toMatchObject({ status: 503, body: { code: 'server.unavailable', retryable: true } });
  });
});
