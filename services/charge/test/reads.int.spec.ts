import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

interface List {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[];
  readonly pagination: { readonly total: number; readonly totalPages: number; readonly nextCursor: string | null };
}

describe('reading charges', () => {
  const charge = new ChargeService('reads');
  const ids: string[] = [];
  let attemptId = '';

  beforeAll(async () => {
    await charge.start();
    for (let number = 1; number <= 25; number += 1) {
      // Some are made in the same millisecond: their order is then their ids'.
      if (number % 3 === 0) charge.clock.advance(1_000);
      const { body } = await charge.create({ externalReference: `ref-${number % 5}` });
      ids.unshift(String(body['id']));
    }
    charge.clock.advance(1_000);
    const { body } = await charge.create({ paymentMethod: 'PIX', externalReference: 'with-attempt' });
    ids.unshift(String(body['chargeId']));
    attemptId = String(body['id']);
  });
  afterAll(() => charge.stop());

  const list = async (query = ''): Promise<List> =>
    JSON.parse((await charge.call('GET', `/charge/list${query}`)).text) as List;
  const idsOf = ({ data }: List): string[] => data.map(({ id }) => id);

  it('answers a charge as its creation did', async () => {
    const made = await charge.create({ description: 'Order', customerMeta: { name: 'Ana' } });
    ids.unshift(String(made.body['id']));
    // The way to the checkout is handed out once; everything else is there again.
    expect(made.body).toMatchObject((await charge.call('GET', `/charge/${String(made.body['id'])}`)).body);
  });

  it('finds the newest charge with a reference', async () => {
    const answer = await charge.call('GET', '/charge?externalReference=ref-0');
    expect(answer).toMatchObject({ status: 200, body: { externalReference: 'ref-0' } });
    const sameReference = idsOf(await list('?externalReference=ref-0'));
    expect(answer.body['id']).toBe(sameReference[0]);
  });

  it('answers the attempts of a charge, and one of them', async () => {
    const [, withAttempt = ''] = ids;
    const attempts = await charge.call('GET', `/charge/${withAttempt}/attempts`);
    expect(JSON.parse(attempts.text)).toMatchObject([{ id: attemptId, chargeId: withAttempt, paymentMethod: 'PIX' }]);
    expect((await charge.call('GET', `/charge/attempts/${attemptId}`)).body).toMatchObject({
      id: attemptId,
      gatewayStatus: 'OFFERED',
      checkoutMeta: { method: 'PIX' },
    });
    expect(JSON.parse((await charge.call('GET', `/charge/${ids.at(-1)}/attempts`)).text)).toEqual([]);
  });

  describe('in a list', () => {
    it('shows the ten newest first', async () => {
      const first = await list();
      expect(idsOf(first)).toEqual(ids.slice(0, 10));
      expect(first.pagination).toMatchObject({ page: 1, limit: 10, total: ids.length, totalPages: 3 });
    });

    it('goes on by page', async () => {
      const pages = [await list('?limit=9'), await list('?limit=9&page=2'), await list('?limit=9&page=3')];
      expect(pages.flatMap(idsOf)).toEqual(ids);
      expect(pages[2]?.pagination.nextCursor).toBeNull();
      expect((await list('?limit=9&page=4')).data).toEqual([]);
    });

    it('goes on by cursor, undisturbed by charges made meanwhile', async () => {
      const seen: string[] = [];
      const known = [...ids];
      let query = '?limit=7';
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list(query);
        seen.push(...idsOf(page));
        cursor = page.pagination.nextCursor;
        query = `?limit=7&cursor=${encodeURIComponent(cursor ?? '')}`;
        ids.unshift(String((await charge.create({})).body['id']));
      }
      expect(seen).toEqual(known);
    });

    it('filters by reference, status and time', async () => {
      expect((await list('?externalReference=ref-1&limit=100')).pagination.total).toBe(5);
      expect((await list('?status=PENDING&limit=100')).pagination.total).toBe(ids.length);
      expect((await list('?status=pending')).pagination.total).toBe(ids.length);
      expect((await list('?status=PAID')).data).toEqual([]);

      const all = await list('?limit=100');
      const from = '2026-11-21T12:00:03.000Z';
      const to = '2026-11-21T12:00:05.000Z';
      const within = all.data.filter(({ createdAt }) => createdAt >= from && createdAt < to).map(({ id }) => id);
      expect(within.length).toBeGreaterThan(0);
      const filtered = await list(`?limit=100&from=${from}&to=${encodeURIComponent('2026-11-21T09:00:05-03:00')}`);
      expect(idsOf(filtered)).toEqual(within);
      expect(filtered.pagination.total).toBe(within.length);
    });

    it.each(['?limit=101', '?limit=0', '?page=0', '?page=1.5', '?status=OPEN', '?cursor=abc', '?from=yesterday'])(
      'refuses %s',
      async (query) => {
        const answer = await charge.call('GET', `/charge/list${query}`);
        expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
      },
    );

    it('walks along an index, whatever the filter', async () => {
      await charge.db.query('analyze charges');
      for (const where of [
        "user_id = 1 and status = 'PAID'",
        "user_id = 1 and external_reference = 'x'",
        "user_id = 1 and (created_at, charge_id) < (now(), 'ch_x')",
      ]) {
        const plan = await charge.db.transaction(async (tx) => {
          await tx.query('set local enable_seqscan = off');
          return tx.query(
            `explain select * from charges where ${where} order by created_at desc, charge_id desc limit 11`,
          );
        });
        expect(JSON.stringify(plan)).toMatch(/Index Scan using charges_by/);
        expect(JSON.stringify(plan)).not.toMatch(/Sort/);
      }
    });
  });

  describe('of another user', () => {
    it.each([
      () => `/charge/${ids.at(-1)}`,
      () => `/charge/${ids.at(-1)}/attempts`,
      () => `/charge/attempts/${attemptId}`,
      () => '/charge?externalReference=ref-1',
    ])('finds nothing', async (path) => {
      const token = await charge.token({ userId: 3003 });
      expect((await charge.call('GET', path(), { token })).status).toBe(404);
      expect((await charge.call('GET', path())).status).toBe(200);
    });

    it('lists none of it', async () => {
      const token = await charge.token({ userId: 3003 });
      const answer: TestAnswer = await charge.call('GET', '/charge/list', { token });
      expect(answer.body).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0, nextCursor: null } });
    });
  });

  it.each(['/charge/ch_nobody', '/charge/attempts/att_nobody', '/charge/ch_nobody/attempts', '/charge/%F0%9F%92%B8'])(
    'answers 404 to %s',
    async (path) => {
      expect((await charge.call('GET', path)).status).toBe(404);
    },
  );

  it('answers no fault of ours to a NUL in an address', async () => {
    expect((await charge.call('GET', '/charge/%00')).status).toBe(400);
    expect((await charge.call('GET', '/charge?externalReference=%00')).status).toBe(400);
  });
});
