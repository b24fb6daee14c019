import { type Operation, type Operations } from '@repasse/chassis/http/app';
import { createRateLimit } from '@repasse/chassis/limits/rate-limit';
import { type PeopleDependencies } from '../dependencies';
import { addPasskey } from './add';
import { createCountProof } from './dependencies';
import { listPasskeys } from './list';
import { preparePasskey } from './prepare';
import { prepareProofByPasskey } from './prepare-proof';
import { prepareSignInByPasskey } from './prepare-sign-in';
import { proveByPasskey } from './prove';
import { passkeysNotSetUp } from './refusals';
import { removePasskey } from './remove';
import { challengesPerAddress, relyingPartyOf } from './rules';
import { signInByPasskey } from './sign-in';

const needingAddress = [
  ...['preparePasskey', 'addPasskey', 'prepareSignInByPasskey', 'signInByPasskey'],
  ...['prepareProofByPasskey', 'proveByPasskey'],
];

/** Where the console is says what passkeys belong to; without it there are none to make or use. */
export const passkeyOperations = (people: PeopleDependencies, consoleUrl: string | undefined): Operations => {
  const deps = {
    ...people,
    relyingParty: relyingPartyOf(consoleUrl ?? 'http://localhost'),
    countProof: createCountProof(people.metrics),
    challengeLimit: createRateLimit(challengesPerAddress),
  };
  const notSetUp: Operation = { handle: () => Promise.resolve(passkeysNotSetUp()) };
  return {
    listPasskeys: listPasskeys(deps),
    preparePasskey: preparePasskey(deps),
    addPasskey: addPasskey(deps),
    removePasskey: removePasskey(deps),
    prepareSignInByPasskey: prepareSignInByPasskey(deps),
    signInByPasskey: signInByPasskey(deps),
    prepareProofByPasskey: prepareProofByPasskey(deps),
    proveByPasskey: proveByPasskey(deps),
    ...(consoleUrl === undefined && Object.fromEntries(needingAddress.map((id) => [id, notSetUp]))),
  };
};
