import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { readStatistics, type EndpointStatistics } from '../store/statistics';
import { endpointOfCaller } from './endpoint-of-caller';

const hourMs = 60 * 60_000;

/** GET /webhook-endpoints/{endpointId}/statistics */
export const getEndpointStatistics = (db: Tx, clock: Clock): Operation<unknown, { readonly hours: number }> => ({
  handle: async (request) => {
    const { endpoint_id } = await endpointOfCaller(db, request);
    const from = toIso(new Date(clock.now().getTime() - request.query.hours * hourMs));
    return { status: 200, body: { from, ...statisticsView(await readStatistics(db, endpoint_id, from)) } };
  },
});

const statisticsView = (of: EndpointStatistics) => ({
  deliveries: { pending: of.pending, delivered: of.delivered, exhausted: of.exhausted },
  attempts: { total: of.attempts, failed: of.failed_attempts },
  durationMs: { p50: of.duration_p50_ms, p95: of.duration_p95_ms, max: of.duration_max_ms },
  lastDeliveredAt: of.last_delivered_at,
  lastFailure: of.last_failed_at === null ? null : { at: of.last_failed_at, failure: of.last_failure },
});
