import { type EventData } from '@repasse/contracts';
import { formatMinor } from '@repasse/chassis/money';

type ChargePaid = EventData['repasse.charge.paid.v1'];

/** What ChargeCreated and AttemptOffered said and ChargePaid does not repeat: it tells what was booked as paid. */
export type KnownCharge = {
  readonly kind: string;
  readonly askedAmountMinor: number;
  readonly attemptAskedAmountMinor: number;
  readonly expiresAt: string;
  readonly createdAt: string;
};

export type Announcement = {
  readonly paid: ChargePaid;
  readonly charge: KnownCharge;
  readonly sequence: number;
  readonly previousId: string | null;
};

/**
 * The charge as GET /charge/{chargeId} shows it once it is paid; payer data is not on the topics, so it is not here.
 * Less than the gross amount may have been accepted for the whole: what was paid, and divided, stands beside it.
 */
const chargeOf = ({ paid, charge }: Announcement) => ({
  id: paid.chargeId,
  userId: paid.userId,
  kind: charge.kind,
  status: 'PAID',
  statusReason: paid.statusReason,
  grossAmount: formatMinor(charge.askedAmountMinor),
  paidAmount: formatMinor(paid.grossAmountMinor),
  netAmount: formatMinor(paid.netAmountMinor),
  sharedAmount: formatMinor(paid.sharedAmountMinor),
  disputeReserve: formatMinor(paid.disputeReserveMinor),
  refundedAmount: formatMinor(0),
  currency: paid.currency,
  description: paid.description,
  externalReference: paid.externalReference,
  expiresAt: charge.expiresAt,
  createdAt: charge.createdAt,
  paidAt: paid.paidAt,
});

/** The attempt that completed the payment. It asked for the rest only where a part had come before. */
const attemptOf = ({ paid, charge }: Announcement) => ({
  id: paid.attemptId,
  chargeId: paid.chargeId,
  invoiceId: paid.invoiceId,
  paymentMethod: paid.paymentMethod,
  status: 'PAID',
  grossAmount: formatMinor(charge.attemptAskedAmountMinor),
  currency: paid.currency,
  ...(paid.paymentMethod === 'CREDIT_CARD' && { installments: paid.installments ?? 1 }),
});

/** The body of a `charge.paid` webhook, as the text that is signed and sent on every try. */
export const chargePaidBody = (announcement: Announcement): string => {
  const { paid, sequence, previousId } = announcement;
  return JSON.stringify({
    type: 'charge.paid',
    timestamp: paid.paidAt,
    sequence,
    previousId,
    data: {
      charge: chargeOf(announcement),
      attempt: attemptOf(announcement),
      splitSettlement: paid.shares.map(({ userId, amountMinor, isOwner, reducedByMinor }) => ({
        userId,
        amountCents: amountMinor,
        isOwner,
        ...(reducedByMinor > 0 && { reducedByCents: reducedByMinor }),
      })),
    },
  });
};
