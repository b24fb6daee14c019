import { assertNever } from '@repasse/chassis/decider';
import { heldPartsOf, type Attempt, type ExistingCharge, type PaidCharge } from '../domain/charge';
import { type SurplusReason } from '../domain/charge.terms';

export const statuses = ['PENDING', 'PROCESSING', 'PAID', 'EXPIRED', 'CANCELED', 'FAILED', 'REFUNDED'] as const;
/** In the words of the API; the domain's are lower case and say more. */
export type Status = (typeof statuses)[number];
export type StatusReason =
  | 'UNDERPAID'
  | 'OVERPAID'
  | 'LATE'
  | 'DUPLICATE'
  | 'DECLINED'
  | 'PROVIDER_ERROR'
  | 'CANCELED_BY_MERCHANT'
  | 'PARTIALLY_REFUNDED'
  | 'DISPUTED';
/** The payment's status at the provider, as far as known here. */
export type GatewayStatus =
  | 'REQUESTED'
  | 'OFFERED'
  | 'CONFIRMING'
  | 'RECEIVED'
  | 'EXPIRED'
  | 'CANCELED'
  | 'FAILED'
  | 'REFUNDED';

export interface AttemptStanding {
  readonly status: Status;
  readonly status_reason: StatusReason | null;
  readonly gateway_status: GatewayStatus;
}

/** The one thing about a charge that is most unusual: money in dispute before money given back before money too much. */
export const chargeReasonOf = (charge: ExistingCharge): StatusReason | null => {
  switch (charge.status) {
    case 'pending':
    case 'processing':
      return heldPartsOf(charge).length > 0 ? 'UNDERPAID' : null;
    case 'expired':
      return has(charge, 'LATE') ? 'LATE' : heldPartsOf(charge).length > 0 ? 'UNDERPAID' : null;
    case 'canceled':
      return 'CANCELED_BY_MERCHANT';
    case 'failed':
      return charge.reason;
    case 'paid':
    case 'refunded':
      return paidReasonOf(charge);
    default:
      return assertNever(charge);
  }
};

const paidReasonOf = (charge: PaidCharge): StatusReason | null => {
  if (charge.disputes.some(({ standing }) => standing !== 'won')) return 'DISPUTED';
  if (charge.status === 'paid' && charge.refunds.length > 0) return 'PARTIALLY_REFUNDED';
  return has(charge, 'DUPLICATE') ? 'DUPLICATE' : charge.reason;
};

const has = ({ surpluses }: ExistingCharge, reason: SurplusReason): boolean =>
  surpluses.some((surplus) => surplus.reason === reason && surplus.standing !== 'applied');

export const attemptStandingOf = (charge: ExistingCharge, { situation, offer }: Attempt): AttemptStanding => {
  switch (situation.status) {
    case 'requested':
      return { status: 'PENDING', status_reason: null, gateway_status: 'REQUESTED' };
    case 'offered':
      return { status: 'PENDING', status_reason: null, gateway_status: 'OFFERED' };
    case 'processing':
      return { status: 'PROCESSING', status_reason: null, gateway_status: 'CONFIRMING' };
    case 'expired':
      return { status: 'EXPIRED', status_reason: null, gateway_status: 'EXPIRED' };
    case 'canceled':
      return {
        status: 'CANCELED',
        status_reason: charge.status === 'canceled' ? 'CANCELED_BY_MERCHANT' : null,
        // Given up here, and still payable there until the provider has taken it back.
        gateway_status: situation.isConfirmed ? 'CANCELED' : offer ? 'OFFERED' : 'REQUESTED',
      };
    case 'failed':
      return {
        status: 'FAILED',
        status_reason: situation.reason,
        gateway_status: situation.reason === 'UNDERPAID' ? 'RECEIVED' : 'FAILED',
      };
    case 'paid':
      return { status: 'PAID', status_reason: inWordsOfApi(situation.reason), gateway_status: 'RECEIVED' };
    case 'refunded':
      return { status: 'REFUNDED', status_reason: null, gateway_status: 'REFUNDED' };
    default:
      return assertNever(situation);
  }
};

const inWordsOfApi = (reason: SurplusReason | null): StatusReason | null =>
  reason === 'CANCELED' ? 'CANCELED_BY_MERCHANT' : reason;
