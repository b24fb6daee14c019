import { type EventData } from '@repasse/contracts';
import {
  declineOf,
  doneBy,
  failureOf,
  inParts,
  inTheirCurrency,
  methodOf,
  money,
  quoted,
  sentence,
  type TextsOf,
} from './wording';

export const paymentTexts: TextsOf<'payment' | 'refund' | 'dispute'> = {
  'repasse.payment.requested.v1': (e) =>
    `Asked the provider for a payment by ${methodOf(e.paymentMethod)} of ${money(e.amountMinor, e.currency)}${inParts(e.installments)}${inTheirCurrency(e.fx)}.`,
  'repasse.payment.offered.v1': (e) =>
    `The provider is ready to receive the payment until ${e.expiresAt}${inTheirCurrency(e.fx)}${inCoins(e)}.`,
  'repasse.payment.confirming.v1': (e) =>
    `The payer has paid or authorised ${money(e.amountMinor, e.currency)}; the provider has not confirmed it yet.`,
  'repasse.payment.partially_received.v1': (e) =>
    `${e.receivedPayAmount} coins have come, worth ${money(e.receivedTotalMinor, e.currency)} of ${money(e.amountMinor, e.currency)}; the payment waits for the rest.`,
  'repasse.payment.reopened.v1': (e) =>
    `What was being confirmed came to nothing${e.declineCode === null ? '' : `, ${declineOf(e.declineCode)}`}; the payment can be made again.`,
  'repasse.payment.received.v1': (e) =>
    `The provider received ${money(e.amountMinor, e.currency)}${expectedOf(e)}${inParts(e.installments)}${paidIn(e)}.`,
  'repasse.payment.expired.v1': () => `The provider waits for the payment no longer.`,
  'repasse.payment.failed.v1': (e) => `The payment at the provider failed: ${failureOf(e)}.`,
  'repasse.payment.canceled.v1': (e) => `The offer was taken back at the provider${cancelReasons[e.reason]}.`,
  'repasse.payment.outcome_unknown.v1': () =>
    `The provider has not answered; whether it holds the payment is being found out.`,
  'repasse.refund.requested.v1': (e) =>
    `${asked[e.purpose]}${doneBy(e.requestedBy)}: the provider is asked to give ${money(e.amountMinor, e.currency)} back.${quoted(e.reason)}`,
  'repasse.refund.settled.v1': (e) => `The provider has given ${money(e.amountMinor, e.currency)} back to the payer.`,
  'repasse.refund.failed.v1': (e) =>
    `The provider will not give ${money(e.amountMinor, e.currency)} back; the money stays where it was. It says: ${sentence(e.failure)}`,
  'repasse.dispute.opened.v1': (e) =>
    `The payer disputes ${money(e.amountMinor, e.currency)}; it is held until that is decided.${quoted(e.reason)}`,
  'repasse.dispute.evidence_added.v1': (e) =>
    `Evidence was added to the dispute; there ${e.evidenceCount === 1 ? 'is 1 piece' : `are ${String(e.evidenceCount)} pieces`}.`,
  'repasse.dispute.evidence_removed.v1': () => 'Evidence was removed from the dispute.',
  'repasse.dispute.answered.v1': (e) =>
    e.decision === 'CONTEST'
      ? 'The merchant contests the dispute; a person of the platform takes that to the provider.'
      : 'The merchant accepts the dispute; a person of the platform takes that to the provider.',
  'repasse.dispute.won.v1': (e) =>
    `The dispute is won: the ${money(e.amountMinor, e.currency)} that was held is free again.`,
  'repasse.dispute.lost.v1': (e) =>
    `The dispute is lost: the ${money(e.amountMinor, e.currency)} that was held has gone back to the payer.`,
};

const inCoins = ({ crypto }: EventData['repasse.payment.offered.v1']): string =>
  crypto === undefined ? '' : `, as ${crypto.payAmount} ${crypto.payCurrency}`;

type Received = EventData['repasse.payment.received.v1'];

const expectedOf = ({ amountMinor, expectedAmountMinor, currency }: Received): string =>
  amountMinor === expectedAmountMinor ? '' : ` where ${money(expectedAmountMinor, currency)} was expected`;

/** The quote tells what the whole is in the payer's currency; of a part it tells nothing. */
const paidIn = ({ amountMinor, expectedAmountMinor, fx }: Received): string =>
  fx === undefined || amountMinor !== expectedAmountMinor
    ? ''
    : `, paid as ${money(fx.finalAmountMinor, fx.targetCurrency)}`;

const cancelReasons: Readonly<Record<EventData['repasse.payment.canceled.v1']['reason'], string>> = {
  CHARGE_PAID: ' because the charge was paid another way',
  CHARGE_CANCELED: ' because the charge was given up',
  CHARGE_EXPIRED: ' because the charge had expired',
  MERCHANT: ' as the merchant asked',
};

const asked: Readonly<Record<EventData['repasse.refund.requested.v1']['purpose'], string>> = {
  MERCHANT: 'A refund was asked for',
  SURPLUS: 'Money that the charge has no use for goes back by itself',
};
