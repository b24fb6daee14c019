import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { endpointDisabled } from '../domain/announcements/endpoints';
import { isGone } from '../domain/delivery';
import { failingMsMax } from '../domain/endpoint';
import { type EndedAttempt } from '../store/attempts';
import { disableEndpoint, type DisableRequest } from '../store/endpoint-upkeep';
import { type Announcer } from './announce';

export interface EndpointHealthDeps {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly announcer: Pick<Announcer, 'announce' | 'handOver'>;
}

/**
 * Switches endpoints off that asked for no more (410), or that have failed for days when a delivery uses up its retries.
 * A crash before it is done loses nothing: the next delivery that fails looks again.
 */
export const createEndpointHealth = ({ db, ids, clock, log, metrics, announcer }: EndpointHealthDeps) => {
  const disabled = metrics.counter(
    'repasse_webhook_endpoints_disabled_total',
    'Endpoints switched off because they fail, or asked for it.',
    ['reason'],
  );
  bornAtZero(disabled, { reason: ['gone', 'failing'] });

  const disable = async (request: DisableRequest): Promise<void> => {
    const announced = await db.transaction(async (tx) => {
      const endpoint = await disableEndpoint(tx, request);
      if (endpoint === undefined) return undefined;
      disabled.inc({ reason: endpoint.reason.toLowerCase() });
      log.warn({ endpointId: endpoint.endpointId, reason: endpoint.reason }, 'webhook endpoint disabled');
      const announcement = endpointDisabled(endpoint, request.now);
      return announcer.announce(tx, {
        ...{ charges: [], invoices: [] },
        announcing: [{ id: `msg_${ids.ulid()}`, announcement, traceparent: undefined }],
      });
    });
    if (announced !== undefined) announcer.handOver(announced);
  };
  const review = async ({ delivery, record, decision }: EndedAttempt): Promise<void> => {
    const { endpoint_id: endpointId, user_id: userId } = delivery;
    if (endpointId === null || decision.result === 'DELIVERED') return;
    const now = clock.now();
    const of = { endpointId, userId, now: now.toISOString() };
    const failingBefore = new Date(now.getTime() - failingMsMax).toISOString();
    if (isGone(record.responseStatus)) await disable({ ...of, reason: 'GONE' });
    else if (decision.result === 'EXHAUSTED') await disable({ ...of, reason: 'FAILING', failingBefore });
  };

  return {
    review: (attempt: EndedAttempt): void => {
      review(attempt).catch((fault: unknown) =>
        log.error({ err: fault, endpointId: attempt.delivery.endpoint_id }, 'webhook endpoint was not reviewed'),
      );
    },
  };
};
