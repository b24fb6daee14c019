import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

/** One answer for all that is wrong with it, so that nothing can be learned. */
export const invitationNotFound = (): ApiResponse =>
  problem({
    status: 404,
    code: 'invitation.not_found',
    detail: 'The invitation is not known, has ended, or is for another address. Ask for another one.',
  });

export const personExists = (): ApiResponse =>
  problem({
    status: 409,
    code: 'person.exists',
    detail: 'Sign in with this address, and accept the invitation there.',
  });
