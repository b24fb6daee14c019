import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { recoverDeliveries } from '../store/recover-deliveries';
import { endpointOfCaller } from './endpoint-of-caller';
import { recoveredMax, windowFaults, windowOf, type RecoveryWindow } from './recovery-window';

/** POST /webhook-endpoints/{endpointId}/recover */
export const recoverEndpoint = (
  db: Database,
  clock: Clock,
  worker: Pick<DeliveryWorker, 'wake'>,
): Operation<RecoveryWindow> => ({
  check: ({ body }, faulty) => windowFaults(body, faulty),
  handle: async (request) => {
    const window = windowOf(request.body);
    const recovered = await db.transaction(async (tx) => {
      const row = await endpointOfCaller(tx, request);
      const endpoint = { endpointId: row.endpoint_id, isOrdered: row.is_ordered, isEnabled: row.is_enabled };
      const now = toIso(clock.now());
      return recoverDeliveries(tx, { userId: row.user_id, endpoint, ...window, now, limit: recoveredMax });
    });
    worker.wake();
    return { status: 200, body: { recovered, hasMore: recovered === recoveredMax } };
  },
});
