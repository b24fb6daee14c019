import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { describeOnMovingClock, describeOnShared } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

type Handling = 'accept' | 'refund' | 'hold';
interface HeldPayments {
  readonly data: readonly { readonly paymentId: string; readonly amount: string }[];
}

const rules = { late: 'accept', overpaid: 'refund', duplicate: 'refund', underpaid: 'hold' } as const;
const minuteMs = 60_000;

const becomes = (merchant: MerchantApi, chargeId: string, expected: object): Promise<unknown> =>
  eventuallyHolds(async () => expect(await merchant.charge(chargeId)).toMatchObject(expected));

/** The money is back at the payer: the bank confirmed it, and the charge's story says so. */
const isGivenBack = (merchant: MerchantApi, chargeId: string): Promise<unknown> =>
  eventuallyHolds(async () => {
    expect(await merchant.timelineTypes(chargeId)).toEqual(
      expect.arrayContaining(['repasse.charge.surplus_received.v1', 'repasse.charge.surplus_refunded.v1']),
    );
  });

const ledgerIsBalanced = (merchant: MerchantApi): Promise<unknown> =>
  eventuallyHolds(async () => expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true }));

describeOnMovingClock('a charge that was paid after its end', (stack) => {
  let merchant: MerchantApi;
  let attempts: Attempt[];

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    const world = sandboxWorld(stack.file);
    const expiresAt = new Date((await world.nowMs()) + 10 * minuteMs).toISOString();
    const answers = await Promise.all([1, 2, 3].map(() => merchant.createPixCharge({ expiresAt })));
    attempts = answers.map(({ body }) => body);
    merchant = await world.moveClockBy(20 * minuteMs);
  });

  const payLate = async (at: number, late: Handling): Promise<Attempt> => {
    expect((await merchant.put('/payment-rules', { ...rules, late })).status).toBe(200);
    const attempt = attempts[at];
    if (attempt === undefined) throw new Error(`There is no attempt ${String(at)}.`);
    expect((await merchant.payAllTheSame(attempt.checkoutMeta.emv)).status).toBe(200);
    return attempt;
  };

  it('expires by itself, with its attempt', async () => {
    for (const { id, chargeId } of attempts) {
      await becomes(merchant, chargeId, { status: 'EXPIRED' });
      await eventuallyHolds(async () => expect((await merchant.attempt(id)).status).toBe('EXPIRED'));
    }
  });

  it('is PAID all the same where the merchant accepts late money', async () => {
    const { chargeId } = await payLate(0, 'accept');

    await becomes(merchant, chargeId, { status: 'PAID', statusReason: 'LATE' });
  });

  it('stays EXPIRED and gives the money back where the merchant wants that', async () => {
    const { chargeId } = await payLate(1, 'refund');

    await isGivenBack(merchant, chargeId);
    expect(await merchant.charge(chargeId)).toMatchObject({ status: 'EXPIRED', statusReason: 'LATE' });
  });

  it('holds the money until the merchant decides', async () => {
    const { chargeId } = await payLate(2, 'hold');
    await becomes(merchant, chargeId, { status: 'EXPIRED', statusReason: 'LATE' });
    const { body: held } = await merchant.get<HeldPayments>(`/charge/${chargeId}/held-payments`);
    expect(held.data).toMatchObject([{ amount: '100.00' }]);

    await merchant.post(`/charge/${chargeId}/held-payments/${held.data[0]?.paymentId ?? ''}`, { action: 'ACCEPT' });

    await becomes(merchant, chargeId, { status: 'PAID', statusReason: 'LATE' });
    await ledgerIsBalanced(merchant);
  });
});

describeOnShared('postgres', 'more, less or the same money twice', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    await merchant.put('/payment-rules', rules);
  });

  it('keeps what was asked for and gives a surplus back', async () => {
    const { body: attempt } = await merchant.createPixCharge();

    await merchant.pay(attempt.checkoutMeta.emv, '130.00');

    await becomes(merchant, attempt.chargeId, { status: 'PAID', statusReason: 'OVERPAID', grossAmount: '100.00' });
    await isGivenBack(merchant, attempt.chargeId);
  });

  it('gives back what is paid a second time', async () => {
    const { body: attempt } = await merchant.createPixCharge();
    await merchant.pay(attempt.checkoutMeta.emv);
    await becomes(merchant, attempt.chargeId, { status: 'PAID' });

    await merchant.payAllTheSame(attempt.checkoutMeta.emv);

    await becomes(merchant, attempt.chargeId, { status: 'PAID', statusReason: 'DUPLICATE' });
    await isGivenBack(merchant, attempt.chargeId);
  });

  it('holds too little, and is PAID when the rest comes', async () => {
    const { body: first } = await merchant.createPixCharge();
    await merchant.pay(first.checkoutMeta.emv, '60.00');
    await becomes(merchant, first.chargeId, { status: 'PENDING', statusReason: 'UNDERPAID' });

    const rest = await merchant.post<Attempt>(`/charge/${first.chargeId}/attempts`, { paymentMethod: 'PIX' });
    expect(rest).toMatchObject({ status: 200, body: { grossAmount: '40.00' } });
    await merchant.pay(rest.body.checkoutMeta.emv);

    await becomes(merchant, first.chargeId, { status: 'PAID', grossAmount: '100.00' });
  });

  it('gives back what a payer paid while the merchant canceled', async () => {
    const { body: attempt } = await merchant.createPixCharge();
    const canceled = await merchant.post(`/charge/${attempt.chargeId}/cancel`);
    expect(canceled).toMatchObject({ status: 200, body: { status: 'CANCELED' } });

    await merchant.payAllTheSame(attempt.checkoutMeta.emv);

    await isGivenBack(merchant, attempt.chargeId);
    expect((await merchant.charge(attempt.chargeId)).status).toBe('CANCELED');
  });

  it('cancels the other attempt at its bank when one is paid', async () => {
    const { body: first } = await merchant.createPixCharge();
    const second = await merchant.post<Attempt>(`/charge/${first.chargeId}/attempts`, { paymentMethod: 'PIX' });

    await merchant.pay(second.body.checkoutMeta.emv);

    await becomes(merchant, first.chargeId, { status: 'PAID', statusReason: null });
    await eventuallyHolds(async () => {
      expect(await merchant.attempt(first.id)).toMatchObject({ status: 'CANCELED', gatewayStatus: 'CANCELED' });
    });
    // The payer's bank will not pay it any more: the recipient's bank says it was removed.
    expect(await merchant.pay(first.checkoutMeta.emv)).toMatchObject({
      status: 409,
      body: { code: 'sandbox.pix_removed' },
    });
  });

  it('booked every centavo of it', async () => {
    await ledgerIsBalanced(merchant);
  });
});
