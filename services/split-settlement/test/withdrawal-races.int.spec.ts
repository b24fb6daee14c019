import { randomUUID } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { disputeEvent, paidCharge, paidEvent, refundEvent, type ChargePaid } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('withdrawal races');
});
afterAll(() => service.stop());
afterEach(async () => {
  expect((await service.get('/ledger/check', tokenOf(1, 'ADMIN'))).body).toMatchObject({
    isBalanced: true,
    faults: [],
  });
});

let nextUserId = 60_000;
/** A charge whose owner has 99.01 of it and no other money. */
const paidToOwner = async (): Promise<ChargePaid> => {
  const userId = ++nextUserId;
  const shares = [{ userId, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }];
  const charge = paidCharge({ userId, shares, sharedAmountMinor: 0 });
  await service.publish([paidEvent(charge)]);
  await eventuallyHolds(async () => expect(await balanceOf(userId)).toMatchObject({ available: '99.01' }));
  return charge;
};

type Balance = Record<'available' | 'withdrawing' | 'debt' | 'held', string>;
const balanceOf = async (userId: number) => (await service.get('/balance', tokenOf(userId))).body as Balance;
const centsOf = (text: string): number => Number(text.replace('.', ''));

/** Fifty requests at once, each for 10.00 and repeated while the service is too busy; answers how many were taken. */
const withdrawFiftyTimes = async (userId: number): Promise<number> => {
  const token = tokenOf(userId, 'CUSTOMER', 'withdrawals:write');
  const body = { amount: '10.00', payCurrency: 'BTC', payAddress: 'bc1qexampleaddress' };
  const withdraw = async (): Promise<number> => {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const { status } = await service.post('/withdrawals', { token, body, headers });
      if (status !== 503) return status;
    }
  };
  const statuses = await Promise.all(Array.from({ length: 50 }, withdraw));
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
  return statuses.filter((status) => status === 201).length;
};

describe('fifty withdrawals at once', () => {
  it('take the balance, and not a centavo more', async () => {
    const { userId } = await paidToOwner();

    expect(await withdrawFiftyTimes(userId)).toBe(9);
    expect(await balanceOf(userId)).toMatchObject({ available: '9.01', withdrawing: '90.00', debt: '0.00' });
  });

  it.each([
    ['a refund', (charge: ChargePaid) => refundEvent(charge, 5_000), '0.00'],
    [
      'a dispute',
      (charge: ChargePaid) =>
        disputeEvent('repasse.dispute.opened.v1', charge, 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', 5_000, 1),
      '50.00',
    ],
  ])('beside %s take the same money never twice', async (_what, eventOfCharge, held) => {
    const charge = await paidToOwner();
    const [takenCount] = await Promise.all([
      withdrawFiftyTimes(charge.userId),
      service.publish([eventOfCharge(charge)]),
    ]);

    const takenMinor = takenCount * 1_000;
    // 99.01 came, 50.00 went back or is held, and the rest is available, or owed where withdrawals were first.
    await eventuallyHolds(async () => {
      const { available, debt } = await balanceOf(charge.userId);
      expect(centsOf(available) - centsOf(debt)).toBe(9_901 - 5_000 - takenMinor);
    });
    const balance = await balanceOf(charge.userId);
    expect(balance).toMatchObject({ held, withdrawing: `${takenCount * 10}.00` });
    expect(Math.min(centsOf(balance.available), centsOf(balance.debt))).toBe(0);
    expect(takenMinor).toBeLessThanOrEqual(9_901);
    // A user with a debt has nothing to withdraw, and the others have too little left.
    expect(await withdrawFiftyTimes(charge.userId)).toBe(Math.floor(centsOf(balance.available) / 1_000));
  });
});

describe('a user in debt', () => {
  it('has nothing to withdraw', async () => {
    const charge = await paidToOwner();
    await service.publish([refundEvent(charge, 10_000)]);
    await eventuallyHolds(async () =>
      expect(await balanceOf(charge.userId)).toMatchObject({ available: '0.00', debt: '0.99' }),
    );

    expect(await withdrawFiftyTimes(charge.userId)).toBe(0);
  });
});
