import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { allScopes, ChargeService, merchantId } from './support/charge-service';
import { PaymentTeller, paymentIdOf } from './support/payment-teller';

type Body = TestAnswer['body'];

describe('GET /held-payments', () => {
  const charge = new ChargeService('held-payments');
  const payments = new PaymentTeller(charge);
  const attempts: Body[] = [];

  /** Two charges that were paid too late, and one with a transfer too many, before them, that goes back. */
  beforeAll(async () => {
    await charge.start();
    await charge.call('PUT', '/payment-rules', {
      body: { late: 'hold', overpaid: 'refund', underpaid: 'hold', duplicate: 'refund' },
    });
    for (const late of [true, true, false]) {
      const { body } = await charge.create({ paymentMethod: 'PIX' });
      attempts.push(body);
      if (late) {
        await payments.receive(body, {
          receivedAt: '2026-11-23T00:00:00.000Z',
          recordedAt: '2026-11-23T00:00:01.000Z',
        });
      } else {
        await payments.receive(body);
        await payments.receive(body, { providerReference: 'E again' });
      }
      await eventually(async () => (await surpluses()) === attempts.length);
    }
  });
  afterAll(() => charge.stop());

  const surpluses = async (): Promise<number> => (await charge.db.query('select from surpluses')).length;
  const list = async (query = '', token?: string): Promise<TestAnswer> =>
    charge.call('GET', `/held-payments${query}`, token === undefined ? {} : { token });
  const chargesOf = ({ body }: TestAnswer) => (body['data'] as Body[]).map(({ chargeId }) => chargeId);
  const chargeAt = (at: number): unknown => attempts[at]?.['chargeId'];
  const [first, second, third] = [() => chargeAt(0), () => chargeAt(1), () => chargeAt(2)];

  it('has those of all charges, newest first, with the charge and the merchant of each', async () => {
    const answer = await list();

    expect(answer.status).toBe(200);
    expect(chargesOf(answer)).toEqual([second(), first(), third()]);
    expect((answer.body['data'] as Body[])[0]).toMatchObject({
      ...{ userId: merchantId, paymentId: paymentIdOf(attempts[1] ?? {}), amount: '100.00' },
      ...{ status: 'HELD', statusReason: 'LATE' },
    });
  });

  it('is read page by page, over transfers whose references have blanks', async () => {
    const seen: unknown[] = [];
    for (let cursor = ''; ;) {
      const { body } = await list(`?limit=1${cursor}`);
      seen.push(...chargesOf({ body } as TestAnswer));
      const { nextCursor } = body['pagination'] as { nextCursor: string | null };
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }

    expect(seen).toEqual([second(), first(), third()]);
    expect(await list('?cursor=bm90IG91cnM')).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
  });

  it('has only what awaits a decision where that is asked for, until it is decided', async () => {
    expect(chargesOf(await list('?status=held'))).toEqual([second(), first()]);
    expect(chargesOf(await list('?status=refunding'))).toEqual([third()]);
    expect((await charge.call('GET', '/attention/charges')).body['data']).toContainEqual({
      ...{ kind: 'HELD_PAYMENTS', count: 2, isMore: false, since: null },
    });

    const path = `/charge/${String(first())}/held-payments/${paymentIdOf(attempts[0] ?? {})}`;
    expect((await charge.call('POST', path, { body: { action: 'ACCEPT' } })).status).toBe(200);

    await eventuallyHolds(async () => expect(chargesOf(await list('?status=held'))).toEqual([second()]));
  });

  it('shows a merchant nothing of another, and staff all of them', async () => {
    const other = await charge.token({ userId: 2_002 });
    expect(chargesOf(await list('', other))).toEqual([]);
    expect((await list(`?user_id=${merchantId}`, other)).status).toBe(403);

    const staff = await charge.token({ userId: 1, profile: 'OPERATOR', scopes: allScopes });
    expect(chargesOf(await list('', staff))).toHaveLength(3);
    expect(chargesOf(await list('?user_id=2002', staff))).toEqual([]);
  });
});
