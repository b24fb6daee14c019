import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import { checkLedger } from '../src/store/check-ledger';
import { listEntries } from '../src/store/list-entries';
import { releaseDue } from '../src/store/release-due';
import { eventOf, refundedAt } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('standalone cards');
});
afterEach(async () => {
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
});
afterAll(() => ledger.close());

let nextUserId = 70_000;
/** A payment of a merchant nobody has seen before. */
const freshPayment = (paymentMethod: 'CREDIT_CARD' | 'PIX' = 'CREDIT_CARD') => ({
  paymentId: `pay_${randomIds.ulid()}`,
  userId: ++nextUserId,
  chargeId: null,
  attemptId: null,
  paymentMethod,
  currency: 'BRL',
});
type Payment = ReturnType<typeof freshPayment>;

const receivedAt = '2026-01-01T12:00:00.000Z';
const arrives = (payment: Payment, change: object = {}): AnyEvent => {
  const money = { amountMinor: 10_000, expectedAmountMinor: 10_000, providerReference: randomIds.ulid() };
  return eventOf('repasse.payment.received.v1', payment.paymentId, 3, receivedAt, {
    ...{ ...payment, ...money, receivedAt },
    ...change,
  });
};
const goesBack = (payment: Payment, amountMinor: number): AnyEvent => {
  const refund = { refundId: `re_${randomIds.ulid()}`, purpose: 'MERCHANT' as const, splitRefund: null };
  const data = { ...payment, ...refund, amountMinor, settledAt: refundedAt };
  return eventOf('repasse.refund.settled.v1', payment.paymentId, 5, refundedAt, data);
};
type DisputeType = 'repasse.dispute.opened.v1' | 'repasse.dispute.won.v1' | 'repasse.dispute.lost.v1';
const disputed = (type: DisputeType, payment: Payment, disputeId: string, amountMinor: number): AnyEvent =>
  eventOf(type, payment.paymentId, 6, refundedAt, { ...payment, disputeId, amountMinor });

const tell = async (...events: readonly AnyEvent[]): Promise<void> => {
  for (const event of events) await ledger.tell(event);
};
const release = (now: string): Promise<number> => releaseDue(ledger.db, randomIds, now, 500);
const heldBy = async ({ userId }: Payment): Promise<Record<string, number>> => {
  const all = Object.entries(await ledger.balances());
  const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
  return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
};
const waitingOf = async ({ userId }: Payment): Promise<readonly number[]> => {
  const rows = await ledger.db.query<{ left: number }>(
    `select amount_minor - taken_minor as left from releases
     where user_id = $1 and transaction_id is null order by due_at`,
    [userId],
  );
  return rows.map(({ left }) => left);
};

describe('a card payment without a charge', () => {
  it.each([
    [1, 438, [9_562]],
    [2, 488, [4_756, 4_756]],
    [6, 488, [1_587, 1_585, 1_585, 1_585, 1_585, 1_585]],
    [7, 538, [1_356, 1_351, 1_351, 1_351, 1_351, 1_351, 1_351]],
  ])('in %i instalments costs what the platform says, and waits', async (installments, feeMinor, parts) => {
    const payment = freshPayment();
    const before = (await ledger.balances())['platform_fees'] ?? 0;
    const event = arrives(payment, { installments });
    await tell(event, event);

    expect((await ledger.balances())['platform_fees']).toBe(before + feeMinor);
    expect(await heldBy(payment)).toEqual({ user_pending: 10_000 - feeMinor });
    expect(await waitingOf(payment)).toEqual(parts);
  });

  it('without a number of instalments is in one', async () => {
    const payment = freshPayment();
    await tell(arrives(payment));

    expect(await waitingOf(payment)).toEqual([9_562]);
  });

  it('becomes available instalment by instalment, and nobody is told of a charge', async () => {
    const payment = freshPayment();
    await tell(arrives(payment, { installments: 2 }));
    const said = () => ledger.db.query('select from outbox');
    const before = await said();

    await release('2026-01-31T11:59:59.999Z');
    expect(await heldBy(payment)).toEqual({ user_pending: 9_512 });
    await release('2026-01-31T12:00:00.000Z');
    expect(await heldBy(payment)).toEqual({ user_pending: 4_756, user_available: 4_756 });
    await release('2026-03-02T12:00:00.000Z');
    expect(await heldBy(payment)).toEqual({ user_available: 9_512 });
    expect(await said()).toHaveLength(before.length);

    const { userId, paymentId } = payment;
    const entries = await listEntries(ledger.db, { userId }, undefined, 10);
    expect(entries.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'FUNDS_RELEASED'),
      'PAYMENT_RECEIVED',
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ paymentId, chargeId: null, settlementId: null });
  });

  it('from abroad costs more and is available after its days', async () => {
    const payment = freshPayment();
    await tell(arrives(payment, { paymentMethod: 'INTERNATIONAL' }));
    expect(await heldBy(payment)).toEqual({ user_pending: 9_501 });

    await release('2026-01-08T12:00:00.000Z');
    expect(await heldBy(payment)).toEqual({ user_available: 9_501 });
  });
});

describe('a refund of a card payment without a charge', () => {
  it('is taken of what is available, then of what waits, the last instalment first', async () => {
    const payment = freshPayment();
    await tell(arrives(payment, { installments: 3 }));
    await release('2026-01-31T12:00:00.000Z');
    expect(await heldBy(payment)).toEqual({ user_available: 3_172, user_pending: 6_340 });

    await tell(goesBack(payment, 4_000));
    expect(await heldBy(payment)).toEqual({ user_pending: 5_512 });
    expect(await waitingOf(payment)).toEqual([3_170, 2_342]);
  });

  it('takes its own money before that of other payments', async () => {
    const payment = freshPayment();
    const other = { ...freshPayment(), userId: payment.userId };
    await tell(arrives(payment), arrives(other, { receivedAt: '2026-01-02T12:00:00.000Z' }));
    await tell(goesBack(payment, 9_562));

    expect(await waitingOf(payment)).toEqual([0, 9_562]);
  });

  it('in full leaves the fee as a debt, which the next release repays', async () => {
    const payment = freshPayment();
    await tell(arrives(payment), goesBack(payment, 10_000));
    expect(await heldBy(payment)).toEqual({ user_debt: -438 });

    const next = { ...freshPayment(), userId: payment.userId };
    await tell(arrives(next));
    expect(await heldBy(payment)).toEqual({ user_debt: -438, user_pending: 9_562 });
    await release('2026-01-31T12:00:00.000Z');
    expect(await heldBy(payment)).toEqual({ user_available: 9_124 });
  });
});

describe('a dispute of a payment without a charge', () => {
  const opened = async (installments = 1) => {
    const [payment, disputeId] = [freshPayment(), `dsp_${randomIds.ulid()}`];
    const event = disputed('repasse.dispute.opened.v1', payment, disputeId, 10_000);
    await tell(arrives(payment, { installments }), event, event);
    return { payment, disputeId };
  };

  it('holds it of its owner, whatever it was still waiting for, once', async () => {
    const { payment } = await opened(2);

    expect(await heldBy(payment)).toEqual({ dispute_held: 10_000, user_debt: -488 });
    expect(await waitingOf(payment)).toEqual([0, 0]);
  });

  it('won, is its owner’s at once, but for what they owed', async () => {
    const { payment, disputeId } = await opened();
    const won = disputed('repasse.dispute.won.v1', payment, disputeId, 10_000);
    await tell(won, won);

    expect(await heldBy(payment)).toEqual({ user_available: 9_562 });
  });

  it('lost, is the provider’s, and the owner owes the fee', async () => {
    const { payment, disputeId } = await opened();
    const before = (await ledger.balances())['provider_clearing:CREDIT_CARD'] ?? 0;
    const lost = disputed('repasse.dispute.lost.v1', payment, disputeId, 10_000);
    await tell(lost, lost);

    expect(await heldBy(payment)).toEqual({ user_debt: -438 });
    expect((await ledger.balances())['provider_clearing:CREDIT_CARD']).toBe(before + 10_000);
  });

  it('stands among its owner’s entries with the payment’s id', async () => {
    const { payment, disputeId } = await opened();
    await tell(disputed('repasse.dispute.lost.v1', payment, disputeId, 10_000));
    const { userId, paymentId } = payment;
    const entries = await listEntries(ledger.db, { userId }, undefined, 10);

    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(['DISPUTE_LOST', 'DISPUTE_OPENED', 'PAYMENT_RECEIVED']),
    );
    for (const entry of entries) expect(entry).toMatchObject({ paymentId, chargeId: null });
  });

  it('of a payment by PIX takes what is available', async () => {
    const payment = freshPayment('PIX');
    await tell(arrives(payment), disputed('repasse.dispute.opened.v1', payment, `dsp_${randomIds.ulid()}`, 4_000));

    expect(await heldBy(payment)).toEqual({ user_available: 5_901, dispute_held: 4_000 });
  });

  it('of one that is not in the books is held back', async () => {
    const event = disputed('repasse.dispute.opened.v1', freshPayment(), `dsp_${randomIds.ulid()}`, 100);

    await expect(tell(event)).rejects.toMatchObject({ code: 'ledger.payment_missing', isRetryable: false });
  });
});
