import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type TryOnce } from '../delivery/try-once';
import { endpointOfCaller } from './endpoint-of-caller';
import { type RequestLimits } from './request-limits';
import { tryView } from './views';

export interface TestEndpointDeps {
  readonly db: Tx;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tryOnce: TryOnce;
  readonly limits: Pick<RequestLimits, 'tests'>;
}

/** POST /webhook-endpoints/{endpointId}/test. The message is in no feed, where numbers begin with 1. */
export const testEndpoint = ({ db, clock, ids, tryOnce, limits }: TestEndpointDeps): Operation => ({
  handle: async (request) => {
    const { endpoint_id, user_id, url } = await endpointOfCaller(db, request);
    await limits.tests.count(String(user_id));
    const id = `msg_${ids.ulid()}`;
    const body = JSON.stringify({
      ...{ id, type: 'webhook_endpoint.test', timestamp: toIso(clock.now()) },
      ...{ sequence: 0, previousId: null, chargeSequence: null },
      data: { endpoint: { id: endpoint_id, url } },
    });
    return { status: 200, body: tryView(await tryOnce({ id, body, url, signer: endpoint_id })) };
  },
});
