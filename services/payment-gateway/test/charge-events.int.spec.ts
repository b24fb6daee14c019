import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestBus } from '@repasse/chassis/testing/test-bus';
import { type EventData } from '@repasse/contracts';
import { guardTimings, newRequest } from './support/gateway';
import { type Merchant, merchantId, type PaidPayment, startMerchant } from './support/merchant';

const paid = ['requested', 'offered', 'received'];
const now = '2026-11-21T12:03:10.358Z';

let merchant: Merchant;
let charge: TestBus;

beforeAll(async () => {
  merchant = await startMerchant({ guardTimings });
  charge = merchant.gateway.bus;
});
afterAll(() => merchant.stop());
afterEach(() => {
  for (const operation of ['patch_cob', 'put_devolucao', 'get_cob'] as const)
    merchant.bank.always(operation, undefined);
});

const cobOf = async ({ txid }: { txid: string }) => (await merchant.bank.cob(txid))?.status;
const statusOf = async ({ paymentId }: { paymentId: string }) =>
  (await merchant.gateway.getPayment(paymentId)).body['status'];

const chargePaid = ({
  chargeId,
  attemptId,
  paymentId,
  invoiceId,
}: PaidPayment): EventData['repasse.charge.paid.v1'] => ({
  chargeId,
  attemptId,
  paymentId,
  invoiceId,
  userId: merchantId,
  paymentMethod: 'PIX',
  grossAmountMinor: 10_000,
  fees: [],
  feeAmountMinor: 0,
  netAmountMinor: 10_000,
  sharedAmountMinor: 0,
  disputeReserveMinor: 0,
  currency: 'BRL',
  shares: [{ userId: merchantId, amountMinor: 10_000, isOwner: true, reducedByMinor: 0 }],
  statusReason: null,
  description: null,
  externalReference: null,
  paidAt: now,
});
const cancel = (chargeId: string) =>
  charge.tell('repasse.charge.canceled.v1', chargeId, { chargeId, userId: merchantId, canceledAt: now });
const expire = (chargeId: string) =>
  charge.tell('repasse.charge.expired.v1', chargeId, { chargeId, userId: merchantId, expiredAt: now });

const fail = (chargeId: string) =>
  charge.tell('repasse.charge.failed.v1', chargeId, {
    chargeId,
    userId: merchantId,
    reason: 'PROVIDER_ERROR',
    failedAt: now,
  });

const surplus = (
  of: PaidPayment,
  other: Partial<EventData['repasse.charge.surplus_received.v1']> = {},
): EventData['repasse.charge.surplus_received.v1'] => ({
  chargeId: of.chargeId,
  attemptId: of.attemptId,
  userId: merchantId,
  paymentId: of.paymentId,
  paymentMethod: 'PIX',
  invoiceId: of.invoiceId,
  providerReference: of.endToEndId,
  surplusAmountMinor: 500,
  currency: 'BRL',
  statusReason: 'OVERPAID',
  handling: 'REFUND',
  refundId: 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2',
  receivedAt: now,
  recordedAt: now,
  ...other,
});

describe('a charge that is paid', () => {
  it('has its other payments canceled at the bank, and the paying one left alone', async () => {
    const one = await merchant.paid();
    const { chargeId } = one;
    const other = await merchant.offered({ chargeId });
    const stranger = await merchant.offered();
    await charge.tell('repasse.charge.paid.v1', chargeId, chargePaid(one));

    const events = await merchant.gateway.expectPublished(other.paymentId, ['requested', 'offered', 'canceled']);
    expect(events.at(-1)?.data).toMatchObject({ reason: 'CHARGE_PAID', chargeId });
    expect(await Promise.all([other, one, stranger].map(cobOf))).toEqual([
      'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      'CONCLUIDA',
      'ATIVA',
    ]);
    expect(await statusOf(other)).toBe('CANCELED');
    expect(await statusOf(one)).toBe('RECEIVED');
  });

  it('cannot be given back by users without a share', async () => {
    const one = await merchant.paid();
    const share = { amountMinor: 2_500, isOwner: false, reducedByMinor: 0 };
    const named = (userId: number) => ({ amount: '10.00', splitRefund: [{ userId, amount: '10.00' }] });
    expect(await merchant.refund(one.invoiceId, named(2_002))).toMatchObject({
      status: 409,
      body: { code: 'refund.split_not_known', retryable: true, currentStatus: 'RECEIVED' },
    });
    const told = chargePaid(one);
    // A caller who has just read that it is paid asks while the event is on its way.
    const asked = merchant.refund(one.invoiceId, named(2_002));
    await charge.tell('repasse.charge.paid.v1', one.chargeId, {
      ...told,
      shares: [...told.shares, { ...share, userId: 2_002 }],
    });
    expect((await asked).status).toBe(200);

    expect(await merchant.refund(one.invoiceId, named(3_003))).toMatchObject({
      status: 400,
      body: { code: 'refund.split_user_unknown', errors: [{ field: 'splitRefund[0].userId' }] },
    });
    expect((await merchant.refund(one.invoiceId, named(merchantId))).status).toBe(200);
  });
});

describe('a charge that is paid is given back by its own id', () => {
  it('as by the number of its invoice, as soon as it is known to be paid', async () => {
    const one = await merchant.paid();
    const [asked, key] = [{ amount: '30.00', reason: 'Broken' }, 'refund-by-charge'];
    const early = merchant.refundCharge(one.chargeId, asked, { key });
    await charge.tell('repasse.charge.paid.v1', one.chargeId, chargePaid(one));

    const answer = await early;
    expect(answer).toMatchObject({
      status: 200,
      body: { chargeId: one.chargeId, invoiceId: one.invoiceId, amount: '30.00', status: 'SUCCEEDED' },
    });
    const again = await merchant.refundCharge(one.chargeId, asked, { key });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([answer.body, 'true']);
    expect(await merchant.refundCharge(one.chargeId, { amount: '70.01' })).toMatchObject({
      status: 409,
      body: { code: 'refund.exceeds_paid', refundable: '70.00', currentStatus: 'RECEIVED', allowedActions: ['refund'] },
    });

    const listed = await merchant.refundsOfCharge(one.chargeId);
    expect(listed.body).toEqual({ data: [answer.body], refundable: '70.00', disputed: '0.00' });
    expect((await merchant.refunds(one.invoiceId)).body).toEqual(listed.body);

    await merchant.refundCharge(one.chargeId);
    expect(await merchant.refundCharge(one.chargeId)).toMatchObject({
      status: 409,
      body: { code: 'refund.nothing_left', chargeId: one.chargeId, currentStatus: 'RECEIVED', allowedActions: [] },
    });
  });

  it('and not while it is unpaid, nor by another user', async () => {
    const waiting = await merchant.offered();
    expect(await merchant.refundCharge(waiting.chargeId)).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'refund.payment_not_paid', retryable: false, chargeId: waiting.chargeId },
        ...{ currentStatus: 'PENDING', allowedActions: ['create_attempt', 'cancel'] },
      },
    });
    expect((await merchant.refundsOfCharge(waiting.chargeId)).body).toEqual({
      data: [],
      refundable: '0.00',
      disputed: '0.00',
    });

    const stranger = await merchant.token({ userId: 9_009, scopes: ['refunds:write', 'payments:read'] });
    for (const answer of [
      await merchant.refundCharge(waiting.chargeId, {}, { token: stranger }),
      await merchant.refundsOfCharge(waiting.chargeId, stranger),
      await merchant.refundCharge('ch_01JAAAAAAAAAAAAAAAAAAAAAAA'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'charge.not_found' } });
    }
  });
});

describe('a charge that is not paid says what can be done instead', () => {
  it('while its money has come and it is not known to be paid', async () => {
    const answer = await merchant.refundCharge((await merchant.paid()).chargeId);

    expect(answer).toMatchObject({
      status: 409,
      body: { retryable: true, currentStatus: 'RECEIVED', allowedActions: ['wait'] },
    });
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('once it has ended', async () => {
    const { chargeId } = await merchant.offered();
    await cancel(chargeId);

    await eventually(async () => {
      const { body } = await merchant.refundCharge(chargeId);
      return body['currentStatus'] === 'CANCELED' && String(body['allowedActions']) === 'create_charge';
    });
  });
});

describe('a charge that ends unpaid', () => {
  it.each([
    ['canceled', 'canceled', { reason: 'CHARGE_CANCELED' }, cancel],
    // The payment then is what its charge is, also where this service's own clock would not say so yet.
    ['expired', 'expired', {}, expire],
    // The published words know no failure.
    ['failed', 'canceled', { reason: 'CHARGE_CANCELED' }, fail],
  ] as const)('because it was %s has its payments taken back', async (_, ending, data, end) => {
    const payment = await merchant.offered();
    const { chargeId, paymentId } = payment;
    await end(chargeId);

    const events = await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', ending]);
    expect(events.at(-1)?.data).toMatchObject(data);
    expect(await statusOf(payment)).toBe(ending.toUpperCase());
    expect(await cobOf(payment)).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });

  it('learns of money that a payer sent in the same moment', async () => {
    const payment = await merchant.offered();
    const { chargeId, paymentId, txid } = payment;
    await merchant.bank.pay(txid);
    await cancel(chargeId);

    await merchant.gateway.expectPublished(paymentId, paid);
    expect(await statusOf(payment)).toBe('RECEIVED');
  });

  it('learns of money that comes after the bank canceled the charge', async () => {
    const payment = await merchant.offered();
    const { chargeId, paymentId, txid } = payment;
    await cancel(chargeId);
    await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'canceled']);
    await merchant.bank.pay(txid);
    await merchant.gateway.callback({ pix: [{ txid }] });

    await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'canceled', 'received']);
  });

  it('learns nothing from a silent bank, which is asked again', async () => {
    const payment = await merchant.offered();
    const { chargeId, paymentId } = payment;
    merchant.bank.always('patch_cob', { kind: 'answer', status: 503, isDone: false });
    const before = merchant.bank.count('patch_cob');
    await cancel(chargeId);
    await eventually(() => merchant.bank.count('patch_cob') > before);
    expect(await statusOf(payment)).toBe('PENDING');

    merchant.bank.always('patch_cob', undefined);
    // The pause is the reconciler's own; here its end is brought forward.
    await eventually(async () => {
      await merchant.gateway.db.query(
        'update payments set due_at = now() where payment_id = $1 and due_at is not null',
        [paymentId],
      );
      return (await statusOf(payment)) === 'CANCELED';
    });
  });
});

describe('a payment that its charge gives up while the bank is making it', () => {
  it('is answered as canceled, and the bank’s charge is canceled', async () => {
    const { paymentId, txid, body } = newRequest({ userId: merchantId });
    const canceledMeanwhile = async () => {
      await cancel(String(body['chargeId']));
      await eventually(async () => (await statusOf({ paymentId })) === 'CANCELED');
    };
    merchant.bank.next('put_cob', { kind: 'meanwhile', run: canceledMeanwhile });

    expect(await merchant.gateway.requestPayment(body)).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    expect(await cobOf({ txid })).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    await merchant.gateway.expectPublished(paymentId, ['requested', 'canceled']);
  });
});

describe('a surplus', () => {
  it('is refunded without a request, once, however often its event comes', async () => {
    const payment = await merchant.paid();
    const refundId = 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z3';
    const event = await charge.tell(
      'repasse.charge.surplus_received.v1',
      payment.chargeId,
      surplus(payment, { refundId }),
    );
    await charge.publish([event]);

    const events = await merchant.gateway.expectPublished(payment.paymentId, [
      ...paid,
      'repasse.refund.requested',
      'repasse.refund.settled',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ refundId, purpose: 'SURPLUS', amountMinor: 500 });
    expect(await merchant.bank.refundsOf(payment.endToEndId)).toMatchObject([{ valor: '5.00' }]);
  });

  it('that is held goes back when the merchant says so', async () => {
    const payment = await merchant.paid();
    const { chargeId, attemptId, paymentId, endToEndId } = payment;
    const refundId = 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z4';
    await charge.tell(
      'repasse.charge.surplus_received.v1',
      chargeId,
      surplus(payment, { handling: 'HOLD', refundId: null }),
    );
    await charge.tell('repasse.charge.surplus_resolved.v1', chargeId, {
      chargeId,
      attemptId,
      userId: merchantId,
      paymentId,
      paymentMethod: 'PIX',
      providerReference: endToEndId,
      surplusAmountMinor: 10_000,
      currency: 'BRL',
      handling: 'REFUND',
      refundId,
      resolvedAt: now,
    });

    await merchant.gateway.expectPublished(paymentId, [...paid, 'repasse.refund.requested', 'repasse.refund.settled']);
    expect(await merchant.bank.refundsOf(endToEndId)).toMatchObject([{ valor: '100.00' }]);
  });

  it('that the merchant has refunded already is recorded as failed', async () => {
    const payment = await merchant.paid();
    const refundId = 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z5';
    await merchant.refund(payment.invoiceId);
    await charge.tell('repasse.charge.surplus_received.v1', payment.chargeId, surplus(payment, { refundId }));

    const events = await merchant.gateway.expectPublished(payment.paymentId, [
      ...paid,
      'repasse.refund.requested',
      'repasse.refund.settled',
      'repasse.refund.requested',
      'repasse.refund.failed',
    ]);
    expect(events.at(-1)?.data).toMatchObject({ refundId, purpose: 'SURPLUS' });
    expect(await merchant.bank.refundsOf(payment.endToEndId)).toHaveLength(1);
  });
});
