import { assertNever } from '@repasse/chassis/decider';
import { formatAmount, sumMinor } from '@repasse/values/money';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { returnAddress } from '@repasse/checkout-kit/both-sides/return-address';
import { type PayableStatus } from '@repasse/checkout-kit/both-sides/payable';
import { coinsIn, type CryptoInstructions } from '../payments/domain/methods';
import { type KnownPayment, offerIn, receiptsOf, refundsOf } from '../payments/domain/payment';
import { differenceOf } from '../providers/nowpayments/decimal';
import { type CoinTransfer, type CryptoCheckoutState } from './both-sides/crypto-checkout-state';

/** The parameter by which a payer who returns to the merchant's page brings `id` of POST /payments/v2/crypto. */
const returnParameter = 'invoiceId';

interface Shown {
  readonly now: string;
  readonly receiverName: string;
}

/** A payment in the words of its page. Nothing of it tells who pays. */
export const cryptoCheckoutStateOf = (payment: KnownPayment, shown: Shown): CryptoCheckoutState => {
  const { facts, terms } = payment;
  const [receipt] = receiptsOf(payment);
  return {
    paymentId: facts.paymentId,
    invoiceId: String(facts.invoiceId),
    status: statusOf(payment),
    amount: formatAmount(facts.amountMinor, facts.currency),
    currency: facts.currency,
    paidAmount: receipt === undefined ? null : formatAmount(receivedMinorOf(payment), facts.currency),
    description: terms.description,
    externalReference: terms.externalReference,
    expiresAt: terms.expiresAt,
    redirectUrl: returnAddress(terms.redirectUrl, returnParameter, String(facts.invoiceId)),
    paidAt: receipt?.receivedAt ?? null,
    payCurrency: terms.payCurrency ?? '',
    transfer: transferOf(payment),
    ...shown,
  };
};

const statusOf = (payment: KnownPayment): PayableStatus => {
  switch (payment.status) {
    case 'requested':
    case 'unknown':
    case 'offered':
    // The rest may still come, until the time is over.
    case 'partially_received':
      return 'PENDING';
    case 'confirming':
      return 'PROCESSING';
    case 'received':
      return returnedMinorOf(payment) < receivedMinorOf(payment) ? 'PAID' : 'REFUNDED';
    case 'expired':
      return 'EXPIRED';
    case 'canceled':
      return 'CANCELED';
    case 'failed':
      return 'FAILED';
    default:
      return assertNever(payment);
  }
};

const receivedMinorOf = (payment: KnownPayment): number =>
  sumMinor(receiptsOf(payment).map(({ amountMinor }) => amountMinor));

const returnedMinorOf = (payment: KnownPayment): number =>
  sumMinor(refundsOf(payment).flatMap(({ status, amountMinor }) => (status === 'succeeded' ? [amountMinor] : [])));

const transferOf = (payment: KnownPayment): CoinTransfer | null => {
  const instructions = coinsIn(offerIn(payment));
  if (instructions === undefined) return null;
  const { network, payAddress, memo, payAmount } = instructions;
  const receivedPayAmount = payment.status === 'partially_received' ? payment.partial.receivedPayAmount : null;
  return {
    ...{ network, payAddress, memo, payAmount, receivedPayAmount },
    duePayAmount: receivedPayAmount === null ? payAmount : differenceOf(payAmount, receivedPayAmount),
    qrCodeBase64: qrImage(textOfCode(instructions, receivedPayAmount)),
  };
};

/** The URI asks for the whole. For the rest it is the bare address, which every wallet reads; the amount stands beside it. */
const textOfCode = ({ uri, payAddress }: CryptoInstructions, receivedPayAmount: string | null): string =>
  receivedPayAmount === null ? uri : payAddress;
