import { type Operation } from '@repasse/chassis/http/operation';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { findDelivery, listAttempts } from '../store/delivery-log';
import { attemptView, deliveryView, ownerOf } from './views';

/** One delivery with every try: when, how long, what the receiver answered. */
export const getDelivery = (db: Database): Operation => ({
  handle: async (request) => {
    const deliveryId = request.params['deliveryId'] ?? '';
    const delivery = await findDelivery(db, deliveryId, ownerOf(request));
    if (delivery === undefined)
      throw new ProblemError({
        status: 404,
        code: 'delivery.not_found',
        detail: `There is no delivery ${deliveryId}.`,
      });
    const attempts = await listAttempts(db, deliveryId);
    return { status: 200, body: { ...deliveryView(delivery), attemptLog: attempts.map(attemptView) } };
  },
});
