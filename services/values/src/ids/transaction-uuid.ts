import { ulidToUUID, uuidToULID } from 'ulid';

const prefix = 'pay_';

/** `id_transaction` of a payment in coins: its id in the form of a UUID. A ULID has the 128 bits of one. */
export const transactionUuidOf = (paymentId: string): string =>
  ulidToUUID(paymentId.slice(prefix.length)).toLowerCase();

/** The id of the payment with this `id_transaction`; undefined where the text is no UUID. */
export const paymentIdOfUuid = (text: string): string | undefined =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? `${prefix}${uuidToULID(text.toUpperCase())}` : undefined;
