import { toIso } from '@repasse/chassis/clock';
import { type ProviderAnswer } from '../answer';
import { fieldsOf, isHttpUrl, param } from '../request';
import { isChave } from './cob-rules';
import { describeParameters, isViolations, readListQuery } from './list-query';
import { pixProblem, type Violation } from './problem';
import { type PixWebhook, type PspEndpoint } from './psp';

const urlCharactersMax = 512;

/** PUT /webhook/{chave}: one address per key, replaced at once. A real PSP takes https only. */
export const putWebhook: PspEndpoint = async (psp, request) => {
  const chave = param(request, 'chave');
  const { webhookUrl } = fieldsOf(request.body);
  const violations: Violation[] = [];
  if (!isChave(chave))
    violations.push({ razao: 'O parâmetro {chave} não corresponde a uma chave DICT válida.', propriedade: 'chave' });
  if (!isWebhookUrl(webhookUrl))
    violations.push({ razao: 'Campo webhook.webhookUrl não respeita o schema.', propriedade: 'webhook.webhookUrl' });
  if (violations.length > 0 || !isWebhookUrl(webhookUrl))
    return pixProblem(
      'WebhookOperacaoInvalida',
      'A presente requisição busca criar um webhook sem respeitar o schema ou, ainda, com sentido semanticamente inválido.',
      violations,
    );

  await psp.webhooks.save({ chave, webhookUrl, callbackUrl: callbackUrl(webhookUrl), criacao: toIso(psp.clock.now()) });
  return { status: 200 };
};

/** The standard appends /pix to the registered address. A query string (`?hmac=…`) stays behind the path. */
export const callbackUrl = (webhookUrl: string): string => {
  const url = new URL(webhookUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/pix`;
  return url.href;
};

const isWebhookUrl = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= urlCharactersMax && isHttpUrl(value);

/** The recipient the simulated account belongs to. */
const receiverCnpj = '12345678000195';

/** GET /webhook/{chave} */
export const getWebhook: PspEndpoint = async (psp, request) => {
  const webhook = await psp.webhooks.find(param(request, 'chave'));
  return webhook === undefined ? webhookNotFound() : { status: 200, body: describeWebhook(webhook) };
};

const describeWebhook = ({ webhookUrl, chave, criacao }: PixWebhook): object => ({
  webhookUrl,
  chave,
  cnpj: receiverCnpj,
  criacao,
});

const webhookNotFound = (): ProviderAnswer =>
  pixProblem('WebhookNaoEncontrado', 'O webhook denotado por {chave} não encontra-se estabelecido.');

/** DELETE /webhook/{chave}: callbacks already on their way still go to the old address. */
export const deleteWebhook: PspEndpoint = async (psp, request) => {
  const isDeleted = await psp.webhooks.delete(param(request, 'chave'));
  return isDeleted ? { status: 204 } : webhookNotFound();
};

/** GET /webhook: the one list whose period may be left out. */
export const listWebhooks: PspEndpoint = async (psp, request) => {
  const query = readListQuery(request, false);
  if (isViolations(query)) return pixProblem('WebhookConsultaInvalida', 'A consulta não respeita o schema.', query);
  const { rows: webhooks, total } = await psp.webhooks.page({ from: query.from, to: query.to }, query);
  const parametros = describeParameters(query, total);
  return { status: 200, body: { parametros, webhooks: webhooks.map(describeWebhook) } };
};
