import { type EventData } from '@repasse/contracts';
import { formatMinor } from '@repasse/chassis/money';

type ChargePaid = EventData['repasse.charge.paid.v1'];

/** What ChargeCreated said and ChargePaid does not repeat. */
export type KnownCharge = { readonly kind: string; readonly expiresAt: string; readonly createdAt: string };

export type Announcement = {
  readonly paid: ChargePaid;
  readonly charge: KnownCharge;
  readonly sequence: number;
  readonly previousId: string | null;
};

/** The charge as GET /charge/{chargeId} shows it once it is paid; payer data is not on the topics, so it is not here. */
const chargeOf = ({ paid, charge }: Announcement) => ({
  id: paid.chargeId,
  userId: paid.userId,
  kind: charge.kind,
  status: 'PAID',
  statusReason: paid.statusReason,
  grossAmount: formatMinor(paid.grossAmountMinor),
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

/** The body of a `charge.paid` webhook (design §9), as the text that is signed and sent on every try. */
export const chargePaidBody = (announcement: Announcement): string => {
  const { paid, sequence, previousId } = announcement;
  return JSON.stringify({
    type: 'charge.paid',
    timestamp: paid.paidAt,
    sequence,
    previousId,
    data: {
      charge: chargeOf(announcement),
      attempt: {
        id: paid.attemptId,
        chargeId: paid.chargeId,
        invoiceId: paid.invoiceId,
        paymentMethod: paid.paymentMethod,
        status: 'PAID',
        grossAmount: formatMinor(paid.grossAmountMinor),
        currency: paid.currency,
      },
      splitSettlement: paid.shares.map(({ userId, amountMinor, isOwner }) => ({
        userId,
        amountCents: amountMinor,
        isOwner,
      })),
    },
  });
};
