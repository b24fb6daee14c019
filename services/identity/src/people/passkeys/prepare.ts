import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../../api-keys/view';
import { withoutEvents } from '../../store/commit';
import { personIn } from '../persons/caller';
import { provePassword } from '../persons/prove-password';
import { passwordWrong } from '../persons/refusals';
import { refuseUnproven } from '../second-factor/refuse-unproven';
import { newChallenge, ofSession } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { passkeyLimitReached } from './refusals';
import { creationOptions, passkeysMax } from './rules';
import { listPasskeys } from './table';

/** POST /person/passkeys/options: with the password, so that a stolen session brings no passkey of its own. */
export const preparePasskey = (deps: PasskeyDependencies): Operation<components['schemas']['ProvePassword']> => ({
  handle: async (request) => {
    const person = await provePassword(deps, request, request.body.password);
    if (person === undefined) return passwordWrong();
    return deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId, sessionId } = personIn(request);
        const now = deps.clock.now();
        const refusal = await refuseUnproven(tx, request, now);
        if (refusal !== undefined) return refusal;
        const known = await listPasskeys(tx, personId);
        if (known.length >= passkeysMax) return passkeyLimitReached();
        const challenge = await newChallenge(tx, ofSession('REGISTRATION', sessionId), now);
        return { status: 200, headers: noStore, body: creationOptions(deps.relyingParty, person, known, challenge) };
      }),
    );
  },
});
