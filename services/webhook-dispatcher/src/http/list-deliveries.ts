import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Operation } from '@repasse/chassis/http/operation';
import { momentOf } from '@repasse/values/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus } from '../domain/delivery';
import { listDeliveries as readDeliveries, type DeliveryFilter, type DeliveryPosition } from '../store/delivery-log';
import { ownerOf } from './caller';
import { deliveryView } from './views';

interface Query {
  readonly chargeId?: string;
  readonly endpointId?: string;
  readonly eventId?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** The merchant's deliveries, newest first. */
export const listDeliveries = (db: Database): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit } = request.query;
    // One more than asked for tells whether there is a next page, without counting.
    const rows = await readDeliveries(db, { ...filterOf(request.query, ownerOf(request)), limit: limit + 1 });
    return { status: 200, body: cursors.pageOf(rows, limit, deliveryView) };
  },
});

const cursors = cursorList(
  momentCursor<DeliveryPosition>({
    idForm: /^del_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ created_at, delivery_id }) => [created_at, delivery_id],
    read: (created_at, delivery_id) => ({ created_at, delivery_id }),
  }),
);

const filterOf = (query: Query, userId: number): Omit<DeliveryFilter, 'limit'> => ({
  userId,
  chargeId: query.chargeId,
  endpointId: query.endpointId,
  webhookId: query.eventId,
  eventType: query.eventType,
  status: query.status,
  from: query.from === undefined ? undefined : momentOf(query.from),
  to: query.to === undefined ? undefined : momentOf(query.to),
  after: cursors.after(query.cursor),
});
