import { type EventData } from '@repasse/contracts';
import { formatMinor } from '@repasse/values/money';
import { methodRows } from '../methods';
import { ofCharge, type Announcers, type Background, type ChargeSummary } from './announcement';

type Created = EventData['repasse.charge.created.v1'];
type Paid = EventData['repasse.charge.paid.v1'];
type Refunded = EventData['repasse.charge.refunded.v1'];

/** The facts of a charge that every message about it repeats. Payer data is on no topic, so it is not here. */
export const chargeSummary = (created: Created): ChargeSummary => ({
  id: created.chargeId,
  userId: created.userId,
  kind: created.kind,
  grossAmount: formatMinor(created.grossAmountMinor),
  currency: created.currency,
  description: created.description,
  externalReference: created.externalReference,
  expiresAt: created.expiresAt,
  createdAt: created.createdAt,
});

export const chargeAnnouncers: Announcers<
  | 'repasse.charge.created.v1'
  | 'repasse.charge.processing.v1'
  | 'repasse.charge.reopened.v1'
  | 'repasse.charge.paid.v1'
  | 'repasse.charge.expired.v1'
  | 'repasse.charge.canceled.v1'
  | 'repasse.charge.failed.v1'
  | 'repasse.charge.refunded.v1'
> = {
  'repasse.charge.created.v1': (created) =>
    ofCharge(created, 'charge.created', created.createdAt, () => ({
      charge: {
        ...chargeSummary(created),
        status: 'PENDING',
        netAmount: formatMinor(created.netAmountMinor),
        sharedAmount: formatMinor(created.sharedAmountMinor),
        disputeReserve: formatMinor(created.disputeReserveMinor),
      },
      splitSettlement: splitOf(created),
    })),
  'repasse.charge.processing.v1': (data) =>
    ofCharge(data, 'charge.processing', data.processingAt, ({ charge }) => ({
      charge: { ...charge, status: 'PROCESSING' },
      attempt: { id: data.attemptId, paymentMethod: data.paymentMethod, status: 'PROCESSING' },
    })),
  'repasse.charge.reopened.v1': (data) =>
    ofCharge(data, 'charge.reopened', data.reopenedAt, ({ charge }) => ({
      charge: { ...charge, status: 'PENDING' },
      attempt: { id: data.attemptId, paymentMethod: data.paymentMethod },
    })),
  'repasse.charge.paid.v1': (paid) =>
    ofCharge(
      paid,
      'charge.paid',
      paid.paidAt,
      (background) => ({
        charge: paidCharge(paid, background),
        attempt: payingAttempt(paid, background),
        splitSettlement: splitOf(paid),
      }),
      paid.invoiceId,
    ),
  'repasse.charge.expired.v1': (data) =>
    ofCharge(data, 'charge.expired', data.expiredAt, ({ charge }) => ({
      charge: { ...charge, status: 'EXPIRED', expiredAt: data.expiredAt },
    })),
  'repasse.charge.canceled.v1': (data) =>
    ofCharge(data, 'charge.canceled', data.canceledAt, ({ charge }) => ({
      charge: { ...charge, status: 'CANCELED', canceledAt: data.canceledAt },
    })),
  'repasse.charge.failed.v1': (data) =>
    ofCharge(data, 'charge.failed', data.failedAt, ({ charge }) => ({
      charge: { ...charge, status: 'FAILED', statusReason: data.reason, failedAt: data.failedAt },
    })),
  'repasse.charge.refunded.v1': (refunded) =>
    ofCharge(refunded, 'charge.refunded', refunded.refundedAt, ({ charge }) => ({
      charge: refundedCharge(refunded, charge),
      refund: {
        id: refunded.refundId,
        attemptId: refunded.attemptId,
        paymentMethod: refunded.paymentMethod,
        amount: formatMinor(refunded.amountMinor),
        currency: refunded.currency,
      },
    })),
};

/** Less than the gross amount may have been accepted for the whole: `paidAmount` is what came and was divided. */
const paidCharge = (paid: Paid, { charge }: Background) => ({
  ...charge,
  status: 'PAID',
  statusReason: paid.statusReason,
  paidAmount: formatMinor(paid.grossAmountMinor),
  netAmount: formatMinor(paid.netAmountMinor),
  sharedAmount: formatMinor(paid.sharedAmountMinor),
  disputeReserve: formatMinor(paid.disputeReserveMinor),
  refundedAmount: formatMinor(0),
  paidAt: paid.paidAt,
});

/** The attempt that completed the payment. It asked for the rest only where a part had come before. */
const payingAttempt = (paid: Paid, { attemptAmountMinor }: Background) => ({
  id: paid.attemptId,
  chargeId: paid.chargeId,
  invoiceId: paid.invoiceId,
  paymentMethod: paid.paymentMethod,
  status: 'PAID',
  grossAmount: formatMinor(attemptAmountMinor ?? paid.grossAmountMinor),
  currency: paid.currency,
  ...(paid.endToEndId !== undefined && { endToEndId: paid.endToEndId }),
  ...(methodRows[paid.paymentMethod].hasInstallments && { installments: paid.installments ?? 1 }),
});

const refundedCharge = (refunded: Refunded, charge: ChargeSummary | null) => ({
  ...charge,
  status: refunded.isFull ? 'REFUNDED' : 'PAID',
  statusReason: refunded.isFull ? null : 'PARTIALLY_REFUNDED',
  paidAmount: formatMinor(refunded.grossAmountMinor),
  refundedAmount: formatMinor(refunded.refundedTotalMinor),
});

const splitOf = ({ shares }: Pick<Paid, 'shares'>) =>
  shares.map(({ userId, amountMinor, isOwner, reducedByMinor }) => ({
    userId,
    amountCents: amountMinor,
    isOwner,
    ...(reducedByMinor > 0 && { reducedByCents: reducedByMinor }),
  }));
