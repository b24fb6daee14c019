import { assertNever } from '@repasse/chassis/decider';
import { type PublicEvent } from '@repasse/chassis/event-store/event-store';
import { type PublicContext } from '@repasse/chassis/event-store/execute';
import { type PaymentEvent, type PaymentFacts } from '../domain/payment';

/** What others are told of each domain event. The terms and the BR Code stay here; null keeps an event private. */
export const toPublic = (event: PaymentEvent, { ids }: PublicContext): PublicEvent | null => {
  const id = `evt_${ids.ulid()}`;
  const key = event.data.paymentId;
  const facts = factsOf(event.data);
  switch (event.type) {
    case 'PaymentRequested': {
      const { externalReference, requestedAt } = event.data;
      const data = { ...facts, externalReference, requestedAt };
      return { id, key, type: 'repasse.payment.requested.v1', time: requestedAt, data };
    }
    case 'PaymentOffered': {
      const { providerReference, expiresAt, offeredAt } = event.data;
      const data = { ...facts, providerReference, expiresAt, offeredAt };
      return { id, key, type: 'repasse.payment.offered.v1', time: offeredAt, data };
    }
    // Others have heard that it is paid; that it could be paid would read as a step back.
    case 'PaymentOfferedLate':
      return null;
    case 'PaymentReceived': {
      const { receipt, recordedAt, amountMinor: expectedAmountMinor } = event.data;
      const data = { ...facts, expectedAmountMinor, ...receipt, recordedAt };
      return { id, key, type: 'repasse.payment.received.v1', time: recordedAt, data };
    }
    case 'PaymentExpired': {
      const { expiredAt } = event.data;
      return { id, key, type: 'repasse.payment.expired.v1', time: expiredAt, data: { ...facts, expiredAt } };
    }
    case 'PaymentFailed': {
      const { reason, failedAt } = event.data;
      return { id, key, type: 'repasse.payment.failed.v1', time: failedAt, data: { ...facts, reason, failedAt } };
    }
    case 'PaymentOutcomeUnknown': {
      const { outcomeUnknownAt } = event.data;
      const data = { ...facts, outcomeUnknownAt };
      return { id, key, type: 'repasse.payment.outcome_unknown.v1', time: outcomeUnknownAt, data };
    }
    default:
      return assertNever(event);
  }
};

const factsOf = (data: PaymentFacts): PaymentFacts => ({
  paymentId: data.paymentId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  chargeId: data.chargeId,
  attemptId: data.attemptId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
});
