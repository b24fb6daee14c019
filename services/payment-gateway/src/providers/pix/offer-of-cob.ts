import { formatMinor } from '@repasse/values/money';
import { type PaymentFacts } from '../../payments/domain/payment';
import { buildBrCode, readBrCode, withoutScheme } from './br-code';
import { txidOf } from './requests';
import { type Cob } from './cob';

/** Whose name the payer's bank shows before the charge behind the location is fetched. */
export interface Receiver {
  readonly receiverName: string;
  readonly receiverCity: string;
}

/** Why the provider's charge cannot be shown to a payer; undefined when it is the one we asked for. */
export const faultOf = (cob: Cob, facts: PaymentFacts): string | undefined => {
  const txid = txidOf(facts);
  if (cob.txid !== txid) return `The provider answered for txid ${cob.txid} instead of ${txid}.`;
  if (cob.amountMinor !== facts.amountMinor) {
    return `The provider's charge is for ${cob.amountMinor} instead of ${facts.amountMinor} centavos.`;
  }
  return cob.status === 'removed' ? 'The provider has removed the charge.' : undefined;
};

/**
 * The code of a charge for its payer. `pixCopiaECola` is optional and not above doubt: a code that does not check out is
 * built anew from the location. Undefined without either.
 */
export const codeOf = (cob: Cob, receiver: Receiver): string | undefined => {
  if (cob.pixCopiaECola !== undefined && isCodeOf(cob.pixCopiaECola, cob)) return cob.pixCopiaECola;
  return cob.location && buildBrCode({ location: cob.location, ...receiver });
};

const isCodeOf = (emv: string, cob: Cob): boolean => {
  const code = readBrCode(emv);
  if (code === undefined) return false;
  const isSamePlace = cob.location === undefined || code.location === withoutScheme(cob.location);
  return isSamePlace && (code.amount === undefined || code.amount === formatMinor(cob.amountMinor));
};
