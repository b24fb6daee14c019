import { type MaskedCard, type Order } from './order';
import { type PayOrder } from './pay-order';

/** What a payer types. It is in memory while the payment is decided, and nowhere afterwards. */
export interface TypedCard {
  readonly number: string;
  /** MM/YY */
  readonly expiry: string;
  readonly holderName: string | null;
}

export type CardVerdict = Pick<PayOrder, 'outcome' | 'declineReason'>;

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

/** What Revolut's sandbox makes of a card. Cards it does not know are no cards. */
export const judgeCard = (card: TypedCard, { amount, currency, authorisation_type }: Order['terms']): CardVerdict => {
  const verdict = verdicts[card.number] ?? declined('unknown_card');
  if (verdict.outcome === 'paid') return verdict;
  // Documented of the real sandbox: with a pre-authorisation every one of its cards ends authorised.
  if (authorisation_type === 'pre_authorisation' && card.number in verdicts)
    return { outcome: 'authorised', declineReason: '' };
  const isExempt = verdict === challengeFailed && amount < (challengedFromMinor[currency] ?? 0);
  return isExempt ? paid : verdict;
};

export const maskCard = ({ number, expiry, holderName }: TypedCard): MaskedCard => ({
  brand: brandOf(number),
  bin: number.slice(0, 6),
  lastFour: number.slice(-4),
  expiry,
  holderName,
});

const brandOf = (number: string): MaskedCard['brand'] => {
  if (/^3[47]/.test(number)) return 'american_express';
  return number.startsWith('4') ? 'visa' : 'mastercard';
};

/** The card of a payer whom a control plays. */
export const ordinaryCard: TypedCard = { number: '4929420573595709', expiry: '12/30', holderName: 'A PAYER' };
