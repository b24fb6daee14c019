import { type Request } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/identity';
import { arrivalOf } from './http/arrival';
import { type Identity, type SessionToken } from './identity';
import { type SessionCookie } from './session-cookie';

type Change = NonNullable<components['schemas']['IssueSessionToken']['change']>;

export interface Sessions {
  /** A token of whoever signed in. Throws the problem to answer with when nobody did. */
  tokenFor(request: Request, userId?: number, change?: Change): Promise<SessionToken>;
  /** The secret in the browser's cookie; throws the problem without one. */
  secretIn(request: Request): string;
}

/** Asks identity each time, so that a session that was ended is over at once. */
export const createSessions = (o: {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
  readonly proxiesInFront: number;
}): Sessions => {
  const secretIn = ({ headers }: Request): string => {
    const secret = o.cookie.read(headers);
    if (secret === undefined) throw nobody();
    return secret;
  };
  return {
    secretIn,
    tokenFor: (request, userId, change) =>
      o.identity.issueToken({
        ...{ sessionSecret: secretIn(request), arrival: arrivalOf(request, o.proxiesInFront) },
        ...(userId !== undefined && { userId }),
        ...(change && { change }),
      }),
  };
};

const nobody = (): ProblemError => new ProblemError({ status: 401, code: 'session.ended', detail: 'Sign in first.' });
