import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Arrival } from '@repasse/chassis/limits/caller-address';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { keyRefusals, whyNotUsable, type KeyRefusal } from '../api-keys/rules';
import { isSecretOfKey } from '../api-keys/secret';
import { findApiKey, markApiKeyUsed, type ApiKeyOfUser } from '../api-keys/table';
import { type Credentials } from './credentials';
import { type WrongSecrets } from './wrong-secrets';

export type Authentication =
  | { readonly outcome: 'authenticated'; readonly key: ApiKeyOfUser }
  | { readonly outcome: 'refused'; readonly reason: KeyRefusal };

/** Throws the problem to answer with when the caller has tried too many wrong secrets. */
export type Authenticate = (credentials: Credentials, arrival: Arrival) => Promise<Authentication>;

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly wrongSecrets: WrongSecrets;
}

/** Our ids have 30 characters; a longer one than this cannot exist and is not looked up. */
const clientIdCharactersMax = 64;

/**
 * Finds the owner of a client id and secret. Failures are counted and logged, never with the secret. Wrong secrets are
 * limited by the address they come from, so that an attacker who knows a client id cannot lock its merchant out.
 */
export const createAuthenticate = ({ db, clock, log, metrics, wrongSecrets }: Options): Authenticate => {
  const failures = metrics.counter(
    'repasse_identity_authentication_failures_total',
    'Client ids and secrets that were refused.',
    ['reason'],
  );
  bornAtZero(failures, { reason: keyRefusals });
  return async ({ clientId, clientSecret }, arrival) => {
    await wrongSecrets.refuseIfTooMany(clientId, arrival);
    const key = clientId.length > clientIdCharactersMax ? undefined : await findApiKey(db, clientId);
    const now = toIso(clock.now());
    const isProven = isSecretOfKey(clientId, clientSecret, key, now);
    const reason = refusalOf(key, isProven, now);
    if (key !== undefined && reason === undefined) {
      await markUsed({ db, clock, log }, key);
      return { outcome: 'authenticated', key };
    }

    failures.inc({ reason: reason ?? 'unknown_client' });
    // An unknown client id is not logged: it may be a secret that was put into the wrong field.
    log.warn(
      { reason, ...(key === undefined ? {} : { clientId: key.clientId, userId: key.userId }) },
      'client refused',
    );
    if (!isProven) await wrongSecrets.count(clientId, arrival);
    return { outcome: 'refused', reason: reason ?? 'unknown_client' };
  };
};

const refusalOf = (key: ApiKeyOfUser | undefined, isProven: boolean, now: string): KeyRefusal | undefined => {
  if (key === undefined) return 'unknown_client';
  return isProven ? whyNotUsable(key, now) : 'wrong_secret';
};

/** A merchant that asks for a token before each request writes a row this often, not each time. */
const usedMinutes = 5;
const minuteMs = 60_000;

/** Whether a key is in use helps its owner; a token does not wait for a database that takes no writes. */
const markUsed = async (
  { db, clock, log }: Pick<Options, 'db' | 'clock' | 'log'>,
  key: ApiKeyOfUser,
): Promise<void> => {
  const now = clock.now();
  const unlessSince = toIso(new Date(now.getTime() - usedMinutes * minuteMs));
  if (key.lastUsedAt !== null && key.lastUsedAt >= unlessSince) return;
  try {
    await markApiKeyUsed(db, key.clientId, toIso(now), unlessSince);
  } catch (error) {
    log.warn({ err: error, clientId: key.clientId }, 'use of a key not written down');
  }
};
