import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { writeFact } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { actorFrom, callerIn } from '../sessions/arrival';
import { liveSession } from '../sessions/live';
import { renewSession } from '../sessions/renew';
import { sessionEnded } from '../sessions/refusals';
import { ofSession } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { passkeyRefused } from './refusals';
import { usePasskey } from './use';
import { writeCopy } from './write-copy';

type Body = components['schemas']['ProveByPasskey'];

/** POST /internal/sign-ins/second-factor/passkey: in the place of a code. */
export const proveByPasskey = (deps: PasskeyDependencies): Operation<Body> => ({
  handle: async (request) => {
    const [who, from] = [request.body.credential.id, callerIn(request.body.arrival)];
    await deps.wrongSecrets.refuseIfTooMany(who, from);
    const answer = await deps.commit<ApiResponse>(withoutEvents((tx) => prove(deps, tx, request)));
    if (answer.status === refusedStatus) await deps.wrongSecrets.count(who, from);
    return answer;
  },
});

const refusedStatus = 409;

const prove = async (
  deps: PasskeyDependencies,
  tx: Tx,
  { body, requestId }: ApiRequest<Body>,
): Promise<ApiResponse> => {
  const live = await liveSession(tx, deps, body.sessionSecret);
  if (live === undefined) return sessionEnded();
  const { sessionId, personId } = live.session;
  const by = { ...actorFrom(body.arrival, requestId), personId };
  const asked = { ceremony: ofSession('STEP_UP', sessionId), personId };
  const used = await usePasskey(deps, tx, asked, body.credential);
  deps.countProof('STEP_UP', used.outcome);
  if (used.outcome === 'copy') await writeCopy(deps, tx, by, used.passkey);
  const isProven = used.outcome === 'accepted';
  await writeFact(tx, deps, 'SECOND_FACTOR_PROVEN', by, {
    ...{
      object: sessionId,
      outcome: isProven ? 'DONE' : 'REFUSED',
      after: { passkeyId: used.passkey?.passkeyId ?? null },
    },
  });
  return isProven ? renewSession(deps, tx, live.session) : passkeyRefused();
};
