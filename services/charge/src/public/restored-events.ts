import { type Backward } from '@repasse/chassis/restore/rebuild-streams';
import { isOfType, type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import {
  attemptOf,
  settlesAtOnce,
  totalOf,
  type Attempt,
  type ChargeState,
  type ExistingCharge,
} from '../domain/charge';
import { type ChargeEvent, type UndatedChargeEvent } from '../domain/charge.events';
import { cancelOpenAttempts } from '../domain/decide/attempts';
import { isSameReceipt } from '../domain/evolve/payments';
import { methodRows } from '../domain/methods';
import { attemptTermsOf, pricingOf, termsOf, type AttemptFacts, type OfAttempt, type PriceBy } from './restored-terms';

const publicTypes = [
  'repasse.charge.created.v1',
  'repasse.attempt.offered.v1',
  'repasse.attempt.failed.v1',
  'repasse.attempt.expired.v1',
  'repasse.charge.processing.v1',
  'repasse.charge.reopened.v1',
  'repasse.charge.paid.v1',
  'repasse.charge.expired.v1',
  'repasse.charge.canceled.v1',
  'repasse.charge.failed.v1',
  'repasse.charge.refunded.v1',
  'repasse.charge.surplus_received.v1',
  'repasse.charge.surplus_resolved.v1',
  'repasse.charge.surplus_refunded.v1',
] as const satisfies readonly EventType[];

const isPublic = isOfType(publicTypes);

/**
 * The domain events that a public event tells of, given the charge before it: the opposite of publicEventOf. Private steps
 * that must have come before are told from the state; those that payments tell of come again with payment.events.v1.
 */
export const domainEventsOf = (event: AnyEvent, before: ChargeState, priceBy: PriceBy): Backward<ChargeEvent> => {
  if (!isPublic(event)) throw new Error(`${event.type} is no event of charges.`);
  const undated =
    event.type === 'repasse.charge.created.v1'
      ? [created(event.data)]
      : eventsOf(event, existing(before, event), priceBy);
  return { events: undated.map((one) => ({ ...one, at: event.time })) };
};

type Public = Extract<AnyEvent, { readonly type: (typeof publicTypes)[number] }>;
type Later = Exclude<Public, { readonly type: 'repasse.charge.created.v1' }>;

const existing = (state: ChargeState, { type, subject }: AnyEvent): ExistingCharge => {
  if (state.status === 'absent') throw new Error(`${type} of ${subject} comes before its charge.`);
  return state;
};

const created = (data: EventData['repasse.charge.created.v1']): UndatedChargeEvent => ({
  type: 'ChargeCreated',
  data: { terms: termsOf(data), pricing: pricingOf(data) },
});

const eventsOf = (event: Later, state: ExistingCharge, priceBy: PriceBy): readonly UndatedChargeEvent[] => {
  const requested = (of: OfAttempt, facts: AttemptFacts = {}) => requestOf(state, of, facts, priceBy);
  switch (event.type) {
    case 'repasse.attempt.offered.v1':
      return [...requested(event.data, offerFacts(event.data)), offered(event.data)];
    case 'repasse.attempt.failed.v1': {
      const { attemptId, reason, declineCode = null, isRetryable = null } = event.data;
      return [
        ...requested(event.data),
        { type: 'AttemptFailed', data: { attemptId, reason, declineCode, isRetryable } },
      ];
    }
    case 'repasse.attempt.expired.v1':
      return [...requested(event.data), { type: 'AttemptExpired', data: { attemptId: event.data.attemptId } }];
    case 'repasse.charge.processing.v1':
      return [
        ...requested(event.data, installmentFacts(event.data)),
        { type: 'AttemptProcessing', data: { attemptId: event.data.attemptId } },
        { type: 'ChargeProcessing', data: { attemptId: event.data.attemptId } },
      ];
    case 'repasse.charge.reopened.v1':
      return [...requested(event.data), ...reopened(state, event.data)];
    case 'repasse.charge.paid.v1':
      return [...requested(event.data, paidFacts(event.data, state)), ...paid(event.data, state)];
    case 'repasse.charge.expired.v1':
      return [{ type: 'ChargeExpired', data: {} }];
    case 'repasse.charge.canceled.v1':
      return [...cancelOpenAttempts(state), { type: 'ChargeCanceled', data: {} }];
    case 'repasse.charge.failed.v1':
      return [{ type: 'ChargeFailed', data: { reason: event.data.reason } }];
    case 'repasse.charge.refunded.v1': {
      const { attemptId, paymentId, refundId, amountMinor, isFull, splitRefund } = event.data;
      return [{ type: 'ChargeRefunded', data: { attemptId, paymentId, refundId, amountMinor, isFull, splitRefund } }];
    }
    case 'repasse.charge.surplus_received.v1':
      return [...requested(event.data), surplusReceived(event.data)];
    case 'repasse.charge.surplus_resolved.v1':
      return surplusResolved(state, event.data);
    case 'repasse.charge.surplus_refunded.v1': {
      const { attemptId, paymentId, providerReference, refundId, amountMinor } = event.data;
      const data = { attemptId, paymentId, providerReference, refundId, amountMinor };
      return [{ type: 'ChargeSurplusRefunded', data }];
    }
    default:
      return assertNever(event);
  }
};

/** The request of an attempt, where no event has told of it; with the offer of a method that has none on the topic. */
const requestOf = (
  state: ExistingCharge,
  of: OfAttempt,
  facts: AttemptFacts & { readonly invoiceId?: number },
  priceBy: PriceBy,
): readonly UndatedChargeEvent[] => {
  if (attemptOf(state, of.attemptId)) return [];
  const terms = attemptTermsOf(state, of, facts, priceBy);
  const request: UndatedChargeEvent = { type: 'AttemptRequested', data: terms };
  const { invoiceId } = facts;
  if (!methodRows[of.paymentMethod].settlesAtOnce || invoiceId === undefined) return [request];
  return [request, offered({ attemptId: of.attemptId, invoiceId, expiresAt: terms.expiresAt })];
};

/** The payer's instructions are in no event: the janitor asks the gateway for them. */
const offered = ({
  attemptId,
  invoiceId,
  expiresAt,
}: {
  readonly attemptId: string;
  readonly invoiceId: number;
  readonly expiresAt: string;
}): UndatedChargeEvent => ({ type: 'AttemptOffered', data: { attemptId, invoiceId, instructions: null, expiresAt } });

const installmentFacts = ({ installments }: { readonly installments?: number }): AttemptFacts =>
  installments === undefined ? {} : { installments };

const offerFacts = ({ grossAmountMinor, expiresAt, fx }: EventData['repasse.attempt.offered.v1']): AttemptFacts => ({
  ...{ grossAmountMinor, expiresAt },
  ...(fx && { fx }),
});

type Paid = EventData['repasse.charge.paid.v1'];

const paidFacts = (data: Paid, { terms }: ExistingCharge): AttemptFacts & { readonly invoiceId: number } => ({
  invoiceId: data.invoiceId,
  ...installmentFacts(data),
  ...(data.grossAmountMinor === terms.grossAmountMinor && { pricing: pricingOf(data) }),
});

/**
 * Other attempts were canceled with it. What came is what was booked of this payment; what came beyond that follows as a
 * surplus of the same receipt.
 */
const paid = (data: Paid, state: ExistingCharge): readonly UndatedChargeEvent[] => {
  const { attemptId, paymentId, invoiceId, grossAmountMinor, statusReason, paidAt } = data;
  const bookedByPartsMinor = totalOf(state.bookings);
  const attempt = attemptOf(state, attemptId);
  const isOfferUntold = attempt !== undefined && settlesAtOnce(attempt) && attempt.offer === null;
  return [
    ...(isOfferUntold ? [offered({ attemptId, invoiceId, expiresAt: attempt.terms.expiresAt })] : []),
    ...cancelOpenAttempts(state, attemptId),
    {
      type: 'ChargePaid',
      data: {
        ...{ attemptId, paymentId, invoiceId, grossAmountMinor },
        providerReference: data.endToEndId ?? data.providerReference ?? paymentId,
        receivedAmountMinor: grossAmountMinor - bookedByPartsMinor,
        receivedAt: paidAt,
        pricing: pricingOf(data),
        reason: statusReason === 'DUPLICATE' ? null : statusReason,
      },
    },
  ];
};

/** An attempt in progress ended first: it failed or expired, which events have told, or can be paid again. */
const reopened = (state: ExistingCharge, { attemptId }: OfAttempt): readonly UndatedChargeEvent[] => {
  const isInProgress = (attempt: Attempt | undefined): boolean => attempt?.situation.status === 'processing';
  return [
    ...(isInProgress(attemptOf(state, attemptId))
      ? [{ type: 'AttemptReopened', data: { attemptId } } satisfies UndatedChargeEvent]
      : []),
    { type: 'ChargeReopened', data: { attemptId } },
  ];
};

const surplusReceived = (data: EventData['repasse.charge.surplus_received.v1']): UndatedChargeEvent => {
  const { attemptId, paymentId, providerReference, invoiceId, surplusAmountMinor, handling, refundId, receivedAt } =
    data;
  return {
    type: 'ChargeSurplusReceived',
    data: {
      ...{ attemptId, paymentId, providerReference, invoiceId, surplusAmountMinor, handling, refundId, receivedAt },
      reason: data.statusReason,
    },
  };
};

/** Money on its way back is held again when its refund failed, which is private; only held money is decided on. */
const surplusResolved = (
  { surpluses }: ExistingCharge,
  data: EventData['repasse.charge.surplus_resolved.v1'],
): readonly UndatedChargeEvent[] => {
  const { attemptId, paymentId, providerReference, surplusAmountMinor, handling, refundId, resolvedBy } = data;
  const receipt = { paymentId, providerReference };
  const own = surpluses.filter((surplus) => isSameReceipt(surplus, receipt));
  const failed = own.some(({ standing }) => standing === 'held')
    ? []
    : own.flatMap((one): readonly UndatedChargeEvent[] =>
        one.standing === 'refunding'
          ? [{ type: 'ChargeSurplusRefundFailed', data: { ...receipt, refundId: one.refundId } }]
          : [],
      );
  return [
    ...failed,
    {
      type: 'ChargeSurplusResolved',
      data: {
        attemptId,
        ...receipt,
        surplusAmountMinor,
        handling,
        refundId,
        ...(resolvedBy === undefined ? {} : { resolvedBy }),
      },
    },
  ];
};
