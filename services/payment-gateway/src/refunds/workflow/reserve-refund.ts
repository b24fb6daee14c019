import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { sumMinor } from '@repasse/values/money';
import { type Ledger, type Reservation, type ReserveRequest } from '../../clients/split-settlement';
import { type KnownPayment } from '../../payments/domain/payment';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentCommand } from '../../payments/domain/payment-commands';

interface ReserveDeps {
  readonly ledger: Ledger;
  readonly reads: FreshReads;
}

/**
 * Has the ledger reserve what a refund will take, before anything is decided: the platform must not pay what its merchant
 * has spent. What the payment itself refuses is refused first, and a refund that is known already is not reserved again.
 */
export const reserveRefund = async (
  o: ReserveDeps,
  state: KnownPayment,
  command: PaymentCommand<'RequestRefund'>,
): Promise<Reservation | Rejection> => {
  const decided = payment.decide(command, state);
  if (isRejection(decided)) return decided;
  const parts = decided.flatMap((event) => (event.type === 'RefundRequested' ? [event.data.refund] : []));
  const [first] = parts;
  if (first === undefined) return { outcome: 'reserved' };
  const { paymentId, chargeId, userId, currency } = state.facts;
  const request = {
    ...{ refundId: command.data.refundId, chargeId, paymentId, userId, currency },
    amountMinor: sumMinor(parts.map(({ amountMinor }) => amountMinor)),
    splitRefund: first.splitRefund?.map((share) => ({ ...share })) ?? null,
  };
  return (await untilBooked(o, request)) ?? { outcome: 'not_booked' };
};

/** A payment is booked moments after it is received; coins up to two seconds later, so they are waited for once more. */
const untilBooked = async (
  { ledger, reads }: ReserveDeps,
  request: ReserveRequest,
): Promise<Reservation | undefined> => {
  const find = async (): Promise<Reservation | undefined> => {
    const reservation = await ledger.reserveRefund(request);
    return reservation.outcome === 'not_booked' ? undefined : reservation;
  };
  const look = () => reads.read({ find, isExpected: () => true, caller: request.userId });
  const isOfCoins = request.chargeId === null;
  return (await look()) ?? (isOfCoins ? ((await look()) ?? look()) : undefined);
};
