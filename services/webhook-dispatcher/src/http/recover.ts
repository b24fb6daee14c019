import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type Operation } from '@repasse/chassis/http/operation';
import { type Fault } from '@repasse/chassis/http/problem';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { lastMoment, momentOf } from '@repasse/values/moment';
import { type DeliveryWorker } from '../delivery/worker';
import { recoverDeliveries, type RecoverRequest } from '../store/recover-deliveries';
import { ownerOf } from './caller';
import { endpointOfCaller } from './endpoint-of-caller';

type RecoveryWindow = components['schemas']['RecoveryWindow'];
type Receiver = Pick<RecoverRequest, 'userId' | 'endpoint'>;

/** Limit of one statement: more would lock the rows, and block the workers that deliver them, for long. */
const recoveredMax = 10_000;

export interface RecoverDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly worker: Pick<DeliveryWorker, 'wake'>;
}

/** POST /webhook-endpoints/{endpointId}/recover */
export const recoverEndpoint = (deps: RecoverDeps): Operation<RecoveryWindow> =>
  recover(deps, async (tx, request) => {
    const { endpoint_id, user_id, is_ordered, is_enabled } = await endpointOfCaller(tx, request);
    return { userId: user_id, endpoint: { endpointId: endpoint_id, isOrdered: is_ordered, isEnabled: is_enabled } };
  });

/** POST /webhook-deliveries/recover: of the webhookUrls of the merchant's charges, which have no endpoint. */
export const recoverChargeUrls = (deps: RecoverDeps): Operation<RecoveryWindow> =>
  recover(deps, async (_, request) => ({ userId: ownerOf(request), endpoint: null }));

const recover = (
  { db, clock, worker }: RecoverDeps,
  receiverIn: (tx: Tx, request: ApiRequest<RecoveryWindow>) => Promise<Receiver>,
): Operation<RecoveryWindow> => ({
  check: ({ body }, faulty) => windowFaults(body, faulty),
  handle: async (request) => {
    const recovered = await db.transaction(async (tx) => {
      const receiver = await receiverIn(tx, request);
      const window = windowOf(request.body);
      return recoverDeliveries(tx, { ...receiver, ...window, now: toIso(clock.now()), limit: recoveredMax });
    });
    worker.wake();
    return { status: 200, body: { recovered, hasMore: recovered === recoveredMax } };
  },
});

/** The description lets nothing but moments through. */
const windowOf = ({ from, to }: RecoveryWindow) => ({
  from: momentOf(from) ?? lastMoment,
  to: to === undefined ? lastMoment : (momentOf(to) ?? lastMoment),
});

const windowFaults = (body: RecoveryWindow, faulty: ReadonlySet<string>): readonly Fault[] => {
  if (faulty.has('from') || faulty.has('to')) return [];
  const { from, to } = windowOf(body);
  return from < to ? [] : [{ field: 'to', message: 'must be after from.' }];
};
