import { emailHashOf } from '../src/workflow/resolve-recipients';
import { keepUsers } from '../src/store/users';
import { ChargeService, merchantId } from './support/charge-service';

describe('fee rules', () => {
  const charge = new ChargeService('fee_rules');
  beforeAll(async () => {
    await charge.start();
    const emailHash = emailHashOf('merchant@merchant.example');
    const merchant = { userId: merchantId, emailHash, status: 'ACTIVE' as const, profiles: ['CUSTOMER'] };
    await keepUsers(charge.db, [{ ...merchant, merchantProfile: null }]);
  });
  afterAll(() => charge.stop());

  const path = `/fee-rules/${merchantId}`;
  const admin = (): Promise<string> => charge.token({ userId: 1, profile: 'ADMIN' });
  const rule = (over: object = {}): object => ({
    method: 'PIX',
    installmentsFrom: 1,
    installmentsTo: 1,
    percentBps: 50,
    fixed: '0.10',
    max: '1.00',
    settle: { firstDays: 1, perInstallmentDays: 0 },
    ...over,
  });
  const put = async (rules: readonly object[], at = path) =>
    charge.call('PUT', at, { body: { rules }, token: await admin() });

  it('are the platform’s until a merchant has some', async () => {
    const { body } = await charge.call('GET', path, { token: await admin() });
    expect(body).toMatchObject({ userId: merchantId });
    expect(body['rules']).toHaveLength(6);
    expect(body['rules']).toContainEqual({
      method: 'CREDIT_CARD',
      installmentsFrom: 2,
      installmentsTo: 6,
      percentBps: 449,
      fixed: '0.39',
      settle: { firstDays: 30, perInstallmentDays: 30 },
      reserveBps: 0,
      origin: 'PLATFORM',
    });
  });

  it('are read by the merchant they are for, and explain the fees of a charge', async () => {
    await put([rule({ percentBps: 500 })]);
    const own = await charge.call('GET', '/fee-rules');
    expect([own.status, own.body['userId']]).toEqual([200, merchantId]);
    expect(own.body['rules']).toContainEqual(
      expect.objectContaining({ method: 'PIX', max: '1.00', origin: 'MERCHANT' }),
    );
    const other = await charge.call('GET', '/fee-rules', { token: await charge.token({ userId: 4_242 }) });
    expect(other.body).toMatchObject({
      userId: 4_242,
      rules: expect.not.arrayContaining([{ origin: 'MERCHANT' }]) as object,
    });

    charge.clock.advance(1_500);
    const { body } = await charge.create({ paymentMethod: 'PIX' });
    const { body: made } = await charge.call('GET', `/charge/${String(body['chargeId'])}`);
    expect(made['feesMeta']).toEqual({
      fees: [
        {
          ...{ code: 'PIX_FEE', method: 'PIX', percent: 5, fixed: '0.10' },
          ...{ minimum: null, maximum: '1.00', limitedBy: 'MAXIMUM', amount: '1.00' },
        },
      ],
    });
    await put([]);
    charge.clock.advance(1_500);
  });

  it('price what comes after them, and not what was made before', async () => {
    const before = await charge.create({ paymentMethod: 'PIX' });
    const answer = await put([rule()]);
    expect(answer.status).toBe(200);
    expect(answer.body['rules']).toContainEqual({ ...rule(), reserveBps: 0, origin: 'MERCHANT' });

    charge.clock.advance(1_500);
    const after = await charge.create({ paymentMethod: 'PIX' });
    const charges = await Promise.all(
      [before, after].map(({ body }) => charge.call('GET', `/charge/${String(body['chargeId'])}`)),
    );
    expect(charges.map(({ body }) => body['netAmount'])).toEqual(['99.01', '99.40']);
    expect((await charge.create({})).body).toMatchObject({ netAmount: '99.01' });

    expect((await put([])).body['rules']).toHaveLength(6);
  });

  it('are refused when two cover one payment, or contradict themselves', async () => {
    expect(await put([rule(), rule({ percentBps: 60 })])).toMatchObject({
      status: 400,
      body: { code: 'fee_rules.overlap', errors: [{ field: 'rules[1]' }] },
    });
    const answer = await put([
      rule({ installmentsFrom: 2, installmentsTo: 1 }),
      rule({ method: 'DEFAULT', min: '2.00' }),
    ]);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'rules[0].installmentsTo' }, { field: 'rules[1].max' }] },
    });
    expect(await put([rule({ percentBps: 10_001 })])).toMatchObject({ status: 400 });
  });

  it('are for those who may set them, of users who exist', async () => {
    expect(await charge.call('PUT', path, { body: { rules: [] } })).toMatchObject({
      status: 403,
      body: { code: 'auth.profile_missing' },
    });
    expect((await charge.call('GET', path)).status).toBe(403);
    expect(await put([], '/fee-rules/999')).toMatchObject({ status: 404, body: { code: 'fee_rules.user_not_found' } });
    expect((await charge.call('GET', '/fee-rules/abc', { token: await admin() })).status).toBe(400);
  });
});
