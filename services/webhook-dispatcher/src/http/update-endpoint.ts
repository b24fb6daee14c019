import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type UrlRules } from '@repasse/chassis/net/webhook-url';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { receiverOf } from '../delivery/receiver';
import { type DeliveryWorker } from '../delivery/worker';
import { updateEndpoint as writeEndpoint, type EndpointChange } from '../store/endpoints';
import { pauseDeliveries, resumeDeliveries } from '../store/endpoint-upkeep';
import { ownerOf } from './caller';
import { urlFaults } from './endpoint-url';
import { endpointNotFound } from './problems';
import { endpointView } from './views';

type Body = components['schemas']['UpdateEndpoint'];

export interface UpdateEndpointDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly worker: Pick<DeliveryWorker, 'wake'>;
  readonly urlRules: UrlRules;
}

/** PATCH /webhook-endpoints/{endpointId}: what is pending follows the endpoint in the same transaction. */
export const updateEndpoint = ({ db, clock, worker, urlRules }: UpdateEndpointDeps): Operation<Body> => ({
  check: ({ body }, faulty) => urlFaults(body.url, faulty, urlRules),
  handle: async (request) => {
    const endpointId = request.params['endpointId'] ?? '';
    const now = toIso(clock.now());
    const key = { endpoint_id: endpointId, user_id: ownerOf(request) };
    const endpoint = await db.transaction(async (tx) => {
      const changed = await writeEndpoint(tx, key, changeOf(request.body), now);
      if (changed === undefined) throw endpointNotFound(endpointId);
      const { url, is_ordered: isOrdered, has_slow_retries: hasSlowRetries } = changed;
      const receiver = receiverOf(url, isOrdered ? endpointId : null);
      if (changed.is_enabled) await resumeDeliveries(tx, { endpointId, url, receiver, isOrdered, hasSlowRetries }, now);
      else await pauseDeliveries(tx, endpointId);
      return changed;
    });
    worker.wake();
    return { status: 200, body: endpointView(endpoint) };
  },
});

const changeOf = ({ url, description, eventTypes, isOrdered, hasSlowRetries, isEnabled }: Body): EndpointChange => ({
  url: url ?? null,
  description: description ?? null,
  event_types: eventTypes ?? null,
  is_ordered: isOrdered ?? null,
  has_slow_retries: hasSlowRetries ?? null,
  is_enabled: isEnabled ?? null,
});
