import { assertNever } from '@repasse/chassis/decider';
import type { PublicContext } from '@repasse/chassis/event-store/execute';
import type { PublicEvent } from '@repasse/chassis/outbox/outbox';
import type { EventData, EventType } from '@repasse/contracts';
import type {
  AttemptFailed,
  AttemptOffered,
  ChargeCreated,
  ChargeEvent,
  ChargePaid,
  OfAttempt,
} from '../domain/charge.events';
import type { Pricing } from '../domain/pricing';

/** Which domain events the world hears of, and in which words. The switch mentions every one; null keeps it private. */
export const publicEventOf = (event: ChargeEvent, { streamId, ids }: PublicContext): PublicEvent | null => {
  const publish = <T extends EventType>(type: T, time: string, data: EventData[T]): PublicEvent<T> => ({
    id: `evt_${ids.ulid()}`,
    type,
    key: streamId,
    time,
    data,
  });

  switch (event.type) {
    case 'ChargeCreated':
      return publish('repasse.charge.created.v1', event.data.createdAt, chargeCreated(event.data));
    case 'AttemptRequested':
      return null;
    case 'AttemptOffered':
      return publish('repasse.attempt.offered.v1', event.data.offeredAt, attemptOffered(event.data));
    case 'AttemptFailed':
      return publish('repasse.attempt.failed.v1', event.data.failedAt, attemptFailed(event.data));
    case 'AttemptExpired':
      return publish('repasse.attempt.expired.v1', event.data.expiredAt, {
        ...named(event.data),
        expiredAt: event.data.expiredAt,
      });
    // What becomes of these is for the merchant's rules to decide, and only that will be announced.
    case 'AttemptUnderpaid':
    case 'ChargePaidAgain':
      return null;
    case 'ChargePaid':
      return publish('repasse.charge.paid.v1', event.data.recordedAt, chargePaid(event.data));
    default:
      return assertNever(event);
  }
};

/** Data is copied field by field: a field the domain gains must not slip into a closed public schema. */
const chargeCreated = (data: ChargeCreated['data']): EventData['repasse.charge.created.v1'] => ({
  chargeId: data.chargeId,
  userId: data.userId,
  kind: data.kind,
  grossAmountMinor: data.grossAmountMinor,
  ...priced(data.pricing),
  currency: data.currency,
  description: data.description,
  externalReference: data.externalReference,
  webhookUrl: data.webhookUrl,
  expiresAt: data.expiresAt,
  createdAt: data.createdAt,
});

const attemptOffered = (data: AttemptOffered['data']): EventData['repasse.attempt.offered.v1'] => ({
  ...named(data),
  invoiceId: data.invoiceId,
  grossAmountMinor: data.grossAmountMinor,
  currency: data.currency,
  expiresAt: data.expiresAt,
  offeredAt: data.offeredAt,
});

const attemptFailed = (data: AttemptFailed['data']): EventData['repasse.attempt.failed.v1'] => ({
  ...named(data),
  reason: data.reason,
  failedAt: data.failedAt,
});

const chargePaid = (data: ChargePaid['data']): EventData['repasse.charge.paid.v1'] => ({
  ...named(data),
  invoiceId: data.invoiceId,
  grossAmountMinor: data.grossAmountMinor,
  ...priced(data.pricing),
  currency: data.currency,
  statusReason: data.reason,
  description: data.description,
  externalReference: data.externalReference,
  paidAt: data.receivedAt,
});

const named = ({ chargeId, attemptId, userId, paymentId, paymentMethod }: OfAttempt): OfAttempt => ({
  chargeId,
  attemptId,
  userId,
  paymentId,
  paymentMethod,
});

const priced = ({ fees, feeAmountMinor, netAmountMinor, sharedAmountMinor, disputeReserveMinor, shares }: Pricing) => ({
  fees: fees.map((fee) => ({ ...fee })),
  feeAmountMinor,
  netAmountMinor,
  sharedAmountMinor,
  disputeReserveMinor,
  shares: shares.map((share) => ({ ...share })),
});
