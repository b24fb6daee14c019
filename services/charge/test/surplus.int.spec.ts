import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type EventData, type EventType } from '@repasse/contracts';
import { ChargeService } from './support/charge-service';
import { PaymentTeller, paymentIdOf } from './support/payment-teller';

type Body = TestAnswer['body'];

describe('money that is not exactly what was asked for', () => {
  const charge = new ChargeService('surplus');
  const payments = new PaymentTeller(charge);
  const defaults = { late: 'accept', overpaid: 'refund', underpaid: 'hold', duplicate: 'refund' };
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => rules({}));

  const rules = (over: object): Promise<TestAnswer> =>
    charge.call('PUT', '/payment-rules', { body: { ...defaults, ...over } });
  const pix = async (body: object = {}): Promise<Body> => (await charge.create({ paymentMethod: 'PIX', ...body })).body;
  const further = async (attempt: Body): Promise<Body> =>
    (await charge.call('POST', `/charge/${String(attempt['chargeId'])}/attempts`, { body: { paymentMethod: 'PIX' } }))
      .body;
  const chargeOf = async (attempt: Body): Promise<Body> =>
    (await charge.call('GET', `/charge/${String(attempt['chargeId'])}`)).body;
  const attemptOf = async (attempt: Body): Promise<Body> =>
    (await charge.call('GET', `/charge/attempts/${String(attempt['id'])}`)).body;
  const listed = async (attempt: Body): Promise<Body | undefined> => {
    const { body } = await charge.call('GET', '/charge/list');
    return (body['data'] as Body[]).find(({ id }) => id === attempt['chargeId']);
  };
  const standing = (attempt: Body, expected: object): Promise<boolean> =>
    eventually(async () => {
      expect(await chargeOf(attempt)).toMatchObject(expected);
      return true;
    });
  const announced = <T extends EventType>(attempt: Body, type: T): Promise<EventData[T]> =>
    eventually(async () => {
      const messages = await charge.bus.replay('charge.events.v1', String(attempt['chargeId']));
      const found = messages.filter(({ headers }) => headers['ce_type'] === type);
      return found.at(-1)?.value as EventData[T] | undefined;
    });
  const lateBy = { receivedAt: '2026-11-23T00:00:00.000Z', recordedAt: '2026-11-23T00:00:01.000Z' };

  it('goes back by itself when it is too much, and the charge keeps its own', async () => {
    const attempt = await pix();
    await payments.receive(attempt, { amountMinor: 10_500 });
    const surplus = await announced(attempt, 'repasse.charge.surplus_received.v1');
    expect(surplus).toMatchObject({ surplusAmountMinor: 500, statusReason: 'OVERPAID', handling: 'REFUND' });

    const refund = { refundId: String(surplus.refundId), amountMinor: 500, purpose: 'SURPLUS' as const };
    await payments.tell('repasse.refund.settled.v1', attempt, refund);
    expect(await announced(attempt, 'repasse.charge.surplus_refunded.v1')).toMatchObject({ amountMinor: 500 });
    expect(await chargeOf(attempt)).toMatchObject({ status: 'PAID', refundedAmount: '0.00' });
  });

  it('is held again and counted when it could not go back', async () => {
    const attempt = await pix();
    await payments.receive(attempt);
    await payments.receive(attempt, { providerReference: 'E-again' });
    const { refundId } = await announced(attempt, 'repasse.charge.surplus_received.v1');
    await payments.tell('repasse.refund.failed.v1', attempt, { refundId: String(refundId), purpose: 'SURPLUS' });

    await eventually(async () => {
      const [row] = await charge.db.query<{ standing: string }>('select standing from surpluses where charge_id = $1', [
        attempt['chargeId'],
      ]);
      return row?.standing === 'held';
    });
    const failed = await charge.metric('repasse_charge_surplus_refund_failed_total');
    expect(failed).toMatch(/\{[^}]*\} 1/);
  });

  it.each([
    ['accept', { status: 'PAID', statusReason: 'LATE' }],
    ['refund', { status: 'EXPIRED', statusReason: 'LATE' }],
    ['hold', { status: 'EXPIRED', statusReason: 'LATE' }],
  ])('comes late: %s', async (late, expected) => {
    await rules({ late });
    const attempt = await pix();
    await payments.receive(attempt, lateBy);
    await standing(attempt, expected);
    expect(await attemptOf(attempt)).toMatchObject({ status: 'PAID', statusReason: 'LATE' });
  });

  it('pays when what was late is accepted after all', async () => {
    await rules({ late: 'hold' });
    const attempt = await pix();
    await payments.receive(attempt, lateBy);
    await standing(attempt, { status: 'EXPIRED' });
    const path = `/charge/${String(attempt['chargeId'])}/held-payments/${paymentIdOf(attempt)}`;
    await charge.call('POST', path, { body: { action: 'ACCEPT' } });
    await standing(attempt, { status: 'PAID', statusReason: 'LATE' });
    expect(await announced(attempt, 'repasse.charge.surplus_resolved.v1')).toMatchObject({ handling: 'APPLY' });
    expect(await announced(attempt, 'repasse.charge.paid.v1')).toMatchObject({ statusReason: 'LATE' });
  });

  it('adds up: what was too little is completed by a second attempt for the rest', async () => {
    const attempt = await pix();
    await payments.receive(attempt, { amountMinor: 6_000 });
    await standing(attempt, { status: 'PENDING', statusReason: 'UNDERPAID' });
    const second = await further(attempt);
    expect(second).toMatchObject({ grossAmount: '40.00' });
    await payments.receive(second, { amountMinor: 4_000 });

    await standing(attempt, { status: 'PAID', statusReason: null, grossAmount: '100.00', netAmount: '99.01' });
    expect(await announced(attempt, 'repasse.charge.surplus_resolved.v1')).toMatchObject({
      handling: 'APPLY',
      surplusAmountMinor: 6_000,
    });
    expect(await announced(attempt, 'repasse.charge.paid.v1')).toMatchObject({ grossAmountMinor: 10_000 });
  });

  it('is enough where the merchant accepts less: the charge is divided as what it brought', async () => {
    await rules({ underpaid: 'accept' });
    const attempt = await pix();
    expect(await chargeOf(attempt)).toMatchObject({ status: 'PENDING', paidAmount: null });
    await payments.receive(attempt, { amountMinor: 6_000 });
    const accepted = { status: 'PAID', statusReason: 'UNDERPAID', netAmount: '59.41' };
    const amounts = { grossAmount: '100.00', paidAmount: '60.00' };
    await standing(attempt, { ...accepted, ...amounts });
    expect(await listed(attempt)).toMatchObject(amounts);
    expect(await announced(attempt, 'repasse.charge.paid.v1')).toMatchObject({ grossAmountMinor: 6_000 });
  });

  it('follows the provider: being confirmed, come to nothing, paid, refunded in part and in full, disputed', async () => {
    const attempt = await pix();
    await payments.tell('repasse.payment.confirming.v1', attempt);
    await standing(attempt, { status: 'PROCESSING' });
    await payments.tell('repasse.payment.reopened.v1', attempt);
    await standing(attempt, { status: 'PENDING' });
    await payments.receive(attempt);
    await standing(attempt, { status: 'PAID' });
    const dispute = { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2' };
    await payments.tell('repasse.dispute.opened.v1', attempt, dispute);
    await standing(attempt, { status: 'PAID', statusReason: 'DISPUTED' });
    await payments.tell('repasse.dispute.won.v1', attempt, dispute);
    await standing(attempt, { status: 'PAID', statusReason: null });
    await payments.tell('repasse.refund.settled.v1', attempt, { amountMinor: 4_000 });
    await standing(attempt, { status: 'PAID', statusReason: 'PARTIALLY_REFUNDED', refundedAmount: '40.00' });
    const rest = { refundId: 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z3', amountMinor: 6_000 };
    await payments.tell('repasse.refund.settled.v1', attempt, rest);
    await standing(attempt, { status: 'REFUNDED', refundedAmount: '100.00', paidAmount: '100.00' });
    // The row says so before the relay does.
    await eventuallyHolds(async () =>
      expect(await announced(attempt, 'repasse.charge.refunded.v1')).toMatchObject({ isFull: true }),
    );
    expect(await attemptOf(attempt)).toMatchObject({ status: 'REFUNDED' });
  });

  it('cancels the other attempts, and says when their provider has taken them back', async () => {
    const first = await pix();
    const second = await further(first);
    await payments.receive(second);
    await standing(first, { status: 'PAID' });
    expect(await attemptOf(first)).toMatchObject({ status: 'CANCELED', gatewayStatus: 'OFFERED' });
    await payments.tell('repasse.payment.canceled.v1', first);
    await eventually(async () => (await attemptOf(first))['gatewayStatus'] === 'CANCELED');
  });
});
