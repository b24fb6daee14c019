import { receiptsOf, offerIn, type KnownPayment } from '../domain/payment';
import { qrImage } from '../providers/pix/qr-image';

/** The words of the HTTP answer; how a payment came to be pending is nobody else's business. */
export const statusWords: Readonly<Record<KnownPayment['status'], string>> = {
  requested: 'PENDING',
  unknown: 'PENDING',
  offered: 'PENDING',
  received: 'PAID',
  expired: 'EXPIRED',
  failed: 'FAILED',
};

/** A payment as other services get it. The image is drawn anew each time: it follows from the code. */
export const paymentBody = (state: KnownPayment): object => {
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
    receipts: receiptsOf(state),
  };
};
