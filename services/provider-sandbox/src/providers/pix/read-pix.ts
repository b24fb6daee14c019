import { param, queryText } from '../request';
import { describeParameters, isViolations, readListQuery } from './list-query';
import { toPixObject } from './pix';
import { pixProblem } from './problem';
import { type PspEndpoint } from './psp';

/** GET /pix/{e2eid} */
export const getPix: PspEndpoint = async (psp, request) => {
  const pix = await psp.pix.find(param(request, 'e2eid'));
  if (pix === undefined) return pixProblem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
  return { status: 200, body: toPixObject(pix) };
};

/** GET /pix: money received in a period. */
export const listPix: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('PixConsultaInvalida', 'A consulta não respeita o schema.', query);

  const present = queryText(request, 'devolucaoPresente');
  const refs = { hasDevolucao: present && present === 'true' };
  const { rows: pix, total } = await psp.pix.page({ from: query.from, to: query.to, refs }, query);
  return { status: 200, body: { parametros: describeParameters(query, total), pix: pix.map(toPixObject) } };
};
