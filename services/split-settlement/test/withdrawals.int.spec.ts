import { randomIds } from '@repasse/chassis/ids';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { validateEvent } from '@repasse/contracts';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { fundsFor } from './support/withdrawals';

const path = '/withdrawals';

let service: RunningService;
beforeAll(async () => {
  service = await startService('withdrawals');
});
afterAll(() => service.stop());
afterEach(async () => {
  expect((await service.get('/ledger/check', tokenOf(1, 'ADMIN'))).body).toMatchObject({
    isBalanced: true,
    faults: [],
  });
});

let nextUserId = 20_000;
/** A user with this balance and nothing else. */
const freshUser = async (amountMinor: number): Promise<number> => {
  const userId = ++nextUserId;
  await service.publish([fundsFor(userId, amountMinor)]);
  await eventuallyHolds(async () => expect(await balanceOf(userId)).not.toMatchObject({ available: '0.00' }));
  return userId;
};
const balanceOf = async (userId: number) => (await service.get('/balance', tokenOf(userId))).body;
const writerOf = (userId: number): string => tokenOf(userId, 'CUSTOMER', 'withdrawals:write');

const wanted = { amount: '40.00', payCurrency: 'usdtbsc', payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f' };
const withdraw = (userId: number, change: object = {}, key?: string) => {
  const body = { ...wanted, ...change };
  return service.post(path, { token: writerOf(userId), body, ...(key === undefined ? {} : { key }) });
};
const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;

describe('POST /withdrawals', () => {
  it('takes the money at once and says so', async () => {
    const userId = await freshUser(10_000);
    const answer = await withdraw(userId, { memo: '77', externalReference: 'nov' });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...{ userId, amount: '40.00', currency: 'BRL', payCurrency: 'USDTBSC', payAddress: wanted.payAddress },
        ...{ memo: '77', externalReference: 'nov', status: 'PENDING', failure: null, invoiceId: null },
      },
    });
    const balance = await service.get('/balance', tokenOf(userId));
    expect(balance.body).toMatchObject({ available: '60.00', withdrawing: '40.00' });
    await eventuallyHolds(async () => {
      const said = await service.publishedOfWithdrawal(idOf(answer));
      expect(said.map(({ value }) => value)).toMatchObject([
        { withdrawalId: idOf(answer), userId, amountMinor: 4_000, payCurrency: 'USDTBSC', memo: '77' },
      ]);
      for (const { value } of said) expect(validateEvent('repasse.withdrawal.requested.v1', value)).toEqual([]);
    });
  });

  it('takes all that is available, and nothing more', async () => {
    const userId = await freshUser(4_000);
    const refused = await withdraw(userId, { amount: '40.01' });

    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'withdrawal.insufficient_balance', available: '40.00', retryable: false },
    });
    expect((await withdraw(userId)).status).toBe(201);
    expect((await withdraw(userId)).body).toMatchObject({ available: '0.00' });
    expect(await balanceOf(userId)).toMatchObject({ available: '0.00', withdrawing: '40.00' });
  });

  it('again with the same key is the same withdrawal, to the byte', async () => {
    const [userId, key] = [await freshUser(10_000), randomIds.ulid()];
    const first = await withdraw(userId, {}, key);
    const again = await withdraw(userId, {}, key);

    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await balanceOf(userId)).toMatchObject({ available: '60.00', withdrawing: '40.00' });
    expect(await withdraw(userId, { amount: '20.00' }, key)).toMatchObject({
      status: 422,
      body: { code: 'idempotency.key_reused', errors: [{ field: 'amount' }] },
    });
  });

  it('ten times at once with one key is one withdrawal', async () => {
    const [userId, key] = [await freshUser(10_000), randomIds.ulid()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(userId, {}, key)));

    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(idOf)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true);
    expect(await balanceOf(userId)).toMatchObject({ available: '60.00', withdrawing: '40.00' });
  });

  it('that was cut off is finished by a repeat, with the id it began with', async () => {
    const [userId, key] = [await freshUser(10_000), randomIds.ulid()];
    const first = await withdraw(userId, {}, key);
    // As a process leaves it that was cut off between its answer and the caller: nothing kept, the lease over.
    await service.db.query(
      `update idempotency_keys set status = 'running', response_status = null, response_body = null,
              lease_until = '2020-01-01' where key = $1`,
      [key],
    );
    const again = await withdraw(userId, {}, key);

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await balanceOf(userId)).toMatchObject({ available: '60.00', withdrawing: '40.00' });
  });

  it('names every fault at once', async () => {
    const answer = await withdraw(await freshUser(10_000), {
      ...{
        amount: '1.00',
        payCurrency: 'US-DT',
        payAddress: 'with a blank',
        memo: '',
        externalReference: 'x'.repeat(101),
      },
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    const { errors } = answer.body as { errors: { field: string }[] };
    expect(new Set(errors.map(({ field }) => field))).toEqual(
      new Set(['amount', 'payCurrency', 'payAddress', 'memo', 'externalReference']),
    );
  });

  it.each([
    ['amount', { amount: '40' }],
    ['amount', { amount: 40 }],
    ['amount', { amount: '-40.00' }],
    ['payAddress', { payAddress: 'short' }],
    ['payAddress', { payAddress: 'x'.repeat(121) }],
    ['memo', { memo: 'x'.repeat(65) }],
  ])('with a wrong %s is refused: %j', async (field, change) => {
    expect(await withdraw(1, change)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('below the minimum names the minimum', async () => {
    expect(await withdraw(await freshUser(10_000), { amount: '9.99' })).toMatchObject({
      status: 400,
      body: { code: 'withdrawal.amount_below_minimum', minimum: '10.00', errors: [{ field: 'amount' }] },
    });
  });

  it.each([
    [undefined, 401],
    [tokenOf(1), 403],
  ])('with the token %s is %i', async (token, status) => {
    const answer = await service.post(path, { body: wanted, ...(token === undefined ? {} : { token }) });

    expect(answer.status).toBe(status);
  });

  it('counts its outcomes', async () => {
    const metrics = await service.metric();

    for (const outcome of ['requested', 'below_minimum', 'insufficient_balance']) {
      expect(metrics).toMatch(new RegExp(`^repasse_withdrawals_total\\{.*outcome="${outcome}".*\\} [1-9]`, 'm'));
    }
  });
});

describe('GET /withdrawals', () => {
  interface Page {
    data: { id: string }[];
    pagination: { nextCursor: string | null };
  }
  const list = async (query: string, token: string): Promise<Page> => {
    const answer = await service.get(`${path}${query}`, token);
    expect(answer.status).toBe(200);
    return answer.body as Page;
  };

  it('lists a user’s own, newest first, page by page', async () => {
    const userId = await freshUser(10_000);
    const made: string[] = [];
    for (const amount of ['10.00', '11.00', '12.00']) {
      made.unshift(idOf(await withdraw(userId, { amount })));
      service.clock.advance(1_000);
    }
    const first = await list('?limit=2', tokenOf(userId));
    const second = await list(`?limit=2&cursor=${first.pagination.nextCursor}`, tokenOf(userId));

    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(made);
    expect(second.pagination.nextCursor).toBeNull();
    expect((await list('?status=PENDING', tokenOf(userId))).data).toHaveLength(3);
    expect((await list('?status=pending', tokenOf(userId))).data).toHaveLength(3);
    expect((await list('?status=PAID', tokenOf(userId))).data).toEqual([]);
  });

  it('shows them only to their user and to staff', async () => {
    const userId = await freshUser(10_000);
    const id = idOf(await withdraw(userId));

    for (const token of [tokenOf(userId), tokenOf(1, 'OPERATOR')]) {
      const answer = await service.get(`${path}/${id}`, token);
      expect(answer).toMatchObject({ status: 200, body: { id, userId } });
    }
    const stranger = await service.get(`${path}/${id}`, tokenOf(userId + 1_000));
    expect(stranger).toMatchObject({ status: 404, body: { code: 'withdrawal.not_found' } });
    expect((await list(`?user_id=${userId}`, tokenOf(1, 'ADMIN'))).data).toMatchObject([{ id }]);
    expect(await service.get(`${path}?user_id=${userId}`, tokenOf(2))).toMatchObject({ status: 403 });
  });

  it.each(['?cursor=nonsense', '?status=GONE', '?limit=0'])('%s is 400', async (query) => {
    const answer = await service.get(path + query, tokenOf(1));

    expect(answer.status).toBe(400);
  });

  it('shows the outcome of a request by its key, to its caller', async () => {
    const [userId, key] = [await freshUser(10_000), randomIds.ulid()];
    const made = await withdraw(userId, {}, key);
    const answer = await service.get(`${path}/idempotency/${key}`, tokenOf(userId));

    expect(answer).toMatchObject({ status: 200, body: { status: 'DONE', responseStatus: 201, response: made.body } });
    expect(await service.get(`${path}/idempotency/${key}`, tokenOf(userId + 1_000))).toMatchObject({ status: 404 });
  });
});
