import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { createCheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { ChargeService } from './support/charge-service';

const card = {
  number: '4024 0071 0000 0040',
  holderName: 'ANA SOUZA',
  expirationMonth: 12,
  expirationYear: 2030,
  securityCode: '123',
};

interface Made {
  readonly chargeId: string;
  readonly token: string;
}

describe('POST /charge/{chargeId}/checkout/payment', () => {
  const charge = new ChargeService('card_payment');
  const { gateway } = charge.peers;
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    gateway.cardMood = 'approve';
  });

  const make = async (body: object = {}): Promise<Made> => {
    const made = await charge.create(body);
    return { chargeId: String(made.body['id']), token: String(made.body['checkoutToken']) };
  };
  const pay = ({ chargeId, token }: Made, body: object = {}): Promise<TestAnswer> =>
    charge.pay(chargeId, token, { card, ...body });
  const read = async (path: string): Promise<TestAnswer['body']> => (await charge.call('GET', path)).body;

  it('charges the card and answers the paid attempt, with nothing of the card but brand and last digits', async () => {
    const made = await make({
      customerMeta: { name: 'Merchant’s Ana', email: 'ana@customer.example' },
      split: [{ recipientEmail: 'partner@partner.example', kind: 'PERCENT', percent: 10 }],
    });
    const answer = await pay(made, { installments: 3, payer: { name: 'Ana Souza', document: '529.982.247-25' } });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        chargeId: made.chargeId,
        status: 'PAID',
        statusReason: null,
        gatewayStatus: 'RECEIVED',
        paymentMethod: 'CREDIT_CARD',
        grossAmount: '100.00',
        installments: 3,
        checkoutMeta: { method: 'CREDIT_CARD', brand: 'VISA', last4: '0040', installments: 3 },
      },
    });
    expect(answer.text).not.toContain('partner@partner.example');
    expect(answer.body).not.toHaveProperty('splitSettlement');
    expect(gateway.cardPayments.at(-1)).toMatchObject({
      chargeId: made.chargeId,
      amountMinor: 10_000,
      installments: 3,
      card: { ...card, number: '4024007100000040' },
      payer: { name: 'Ana Souza', email: 'ana@customer.example', document: '52998224725' },
    });
    expect(await read(`/charge/${made.chargeId}`)).toMatchObject({
      status: 'PAID',
      feesMeta: { fees: [{ code: 'CREDIT_CARD_FEE', percent: 4.49 }] },
    });
  });

  it('takes month and year as forms send them', async () => {
    const answer = await pay(await make(), { card: { ...card, expirationMonth: '07', expirationYear: '2031' } });
    expect(answer.status).toBe(200);
    expect(gateway.cardPayments.at(-1)?.card).toMatchObject({ expirationMonth: 7, expirationYear: 2_031 });
  });

  it.each([
    ['decline', 'insufficient_funds', true, ['retry_same_card', 'use_another_card', 'pay_by_pix']],
    ['decline_for_good', 'card_canceled', false, ['use_another_card', 'pay_by_pix']],
  ] as const)('says why a card was declined and how to go on: %s', async (mood, declineCode, retryable, actions) => {
    gateway.cardMood = mood;
    const made = await make();
    const answer = await pay(made);

    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'charge.card_declined',
        declineCode,
        retryable,
        allowedActions: actions,
        chargeId: made.chargeId,
        currentStatus: 'PENDING',
      },
    });
    expect(await read(`/charge/attempts/${String(answer.body['attemptId'])}`)).toMatchObject({
      status: 'FAILED',
      statusReason: 'DECLINED',
      declineCode,
      retryable,
    });
    gateway.cardMood = 'approve';
    expect(await pay(made)).toMatchObject({ status: 200, body: { status: 'PAID' } });
  });

  it('closes the charge with the tenth decline', async () => {
    gateway.cardMood = 'decline';
    const made = await make();
    for (let tried = 1; tried < 10; tried += 1) await pay(made);
    const last = await pay(made);

    expect(last).toMatchObject({
      status: 402,
      body: { retryable: false, allowedActions: [], currentStatus: 'FAILED' },
    });
    expect(await pay(made)).toMatchObject({ status: 409, body: { code: 'charge.attempts_exhausted' } });
  });

  it('is PROCESSING while the outcome is unknown, refuses other attempts, and ends with the true outcome', async () => {
    gateway.cardMood = 'doubt';
    const made = await make();
    const answer = await pay(made);

    expect(answer).toMatchObject({ status: 200, body: { status: 'PROCESSING', gatewayStatus: 'CONFIRMING' } });
    expect(await read(`/charge/${made.chargeId}`)).toMatchObject({ status: 'PROCESSING' });
    for (const refused of [
      await pay(made),
      await charge.call('POST', `/charge/${made.chargeId}/attempts`, { body: { paymentMethod: 'PIX' } }),
    ]) {
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'charge.payment_in_progress', currentStatus: 'PROCESSING', retryable: true },
      });
    }
    expect(await charge.call('POST', `/charge/${made.chargeId}/cancel`)).toMatchObject({
      status: 409,
      body: { code: 'charge.not_cancelable' },
    });

    await charge.receive(answer.body, { paymentMethod: 'CREDIT_CARD', provider: 'CIELO' });
    await eventually(async () => (await read(`/charge/${made.chargeId}`))['status'] === 'PAID');
  });

  it('reports faults that were not the card’s', async () => {
    gateway.cardMood = 'refuse';
    const made = await make();

    expect(await pay(made)).toMatchObject({
      status: 502,
      body: { code: 'provider.rejected', retryable: false, chargeId: made.chargeId, currentStatus: 'PENDING' },
    });
  });

  it('that trouble at the acquirer kept from being charged uses up no try', async () => {
    gateway.cardMood = 'not_taken';
    const made = await make();
    for (let tries = 0; tries < 12; tries += 1) {
      expect(await pay(made)).toMatchObject({
        status: 503,
        body: { code: 'provider.unavailable', retryable: true, currentStatus: 'PENDING' },
      });
    }
    gateway.cardMood = 'approve';
    expect(await pay(made)).toMatchObject({ status: 200, body: { status: 'PAID' } });
  });

  it.each(['   ', '李小龙', 'Анна Иванова', 'Ana 4'])(
    'with %j for a name is refused on the field',
    async (holderName) => {
      const made = await make();
      const sent = gateway.cardPayments.length;
      expect(await pay(made, { card: { ...card, holderName } })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'card.holderName', message: expect.stringContaining('Latin letters') as unknown }] },
      });
      expect(gateway.cardPayments).toHaveLength(sent);
      expect(await pay(made)).toMatchObject({ status: 200 });
    },
  );

  it('is in doubt when the gateway fails, since the card may have been sent all the same', async () => {
    gateway.cardMood = 'away';
    expect(await pay(await make())).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
  });

  it('charges one card, however many are sent at once', async () => {
    const made = await make();
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(made)));

    expect(gateway.cardPayments.filter(({ chargeId }) => chargeId === made.chargeId)).toHaveLength(1);
    const [paid, ...others] = answers.sort((one, other) => one.status - other.status);
    expect(paid).toMatchObject({ status: 200, body: { status: 'PAID' } });
    for (const { status, body } of others) {
      expect([status, String(body['code'])]).toEqual([409, expect.stringMatching(/payment_in_progress|not_payable/)]);
    }
  });

  it('uses an attemptIdempotencyKey once, so that a payer cannot pay twice by clicking twice', async () => {
    gateway.cardMood = 'decline';
    const made = await make();
    const first = await pay(made, { attemptIdempotencyKey: 'click-1' });
    const second = await pay(made, { attemptIdempotencyKey: 'click-1' });

    expect(second).toMatchObject({
      status: 409,
      body: { code: 'charge.attempt_key_reused', attemptId: first.body['attemptId'], currentStatus: 'PENDING' },
    });
  });

  it('neither names the charge a key was used at before, nor claims it was this one', async () => {
    const [first, other] = [await make(), await make()];
    await pay(first, { attemptIdempotencyKey: 'click-elsewhere' });
    const refused = await pay(other, { attemptIdempotencyKey: 'click-elsewhere' });

    expect(refused).toMatchObject({ status: 409, body: { code: 'charge.attempt_key_reused', retryable: false } });
    for (const { chargeId } of [first, other]) expect(refused.text).not.toContain(chargeId);
    expect(await pay(other, { attemptIdempotencyKey: 'click-here' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['a number with a wrong digit', { card: { ...card, number: '4024007100000041' } }, 'card.number'],
    ['a number of no scheme', { card: { ...card, number: '9999999999999995' } }, 'card.number'],
    ['a number that is too short', { card: { ...card, number: '402400710000' } }, 'card.number'],
    ['an expiry in the past', { card: { ...card, expirationMonth: 10, expirationYear: 2026 } }, 'card.expirationMonth'],
    ['an expiry decades ahead', { card: { ...card, expirationYear: 2090 } }, 'card.expirationYear'],
    ['a security code of another brand', { card: { ...card, securityCode: '1234' } }, 'card.securityCode'],
    [
      'three digits on an American Express',
      { card: { ...card, number: '378282246310005', securityCode: '123' } },
      'card.securityCode',
    ],
  ])('refuses %s before anything is sent', async (_what, body, field) => {
    const made = await make();
    const sent = gateway.cardPayments.length;
    const answer = await pay(made, body);

    expect(answer).toMatchObject({ status: 400, body: { code: 'charge.card_invalid', errors: [{ field }] } });
    expect(gateway.cardPayments).toHaveLength(sent);
    expect(JSON.parse((await charge.call('GET', `/charge/${made.chargeId}/attempts`)).text)).toEqual([]);
  });

  it('takes a card in its last month', async () => {
    const answer = await pay(await make(), { card: { ...card, expirationMonth: 11, expirationYear: 2026 } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['thirteen installments', { installments: 13 }, 'request.invalid', 'installments'],
    ['no installment', { installments: 0 }, 'request.invalid', 'installments'],
    ['no card', { card: undefined }, 'request.invalid', 'card'],
    ['a card without its name', { card: { ...card, holderName: '' } }, 'request.invalid', 'card.holderName'],
    ['a second card number', { payer: { name: '4111 1111 1111 1111' } }, 'request.card_data_refused', 'payer.name'],
  ])('refuses %s', async (_what, body, code, field) => {
    const answer = await pay(await make(), body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect((answer.body['errors'] as { field: string }[]).map((fault) => fault.field)).toContain(field);
  });

  it('takes installments of five reais at least', async () => {
    const made = await make({ grossAmount: '14.99' });
    expect(await pay(made, { installments: 3 })).toMatchObject({
      status: 400,
      body: { code: 'charge.installment_too_small', errors: [{ field: 'installments' }] },
    });
    expect((await pay(made, { installments: 2 })).status).toBe(200);
    // A small charge in one part is no matter of installments.
    expect((await pay(await make({ grossAmount: '1.00' }))).status).toBe(200);
  });

  it('does not send payers to their bank, and says so', async () => {
    const sent = gateway.cardPayments.length;
    expect(await pay(await make(), { threeDSecure: true })).toMatchObject({
      status: 501,
      body: { code: 'charge.authentication_not_available', retryable: false },
    });
    expect(gateway.cardPayments).toHaveLength(sent);
  });

  it('opens with the token of this charge alone, while it lives', async () => {
    const made = await make({ expiresAt: '2026-11-21T12:30:00Z' });
    const other = await make();
    const forged = createCheckoutTokens({ secrets: () => ['x'.repeat(32)], clock: charge.clock });
    const tokens = [
      '',
      'nonsense',
      other.token,
      await charge.token(),
      forged.issue(made.chargeId, '2026-11-22T00:00:00Z'),
    ];
    for (const token of tokens) {
      expect(await pay({ ...made, token })).toMatchObject({
        status: 401,
        body: { code: 'auth.checkout_token_invalid' },
      });
    }
    const bearer = await charge.call('POST', `/charge/${made.chargeId}/checkout/payment`, { body: { card } });
    expect(bearer).toMatchObject({ status: 401, body: { code: 'auth.checkout_token_invalid' } });

    charge.clock.advance(31 * 60_000);
    const late = await pay(made);
    charge.clock.advance(-31 * 60_000);
    expect(late).toMatchObject({ status: 401, body: { code: 'auth.checkout_token_invalid' } });
    expect(late.body['detail']).toContain('expired');
  });

  it('is found and finished by the janitor when this process dies while the card is charged', async () => {
    gateway.cardMood = 'hang';
    const made = await make();
    const cutOff = pay(made);
    const sent = await eventually(() => gateway.cardPayments.find(({ chargeId }) => chargeId === made.chargeId));
    gateway.cardMood = 'approve';
    charge.clock.advance(20_000);

    await eventually(async () => (await read(`/charge/attempts/${String(sent.attemptId)}`))['status'] === 'PAID');
    charge.peers.hangUp();
    expect(await cutOff).toMatchObject({ status: 200, body: { status: 'PAID' } });
    charge.clock.advance(-20_000);
  });
});
