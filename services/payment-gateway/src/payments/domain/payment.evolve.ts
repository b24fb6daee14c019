import { assertNever } from '@repasse/chassis/decider';
import { type PaymentEvent } from './payment-events';
import {
  cancelRequestOf,
  disputesOf,
  offerIn,
  receiptsOf,
  refundsOf,
  type CancelRequest,
  type Offer,
  type PaymentFacts,
  type PaymentState,
  type PaymentTerms,
} from './payment';
import { type Dispute } from '../../disputes/domain/dispute';
import { evolveDisputes } from '../../disputes/domain/dispute.evolve';
import { type Refund, type RefundStanding } from '../../refunds/domain/refund';

export const evolve = (state: PaymentState, event: PaymentEvent): PaymentState => {
  switch (event.type) {
    case 'PaymentRequested':
      return { status: 'requested', ...event.data, cancelRequest: null, requestedAt: event.at };
    case 'PaymentOutcomeUnknown':
      return { status: 'unknown', ...open(state), requestedAt: requestedAtOf(state) };
    case 'PaymentOffered':
      return { status: 'offered', ...open(state), offer: event.data.offer };
    case 'PaymentOfferedLate':
      return offeredLate(state, event.data.offer);
    case 'PaymentConfirming':
      return { status: 'confirming', ...open(state), offer: event.data.offer };
    case 'PaymentPartiallyReceived': {
      const { partial } = event.data;
      return { status: 'partially_received', ...kept(state), partial, partiallyReceivedAt: event.at };
    }
    case 'PaymentReopened':
      return { status: 'offered', ...open(state), offer: event.data.offer };
    case 'PaymentReceived': {
      const { receipt, isPartAccepted = false } = event.data;
      const acceptedReference = acceptedReferenceOf(state) ?? (isPartAccepted ? receipt.providerReference : null);
      const receipts = [...receiptsOf(state), receipt];
      const goneBack = { refunds: refundsOf(state), disputes: disputesOf(state) };
      return { status: 'received', ...kept(state), receipts, acceptedReference, ...goneBack };
    }
    case 'PaymentExpired':
      return { status: 'expired', ...kept(state) };
    case 'PaymentCancelRequested':
      return cancelRequested(state, { reason: event.data.reason, requestedAt: event.at });
    case 'PaymentCanceled':
      return { status: 'canceled', ...kept(state), reason: event.data.reason, isOfferOpen: false };
    case 'LateOfferWithdrawn':
      return state.status === 'canceled' ? { ...state, isOfferOpen: false } : corrupt('an offer was withdrawn');
    case 'PaymentFailed': {
      const { reason, decline, offer } = event.data;
      return { status: 'failed', ...known(state), offer: offer ?? offerIn(state), reason, decline };
    }
    case 'RefundRequested': {
      const refund: Refund = {
        ...event.data.refund,
        requestedAt: event.at,
        status: 'pending',
        providerReference: null,
      };
      return withRefunds(state, (refunds) => [...refunds, refund]);
    }
    case 'RefundAcknowledged': {
      const { refundId, providerReference } = event.data;
      return withRefund(state, refundId, { status: 'pending', providerReference });
    }
    case 'RefundSettled': {
      const { refundId, providerReference, settledAt } = event.data;
      return withRefund(state, refundId, { status: 'succeeded', providerReference, settledAt });
    }
    case 'RefundFailed': {
      const { refundId, failure } = event.data;
      return withRefund(state, refundId, { status: 'failed', failure, failedAt: event.at });
    }
    case 'DisputeOpened':
    case 'DisputeWon':
    case 'DisputeLost':
    case 'DisputeEvidenceAdded':
    case 'DisputeEvidenceRemoved':
    case 'DisputeAnswered':
      return withDisputes(state, (disputes) => evolveDisputes(disputes, event));
    default:
      return assertNever(event);
  }
};

interface Known {
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
}

/** Every event but the first presumes a payment; a history that says otherwise is corrupt, so stop. */
const corrupt = (what: string): never => {
  throw new Error(`Corrupt history: ${what}, and nothing before it allows that.`);
};

const known = (state: PaymentState): Known =>
  state.status === 'absent' ? corrupt('the payment was never requested') : { facts: state.facts, terms: state.terms };

const kept = (state: PaymentState): Known & { offer: Offer | null } => ({ ...known(state), offer: offerIn(state) });

/** A payer who pays after the end opens it again; a requested cancellation stays requested. */
const open = (state: PaymentState): Known & { cancelRequest: CancelRequest | null } => ({
  ...known(state),
  cancelRequest: cancelRequestOf(state),
});

const requestedAtOf = (state: PaymentState): string =>
  state.status === 'requested' || state.status === 'unknown' ? state.requestedAt : corrupt('its outcome is in doubt');

const offeredLate = (state: PaymentState, offer: Offer): PaymentState => {
  switch (state.status) {
    case 'received':
    case 'confirming':
    case 'partially_received':
      return { ...state, offer };
    case 'canceled':
      return { ...state, offer, isOfferOpen: true };
    default:
      return corrupt('an offer came late');
  }
};

const cancelRequested = (state: PaymentState, cancelRequest: CancelRequest): PaymentState =>
  'cancelRequest' in state ? { ...state, cancelRequest } : corrupt('it is to be canceled');

const acceptedReferenceOf = (state: PaymentState): string | null =>
  state.status === 'received' ? state.acceptedReference : null;

type Change<T> = (all: readonly T[]) => readonly T[];

const withRefunds = (state: PaymentState, change: Change<Refund>): PaymentState =>
  state.status === 'received' ? { ...state, refunds: change(state.refunds) } : corrupt('money goes back');

const withRefund = (state: PaymentState, refundId: string, standing: RefundStanding): PaymentState =>
  withRefunds(state, (refunds) =>
    changeOne(
      refunds,
      (refund) => refund.refundId === refundId,
      (refund) => (refund.status === 'pending' ? withStanding(refund, standing) : corrupt('it ends twice')),
    ),
  );

/** The reference of a pending refund must not survive in a failed one. */
const withStanding = (
  { providerReference: _, ...requested }: Extract<Refund, { status: 'pending' }>,
  standing: RefundStanding,
): Refund => ({ ...requested, ...standing });

const withDisputes = (state: PaymentState, change: Change<Dispute>): PaymentState =>
  state.status === 'received' ? { ...state, disputes: change(state.disputes) } : corrupt('a payer disputes it');

const changeOne = <T>(all: readonly T[], isIt: (each: T) => boolean, change: (one: T) => T): readonly T[] =>
  all.some(isIt) ? all.map((each) => (isIt(each) ? change(each) : each)) : corrupt('it goes on');
