import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';
import { type UserEvent } from '../public/user-events';
import { hashOfEmail, newUser, registered } from '../users/rules';
import { findUserByEmailHash, insertUser, type User } from '../users/table';
import { issued, scopesOf } from './rules';
import { hashOfSecret, isSecret } from './secret';
import { findApiKey, insertApiKey, newApiKey, replaceSecret } from './table';

export interface BootstrapAdmin {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly email: string;
}

/**
 * Gives a new installation its first administrator, who creates all other users. Runs at every start: existing rows
 * stay, a revoked key stays revoked, and another secret in the environment replaces the one before.
 */
export const bootstrapAdmin = (commit: Commit, admin: BootstrapAdmin, now: string, log: Logger): Promise<void> =>
  commit(async (tx) => {
    // Replicas that start together take turns.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('bootstrap admin', 0))");
    const key = await findApiKey(tx, admin.clientId);
    if (key === undefined) return { result: undefined, events: await create(tx, admin, now) };
    if (!isSecret(admin.clientId, admin.clientSecret, key.secretHash)) {
      await replaceSecret(tx, admin.clientId, hashOfSecret(admin.clientId, admin.clientSecret));
      log.warn({ clientId: admin.clientId }, 'secret of the bootstrap administrator replaced');
    }
    return { result: undefined, events: [] };
  });

const create = async (tx: Tx, admin: BootstrapAdmin, now: string): Promise<readonly UserEvent[]> => {
  const made = await insertUser(tx, newUser(admin.email, 'Administrator', 'ADMIN', now));
  const user = made ?? (await existing(tx, admin.email));
  const key = newApiKey({
    clientId: admin.clientId,
    userId: user.id,
    name: null,
    secretHash: hashOfSecret(admin.clientId, admin.clientSecret),
    scopes: scopesOf(user.profiles),
    expiresAt: null,
    createdAt: now,
  });
  await insertApiKey(tx, key);
  return made === undefined ? [issued(key)] : [registered(made), issued(key)];
};

/** A merchant must not become an administrator because the environment names their address. */
const existing = async (tx: Tx, email: string): Promise<User> => {
  const user = await findUserByEmailHash(tx, hashOfEmail(email));
  if (user?.profiles.includes('ADMIN') === true) return user;
  throw new Error('BOOTSTRAP_ADMIN_EMAIL belongs to a user who is no administrator.');
};
