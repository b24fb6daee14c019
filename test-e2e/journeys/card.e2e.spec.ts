import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import { describeOnMovingClock, describeOnShared } from '../support/on-each-bus';
import { placesWith } from '../support/places-with';
import { sandboxWorld } from '../support/sandbox-world';

type Created = Charge & { readonly checkoutToken: string };

describeOnShared('postgres', 'a charge paid by card at the checkout', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const openCharge = async (grossAmount = '120.00'): Promise<{ chargeId: string; checkoutToken: string }> => {
    const { body } = await merchant.post<Created>('/charge', { grossAmount, currency: 'BRL' });
    return { chargeId: body.id, checkoutToken: body.checkoutToken };
  };

  const becomes = (chargeId: string, expected: object): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.charge(chargeId)).toMatchObject(expected), {
      timeoutMs: 90_000,
    });

  it('is approved in three instalments', async () => {
    const open = await openCharge();

    const answer = await payByCard(stack.file, open, testCards.approved, { installments: 3 });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        chargeId: open.chargeId,
        status: 'PAID',
        paymentMethod: 'CREDIT_CARD',
        checkoutMeta: { method: 'CREDIT_CARD', brand: 'VISA', last4: '0040', installments: 3 },
      },
    });
    expect((await merchant.charge(open.chargeId)).status).toBe('PAID');
    await eventuallyHolds(async () => {
      expect(await merchant.timelineTypes(open.chargeId)).toContain('repasse.split.settled.v1');
    });
  });

  it('is declined with a reason, and paid by PIX afterwards', async () => {
    const open = await openCharge();

    const declined = await payByCard(stack.file, open, testCards.insufficientFunds);
    expect(declined).toMatchObject({
      status: 402,
      body: { code: 'charge.card_declined', declineCode: 'insufficient_funds', retryable: true },
    });
    expect(await merchant.charge(open.chargeId)).toMatchObject({ status: 'PENDING' });
    const { body: attempts } = await merchant.get<readonly Attempt[]>(`/charge/${open.chargeId}/attempts`);
    expect(attempts).toMatchObject([{ status: 'FAILED', statusReason: 'DECLINED', declineCode: 'insufficient_funds' }]);

    const pix = await merchant.post<Attempt>(`/charge/${open.chargeId}/attempts`, { paymentMethod: 'PIX' });
    expect(pix.status).toBe(200);
    await merchant.pay(pix.body.checkoutMeta.emv);
    await becomes(open.chargeId, { status: 'PAID' });
  });

  it('takes no answer for no answer: what the acquirer carried out is found', async () => {
    const world = sandboxWorld(stack.file);
    const open = await openCharge();
    await world.chaos('card', { timeoutRate: 1 });
    const silent = await payByCard(stack.file, open, testCards.approved);
    expect(silent).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
    expect(await merchant.charge(open.chargeId)).toMatchObject({ status: 'PROCESSING' });

    await world.chaos('card');

    await becomes(open.chargeId, { status: 'PAID' });
  });

  it('never takes a token for another charge, or none', async () => {
    const [one, other] = [await openCharge(), await openCharge()];

    const swapped = { chargeId: one.chargeId, checkoutToken: other.checkoutToken };
    const answers = await Promise.all([
      payByCard(stack.file, swapped, testCards.approved),
      payByCard(stack.file, { ...one, checkoutToken: 'forged' }, testCards.approved),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await merchant.charge(one.chargeId)).toMatchObject({ status: 'PENDING' });
  });

  it('left no card number and no security code of these payments anywhere', async () => {
    expect(await placesWith(stack, testCards.approved)).toEqual([]);
    expect(await placesWith(stack, testCards.insufficientFunds)).toEqual([]);
  });
});

describeOnMovingClock('a card payment the acquirer never got', (stack) => {
  it('fails by itself when the acquirer knows nothing of it, and the charge can be paid otherwise', async () => {
    const merchant = await MerchantApi.signIn(stack.file);
    const world = sandboxWorld(stack.file);
    const { body: charge } = await merchant.post<Created>('/charge', {
      grossAmount: '80.00',
      currency: 'BRL',
      expiresAt: new Date((await world.nowMs()) + 86_400_000).toISOString(),
    });
    await world.chaos('card', { lostRate: 1 });
    const lost = await payByCard(
      stack.file,
      { chargeId: charge.id, checkoutToken: charge.checkoutToken },
      testCards.approved,
    );
    expect(lost).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });

    // An hour of silence decides nothing.
    await world.chaos('card', { lostRate: 1, timeoutRate: 0 });
    const anHourLater = await world.moveClockBy(3_600_000);
    expect(await anHourLater.charge(charge.id)).toMatchObject({ status: 'PROCESSING' });

    await world.chaos('card');
    await eventuallyHolds(
      async () => {
        expect(await anHourLater.charge(charge.id)).toMatchObject({ status: 'PENDING' });
      },
      { timeoutMs: 90_000 },
    );

    const pix = await anHourLater.post<Attempt>(`/charge/${charge.id}/attempts`, { paymentMethod: 'PIX' });
    await anHourLater.pay(pix.body.checkoutMeta.emv);
    await eventuallyHolds(async () => {
      expect(await anHourLater.charge(charge.id)).toMatchObject({ status: 'PAID' });
    });
  });
});
