import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

const minuteMs = 60_000;

/** Money may be on its way, so the expiry is recorded a minute later. No caller may notice. */
describe('a charge from its expiresAt on, before its end is written', () => {
  const charge = new ChargeService('expired_reads');
  let made: TestAnswer['body'];
  let chargeId = '';
  let attemptId = '';

  const get = (path: string): Promise<TestAnswer> => charge.call('GET', path);
  const checkout = { headers: {} as Record<string, string> };
  const totalOf = async (status: string): Promise<unknown> =>
    (JSON.parse((await get(`/charge/list?status=${status}`)).text) as { pagination: { total: number } }).pagination
      .total;
  const idsOf = async (query: string): Promise<readonly string[]> =>
    (JSON.parse((await get(`/charge/list?${query}`)).text) as { data: { id: string }[] }).data.map(({ id }) => id);

  beforeAll(async () => {
    await charge.start();
    const expiresAt = new Date(charge.clock.now().getTime() + 10 * minuteMs).toISOString();
    ({ body: made } = await charge.create({ paymentMethod: 'PIX', externalReference: 'late', expiresAt }));
    chargeId = String(made['chargeId']);
    attemptId = String(made['id']);
    checkout.headers = { 'x-checkout-token': String(made['checkoutToken']) };
    charge.clock.advance(10 * minuteMs - 1);
  });
  afterAll(() => charge.stop());

  it('is PENDING to the last millisecond', async () => {
    expect((await get(`/charge/${chargeId}`)).body).toMatchObject({ status: 'PENDING' });
    expect([await totalOf('PENDING'), await totalOf('EXPIRED')]).toEqual([1, 0]);
  });

  describe('then', () => {
    beforeAll(() => charge.clock.advance(1));

    it('is EXPIRED by its id and its reference, with its attempts', async () => {
      expect((await get(`/charge/${chargeId}`)).body).toMatchObject({ status: 'EXPIRED' });
      expect((await get('/charge?externalReference=late')).body).toMatchObject({ status: 'EXPIRED' });
      expect((await get(`/charge/attempts/${attemptId}`)).body).toMatchObject({ status: 'EXPIRED' });
      expect(JSON.parse((await get(`/charge/${chargeId}/attempts`)).text)).toMatchObject([{ status: 'EXPIRED' }]);
      const [row] = await charge.db.query<{ status: string }>('select status from charges where charge_id = $1', [
        chargeId,
      ]);
      expect(row).toEqual({ status: 'PENDING' });
    });

    it('is listed and counted as EXPIRED', async () => {
      const after = `from=2026-11-21T00:00:00Z`;
      for (const query of [
        'status=EXPIRED&orderBy=AMOUNT&order=ASC',
        'status=PAID,EXPIRED',
        'status=PENDING,EXPIRED',
      ]) {
        expect(await idsOf(query)).toEqual([chargeId]);
      }
      expect([await idsOf('status=EXPIRED&orderBy=PAID_AT'), await idsOf('status=PENDING,PAID')]).toEqual([[], []]);
      expect([await totalOf('PAID,EXPIRED'), await totalOf('PENDING,EXPIRED'), await totalOf('PENDING,PAID')]).toEqual([
        ...[1, 1, 0],
      ]);
      expect([await idsOf('status=EXPIRED'), await idsOf('status=PENDING')]).toEqual([[chargeId], []]);
      expect([await idsOf(`status=EXPIRED&${after}`), await idsOf(`status=PENDING&${after}`)]).toEqual([
        [chargeId],
        [],
      ]);
      expect([await totalOf('PENDING'), await totalOf('EXPIRED')]).toEqual([0, 1]);
      expect([await totalOf(`PENDING&${after}`), await totalOf(`EXPIRED&${after}`)]).toEqual([0, 1]);
      expect(await idsOf('status=EXPIRED&page=2')).toEqual([]);
    });

    it('is EXPIRED at the checkout', async () => {
      const state = await charge.call('GET', `/checkout/${chargeId}/state`, checkout);
      expect(state.body).toMatchObject({ status: 'EXPIRED', pix: { status: 'EXPIRED' } });
    });

    it('is refused as expired by every command', async () => {
      const attempt = await charge.call('POST', `/charge/${chargeId}/attempts`, { body: { paymentMethod: 'PIX' } });
      expect(attempt).toMatchObject({
        status: 409,
        body: { code: 'charge.not_payable', currentStatus: 'EXPIRED', allowedActions: ['create_charge'] },
      });
      const cancel = await charge.call('POST', `/charge/${chargeId}/cancel`);
      expect(cancel).toMatchObject({
        status: 409,
        body: { code: 'charge.not_cancelable', currentStatus: 'EXPIRED', allowedActions: ['create_charge'] },
      });
    });

    it('is PAID all the same by a payment that was made in time', async () => {
      const receivedAt = new Date(charge.clock.now().getTime() - 1_000).toISOString();
      await charge.receive(made, { receivedAt });
      await eventually(async () => (await get(`/charge/${chargeId}`)).body['status'] === 'PAID');
      expect([await totalOf('PENDING'), await totalOf('EXPIRED'), await totalOf('PAID')]).toEqual([0, 0, 1]);
    });
  });
});
