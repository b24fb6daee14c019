import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { internalToken } from '@repasse/chassis/testing/running-service';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { createSellers } from './support/sellers';
import { payoutEvent } from './support/withdrawals';

/** Thursday; the run is on Friday at 18:00 in Brasília, and expected two hours before. */
const runAt = '2026-01-02T21:00:00.000Z';
const expectedFrom = '2026-01-02T19:00:00.000Z';
const staff = tokenOf(1, 'OPERATOR');
const manager = 69_999;

let service: RunningService;
beforeAll(async () => {
  service = await startService('payout-forecasts');
});
afterAll(() => service.stop());

const sellers = createSellers(() => service, 70_000);

const batches = async (token = staff): Promise<readonly Record<string, unknown>[]> =>
  ((await service.get('/payout-batches', token)).body as { data: Record<string, unknown>[] }).data;
const reportOf = async (id: unknown) => (await service.get(`/payout-batches/${String(id)}`, staff)).body;
const tell = async (balanceMinor: number, dueMinor = 0, rail = 'PIX') => {
  const headers = { 'repasse-internal-token': internalToken };
  const answer = await service.post('/internal/payout-funding', { headers, body: { rail, balanceMinor, dueMinor } });
  return { status: answer.status, body: answer.body };
};

it('says before a run what it will need, and that the batch waits until the account covers it', async () => {
  const users = [await sellers.seller(100_000, manager), await sellers.seller(50_000), await sellers.seller(0)];
  for (const userId of users) await sellers.putSchedule(userId, { frequency: 'DAILY' });
  const balances = (await Promise.all(users.map(sellers.balanceOf))) as { available: string }[];
  const needMinor = balances.reduce((sum, { available }) => sum + Math.round(Number(available) * 100), 0);
  const payoutAmount = (needMinor / 100).toFixed(2);
  expect(await batches()).toEqual([]);
  expect(await tell(0)).toMatchObject({ status: 200, body: { expectedMinor: 0, nextRunAt: null, missingMinor: 0 } });

  service.clock.set(expectedFrom);

  await eventuallyHolds(async () => expect(await batches()).toHaveLength(1));
  const [batch] = await batches();
  expect(batch).toMatchObject({ runAt, startedAt: null, status: 'EXPECTED' });
  const expected = [{ rail: 'PIX', count: 2, payoutAmount }];
  expect(await reportOf(batch?.['id'])).toMatchObject({ expected, payouts: { count: 0 }, skippedCount: 0 });
  expect(await batches(tokenOf(manager))).toEqual([]);
  const needed = { runningMinor: 0, expectedMinor: needMinor, nextRunAt: runAt };
  expect(await tell(1_000, 200)).toMatchObject({ body: { ...needed, missingMinor: needMinor - 800 } });

  service.clock.set(runAt);

  await eventuallyHolds(async () =>
    expect((await batches())[0]).toMatchObject({ status: 'DECIDED', startedAt: runAt }),
  );
  // payment-gateway has not heard of the payouts: none counts as due there, and all of them do here.
  expect(await tell(needMinor - 1)).toMatchObject({ body: { runningMinor: needMinor, missingMinor: 1 } });
  expect((await batches())[0]).toMatchObject({ status: 'WAITING_FOR_FUNDS' });
  expect((await batches(tokenOf(manager)))[0]).toMatchObject({ status: 'WAITING_FOR_FUNDS' });
  const { data } = (await service.get('/payouts', staff)).body as {
    data: { id: string; userId: number; amount: string }[];
  };
  await service.publish(
    data.map(({ id: withdrawalId, userId, amount }) => {
      const payout = { withdrawalId, userId, amountMinor: Math.round(Number(amount) * 100) };
      return payoutEvent('repasse.payout.requested.v1', payout);
    }),
  );
  await eventuallyHolds(async () =>
    expect(await tell(needMinor, needMinor)).toMatchObject({ body: { runningMinor: 0, missingMinor: 0 } }),
  );
  expect((await batches())[0]).toMatchObject({ status: 'DECIDED' });
});

it('expects no run of which no schedule is left', async () => {
  const userId = await sellers.seller(5_000);
  await sellers.putSchedule(userId, { frequency: 'DAILY' });
  service.clock.set('2026-01-05T20:00:00.000Z');
  const isExpected = { runAt: '2026-01-05T21:00:00.000Z', status: 'EXPECTED' };
  await eventuallyHolds(async () => expect((await batches())[0]).toMatchObject(isExpected));

  const schedules = await service.db.query<{ user_id: number }>('select user_id from payout_schedules');
  for (const { user_id } of schedules) await sellers.putSchedule(user_id, { frequency: 'MANUAL' });

  expect(await batches()).not.toContainEqual(expect.objectContaining(isExpected));
});

it('takes no telling from outside, and none of a rail that is not', async () => {
  const body = { rail: 'PIX', balanceMinor: 1, dueMinor: 0 };
  expect((await service.post('/internal/payout-funding', { token: staff, body })).status).toBe(401);
  expect(await tell(1, 0, 'TED')).toMatchObject({ status: 400, body: { errors: [{ field: 'rail' }] } });
});
