import { type Operation } from '@repasse/chassis/http/operation';
import { momentOf } from '@repasse/chassis/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus } from '../domain/delivery';
import { listDeliveries as readDeliveries, type DeliveryFilter } from '../store/delivery-log';
import { ownerOf } from './caller';
import { deliveryView } from './views';

type Query = {
  readonly chargeId?: string;
  readonly endpointId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
};

/** The merchant's deliveries, newest first. The cursor is the id of the last one seen. */
export const listDeliveries = (db: Database): Operation<unknown, Query> => ({
  handle: async (request) => {
    const { limit } = request.query;
    // One more than asked for tells whether there is a next page, without counting.
    const rows = await readDeliveries(db, { ...filterOf(request.query, ownerOf(request)), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const nextCursor = rows.length > limit ? (page.at(-1)?.delivery_id ?? null) : null;
    return { status: 200, body: { data: page.map(deliveryView), pagination: { limit, nextCursor } } };
  },
});

const filterOf = (query: Query, userId: number): Omit<DeliveryFilter, 'limit'> => ({
  userId,
  chargeId: query.chargeId,
  endpointId: query.endpointId,
  webhookId: query.eventId,
  eventType: query.eventType,
  status: query.status,
  from: query.from === undefined ? undefined : momentOf(query.from),
  to: query.to === undefined ? undefined : momentOf(query.to),
  before: query.cursor,
});
