import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type EventData, type EventType } from '@repasse/contracts';

type Texts = { readonly [T in EventType]?: (data: EventData[T]) => string };

/** What each event means for somebody who sells something and has not read this code. */
const texts: Texts = {
  'repasse.charge.created.v1': (e) =>
    `Charge of ${money(e.grossAmountMinor, e.currency)} created; ${money(e.netAmountMinor, e.currency)} after fees${amongOthers(e.shares.length)}.`,
  'repasse.attempt.offered.v1': (e) =>
    `Payment by ${methodOf(e.paymentMethod)} offered for ${money(e.grossAmountMinor, e.currency)}, open until ${e.expiresAt}.`,
  'repasse.attempt.failed.v1': (e) => `Payment by ${methodOf(e.paymentMethod)} failed: ${failureOf(e.reason)}.`,
  'repasse.attempt.expired.v1': (e) => `The offer to pay by ${methodOf(e.paymentMethod)} expired unpaid.`,
  'repasse.charge.paid.v1': (e) =>
    `Paid by ${methodOf(e.paymentMethod)}: ${money(e.grossAmountMinor, e.currency)}${remarkOn(e.statusReason)}.`,
  'repasse.payment.requested.v1': (e) =>
    `Asked the provider for a payment by ${methodOf(e.paymentMethod)} of ${money(e.amountMinor, e.currency)}.`,
  'repasse.payment.offered.v1': (e) => `The provider is ready to receive the payment until ${e.expiresAt}.`,
  'repasse.payment.received.v1': (e) =>
    `The provider received ${money(e.amountMinor, e.currency)}${expectedOf(e.amountMinor, e.expectedAmountMinor, e.currency)}.`,
  'repasse.payment.expired.v1': () => `The provider waits for the payment no longer.`,
  'repasse.payment.failed.v1': (e) => `The payment at the provider failed: ${failureOf(e.reason)}.`,
  'repasse.payment.outcome_unknown.v1': () =>
    `The provider has not answered; whether it holds the payment is being found out.`,
  'repasse.split.settled.v1': (e) =>
    `Booked in the ledger: ${money(e.feeAmountMinor, e.currency)} in fees, the rest${amongOthers(e.shares.length)}${reserveOf(e.disputeReserveMinor, e.currency)}.`,
  'repasse.funds.released.v1': (e) => `${money(e.amountMinor, e.currency)} became available to user ${e.userId}.`,
  'repasse.webhook.delivered.v1': (e) =>
    `Webhook ${e.eventType} delivered at attempt ${e.attemptNumber}${byHand(e.trigger)}.`,
  'repasse.webhook.attempt_failed.v1': (e) =>
    `Webhook ${e.eventType} not delivered at attempt ${e.attemptNumber}${byHand(e.trigger)}: ${because(e.failure)}${nextOf(e.nextAttemptAt)}`,
  'repasse.webhook.exhausted.v1': (e) =>
    `Webhook ${e.eventType} given up after ${e.attemptNumber} attempts: ${because(e.failure)} It can be sent again by hand.`,
};

/** The event in plain words. A type without words of its own, from a later release, is at least named. */
export const timelineText = <T extends EventType>(type: T, data: EventData[T]): string =>
  texts[type]?.(data) ?? `Event ${type}.`;

const money = (amountMinor: number, currency: string): string =>
  `${formatMinor(amountMinor, exponentOf(currency))} ${currency}`;

const methodNames: Readonly<Record<string, string>> = {
  PIX: 'PIX',
  CREDIT_CARD: 'credit card',
  INTERNATIONAL: 'international checkout',
  CRYPTO: 'crypto',
};

const methodOf = (method: string): string => methodNames[method] ?? method;

const amongOthers = (shareCount: number): string => (shareCount > 1 ? `, shared among ${shareCount} users` : '');

const failureOf = (reason: 'PROVIDER_ERROR' | 'DECLINED'): string =>
  reason === 'DECLINED' ? 'it was declined' : 'the provider could not take it';

const remarks: Readonly<Record<string, string>> = {
  LATE: ', after the charge had expired',
  OVERPAID: ', more than was asked for',
  UNDERPAID: ', less than was asked for',
  DUPLICATE: ', and paid more than once',
};

const remarkOn = (statusReason: string | null): string => remarks[statusReason ?? ''] ?? '';

const expectedOf = (amountMinor: number, expectedMinor: number, currency: string): string =>
  amountMinor === expectedMinor ? '' : ` where ${money(expectedMinor, currency)} was expected`;

const reserveOf = (reserveMinor: number, currency: string): string =>
  reserveMinor === 0 ? '' : `; ${money(reserveMinor, currency)} held back for disputes`;

const byHand = (trigger: 'AUTOMATIC' | 'MANUAL'): string => (trigger === 'MANUAL' ? ', sent by hand' : '');

/** Failures are sentences already; one without its full stop gets it. */
const because = (failure: string | null): string => {
  if (failure === null) return 'the receiver did not take it.';
  return failure.endsWith('.') ? failure : `${failure}.`;
};

const nextOf = (nextAttemptAt: string | null): string =>
  nextAttemptAt === null ? '' : ` The next try is at ${nextAttemptAt}.`;
