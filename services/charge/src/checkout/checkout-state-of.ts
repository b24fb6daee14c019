import { formatAmount, formatMinor } from '@repasse/values/money';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { returnAddress } from '@repasse/checkout-kit/both-sides/return-address';
import { returnParameter } from '../domain/charge.terms';
import { shownAt } from '../store/status-at';
import { type CheckoutAttempt, type CheckoutRows } from '../store/reads/checkout';
import {
  attemptField,
  type CardAttempt,
  type CheckoutMethod,
  type CheckoutState,
  type InternationalAttempt,
  type PixAttempt,
} from './both-sides/checkout-state';

/** The rows in the words of the page. */
export const checkoutStateOf = (rows: CheckoutRows, offered: readonly CheckoutMethod[], now: string): CheckoutState => {
  const charge = shownAt(rows.charge, now);
  const attempts = rows.attempts.map((attempt) => shownAt(attempt, now));
  const latest = (field: 'pix' | 'card' | 'international'): CheckoutAttempt | undefined =>
    attempts.findLast(({ payment_method }) => attemptField[payment_method] === field);
  const [pix, card, international] = [latest('pix'), latest('card'), latest('international')];
  const isPayerNeeded = charge.client_mode === 'requestCheckout' && !charge.is_payer_known;
  const paid = attempts.find(({ attempt_id }) => attempt_id === charge.paid_attempt_id);
  return {
    chargeId: charge.charge_id,
    status: charge.status,
    statusReason: charge.status_reason,
    grossAmount: formatMinor(charge.gross_amount_minor),
    dueAmount: formatMinor(charge.gross_amount_minor - charge.held_amount_minor),
    paidAmount: charge.paid_amount_minor === null ? null : formatMinor(charge.paid_amount_minor),
    currency: charge.currency,
    description: charge.description,
    externalReference: charge.external_reference,
    expiresAt: charge.expires_at,
    now,
    // An attempt may have been given an address of its own.
    redirectUrl: returnAddress(paid?.redirect_url ?? charge.redirect_url, returnParameter, charge.charge_id),
    paidAt: charge.paid_at,
    paidBy: paid?.payment_method ?? null,
    endToEndId: paid?.end_to_end_id ?? null,
    receiver: paid ? receiverOf(paid) : null,
    isPayerNeeded,
    methods: offered.filter((method) => charge.methods?.includes(method) ?? true),
    installmentsMax: charge.installments_max,
    pix: pix && !isPayerNeeded ? pixOf(pix) : null,
    card: card ? cardOf(card) : null,
    international: international ? internationalOf(international) : null,
  };
};

const receiverOf = ({ checkout_meta: meta }: CheckoutAttempt): CheckoutState['receiver'] =>
  meta && 'receiverName' in meta ? { name: meta.receiverName, document: meta.receiverDocument } : null;

const factsOf = (attempt: CheckoutAttempt) => ({
  attemptId: attempt.attempt_id,
  status: attempt.status,
  amount: formatMinor(attempt.gross_amount_minor),
  expiresAt: attempt.expires_at,
});

const pixOf = (attempt: CheckoutAttempt): PixAttempt => {
  const code = attempt.checkout_meta;
  const meta = code && 'emv' in code ? code : undefined;
  return {
    ...factsOf(attempt),
    emv: meta?.emv ?? null,
    qrCodeBase64: meta ? qrImage(meta.emv) : null,
    receiverName: meta?.receiverName ?? null,
  };
};

const cardOf = (attempt: CheckoutAttempt): CardAttempt => {
  const card = attempt.checkout_meta;
  const meta = card && 'last4' in card ? card : undefined;
  return {
    ...factsOf(attempt),
    brand: meta?.brand ?? null,
    last4: meta?.last4 ?? null,
    installments: attempt.installments,
    isDeclined: attempt.status_reason === 'DECLINED',
    declineCode: attempt.decline_code,
    isRetryable: attempt.is_retryable,
  };
};

const internationalOf = (attempt: CheckoutAttempt): InternationalAttempt => {
  const { fx, checkout_meta: form } = attempt;
  const meta = form && 'publicToken' in form ? form : undefined;
  const inTarget = fx === null ? null : formatAmount(fx.finalAmountMinor, fx.targetCurrency);
  return {
    ...factsOf(attempt),
    publicToken: meta?.publicToken ?? null,
    mode: meta?.mode ?? 'sandbox',
    checkoutCurrency: fx?.targetCurrency ?? null,
    checkoutAmount: inTarget,
    rate: fx?.rateWithSpread ?? null,
  };
};
