import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { writeFact, type AuditActor } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { actorFrom, callerIn } from '../sessions/arrival';
import { startSession } from '../sessions/start';
import { startedView } from '../sessions/view';
import { ofBrowser } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { passkeySignInRefused } from './refusals';
import { usePasskey } from './use';
import { writeCopy } from './write-copy';

type Body = components['schemas']['SignInByPasskey'];

/** POST /internal/sign-ins/passkey. Refused ones are limited as wrong passwords are. */
export const signInByPasskey = (deps: PasskeyDependencies): Operation<Body> => {
  const { wrongSecrets, countProof } = deps;
  return {
    handle: async ({ body, requestId }) => {
      const [who, from] = [body.credential.id, callerIn(body.arrival)];
      await wrongSecrets.refuseIfTooMany(who, from);
      const { outcome, answer } = await begin(deps, body, actorFrom(body.arrival, requestId));
      countProof('SIGN_IN', outcome);
      if (outcome !== 'accepted') await wrongSecrets.count(who, from);
      return answer;
    },
  };
};

interface Begun {
  readonly outcome: 'accepted' | 'refused' | 'copy';
  readonly answer: ApiResponse;
}

const begin = (deps: PasskeyDependencies, { secret, credential, arrival }: Body, from: AuditActor): Promise<Begun> =>
  deps.commit(
    withoutEvents<Begun>(async (tx) => {
      const used = await usePasskey(deps, tx, { ceremony: ofBrowser(secret) }, credential);
      const { outcome, passkey } = used;
      const by = { ...from, personId: passkey?.personId ?? null };
      if (used.outcome !== 'accepted') {
        if (used.outcome === 'copy') await writeCopy(deps, tx, by, used.passkey);
        await writeFact(tx, deps, 'SIGN_IN', by, { outcome: 'REFUSED', object: passkey?.passkeyId ?? null });
        return { outcome, answer: passkeySignInRefused() };
      }
      const { personId, passkeyId } = used.passkey;
      const started = await startSession(tx, deps, { personId, isPending: false, isProven: true, arrival });
      await writeFact(tx, deps, 'SIGN_IN', by, { object: started.session.sessionId, after: { passkeyId } });
      return { outcome, answer: startedView(201, started, deps.sessionLimits) };
    }),
  );
