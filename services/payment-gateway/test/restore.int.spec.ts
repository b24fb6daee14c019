import { type AnyEvent } from '@repasse/contracts';
import { randomIds } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type RestoreContext, type Unrestored } from '@repasse/chassis/restore/restoration';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { type Config } from '../src/config';
import { migrations } from '../src/migrations';
import { listHeldPayouts, resumePayout } from '../src/payouts/store/held-payouts';
import { gatewayRestoration as restoration } from '../src/restoration';
import { guardTimings } from './support/gateway';
import { type Merchant, startMerchant } from './support/merchant';
import { startWithdrawals, type Withdrawals } from './support/withdrawals';

const paymentTopic = 'payment.events.v1';
const payoutTopic = 'payout.events.v1';
const secondMs = 1_000;

const contextOn = (db: Database): RestoreContext<Config> => ({ db, ids: randomIds }) as RestoreContext<Config>;

/** As `restore rebuild` does with the events of a key that the database lacks. */
const rebuild = async (db: Database, topic: string, events: readonly AnyEvent[]): Promise<readonly Unrestored[]> => {
  const key = events[0]?.subject ?? '';
  const position = (events[0]?.position ?? 1) - 1;
  return db.transaction((tx) => restoration.rebuild(tx, [{ topic, key, position, events }], contextOn(db)));
};

describe('payments of a restored database', () => {
  let clock: FakeClock;
  let merchant: Merchant;
  let restored: Database;

  beforeAll(async () => {
    clock = fakeClock('2026-11-21T15:00:00.000Z');
    [merchant, restored] = await Promise.all([
      startMerchant({ clock, guardTimings }),
      openTestDatabase('restored gateway', migrations),
    ]);
  });
  afterAll(() => Promise.all([merchant.stop(), restored.close()]));

  const rowsOf = async (db: Database, paymentId: string) => ({
    payments: await db.query(
      `select payment_id, invoice_id, user_id, charge_id, attempt_id, payment_method, provider, provider_reference, status,
         amount_minor, currency, expires_at, due_at, created_at, updated_at
       from payments where payment_id = $1`,
      [paymentId],
    ),
    receipts: await db.query('select * from receipts where payment_id = $1', [paymentId]),
  });

  it('have their rows, receipts and refunds again, and no refund is asked for twice', async () => {
    const expiresAt = new Date(clock.now().getTime() + 600 * secondMs).toISOString();
    const { invoiceId, paymentId } = await merchant.paid({ expiresAt });
    await merchant.refund(invoiceId, { amount: '30.00', reason: 'Broken', splitRefund: 'OWNER' });
    const types = ['requested', 'offered', 'received', 'repasse.refund.requested', 'repasse.refund.settled'];
    const events = await merchant.gateway.expectPublished(paymentId, types);

    const unrestored = await rebuild(restored, paymentTopic, events);

    expect(await rowsOf(restored, paymentId)).toEqual(await rowsOf(merchant.gateway.db, paymentId));
    expect(unrestored.map(({ what }) => what)).toEqual(['the payer, the description and the messages of a payment']);
    // Nothing is due: the refund is settled here, as it is at the bank.
    expect(await restored.query('select due_at from payments where payment_id = $1', [paymentId])).toEqual([
      { due_at: null },
    ]);
  });

  it('go on where the database stands, by what came after', async () => {
    const expiresAt = new Date(clock.now().getTime() + 600 * secondMs).toISOString();
    const { paymentId } = await merchant.paid({ expiresAt });
    const events = await merchant.gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    await rebuild(restored, paymentTopic, events.slice(0, 1));

    await rebuild(restored, paymentTopic, events.slice(1));

    expect(await rowsOf(restored, paymentId)).toEqual(await rowsOf(merchant.gateway.db, paymentId));
    const versions = await restored.query('select version, type from events where stream_id = $1', [paymentId]);
    expect(versions).toEqual([
      { version: 1, type: 'PaymentRequested' },
      { version: 2, type: 'PaymentOffered' },
      { version: 3, type: 'PaymentReceived' },
    ]);
  });
});

describe('payouts of a restored database', () => {
  let clock: FakeClock;
  let world: Withdrawals;

  beforeAll(async () => {
    clock = fakeClock('2026-11-20T15:00:00.000Z');
    world = await startWithdrawals(clock);
  });
  afterAll(() => world.stop());

  /** The database as it was before the withdrawal. */
  const forget = async (withdrawalId: string): Promise<void> => {
    await world.gateway.db.query('delete from events where stream_id = $1', [withdrawalId]);
    await world.gateway.db.query('delete from payouts where withdrawal_id = $1', [withdrawalId]);
  };
  const rowOf = async (withdrawalId: string) => {
    const [row] = await world.gateway.db.query<{ status: string; due_at: string | null }>(
      'select status, due_at from payouts where withdrawal_id = $1',
      [withdrawalId],
    );
    return row;
  };
  /** Moves the clock in small steps until something holds. */
  const inTime = (probe: () => Promise<boolean>): Promise<unknown> =>
    eventually(
      async () => {
        clock.advance(5 * secondMs);
        return probe();
      },
      { timeoutMs: 15_000 },
    );

  it('that were sent are followed to their end, and not sent again', async () => {
    const withdrawalId = await world.withdraw();
    const events = await world.expectPublished(withdrawalId, ['requested', 'confirming']);
    await forget(withdrawalId);

    await rebuild(world.gateway.db, payoutTopic, events);
    expect(await rowOf(withdrawalId)).toMatchObject({ status: 'processing' });
    const [payout] = await world.api.sentOf(withdrawalId);
    await world.api.changePayout({ id: payout?.id ?? '' }, { status: 'FINISHED', hash: '0x8d3c' });

    await inTime(async () => (await rowOf(withdrawalId))?.status === 'paid');
    expect(await world.api.sentOf(withdrawalId)).toHaveLength(1);
  });

  it('that may have been sent wait for an operator', async () => {
    // The provider is away, so it is not known here how far the payout got.
    world.api.always('estimate', { kind: 'answer', isDone: false, status: 503, body: {} });
    const withdrawalId = await world.withdraw();
    await world.expectPublished(withdrawalId, ['requested']);

    const unrestored = await restoration.finish?.(contextOn(world.gateway.db));

    expect(unrestored).toEqual([{ what: expect.stringContaining('payouts resume'), key: withdrawalId }]);
    expect(await rowOf(withdrawalId)).toEqual({ status: 'requested', due_at: null });
    expect(await listHeldPayouts(world.gateway.db)).toMatchObject([{ id: withdrawalId, status: 'requested' }]);
    world.api.always('estimate', undefined);
    clock.advance(600 * secondMs);
    expect(await restoration.finish?.(contextOn(world.gateway.db))).toEqual([]);
    expect(await world.api.sentOf(withdrawalId)).toEqual([]);

    expect(await resumePayout(world.gateway.db, withdrawalId, clock.now().toISOString())).toBe(true);
    expect(await resumePayout(world.gateway.db, withdrawalId, clock.now().toISOString())).toBe(false);
    await inTime(async () => (await world.api.sentOf(withdrawalId)).length === 1);
  });
});
