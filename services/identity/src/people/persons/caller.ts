import { callerOf } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';

interface CallingPerson {
  readonly personId: string;
  readonly sessionId: string;
  readonly userId: number;
}

/** The person who calls. Only tokens of people have the scopes of these operations, so another one is a fault of ours. */
export const personIn = (request: { readonly principal?: Principal | undefined }): CallingPerson => {
  const { personId, sessionId, userId } = callerOf(request);
  if (personId === undefined || sessionId === undefined) throw new Error('A token of no person has a scope of people.');
  return { personId, sessionId, userId };
};
