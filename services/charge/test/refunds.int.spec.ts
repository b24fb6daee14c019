import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ChargeService, merchantId } from './support/charge-service';
import { PaymentTeller } from './support/payment-teller';

type Body = TestAnswer['body'];

const scopes = ['payments:read'];
const idOf = (n: number): string => `re_01KAJ2F3V4N7Q0S6T3W9X5Y1Z${n}`;
const [oldest, failed, waiting, newest] = [idOf(1), idOf(2), idOf(3), idOf(4)];

describe('GET /refunds', () => {
  const charge = new ChargeService('refunds');
  const payments = new PaymentTeller(charge);
  const attempts: Body[] = [];

  const request = (attempt: Body, refundId: string, requestedAt: string) =>
    payments.tell('repasse.refund.requested.v1', attempt, {
      refundId,
      requestedAt,
      amountMinor: 1_000,
      reason: 'Broken',
    });

  /** Two paid charges: the first has one that succeeded and one that failed, the second one that waits and one of a rule. */
  beforeAll(async () => {
    await charge.start();
    for (let n = 0; n < 2; n += 1) {
      const { body } = await charge.create({ paymentMethod: 'PIX' });
      attempts.push(body);
      await payments.receive(body);
    }
    const [first = {}, second = {}] = attempts;
    await request(first, oldest, '2026-11-21T13:00:00.000Z');
    await payments.tell('repasse.refund.settled.v1', first, {
      ...{ refundId: oldest, amountMinor: 900, settledAt: '2026-11-21T13:00:09.000Z' },
    });
    await request(first, failed, '2026-11-21T14:00:00.000Z');
    await payments.tell('repasse.refund.failed.v1', first, {
      ...{ refundId: failed, failure: 'Account closed', failedAt: '2026-11-21T14:00:09.000Z' },
    });
    await request(second, waiting, '2026-11-21T15:00:00.000Z');
    await payments.tell('repasse.refund.requested.v1', second, {
      ...{ refundId: newest, requestedAt: '2026-11-21T15:00:00.000Z', purpose: 'SURPLUS', reason: null },
    });
    await eventuallyHolds(async () => {
      expect(idsOf(await list())).toEqual([newest, waiting, failed, oldest]);
      expect(idsOf(await list('?status=PENDING'))).toEqual([newest, waiting]);
    });
  });
  afterAll(() => charge.stop());

  const list = async (query = '', claims: object = {}): Promise<TestAnswer> =>
    charge.call('GET', `/refunds${query}`, { token: await charge.token({ scopes, ...claims }) });
  const idsOf = ({ body }: TestAnswer) => (body['data'] as Body[]).map(({ id }) => id);

  it('has those of all charges, as their events leave them', async () => {
    const { status, body } = await list();

    expect(status).toBe(200);
    const [, , ofFailed, ofOldest] = body['data'] as Body[];
    expect(ofFailed).toMatchObject({
      ...{ userId: merchantId, chargeId: attempts[0]?.['chargeId'], purpose: 'MERCHANT', reason: 'Broken' },
      ...{ status: 'FAILED', failure: 'Account closed' },
    });
    expect(ofOldest).toMatchObject({
      ...{ status: 'SUCCEEDED', amount: '9.00', reason: 'Broken', failure: null },
      ...{ createdAt: '2026-11-21T13:00:00.000Z', updatedAt: '2026-11-21T13:00:09.000Z' },
    });
  });

  it('is read page by page, also over two of one moment', async () => {
    const seen: unknown[] = [];
    for (let cursor = ''; ;) {
      const answer = await list(`?limit=1${cursor}`);
      seen.push(...idsOf(answer));
      const { nextCursor } = answer.body['pagination'] as { nextCursor: string | null };
      if (nextCursor === null) break;
      cursor = `&cursor=${nextCursor}`;
    }
    expect(seen).toEqual([newest, waiting, failed, oldest]);
  });

  it.each([
    ['status=failed', [failed]],
    ['status=FAILED,pending', [newest, waiting, failed]],
    ['status=SUCCEEDED,FAILED', [failed, oldest]],
    ['purpose=SURPLUS', [newest]],
    ['from=2026-11-21T14:00:00Z&to=2026-11-21T15:00:00Z', [failed]],
    ['chargeId=ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2', []],
  ])('filters: %s', async (query, expected) => {
    expect(idsOf(await list(`?${query}`))).toEqual(expected);
  });

  it('filters by charge', async () => {
    expect(idsOf(await list(`?chargeId=${String(attempts[1]?.['chargeId'])}`))).toEqual([newest, waiting]);
  });

  it('names all faults of a request at once', async () => {
    const { status, body } = await list('?status=PAID,FAILED&cursor=bm90IG91cnM&limit=101&from=yesterday');
    expect(status).toBe(400);
    expect((body['errors'] as Body[]).map(({ field }) => field).toSorted()).toEqual([
      'cursor',
      'from',
      'limit',
      'status',
    ]);
    expect((await list('?status=,')).body).toMatchObject({ errors: [{ field: 'status' }] });
  });

  it('shows a merchant nothing of another, and staff all of them', async () => {
    const other = { userId: 2_002 };
    expect(idsOf(await list('', other))).toEqual([]);
    expect(idsOf(await list(`?chargeId=${String(attempts[1]?.['chargeId'])}`, other))).toEqual([]);
    expect((await list(`?user_id=${merchantId}`, other)).status).toBe(403);

    const staff = { userId: 1, profile: 'OPERATOR' };
    expect(idsOf(await list('', staff))).toHaveLength(4);
    expect(idsOf(await list(`?user_id=${merchantId}&status=FAILED`, staff))).toEqual([failed]);
    expect(idsOf(await list('?user_id=2002', staff))).toEqual([]);
  });

  it('counts those that failed in the last 30 days, of a merchant, and for staff of all', async () => {
    const counted = async (query = '', claims: object = {}): Promise<unknown> => {
      const token = await charge.token({ scopes: ['charges:read'], ...claims });
      return (await charge.call('GET', `/attention/charges${query}`, { token })).body;
    };
    const bodyOf = (count: number) => ({
      data: [
        { kind: 'HELD_PAYMENTS', count: 0, isMore: false, since: null },
        { kind: 'FAILED_REFUNDS', count, isMore: false, since: expect.any(String) },
      ],
      asOf: expect.any(String),
    });
    const staff = { userId: 1, profile: 'OPERATOR' };
    expect(await counted()).toEqual(bodyOf(1));
    expect(await counted('', { userId: 2_002 })).toEqual(bodyOf(0));
    expect(await counted('', staff)).toEqual(bodyOf(1));
    expect(await counted('?user_id=2002', staff)).toEqual(bodyOf(0));
    expect(await counted(`?user_id=${merchantId}`, { userId: 2_002 })).toMatchObject({ code: 'auth.profile_missing' });

    const [row] = await charge.db.query<{ at: string }>('select created_at as at from refunds where refund_id = $1', [
      failed,
    ]);
    await charge.db.query(`update refunds set created_at = created_at - interval '31 days' where refund_id = $1`, [
      failed,
    ]);
    expect(await counted()).toEqual(bodyOf(0));
    await charge.db.query('update refunds set created_at = $2 where refund_id = $1', [failed, row?.at]);
  });

  it('needs the scope of the other reads of refunds', async () => {
    expect((await list('', { scopes: ['charges:read'] })).status).toBe(403);
  });

  it('begins, where it was not kept before, with what charges know of their refunds', async () => {
    const kept = await charge.db.query('select * from refunds order by refund_id');
    const migration = await readFile(join(__dirname, '../migrations/0012-refunds.sql'), 'utf8');
    await charge.db.transaction(async (tx) => {
      await tx.query('truncate refunds');
      await tx.query(migration.slice(migration.indexOf('with taken as')));
      expect(await tx.query('select refund_id, amount_minor, status, purpose from refunds')).toEqual([
        { refund_id: oldest, amount_minor: 900, status: 'SUCCEEDED', purpose: 'MERCHANT' },
      ]);
      await tx.query('truncate refunds');
      await tx.query('insert into refunds select * from json_populate_recordset(null::refunds, $1)', [
        JSON.stringify(kept),
      ]);
    });
  });
});
