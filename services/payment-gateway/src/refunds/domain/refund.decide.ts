import { isRejection, reject, type Rejection } from '@repasse/chassis/decider';
import { formatMinor, sumMinor } from '@repasse/values/money';
import { isNoCoins } from '../../crypto/domain/coin-amount';
import { coinsIn, methodRows } from '../../payments/domain/methods';
import { type Decision, notFound } from '../../payments/domain/decision';
import {
  type KnownPayment,
  type PaymentState,
  type Receipt,
  refundsOf,
  type ReceivedPayment,
} from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { receiptShares, type ReceiptShare } from './receipt-shares';
import { type Refund, type RefundedCoins, type RefundFacts, type RefundShare } from './refund';
import { coinsBackOf, targetAmountOf } from './refundable';
import { partIdOf, requestedRefund, type RequestedRefund } from './requested-refund';
import { isBeyondRole } from './role-limit';

/** Refunds live in their payment's stream, so that no two of them can take the same centavo. */
export const requestRefund = (asked: DataOf<'RequestRefund'>, state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  const repeated = requestedRefund(refundsOf(state), asked.refundId);
  if (repeated !== undefined) return repeatedRefund(asked, repeated);

  const parts = partsOf(asked, state);
  if (!isRejection(parts)) return parts.map((refund) => ({ type: 'RefundRequested', data: { refund } }));
  return asked.purpose === 'SURPLUS' && state.status === 'received' ? impossibleSurplus(asked, state, parts) : parts;
};

const repeatedRefund = (asked: DataOf<'RequestRefund'>, { refundId, purpose, parts }: RequestedRefund): Decision => {
  const askedMinor = sumMinor(parts.map(({ amountMinor }) => amountMinor));
  return asked.purpose === purpose &&
    (asked.amountMinor ?? askedMinor) === askedMinor &&
    parts.every(({ coins }) => coins === undefined || asked.destination?.payAddress === coins.payAddress)
    ? []
    : reject('refund.exists_with_different_content', `Refund ${refundId} was asked for before with other content.`);
};

/** The sender of a surplus reads events, not refusals, so an impossible refund is recorded as failed. */
const impossibleSurplus = (asked: DataOf<'RequestRefund'>, state: ReceivedPayment, { detail }: Rejection): Decision => {
  const amountMinor = asked.amountMinor ?? sumMinor(state.receipts.map((each) => each.amountMinor));
  const receiptReference = asked.receiptReference ?? '';
  const refund = { ...askedFor(asked), receiptReference, amountMinor, targetAmountMinor: null, splitRefund: null };
  return [
    { type: 'RefundRequested', data: { refund } },
    { type: 'RefundFailed', data: { refundId: asked.refundId, failure: detail } },
  ];
};

/** The refund of each receipt that gives back some of the amount. */
const partsOf = (asked: DataOf<'RequestRefund'>, state: KnownPayment): readonly RefundFacts[] | Rejection => {
  if (state.status !== 'received') {
    return reject('refund.payment_not_paid', 'The payment is not paid: nothing was received that could go back.');
  }
  const shares = receiptShares(asked, state);
  if (isRejection(shares)) return shares;
  const amountMinor = sumMinor(shares.map((share) => share.amountMinor));
  if (isBeyondRole(asked, state, amountMinor)) {
    return reject('refund.above_role_limit', 'The role of the person gives back less of a payment.');
  }
  const splitRefund = sharesOf(asked, state.facts.userId, amountMinor);
  if (isRejection(splitRefund)) return splitRefund;
  const whole = shares.length > 1 ? { whole: { refundId: asked.refundId, amountMinor } } : {};
  const parts: RefundFacts[] = [];
  for (const [index, share] of shares.entries()) {
    const part = partOf(asked, state, share);
    if (isRejection(part)) return part;
    parts.push({ ...askedFor(asked), ...part, ...whole, splitRefund, refundId: partIdOf(asked.refundId, index) });
  }
  return parts;
};

const partOf = (
  asked: DataOf<'RequestRefund'>,
  state: ReceivedPayment,
  { receipt, amountMinor }: ReceiptShare,
): Pick<RefundFacts, 'receiptReference' | 'amountMinor' | 'targetAmountMinor' | 'coins'> | Rejection => {
  const targetAmountMinor = targetAmountOf(state, receipt, amountMinor);
  if (targetAmountMinor !== null && targetAmountMinor < 1) {
    return reject('refund.amount_too_small', 'In the currency the payer paid in, the amount is nothing.');
  }
  const coins = coinsOf(asked, state, receipt, amountMinor);
  if (isRejection(coins)) return coins;
  const facts = { receiptReference: receipt.providerReference, amountMinor, targetAmountMinor };
  return coins === undefined ? facts : { ...facts, coins };
};

/** The coins to send back; undefined for methods whose provider knows the way back. */
const coinsOf = (
  { destination }: DataOf<'RequestRefund'>,
  state: ReceivedPayment,
  receipt: Receipt,
  amountMinor: number,
): RefundedCoins | undefined | Rejection => {
  if (!methodRows[state.facts.paymentMethod].isInCoins) return undefined;
  if (destination === undefined) return reject('refund.address_needed', 'Coins do not go back the way they came.');
  const instructions = coinsIn(state.offer);
  if (instructions === undefined) throw new Error('Coins came to an address that was never given out.');
  const payAmount = coinsBackOf(state, receipt, { payAmount: instructions.payAmount, amountMinor });
  return isNoCoins(payAmount)
    ? reject('refund.amount_too_small', 'In the coin the payer paid in, the amount is nothing.')
    : { payCurrency: instructions.payCurrency, ...destination, payAmount };
};

const askedFor = ({ refundId, purpose, reason, requestedBy }: DataOf<'RequestRefund'>) => ({
  ...{ refundId, purpose, reason },
  ...(requestedBy === undefined ? {} : { requestedBy }),
});

const sharesOf = (
  { splitRefund }: DataOf<'RequestRefund'>,
  ownerId: number,
  amountMinor: number,
): readonly RefundShare[] | null | Rejection => {
  if (splitRefund === null) return null;
  if (splitRefund === 'OWNER') return [{ userId: ownerId, amountMinor }];
  return sumMinor(splitRefund.map((share) => share.amountMinor)) === amountMinor
    ? splitRefund
    : reject('refund.split_differs', `The parts of splitRefund must add up to ${formatMinor(amountMinor)}.`);
};

export const acknowledgeRefund = (
  { refundId, providerReference }: DataOf<'AcknowledgeRefund'>,
  state: PaymentState,
): Decision =>
  onRefund(state, refundId, (refund) =>
    refund.status === 'pending' && refund.providerReference === null
      ? [{ type: 'RefundAcknowledged', data: { refundId, providerReference } }]
      : [],
  );

export const settleRefund = (
  { refundId, providerReference, settledAt }: DataOf<'SettleRefund'>,
  state: PaymentState,
): Decision =>
  onRefund(state, refundId, (refund) =>
    refund.status === 'pending'
      ? [{ type: 'RefundSettled', data: { refundId, providerReference, settledAt } }]
      : afterEnd(refund, 'succeeded'),
  );

export const failRefund = (
  { refundId, failure, isRefusal = false }: DataOf<'FailRefund'>,
  state: PaymentState,
): Decision =>
  onRefund(state, refundId, (refund) => {
    if (refund.status !== 'pending') return afterEnd(refund, 'failed');
    if (isRefusal && refund.providerReference !== null) return [];
    return [{ type: 'RefundFailed', data: { refundId, failure } }];
  });

/** A refund ends once. The same end again is no news; a provider that says otherwise later is for a person to look at. */
const afterEnd = ({ refundId, status }: Refund, said: Refund['status']): Decision =>
  status === said ? [] : reject('refund.ended_otherwise', `Refund ${refundId} has ${status} before.`);

const onRefund = (state: PaymentState, refundId: string, decide: (refund: Refund) => Decision): Decision => {
  const refund = refundsOf(state).find((each) => each.refundId === refundId);
  return refund === undefined ? reject('refund.not_found', `There is no refund ${refundId}.`) : decide(refund);
};
