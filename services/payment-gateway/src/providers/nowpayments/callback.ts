import { anything, lenient, matcher, object, pattern, text } from '../wire/schema';
import { type Named, type NamesIn } from '../callback';
import { parseLossless } from './lossless-json';

const callbackIn = matcher(
  object({
    batch_withdrawal_id: anything,
    id: lenient(text),
    order_id: lenient(pattern(/^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)),
    parent_payment_id: lenient(text),
    payment_id: lenient(text),
  }),
);

/** Reads the object of a notification. Only payouts come in batches. */
export const namesIn: NamesIn = (body) => Promise.resolve([namedIn(body)]);

/** A further deposit has an id of its own, and leads to the payment whose address it was sent to. */
const namedIn = (body: string): Named => {
  const named = callbackIn(parseLossless(body));
  if (named?.batch_withdrawal_id !== undefined && named.id !== undefined)
    return { type: 'payout', reference: named.id };
  if (named?.order_id !== undefined) return { type: 'payment', paymentId: named.order_id };
  const references = [named?.parent_payment_id, named?.payment_id].filter((each) => each !== undefined);
  return { type: 'references', references };
};
