import { installmentMinorMin } from '@repasse/checkout-kit/both-sides/installments';
import { holdsCardData, looksLikeCardNumber } from '@repasse/checkout-kit/server/card-data';
import { cardInputFaults } from '@repasse/checkout-kit/server/card-input';
import { type Fault, ProblemError } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/chassis/money';
import { type LoadedCheckout } from './load-checkout';
import { cardNotAcceptedHere } from '../http/card-refusals';
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
  const { amountMinor } = payment.facts;
  const isTooSmall = installments > 1 && Math.floor(amountMinor / installments) < installmentMinorMin;
  if (installments <= max && !isTooSmall) return;
  const message =
    installments > max
      ? `must be at most ${max}.`
      : `must be fewer: each is at least ${formatMinor(installmentMinorMin)}, of ${formatMinor(amountMinor)} in all.`;
  const errors = [{ field: 'installments', message }];
  throw new ProblemError({ status: 400, code: 'request.invalid', detail: `installments ${message}`, errors });
};
