import { type Operation } from '@repasse/chassis/http/operation';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryWorker } from '../delivery/worker';
import { findDelivery } from '../store/delivery-log';
import { claimDelivery } from '../store/leases';
import { ownerOf } from './caller';
import { deliveryAnswer } from './get-delivery';
import { conflict, deliveryNotFound } from './problems';

/** POST /webhook-deliveries/{deliveryId}/redeliver */
export const redeliver = (db: Database, worker: Pick<DeliveryWorker, 'sendNow'>): Operation => ({
  handle: async (request) => {
    const deliveryId = request.params['deliveryId'] ?? '';
    const userId = ownerOf(request);
    if ((await findDelivery(db, deliveryId, userId)) === undefined) throw deliveryNotFound(deliveryId);
    const claimed = await claimDelivery(db, deliveryId);
    if (claimed === undefined) throw conflict('delivery.under_way', 'A try of this delivery is under way.');
    await worker.sendNow(claimed);
    return deliveryAnswer(db, deliveryId, userId);
  },
});
