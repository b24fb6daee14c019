import { installmentMinorMin } from '@repasse/checkout-kit/both-sides/installments';
import { holdsCardData, looksLikeCardNumber } from '@repasse/checkout-kit/server/card-data';
import { cardInputFaults } from '@repasse/checkout-kit/server/card-input';
import { type Fault } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/chassis/money';
import { type LoadedCheckout } from './load-checkout';
import { cardNotAcceptedHere, fieldRefused } from '../http/card-refusals';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';

export type PayAtCheckoutBody = components['schemas']['PayAtCheckout'];

/** What is wrong with a card that is about to be charged, as far as looking at it can tell. Nothing of it is repeated. */
export const faultsOfCard = (body: PayAtCheckoutBody, faulty: ReadonlySet<string>, now: Date): readonly Fault[] => {
  const isBroken = [...faulty].some((field) => field === 'body' || field === 'card' || field.startsWith('card.'));
  const { card, ...rest } = body;
  // Beside its own place a card number would end up where other texts are kept; names nobody knows are even sent back.
  if (holdsCardData(rest) || (!isBroken && Object.keys(card).some(looksLikeCardNumber))) {
    throw cardNotAcceptedHere('The body holds card data outside of card.');
  }
  return isBroken ? [] : cardInputFaults(card, now);
};

/** The merchant says how many there may be at most, and acquirers how small each may be. */
export const refuseInstallments = ({ checkout, payment }: LoadedCheckout, installments: number): void => {
  const max = checkout.installmentsMax ?? 1;
  const message = installmentsFault({ amountMinor: payment.facts.amountMinor, installments, max });
  if (message !== undefined) throw fieldRefused('installments', message);
};

/** What is wrong with paying an amount in so many parts; undefined when nothing is. */
export const installmentsFault = (o: {
  readonly amountMinor: number;
  readonly installments: number;
  readonly max: number;
}): string | undefined => {
  const { amountMinor, installments, max } = o;
  if (installments > max) return `must be at most ${max}.`;
  const isTooSmall = installments > 1 && Math.floor(amountMinor / installments) < installmentMinorMin;
  if (!isTooSmall) return undefined;
  return `must be fewer: each is at least ${formatMinor(installmentMinorMin)}, of ${formatMinor(amountMinor)} in all.`;
};
