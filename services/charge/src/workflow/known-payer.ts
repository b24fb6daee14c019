import { type PayerColumns } from '../store/reads/charges';
import { type Payer } from '../store/effects';

/** The known data of the payer. */
export const knownPayer = (payer: PayerColumns): Payer => ({
  ...(payer.payer_name !== null && { name: payer.payer_name }),
  ...(payer.payer_email !== null && { email: payer.payer_email }),
  ...(payer.payer_document !== null && { document: payer.payer_document }),
  source: payer.payer_source ?? 'COLLECT_AT_CHECKOUT',
});
