import { systemClock } from '@repasse/chassis/clock';
import { type Bus } from '@repasse/chassis/bus/bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { compareWithBus } from '@repasse/chassis/restore/compare-with-bus';
import { rebuild, type Rebuilt } from '@repasse/chassis/restore/rebuild';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { callApi } from '@repasse/chassis/testing/http-test';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { startTestBus, type TestBus } from '@repasse/chassis/testing/test-bus';
import { loadConfig } from '../src/config';
import { startSplitSettlement } from '../src/main';
import { migrations } from '../src/migrations';
import { ledgerRestoration } from '../src/restoration';
import { bruno, olga } from './support/charges';
import { tokenOf, type RunningService } from './support/running-service';
import { first, second, startWithTwoPaidCharges } from './support/two-paid-charges';
import { fundsFor, payoutEvent } from './support/withdrawals';

const log = createLogger({ service: 'split-settlement', level: 'silent' });
const [eva, otto] = [31_001, 31_002];
const wanted = { payCurrency: 'usdtbsc', payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f' };

describe('the ledger after its database was put back', () => {
  let service: RunningService;
  let restored: Database;
  beforeAll(async () => {
    service = await startWithTwoPaidCharges('restore');
    restored = await openTestDatabase('restored', migrations);
  });
  afterAll(async () => {
    await service.stop();
    await restored.close();
  });

  const bus = () => service.bus as unknown as Bus;
  const withdraw = async (userId: number, amount: string): Promise<string> => {
    const token = tokenOf(userId, 'CUSTOMER', 'withdrawals:write');
    const { status, body } = await service.post('/withdrawals', { token, body: { ...wanted, amount } });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  };
  const rebuilt = (isApplied: boolean): Promise<Rebuilt> =>
    rebuild(ledgerRestoration, {
      ...{ db: restored, bus: bus(), log, clock: service.clock, ids: randomIds, isApplied },
      config: loadConfig(service.env),
      report: () => undefined,
    });

  /** The part that users see. */
  const seen = async (url: string, withdrawals: readonly string[]) => {
    const get = async (path: string, token: string) => (await callApi(url, 'GET', path, { token })).body;
    return {
      balances: await Promise.all([olga, bruno, eva, otto].map((userId) => get('/balance', tokenOf(userId)))),
      settlements: await Promise.all(
        [first, second].map(async ({ chargeId, userId }) => {
          const { settlementId, shares, grossAmount } = await get(`/settlements/${chargeId}`, tokenOf(userId));
          return { settlementId, shares, grossAmount };
        }),
      ),
      withdrawals: await Promise.all(
        withdrawals.map(async (id) => ({
          ...(await get(`/withdrawals/${id}`, tokenOf(1, 'ADMIN'))),
          updatedAt: 'as it was booked',
        })),
      ),
    };
  };
  const highestEntry = async (db: Database, which: 'min' | 'max'): Promise<number> => {
    const [row] = await db.query<{ entry: number }>(`select ${which}(entry_id) as entry from postings`);
    return row?.entry ?? 0;
  };

  it('books everything again, pays out nothing twice, and contradicts nothing that was published', async () => {
    await service.publish([fundsFor(eva, 10_000), fundsFor(otto, 5_000)]);
    await eventuallyHolds(async () => {
      for (const userId of [eva, otto]) {
        expect((await service.get('/balance', tokenOf(userId))).body).not.toMatchObject({ available: '0.00' });
      }
    });
    const withdrawals = [await withdraw(eva, '40.00'), await withdraw(eva, '20.00'), await withdraw(otto, '50.00')];
    const [paid = '', , all = ''] = withdrawals;
    await service.publish([
      payoutEvent('repasse.payout.requested.v1', { withdrawalId: paid, userId: eva, amountMinor: 4_000 }),
      payoutEvent('repasse.payout.settled.v1', { withdrawalId: paid, userId: eva, amountMinor: 4_000 }, {}, 2),
    ]);
    await eventually(async () => (await service.publishedOfWithdrawal(paid)).length === 2 || undefined);
    await eventually(async () => (await service.publishedOfWithdrawal(all)).length === 1 || undefined);
    const before = await seen(service.url, withdrawals);
    const told = await service.published(first.chargeId);
    const lastEntry = await highestEntry(service.db, 'max');

    await service.whileStopped(async () => {
      const compare = () => compareWithBus({ service: 'split-settlement', db: restored, bus: bus() });
      await expect(compare()).rejects.toMatchObject({ code: 'database.behind_bus' });
      const rehearsed = await rebuilt(false);
      expect(rehearsed.topics).toMatchObject([{ events: 0 }, { topic: 'withdrawal.events.v1', events: 3 }]);
      expect(await highestEntry(restored, 'max')).toBe(0);
      expect((await rebuilt(true)).unrestored).toEqual([]);
      await expect(compare()).resolves.toBeUndefined();
      expect((await rebuilt(true)).topics).toMatchObject([{ events: 0 }, { events: 0 }]);
      expect(await highestEntry(restored, 'min')).toBeGreaterThan(lastEntry);

      const again = await startSplitSettlement(loadConfig({ ...service.env, POSTGRES_URL: restored.url, PORT: '0' }), {
        clock: service.clock,
      });
      try {
        await eventuallyHolds(async () => expect(await seen(again.url, withdrawals)).toEqual(before));
        const check = await callApi(again.url, 'GET', '/ledger/check', { token: tokenOf(1, 'ADMIN') });
        expect(check.body).toMatchObject({ isBalanced: true, faults: [] });
        const refused = await callApi(again.url, 'POST', '/withdrawals', {
          token: tokenOf(eva, 'CUSTOMER', 'withdrawals:write'),
          body: { ...wanted, amount: '60.00' },
        });
        expect(refused.status).toBe(409);
        await eventuallyHolds(async () => {
          const repeated = await service.published(first.chargeId);
          expect(repeated.length).toBe(2 * told.length);
        });
      } finally {
        await again.stop();
      }
      expect(said(await service.published(first.chargeId)).slice(told.length)).toEqual(said(told));
      expect((await service.publishedOfWithdrawal(all)).length).toBe(1);
    });
  });

  /** Without the times of booking, which are later the second time. */
  const said = (messages: Awaited<ReturnType<RunningService['published']>>) =>
    messages.map(fromMessage).map(({ type, position, data }) => ({
      ...{ type, position },
      data: JSON.parse(JSON.stringify(data), (name, value: unknown) =>
        ['settledAt', 'releasedAt', 'releaseAt'].includes(name) ? undefined : value,
      ) as unknown,
    }));
});

describe('a withdrawal whose user has less after a restore', () => {
  let bus: TestBus;
  let restored: Database;
  beforeAll(async () => {
    [bus, restored] = await Promise.all([startTestBus('restore_debt'), openTestDatabase('restored_debt', migrations)]);
  });
  afterAll(() => Promise.all([bus.stop(), restored.close()]));

  it('is booked all the same, and what is not there is a debt', async () => {
    const withdrawalId = `wd_${randomIds.ulid()}`;
    await bus.publish([fundsFor(otto, 3_000)]);
    await bus.tell('repasse.withdrawal.requested.v1', withdrawalId, { withdrawalId, userId: otto, amountMinor: 5_000 });
    const nowhere = 'http://127.0.0.1:1';
    const config = loadConfig({
      ...{ POSTGRES_URL: restored.url, BUS_POSTGRES_URL: bus.db.url, JWKS_URL: nowhere, TOKEN_ISSUER: nowhere },
      FINGERPRINT_KEYS: '1:a-fingerprint-key-for-tests',
      INTERNAL_CALLERS: 'payment-gateway:an-internal-token-for-tests',
    });
    const { unrestored } = await rebuild(ledgerRestoration, {
      ...{ db: restored, bus: bus as unknown as Bus, log, clock: systemClock, ids: randomIds, isApplied: true, config },
      report: () => undefined,
    });

    expect(unrestored).toMatchObject([{ key: withdrawalId }]);
    const rows = await restored.query<{ kind: string; minor: number }>(
      `select split_part(account_id, ':', 1) as kind, balance_minor as minor from balances where account_id like '%:' || $1`,
      [otto],
    );
    const balances = Object.fromEntries(rows.map(({ kind, minor }) => [kind, minor]));
    expect(balances).toMatchObject({ withdrawal_held: 5_000, user_available: 0 });
    expect(balances['user_debt']).toBeLessThan(0);
  });
});
