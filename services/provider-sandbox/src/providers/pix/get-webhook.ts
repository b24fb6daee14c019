import { type ProviderAnswer } from '../answer';
import { type PixWebhook } from '../../store/webhook-table';
import { pixProblem } from './problem';
import { param, type PspEndpoint } from './psp';

/** The recipient the simulated account belongs to. */
const receiverCnpj = '12345678000195';

/** GET /webhook/{chave} */
export const getWebhook: PspEndpoint = async (psp, request) => {
  const webhook = await psp.webhooks.find(param(request, 'chave'));
  return webhook === undefined ? webhookNotFound() : { status: 200, body: describeWebhook(webhook) };
};

export const describeWebhook = ({ webhookUrl, chave, criacao }: PixWebhook): object => ({
  webhookUrl,
  chave,
  cnpj: receiverCnpj,
  criacao,
});

export const webhookNotFound = (): ProviderAnswer =>
  pixProblem('WebhookNaoEncontrado', 'O webhook denotado por {chave} não encontra-se estabelecido.');
