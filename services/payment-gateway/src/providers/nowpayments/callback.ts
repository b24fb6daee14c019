import { anything, lenient, matcher, object, pattern, text } from '@repasse/chassis/schema/schema';
import { parseLossless } from './lossless-json';

/** What a notification names. Nothing else in it is believed. */
export interface NowpaymentsCallback {
  /** The provider's id of a payout; undefined when it is about a payment. */
  readonly payoutReference: string | undefined;
  /** Our id of the payment, where it is one. */
  readonly paymentId: string | undefined;
  /** The provider's ids that may lead to the payment: the one it is about, and the one that has the address. */
  readonly references: readonly string[];
}

export const readCallback = (body: string): NowpaymentsCallback => {
  const named = callbackIn(parseLossless(body));
  const references = [named?.parent_payment_id, named?.payment_id].filter((each) => each !== undefined);
  // Payouts come in batches and payments do not.
  const payoutReference = named?.batch_withdrawal_id === undefined ? undefined : named.id;
  return { payoutReference, paymentId: named?.order_id, references };
};

const callbackIn = matcher(
  object({
    batch_withdrawal_id: anything,
    id: lenient(text),
    order_id: lenient(pattern(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
    parent_payment_id: lenient(text),
    payment_id: lenient(text),
  }),
);
