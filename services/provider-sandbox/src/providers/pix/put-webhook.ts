import { toIso } from '@repasse/chassis/clock';
import { isChave } from './cob-rules';
import { pixProblem, type Violation } from './problem';
import { param, type PspEndpoint } from './psp';

const urlCharactersMax = 512;

/** PUT /webhook/{chave}: one address per key, replaced at once. A real PSP takes https only. */
export const putWebhook: PspEndpoint = async (psp, request) => {
  const chave = param(request, 'chave');
  const body = request.body as { webhookUrl?: unknown } | undefined;
  const violations: Violation[] = [];
  if (!isChave(chave))
    violations.push({ razao: 'O parâmetro {chave} não corresponde a uma chave DICT válida.', propriedade: 'chave' });
  if (!isWebhookUrl(body?.webhookUrl))
    violations.push({ razao: 'Campo webhook.webhookUrl não respeita o schema.', propriedade: 'webhook.webhookUrl' });
  if (violations.length > 0 || !isWebhookUrl(body?.webhookUrl))
    return pixProblem(
      'WebhookOperacaoInvalida',
      'A presente requisição busca criar um webhook sem respeitar o schema ou, ainda, com sentido semanticamente inválido.',
      violations,
    );

  await psp.webhooks.put({ chave, webhookUrl: body.webhookUrl, criacao: toIso(psp.clock.now()) });
  return { status: 200 };
};

const isWebhookUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= urlCharactersMax &&
  URL.canParse(value) &&
  ['http:', 'https:'].includes(new URL(value).protocol);
