import { randomIds } from '@repasse/chassis/ids';
import { checkLedger } from '../src/store/check-ledger';
import { disputeEvent, paidCharge, paidEvent, refundEvent, surplusEvent, type ChargePaid } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('surplus and disputes');
});
afterEach(async () => {
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
});
afterAll(() => ledger.close());

let nextUserId = 8_000;
/** A charge whose owner shares only `shareMinor` with one other user. */
const freshCharge = (change: Partial<ChargePaid> = {}): ChargePaid => {
  nextUserId += 10;
  const shares = [
    { userId: nextUserId, amountMinor: 7_901, isOwner: true, reducedByMinor: 0 },
    { userId: nextUserId + 1, amountMinor: 2_000, isOwner: false, reducedByMinor: 0 },
  ];
  return paidCharge({ userId: nextUserId, shares, ...change });
};

const heldBy = async (userId: number): Promise<Record<string, number>> => {
  const all = Object.entries(await ledger.balances());
  const own = all.filter(([account, balance]) => account.endsWith(`:${userId}`) && balance !== 0);
  return Object.fromEntries(own.map(([account, balance]) => [account.replace(/:.*/, ''), balance]));
};

describe('money that a charge had no use for', () => {
  const received = 'repasse.charge.surplus_received.v1';
  const resolved = 'repasse.charge.surplus_resolved.v1';
  const refunded = 'repasse.charge.surplus_refunded.v1';
  const arrives = (charge: ChargePaid, handling: 'REFUND' | 'HOLD' | 'ACCEPT') =>
    surplusEvent(received, charge, { surplusAmountMinor: 500, handling });

  it.each([
    ['REFUND', { surplus_held: 500 }],
    ['HOLD', { surplus_held: 500 }],
    ['ACCEPT', { user_available: 500 }],
  ] as const)('is booked as its handling %s says', async (handling, expected) => {
    const charge = freshCharge();
    await ledger.tell(arrives(charge, handling));
    await ledger.tell(arrives(charge, handling));

    expect(await heldBy(charge.userId)).toEqual(expected);
  });

  it.each([
    ['ACCEPT', { user_available: 500 }],
    ['APPLY', {}],
    ['REFUND', { surplus_held: 500 }],
  ] as const)('that was held is what %s makes of it', async (handling, expected) => {
    const charge = freshCharge();
    const decision = surplusEvent(resolved, charge, { surplusAmountMinor: 500, handling }, 3);
    await ledger.tell(arrives(charge, 'HOLD'), decision);
    await ledger.tell(decision);

    expect(await heldBy(charge.userId)).toEqual(expected);
  });

  it('may be used in part, and kept in part', async () => {
    const charge = freshCharge();
    const part = (handling: 'APPLY' | 'ACCEPT', surplusAmountMinor: number, position: number) =>
      surplusEvent(resolved, charge, { surplusAmountMinor, handling }, position);
    const decisions = [part('APPLY', 300, 3), part('ACCEPT', 200, 4)];
    await ledger.tell(arrives(charge, 'HOLD'), ...decisions);
    await ledger.tell(...decisions);

    expect(await heldBy(charge.userId)).toEqual({ user_available: 200 });
  });

  it('goes back receipt by receipt, also where one refund is of several', async () => {
    const charge = freshCharge();
    const refundId = `re_${randomIds.ulid()}`;
    const events = ['E1', 'E2'].flatMap((providerReference, index) => [
      surplusEvent(received, charge, { providerReference, surplusAmountMinor: 500, handling: 'HOLD' }, index + 2),
      surplusEvent(refunded, charge, { providerReference, refundId, amountMinor: 500 }, index + 4),
    ]);
    await ledger.tell(...events);
    await ledger.tell(...events);

    expect(await heldBy(charge.userId)).toEqual({});
  });

  it('goes back, in part and then in full, each time once', async () => {
    const charge = freshCharge();
    const back = (amountMinor: number) =>
      surplusEvent(refunded, charge, { amountMinor, refundId: `re_${randomIds.ulid()}` }, 3);
    const [part, rest] = [back(200), back(300)];

    await ledger.tell(arrives(charge, 'REFUND'), part);
    await ledger.tell(part);
    expect(await heldBy(charge.userId)).toEqual({ surplus_held: 300 });
    await ledger.tell(rest, rest);
    expect(await heldBy(charge.userId)).toEqual({});
  });

  it('that the merchant had kept is taken from the merchant when it goes back', async () => {
    const charge = freshCharge();
    await ledger.tell(arrives(charge, 'ACCEPT'), surplusEvent(refunded, charge, { amountMinor: 500 }, 3));

    expect(await heldBy(charge.userId)).toEqual({});
  });

  it('pays for a charge together with later money, whatever is between them in the batch', async () => {
    const charge = freshCharge();
    const before = (await ledger.balances())['provider_clearing:PIX'] ?? 0;
    const applied = surplusEvent(resolved, charge, { surplusAmountMinor: 500, handling: 'APPLY' }, 3);

    await ledger.tell(paidEvent(freshCharge()), arrives(charge, 'HOLD'), applied, paidEvent(charge, 4));

    expect(await heldBy(charge.userId)).toEqual({ user_available: 7_901 });
    // 100.00 of each of the two charges; the part of 5.00 is in them, and not counted besides.
    expect((await ledger.balances())['provider_clearing:PIX']).toBe(before - 20_000);
  });

  it('repays a debt when the merchant keeps it', async () => {
    const charge = freshCharge();
    await ledger.tell(paidEvent(charge), refundEvent(charge, 10_000), arrives(charge, 'ACCEPT'));

    expect(await heldBy(charge.userId)).toEqual({ user_available: 401 });
  });

  it('that never arrived cannot be decided about', async () => {
    await expect(ledger.tell(surplusEvent(resolved, freshCharge(), { handling: 'ACCEPT' }))).rejects.toMatchObject({
      code: 'ledger.surplus_missing',
    });
  });
});

describe('a dispute', () => {
  const [opened, won, lost] = [
    'repasse.dispute.opened.v1',
    'repasse.dispute.won.v1',
    'repasse.dispute.lost.v1',
  ] as const;
  const newDispute = () => `dsp_${randomIds.ulid()}`;

  it('holds the shares in proportion, once', async () => {
    const [charge, disputeId] = [freshCharge(), newDispute()];
    await ledger.tell(paidEvent(charge));
    await ledger.tell(disputeEvent(opened, charge, disputeId, 5_000));
    await ledger.tell(disputeEvent(opened, charge, disputeId, 5_000));

    expect(await heldBy(charge.userId)).toEqual({ user_available: 3_901, dispute_held: 4_000 });
    expect(await heldBy(charge.userId + 1)).toEqual({ user_available: 1_000, dispute_held: 1_000 });
  });

  it('gives it back when it is won, once', async () => {
    const [charge, disputeId] = [freshCharge(), newDispute()];
    await ledger.tell(paidEvent(charge));
    await ledger.tell(disputeEvent(opened, charge, disputeId, 10_000));
    await ledger.tell(disputeEvent(won, charge, disputeId, 10_000, 3));
    await ledger.tell(disputeEvent(won, charge, disputeId, 10_000, 3));

    expect(await heldBy(charge.userId)).toEqual({ user_available: 7_901 });
    expect(await heldBy(charge.userId + 1)).toEqual({ user_available: 2_000 });
  });

  it('sends it to the provider when it is lost, and a refund of the rest takes what is left', async () => {
    const [charge, disputeId] = [freshCharge(), newDispute()];
    await ledger.tell(paidEvent(charge));
    const before = (await ledger.balances())['provider_clearing:PIX'] ?? 0;
    await ledger.tell(disputeEvent(opened, charge, disputeId, 6_000));
    await ledger.tell(disputeEvent(lost, charge, disputeId, 6_000, 3));
    await ledger.tell(refundEvent(charge, 4_000));

    expect(await heldBy(charge.userId)).toEqual({ user_debt: -99 });
    expect(await heldBy(charge.userId + 1)).toEqual({});
    expect((await ledger.balances())['provider_clearing:PIX']).toBe(before + 10_000);
  });

  it('that was won has taken nothing, as far as a refund after it is concerned', async () => {
    const [charge, disputeId] = [freshCharge(), newDispute()];
    await ledger.tell(paidEvent(charge));
    await ledger.tell(disputeEvent(opened, charge, disputeId, 5_000));
    await ledger.tell(disputeEvent(won, charge, disputeId, 5_000, 3));
    await ledger.tell(refundEvent(charge, 5_000));

    expect(await heldBy(charge.userId + 1)).toEqual({ user_available: 1_000 });
  });

  it('takes the reserve first, which is there for it', async () => {
    const charge = freshCharge({ paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495 });
    await ledger.tell(paidEvent(charge));
    await ledger.tell(disputeEvent(opened, charge, newDispute(), 1_000));

    expect(await heldBy(charge.userId)).toEqual({ user_pending: 7_406 - 305, dispute_held: 800 });
    expect(await heldBy(charge.userId + 1)).toEqual({ user_pending: 1_800, dispute_held: 200 });
  });

  it('of a payment the charge had no use for is its owner’s alone', async () => {
    const charge = freshCharge();
    const second = { ...charge, paymentId: `pay_${randomIds.ulid()}` };
    const surplus = { surplusAmountMinor: 10_000, handling: 'ACCEPT', statusReason: 'DUPLICATE' } as const;
    await ledger.tell(paidEvent(charge), surplusEvent('repasse.charge.surplus_received.v1', second, surplus));
    await ledger.tell(disputeEvent(opened, second, newDispute(), 10_000));

    expect(await heldBy(charge.userId)).toEqual({ user_available: 7_901, dispute_held: 10_000 });
    expect(await heldBy(charge.userId + 1)).toEqual({ user_available: 2_000 });
  });

  it('of money that was held first and then used is held of all users with a share', async () => {
    const charge = freshCharge();
    const first = { ...charge, paymentId: `pay_${randomIds.ulid()}` };
    const parts = { surplusAmountMinor: 500, statusReason: 'UNDERPAID' } as const;
    await ledger.tell(
      surplusEvent('repasse.charge.surplus_received.v1', first, { ...parts, handling: 'HOLD' }),
      surplusEvent('repasse.charge.surplus_resolved.v1', first, { surplusAmountMinor: 500, handling: 'APPLY' }, 3),
      paidEvent(charge, 4),
    );
    await ledger.tell(disputeEvent(opened, first, newDispute(), 500));

    expect(await heldBy(charge.userId + 1)).toEqual({ user_available: 1_900, dispute_held: 100 });
  });

  it('of a payment that is not in the books yet waits, parked', async () => {
    await expect(ledger.tell(disputeEvent(opened, freshCharge(), newDispute(), 100))).rejects.toMatchObject({
      code: 'ledger.settlement_missing',
      isRetryable: false,
    });
  });

  it('cannot be decided before it was opened', async () => {
    await expect(ledger.tell(disputeEvent(won, freshCharge(), newDispute(), 100))).rejects.toMatchObject({
      code: 'ledger.dispute_missing',
    });
  });
});
