import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

describe('the payment rules of a merchant', () => {
  const charge = new ChargeService('payment_rules');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const defaults = {
    ...{ late: 'accept', overpaid: 'refund', underpaid: 'hold', duplicate: 'refund' },
    ...{ unknownRecipient: 'owner', shareHoldDays: 90 },
  };
  const put = (body: object, call: TestCall = {}): Promise<TestAnswer> =>
    charge.call('PUT', '/payment-rules', { body, ...call });

  it('are the defaults until others are set, and again where one is left out', async () => {
    expect(await charge.call('GET', '/payment-rules')).toMatchObject({ status: 200, body: defaults });

    const careful = await put({ late: 'hold', duplicate: 'hold' });
    expect(careful.body).toEqual({ ...defaults, late: 'hold', duplicate: 'hold' });
    expect((await charge.call('GET', '/payment-rules')).body).toEqual(careful.body);

    expect((await put({ overpaid: 'accept', colour: 'red' })).body).toEqual({ ...defaults, overpaid: 'accept' });
    expect((await put({})).body).toEqual(defaults);
    expect((await put({ overpaid: null })).body).toEqual(defaults);
  });

  it('are each merchant’s own', async () => {
    const token = await charge.token({ userId: 3003 });
    await put({ late: 'refund' }, { token });
    expect((await charge.call('GET', '/payment-rules')).body).toEqual(defaults);
    expect((await charge.call('GET', '/payment-rules', { token })).body).toMatchObject({ late: 'refund' });
  });

  it.each([{ late: 'ignore' }, { duplicate: 'ACCEPT' }, { unknownRecipient: 'nobody' }, { shareHoldDays: 366 }, []])(
    'refuse %j',
    async (body) => {
      expect(await put(body)).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
      expect((await put({}, { token: await charge.token({ scopes: ['charges:read'] }) })).status).toBe(403);
    },
  );

  describe('about money that is held', () => {
    const held = async (chargeId: string): Promise<readonly Record<string, unknown>[]> =>
      (JSON.parse((await charge.call('GET', `/charge/${chargeId}/held-payments`)).text) as { data: [] }).data;
    const resolve = (path: string, action: string, call: TestCall = {}): Promise<TestAnswer> =>
      charge.call('POST', path, { body: { action }, ...call });

    /** A charge of 100.00 for which 40.00 came, and where the merchant decides about those. */
    const underpaid = async (): Promise<{ chargeId: string; path: string }> => {
      const { body } = await charge.create({ paymentMethod: 'PIX' });
      const chargeId = String(body['chargeId']);
      await charge.receive(body, { amountMinor: 4_000 });
      await eventually(async () => (await held(chargeId)).length === 1);
      return { chargeId, path: `/charge/${chargeId}/held-payments/${String(body['id']).replace('att_', 'pay_')}` };
    };
    const statusOf = async (chargeId: string): Promise<unknown> =>
      (await charge.call('GET', `/charge/${chargeId}`)).body['status'];

    it('is listed with why', async () => {
      const { chargeId } = await underpaid();
      expect(await held(chargeId)).toEqual([
        expect.objectContaining({ amount: '40.00', currency: 'BRL', statusReason: 'UNDERPAID', status: 'HELD' }),
      ]);
      expect(await held(String((await charge.create({})).body['id']))).toEqual([]);
    });

    it('goes back when the merchant says so, once', async () => {
      const { chargeId, path } = await underpaid();
      const answer = await resolve(path, 'REFUND');

      expect(answer).toMatchObject({
        status: 200,
        body: { data: [{ status: 'REFUNDING', refundId: expect.stringMatching(/^re_[0-9A-Z]{26}$/) as unknown }] },
      });
      expect((await resolve(path, 'REFUND')).body).toEqual(answer.body);
      expect(await resolve(path, 'ACCEPT')).toMatchObject({
        status: 409,
        body: { code: 'charge.held_payment_resolved', chargeId },
      });
      expect(await held(chargeId)).toMatchObject([{ status: 'REFUNDING' }]);
    });

    it('pays the charge with less when the merchant takes it', async () => {
      const { chargeId, path } = await underpaid();
      const answer = await resolve(path, 'ACCEPT');

      expect(answer.status).toBe(200);
      expect(await charge.call('GET', `/charge/${chargeId}`)).toMatchObject({
        body: { status: 'PAID', statusReason: 'UNDERPAID' },
      });
    });

    it('is decided by its merchant alone, about a payment that there is', async () => {
      const { chargeId, path } = await underpaid();
      const token = await charge.token({ userId: 3003 });

      expect((await resolve(path, 'REFUND', { token })).status).toBe(404);
      expect((await charge.call('GET', `/charge/${chargeId}/held-payments`, { token })).status).toBe(404);
      expect(await resolve(`/charge/${chargeId}/held-payments/pay_nobody`, 'REFUND')).toMatchObject({
        status: 404,
        body: { code: 'charge.held_payment_not_found' },
      });
      expect((await resolve(path, 'KEEP')).status).toBe(400);
      expect(await charge.call('POST', path, { body: { action: 'REFUND', cvv: '123' } })).toMatchObject({
        status: 400,
        body: { code: 'request.card_data_refused' },
      });
      expect(await statusOf(chargeId)).toBe('PENDING');
    });

    it('counts for what arrives from then on: a late payment is held where it was accepted before', async () => {
      const { body } = await charge.create({ paymentMethod: 'PIX', expiresAt: '2026-11-21T12:10:00Z' });
      const chargeId = String(body['chargeId']);
      await put({ late: 'hold' });
      charge.clock.advance(15 * 60_000);
      await eventually(async () => (await statusOf(chargeId)) === 'EXPIRED');
      await charge.receive(body);
      await eventually(async () => (await held(chargeId)).length === 1);

      expect(await held(chargeId)).toMatchObject([{ statusReason: 'LATE', status: 'HELD', amount: '100.00' }]);
      const path = `/charge/${chargeId}/held-payments/${String(body['id']).replace('att_', 'pay_')}`;
      expect((await resolve(path, 'ACCEPT')).status).toBe(200);
      expect((await charge.call('GET', `/charge/${chargeId}`)).body).toMatchObject({
        status: 'PAID',
        statusReason: 'LATE',
      });
      charge.clock.advance(-15 * 60_000);
      await put({});
    });
  });
});
