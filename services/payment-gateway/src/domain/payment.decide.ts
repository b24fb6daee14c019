import { assertNever, reject, type Decider, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/chassis/money';
import {
  evolve,
  receiptsOf,
  type FailureReason,
  type Offer,
  type PaymentEvent,
  type PaymentFacts,
  type PaymentState,
  type PaymentTerms,
  type Receipt,
} from './payment';

/**
 * How long after `expiresAt` a payment may still turn out paid. A PIX confirmed in the last second settles within
 * 40 s by the arrangement's rules, and the provider tells of it a little later.
 */
export const expiryGraceMs = 60_000;

export type RequestPayment = {
  type: 'RequestPayment';
  data: { facts: PaymentFacts; terms: PaymentTerms; now: string };
};
export type OfferPayment = { type: 'OfferPayment'; data: { offer: Offer; now: string } };
export type RecordReceipt = { type: 'RecordReceipt'; data: { receipt: Receipt; now: string } };
export type ExpirePayment = { type: 'ExpirePayment'; data: { now: string } };
export type FailPayment = { type: 'FailPayment'; data: { reason: FailureReason; detail: string; now: string } };
export type RecordUnknownOutcome = { type: 'RecordUnknownOutcome'; data: { now: string } };
export type PaymentCommand =
  RequestPayment | OfferPayment | RecordReceipt | ExpirePayment | FailPayment | RecordUnknownOutcome;

type Decision = readonly PaymentEvent[] | Rejection;

const decide = (command: PaymentCommand, state: PaymentState): Decision => {
  switch (command.type) {
    case 'RequestPayment':
      return requestPayment(command.data, state);
    case 'OfferPayment':
      return offerPayment(command.data, state);
    case 'RecordReceipt':
      return recordReceipt(command.data, state);
    case 'ExpirePayment':
      return expirePayment(command.data, state);
    case 'FailPayment':
      return failPayment(command.data, state);
    case 'RecordUnknownOutcome':
      return recordUnknownOutcome(command.data, state);
    default:
      return assertNever(command);
  }
};

const requestPayment = ({ facts, terms, now }: RequestPayment['data'], state: PaymentState): Decision => {
  if (state.status !== 'absent') return repeatedRequest(facts, state.facts);
  if (!isAmount(facts.amountMinor)) {
    return reject('payment.amount_out_of_range', `A payment must be for 1 to ${amountMinorMax} minor units.`);
  }
  if (Date.parse(terms.expiresAt) <= Date.parse(now)) {
    return reject('payment.expires_in_past', `A payment cannot expire at ${terms.expiresAt}, which is past.`);
  }
  return [{ type: 'PaymentRequested', data: { ...facts, ...terms, requestedAt: now } }];
};

/** What makes a request the same one. The invoice number is given here and the provider chosen here, so they may differ. */
const identifying = ['amountMinor', 'currency', 'userId', 'chargeId', 'attemptId', 'paymentMethod'] as const;

/** A retry of the same request is not news; the same id with other content is a caller's mistake. */
const repeatedRequest = (asked: PaymentFacts, kept: PaymentFacts): Decision => {
  const differing = identifying.filter((field) => asked[field] !== kept[field]);
  if (differing.length === 0) return [];
  return reject(
    'payment.exists_with_different_content',
    `Payment ${kept.paymentId} was requested before with another ${differing.join(', ')}.`,
  );
};

const offerPayment = ({ offer, now }: OfferPayment['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown': {
      const { facts, terms } = state;
      return [{ type: 'PaymentOffered', data: { ...facts, ...offer, expiresAt: terms.expiresAt, offeredAt: now } }];
    }
    case 'received':
      if (state.offer !== null) return [];
      return [{ type: 'PaymentOfferedLate', data: { ...state.facts, ...offer, offeredAt: now } }];
    // The first offer stands: the payer may already hold its code, and a repeat at the provider is the same charge.
    case 'offered':
      return [];
    case 'absent':
      return notFound();
    case 'expired':
    case 'failed':
      return reject('payment.closed', `A payment that has ${state.status} cannot be offered.`);
    default:
      return assertNever(state);
  }
};

/** Money that arrived is recorded whatever was thought of the payment before: only the payer's bank undoes it. */
const recordReceipt = ({ receipt, now }: RecordReceipt['data'], state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  if (!isAmount(receipt.amountMinor)) {
    return reject('payment.amount_out_of_range', `Nobody can have paid ${receipt.amountMinor} minor units.`);
  }
  const kept = receiptsOf(state).find((each) => each.providerReference === receipt.providerReference);
  if (kept === undefined) return [{ type: 'PaymentReceived', data: { ...state.facts, receipt, recordedAt: now } }];

  return kept.amountMinor === receipt.amountMinor
    ? []
    : reject('payment.receipt_differs', `Receipt ${kept.providerReference} was recorded with another amount.`);
};

const expirePayment = ({ now }: ExpirePayment['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown':
    case 'offered':
      if (Date.parse(now) < Date.parse(state.terms.expiresAt) + expiryGraceMs) {
        return reject('payment.not_due_to_expire', `The payment may be paid until ${state.terms.expiresAt}.`);
      }
      return [{ type: 'PaymentExpired', data: { ...state.facts, expiredAt: now } }];
    case 'received':
    case 'expired':
    case 'failed':
      return [];
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

const failPayment = ({ reason, detail, now }: FailPayment['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown':
    case 'offered':
      return [{ type: 'PaymentFailed', data: { ...state.facts, reason, detail, failedAt: now } }];
    // What ended otherwise stays so: a refusal that arrives after the money or the end changes nothing.
    case 'received':
    case 'expired':
    case 'failed':
      return [];
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

const recordUnknownOutcome = ({ now }: RecordUnknownOutcome['data'], state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status !== 'requested') return [];
  return [{ type: 'PaymentOutcomeUnknown', data: { ...state.facts, outcomeUnknownAt: now } }];
};

const isAmount = (amountMinor: number): boolean =>
  Number.isSafeInteger(amountMinor) && amountMinor > 0 && amountMinor <= amountMinorMax;

const notFound = (): Rejection => reject('payment.not_found', 'There is no such payment.');

export const payment: Decider<PaymentCommand, PaymentState, PaymentEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
};
