import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { sealAnswers } from '@repasse/chassis/idempotency/sealed-answers';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { consumeTopics, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { openAccess } from '@repasse/chassis/service/access';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { loadConfig, type Config } from './config';
import { migrations } from './migrations';
import { createAnnouncer } from './delivery/announce';
import { attemptDelivery } from './delivery/attempt';
import { createEndpointHealth } from './delivery/endpoint-health';
import { createDeliveryMetrics } from './delivery/metrics';
import { createRecorder } from './delivery/recorder';
import { createSend, type Send } from './delivery/send';
import { createTryOnce } from './delivery/try-once';
import { startDeliveryWorker } from './delivery/worker';
import { createFeedWaiters } from './http/feed-waiters';
import { operations } from './http/operations';
import { consumedTopics, consumedTypes, hasEffect, urgentTypes } from './consume/consumed-types';
import { consumeIdentity } from './consume/consume-identity';
import { createEventHandler } from './consume/consume-events';
import { createSigningSecrets } from './store/signing-secrets';

/** The parts that a test replaces: time, chance and the network. */
export type Overrides = PartOverrides & { readonly random?: () => number; readonly send?: Send };

export const startWebhookDispatcher = (
  config: Config,
  overrides: Overrides = {},
  reload?: () => Config,
): Promise<Running> =>
  startService({ service: 'webhook-dispatcher', config, migrations, overrides, reload }, async (parts) => {
    const { db, clock, ids, log, metrics, health, lifecycle } = parts;
    const bus = await openBus(parts);
    const relay = publishOutbox(parts, bus);
    const access = await openAccess(parts);

    const { send, close } = createSend({ isSandbox: config.isSandbox });
    lifecycle.onStop('connections to receivers', close);
    const box = createSealedBox(() => parts.live().keyEncryptionKeys);
    const secrets = createSigningSecrets(db, box);
    const tryOnce = createTryOnce({ send: overrides.send ?? send, secrets, clock });
    const attemptDeps = { tryOnce, clock, ids, random: overrides.random ?? Math.random };
    const recorder = createRecorder({
      db,
      log,
      metrics: createDeliveryMetrics(metrics),
      // The outcome of a webhook is only shown, so its event need not be sent at once.
      onCommitted: (added) => relay.wakeSoon(added),
      onRecorded: (attempt) => endpointHealth.review(attempt),
    });
    const worker = startDeliveryWorker({
      db,
      clock,
      log,
      recorder,
      attempt: (delivery, trigger) => attemptDelivery(delivery, trigger, attemptDeps),
    });
    lifecycle.onStop('deliveries', () => worker.stop());
    health.addCheck('deliveries', () => worker.isAlive(), 'live');

    const waiters = createFeedWaiters();
    const announcer = createAnnouncer({ db, ids, clock, sender: worker, onGrown: waiters.wake });
    const endpointHealth = createEndpointHealth({ db, ids, clock, log, metrics, announcer });

    const handler = createEventHandler(announcer);
    await consumeTopics(parts, bus, {
      consumptions: [
        {
          topics: consumedTopics,
          types: consumedTypes,
          urgentTypes,
          hasEffect,
          // A message that cannot be written is one merchant's; the others must not wait for it.
          onPoison: 'dead-letter',
          ...handler,
        },
        consumeIdentity(access.consumption, handler),
      ],
      // write_feeds waits for the disk when it plans a delivery. Feed rows need no wait: GET /events flushes first.
      waitsForDisk: false,
    });
    const url = await serve(parts, {
      operations: operations({
        ...{ db, clock, ids, secrets, worker, waiters, tryOnce },
        urlRules: { arePrivateAddressesAllowed: config.isSandbox },
      }),
      verifyToken: access.verifyToken,
      // Some answers show a new secret, which must not lie in the clear among the kept answers.
      idempotency: keepAnswers(parts, (store) => sealAnswers(store, box)).idempotency,
    });
    // The first to stop: requests that wait would hold the others up.
    lifecycle.onStop('readers of feeds', () => waiters.stop());
    return url;
  });

if (require.main === module) runMain('webhook-dispatcher', () => startWebhookDispatcher(loadConfig(), {}, loadConfig));
