import { describeParameters, isViolations, readListQuery, textOf } from './list-query';
import { toPixObject } from './pix';
import { pixProblem } from './problem';
import { type PspEndpoint } from './psp';

/** No txid is empty, so this one finds nothing. */
const nothing = '';

/** GET /pix: money received in a period. Here every payment has a txid and none was given back. */
export const listPix: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('PixConsultaInvalida', 'A consulta não respeita o schema.', query);

  const isEmpty = textOf(request, 'txIdPresente') === 'false' || textOf(request, 'devolucaoPresente') === 'true';
  const txid = isEmpty ? nothing : textOf(request, 'txid');
  const { pix, total } = await psp.pix.list({ from: query.from, to: query.to, txid }, query.offset, query.pageItems);
  return { status: 200, body: { parametros: describeParameters(request, query, total), pix: pix.map(toPixObject) } };
};
