import { describeCob } from './describe-cob';
import { pixProblem } from './problem';
import { param, type PspEndpoint } from './psp';
import { cobNotFound } from './put-cob';

/** GET /cob/{txid}?revisao= answers the charge with the money it got, on the latest terms or on earlier ones. */
export const getCob: PspEndpoint = async (psp, request) => {
  const txid = param(request, 'txid');
  const cob = await psp.cobs.find(txid);
  if (cob === undefined) return cobNotFound();

  const pix = await psp.pix.listOf([txid]);
  const { revisao } = request.query;
  if (revisao === undefined) return { status: 200, body: describeCob(psp, cob, pix) };

  const isNumber = typeof revisao === 'string' && /^\d{1,9}$/.test(revisao);
  const terms = isNumber ? await psp.cobs.termsAt(txid, Number(revisao)) : undefined;
  if (terms !== undefined)
    return { status: 200, body: describeCob(psp, { ...cob, revisao: Number(revisao) }, pix, terms) };
  return pixProblem('CobConsultaInvalida', 'O parâmetro revisao corresponde a uma revisão inexistente.');
};
