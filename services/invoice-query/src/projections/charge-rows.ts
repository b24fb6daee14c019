import { type AnyEvent, type EventData } from '@repasse/contracts';

/** Columns of the table. An event sets those it tells of; the others keep what they have. */
export interface ChargeRow {
  readonly charge_id: string;
  readonly position: number;
  readonly user_id: number;
  readonly updated_at: string;
  readonly attempts_offered: number;
  readonly refunded_minor: number;
  readonly surplus_minor: number;
  readonly surplus_refunded_minor: number;
  readonly status?: 'PENDING' | 'PROCESSING' | 'PAID' | 'EXPIRED' | 'CANCELED' | 'FAILED' | 'REFUNDED';
  readonly status_reason?: string | null;
  readonly payment_method?: string;
  readonly gross_minor?: number;
  readonly fee_minor?: number;
  readonly net_minor?: number;
  readonly shared_minor?: number;
  readonly dispute_reserve_minor?: number;
  readonly currency?: string;
  readonly description?: string | null;
  readonly external_reference?: string | null;
  readonly expires_at?: string;
  readonly created_at?: string;
  readonly paid_at?: string;
}

/**
 * The columns that an event sets of its charge; none for events of other aggregates. Columns are put together by
 * Object.assign: on Node 20, several objects spread into one take forty times as long, and a rebuild does it for every
 * event.
 */
export const chargeRowsOf = (event: AnyEvent): ChargeRow[] => {
  switch (event.type) {
    case 'repasse.charge.created.v1':
      return [Object.assign(headOf(event, event.data), amountsOf(event.data), createdColumns(event.data))];
    case 'repasse.charge.paid.v1':
      return [Object.assign(headOf(event, event.data), amountsOf(event.data), paidColumns(event.data))];
    case 'repasse.attempt.offered.v1':
      return [{ ...headOf(event, event.data), attempts_offered: 1 }];
    case 'repasse.charge.processing.v1':
      return [{ ...headOf(event, event.data), status: 'PROCESSING' }];
    case 'repasse.charge.reopened.v1':
      return [{ ...headOf(event, event.data), status: 'PENDING' }];
    case 'repasse.charge.expired.v1':
      return [{ ...headOf(event, event.data), status: 'EXPIRED' }];
    case 'repasse.charge.canceled.v1':
      return [{ ...headOf(event, event.data), status: 'CANCELED', status_reason: 'CANCELED_BY_MERCHANT' }];
    case 'repasse.charge.failed.v1':
      return [{ ...headOf(event, event.data), status: 'FAILED', status_reason: event.data.reason }];
    case 'repasse.charge.refunded.v1':
      return [Object.assign(headOf(event, event.data), refundedColumns(event.data))];
    case 'repasse.charge.surplus_received.v1':
      return [Object.assign(headOf(event, event.data), surplusColumns(event.data))];
    case 'repasse.charge.surplus_refunded.v1':
      return [{ ...headOf(event, event.data), surplus_refunded_minor: event.data.amountMinor }];
    case 'repasse.charge.surplus_resolved.v1':
    case 'repasse.attempt.failed.v1':
    case 'repasse.attempt.expired.v1':
      return [headOf(event, event.data)];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

const headOf = ({ position, time }: AnyEvent, data: { chargeId: string; userId: number }) => ({
  charge_id: data.chargeId,
  position,
  user_id: data.userId,
  updated_at: time,
  attempts_offered: 0,
  refunded_minor: 0,
  surplus_minor: 0,
  surplus_refunded_minor: 0,
});

type Created = EventData['repasse.charge.created.v1'];
type Paid = EventData['repasse.charge.paid.v1'];

const amountsOf = (data: Created | Paid) => ({
  gross_minor: data.grossAmountMinor,
  fee_minor: data.feeAmountMinor,
  net_minor: data.netAmountMinor,
  shared_minor: data.sharedAmountMinor,
  dispute_reserve_minor: data.disputeReserveMinor,
  currency: data.currency,
  description: data.description,
  external_reference: data.externalReference,
});

const createdColumns = ({ expiresAt, createdAt }: Created) => ({
  status: 'PENDING' as const,
  expires_at: expiresAt,
  created_at: createdAt,
});

const paidColumns = ({ statusReason, paymentMethod, paidAt }: Paid) => ({
  status: 'PAID' as const,
  status_reason: statusReason,
  payment_method: paymentMethod,
  paid_at: paidAt,
});

type Refunded = EventData['repasse.charge.refunded.v1'];

const refundedColumns = ({ isFull, refundedTotalMinor }: Refunded) => ({
  ...(isFull ? { status: 'REFUNDED' as const } : { status: 'PAID' as const, status_reason: 'PARTIALLY_REFUNDED' }),
  refunded_minor: refundedTotalMinor,
});

type Surplus = EventData['repasse.charge.surplus_received.v1'];

/** A surplus is the reason of the status, except on a charge that was canceled: the cancellation says more. */
const surplusColumns = ({ statusReason, surplusAmountMinor }: Surplus) => ({
  ...(statusReason === 'CANCELED' ? {} : { status_reason: statusReason }),
  surplus_minor: surplusAmountMinor,
});
