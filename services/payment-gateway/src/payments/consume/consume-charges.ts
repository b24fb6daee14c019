import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Consumption } from '@repasse/chassis/consumer/consumption';
import { isRejection } from '@repasse/chassis/decider';
import { type CommandOf } from '@repasse/chassis/event-store/execute';
import { callAll } from '@repasse/chassis/postgres/function-call';
import { type AnyEvent, type EventData, type EventType, isOfType } from '@repasse/contracts';
import { type LaterCommand } from '../domain/payment-commands';
import { type EndOfCharge } from '../store/ended-charges';
import { keepPaidSplits } from '../../refunds/store/paid-splits';
import { type PaymentStore } from '../store/payment-store';

const reasons = {
  'repasse.charge.paid.v1': 'CHARGE_PAID',
  'repasse.charge.canceled.v1': 'CHARGE_CANCELED',
  'repasse.charge.expired.v1': 'CHARGE_EXPIRED',
  'repasse.charge.failed.v1': 'CHARGE_FAILED',
} as const satisfies Partial<Record<EventType, EndOfCharge['reason']>>;

const endTypes = Object.keys(reasons) as (keyof typeof reasons)[];
const surplusTypes = ['repasse.charge.surplus_received.v1', 'repasse.charge.surplus_resolved.v1'] as const;
const isEnd = isOfType(endTypes);
const isSurplus = isOfType(surplusTypes);

/** The ends of a charge, and its surpluses; other events of a charge do not concern its payments. */
export const chargeTypes: readonly EventType[] = [...endTypes, ...surplusTypes];

/** A charge's event fits no payment here. A retry does not help, so an operator has to look. */
class UnrelatedChargeError extends Error {
  override readonly name = 'UnrelatedChargeError';
  readonly code = 'payment.charge_unrelated';
  readonly isRetryable = false;
}

interface ConsumeChargesDeps {
  readonly payments: Pick<PaymentStore, 'runAll' | 'endedCharges'>;
  readonly clock: Clock;
  /** A provider is to be asked for something because of this event, once its transaction has committed. */
  readonly onDue: (event: AnyEvent) => void;
}

/**
 * charge.events.v1 → commands. When a charge ends, its open payments are canceled and no more are made, and its
 * surpluses are refunded. Only the intent is recorded here; the reconciler, which is woken afterwards, asks the
 * providers. The ends of a batch are one query, and their commands are one load and one append.
 */
export const consumeCharges = ({
  payments,
  clock,
  onDue,
}: ConsumeChargesDeps): Required<Pick<Consumption, 'handle' | 'effectOf'>> => ({
  effectOf: (events) => {
    const now = toIso(clock.now());
    const ends = endsIn(events, now);
    // Without an open payment the only commands are those of surpluses.
    if (events.some((event) => commandsOf(event, now, ends, new Map()).length > 0)) return undefined;
    const calls = [keepPaidSplits(events), payments.endedCharges.keepAlone([...ends.values()])];
    // Neither the relay nor the reconciler has to do anything for these rows.
    return { calls, onWritten: () => undefined };
  },
  handle: async (events, tx) => {
    const now = toIso(clock.now());
    await callAll(tx, [keepPaidSplits(events)]);
    const ends = endsIn(events, now);
    // Ends are kept before open payments are looked for.
    const open = ends.size === 0 ? new Map() : await payments.endedCharges.keep(tx, [...ends.values()]);
    const commands = events.flatMap((event) => {
      const own = commandsOf(event, now, ends, open);
      if (own.length > 0) onDue(event);
      return own;
    });
    const outcomes = await payments.runAll(tx, commands);
    for (const [index, outcome] of outcomes.entries()) {
      if (isRejection(outcome)) throw refused(commands[index], outcome.code);
    }
  },
});

type Command = CommandOf<LaterCommand>;

/** The first end of a charge stays; a later one may add the payment that paid it. */
const endsIn = (events: readonly AnyEvent[], now: string): ReadonlyMap<string, EndOfCharge> => {
  const ends = new Map<string, EndOfCharge>();
  for (const event of events) {
    const end = endIn(event, now);
    if (end === undefined) continue;
    const first = ends.get(end.chargeId);
    ends.set(end.chargeId, first === undefined ? end : { ...first, paidBy: first.paidBy ?? end.paidBy });
  }
  return ends;
};

const endIn = (event: AnyEvent, endedAt: string): EndOfCharge | undefined => {
  if (!isEnd(event)) return undefined;
  const paidBy = event.type === 'repasse.charge.paid.v1' ? event.data.paymentId : null;
  return { chargeId: event.data.chargeId, reason: reasons[event.type], paidBy, endedAt };
};

const commandsOf = (
  event: AnyEvent,
  now: string,
  ends: ReadonlyMap<string, EndOfCharge>,
  open: ReadonlyMap<string, readonly string[]>,
): readonly Command[] => {
  const { traceparent } = event;
  if (isSurplus(event)) return refundOf(event.data, now).map((command) => ({ ...command, traceparent }));
  if (!isEnd(event)) return [];
  const { chargeId } = event.data;
  const reason = ends.get(chargeId)?.reason;
  if (reason === undefined) return [];
  const command = { type: 'CancelPayment', data: { reason, now } } as const;
  return (open.get(chargeId) ?? []).map((paymentId) => ({ streamId: paymentId, command, traceparent }));
};

type Surplus = EventData[(typeof surplusTypes)[number]];

/** The refund's id was made by the charge, so an event that comes twice is one refund. */
const refundOf = (surplus: Surplus, now: string): readonly Command[] => {
  const { refundId, paymentId, providerReference, surplusAmountMinor } = surplus;
  if (surplus.handling !== 'REFUND' || refundId === null) return [];
  const asked = { refundId, purpose: 'SURPLUS', receiptReference: providerReference } as const;
  const terms = { amountMinor: surplusAmountMinor, reason: null, splitRefund: null, now };
  return [{ streamId: paymentId, command: { type: 'RequestRefund', data: { ...asked, ...terms } } }];
};

const refused = (of: Command | undefined, code: string): UnrelatedChargeError =>
  new UnrelatedChargeError(`${of?.command.type} is refused by payment ${of?.streamId}: ${code}.`);
