import { coinsIn, type CryptoInstructions } from '../domain/methods';
import { type CancelReason, type Offer, type PaymentFacts } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';

/** The fields common to all public events of a payment. */
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

/** The payer's price in another currency, if there is one. */
export const publicFx = ({ fx }: PaymentFacts) => {
  if (fx === null) return {};
  const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = fx;
  return { fx: { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } };
};

export const publicInstallments = ({ installments }: PaymentFacts): { installments?: number } =>
  installments === null ? {} : { installments };

/** Where a part was accepted, consumers cannot tell from the sum whether the payment is paid. */
export const publicReceipt = ({ data }: Extract<PaymentEvent, { type: 'PaymentReceived' }>) => {
  const { receipt, isPartAccepted } = data;
  const providerReference = publicReference(receipt.providerReference);
  return { ...receipt, providerReference, ...(isPartAccepted === undefined ? {} : { isPartAccepted }) };
};

/** The code says whom the payer pays and how much, and nothing of the payer. */
export const publicBrCode = ({ instructions }: Offer): { brCode?: string } =>
  instructions.method === 'PIX' && instructions.emv !== unknownBrCode ? { brCode: instructions.emv } : {};

/** Of an offer that was rebuilt from an event without its code. */
export const unknownBrCode = '';

/** The coins' address is public: invoice-query shows it to the payer again. */
export const publicCrypto = (offer: Offer): { crypto?: Omit<CryptoInstructions, 'method'> } => {
  const coins = coinsIn(offer);
  if (coins === undefined) return {};
  const { payAddress, payAmount, payCurrency, network, memo, uri } = coins;
  return { crypto: { payAddress, payAmount, payCurrency, network, memo, uri } };
};

/** The published reasons are a closed list; CHARGE_FAILED maps to the nearest of them. */
export const publicCancelReason = (reason: CancelReason): Exclude<CancelReason, 'CHARGE_FAILED'> =>
  reason === 'CHARGE_FAILED' ? 'CHARGE_CANCELED' : reason;

/** A provider's words as a contract takes them, which wants at least one character and not too many. */
export const shortened = (text: string, charactersMax: number): string =>
  // By whole characters: half of one cannot be stored.
  text === '' ? '-' : Array.from(text).slice(0, charactersMax).join('');

const referenceCharactersMax = 128;

/** A provider's name for a receipt, a dispute or a refund. Money that came is told of, however long its name is. */
export const publicReference = (text: string): string => shortened(text, referenceCharactersMax);
