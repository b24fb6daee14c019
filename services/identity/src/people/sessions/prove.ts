import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { writeFact } from '../../audit/write';
import { type PeopleDependencies } from '../dependencies';
import { provePersonCode } from '../second-factor/prove';
import { lockPersonFactor } from '../second-factor/table';
import { actorFrom } from './arrival';
import { liveSession } from './live';
import { sessionEnded } from './refusals';
import { renewSession } from './renew';
import { withoutEvents } from '../../store/commit';

type Body = components['schemas']['ProveSecondFactor'];

/** POST /internal/sign-ins/second-factor: after the password, and again for what moves money or rights. */
export const proveSecondFactor = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) => deps.commit<ApiResponse>(withoutEvents((tx) => prove(deps, tx, request))),
});

const prove = async (deps: PeopleDependencies, tx: Tx, { body, requestId }: ApiRequest<Body>): Promise<ApiResponse> => {
  const live = await liveSession(tx, deps, body.sessionSecret);
  if (live === undefined) return sessionEnded();
  const { session } = live;
  const by = { ...actorFrom(body.arrival, requestId), personId: session.personId };
  const factor = await lockPersonFactor(tx, session.personId);
  if (factor === undefined || factor.confirmedAt === null) return notActive();
  const proof = await provePersonCode(deps, tx, factor, body.code);
  const object = session.sessionId;
  await writeFact(tx, deps, 'SECOND_FACTOR_PROVEN', by, {
    object,
    outcome: 'refusal' in proof ? 'REFUSED' : 'DONE',
  });
  if ('refusal' in proof) return proof.refusal;
  return renewSession(deps, tx, session);
};

const notActive = (): ApiResponse =>
  problem({
    status: 409,
    code: 'second_factor.not_active',
    detail: 'There is no second factor: enrol one first, which takes the password.',
  });
