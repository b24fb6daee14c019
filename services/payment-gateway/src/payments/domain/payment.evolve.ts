import { assertNever } from '@repasse/chassis/decider';
import { type PaymentEvent } from './payment-events';
import {
  cancelRequestOf,
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
import { type Refund } from '../../refunds/domain/refund';

export const evolve = (state: PaymentState, event: PaymentEvent): PaymentState => {
  switch (event.type) {
    case 'PaymentRequested': {
      const { requestedAt } = event.data;
      const known = { facts: factsOf(event.data), terms: termsOf(event.data) };
      return { status: 'requested', ...known, cancelRequest: null, requestedAt };
    }
    case 'PaymentOutcomeUnknown':
      return { status: 'unknown', ...open(state), requestedAt: requestedAtOf(state) };
    case 'PaymentOffered':
      return { status: 'offered', ...open(state), offer: offerOf(event.data) };
    case 'PaymentOfferedLate':
      return offeredLate(state, offerOf(event.data));
    case 'PaymentConfirming':
      return { status: 'confirming', ...open(state), offer: event.data.offer };
    case 'PaymentPartiallyReceived': {
      const { offer, partial, partiallyReceivedAt } = event.data;
      return { status: 'partially_received', ...known(state), offer, partial, partiallyReceivedAt };
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
      return cancelRequested(state, { reason: event.data.reason, requestedAt: event.data.requestedAt });
    case 'PaymentCanceled':
      return { status: 'canceled', ...kept(state), reason: event.data.reason, isOfferOpen: false };
    case 'LateOfferWithdrawn':
      return state.status === 'canceled' ? { ...state, isOfferOpen: false } : corrupt('an offer was withdrawn');
    case 'PaymentFailed': {
      const { reason, decline, offer } = event.data;
      return { status: 'failed', ...known(state), offer: offer ?? offerIn(state), reason, decline };
    }
    case 'RefundRequested':
      return withRefund(state, { ...event.data.refund, status: 'pending', providerReference: null });
    case 'RefundAcknowledged': {
      const { refund, providerReference } = event.data;
      return withRefund(state, { ...refund, status: 'pending', providerReference });
    }
    case 'RefundSettled': {
      const { refund, providerReference, settledAt } = event.data;
      return withRefund(state, { ...refund, status: 'succeeded', providerReference, settledAt });
    }
    case 'RefundFailed': {
      const { refund, failure, failedAt } = event.data;
      return withRefund(state, { ...refund, status: 'failed', failure, failedAt });
    }
    case 'DisputeOpened':
      return withDispute(state, { ...event.data.dispute, status: 'open' });
    case 'DisputeWon':
      return withDispute(state, { ...event.data.dispute, status: 'won' });
    case 'DisputeLost':
      return withDispute(state, { ...event.data.dispute, status: 'lost' });
    default:
      return assertNever(event);
  }
};

type Known = { readonly facts: PaymentFacts; readonly terms: PaymentTerms };

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

const disputesOf = (state: PaymentState): readonly Dispute[] => (state.status === 'received' ? state.disputes : []);

const withRefund = (state: PaymentState, refund: Refund): PaymentState =>
  state.status === 'received'
    ? { ...state, refunds: put(state.refunds, refund, ({ refundId }) => refundId) }
    : corrupt('money goes back');

const withDispute = (state: PaymentState, dispute: Dispute): PaymentState =>
  state.status === 'received'
    ? { ...state, disputes: put(state.disputes, dispute, ({ disputeId }) => disputeId) }
    : corrupt('a payer disputes it');

/** Replaces the entry of the same id, or appends. */
const put = <T>(all: readonly T[], one: T, idOf: (each: T) => string): readonly T[] =>
  all.some((each) => idOf(each) === idOf(one))
    ? all.map((each) => (idOf(each) === idOf(one) ? one : each))
    : [...all, one];

// An event carries more than one of these; picking by name keeps other fields out of the state.
export const factsOf = (data: PaymentFacts): PaymentFacts => ({
  paymentId: data.paymentId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  chargeId: data.chargeId,
  attemptId: data.attemptId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
  fx: data.fx,
  installments: data.installments,
});

const termsOf = (data: PaymentTerms): PaymentTerms => ({
  externalReference: data.externalReference,
  description: data.description,
  payerMessage: data.payerMessage,
  additionalInfo: data.additionalInfo,
  statementDescriptor: data.statementDescriptor,
  redirectUrl: data.redirectUrl,
  card: data.card,
  ...(data.payCurrency === undefined ? {} : { payCurrency: data.payCurrency }),
  expiresAt: data.expiresAt,
});

const offerOf = ({ providerReference, instructions }: Offer): Offer => ({ providerReference, instructions });
