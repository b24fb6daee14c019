import { type Operations } from '@repasse/chassis/http/operation';
import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type UrlRules } from '@repasse/chassis/net/webhook-url';
import { type Database } from '@repasse/chassis/postgres/database';
import { type TryOnce } from '../delivery/try-once';
import { type DeliveryWorker } from '../delivery/worker';
import { type SigningSecrets } from '../store/signing-secrets';
import { createEndpoint } from './create-endpoint';
import { deleteEndpoint } from './delete-endpoint';
import { type FeedWaiters } from './feed-waiters';
import { getAttentionOfWebhooks } from './get-attention-of-webhooks';
import { getDelivery } from './get-delivery';
import { getEndpoint } from './get-endpoint';
import { getEndpointStatistics } from './get-endpoint-statistics';
import { getEvent } from './get-event';
import { getWebhookSecret } from './get-webhook-secret';
import { getWebhookSettings } from './get-webhook-settings';
import { listDeliveries } from './list-deliveries';
import { listEndpoints } from './list-endpoints';
import { listEvents } from './list-events';
import { putWebhookSettings } from './put-webhook-settings';
import { recoverChargeUrls, recoverEndpoint } from './recover';
import { redeliver } from './redeliver';
import { replayEndpoint } from './replay-endpoint';
import { createRequestLimits } from './request-limits';
import { resendWebhook } from './resend-webhook';
import { rotateEndpointSecret } from './rotate-endpoint-secret';
import { rotateWebhookSecret } from './rotate-webhook-secret';
import { testEndpoint } from './test-endpoint';
import { updateEndpoint } from './update-endpoint';

export interface OperationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SigningSecrets;
  readonly worker: DeliveryWorker;
  readonly waiters: FeedWaiters;
  readonly tryOnce: TryOnce;
  readonly urlRules: UrlRules;
}

/** By operationId of contracts/http/webhook-dispatcher.openapi.yaml. */
export const operations = (deps: OperationDeps): Operations => {
  const { db, clock, secrets, worker, waiters } = deps;
  const limits = createRequestLimits();
  return {
    createEndpoint: createEndpoint(deps),
    listEndpoints: listEndpoints(db),
    getEndpoint: getEndpoint(db),
    updateEndpoint: updateEndpoint(deps),
    deleteEndpoint: deleteEndpoint(db, secrets),
    rotateEndpointSecret: rotateEndpointSecret(db, secrets, clock),
    testEndpoint: testEndpoint({ ...deps, limits }),
    getEndpointStatistics: getEndpointStatistics(db, clock),
    recoverEndpoint: recoverEndpoint({ db, clock, worker }),
    replayEndpoint: replayEndpoint({ ...deps, limits }),
    getWebhookSettings: getWebhookSettings(db),
    putWebhookSettings: putWebhookSettings(db),
    listEvents: listEvents(db, waiters),
    getEvent: getEvent(db),
    getAttentionOfWebhooks: getAttentionOfWebhooks(db, clock),
    listDeliveries: listDeliveries(db),
    getDelivery: getDelivery(db),
    recoverChargeUrls: recoverChargeUrls({ db, clock, worker }),
    redeliver: redeliver(db, worker),
    resendWebhook: resendWebhook(db, worker),
    getWebhookSecret: getWebhookSecret(secrets, clock),
    rotateWebhookSecret: rotateWebhookSecret(secrets, clock),
  };
};
