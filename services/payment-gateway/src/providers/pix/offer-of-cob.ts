import { formatMinor } from '@repasse/chassis/money';
import { type Offer, type PaymentFacts } from '../../payments/domain/payment';
import { buildBrCode, readBrCode, withoutScheme } from './br-code';
import { txidOf } from './requests';
import { type Cob } from './cob';

/** Whose name the payer's bank shows before the charge behind the location is fetched. */
export interface Receiver {
  readonly receiverName: string;
  readonly receiverCity: string;
}

/** Why the provider's charge cannot be shown to a payer. */
export class UnusableCob extends Error {
  override readonly name = 'UnusableCob';
}

/** What the payer gets of a charge at the provider, after checking that it is the one we asked for. */
export const offerOf = (cob: Cob, facts: PaymentFacts, receiver: Receiver): Offer => {
  const txid = txidOf(facts);
  if (cob.txid !== txid) throw new UnusableCob(`The provider answered for txid ${cob.txid} instead of ${txid}.`);
  if (cob.amountMinor !== facts.amountMinor) {
    throw new UnusableCob(`The provider's charge is for ${cob.amountMinor} instead of ${facts.amountMinor} centavos.`);
  }
  if (cob.status === 'removed') throw new UnusableCob('The provider has removed the charge.');
  return { providerReference: txid, instructions: { method: 'PIX', emv: emvOf(cob, receiver) } };
};

/** `pixCopiaECola` is optional and not above doubt: a code that does not check out is built anew from the location. */
const emvOf = (cob: Cob, receiver: Receiver): string => {
  if (cob.pixCopiaECola !== undefined && isCodeOf(cob.pixCopiaECola, cob)) return cob.pixCopiaECola;
  if (cob.location === undefined) throw new UnusableCob('The provider gave neither a valid code nor a location.');
  return buildBrCode({ location: cob.location, ...receiver });
};

const isCodeOf = (emv: string, cob: Cob): boolean => {
  const code = readBrCode(emv);
  if (code === undefined) return false;
  const isSamePlace = cob.location === undefined || code.location === withoutScheme(cob.location);
  return isSamePlace && (code.amount === undefined || code.amount === formatMinor(cob.amountMinor));
};
