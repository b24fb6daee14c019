import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { whyNotUsable, type KeyRefusal } from '../api-keys/rules';
import { isSecret } from '../api-keys/secret';
import { findApiKey, type ApiKeyOfUser } from '../api-keys/table';
import { type Credentials } from './credentials';

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly key: ApiKeyOfUser }
  | { readonly outcome: 'refused'; readonly reason: KeyRefusal };

export type Authenticate = (credentials: Credentials) => Promise<Authentication>;

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Our ids have 30 characters; what is longer than any column's worth need not be looked up. */
const clientIdCharactersMax = 64;

/**
 * Who a client id and secret belong to. Failures are counted and logged, never with the secret. They are not limited
 * per client: 256 random bits are not guessed, and a limit would let anyone who knows a merchant's client id lock the
 * merchant out.
 */
export const createAuthenticate = ({ db, clock, log, metrics }: Options): Authenticate => {
  const failures = metrics.counter(
    'repasse_identity_authentication_failures_total',
    'Client ids and secrets that were refused.',
    ['reason'],
  );
  return async ({ clientId, clientSecret }) => {
    const key = clientId.length > clientIdCharactersMax ? undefined : await findApiKey(db, clientId);
    const isProven = isSecret(clientId, clientSecret, key?.secretHash);
    const reason = refusalOf(key, isProven, toIso(clock.now()));
    if (key !== undefined && reason === undefined) return { outcome: 'authenticated', key };

    failures.inc({ reason: reason ?? 'unknown_client' });
    // An unknown client id is not logged: it may be a secret that was put into the wrong field.
    log.warn(
      { reason, ...(key === undefined ? {} : { clientId: key.clientId, userId: key.userId }) },
      'client refused',
    );
    return { outcome: 'refused', reason: reason ?? 'unknown_client' };
  };
};

const refusalOf = (key: ApiKeyOfUser | undefined, isProven: boolean, now: string): KeyRefusal | undefined => {
  if (key === undefined) return 'unknown_client';
  return isProven ? whyNotUsable(key, now) : 'wrong_secret';
};
