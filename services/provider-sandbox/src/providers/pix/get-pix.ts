import { toPixObject } from './pix';
import { pixProblem } from './problem';
import { param, type PspEndpoint } from './psp';

/** GET /pix/{e2eid} */
export const getPix: PspEndpoint = async (psp, request) => {
  const pix = await psp.pix.find(param(request, 'e2eid'));
  if (pix === undefined) return pixProblem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
  return { status: 200, body: toPixObject(pix) };
};
