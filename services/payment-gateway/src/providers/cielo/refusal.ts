import { type OfferOutcome } from '../provider';
import { type Refusal } from '../wire/ask';
import { codesIn } from './client';
import { type DeclineCode } from './decline-codes';

/** The acquirer has an order of this id: most likely ours, whose answer was lost. */
const duplicateOrder = 302;

/** Faults that the payer can correct, by the acquirer's validation codes. */
const payersFaults = new Map<number, DeclineCode>([
  [117, 'invalid_card'],
  [119, 'invalid_card'],
  [125, 'invalid_card'],
  [126, 'invalid_card'],
  [128, 'invalid_card'],
  // A saved card the acquirer has no more.
  [130, 'invalid_card'],
  [146, 'invalid_security_code'],
  [182, 'not_permitted'],
  [185, 'not_permitted'],
  [213, 'invalid_card'],
  [214, 'invalid_card'],
  [123, 'not_permitted'],
]);

/** The meaning of a 400 to POST /1/sales/. No sale was made, whatever the reason. */
export const refusalOf = ({ body, detail }: Refusal): OfferOutcome | 'exists' => {
  const codes = codesIn(body);
  if (codes.includes(duplicateOrder)) return 'exists';
  const declineCode = codes.map((code) => payersFaults.get(code)).find((word) => word !== undefined);
  return declineCode === undefined
    ? { outcome: 'refused', reason: 'PROVIDER_ERROR', detail }
    : { outcome: 'declined', declineCode, isRetryable: false, detail, offer: null };
};
