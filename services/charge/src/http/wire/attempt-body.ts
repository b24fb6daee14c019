import { formatAmount, formatMinor } from '@repasse/values/money';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { methodRows } from '../../domain/methods';
import { type AttemptView } from '../../store/reads/attempts';
import { type CustomerMeta } from '../../store/effects';
import { shownAt } from '../../store/status-at';
import { customerMetaOf, splitConfigOf, splitSettlementOf } from './charge-body';

/** An attempt in the words of the API, as it stands at the moment `now`. */
export const attemptBody = (attempt: AttemptView, now: string) => ({
  ...payersAttemptBody(attempt, now),
  customerMeta: customerMetaOf(attempt),
  ...splitConfigOf(attempt),
  splitSettlement: splitSettlementOf(attempt.shares),
});

/**
 * The same for the payer, without the shares of other users. Whoever has the link sees of a payer what the merchant has
 * filled in, and no document.
 */
export const payersAttemptBody = (attempt: AttemptView, now: string) => ({
  id: attempt.attempt_id,
  chargeId: attempt.charge_id,
  invoiceId: attempt.invoice_id,
  status: shownAt(attempt, now).status,
  statusReason: attempt.status_reason,
  gatewayStatus: attempt.gateway_status,
  paymentMethod: attempt.payment_method,
  grossAmount: formatMinor(attempt.gross_amount_minor),
  currency: attempt.currency,
  checkoutMeta: checkoutMetaOf(attempt),
  ...fxMetaOf(attempt),
  ...(methodRows[attempt.payment_method].hasInstallments && { installments: attempt.installments }),
  declineCode: attempt.decline_code,
  retryable: attempt.is_retryable,
  endToEndId: attempt.end_to_end_id,
  expiresAt: attempt.expires_at,
  description: attempt.description ?? '',
  externalReference: attempt.external_reference ?? '',
  customerMeta: filledInMetaOf(attempt),
  createdAt: attempt.created_at,
  updatedAt: attempt.updated_at,
});

const filledInMetaOf = (attempt: AttemptView): CustomerMeta =>
  attempt.payer_source === 'PRE_FILLED'
    ? customerMetaOf({ ...attempt, payer_document: null })
    : { source: 'COLLECT_AT_CHECKOUT' };

/** Null while the provider has not answered. */
const checkoutMetaOf = ({ checkout_meta: meta, expires_at: expiresAt }: AttemptView) => {
  switch (meta?.method) {
    case undefined:
      return null;
    case 'PIX':
      return { method: meta.method, qrCodeBase64: qrImage(meta.emv), emv: meta.emv, expiresAt };
    case 'INTERNATIONAL': {
      const { method, publicToken, checkoutCurrency, amountMinor, provider, mode } = meta;
      const amount = formatAmount(amountMinor, checkoutCurrency);
      return { method, publicToken, checkoutCurrency, amount, provider, mode };
    }
    case 'CREDIT_CARD':
      return { method: meta.method, brand: meta.brand, last4: meta.last4, installments: meta.installments };
  }
};

/** The conversion as it was frozen when the attempt was made; only where there was one. */
const fxMetaOf = ({ fx }: AttemptView) =>
  fx && {
    fxMeta: {
      sourceCurrency: fx.sourceCurrency,
      targetCurrency: fx.targetCurrency,
      rate: fx.rate,
      // A hundredth of an integer prints with two decimals at most; nothing is computed from it.
      spreadPercent: fx.spreadBps / 100,
      rateWithSpread: fx.rateWithSpread,
      finalAmount: formatAmount(fx.finalAmountMinor, fx.targetCurrency),
      quotedAt: fx.quotedAt,
      expiresAt: fx.expiresAt,
      source: fx.source,
    },
  };
