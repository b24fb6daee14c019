import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation, type Operations } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { hastenRequest } from './requests-table';
import { isSigned } from './signature';

export interface CallbackDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: () => readonly string[];
  readonly onHastened: () => void;
}

interface Body {
  readonly verificationId: string;
}

/** POST /callbacks/verification: nothing is believed but where to look, and the provider is asked. */
const receiveCallback = ({ db, clock, secrets, onHastened }: CallbackDependencies): Operation<Body> => ({
  handle: async ({ rawBody, headers, body }) => {
    const now = clock.now();
    if (!isSigned(rawBody, headers, secrets(), now))
      return problem({
        status: 403,
        code: 'callback.signature_invalid',
        detail: 'No secret of this installation has signed it within five minutes.',
      });
    await hastenRequest(db, body.verificationId, toIso(now));
    onHastened();
    return { status: 204 };
  },
});

export const verificationCallbacks = (deps: CallbackDependencies): Operations => ({
  receiveVerificationCallback: receiveCallback(deps),
});
