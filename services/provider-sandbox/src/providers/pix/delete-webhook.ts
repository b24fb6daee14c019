import { webhookNotFound } from './get-webhook';
import { param, type PspEndpoint } from './psp';

/** DELETE /webhook/{chave}: callbacks already on their way still go to the old address. */
export const deleteWebhook: PspEndpoint = async (psp, request) => {
  const isDeleted = await psp.webhooks.delete(param(request, 'chave'));
  return isDeleted ? { status: 204 } : webhookNotFound();
};
