import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { hasFailedTechnically, isOpen, type Attempt, type ExistingCharge } from '../domain/charge';
import { statusAt } from '../domain/expiry';
import { type CardAnswer } from '../clients/payment-gateway';
import { type Payer } from '../store/effects';
import { payerFor } from './offer-attempt';
import { type PayByCard } from './pay-by-card';
import { isRefusal, type Refusal } from './refusal';
import { byCard, type RequestAttempt } from './request-attempt';

export interface SavedCardPayment {
  readonly cardToken: string;
  readonly installments: number;
  readonly payer: Payer | null;
}

export interface SavedCardResult {
  readonly state: ExistingCharge;
  /** The attempt by the card, as it stands in `state`. */
  readonly attempt: Attempt;
  /** Null when the card was not asked for: its attempt has ended, or is under way. */
  readonly answer: CardAnswer | null;
}

/**
 * Charges the saved card of a charge that has an attempt by it. As with every card, the attempt has been committed before
 * anything is sent, and a repeat never charges it again.
 */
export type ChargeSavedCard = (charge: ExistingCharge, payment: SavedCardPayment) => Promise<SavedCardResult | Refusal>;

export interface ChargeSavedCardDependencies {
  readonly requestAttempt: RequestAttempt;
  readonly payByCard: PayByCard;
  readonly clock: Clock;
  readonly ids: Ids;
}

export const createChargeSavedCard =
  (deps: ChargeSavedCardDependencies): ChargeSavedCard =>
  async (kept, { cardToken, installments, payer }) => {
    const tried = await withOpenAttempt(deps, kept, installments);
    if (isRefusal(tried)) return tried;
    const attempt = lastAttemptOf(tried);
    if (!isOpen(attempt)) return { state: tried, attempt, answer: null };
    const inputs = { paidWith: { cardToken }, payer: payerFor(payer) };
    const { state, answer } = await deps.payByCard(tried, attempt, inputs);
    return { state, attempt: lastAttemptOf(state), answer };
  };

/** A repeat after trouble at the acquirer tries the card once more, by an attempt of its own. */
const withOpenAttempt = async (
  { requestAttempt, clock, ids }: ChargeSavedCardDependencies,
  charge: ExistingCharge,
  installments: number,
): Promise<ExistingCharge | Refusal> => {
  if (!hasFailedTechnically(lastAttemptOf(charge))) return charge;
  if (statusAt(charge, toIso(clock.now())) !== 'pending') return charge;
  const requested = await requestAttempt(charge, byCard(installments), { ulid: ids.ulid() });
  return isRefusal(requested) ? requested : requested.charge;
};

const lastAttemptOf = (charge: ExistingCharge): Attempt => {
  const attempt = charge.attempts.at(-1);
  if (!attempt) throw new Error(`Charge ${charge.terms.chargeId} was to be paid by a saved card and has no attempt.`);
  return attempt;
};
