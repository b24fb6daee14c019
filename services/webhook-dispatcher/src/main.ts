import { join } from 'node:path';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { sealAnswers } from '@repasse/chassis/idempotency/sealed-answers';
import { runMain, type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { consumeTopics, openBus, publishOutbox } from '@repasse/chassis/service/messaging';
import { type PartOverrides } from '@repasse/chassis/service/parts';
import { openAccess } from '@repasse/chassis/service/access';
import { keepAnswers, serve } from '@repasse/chassis/service/serve';
import { startService } from '@repasse/chassis/service/start-service';
import { loadConfig, type Config } from './config';
import { attemptDelivery } from './delivery/attempt';
import { createDeliveryMetrics } from './delivery/metrics';
import { createRecorder } from './delivery/recorder';
import { createSend, type Send } from './delivery/send';
import { startDeliveryWorker } from './delivery/worker';
import { operations } from './http/operations';
import { announcedTypes, knownTypes } from './consume/charge-news';
import { createChargeEventHandler } from './consume/consume-charge-events';
import { createSigningSecrets } from './store/signing-secrets';

/** What a test replaces: time, chance and the network. */
export type Overrides = PartOverrides & { readonly random?: () => number; readonly send?: Send };

export const migrations = [
  chassisMigrations.idempotency,
  chassisMigrations.outbox,
  chassisMigrations.consumer,
  chassisMigrations.access,
  join(__dirname, '../migrations'),
];

export const startWebhookDispatcher = (config: Config, overrides: Overrides = {}): Promise<Running> =>
  startService({ service: 'webhook-dispatcher', config, migrations, overrides }, async (parts) => {
    const { db, clock, ids, log, metrics, health, lifecycle } = parts;
    const bus = await openBus(parts);
    const relay = publishOutbox(parts, bus);
    const access = await openAccess(parts);

    const { send, close } = createSend({ isSandbox: config.isSandbox });
    lifecycle.onStop('connections to receivers', close);
    const box = createSealedBox(config.keyEncryptionKey);
    const secrets = createSigningSecrets(db, box);
    const attemptDeps = { send: overrides.send ?? send, secrets, clock, ids, random: overrides.random ?? Math.random };
    const recorder = createRecorder({
      db,
      log,
      metrics: createDeliveryMetrics(metrics),
      // What became of a webhook is for views.
      onCommitted: () => relay.wakeSoon(),
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

    const { handle, afterCommit } = createChargeEventHandler({ ids, clock, sender: worker });
    await consumeTopics(parts, bus, {
      consumptions: [
        {
          topics: ['charge.events.v1'],
          types: knownTypes,
          urgentTypes: announcedTypes,
          // A webhook that cannot be planned is one merchant's; the others must not wait for it.
          onPoison: 'dead-letter',
          handle,
          afterCommit,
        },
        access.consumption,
      ],
      // A webhook that was sent must not be planned a second time, under another id.
      waitsForDisk: true,
    });
    return serve(parts, {
      operations: operations({ db, clock, secrets, worker }),
      verifyToken: access.verifyToken,
      // A rotation answers with the new secret, which must not lie in the clear among the kept answers.
      idempotency: keepAnswers(parts, (store) => sealAnswers(store, box)).idempotency,
    });
  });

if (require.main === module) runMain(() => startWebhookDispatcher(loadConfig()));
