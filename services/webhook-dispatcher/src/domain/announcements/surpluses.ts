import { type ChargeMethod } from '@repasse/contracts';
import { formatMinor } from '@repasse/values/money';
import { methodRows } from '../methods';
import { ofCharge, type Announcers } from './announcement';

/** Money that came for a charge and that the charge has no use for. */
export const surplusAnnouncers: Announcers<
  'repasse.charge.surplus_received.v1' | 'repasse.charge.surplus_resolved.v1' | 'repasse.charge.surplus_refunded.v1'
> = {
  'repasse.charge.surplus_received.v1': (received) =>
    ofCharge(received, 'charge.surplus_received', received.recordedAt, ({ charge }) => ({
      charge,
      surplus: {
        ...placeOf(received),
        amount: formatMinor(received.surplusAmountMinor),
        statusReason: received.statusReason,
        handling: received.handling,
        refundId: received.refundId,
        receivedAt: received.receivedAt,
      },
    })),
  'repasse.charge.surplus_resolved.v1': (resolved) =>
    ofCharge(resolved, 'charge.surplus_resolved', resolved.resolvedAt, ({ charge }) => ({
      charge,
      surplus: {
        ...placeOf(resolved),
        amount: formatMinor(resolved.surplusAmountMinor),
        handling: resolved.handling,
        refundId: resolved.refundId,
      },
    })),
  'repasse.charge.surplus_refunded.v1': (refunded) =>
    ofCharge(refunded, 'charge.surplus_refunded', refunded.refundedAt, ({ charge }) => ({
      charge,
      surplus: {
        ...placeOf(refunded),
        amount: formatMinor(refunded.amountMinor),
        handling: 'REFUND',
        refundId: refunded.refundId,
      },
    })),
};

interface Place {
  readonly paymentId: string;
  readonly attemptId: string;
  readonly paymentMethod: ChargeMethod;
  readonly providerReference: string;
  readonly currency: string;
}

/** A receipt by PIX has a name that both banks show. */
const placeOf = ({ paymentId, attemptId, paymentMethod, providerReference, currency }: Place) => ({
  ...{ paymentId, attemptId, paymentMethod, currency },
  ...(methodRows[paymentMethod].hasEndToEndId && { endToEndId: providerReference }),
});
