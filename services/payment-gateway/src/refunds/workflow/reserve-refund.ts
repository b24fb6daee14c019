import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/chassis/money';
import { setTimeout as pause } from 'node:timers/promises';
import { type Ledger, type Reservation } from '../../clients/split-settlement';
import { type KnownPayment } from '../../payments/domain/payment';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentCommand } from '../../payments/domain/payment-commands';

/** Coins are booked up to two seconds after they came, and their owner may refund them at once. */
const bookedWithinMs = 4_000;
const askAgainMs = 200;

type Reserved = Reservation | Rejection;

/**
 * Has the ledger reserve what a refund will take, before anything is decided: the platform must not pay what its merchant
 * has spent. What the payment itself refuses is refused first, and a refund that is known already is not reserved again.
 */
export const reserveRefund = async (
  ledger: Ledger,
  state: KnownPayment,
  command: PaymentCommand<'RequestRefund'>,
): Promise<Reserved> => {
  const decided = payment.decide(command, state);
  if (isRejection(decided)) return decided;
  const parts = decided.flatMap((event) => (event.type === 'RefundRequested' ? [event.data.refund] : []));
  const [first] = parts;
  if (first === undefined) return { outcome: 'reserved' };
  const { paymentId, chargeId, userId, currency } = state.facts;
  return untilBooked(ledger, {
    ...{ refundId: command.data.refundId, chargeId, paymentId, userId, currency },
    amountMinor: sumMinor(parts.map(({ amountMinor }) => amountMinor)),
    splitRefund: first.splitRefund?.map((share) => ({ ...share })) ?? null,
  });
};

/** A payment is booked moments after it is received. */
const untilBooked = async (ledger: Ledger, request: Parameters<Ledger['reserveRefund']>[0]): Promise<Reservation> => {
  const untilMs = performance.now() + bookedWithinMs;
  for (;;) {
    const reservation = await ledger.reserveRefund(request);
    if (reservation.outcome !== 'not_booked' || performance.now() >= untilMs) return reservation;
    await pause(askAgainMs);
  }
};
