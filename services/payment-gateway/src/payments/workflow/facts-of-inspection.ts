import { assertNever } from '@repasse/chassis/decider';
import { cardInstructions, methodRows } from '../domain/methods';
import { cancelRequestOf, offerIn, type KnownPayment, type Offer } from '../domain/payment';
import { type DisputeStanding } from '../../disputes/domain/dispute';
import { type Found, type RefundStanding } from '../../providers/provider';
import { type LaterCommand } from '../domain/payment-commands';
import { type ProviderFacts } from './record-provider-facts';

interface Given {
  readonly now: string;
  readonly newId: () => string;
}

/** The commands an inspection leads to. Receipts decide before the status. */
export const factsOfInspection = (state: KnownPayment, found: Found, given: Given): ProviderFacts => {
  const hasMoney = found.receipts.length > 0;
  return {
    before: hasMoney ? offerFirst(state, found, given) : commandsOfStatus(state, found, given),
    receipts: found.receipts,
    after: [
      ...(found.refunds ?? []).map((each) => commandOfRefund(each, given)),
      ...(found.disputes ?? []).map((each) => commandOfDispute(each, given)),
    ],
  };
};

/** A refund needs the payment's reference at the provider, so a payment without an offer gets it with the money. */
const offerFirst = (state: KnownPayment, found: Found, { now }: Given): readonly LaterCommand[] => {
  const offer = cardOffer(state, found);
  return offer === null ? [] : [{ type: 'OfferPayment', data: { offer, now } }];
};

const commandsOfStatus = (state: KnownPayment, found: Found, given: Given): readonly LaterCommand[] => {
  const { now } = given;
  switch (found.status) {
    case 'pending':
      return state.status === 'confirming' ? [{ type: 'ReopenPayment', data: { declineCode: null, now } }] : [];
    case 'confirming':
      return [{ type: 'ConfirmPayment', data: { offer: cardOffer(state, found), now } }];
    case 'partial':
      if (found.partial === undefined) throw new Error('A part of the price came without its amount.');
      return [{ type: 'RecordPartialReceipt', data: { partial: found.partial, now } }];
    case 'declined':
      if (settlesAtOnce(state)) return [failure(state, found, given)];
      return [{ type: 'ReopenPayment', data: { declineCode: found.declineCode ?? null, now } }];
    case 'failed':
      return [failure(state, found, given)];
    case 'removed':
      if (cancelRequestOf(state) !== null || state.status === 'canceled') {
        return [{ type: 'ConfirmCancellation', data: { isMissing: false, now } }];
      }
      // Providers tidy up what nobody paid. That is no failure: the payment expires after its grace.
      if (isTimeOver(state, now)) return [];
      return [failure(state, { ...found, detail: found.detail ?? 'The provider removed it.' }, given)];
    // Money is in the receipts or it is not there: a status alone proves nothing that could be booked.
    case 'received':
      return [];
    default:
      return assertNever(found.status);
  }
};

const settlesAtOnce = ({ facts }: KnownPayment): boolean => methodRows[facts.paymentMethod].settlesAtOnce;

const isTimeOver = (state: KnownPayment, now: string): boolean =>
  !settlesAtOnce(state) && Date.parse(state.terms.expiresAt) <= Date.parse(now);

const failure = (state: KnownPayment, found: Found, { now }: Given): LaterCommand => {
  const { declineCode, isRetryable = false, detail = 'The provider says that it failed.' } = found;
  const decline = declineCode === undefined ? null : { declineCode, isRetryable };
  const isDeclined = decline !== null || found.status === 'declined';
  const offer = cardOffer(state, found);
  const reason = isDeclined ? 'DECLINED' : 'PROVIDER_ERROR';
  return { type: 'FailPayment', data: { reason, detail, decline, offer, now } };
};

/** The offer that the lost answer to a card payment would have brought; null when it came, and for other methods. */
const cardOffer = (state: KnownPayment, { providerReference }: Found): Offer | null => {
  const { card } = state.terms;
  if (offerIn(state) !== null || card === null || providerReference === undefined) return null;
  return { providerReference, instructions: cardInstructions(card, state.facts.installments ?? 1) };
};

const commandOfRefund = (standing: RefundStanding, { now }: Given): LaterCommand => {
  const { refundId, providerReference, settledAt, detail } = standing;
  switch (standing.status) {
    case 'pending':
      return { type: 'AcknowledgeRefund', data: { refundId, providerReference, now } };
    case 'settled':
      return { type: 'SettleRefund', data: { refundId, providerReference, settledAt: settledAt ?? now, now } };
    case 'failed':
      return { type: 'FailRefund', data: { refundId, failure: detail ?? 'The provider says that it failed.', now } };
    default:
      return assertNever(standing.status);
  }
};

const commandOfDispute = (standing: DisputeStanding, { now, newId }: Given): LaterCommand => ({
  type: 'RecordDispute',
  data: { ...standing, disputeId: `dsp_${newId()}`, now },
});
