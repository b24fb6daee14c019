import { type Bus } from '@repasse/chassis/bus/bus';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { compareWithBus } from '@repasse/chassis/restore/compare-with-bus';
import { rebuild, type Rebuilt } from '@repasse/chassis/restore/rebuild';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';

import { chargeRestoration } from '../src/restoration';
import { ChargeService } from './support/charge-service';
import { PaymentTeller } from './support/payment-teller';

type Body = TestAnswer['body'];

const log = createLogger({ service: 'charge', level: 'silent' });

/** Everything that a backup of before the first charge lacks. */
const tables = [
  ...['events', 'outbox', 'outbox_positions', 'topic_marks', 'idempotency_keys'],
  ...['charges', 'attempts', 'attempt_keys', 'awaited_offers', 'charge_counts', 'surpluses', 'charge_refunds'],
  ...['charge_facets', 'charge_paid_days'],
  ...['payer_data', 'payer_keys', 'split_configs', 'consumed_positions', 'consumed_offsets', 'parked_messages'],
];

describe('charges after the database was put back', () => {
  const charge = new ChargeService('restore');
  const teller = new PaymentTeller(charge);
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  const bus = () => charge.bus as unknown as Bus;
  const read = async (path: string): Promise<Body> => (await charge.call('GET', path)).body;
  const chargeOf = (attempt: Body) => read(`/charge/${String(attempt['chargeId'])}`);
  const attemptOf = (attempt: Body) => read(`/charge/attempts/${String(attempt['id'])}`);
  const becomes = (attempt: Body, status: string) =>
    eventually(async () => (await chargeOf(attempt))['status'] === status || undefined);
  const offered = async (more: object = {}): Promise<Body> =>
    (await charge.create({ paymentMethod: 'PIX', externalReference: 'order-1', ...more })).body;

  const rebuilt = (isApplied: boolean): Promise<Rebuilt> =>
    rebuild(chargeRestoration, {
      ...{ db: charge.db, bus: bus(), log, clock: charge.clock, ids: randomIds, isApplied },
      get config(): never {
        throw new Error('It needs no settings.');
      },
      report: () => undefined,
    });
  const compare = () => compareWithBus({ service: 'charge', db: charge.db, bus: bus() });
  const countOf = async (table: string): Promise<number> => {
    const [row] = await charge.db.query<{ total: number }>(`select count(*) as total from ${table}`);
    return row?.total ?? 0;
  };

  it('are all there again, with their refunds and their payers’ instructions, and nothing is decided twice', async () => {
    const attempts = {
      paid: await offered(),
      refunded: await offered(),
      overpaid: await offered(),
      open: await offered(),
      canceled: await offered(),
    };
    const token = await charge.token({ scopes: ['payments:write', 'payments:read'] });
    const body = { amount: 10, clientMode: 'noNeedToSpecify', expire_at: '2026-11-21T10:00:00-03:00' };
    const { response: payment } = (await charge.call('POST', '/payments', { token, body })).body as { response: Body };
    await teller.receive(attempts.paid);
    await teller.receive(attempts.refunded);
    await teller.receive(attempts.overpaid, { amountMinor: 10_500 });
    await charge.call('POST', `/charge/${String(attempts.canceled['chargeId'])}/cancel`, { body: {} });
    await becomes(attempts.refunded, 'PAID');
    await teller.tell('repasse.refund.settled.v1', attempts.refunded, {
      ...{ refundId: `re_${randomIds.ulid()}`, amountMinor: 10_000, purpose: 'MERCHANT', splitRefund: null },
    });
    await becomes(attempts.refunded, 'REFUNDED');
    await becomes(attempts.paid, 'PAID');
    await becomes(attempts.overpaid, 'PAID');
    await eventually(async () => (await countOf('outbox')) === 0 || undefined);
    const known = [attempts.paid, attempts.refunded, attempts.overpaid, attempts.open, attempts.canceled];
    const before = await Promise.all(known.map(async (one) => [await chargeOf(one), await attemptOf(one)]));
    const published = await charge.db.query('select topic, aggregateid, position from outbox_positions order by 1, 2');

    await charge.restart(async () => {
      await charge.db.query(`truncate ${tables.join(', ')}`);
      await expect(compare()).rejects.toMatchObject({ code: 'database.behind_bus' });

      const rehearsed = await rebuilt(false);
      expect(await countOf('events')).toBe(0);
      await expect(compare()).rejects.toMatchObject({ code: 'database.behind_bus' });
      expect(await rebuilt(true)).toEqual(rehearsed);
      expect(rehearsed.unrestored).toEqual([]);
      expect((await rebuilt(true)).topics).toEqual([{ topic: 'charge.events.v1', events: 0, aggregates: 0 }]);
      await expect(compare()).resolves.toBeUndefined();
      expect(await charge.db.query('select topic, aggregateid, position from outbox_positions order by 1, 2')).toEqual(
        published,
      );
    });

    // The janitor asks for instructions some seconds after the attempts.
    charge.clock.advance(60_000);
    await eventuallyHolds(async () => {
      const after = await Promise.all(known.map(async (one) => [await chargeOf(one), await attemptOf(one)]));
      expect(after.map(essential)).toEqual(before.map(essential));
    });
    await eventually(async () => (await countOf('awaited_offers')) === 0 || undefined);
    const again = await charge.call('GET', `/payments/${String(payment['id'])}`, { token });
    expect(again.body).toMatchObject({ response: { emv: payment['emv'], clientMode: 'noNeedToSpecify' } });
    // The events of payments are consumed again from the beginning, and say nothing new.
    await eventually(async () => (await countOf('consumed_positions')) >= 3 || undefined);
    expect(await charge.db.query('select topic, aggregateid, position from outbox_positions order by 1, 2')).toEqual(
      published,
    );
    await teller.receive(attempts.open);
    await becomes(attempts.open, 'PAID');
  });

  /** Without the bounds of fee rules, which no event has, and times of the last change: instructions came again. */
  const essential = (bodies: readonly Body[]): unknown =>
    JSON.parse(JSON.stringify(bodies), (name, value: unknown) =>
      ['minimum', 'maximum', 'updatedAt'].includes(name) ? undefined : value,
    );
});
