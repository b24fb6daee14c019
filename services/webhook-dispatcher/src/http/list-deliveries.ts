import { type Operation } from '@repasse/chassis/http/operation';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus } from '../domain/delivery';
import { listDeliveries as readDeliveries } from '../store/delivery-log';
import { deliveryView, ownerOf } from './views';

type Query = {
  readonly chargeId?: string;
  readonly status?: DeliveryStatus;
  readonly cursor?: string;
  readonly limit: number;
};

/** The merchant's deliveries, newest first. The cursor is the id of the last one seen. */
export const listDeliveries = (db: Database): Operation<unknown, Query> => ({
  handle: async (request) => {
    const { chargeId, status, cursor, limit } = request.query;
    // One more than asked for tells whether there is a next page, without counting.
    const rows = await readDeliveries(db, {
      userId: ownerOf(request),
      chargeId,
      status,
      before: cursor,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? (page.at(-1)?.delivery_id ?? null) : null;
    return { status: 200, body: { data: page.map(deliveryView), pagination: { limit, nextCursor } } };
  },
});
