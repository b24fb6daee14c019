import { param, queryText } from '../request';
import { describeCob } from './describe-cob';
import { describeParameters, isViolations, readListQuery } from './list-query';
import { pixProblem } from './problem';
import { type PspEndpoint } from './psp';
import { cobNotFound } from './write-cob';

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

/** GET /cob: charges created in a period. Every charge here has a location, so `locationPresente=false` finds none. */
export const listCobs: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('CobConsultaInvalida', 'A consulta não respeita o schema.', query);

  const filter = {
    from: query.from,
    to: query.to,
    status: queryText(request, 'locationPresente') === 'false' ? 'none' : queryText(request, 'status'),
    cpf: queryText(request, 'cpf'),
    cnpj: queryText(request, 'cnpj'),
  };
  const { rows: cobs, total } = await psp.cobs.list(filter, query);
  const pix = await psp.pix.listOf(cobs.map(({ txid }) => txid));
  const described = cobs.map((cob) =>
    describeCob(
      psp,
      cob,
      pix.filter(({ txid }) => txid === cob.txid),
    ),
  );
  return { status: 200, body: { parametros: describeParameters(request, query, total), cobs: described } };
};
