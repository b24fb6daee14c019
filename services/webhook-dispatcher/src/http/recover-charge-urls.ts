import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { recoverDeliveries } from '../store/recover-deliveries';
import { ownerOf } from './caller';
import { recoveredMax, windowFaults, windowOf, type RecoveryWindow } from './recovery-window';

/** POST /webhook-deliveries/recover: of the webhookUrls of the merchant's charges, which have no endpoint. */
export const recoverChargeUrls = (
  db: Database,
  clock: Clock,
  worker: Pick<DeliveryWorker, 'wake'>,
): Operation<RecoveryWindow> => ({
  check: ({ body }, faulty) => windowFaults(body, faulty),
  handle: async (request) => {
    const now = toIso(clock.now());
    const wanted = { userId: ownerOf(request), endpoint: null, ...windowOf(request.body), now, limit: recoveredMax };
    const recovered = await db.transaction((tx) => recoverDeliveries(tx, wanted));
    worker.wake();
    return { status: 200, body: { recovered, hasMore: recovered === recoveredMax } };
  },
});
