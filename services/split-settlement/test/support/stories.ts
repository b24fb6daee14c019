import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent } from '@repasse/contracts';
import fc from 'fast-check';
import { disputeEvent, eventOf, paidCharge, paidEvent, refundEvent, surplusEvent, type ChargePaid } from './charges';

const at = '2026-01-02T12:00:00.000Z';
const [opened, won, lost] = ['repasse.dispute.opened.v1', 'repasse.dispute.won.v1', 'repasse.dispute.lost.v1'] as const;

/** What happens to one charge or payment, in its order. */
export type Story = (users: readonly [number, number, number]) => readonly AnyEvent[];

const methods = [
  { paymentMethod: 'PIX' },
  { paymentMethod: 'INTERNATIONAL', disputeReserveMinor: 495 },
  { paymentMethod: 'CREDIT_CARD', installments: 3 },
] as const;

const chargeOf = (
  method: (typeof methods)[number],
  [owner, ana, bruno]: readonly [number, number, number],
): ChargePaid => {
  const share = (userId: number, amountMinor: number) => ({
    userId,
    amountMinor,
    isOwner: userId === owner,
    reducedByMinor: 0,
  });
  return paidCharge({
    ...method,
    userId: owner,
    shares: [share(owner, 6_921), share(ana, 1_980), share(bruno, 1_000)],
  });
};

const anyMethod = fc.constantFrom(...methods);
const anyAmount = fc.constantFrom(1, 999, 3_333, 6_000, 9_999);
const anyOutcome = fc.constantFrom(won, lost);

const refundedCharge: fc.Arbitrary<Story> = fc
  .tuple(anyMethod, fc.array(fc.tuple(anyAmount, fc.boolean()), { maxLength: 3 }))
  .map(([method, refunds]) => (users) => {
    const charge = chargeOf(method, users);
    const listed = [{ userId: users[1], amountMinor: 1_500 }];
    return [
      paidEvent(charge),
      ...refunds.map(([minor, isListed]) => refundEvent(charge, minor, { splitRefund: isListed ? listed : null })),
    ];
  });

const disputedCharge: fc.Arbitrary<Story> = fc
  .tuple(anyMethod, anyAmount, anyOutcome, anyAmount)
  .map(([method, minor, outcome, refundMinor]) => (users) => {
    const [charge, disputeId] = [chargeOf(method, users), `dsp_${randomIds.ulid()}`];
    return [
      paidEvent(charge),
      disputeEvent(opened, charge, disputeId, minor),
      refundEvent(charge, refundMinor),
      disputeEvent(outcome, charge, disputeId, minor),
      refundEvent(charge, 100),
    ];
  });

const surplusOfCharge: fc.Arbitrary<Story> = fc
  .tuple(
    fc.constantFrom('HOLD' as const, 'ACCEPT' as const),
    fc.constantFrom('APPLY' as const, 'ACCEPT' as const),
    fc.constantFrom(500, 9_999),
  )
  .map(([handling, decision, minor]) => (users) => {
    const charge = chargeOf(methods[0], users);
    const disputeId = `dsp_${randomIds.ulid()}`;
    const resolved = { surplusAmountMinor: 300, handling: decision };
    const back = (amountMinor: number) =>
      surplusEvent('repasse.charge.surplus_refunded.v1', charge, { amountMinor, refundId: `re_${randomIds.ulid()}` });
    const [part, rest] = [back(200), back(minor - 200)];
    return [
      surplusEvent('repasse.charge.surplus_received.v1', charge, { surplusAmountMinor: minor, handling }),
      ...(handling === 'HOLD' ? [surplusEvent('repasse.charge.surplus_resolved.v1', charge, resolved)] : []),
      ...[paidEvent(charge), part, part, disputeEvent(opened, charge, disputeId, minor), rest],
    ];
  });

const coinPayment: fc.Arbitrary<Story> = anyAmount.map((minor) => ([userId]) => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const payment = { chargeId: null, attemptId: null, paymentId, userId, paymentMethod: 'CRYPTO' } as const;
  const received = { ...payment, amountMinor: 9_999, expectedAmountMinor: 9_999, receivedAt: at };
  const refunded = { ...payment, refundId: `re_${randomIds.ulid()}`, amountMinor: minor };
  return [
    eventOf('repasse.payment.received.v1', paymentId, 1, at, received),
    eventOf('repasse.refund.settled.v1', paymentId, 1, at, refunded),
  ];
});

export const anyStory: fc.Arbitrary<Story> = fc.oneof(refundedCharge, disputedCharge, surplusOfCharge, coinPayment);

/** The stories told beside one another, each in its order. */
export const interleaved = (stories: readonly (readonly AnyEvent[])[], picks: readonly number[]): AnyEvent[] => {
  const left = stories.map((story) => [...story]);
  const picked = picks.flatMap((pick) => left[pick % left.length]?.shift() ?? []);
  return [...picked, ...left.flat()];
};

/** The events in batches: a new one begins behind each cut. */
export const cutAt = (events: readonly AnyEvent[], cuts: readonly boolean[]): AnyEvent[][] => {
  const batches: AnyEvent[][] = [[]];
  events.forEach((each, index) => {
    batches.at(-1)?.push(each);
    if (cuts[index] === true) batches.push([]);
  });
  return batches;
};
