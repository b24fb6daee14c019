import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

const realm = { 'WWW-Authenticate': 'Session realm="repasse"' };

/** One answer for an unknown address, a wrong password and a suspended person. */
export const signInRefused = (): ApiResponse =>
  problem({
    status: 401,
    code: 'sign_in.refused',
    detail: 'The address and the password do not go together.',
    headers: realm,
  });

export const sessionEnded = (): ApiResponse =>
  problem({ status: 401, code: 'session.ended', detail: 'Sign in again.', headers: realm });

export const secondFactorNeeded = (): ApiResponse =>
  problem({
    status: 403,
    code: 'session.second_factor_needed',
    detail: 'Prove a code of the app, or a recovery code, before the session counts.',
  });

export const sessionNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'session.not_found', detail: 'You have no session with this id.' });

export const membershipNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'membership.not_found', detail: 'The person has no role at this user.' });
