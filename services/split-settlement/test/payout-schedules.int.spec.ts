import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { createSellers } from './support/sellers';

const path = '/payout-schedule';

let service: RunningService;
beforeAll(async () => {
  service = await startService('payout-schedules');
});
afterAll(() => service.stop());

const manager = 29_999;
const { seller, balanceOf, putSchedule: put } = createSellers(() => service, 30_000);

describe('PUT /payout-schedule', () => {
  it('keeps a schedule and says when it runs next', async () => {
    const userId = await seller(0);
    // It is Thursday, 1 January.
    const answer = await put(userId, { frequency: 'WEEKLY', weekday: 'FRIDAY', keepAmount: '10.00' });

    const expected = { frequency: 'WEEKLY', weekday: 'FRIDAY', keepAmount: '10.00', businessDaysOnly: true };
    expect(answer).toMatchObject({ status: 200, body: { ...expected, nextRunAt: '2026-01-02T21:00:00.000Z' } });
    expect((await service.get(path, tokenOf(userId))).body).toEqual(answer.body);
  });

  it('is MANUAL before one is set, and after it is taken back', async () => {
    const userId = await seller(0);
    const manual = { frequency: 'MANUAL', nextRunAt: null };
    expect((await service.get(path, tokenOf(userId))).body).toMatchObject({ ...manual, updatedAt: null });

    await put(userId, { frequency: 'DAILY' });

    expect((await put(userId, { frequency: 'MANUAL' })).body).toMatchObject(manual);
  });

  it('names every field that is missing or does not belong there', async () => {
    const answer = await put(await seller(0), { frequency: 'WEEKLY', dayOfMonth: 3, thresholdAmount: '1.00' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    const errors = ['weekday', 'dayOfMonth', 'thresholdAmount'].map((field) => ({ field }));
    expect(answer).toMatchObject({ body: { errors } });
  });

  it('takes no threshold that is always reached', async () => {
    const answer = await put(await seller(0), { frequency: 'THRESHOLD', thresholdAmount: '0.00' });

    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'thresholdAmount' }] } });
  });

  it('takes no destination of somebody else', async () => {
    const answer = await put(await seller(0), { frequency: 'DAILY', destinationId: `dst_${'0'.repeat(26)}` });

    expect(answer).toMatchObject({ status: 404, body: { code: 'withdrawal.destination_not_found' } });
  });

  it('is for the merchant that manages the seller, and not for another one', async () => {
    const userId = await seller(0, manager);
    const of = `?user_id=${userId}`;

    expect(await put(manager, { frequency: 'DAILY' }, of)).toMatchObject({ status: 200, body: { userId } });
    expect(await put(manager - 1, { frequency: 'DAILY' }, of)).toMatchObject({
      status: 403,
      body: { code: 'withdrawal.not_the_manager' },
    });
    expect((await service.get(path + of, tokenOf(1, 'OPERATOR'))).status).toBe(200);
  });
});

describe('a run', () => {
  it('pays each user once what is theirs, and says why others are skipped', async () => {
    const [paid, kept, poor] = [await seller(50_000, manager), await seller(20_000), await seller(0)];
    await put(paid, { frequency: 'DAILY' });
    await put(kept, { frequency: 'DAILY', keepAmount: '150.00' });
    await put(poor, { frequency: 'DAILY' });
    const [before] = [await availableOf(paid), await availableOf(kept)];

    service.clock.set('2026-01-02T21:00:00.000Z');

    await eventuallyHolds(async () => expect(await linesOf([paid, kept, poor])).toHaveLength(3));
    const lines = await linesOf([paid, kept, poor]);
    expect(lines).toMatchObject([
      { skip: null, manager },
      { skip: null, manager: null },
      { skip: 'NOTHING_AVAILABLE', manager: null },
    ]);
    expect(await balanceOf(paid)).toMatchObject({ available: '0.00', withdrawing: before });
    expect(await balanceOf(kept)).toMatchObject({ available: '150.00' });
    const withdrawal = await service.get(`/withdrawals/${lines[0]?.withdrawal}`, tokenOf(paid));
    expect(withdrawal.body).toMatchObject({ amount: before, rail: 'PIX', status: 'PENDING', requestedBy: null });
    await eventuallyHolds(async () => {
      const said = await service.publishedOfWithdrawal(String(lines[0]?.withdrawal));
      expect(said).toHaveLength(1);
    });
  });

  it('decides nothing twice when its schedules come due again', async () => {
    const userId = await seller(30_000);
    await put(userId, { frequency: 'DAILY' });
    service.clock.set('2026-01-05T21:00:00.000Z');
    await eventuallyHolds(async () => expect(await linesOf([userId])).toHaveLength(1));
    const [line] = await linesOf([userId]);
    const balance = await balanceOf(userId);

    await service.db.query(`update payout_schedules set next_run_at = '2026-01-05T21:00:00Z' where user_id = $1`, [
      userId,
    ]);
    service.clock.advance(1);

    await eventuallyHolds(async () => {
      const schedule = await service.get(path, tokenOf(userId));
      expect(schedule.body).toMatchObject({ nextRunAt: '2026-01-06T21:00:00.000Z' });
    });
    expect(await linesOf([userId])).toEqual([line]);
    expect(await balanceOf(userId)).toMatchObject({ withdrawing: (balance as { withdrawing: string }).withdrawing });
  });
});

const availableOf = async (userId: number): Promise<string> =>
  ((await balanceOf(userId)) as { available: string }).available;

const linesOf = (users: readonly number[]) =>
  service.db.query<{ withdrawal: string | null; skip: string | null; manager: number | null }>(
    `select withdrawal_id as withdrawal, skip_reason as skip, manager_user_id as manager from payout_batch_lines
     where user_id = any ($1) order by user_id`,
    [users],
  );
