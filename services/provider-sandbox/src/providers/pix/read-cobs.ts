import { param } from '../request';
import { describeCob } from './describe-cob';
import { type Cob, revisaoOf } from './cob';
import { describeParameters, isViolations, readListQuery } from './list-query';
import { pixProblem } from './problem';
import { pixOf, type PspEndpoint } from './psp';
import { cobNotFound } from './write-cob';

/** GET /cob/{txid}: the charge with the money it got, on the latest terms or on earlier ones. */
export const getCob: PspEndpoint = async (psp, request) => {
  const cob = await psp.cobs.find(param(request, 'txid'));
  if (cob === undefined) return cobNotFound();

  const { revisao = String(revisaoOf(cob)) } = request.query;
  const isKnown = typeof revisao === 'string' && /^\d{1,9}$/.test(revisao) && Number(revisao) <= revisaoOf(cob);
  if (isKnown) return { status: 200, body: describeCob(psp, cob, await pixOf(psp, [cob]), Number(revisao)) };
  return pixProblem('CobConsultaInvalida', 'O parâmetro revisao corresponde a uma revisão inexistente.');
};

/** GET /cob: charges created in a period. */
export const listCobs: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('CobConsultaInvalida', 'A consulta não respeita o schema.', query);

  const { rows: cobs, total } = await psp.cobs.page({ from: query.from, to: query.to }, query);
  const pix = await pixOf(psp, cobs);
  const paymentsOf = (cob: Cob) => pix.filter(({ txid }) => txid === cob.txid);
  const described = cobs.map((cob) => describeCob(psp, cob, paymentsOf(cob)));
  return { status: 200, body: { parametros: describeParameters(query, total), cobs: described } };
};
