import { type AnyEvent, type EventData } from '@repasse/contracts';
import { type InvoiceRow } from './invoice-row';
import { methodRows } from './methods';

/**
 * The columns that an event sets of its payment; none for events of other aggregates. Joined as those of charges are.
 */
export const paymentRowsOf = (event: AnyEvent): InvoiceRow[] => {
  switch (event.type) {
    case 'repasse.payment.requested.v1':
      return [Object.assign(ofPayment(event, event.data), requestedColumns(event.data), fxColumns(event.data))];
    case 'repasse.payment.offered.v1':
      return [
        Object.assign(
          ofPayment(event, event.data),
          offeredColumns(event.data),
          fxColumns(event.data),
          payUriColumns(event.data),
        ),
      ];
    case 'repasse.payment.confirming.v1':
      return [{ ...ofPayment(event, event.data), status: 'CONFIRMING' }];
    case 'repasse.payment.partially_received.v1':
      return [
        { ...ofPayment(event, event.data), status: 'PARTIALLY_PAID', deposited_minor: event.data.receivedTotalMinor },
      ];
    case 'repasse.payment.reopened.v1':
      return [{ ...ofPayment(event, event.data), status: 'WAITING_PAYMENT' }];
    case 'repasse.payment.received.v1':
      return [Object.assign(headOf(event, event.data), receivedColumns(event.data), fxColumns(event.data))];
    case 'repasse.payment.expired.v1':
      return [{ ...ofPayment(event, event.data), status: 'EXPIRED' }];
    case 'repasse.payment.canceled.v1':
      return [{ ...ofPayment(event, event.data), status: 'CANCELED' }];
    case 'repasse.payment.failed.v1':
      return [{ ...ofPayment(event, event.data), status: 'FAILED', ...declineColumns(event.data) }];
    case 'repasse.payment.outcome_unknown.v1':
      // A provider that keeps silent has not refused: what the payer sees stays what it was.
      return [ofPayment(event, event.data)];
    default:
      return afterwardsOf(event);
  }
};

/** The refunds and disputes of received money. The amounts in these events are not the payment's. */
const afterwardsOf = (event: AnyEvent): InvoiceRow[] => {
  switch (event.type) {
    case 'repasse.refund.settled.v1': {
      const { refundId, providerReference, amountMinor } = event.data;
      const search_references = [refundId, providerReference];
      return [{ ...headOf(event, event.data), refunded_minor: amountMinor, search_references }];
    }
    case 'repasse.refund.requested.v1':
    case 'repasse.refund.failed.v1':
      return [{ ...headOf(event, event.data), search_references: [event.data.refundId] }];
    case 'repasse.dispute.opened.v1':
      return [{ ...headOf(event, event.data), dispute_status: 'OPEN' }];
    case 'repasse.dispute.won.v1':
      return [{ ...headOf(event, event.data), dispute_status: 'WON' }];
    case 'repasse.dispute.lost.v1':
      return [{ ...headOf(event, event.data), dispute_status: 'LOST' }];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

/** The fields of every event of a payment. */
type Common = Pick<
  EventData['repasse.payment.requested.v1'],
  'paymentId' | 'invoiceId' | 'userId' | 'chargeId' | 'attemptId' | 'paymentMethod' | 'currency' | 'provider'
>;

const headOf = ({ position, time }: AnyEvent, data: Common) => ({
  subject_id: data.paymentId,
  invoice_type: 'PAYMENT' as const,
  position,
  invoice_id: data.invoiceId,
  user_id: data.userId,
  charge_id: data.chargeId,
  attempt_id: data.attemptId,
  payment_method: data.paymentMethod,
  received_minor: 0,
  refunded_minor: 0,
  currency: data.currency,
  provider: data.provider,
  created_at: time,
  updated_at: time,
});

/** Most events of a payment repeat what the payer was asked for. */
const ofPayment = (event: AnyEvent, data: Common & { readonly amountMinor: number }) => ({
  ...headOf(event, data),
  amount_minor: data.amountMinor,
});

type Requested = EventData['repasse.payment.requested.v1'];

const requestedColumns = (data: Requested) => ({
  status: 'WAITING_PAYMENT' as const,
  external_reference: data.externalReference,
  ...(data.installments === undefined ? {} : { installments: data.installments }),
});

/** The payer's own currency, where that is another one. */
const fxColumns = ({ fx }: Pick<Requested, 'fx'>) => (fx === undefined ? {} : { payer_currency: fx.targetCurrency });

const offeredColumns = ({ providerReference, expiresAt }: EventData['repasse.payment.offered.v1']) => ({
  status: 'WAITING_PAYMENT' as const,
  provider_reference: providerReference,
  expires_at: expiresAt,
});

/** Where coins go, for payments that are made in them. */
const coinColumns = ({ crypto }: EventData['repasse.payment.offered.v1']) =>
  crypto === undefined
    ? {}
    : {
        pay_address: crypto.payAddress,
        pay_amount: crypto.payAmount,
        pay_uri: crypto.uri,
        coin: crypto.payCurrency,
      };

/** The code that the payer scans: of a PIX, or the URI of a payment in coins, with the rest of its columns. */
const payUriColumns = (data: EventData['repasse.payment.offered.v1']) =>
  data.brCode === undefined ? coinColumns(data) : { pay_uri: data.brCode };

const declineColumns = ({ declineCode }: EventData['repasse.payment.failed.v1']) =>
  declineCode === undefined ? {} : { decline_code: declineCode };

type Received = EventData['repasse.payment.received.v1'];

/** A part that the merchant accepted as the whole is enough, whatever was expected; otherwise the sum decides. */
const receivedColumns = (data: Received) => ({
  status: data.isPartAccepted === true ? ('PAID' as const) : ('RECEIVED' as const),
  amount_minor: data.expectedAmountMinor,
  received_minor: data.amountMinor,
  paid_at: data.receivedAt,
  search_references: [data.providerReference],
  ...(methodRows[data.paymentMethod].hasEndToEndId && { end_to_end_id: data.providerReference }),
});
