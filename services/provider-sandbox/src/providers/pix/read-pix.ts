import { type Request } from 'express';
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

  const refs = { txid: queryText(request, 'txid'), hasDevolucao: flagOf(request, 'devolucaoPresente') };
  const { rows: pix, total } = await psp.pix.page({ from: query.from, to: query.to, refs }, query);
  return { status: 200, body: { parametros: describeParameters(request, query, total), pix: pix.map(toPixObject) } };
};

const flagOf = (request: Request, name: string): boolean | undefined => {
  const text = queryText(request, name);
  return text === undefined ? undefined : text === 'true';
};
