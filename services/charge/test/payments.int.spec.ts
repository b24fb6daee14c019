import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { type EventData } from '@repasse/contracts';
import { ChargeService, merchantId } from './support/charge-service';

type Received = EventData['repasse.payment.received.v1'];

describe('what becomes of payments', () => {
  const charge = new ChargeService('payments');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const offered = async (): Promise<TestAnswer['body']> => (await charge.create({ paymentMethod: 'PIX' })).body;
  const chargeOf = async (attempt: TestAnswer['body']): Promise<TestAnswer['body']> =>
    (await charge.call('GET', `/charge/${String(attempt['chargeId'])}`)).body;
  const attemptOf = async (attempt: TestAnswer['body']): Promise<TestAnswer['body']> =>
    (await charge.call('GET', `/charge/attempts/${String(attempt['id'])}`)).body;

  const facts = (attempt: TestAnswer['body']) => ({
    paymentId: String(attempt['id']).replace('att_', 'pay_'),
    invoiceId: Number(attempt['invoiceId']),
    userId: merchantId,
    chargeId: String(attempt['chargeId']),
    attemptId: String(attempt['id']),
    paymentMethod: 'PIX' as const,
    currency: 'BRL',
    provider: 'PIX',
  });
  const received = (attempt: TestAnswer['body'], over: Partial<Received> = {}): Received => ({
    ...facts(attempt),
    amountMinor: 10_000,
    expectedAmountMinor: 10_000,
    providerReference: 'E00000000202611211203abcdefghijk',
    receivedAt: '2026-11-21T12:03:10.000Z',
    recordedAt: '2026-11-21T12:03:11.000Z',
    ...over,
  });
  const receive = async (
    attempt: TestAnswer['body'],
    position: number,
    over: Partial<Received> = {},
  ): Promise<void> => {
    const data = received(attempt, over);
    await charge.publish('repasse.payment.received.v1', data.paymentId, position, data);
  };

  it('is paid by the exact amount', async () => {
    const attempt = await offered();
    await receive(attempt, 1);

    const paid = await eventually(async () => {
      const body = await chargeOf(attempt);
      return body['status'] === 'PAID' ? body : undefined;
    });
    expect(paid).toMatchObject({
      statusReason: null,
      netAmount: '99.01',
      paidAt: '2026-11-21T12:03:10.000Z',
      updatedAt: '2026-11-21T12:03:11.000Z',
    });
    expect(await attemptOf(attempt)).toMatchObject({ status: 'PAID', statusReason: null, gatewayStatus: 'RECEIVED' });
    const list = await charge.call('GET', '/charge/list?status=PAID');
    expect(list.body).toMatchObject({ data: [{ id: attempt['chargeId'] }], pagination: { total: 1 } });
  });

  it('is announced once, however often the payment is told', async () => {
    const attempt = await offered();
    await receive(attempt, 1);
    await receive(attempt, 1);
    await receive(attempt, 2);

    const chargeId = String(attempt['chargeId']);
    const announced = await eventually(async () => {
      const messages = await charge.bus.replay('charge.events.v1', chargeId);
      return messages.length === 3 ? messages : undefined;
    });
    expect(announced.map(({ headers }) => [headers['ce_position'], headers['ce_type']])).toEqual([
      ['1', 'repasse.charge.created.v1'],
      ['2', 'repasse.attempt.offered.v1'],
      ['3', 'repasse.charge.paid.v1'],
    ]);
    // A further payment shows that the duplicates have been read by now.
    await receive(attempt, 3, { providerReference: 'E-second' });
    await eventually(async () => (await chargeOf(attempt))['statusReason'] === 'DUPLICATE');
    const all = await eventually(async () => {
      const messages = await charge.bus.replay('charge.events.v1', chargeId);
      return messages.length === 4 ? messages : undefined;
    });
    expect(all.at(-1)?.headers['ce_type']).toBe('repasse.charge.surplus_received.v1');
    expect(await chargeOf(attempt)).toMatchObject({ status: 'PAID', paidAt: '2026-11-21T12:03:10.000Z' });
  });

  it('stays pending when too little came', async () => {
    const attempt = await offered();
    await receive(attempt, 1, { amountMinor: 9_999 });
    await eventually(async () => (await chargeOf(attempt))['statusReason'] === 'UNDERPAID');
    expect(await chargeOf(attempt)).toMatchObject({ status: 'PENDING', paidAt: null });
    expect(await attemptOf(attempt)).toMatchObject({ status: 'FAILED', statusReason: 'UNDERPAID' });
  });

  it.each([
    ['too much came', { amountMinor: 10_001 }, 'OVERPAID'],
    ['it came late', { receivedAt: '2026-11-23T00:00:00.000Z', recordedAt: '2026-11-23T00:00:01.000Z' }, 'LATE'],
  ])('is paid and says so when %s', async (_what, over, statusReason) => {
    const attempt = await offered();
    await receive(attempt, 1, over);
    await eventually(async () => (await chargeOf(attempt))['status'] === 'PAID');
    expect(await chargeOf(attempt)).toMatchObject({ statusReason, grossAmount: '100.00' });
  });

  it('ends an attempt whose payment failed or expired, and still takes its money', async () => {
    const failed = await offered();
    await charge.publish('repasse.payment.failed.v1', facts(failed).paymentId, 1, {
      ...facts(failed),
      amountMinor: 10_000,
      reason: 'DECLINED',
      failedAt: '2026-11-21T12:01:00.000Z',
    });
    const expired = await offered();
    await charge.publish('repasse.payment.expired.v1', facts(expired).paymentId, 1, {
      ...facts(expired),
      amountMinor: 10_000,
      expiredAt: '2026-11-22T12:00:00.000Z',
    });
    await eventually(async () => (await attemptOf(failed))['status'] === 'FAILED');
    await eventually(async () => (await attemptOf(expired))['status'] === 'EXPIRED');
    expect(await attemptOf(failed)).toMatchObject({ statusReason: 'DECLINED' });

    await receive(expired, 2);
    await eventually(async () => (await chargeOf(expired))['status'] === 'PAID');
  });

  it('is no matter of a charge when the payment stands alone, and holds up nothing when its charge is unknown', async () => {
    const lost = { id: 'att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', invoiceId: 1 };
    await receive(lost, 1);
    await charge.publish('repasse.payment.received.v1', 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z3', 1, {
      ...received(lost, { paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z3' }),
      chargeId: null,
      attemptId: null,
    });
    const attempt = await offered();
    await receive(attempt, 1);
    await eventually(async () => (await chargeOf(attempt))['status'] === 'PAID');
  });
});
