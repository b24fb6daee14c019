import { randomIds } from '@repasse/chassis/ids';
import { type EventData } from '@repasse/contracts';
import { releaseDue } from '../src/store/release-due';
import { checkLedger } from '../src/store/check-ledger';
import { paidCharge, paidEvent, refundEvent, type ChargePaid } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('reversals');
});
afterEach(async () => {
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
});
afterAll(() => ledger.close());

let nextUserId = 7_000;
/** A cast of its own for each test: 100.00 of which 69.21 goes to the owner, 19.80 and 10.00 to two others. */
const freshCharge = (change: Partial<ChargePaid> = {}): ChargePaid & { users: readonly [number, number, number] } => {
  const users = [nextUserId, nextUserId + 1, nextUserId + 2] as const;
  nextUserId += 3;
  const shares = [6_921, 1_980, 1_000].map((amountMinor, index) => ({
    userId: users[index] ?? 0,
    amountMinor,
    isOwner: index === 0,
    reducedByMinor: 0,
  }));
  return { ...paidCharge({ userId: users[0], shares, ...change }), users };
};

const heldBy = async (userId: number): Promise<Record<string, number>> => {
  const all = Object.entries(await ledger.balances());
  const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
  return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
};

const said = async (chargeId: string): Promise<EventData['repasse.split.reversed.v1'][]> => {
  const rows = await ledger.db.query<{ payload: EventData['repasse.split.reversed.v1'] }>(
    `select payload from outbox where aggregateid = $1 and type = 'repasse.split.reversed.v1' order by id`,
    [chargeId],
  );
  return rows.map(({ payload }) => payload);
};

describe('a refund', () => {
  it('takes the shares back, the fees from the owner, and says so', async () => {
    const charge = freshCharge();
    const [owner, ana, bruno] = charge.users;
    await ledger.book(charge);
    const clearingBefore = (await ledger.balances())['provider_clearing:PIX'] ?? 0;

    const refund = refundEvent(charge, 5_000);
    await ledger.tell(refund);

    expect(await heldBy(owner)).toEqual({ user_available: 6_921 - 3_510 });
    expect(await heldBy(ana)).toEqual({ user_available: 990 });
    expect(await heldBy(bruno)).toEqual({ user_available: 500 });
    expect((await ledger.balances())['provider_clearing:PIX']).toBe(clearingBefore + 5_000);
    expect(await said(charge.chargeId)).toMatchObject([
      {
        userId: owner,
        amountMinor: 5_000,
        shares: [
          { userId: owner, isOwner: true, amountMinor: 3_510, fromAvailableMinor: 3_510, fromDebtMinor: 0 },
          { userId: ana, isOwner: false, amountMinor: 990 },
          { userId: bruno, isOwner: false, amountMinor: 500 },
        ],
      },
    ]);
  });

  it('in many parts, with payments between them, ends exactly where the charge began', async () => {
    const charge = freshCharge();
    const [owner, ana, bruno] = charge.users;
    const steps = [1, 3_333, 1, 1, 6_000, 663, 1];
    const refunds = steps.map((amountMinor, index) => refundEvent(charge, amountMinor, {}, index + 2));

    await ledger.tell(paidEvent(charge), ...refunds.slice(0, 3));
    for (const refund of refunds.slice(3)) await ledger.tell(paidEvent(paidCharge()), refund);

    expect(await heldBy(ana)).toEqual({});
    expect(await heldBy(bruno)).toEqual({});
    // The fee of 0.99 is not given back, so the owner is out of pocket by it.
    expect(await heldBy(owner)).toEqual({ user_debt: -99 });
  });

  it('is booked once, even where the consumer has forgotten it', async () => {
    const charge = freshCharge();
    const refund = refundEvent(charge, 2_000);
    await ledger.tell(paidEvent(charge), refund);
    const before = await ledger.balances();

    await ledger.tell(refund);
    await ledger.tell(refund, refund);

    expect(await ledger.balances()).toEqual(before);
    expect(await said(charge.chargeId)).toHaveLength(1);
  });

  it('takes from the named users, and the rest from the owner', async () => {
    const charge = freshCharge();
    const [owner, ana, bruno] = charge.users;
    const splitRefund = [
      { userId: bruno, amountMinor: 3_000 },
      { userId: 1, amountMinor: 1_000 },
    ];
    await ledger.tell(paidEvent(charge), refundEvent(charge, 4_000, { splitRefund }));

    expect(await heldBy(owner)).toEqual({ user_available: 6_921 - 3_000 });
    expect(await heldBy(ana)).toEqual({ user_available: 1_980 });
    expect(await heldBy(bruno)).toEqual({});
  });

  it('of a charge that is not in the books is refused, so that it is parked', async () => {
    await expect(ledger.tell(refundEvent(freshCharge(), 100))).rejects.toMatchObject({
      code: 'ledger.settlement_missing',
      isRetryable: false,
    });
  });

  it('is taken once from the balance when twenty come at once', async () => {
    const charge = freshCharge();
    await ledger.book(charge);
    await Promise.all(Array.from({ length: 20 }, () => ledger.tell(refundEvent(charge, 500))));

    expect(await heldBy(charge.users[1])).toEqual({});
    expect(await heldBy(charge.users[0])).toEqual({ user_debt: -99 });
  });
});

describe('a refund of money that is not available yet', () => {
  it('shrinks planned releases, the last instalment first', async () => {
    const charge = freshCharge({ paymentMethod: 'CREDIT_CARD', installments: 3 });
    const [owner, ana] = charge.users;
    await ledger.tell(paidEvent(charge), refundEvent(charge, 5_000));
    expect(await heldBy(ana)).toEqual({ user_pending: 990 });

    const plan = await ledger.db.query(
      `select installment, amount_minor, taken_minor from releases r join settlements using (settlement_id)
       where charge_id = $1 and r.user_id = $2 order by installment`,
      [charge.chargeId, ana],
    );
    expect(plan).toEqual([
      { installment: 1, amount_minor: 660, taken_minor: 0 },
      { installment: 2, amount_minor: 660, taken_minor: 330 },
      { installment: 3, amount_minor: 660, taken_minor: 660 },
    ]);

    await releaseDue(ledger.db, randomIds, '2026-12-31T00:00:00.000Z', 500);
    expect(await heldBy(ana)).toEqual({ user_available: 990 });
    expect(await heldBy(owner)).toEqual({ user_available: 6_921 - 3_510 });
  });

  it('takes from the user’s other charges before it leaves a debt', async () => {
    const charge = freshCharge();
    const [owner] = charge.users;
    const pending = freshCharge({ paymentMethod: 'INTERNATIONAL' });
    const own = { userId: owner, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 };
    await ledger.tell(paidEvent({ ...pending, userId: owner, shares: [own] }), paidEvent(charge));

    await ledger.tell(refundEvent(charge, 10_000));

    expect(await heldBy(owner)).toEqual({ user_pending: 9_901 - 99 });
  });

  it('comes together with its release at the same moment without losing or doubling anything', async () => {
    const charges = Array.from({ length: 10 }, () => freshCharge({ paymentMethod: 'INTERNATIONAL' }));
    await ledger.book(...charges);

    await Promise.all([
      ...charges.map((charge) => ledger.tell(refundEvent(charge, 10_000))),
      ...Array.from({ length: 4 }, () => releaseDue(ledger.db, randomIds, '2026-01-20T00:00:00.000Z', 5)),
    ]);

    for (const { users } of charges) {
      expect(await heldBy(users[1])).toEqual({});
      expect(await heldBy(users[0])).toEqual({ user_debt: -99 });
    }
  });
});

describe('a debt', () => {
  it('is repaid by the next money that becomes available, in the same moment', async () => {
    const charge = freshCharge();
    const [owner, ana] = charge.users;
    const splitRefund = [{ userId: owner, amountMinor: 10_000 }];
    await ledger.tell(paidEvent(charge), refundEvent(charge, 10_000, { splitRefund }));
    expect(await heldBy(owner)).toEqual({ user_debt: -3_079 });
    expect(await heldBy(ana)).toEqual({ user_available: 1_980 });

    const small = { userId: owner, amountMinor: 2_000, isOwner: true, reducedByMinor: 0 };
    const amounts = { grossAmountMinor: 2_000, feeAmountMinor: 0, netAmountMinor: 2_000 };
    const next = () => ({ ...freshCharge({ ...amounts, fees: [], userId: owner }), shares: [small] });
    await ledger.book(next());
    expect(await heldBy(owner)).toEqual({ user_debt: -1_079 });

    await ledger.book(next(), next());
    expect(await heldBy(owner)).toEqual({ user_available: 2_921 });
  });

  it('waits while money is only pending, and is repaid when that is released', async () => {
    const charge = freshCharge();
    const [owner] = charge.users;
    await ledger.tell(paidEvent(charge), refundEvent(charge, 10_000));
    const card = freshCharge({ paymentMethod: 'CREDIT_CARD', userId: owner });
    const own = { userId: owner, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 };
    await ledger.book({ ...card, shares: [own] });
    expect(await heldBy(owner)).toEqual({ user_debt: -99, user_pending: 9_901 });

    await releaseDue(ledger.db, randomIds, '2026-12-31T00:00:00.000Z', 500);

    expect(await heldBy(owner)).toEqual({ user_available: 9_802 });
  });

  it('cannot be turned into its opposite', async () => {
    const owe = ledger.db.query(`update balances set balance_minor = 1 where account_id like 'user_debt:%'`);

    await expect(owe).rejects.toThrow('balances_check');
  });
});
