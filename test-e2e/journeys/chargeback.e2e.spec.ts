import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Attempt, type Charge } from '../support/api';
import { payByCard, saleOf, testCards } from '../support/cards';
import { describeOnShared } from '../support/on-each-bus';

type Created = Charge & { readonly checkoutToken: string };
interface Refused {
  readonly refundable: string;
}

interface Paid {
  readonly paidAt: string;
}

interface Disputes {
  readonly data: readonly { readonly chargeId: string; readonly openedAt: string }[];
}

interface Balance {
  readonly held: string;
  readonly pending: string;
}

describeOnShared('postgres', 'a card payment that the payer’s bank disputes', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const payCharge = async (): Promise<Attempt> => {
    const { body } = await merchant.post<Created>('/charge', { grossAmount: '90.00', currency: 'BRL' });
    const paid = await payByCard(
      stack.file,
      { chargeId: body.id, checkoutToken: body.checkoutToken },
      testCards.approved,
    );
    expect(paid).toMatchObject({ status: 200, body: { status: 'PAID' } });
    await hasHappened(body.id, 'repasse.split.settled.v1');
    return paid.body;
  };

  const chargeBack = async (attempt: Attempt, status: string): Promise<void> => {
    const body = { paymentId: await saleOf(stack.file, attempt), status };
    const answer = await request('POST', `${stack.file.sandboxUrl}/sandbox/card/chargeback`, { body });
    expect(answer.status).toBe(200);
  };

  const hasHappened = (chargeId: string, type: string): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain(type));

  const balanceBecomes = (expected: Partial<Balance>): Promise<unknown> =>
    eventuallyHolds(async () => expect((await merchant.get<Balance>('/balance')).body).toMatchObject(expected));

  /** The refundable amount in the answer to a refund, in the list and in the preview. */
  const refundables = async (chargeId: string): Promise<readonly unknown[]> => {
    const [refused, listed, preview] = await Promise.all([
      merchant.post<Refused>(`/charge/${chargeId}/refunds`, { amount: '999.00' }),
      merchant.get<Refused>(`/charge/${chargeId}/refunds`),
      merchant.get<Refused>(`/settlements/${chargeId}/refund-preview?amount=999.00`),
    ]);
    return [refused.body, listed.body, preview.body].map(({ refundable }) => refundable);
  };

  it('is not refunded as well, neither while it is open nor after it is lost', async () => {
    const { chargeId, ...attempt } = await payCharge();
    expect(await merchant.post(`/charge/${chargeId}/refunds`, { amount: '10.00' })).toMatchObject({ status: 200 });
    await hasHappened(chargeId, 'repasse.charge.refunded.v1');
    await chargeBack({ chargeId, ...attempt }, 'Received');
    await hasHappened(chargeId, 'repasse.dispute.opened.v1');

    expect(await merchant.post(`/charge/${chargeId}/refunds`, {})).toMatchObject({
      status: 409,
      body: { code: 'refund.payment_disputed', refundable: '0.00', allowedActions: ['wait'] },
    });
    await eventuallyHolds(async () => expect(await refundables(chargeId)).toEqual(['0.00', '0.00', '0.00']));

    await chargeBack({ chargeId, ...attempt }, 'AcceptedByMerchant');
    await hasHappened(chargeId, 'repasse.dispute.lost.v1');
    expect(await merchant.post(`/charge/${chargeId}/refunds`, {})).toMatchObject({
      status: 409,
      body: { code: 'refund.nothing_left', allowedActions: [] },
    });
    expect(await merchant.post(`/charge/${chargeId}/cancel`, {})).toMatchObject({
      status: 409,
      body: { currentStatus: 'PAID', allowedActions: [] },
    });
    await eventuallyHolds(async () => expect(await refundables(chargeId)).toEqual(['0.00', '0.00', '0.00']));
    const { body } = await merchant.get<Disputes>('/disputes');
    const dispute = body.data.find((each) => each.chargeId === chargeId);
    expect(dispute).toMatchObject({ status: 'LOST' });
    const { paidAt } = (await merchant.get<Paid>(`/charge/${chargeId}`)).body;
    expect(Date.parse(`${dispute?.openedAt}`)).toBeGreaterThanOrEqual(Date.parse(paidAt));
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });

  it('is held while it is open, and free again when it is won', async () => {
    const attempt = await payCharge();
    const { body: before } = await merchant.get<Balance>('/balance');

    await chargeBack(attempt, 'Received');
    await hasHappened(attempt.chargeId, 'repasse.dispute.opened.v1');
    await balanceBecomes({ held: '90.00' });
    await eventuallyHolds(async () => {
      expect(await merchant.charge(attempt.chargeId)).toMatchObject({ status: 'PAID', statusReason: 'DISPUTED' });
    });

    await chargeBack(attempt, 'Reversed');
    await hasHappened(attempt.chargeId, 'repasse.dispute.won.v1');
    await balanceBecomes({ held: '0.00' });
    expect(before.held).toBe('0.00');
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });

  it('goes back to the payer when it is lost', async () => {
    const attempt = await payCharge();
    await chargeBack(attempt, 'Received');
    await balanceBecomes({ held: '90.00' });

    await chargeBack(attempt, 'AcceptedByMerchant');

    await hasHappened(attempt.chargeId, 'repasse.dispute.lost.v1');
    await balanceBecomes({ held: '0.00' });
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });
});
