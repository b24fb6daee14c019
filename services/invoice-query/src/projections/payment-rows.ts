import { type AnyEvent, type EventData } from '@repasse/contracts';

/** What was said last. Whether what was received is enough, and whether it has gone back, is in invoice_status. */
type PaymentStatus =
  'WAITING_PAYMENT' | 'CONFIRMING' | 'PARTIALLY_PAID' | 'RECEIVED' | 'EXPIRED' | 'CANCELED' | 'FAILED';

/** Columns of the table. An event sets those it tells of; the others keep what they have. */
export interface PaymentRow {
  readonly payment_id: string;
  readonly position: number;
  readonly invoice_id: number;
  readonly user_id: number;
  readonly charge_id: string | null;
  readonly attempt_id: string | null;
  readonly payment_method: string;
  readonly received_minor: number;
  readonly refunded_minor: number;
  readonly currency: string;
  readonly provider: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly amount_minor?: number;
  readonly status?: PaymentStatus;
  readonly provider_reference?: string;
  readonly external_reference?: string | null;
  readonly expires_at?: string;
  readonly paid_at?: string;
  readonly payer_currency?: string;
  readonly payer_amount_minor?: number;
  readonly pay_address?: string;
  readonly pay_amount?: string;
  readonly pay_uri?: string;
  readonly coin?: string;
  readonly deposited_minor?: number;
  readonly installments?: number;
  readonly decline_code?: string;
  readonly dispute_status?: 'OPEN' | 'WON' | 'LOST';
}

/** What an event tells of its payment; nothing for those of other aggregates. */
export const paymentRowsOf = (event: AnyEvent): PaymentRow[] => {
  switch (event.type) {
    case 'repasse.payment.requested.v1':
      return [{ ...ofPayment(event, event.data), status: 'WAITING_PAYMENT', ...requestedColumns(event.data) }];
    case 'repasse.payment.offered.v1':
      return [
        {
          ...ofPayment(event, event.data),
          ...offeredColumns(event.data),
          ...fxColumns(event.data),
          ...coinColumns(event.data),
        },
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
      return [{ ...headOf(event, event.data), ...receivedColumns(event.data), ...fxColumns(event.data) }];
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

/** What happens to a payment's money once it is there. The amounts in these events are not the payment's. */
const afterwardsOf = (event: AnyEvent): PaymentRow[] => {
  switch (event.type) {
    case 'repasse.refund.settled.v1':
      return [{ ...headOf(event, event.data), refunded_minor: event.data.amountMinor }];
    case 'repasse.refund.requested.v1':
    case 'repasse.refund.failed.v1':
      return [headOf(event, event.data)];
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

/** What every event of a payment carries. */
type Common = Pick<
  EventData['repasse.payment.requested.v1'],
  'paymentId' | 'invoiceId' | 'userId' | 'chargeId' | 'attemptId' | 'paymentMethod' | 'currency' | 'provider'
>;

const headOf = ({ position, time }: AnyEvent, data: Common) => ({
  payment_id: data.paymentId,
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
  external_reference: data.externalReference,
  ...(data.installments === undefined ? {} : { installments: data.installments }),
  ...fxColumns(data),
});

/** What the payer pays in their own currency, where that is another one. */
const fxColumns = ({ fx }: Pick<Requested, 'fx'>) =>
  fx === undefined ? {} : { payer_currency: fx.targetCurrency, payer_amount_minor: fx.finalAmountMinor };

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

const declineColumns = ({ declineCode }: EventData['repasse.payment.failed.v1']) =>
  declineCode === undefined ? {} : { decline_code: declineCode };

type Received = EventData['repasse.payment.received.v1'];

const receivedColumns = ({ amountMinor, expectedAmountMinor, receivedAt }: Received) => ({
  status: 'RECEIVED' as const,
  amount_minor: expectedAmountMinor,
  received_minor: amountMinor,
  paid_at: receivedAt,
});
