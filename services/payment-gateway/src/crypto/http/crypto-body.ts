import { transactionUuidOf } from '@repasse/values/ids/transaction-uuid';
import { formatAmount, sumMinor } from '@repasse/values/money';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type CheckoutUrlOf } from '../../checkout/checkout-link';
import { coinsIn } from '../../payments/domain/methods';
import { type KnownPayment, offerIn, receiptsOf } from '../../payments/domain/payment';

type CryptoPayment = components['schemas']['CryptoPayment'];

export const statusWords: Readonly<Record<KnownPayment['status'], CryptoPayment['status']>> = {
  requested: 'WAITING_PAYMENT',
  unknown: 'WAITING_PAYMENT',
  offered: 'WAITING_PAYMENT',
  confirming: 'CONFIRMING',
  partially_received: 'PARTIALLY_PAID',
  received: 'PAID',
  expired: 'EXPIRED',
  canceled: 'CANCELED',
  failed: 'FAILED',
};

/** A payment by crypto as its merchant gets it. */
export const cryptoBody = (state: KnownPayment, checkoutUrlOf: CheckoutUrlOf): CryptoPayment => {
  const { facts, terms } = state;
  const offer = offerIn(state);
  const coins = coinsIn(offer);
  return {
    id: String(facts.invoiceId),
    id_transaction: transactionUuidOf(facts.paymentId),
    status: statusWords[state.status],
    payment_id: offer?.providerReference ?? '',
    qr_code: coins === undefined ? '' : qrImage(coins.uri),
    pay_address: coins?.payAddress ?? '',
    amount: Number(formatAmount(facts.amountMinor, facts.currency)),
    currency: facts.currency,
    ...receivedAmount(state),
    expires_at: terms.expiresAt,
    redirect_url: terms.redirectUrl,
    checkout_url: checkoutUrlOf(state),
    pay_amount: coins?.payAmount ?? '',
    pay_currency: coins?.payCurrency ?? terms.payCurrency ?? '',
    network: coins?.network ?? null,
    memo: coins?.memo ?? null,
    payment_uri: coins?.uri ?? '',
    external_reference: terms.externalReference ?? '',
    description: terms.description ?? '',
    fx: facts.fx,
  };
};

/** The received amount, overpayments included; absent while there is none. */
const receivedAmount = (state: KnownPayment): Pick<CryptoPayment, 'received_amount'> => {
  const receivedMinor =
    state.status === 'partially_received'
      ? state.partial.receivedTotalMinor
      : sumMinor(receiptsOf(state).map(({ amountMinor }) => amountMinor));
  const { currency } = state.facts;
  return receivedMinor === 0 ? {} : { received_amount: Number(formatAmount(receivedMinor, currency)) };
};
