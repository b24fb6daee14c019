import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/operation';
import { type Fault } from '@repasse/chassis/http/problem';
import { lastMoment, momentOf } from '@repasse/chassis/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { type DeliveryWorker } from '../delivery/worker';
import { recoverDeliveries } from '../store/recover-deliveries';
import { endpointOfCaller } from './endpoint-of-caller';

type Body = components['schemas']['RecoverEndpoint'];

/** Limit of one statement: more would lock the rows, and block the workers that deliver them, for long. */
const recoveredMax = 10_000;

/** POST /webhook-endpoints/{endpointId}/recover */
export const recoverEndpoint = (db: Database, clock: Clock, worker: Pick<DeliveryWorker, 'wake'>): Operation<Body> => ({
  check: ({ body }, faulty) => windowFaults(body, faulty),
  handle: async (request) => {
    const { from, to } = windowOf(request.body);
    const recovered = await db.transaction(async (tx) => {
      const { endpoint_id } = await endpointOfCaller(tx, request);
      const now = toIso(clock.now());
      return recoverDeliveries(tx, { endpointId: endpoint_id, ...{ from, to, now }, limit: recoveredMax });
    });
    worker.wake();
    return { status: 200, body: { recovered, hasMore: recovered === recoveredMax } };
  },
});

/** The description lets nothing but moments through. */
const windowOf = ({ from, to }: Body) => ({
  from: momentOf(from) ?? lastMoment,
  to: to === undefined ? lastMoment : (momentOf(to) ?? lastMoment),
});

const windowFaults = (body: Body, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('from') || faulty.has('to')) return [];
  const { from, to } = windowOf(body);
  return from < to ? [] : [{ field: 'to', message: 'must be after from.' }];
};
