import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import { checkLedger } from '../src/store/check-ledger';
import { listEntries } from '../src/store/list-entries';
import { eventOf, paidInternationally, refundedAt } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('coin_payments');
});
afterEach(async () => {
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
});
afterAll(() => ledger.close());

const receivedType = 'repasse.payment.received.v1';
const refundedType = 'repasse.refund.settled.v1';

let nextUserId = 9_000;
/** A payment of a new merchant. */
const freshPayment = () => ({
  paymentId: `pay_${randomIds.ulid()}`,
  userId: ++nextUserId,
  chargeId: null,
  attemptId: null,
  paymentMethod: 'CRYPTO' as const,
  currency: 'BRL',
});
type Payment = ReturnType<typeof freshPayment>;

const arrives = (payment: Payment, amountMinor = 10_000, change: object = {}): AnyEvent => {
  const data = { ...payment, providerReference: randomIds.ulid(), amountMinor, expectedAmountMinor: amountMinor };
  return eventOf(receivedType, payment.paymentId, 3, refundedAt, { ...data, ...change });
};
const goesBack = (payment: Payment, amountMinor: number, change: object = {}): AnyEvent => {
  const refundId = `re_${randomIds.ulid()}`;
  const data = { ...payment, refundId, amountMinor, purpose: 'MERCHANT' as const, splitRefund: null };
  return eventOf(refundedType, payment.paymentId, 5, refundedAt, { ...data, settledAt: refundedAt, ...change });
};

const tell = async (...events: readonly AnyEvent[]): Promise<void> => {
  for (const event of events) await ledger.tell(event);
};
const heldBy = async ({ userId }: Payment): Promise<Record<string, number>> => {
  const all = Object.entries(await ledger.balances());
  const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
  return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
};
const movedOf = async (account: string, act: () => Promise<void>): Promise<number> => {
  const before = (await ledger.balances())[account] ?? 0;
  await act();
  return ((await ledger.balances())[account] ?? 0) - before;
};

describe('a payment in coins', () => {
  it('is its merchant’s at once, but for the fee, and is booked once', async () => {
    const payment = freshPayment();
    const event = arrives(payment);

    expect(await movedOf('platform_fees', () => tell(event, event))).toBe(150);
    expect(await heldBy(payment)).toEqual({ user_available: 9_850 });
  });

  it('may come in several receipts, each with its fee', async () => {
    const payment = freshPayment();
    await tell(arrives(payment), arrives(payment, 1_000));

    expect(await heldBy(payment)).toEqual({ user_available: 9_850 + 985 });
  });

  it('may be priced in another currency', async () => {
    const payment = freshPayment();
    await tell(arrives(payment, 10_000, { currency: 'USD' }));

    const { userId } = payment;
    expect(await listEntries(ledger.db, { userId }, undefined, 10)).toMatchObject([
      { kind: 'FEE', currency: 'USD' },
      { kind: 'GROSS', currency: 'USD' },
    ]);
    expect(await heldBy(payment)).toEqual({ user_available: 9_850 });
  });

  it('of a charge is left to the charge', async () => {
    const payment = freshPayment();
    await tell(arrives(payment, 10_000, { chargeId: paidInternationally().chargeId, attemptId: null }));

    expect(await heldBy(payment)).toEqual({});
  });

  it('says nothing on the bus', async () => {
    const payment = freshPayment();
    const said = () => ledger.db.query('select from outbox');
    const before = await said();
    await tell(arrives(payment), goesBack(payment, 100));

    expect(await said()).toHaveLength(before.length);
  });

  it('stands among its merchant’s entries with its id', async () => {
    const payment = freshPayment();
    await tell(arrives(payment), goesBack(payment, 1_000));
    const entries = await listEntries(ledger.db, { userId: payment.userId }, undefined, 10);

    const { paymentId } = payment;
    const common = { paymentId, chargeId: null };
    expect(entries).toMatchObject([
      { kind: 'REFUND', transactionKind: 'PAYMENT_REFUNDED', amountMinor: 1_000, balanceAfterMinor: 8_850, ...common },
      { kind: 'FEE', transactionKind: 'PAYMENT_RECEIVED', amountMinor: 150, balanceAfterMinor: 9_850, ...common },
      { kind: 'GROSS', transactionKind: 'PAYMENT_RECEIVED', amountMinor: 10_000, balanceAfterMinor: 10_000, ...common },
    ]);
  });
});

describe('a refund of a payment in coins', () => {
  it('is taken from its merchant, in parts and each once', async () => {
    const payment = freshPayment();
    const part = goesBack(payment, 3_000);
    await tell(arrives(payment), part, part);

    expect(await heldBy(payment)).toEqual({ user_available: 6_850 });
  });

  it('in full leaves the fee as a debt, which the next payment repays', async () => {
    const payment = freshPayment();
    await tell(arrives(payment), goesBack(payment, 10_000));
    expect(await heldBy(payment)).toEqual({ user_debt: -150 });

    await tell(arrives({ ...freshPayment(), userId: payment.userId }));
    expect(await heldBy(payment)).toEqual({ user_available: 9_700 });
  });

  it('takes pending money of other charges before it makes a debt', async () => {
    const payment = freshPayment();
    const { userId } = payment;
    const shares = [{ userId, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }];
    await ledger.book(paidInternationally({ userId, shares, disputeReserveMinor: 0, sharedAmountMinor: 0 }));
    await tell(arrives(payment), goesBack(payment, 10_000));

    expect(await heldBy(payment)).toEqual({ user_pending: 9_751 });
  });

  it('of a payment that is not in the books is held back', async () => {
    await expect(tell(goesBack(freshPayment(), 100))).rejects.toMatchObject({ code: 'ledger.payment_missing' });
  });

  it('of a charge’s payment is left to the charge', async () => {
    const { chargeId } = paidInternationally();

    await expect(tell(goesBack(freshPayment(), 100, { chargeId }))).resolves.toBeUndefined();
  });
});
