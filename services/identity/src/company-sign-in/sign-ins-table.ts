import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { hashOfSecret } from '../people/secrets';
import { boundTo, expiryOfSignIn } from './rules';

/** A sign-in that is under way. */
export interface PendingSignIn {
  readonly userId: number;
  readonly issuer: string;
  readonly clientId: string;
  /** Where a person links themselves; null where somebody signs in. */
  readonly sessionId: string | null;
}

interface Secrets {
  /** What comes back from the provider. */
  readonly state: string;
  /** What the browser keeps. */
  readonly secret: string;
}

export const insertSignIn = async (
  tx: Tx,
  { userId, issuer, clientId, sessionId }: PendingSignIn,
  { state, secret }: Secrets,
  now: Date,
): Promise<void> => {
  await tx.query(
    `insert into company_sign_ins
       (state_hash, user_id, issuer, client_id, bound_to, session_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[hashOfSecret('company state', state), userId, issuer, clientId, boundTo(secret), sessionId],
      ...[toIso(now), expiryOfSignIn(now)],
    ],
  );
};

/** Of two answers at once, one finds the row; another browser's finds none and takes nothing away. */
export const spendSignIn = async (tx: Tx, { state, secret }: Secrets, now: Date): Promise<PendingSignIn | undefined> =>
  (
    await tx.query<PendingSignIn>(
      `delete from company_sign_ins where state_hash = $1 and bound_to = $2 and expires_at > $3
       returning user_id as "userId", issuer, client_id as "clientId", session_id as "sessionId"`,
      [hashOfSecret('company state', state), boundTo(secret), toIso(now)],
    )
  )[0];
