import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem, type Fault } from '@repasse/chassis/http/problem';
import { apiKeysMax } from './rules';

export const keyNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'api_key.not_found', detail: 'The user has no key with this clientId.' });

export const keyEnded = (): ApiResponse =>
  problem({ status: 409, code: 'api_key.ended', detail: 'The key is revoked or has expired: issue another one.' });

export const keyOfEnvironment = (): ApiResponse =>
  problem({
    status: 409,
    code: 'api_key.of_environment',
    detail: 'The secret of this key stands in BOOTSTRAP_ADMIN_CLIENT_SECRET: change it there.',
  });

export const limitReached = (): ApiResponse =>
  problem({ status: 409, code: 'api_key.limit_reached', detail: `A user has at most ${apiKeysMax} keys.` });

export const refusedKey = (code: string, errors: readonly Fault[]): ApiResponse =>
  problem({ status: 400, code, detail: 'The key cannot be issued like this.', errors });
