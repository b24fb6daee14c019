import { buildBrCode } from './br-code';
import { locationOf, revisaoOf, termsOf, type Cob } from './cob';
import { toPixObject, type PixReceived } from './pix';
import { type Psp } from './psp';

/** A charge in the words of API Pix: CobGerada, and CobCompleta once money has come. */
export const describeCob = (
  psp: Psp,
  cob: Cob,
  pix: readonly PixReceived[] = [],
  revisao: number = revisaoOf(cob),
): object => {
  const terms = termsOf(cob, revisao);
  const location = locationOf(psp.locationHost, cob.locationToken);
  const { receiverName, receiverCity } = psp;
  return {
    ...terms,
    calendario: { criacao: cob.criacao, expiracao: terms.calendario.expiracao },
    txid: cob.txid,
    revisao,
    loc: { id: cob.locationId, location, tipoCob: 'cob', criacao: cob.criacao, txid: cob.txid },
    location,
    status: cob.status,
    pixCopiaECola: buildBrCode({ location, receiverName, receiverCity }),
    ...(pix.length === 0 ? {} : { pix: pix.map(toPixObject) }),
  };
};
