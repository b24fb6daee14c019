import { dated, reject, type Decider, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/values/money';
import { cancelPayment, confirmCancellation } from './cancel.decide';
import { addEvidence, answerDispute, removeEvidence } from '../../disputes/domain/answer.decide';
import { recordDispute } from '../../disputes/domain/dispute.decide';
import { confirmPayment, offerPayment, reopenPayment } from './offer.decide';
import { type DataOf, type PaymentCommand } from './payment-commands';
import { type PaymentEvent } from './payment-events';
import { type PaymentFacts, type PaymentState, unknownQuoteId } from './payment';
import { acceptPartial, recordPartialReceipt } from '../../crypto/domain/partial.decide';
import { evolve } from './payment.evolve';
import { isAmount, type Decision } from './decision';
import { whereEffective } from './effective-commands';
import { recordReceipt } from './receipt.decide';
import { acknowledgeRefund, failRefund, requestRefund, settleRefund } from '../../refunds/domain/refund.decide';

/**
 * How long after `expiresAt` a payment may still turn out paid. A PIX confirmed in the last second settles within 40 s
 * by the arrangement's rules, and the provider reports it a little later.
 */
export const expiryGraceMs = 60_000;

const requestPayment = ({ facts, terms, now }: DataOf<'RequestPayment'>, state: PaymentState): Decision => {
  if (state.status !== 'absent') return repeatedRequest(facts, state.facts);
  if (!isAmount(facts.amountMinor)) {
    return reject('payment.amount_out_of_range', `A payment must be for 1 to ${amountMinorMax} minor units.`);
  }
  if (Date.parse(terms.expiresAt) <= Date.parse(now)) {
    return reject('payment.expires_in_past', `A payment cannot expire at ${terms.expiresAt}, which is past.`);
  }
  const unusable = quoteFault(facts, now);
  if (unusable !== undefined) return unusable;
  return [{ type: 'PaymentRequested', data: { facts, terms } }];
};

/** A quote holds for one amount until it expires, and for no other. */
const quoteFault = ({ fx, amountMinor }: PaymentFacts, now: string): Rejection | undefined => {
  if (fx === null) return undefined;
  if (fx.sourceAmountMinor !== amountMinor) {
    return reject('fx.quote_unusable', `The quote ${fx.quoteId} is for another amount.`);
  }
  return Date.parse(fx.expiresAt) <= Date.parse(now)
    ? reject('fx.quote_unusable', `The quote ${fx.quoteId} held until ${fx.expiresAt}.`)
    : undefined;
};

/** The fields that identify a request. Invoice number and provider are assigned here, so they may differ. */
const identifying = [
  'amountMinor',
  'currency',
  'userId',
  'chargeId',
  'attemptId',
  'paymentMethod',
  'installments',
] as const;

/** A retry of the same request is not news; the same id with other content is a caller's mistake. */
const repeatedRequest = (asked: PaymentFacts, kept: PaymentFacts): Decision => {
  const differing: string[] = identifying.filter((field) => asked[field] !== kept[field]);
  if (kept.fx?.quoteId !== unknownQuoteId && asked.fx?.quoteId !== kept.fx?.quoteId) differing.push('fxQuoteId');
  if (differing.length === 0) return [];
  return reject(
    'payment.exists_with_different_content',
    `Payment ${kept.paymentId} was requested before with another ${differing.join(', ')}.`,
  );
};

const expirePayment = ({ now }: DataOf<'ExpirePayment'>, state: PaymentState): Decision =>
  whereEffective('ExpirePayment', state, ({ terms: { expiresAt } }) =>
    Date.parse(now) < Date.parse(expiresAt) + expiryGraceMs
      ? reject('payment.not_due_to_expire', `The payment may be paid until ${expiresAt}.`)
      : [{ type: 'PaymentExpired', data: {} }],
  );

/** A refusal that arrives after the money or the end changes nothing. */
const failPayment = (
  { reason, detail, decline = null, offer = null }: DataOf<'FailPayment'>,
  state: PaymentState,
): Decision =>
  whereEffective('FailPayment', state, () => [{ type: 'PaymentFailed', data: { reason, detail, decline, offer } }]);

const recordUnknownOutcome = (state: PaymentState): Decision =>
  whereEffective('RecordUnknownOutcome', state, () => [{ type: 'PaymentOutcomeUnknown', data: {} }]);

const deciders: { readonly [T in PaymentCommand['type']]: (data: DataOf<T>, state: PaymentState) => Decision } = {
  RequestPayment: requestPayment,
  OfferPayment: offerPayment,
  ConfirmPayment: confirmPayment,
  ReopenPayment: reopenPayment,
  RecordReceipt: recordReceipt,
  RecordPartialReceipt: recordPartialReceipt,
  AcceptPartial: (_, state) => acceptPartial(state),
  ExpirePayment: expirePayment,
  FailPayment: failPayment,
  RecordUnknownOutcome: (_, state) => recordUnknownOutcome(state),
  CancelPayment: cancelPayment,
  ConfirmCancellation: confirmCancellation,
  RequestRefund: requestRefund,
  AcknowledgeRefund: acknowledgeRefund,
  SettleRefund: settleRefund,
  FailRefund: failRefund,
  RecordDispute: recordDispute,
  AddDisputeEvidence: addEvidence,
  RemoveDisputeEvidence: removeEvidence,
  AnswerDispute: answerDispute,
};

export const payment: Decider<PaymentCommand, PaymentState, PaymentEvent> = {
  initialState: { status: 'absent' },
  decide: <T extends PaymentCommand['type']>({ type, data }: PaymentCommand<T>, state: PaymentState) =>
    dated(deciders[type](data, state), data.now),
  evolve,
};
