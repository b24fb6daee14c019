import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Operation } from '@repasse/chassis/http/operation';
import { type UrlRules } from '@repasse/chassis/net/webhook-url';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { endpointsPerUserMax } from '../domain/endpoint';
import { insertEndpoint } from '../store/endpoints';
import { type SigningSecrets } from '../store/signing-secrets';
import { ownerOf } from './caller';
import { urlFaults } from './endpoint-url';
import { conflict } from './problems';
import { endpointView } from './views';

type Body = components['schemas']['CreateEndpoint'];

export interface CreateEndpointDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: SigningSecrets;
  readonly urlRules: UrlRules;
}

/** POST /webhook-endpoints. A request that was cut off finds the endpoint it had made, with its secret. */
export const createEndpoint = ({ db, clock, ids, secrets, urlRules }: CreateEndpointDeps): Operation<Body> => ({
  check: ({ body }, faulty) => urlFaults(body.url, faulty, urlRules),
  handle: async (request) => {
    const { url, eventTypes, description, isOrdered, hasSlowRetries = !isOrdered } = request.body;
    const now = clock.now();
    const made = {
      endpoint_id: `we_${request.idempotency?.ulid ?? ids.ulid()}`,
      user_id: ownerOf(request),
      event_types: eventTypes,
      is_ordered: isOrdered,
      has_slow_retries: hasSlowRetries,
      ...{ url, description },
    };
    const endpoint = await db.transaction((tx) =>
      insertEndpoint(tx, made, { now: toIso(now), perUserMax: endpointsPerUserMax }),
    );
    if (endpoint === undefined) throw tooMany();
    const [{ secret }] = await secrets.validFor(endpoint.endpoint_id, now);
    return {
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { ...endpointView(endpoint), secret },
    };
  },
});

const tooMany = () =>
  conflict(
    'webhook_endpoint.too_many',
    `A merchant has at most ${endpointsPerUserMax} endpoints; remove one, or let one take more types.`,
  );
