import { type Operation } from '@repasse/chassis/http/operation';
import { type UrlRules } from '@repasse/chassis/net/webhook-url';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/webhook-dispatcher';
import { replay, type Replayed } from '../delivery/replay';
import { type TryOnce } from '../delivery/try-once';
import { latestSent } from '../store/latest-sent';
import { endpointOfCaller } from './endpoint-of-caller';
import { urlFaults } from './endpoint-url';
import { type RequestLimits } from './request-limits';
import { tryView } from './views';

type Body = components['schemas']['ReplayEndpoint'];

export interface ReplayEndpointDeps {
  readonly db: Tx;
  readonly tryOnce: TryOnce;
  readonly urlRules: UrlRules;
  readonly limits: Pick<RequestLimits, 'replays'>;
}

/** POST /webhook-endpoints/{endpointId}/replay */
export const replayEndpoint = ({ db, tryOnce, urlRules, limits }: ReplayEndpointDeps): Operation<Body> => ({
  check: ({ body }, faulty) => urlFaults(body.url, faulty, urlRules),
  handle: async (request) => {
    const { endpoint_id, user_id } = await endpointOfCaller(db, request);
    await limits.replays.count(String(user_id));
    const { url, last } = request.body;
    const messages = await latestSent(db, endpoint_id, last);
    const results = await replay(messages, { url, signer: endpoint_id, tryOnce });
    return { status: 200, body: { url, ...countsOf(results), results: results.map(resultView) } };
  },
});

const isSame = ({ isSameStatus, isSameBody }: Replayed): boolean => isSameStatus && isSameBody;

const countsOf = (results: readonly Replayed[]) => {
  const tried = results.filter(({ replay }) => replay !== null);
  const same = tried.filter(isSame).length;
  return { same, different: tried.length - same, notTried: results.length - tried.length };
};

const resultView = ({ message, original, replay, isSameStatus, isSameBody }: Replayed) => ({
  eventId: message.webhook_id,
  eventType: message.event_type,
  original: original === null ? null : tryView(original),
  replay: replay === null ? null : tryView(replay),
  isSameStatus,
  isSameBody,
});
