import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../../api-keys/view';
import { newSecret } from '../../new-secret';
import { newChallenge, ofBrowser } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { requestOptions } from './rules';

/** POST /internal/sign-ins/passkey/options. */
export const prepareSignInByPasskey = ({
  db,
  clock,
  relyingParty,
  challengeLimit,
}: PasskeyDependencies): Operation<components['schemas']['PreparePasskeySignIn']> => ({
  handle: async ({ body }) => {
    await challengeLimit.count(body.arrival.address);
    const secret = newSecret();
    const challenge = await newChallenge(db, ofBrowser(secret), clock.now());
    return { status: 200, headers: noStore, body: { secret, options: requestOptions(relyingParty, [], challenge) } };
  },
});
