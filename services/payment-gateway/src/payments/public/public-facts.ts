import { type CancelReason, type CryptoInstructions, type PaymentFacts } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';

/** What every public event of a payment says of it. */
export const publicFacts = (data: PaymentFacts) => ({
  paymentId: data.paymentId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  chargeId: data.chargeId,
  attemptId: data.attemptId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
});

/** What the payer pays in another currency, where that is so. */
export const publicFx = ({ data: { fx } }: PaymentEvent): { fx?: PublicFx } => {
  if (fx === null) return {};
  const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = fx;
  return { fx: { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } };
};

interface PublicFx {
  targetCurrency: string;
  finalAmountMinor: number;
  rate: string;
  spreadBps: number;
  source: string;
  quotedAt: string;
}

export const publicInstallments = ({ data: { installments } }: PaymentEvent): { installments?: number } =>
  installments === null ? {} : { installments };

/** Whoever shows whether a payment is paid cannot tell it from the sum where a part was accepted. */
export const publicReceipt = ({ data }: Extract<PaymentEvent, { type: 'PaymentReceived' }>) => {
  const { receipt, amountMinor: expectedAmountMinor, isPartAccepted } = data;
  return { expectedAmountMinor, ...receipt, ...(isPartAccepted === undefined ? {} : { isPartAccepted }) };
};

/** Where the coins go, which is nobody's secret: whoever reads invoices shows it to the payer again. */
export const publicCrypto = ({
  data: { instructions },
}: Extract<PaymentEvent, { type: 'PaymentOffered' }>): { crypto?: Omit<CryptoInstructions, 'method'> } => {
  if (instructions.method !== 'CRYPTO') return {};
  const { payAddress, payAmount, payCurrency, network, memo, uri } = instructions;
  return { crypto: { payAddress, payAmount, payCurrency, network, memo, uri } };
};

/** The published words are closed, and the nearest of them tells that the charge was given up. */
export const publicCancelReason = (reason: CancelReason): Exclude<CancelReason, 'CHARGE_FAILED'> =>
  reason === 'CHARGE_FAILED' ? 'CHARGE_CANCELED' : reason;
