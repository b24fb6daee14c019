import { type Payable } from '@repasse/checkout-kit/both-sides/payable';

/** A payment in coins as the payer's page gets it: the body of …/state, and of each event of its stream. */
export interface CryptoCheckoutState extends Payable {
  readonly paymentId: string;
  /** The merchant's id of the payment: `id` of POST /payments/v2/crypto. */
  readonly invoiceId: string;
  /** The price; decimal text in its currency. */
  readonly amount: string;
  readonly currency: string;
  /** The booked amount, in the currency of the price: less than the price where the merchant accepted less. */
  readonly paidAmount: string | null;
  readonly description: string | null;
  /** The merchant's own reference. */
  readonly externalReference: string | null;
  /** The receiver's name, the same as for PIX. */
  readonly receiverName: string;
  /** In the provider's code, capitals: BTC, USDTBSC. */
  readonly payCurrency: string;
  /** Null while the provider has not answered. */
  readonly transfer: CoinTransfer | null;
}

/** Where coins go. Amounts are decimal text, in the coin. */
export interface CoinTransfer {
  /** In the provider's code, lower case; null when it names none. */
  readonly network: string | null;
  readonly payAddress: string;
  /** Coins sent without it are lost; null where the network has none. */
  readonly memo: string | null;
  readonly payAmount: string;
  /** Of a price that has not come in full; null while nothing has, and once it is paid. */
  readonly receivedPayAmount: string | null;
  /** The amount left to send: less than `payAmount` when a part has come already. */
  readonly duePayAmount: string;
  /** PNG. The code asks for the amount that is left. */
  readonly qrCodeBase64: string;
}
