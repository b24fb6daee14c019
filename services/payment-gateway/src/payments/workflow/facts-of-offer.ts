import { assertNever } from '@repasse/chassis/decider';
import { type OfferOutcome } from '../../providers/provider';
import { type ProviderFacts } from './record-provider-facts';

/** The facts that follow from requesting a payment from its provider; none when nothing happened there. */
export const factsOfOffer = (outcome: OfferOutcome, now: string): ProviderFacts => {
  switch (outcome.outcome) {
    case 'offered':
      return { before: [{ type: 'OfferPayment', data: { offer: outcome.offer, now } }] };
    case 'received':
      return {
        before: [{ type: 'OfferPayment', data: { offer: outcome.offer, now } }],
        receipts: outcome.receipts,
      };
    case 'confirming':
      return { before: [{ type: 'ConfirmPayment', data: { offer: outcome.offer, now } }] };
    case 'declined': {
      const { declineCode, isRetryable, detail, offer } = outcome;
      const decline = { declineCode, isRetryable };
      return { before: [{ type: 'FailPayment', data: { reason: 'DECLINED', detail, decline, offer, now } }] };
    }
    case 'refused':
      return { before: [{ type: 'FailPayment', data: { reason: outcome.reason, detail: outcome.detail, now } }] };
    case 'unknown':
      return { before: [{ type: 'RecordUnknownOutcome', data: { now } }] };
    case 'unavailable':
      return {};
    default:
      return assertNever(outcome);
  }
};
