import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const clock = fakeClock('2026-11-27T15:00:00.000Z');
const scope = 'charges:read';
const merchant = tokenOf(olga, 'CUSTOMER', scope);
const operator = tokenOf(1, 'OPERATOR', scope);
let service: RunningService;

type Paid = EventData['repasse.charge.paid.v1'];
type Refunded = EventData['repasse.refund.settled.v1'];

const idOf = (prefix: string) => `${prefix}_${randomIds.ulid()}`;

const paid = (paidAt: string, data: Partial<Paid> = {}): AnyEvent => {
  const chargeId = idOf('ch');
  const told = { userId: olga, chargeId, grossAmountMinor: 10_000, feeAmountMinor: 99, paidAt, ...data };
  return event('repasse.charge.paid.v1', { key: chargeId, position: 1, at: '01.000', data: told });
};

const refunded = (settledAt: string, data: Partial<Refunded> = {}): AnyEvent => {
  const paymentId = idOf('pay');
  const told = { userId: olga, paymentId, chargeId: idOf('ch'), refundId: idOf('re'), amountMinor: 4_000, settledAt };
  return event('repasse.refund.settled.v1', { key: paymentId, position: 1, at: '02.000', data: { ...told, ...data } });
};

const failed = (failedAt: string): AnyEvent => {
  const chargeId = idOf('ch');
  const data = { userId: olga, chargeId, paymentMethod: 'CREDIT_CARD' as const, failedAt };
  return event('repasse.attempt.failed.v1', { key: chargeId, position: 1, at: '03.000', data });
};

/** 02:30 UTC is the evening before in São Paulo. */
const eveningOf26 = '2026-11-27T02:30:00.000Z';
const today = '2026-11-27T12:00:00.000Z';

beforeAll(async () => {
  service = await startService('overview', clock);
  await service.tell([
    ...[paid(eveningOf26), paid(eveningOf26), paid(today), paid(today, { paymentMethod: 'CREDIT_CARD' })],
    ...[paid('2026-10-28T12:00:00.000Z'), paid('2026-10-29T12:00:00.000Z'), paid(today, { userId: eve })],
    ...[refunded(today), refunded(today, { purpose: 'SURPLUS' }), refunded(today, { chargeId: null })],
    ...[failed(today), failed(today)],
  ]);
});
afterAll(() => service.stop());

interface Day {
  readonly day: string;
  readonly paymentMethod: string;
}

const read = (path: string, token = merchant) => service.get(path, token);
const daysOf = async (path = '/overview', token = merchant): Promise<readonly Day[]> =>
  ((await read(path, token)).body as { readonly days: readonly Day[] }).days;

const none = { count: 0, amount: '0.00' };
const dayOf = (day: string, paymentMethod: string, told: object) => ({
  ...{ day, paymentMethod, paid: { ...none, fees: '0.00' }, refunded: none, failed: { count: 0 } },
  ...told,
});
const paidOnce = { count: 1, amount: '100.00', fees: '0.99' };

describe('GET /overview', () => {
  it('sums up the last 30 days of São Paulo, by day and method', async () => {
    expect((await read('/overview')).body).toEqual({
      ...{ from: '2026-10-29', to: '2026-11-27', currency: 'BRL', asOf: '2026-11-27T15:00:00.000Z' },
      days: [
        dayOf('2026-10-29', 'PIX', { paid: paidOnce }),
        dayOf('2026-11-26', 'PIX', { paid: { count: 2, amount: '200.00', fees: '1.98' } }),
        dayOf('2026-11-27', 'CREDIT_CARD', { paid: paidOnce, failed: { count: 2 } }),
        dayOf('2026-11-27', 'PIX', { paid: paidOnce, refunded: { count: 1, amount: '40.00' } }),
      ],
    });
  });

  it('shows staff everybody’s, or those of a user, and others only their own', async () => {
    const ofAll = await daysOf('/overview', operator);
    expect(ofAll.at(-1)).toMatchObject({ paid: { count: 2, amount: '200.00' } });
    expect(await daysOf(`/overview?user_id=${eve}`, operator)).toEqual([
      dayOf('2026-11-27', 'PIX', { paid: paidOnce }),
    ]);
    expect((await read(`/overview?user_id=${eve}`)).status).toBe(403);
    expect((await read('/overview', tokenOf(olga, 'CUSTOMER', 'balance:read'))).status).toBe(403);
  });

  it('leaves out days without anything', async () => {
    expect(await daysOf('/overview', tokenOf(1_999, 'CUSTOMER', scope))).toEqual([]);
  });
});

it('is the same after a rebuild, which also makes it from events of before there was such a view', async () => {
  const before = (await service.contents())['charge_days'];
  await service.db.query('delete from charge_days');
  await service.rebuild();
  expect((await service.contents())['charge_days']).toEqual(before);
});

describe('GET /attention/disputes', () => {
  const disputes = (token: string, query = '') => read(`/attention/disputes${query}`, token);
  const openDispute = (userId: number): AnyEvent => {
    const [disputeId, paymentId] = [idOf('dsp'), idOf('pay')];
    const data = { disputeId, paymentId, userId };
    return event('repasse.dispute.opened.v1', { key: paymentId, position: 1, at: '01.000', data });
  };
  const countOf = (count: number, isMore = false) => ({
    body: { data: [{ kind: 'OPEN_DISPUTES', count, isMore, since: null }], asOf: '2026-11-27T15:00:00.000Z' },
  });
  const [mine, staff] = [tokenOf(olga, 'CUSTOMER', 'payments:read'), tokenOf(1, 'ADMIN', 'payments:read')];

  it('counts those that are open, and stops counting at a hundred', async () => {
    expect(await disputes(mine)).toMatchObject(countOf(0));
    await service.tell([openDispute(olga), openDispute(eve)]);
    expect(await disputes(mine)).toMatchObject(countOf(1));
    expect(await disputes(staff)).toMatchObject(countOf(2));
    expect(await disputes(staff, `?user_id=${eve}`)).toMatchObject(countOf(1));
    expect((await disputes(mine, `?user_id=${eve}`)).status).toBe(403);

    await service.tell(Array.from({ length: 100 }, () => openDispute(olga)));
    expect(await disputes(mine)).toMatchObject(countOf(100, true));
  });
});
