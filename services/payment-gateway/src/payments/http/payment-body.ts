import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type Instructions } from '../domain/methods';
import { offerIn, receiptsOf, type KnownPayment, type Offer } from '../domain/payment';

type InternalPayment = components['schemas']['InternalPayment'];
type Part<Name extends keyof InternalPayment> = Exclude<InternalPayment[Name], undefined>;

/** The statuses of the HTTP answer: a caller need not know whether the provider has answered yet. */
export const statusWords: Readonly<Record<KnownPayment['status'], InternalPayment['status']>> = {
  requested: 'PENDING',
  unknown: 'UNKNOWN',
  offered: 'PENDING',
  confirming: 'CONFIRMING',
  partially_received: 'PARTIALLY_RECEIVED',
  received: 'RECEIVED',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
  failed: 'FAILED',
};

/** The receiver of PIX payments. */
export interface PixReceiver {
  readonly name: string;
  /** A plain CPF or CNPJ. */
  readonly document: string | null;
}

export type PaymentBodyOf = (state: KnownPayment) => InternalPayment;

/** A payment as other services get it. */
export const createPaymentBody =
  (receiver: PixReceiver): PaymentBodyOf =>
  (state) => {
    const { facts, terms } = state;
    const offer = offerIn(state);
    return {
      paymentId: facts.paymentId,
      invoiceId: facts.invoiceId,
      userId: facts.userId,
      chargeId: facts.chargeId,
      attemptId: facts.attemptId,
      paymentMethod: facts.paymentMethod,
      provider: facts.provider,
      providerReference: offer?.providerReference ?? null,
      status: statusWords[state.status],
      amountMinor: facts.amountMinor,
      currency: facts.currency,
      expiresAt: terms.expiresAt,
      pix: offer === null ? null : pixOf(offer, receiver),
      international: offer === null ? null : internationalOf(state, offer.instructions),
      card: terms.card === null ? null : { ...terms.card, installments: facts.installments ?? 1 },
      fx: facts.fx,
      decline: state.status === 'failed' ? state.decline : null,
      receipts: receiptsOf(state).map((receipt) => ({ ...receipt })),
    };
  };

/** The caller draws the image itself from the code. */
const pixOf = ({ providerReference: txid, instructions }: Offer, receiver: PixReceiver): Part<'pix'> =>
  instructions.method === 'PIX'
    ? { emv: instructions.emv, txid, receiverName: receiver.name, receiverDocument: receiver.document }
    : null;

const internationalOf = ({ facts }: KnownPayment, instructions: Instructions): Part<'international'> => {
  if (instructions.method !== 'INTERNATIONAL' || facts.fx === null) return null;
  const { publicToken, mode } = instructions;
  const { targetCurrency: checkoutCurrency, finalAmountMinor: amountMinor } = facts.fx;
  return { publicToken, provider: facts.provider, mode, checkoutCurrency, amountMinor };
};
