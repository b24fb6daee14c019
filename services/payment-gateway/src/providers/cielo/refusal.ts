import { type OfferOutcome } from '../provider';
import { type Refusal } from '../wire/ask';
import { declineTable } from '../wire/decline-table';
import { codesIn } from './client';

/** The acquirer has an order of this id: most likely ours, whose answer was lost. */
const duplicateOrder = 302;

/** Faults that the payer can correct, by the acquirer's validation codes. 130: a saved card the acquirer has no more. */
const payersFaults = declineTable({
  never: {
    invalid_card: '117 119 125 126 128 130 213 214',
    invalid_security_code: '146',
    not_permitted: '123 182 185',
  },
});

/** The meaning of a 400 to POST /1/sales/. No sale was made, whatever the reason. */
export const refusalOf = ({ body, detail }: Refusal): OfferOutcome | 'exists' => {
  const codes = codesIn(body);
  if (codes.includes(duplicateOrder)) return 'exists';
  const decline = codes.map((code) => payersFaults.get(String(code))).find((each) => each !== undefined);
  return decline === undefined
    ? { outcome: 'refused', reason: 'PROVIDER_ERROR', detail }
    : { outcome: 'declined', ...decline, detail, offer: null };
};
