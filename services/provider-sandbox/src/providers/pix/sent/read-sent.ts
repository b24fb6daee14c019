import { formatMinor } from '@repasse/values/money';
import { type ProviderAnswer } from '../../answer';
import { param } from '../../request';
import { describeParameters, isViolations, readListQuery } from '../list-query';
import { pixProblem } from '../problem';
import { type PspEndpoint } from '../psp';
import { accountId, type SentPix, toSentObject } from './sent-pix';

/** GET /gn/pix/enviados/id-envio/{idEnvio} */
export const getSentById: PspEndpoint = async (psp, request) => shown(await psp.sent.find(param(request, 'idEnvio')));

/** GET /gn/pix/enviados/{e2eId} */
export const getSent: PspEndpoint = async (psp, request) =>
  shown(await psp.sent.findBy({ endToEndId: param(request, 'e2eId') }));

const shown = (sent: SentPix | undefined): ProviderAnswer =>
  sent === undefined
    ? pixProblem('PixEnviadoNaoEncontrado', 'Nenhum Pix enviado encontrado.')
    : { status: 200, body: toSentObject(sent) };

/** GET /gn/pix/enviados: what was sent in a period. */
export const listSent: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('PixConsultaInvalida', 'A consulta não respeita o schema.', query);
  const { rows, total } = await psp.sent.page({ from: query.from, to: query.to }, query);
  return { status: 200, body: { parametros: describeParameters(query, total), pix: rows.map(toSentObject) } };
};

/** GET /gn/saldo */
export const getBalance: PspEndpoint = async ({ account }) => ({
  status: 200,
  body: { saldo: formatMinor((await account.find(accountId))?.balanceMinor ?? 0) },
});
