import { type Operations } from '@repasse/chassis/http/operation';
import { type Clock } from '@repasse/chassis/clock';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { type SigningSecrets } from '../store/signing-secrets';
import { getDelivery } from './get-delivery';
import { getWebhookSecret } from './get-webhook-secret';
import { listDeliveries } from './list-deliveries';
import { resendWebhook } from './resend-webhook';
import { rotateWebhookSecret } from './rotate-webhook-secret';

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SigningSecrets;
  readonly worker: DeliveryWorker;
};

/** By operationId of contracts/http/webhook-dispatcher.openapi.yaml. */
export const operations = ({ db, clock, secrets, worker }: Deps): Operations => ({
  resendWebhook: resendWebhook(db, worker),
  listDeliveries: listDeliveries(db),
  getDelivery: getDelivery(db),
  getWebhookSecret: getWebhookSecret(secrets, clock),
  rotateWebhookSecret: rotateWebhookSecret(secrets, clock),
});
