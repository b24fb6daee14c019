import { type Operations } from '@repasse/chassis/http/operation';
import { type AttemptDeps } from '../delivery/attempt';
import { getDelivery } from './get-delivery';
import { getWebhookSecret } from './get-webhook-secret';
import { listDeliveries } from './list-deliveries';
import { resendWebhook } from './resend-webhook';
import { rotateWebhookSecret } from './rotate-webhook-secret';

/** By operationId of contracts/http/webhook-dispatcher.openapi.yaml. */
export const operations = (deps: AttemptDeps): Operations => ({
  resendWebhook: resendWebhook(deps),
  listDeliveries: listDeliveries(deps.db),
  getDelivery: getDelivery(deps.db),
  getWebhookSecret: getWebhookSecret(deps.secrets, deps.clock),
  rotateWebhookSecret: rotateWebhookSecret(deps.secrets, deps.clock),
});
