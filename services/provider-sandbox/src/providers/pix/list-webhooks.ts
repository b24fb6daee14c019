import { describeWebhook } from './get-webhook';
import { describeParameters, isViolations, readListQuery } from './list-query';
import { pixProblem } from './problem';
import { type PspEndpoint } from './psp';

/** GET /webhook: the one list whose period may be left out. */
export const listWebhooks: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request, false);
  if (isViolations(query)) return pixProblem('WebhookConsultaInvalida', 'A consulta não respeita o schema.', query);
  const { rows: webhooks, total } = await psp.webhooks.list(query.from, query.to, query);
  const parametros = describeParameters(request, query, total);
  return { status: 200, body: { parametros, webhooks: webhooks.map(describeWebhook) } };
};
