import { brasiliaTime } from '@repasse/values/brasilia-time';
import { formatMinor } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/charge';
import { type ExistingCharge } from '../../domain/charge';
import { attemptRowOf, chargeRowOf, type AttemptRow, type ChargeRow } from '../../store/read-rows';
import { shownAt } from '../../store/status-at';
import { type CheckoutLinkOf } from '../checkout-link';
import { paymentStatusWord } from './payment-status-word';

type CardPaymentBody = components['schemas']['CardPayment'];
export type CardAttemptRow = Pick<
  AttemptRow,
  'attempt_id' | 'invoice_id' | 'payment_id' | 'installments' | 'checkout_meta' | 'status'
>;

/** The result of POST /payments/v1/card; undefined while a saved card has neither paid nor is certainly under way. */
export const madeCardPaymentBody = (
  charge: ExistingCharge,
  linkOf: CheckoutLinkOf,
  now: string,
): CardPaymentBody | undefined => {
  const attempt = charge.attempts.at(-1);
  const status = attempt?.situation.status;
  if (status === 'requested' || status === 'failed') return undefined;
  const attempts = attempt ? [attemptRowOf(charge, attempt)] : [];
  return cardPaymentBody(chargeRowOf(charge), attempts, linkOf, now);
};

/** A charge of POST /payments/v1/card in the words of that operation. Its attempts are in the order of time. */
export const cardPaymentBody = (
  charge: ChargeRow,
  attempts: readonly CardAttemptRow[],
  linkOf: CheckoutLinkOf,
  now: string,
): CardPaymentBody => ({
  id: charge.charge_id,
  ...cardFields(attempts.find(({ attempt_id }) => attempt_id === charge.paid_attempt_id) ?? attempts.at(-1)),
  // Written digit by digit before it becomes a number: the nearest one there is prints the same digits again.
  amount: Number(formatMinor(charge.gross_amount_minor)),
  installments: charge.installments_max,
  external_reference: charge.external_reference ?? '',
  description: charge.description ?? '',
  redirect_url: charge.redirect_url ?? '',
  status: paymentStatusWord(shownAt(charge, now)),
  ...checkoutFields(charge, attempts.at(-1), linkOf),
  expire_at: brasiliaTime(charge.expires_at),
  createdAt: brasiliaTime(charge.created_at),
  updatedAt: brasiliaTime(charge.updated_at),
});

/** Of the card that paid, or the last that was tried. */
const cardFields = (attempt: CardAttemptRow | undefined) => {
  const meta = attempt?.checkout_meta;
  const card = meta && 'last4' in meta ? meta : undefined;
  return {
    invoice_id: attempt?.invoice_id ?? null,
    id_transaction: attempt?.payment_id ?? '',
    installments_chosen: attempt?.installments ?? null,
    brand: card?.brand ?? '',
    last4: card?.last4 ?? '',
  };
};

/**
 * A charge that takes one attempt is paid by a saved card, without a page. When the acquirer was in trouble, it is still
 * to be paid, and its payer may do so with a card.
 */
const checkoutFields = (
  { charge_id: chargeId, expires_at: expiresAt, attempts_max, status }: ChargeRow,
  last: CardAttemptRow | undefined,
  linkOf: CheckoutLinkOf,
) => {
  const isWaiting = status === 'PENDING' && last?.status === 'FAILED';
  if (attempts_max === 1 && !isWaiting) return { checkout_id: '', checkout_url: '', checkout_token: '' };
  const { checkoutUrl, checkoutToken } = linkOf({ chargeId, expiresAt });
  return { checkout_id: chargeId, checkout_url: checkoutUrl, checkout_token: checkoutToken };
};
