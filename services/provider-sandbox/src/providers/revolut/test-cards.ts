import { type OrderTerms } from './order';
import { type CardVerdict } from './pay-order';

const paid: CardVerdict = { outcome: 'paid', declineReason: '' };
const declined = (declineReason: string): CardVerdict => ({ outcome: 'declined', declineReason });
const challengeFailed: CardVerdict = { outcome: 'failed', declineReason: 'customer_challenge_failed' };

/** Revolut's own sandbox cards. */
const verdicts: Readonly<Record<string, CardVerdict>> = {
  '4929420573595709': paid,
  '5281438801804148': paid,
  '4242424242424242': challengeFailed,
  '5215674115127070': challengeFailed,
  '4929573638125985': declined('insufficient_funds'),
  '4532336743874205': declined('expired_card'),
  '2720998837779594': declined('do_not_honour'),
  '2223000010479399': { outcome: 'processing', declineReason: '' },
};

/** Each with its outcome: `paid`, `processing` or the decline reason. */
export const testCardNumbers: readonly (readonly [number: string, says: string])[] = Object.entries(verdicts).map(
  ([number, { outcome, declineReason }]) => [number, declineReason === '' ? outcome : declineReason],
);

/** Below these the sandbox asks for no 3-D Secure, so a challenge cannot fail. */
const challengedFromMinor: Readonly<Record<string, number>> = { GBP: 2_500, EUR: 3_000 };

/** The outcome of a card in Revolut's sandbox. An unknown card is declined. Nothing of any card is kept. */
export const judgeCard = (cardNumber: string, { amount, currency }: OrderTerms): CardVerdict => {
  const verdict = verdicts[cardNumber] ?? declined('unknown_card');
  const isExempt = verdict === challengeFailed && amount < (challengedFromMinor[currency] ?? 0);
  return isExempt ? paid : verdict;
};
