import { type EventData } from '@repasse/contracts';
import { amongOthers, doneBy, failureOf, inParts, inTheirCurrency, methodOf, money, type TextsOf } from './wording';

export const chargeTexts: TextsOf<'charge' | 'attempt'> = {
  'repasse.charge.created.v1': (e) =>
    `Charge of ${money(e.grossAmountMinor, e.currency)} created; ${money(e.netAmountMinor, e.currency)} after fees${amongOthers(e.shares.length)}.`,
  'repasse.attempt.offered.v1': (e) =>
    `Payment by ${methodOf(e.paymentMethod)} offered for ${money(e.grossAmountMinor, e.currency)}${inTheirCurrency(e.fx)}, open until ${e.expiresAt}.`,
  'repasse.attempt.failed.v1': (e) => `Payment by ${methodOf(e.paymentMethod)} failed: ${failureOf(e)}.`,
  'repasse.attempt.expired.v1': (e) => `The offer to pay by ${methodOf(e.paymentMethod)} expired unpaid.`,
  'repasse.charge.processing.v1': (e) =>
    `The payment by ${methodOf(e.paymentMethod)} is being processed; until its outcome is known the charge waits for it.`,
  'repasse.charge.reopened.v1': (e) =>
    `The payment by ${methodOf(e.paymentMethod)} came to nothing; the charge can be paid again.`,
  'repasse.charge.paid.v1': (e) =>
    `Paid by ${methodOf(e.paymentMethod)}${inParts(e.installments)}: ${money(e.grossAmountMinor, e.currency)}${remarkOn(e.statusReason)}.`,
  'repasse.charge.expired.v1': () => `The charge expired: it was not paid in time.`,
  'repasse.charge.canceled.v1': () => `The merchant canceled the charge before anybody paid.`,
  'repasse.charge.failed.v1': (e) =>
    `The charge failed with its last attempt: ${failureOf({ reason: e.reason })}. It can be paid no longer.`,
  'repasse.charge.refunded.v1': (e) =>
    e.isFull
      ? `${money(e.amountMinor, e.currency)} went back to the payer; the charge is refunded in full.`
      : `${money(e.amountMinor, e.currency)} went back to the payer; ${money(e.refundedTotalMinor, e.currency)} of ${money(e.grossAmountMinor, e.currency)} is refunded.`,
  'repasse.charge.surplus_received.v1': (e) =>
    `${money(e.surplusAmountMinor, e.currency)} arrived by ${methodOf(e.paymentMethod)} ${unusual[e.statusReason]}; ${handlings[e.handling]}.`,
  'repasse.charge.surplus_resolved.v1': (e) =>
    `About ${money(e.surplusAmountMinor, e.currency)} that was held it is decided${doneBy(e.resolvedBy)}: ${decisions[e.handling]}.`,
  'repasse.charge.surplus_refunded.v1': (e) =>
    `${money(e.amountMinor, e.currency)} that the charge had no use for went back to the payer.`,
};

const remarks: Readonly<Record<NonNullable<EventData['repasse.charge.paid.v1']['statusReason']>, string>> = {
  LATE: ', after the charge had expired',
  OVERPAID: ', more than was asked for',
  UNDERPAID: ', less than was asked for',
  DUPLICATE: ', and paid more than once',
};

const remarkOn = (statusReason: EventData['repasse.charge.paid.v1']['statusReason']): string =>
  statusReason === null ? '' : remarks[statusReason];

type Received = EventData['repasse.charge.surplus_received.v1'];

const unusual: Readonly<Record<Received['statusReason'], string>> = {
  OVERPAID: 'beyond what was asked for',
  UNDERPAID: 'and is less than was asked for',
  LATE: 'after the charge had expired',
  DUPLICATE: 'although the charge was paid already',
  CANCELED: 'although the charge can be paid no longer',
};

const handlings: Readonly<Record<Received['handling'], string>> = {
  REFUND: 'by the merchant’s rule it goes back to the payer',
  HOLD: 'by the merchant’s rule it is held until the merchant decides',
  ACCEPT: 'by the merchant’s rule it is the merchant’s',
};

const decisions: Readonly<Record<EventData['repasse.charge.surplus_resolved.v1']['handling'], string>> = {
  REFUND: 'it goes back to the payer',
  ACCEPT: 'the merchant keeps it beside the charge',
  APPLY: 'it counts towards the charge',
};
