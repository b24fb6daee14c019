import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { passkeysMax } from './rules';

export const passkeysNotSetUp = (): ApiResponse =>
  problem({ status: 409, code: 'passkey.not_set_up', detail: 'This installation does not say where its console is.' });

/** One answer, whatever is wrong. */
export const passkeyRefused = (): ApiResponse =>
  problem({ status: 409, code: 'passkey.refused', detail: 'The passkey was refused. Nothing was done; try again.' });

export const passkeyExists = (): ApiResponse =>
  problem({ status: 409, code: 'passkey.exists', detail: 'Somebody has added this passkey before.' });

export const passkeyLimitReached = (): ApiResponse =>
  problem({
    status: 409,
    code: 'passkey.limit_reached',
    detail: `A person has ${String(passkeysMax)} passkeys at most. Remove one first.`,
  });

/** One answer for an unknown passkey, another's challenge, a copy and a suspended person. */
export const passkeySignInRefused = (): ApiResponse =>
  problem({
    status: 401,
    code: 'sign_in.refused',
    detail: 'The passkey does not sign anybody in.',
    headers: { 'WWW-Authenticate': 'Session realm="repasse"' },
  });
