import { openDatabase } from '@repasse/chassis/postgres/database';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request, type Attempt, type Charge } from '../support/api';
import { payByCard, testCards } from '../support/cards';
import { describeOnShared } from '../support/on-each-bus';
import { patient } from '../support/patience';

type Created = Charge & { readonly checkoutToken: string };
type Balance = { readonly held: string; readonly pending: string };

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

  /** The sale as the acquirer names it, which merchants are not told. */
  const saleOf = async ({ id }: Attempt): Promise<string> => {
    const db = openDatabase({ url: `${stack.file.postgresUrl}/repasse_payment_gateway`, name: 'journey', poolMax: 1 });
    try {
      const rows = await db.query<{ sale: string }>(
        'select provider_reference as sale from payments where attempt_id = $1',
        [id],
      );
      return rows[0]?.sale ?? '';
    } finally {
      await db.close();
    }
  };

  const chargeBack = async (attempt: Attempt, status: string): Promise<void> => {
    const body = { paymentId: await saleOf(attempt), status };
    const answer = await request('POST', `${stack.file.sandboxUrl}/sandbox/card/chargeback`, { body });
    expect(answer.status).toBe(200);
  };

  const hasHappened = (chargeId: string, type: string): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain(type), patient);

  const balanceBecomes = (expected: Partial<Balance>): Promise<unknown> =>
    eventuallyHolds(
      async () => expect((await merchant.get<Balance>('/balance')).body).toMatchObject(expected),
      patient,
    );

  it('is held while it is open, and free again when it is won', async () => {
    const attempt = await payCharge();
    const { body: before } = await merchant.get<Balance>('/balance');

    await chargeBack(attempt, 'Received');
    await hasHappened(attempt.chargeId, 'repasse.dispute.opened.v1');
    await balanceBecomes({ held: '90.00' });
    await eventuallyHolds(async () => {
      expect(await merchant.charge(attempt.chargeId)).toMatchObject({ status: 'PAID', statusReason: 'DISPUTED' });
    }, patient);

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
