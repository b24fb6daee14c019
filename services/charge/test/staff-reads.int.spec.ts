import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { allScopes, ChargeService, merchantId } from './support/charge-service';

describe.each(['OPERATOR', 'ADMIN'] as const)('%s', (profile) => {
  const charge = new ChargeService(`staff_${profile.toLowerCase()}`);
  let chargeId = '';
  let attemptId = '';
  beforeAll(async () => {
    await charge.start();
    const { body } = await charge.create({ paymentMethod: 'PIX', externalReference: 'order-1' });
    [chargeId, attemptId] = [String(body['chargeId']), String(body['id'])];
  });
  afterAll(() => charge.stop());

  const asStaff = async (method: string, path: string, body?: object): Promise<TestAnswer> => {
    const token = await charge.token({ userId: 1, profile, scopes: allScopes });
    return charge.call(method, path, { token, ...(body && { body }) });
  };

  it('reads a merchant’s charge, its attempts and what is held of it', async () => {
    const own = await charge.call('GET', `/charge/${chargeId}`);
    expect((await asStaff('GET', `/charge/${chargeId}`)).text).toBe(own.text);
    expect(await asStaff('GET', `/charge/${chargeId}/attempts`)).toMatchObject({ status: 200 });
    expect((await asStaff('GET', `/charge/attempts/${attemptId}`)).body).toMatchObject({ id: attemptId });
    expect((await asStaff('GET', `/charge/${chargeId}/held-payments`)).status).toBe(200);
    expect((await asStaff('GET', '/charge/ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2')).status).toBe(404);
  });

  it('lists, searches and finds the charges of a merchant they name', async () => {
    const list = async (query: string): Promise<unknown> =>
      (await asStaff('GET', `/charge/list?${query}`)).body['data'];
    expect(await list(`user_id=${merchantId}`)).toMatchObject([{ id: chargeId }]);
    expect(await list(`user_id=${merchantId}&query=order-1`)).toMatchObject([{ id: chargeId }]);
    expect(await list('')).toEqual([]);
    const find = `/charge?externalReference=order-1`;
    expect((await asStaff('GET', `${find}&user_id=${merchantId}`)).body).toMatchObject({ id: chargeId });
    expect((await asStaff('GET', find)).status).toBe(404);
  });

  it('lists what is held of a merchant they name, and of everybody', async () => {
    expect(await asStaff('GET', `/held-payments?user_id=${merchantId}`)).toMatchObject({
      status: 200,
      body: { data: [] },
    });
    expect(await asStaff('GET', '/held-payments?status=held')).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('writes nothing for them', async () => {
    for (const [method, path, body] of [
      ['POST', `/charge/${chargeId}/cancel`, undefined],
      ['POST', `/charge/${chargeId}/attempts`, { paymentMethod: 'PIX' }],
      ['POST', `/charge/${chargeId}/held-payments/pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2`, { action: 'ACCEPT' }],
    ] as const) {
      expect((await asStaff(method, path, body)).body).toMatchObject({ code: 'charge.not_found' });
    }
    expect((await charge.call('GET', `/charge/${chargeId}`)).body).toMatchObject({ status: 'PENDING' });
  });

  it('are the only ones who name a user', async () => {
    const token = await charge.token({ userId: 2_002 });
    for (const path of ['/charge/list?', '/charge?externalReference=order-1&', '/held-payments?']) {
      const answer = await charge.call('GET', `${path}user_id=${merchantId}`, { token });
      expect(answer).toMatchObject({ status: 403, body: { code: 'auth.profile_missing' } });
    }
    expect((await charge.call('GET', `/charge/${chargeId}`, { token })).status).toBe(404);
  });
});
