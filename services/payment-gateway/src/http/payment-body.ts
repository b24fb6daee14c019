import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { offerIn, type KnownPayment } from '../domain/payment';
import { qrImage } from '../providers/pix/qr-image';

type InternalPayment = components['schemas']['InternalPayment'];

/** The words of the HTTP answer: whoever waits for the payer need not know whether the provider has answered yet. */
export const statusWords: Readonly<Record<KnownPayment['status'], InternalPayment['status']>> = {
  requested: 'PENDING',
  unknown: 'UNKNOWN',
  offered: 'PENDING',
  received: 'RECEIVED',
  expired: 'EXPIRED',
  failed: 'FAILED',
};

/** A payment as other services get it. The image is drawn anew each time: it follows from the code. */
export const paymentBody = (state: KnownPayment): InternalPayment => {
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
    pix: offer === null ? null : { emv: offer.emv, qrCodeBase64: qrImage(offer.emv), txid: offer.providerReference },
  };
};
