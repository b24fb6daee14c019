import { randomBytes } from 'node:crypto';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { insertApiKey, newApiKey, revokeApiKey } from '../api-keys/table';
import { deleteProfile, keepProfile } from '../merchant-profiles/table';
import { type UserEventType } from '../public/user-events';
import { type DestinationFact } from './rebuild-destinations';
import { type RecipientFact } from './rebuild-recipients';
import { inOrder } from '../users/rules';
import { findUser, insertKnownUser, type User, updateUser } from '../users/table';

type UserFact = Exclude<Extract<AnyEvent, { type: UserEventType }>, RecipientFact | DestinationFact>;

/** As the table wants it, and no hash that any secret has. */
const secretHashBytes = 32;

/**
 * Writes what a public event says into a restored database, and returns what the event does not hold. Suspensions and
 * revocations are whole in their events, so they hold again at once.
 */
export const rebuildUserFact = async (tx: Tx, event: UserFact): Promise<readonly string[]> => {
  switch (event.type) {
    case 'repasse.user.registered.v1':
      return registerAgain(tx, event.data);
    case 'repasse.user.suspended.v1':
      return change(tx, event, () => ({ status: 'SUSPENDED' }));
    case 'repasse.user.activated.v1':
      return change(tx, event, () => ({ status: 'ACTIVE' }));
    case 'repasse.profile.granted.v1': {
      const { profile } = event.data;
      return change(tx, event, ({ profiles }) => ({ profiles: inOrder([...new Set([...profiles, profile])]) }));
    }
    case 'repasse.api_key.issued.v1':
      return issueAgain(tx, event.data);
    case 'repasse.api_key.revoked.v1':
      await revokeApiKey(tx, event.data.clientId, event.data.revokedAt);
      return [];
    case 'repasse.user.profile_changed.v1': {
      const { logoPath, changedAt, frameOrigins = [], brandColor = null, ...said } = event.data;
      await keepProfile(tx, { ...said, frameOrigins, brandColor, logoDigest: null, updatedAt: changedAt });
      return logoPath === null ? [] : ['the logo of a merchant: it has to be uploaded again'];
    }
    case 'repasse.user.profile_removed.v1':
      await deleteProfile(tx, event.data.userId);
      return [];
    default:
      return assertNever(event);
  }
};

/** The topic has a hash of the e-mail, by which the user is found again; see `users set-email`. */
const registerAgain = async (tx: Tx, data: EventData['repasse.user.registered.v1']): Promise<readonly string[]> => {
  const { userId, emailHash, status, profiles, registeredAt } = data;
  await insertKnownUser(tx, {
    ...{ id: userId, email: unknownEmailOf(userId), emailHash, name: `User ${String(userId)}` },
    ...{ status, profiles, createdAt: registeredAt, updatedAt: registeredAt },
  });
  return ['the e-mail and the name of a user: give them with `users set-email`'];
};

/** `.invalid` is nobody's, by RFC 2606. */
export const unknownEmailOf = (userId: number): string => `user-${String(userId)}@restored.invalid`;

/** A key is there, so that its revocation is; but nobody can prove its secret, which only its user has. */
const issueAgain = async (tx: Tx, data: EventData['repasse.api_key.issued.v1']): Promise<readonly string[]> => {
  const { clientId, userId, scopes, expiresAt, issuedAt } = data;
  const secretHash = randomBytes(secretHashBytes);
  await insertApiKey(
    tx,
    newApiKey({ clientId, userId, name: null, secretHash, scopes, expiresAt, createdAt: issuedAt }),
  );
  return ['the secret of an API key: its user needs a new key'];
};

const change = async (
  tx: Tx,
  { time, data: { userId } }: UserFact,
  changed: (user: User) => Partial<Pick<User, 'status' | 'profiles'>>,
): Promise<readonly string[]> => {
  const user = await findUser(tx, userId);
  if (user === undefined) throw new Error(`User ${String(userId)} was changed and never registered.`);
  await updateUser(tx, { ...user, ...changed(user), updatedAt: time });
  return [];
};
