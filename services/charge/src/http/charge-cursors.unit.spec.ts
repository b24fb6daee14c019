import { directions, newestFirst, orderFields, type ChargeOrder } from '../store/reads/charge-order';
import { cursorFaults, cursorsIn } from './charge-cursors';

const row = {
  charge_id: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  created_at: '2026-11-21T12:00:00.000Z',
  paid_at: '2026-11-21T13:00:00.000Z',
  gross_amount_minor: 15_000,
};
const none: ReadonlySet<string> = new Set();
const orders: readonly ChargeOrder[] = orderFields.flatMap((by) => directions.map((direction) => ({ by, direction })));
const nextOf = (order: ChargeOrder): string =>
  cursorsIn(order).pageOf([row, row], 1, () => null).pagination.nextCursor ?? '';
const written = (text: string): string => Buffer.from(text).toString('base64url');

describe('the cursors of the list of charges', () => {
  it.each(orders)('go on by $by $direction where the page ended', (order) => {
    const own = {
      CREATED_AT: { created_at: row.created_at },
      PAID_AT: { paid_at: row.paid_at },
      AMOUNT: { gross_amount_minor: 15_000, created_at: row.created_at },
    };
    expect(cursorsIn(order).after(nextOf(order))).toEqual({ charge_id: row.charge_id, ...own[order.by] });
    expect(cursorFaults(nextOf(order), order, none)).toEqual([]);
  });

  it.each(orders)('by $by $direction go on in no other order', (order) => {
    const others = orders.filter((each) => each !== order);
    expect(others.map((other) => cursorFaults(nextOf(order), other, none))).toEqual(
      others.map(() => [
        { field: 'cursor', message: `goes on with orderBy=${order.by} and order=${order.direction} alone` },
      ]),
    );
  });

  it('are those of before, of the newest first', () => {
    expect(nextOf({ by: 'CREATED_AT', direction: 'DESC' })).toBe(written(`${row.created_at} ${row.charge_id}`));
  });

  it.each([
    'amount- 15000',
    `amount- -1 ${row.created_at} ${row.charge_id}`,
    `amount- 015 ${row.created_at} ${row.charge_id}`,
    `amount- 1e3 ${row.created_at} ${row.charge_id}`,
    `paid+ null ${row.charge_id}`,
    `paid+ ${row.paid_at} ch_1`,
  ])('are not %s', (text) => {
    const message = 'is not a nextCursor of this list';
    expect(cursorFaults(written(text), newestFirst, none)).toEqual([{ field: 'cursor', message }]);
  });

  it('are not judged where the order itself has a fault', () => {
    expect(cursorFaults('abc', newestFirst, new Set(['orderBy']))).toEqual([]);
  });
});
