import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../../api-keys/view';
import { withoutEvents } from '../../store/commit';
import { liveSession } from '../sessions/live';
import { sessionEnded } from '../sessions/refusals';
import { newChallenge, ofSession } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { passkeyRefused } from './refusals';
import { requestOptions } from './rules';
import { listPasskeys } from './table';

/** POST /internal/sign-ins/second-factor/passkey/options. */
export const prepareProofByPasskey = (
  deps: PasskeyDependencies,
): Operation<components['schemas']['PreparePasskeyProof']> => ({
  handle: ({ body }) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const live = await liveSession(tx, deps, body.sessionSecret);
        if (live === undefined) return sessionEnded();
        const { sessionId, personId } = live.session;
        const passkeys = await listPasskeys(tx, personId);
        if (passkeys.length === 0) return passkeyRefused();
        const challenge = await newChallenge(tx, ofSession('STEP_UP', sessionId), deps.clock.now());
        return { status: 200, headers: noStore, body: requestOptions(deps.relyingParty, passkeys, challenge) };
      }),
    ),
});
