import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { offerIn, type PaymentFacts, type PaymentState } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { toPublicMoneyBack } from '../../refunds/public/public-money-back';
import {
  publicCancelReason,
  publicBrCode,
  publicCrypto,
  publicFacts,
  publicFx,
  publicInstallments,
  publicReceipt,
  publicReference,
} from './public-facts';

/** The public form of each domain event; null keeps an event private. The terms are not published. */
export const toPublic = (event: PaymentEvent, state: PaymentState): PublicForm | null => {
  if (state.status === 'absent') throw new Error('An event leaves no payment behind.');
  const { at } = event;
  const facts = publicFacts(state.facts);
  const reference = offerIn(state)?.providerReference;
  const providerReference = reference === undefined ? null : publicReference(reference);
  switch (event.type) {
    case 'PaymentRequested': {
      const { externalReference, expiresAt, payCurrency } = state.terms;
      const terms = { externalReference, expiresAt, ...(payCurrency === undefined ? {} : { payCurrency }) };
      const data = { ...facts, ...terms, requestedAt: at, ...inPayersTerms(state.facts) };
      return { type: 'repasse.payment.requested.v1', data };
    }
    case 'PaymentOffered': {
      const { offer } = event.data;
      const ours = {
        providerReference: publicReference(offer.providerReference),
        expiresAt: state.terms.expiresAt,
        offeredAt: at,
      };
      const data = { ...facts, ...ours, ...publicFx(state.facts), ...publicBrCode(offer), ...publicCrypto(offer) };
      return { type: 'repasse.payment.offered.v1', data };
    }
    case 'PaymentConfirming':
      return { type: 'repasse.payment.confirming.v1', data: { ...facts, providerReference, confirmingAt: at } };
    case 'PaymentPartiallyReceived': {
      const data = { ...facts, providerReference, ...event.data.partial, partiallyReceivedAt: at };
      return { type: 'repasse.payment.partially_received.v1', data };
    }
    case 'PaymentReopened': {
      const { declineCode } = event.data;
      return { type: 'repasse.payment.reopened.v1', data: { ...facts, declineCode, reopenedAt: at } };
    }
    case 'PaymentReceived': {
      const receipt = { expectedAmountMinor: state.facts.amountMinor, ...publicReceipt(event), recordedAt: at };
      return { type: 'repasse.payment.received.v1', data: { ...facts, ...receipt, ...inPayersTerms(state.facts) } };
    }
    case 'PaymentExpired':
      return { type: 'repasse.payment.expired.v1', data: { ...facts, expiredAt: at } };
    case 'PaymentCanceled': {
      const data = { ...facts, reason: publicCancelReason(event.data.reason), canceledAt: at };
      return { type: 'repasse.payment.canceled.v1', data };
    }
    case 'PaymentFailed': {
      const { reason, decline } = event.data;
      return { type: 'repasse.payment.failed.v1', data: { ...facts, reason, failedAt: at, ...(decline ?? {}) } };
    }
    case 'PaymentOutcomeUnknown':
      return { type: 'repasse.payment.outcome_unknown.v1', data: { ...facts, outcomeUnknownAt: at } };
    // The payment's end was published already; that it could be paid would read as a step back.
    case 'PaymentOfferedLate':
    case 'LateOfferWithdrawn':
    // A wish is no news: that it came true, or that the payer was faster, is.
    case 'PaymentCancelRequested':
    case 'RefundAcknowledged':
      return null;
    case 'RefundRequested':
    case 'RefundSettled':
    case 'RefundFailed':
    case 'DisputeOpened':
    case 'DisputeWon':
    case 'DisputeLost':
    case 'DisputeEvidenceAdded':
    case 'DisputeEvidenceRemoved':
    case 'DisputeAnswered':
      return toPublicMoneyBack(event, state);
    default:
      return assertNever(event);
  }
};

const inPayersTerms = (facts: PaymentFacts) => ({ ...publicFx(facts), ...publicInstallments(facts) });
