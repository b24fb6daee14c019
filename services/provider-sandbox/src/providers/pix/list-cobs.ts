import { describeCob } from './describe-cob';
import { describeParameters, isViolations, readListQuery, textOf } from './list-query';
import { pixProblem } from './problem';
import { type PspEndpoint } from './psp';

/** GET /cob: charges created in a period. Every charge here has a location, so `locationPresente=false` finds none. */
export const listCobs: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request);
  if (isViolations(query)) return pixProblem('CobConsultaInvalida', 'A consulta não respeita o schema.', query);

  const filter = {
    from: query.from,
    to: query.to,
    status: textOf(request, 'locationPresente') === 'false' ? 'none' : textOf(request, 'status'),
    cpf: textOf(request, 'cpf'),
    cnpj: textOf(request, 'cnpj'),
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
