import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { newSecret } from '../../new-secret';
import { hashOfSecret } from '../secrets';
import { challengeMinutes } from './rules';

/** What a challenge is for, and whose answer counts: no other session's, and for nothing else. */
export interface Ceremony {
  readonly purpose: 'REGISTRATION' | 'SIGN_IN' | 'STEP_UP';
  readonly boundTo: string;
}

export const ofSession = (purpose: 'REGISTRATION' | 'STEP_UP', sessionId: string): Ceremony => ({
  ...{ purpose, boundTo: sessionId },
});

/** Of a browser in which nobody has signed in. */
export const ofBrowser = (secret: string): Ceremony => ({
  ...{ purpose: 'SIGN_IN', boundTo: hashOfSecret('passkey sign-in', secret).toString('hex') },
});

export const newChallenge = async (tx: Tx, { purpose, boundTo }: Ceremony, now: Date): Promise<string> => {
  const challenge = newSecret();
  const expiresAt = toIso(new Date(now.getTime() + challengeMinutes * 60_000));
  await tx.query(
    `insert into passkey_challenges (challenge_hash, purpose, bound_to, created_at, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [hashOfSecret('passkey challenge', challenge), purpose, boundTo, toIso(now), expiresAt],
  );
  return challenge;
};

/**
 * The challenge that a browser says it was asked, if it counts here and now. Whatever becomes of the answer, it counts for
 * no other one: of two at once, one finds the row.
 */
export const spendChallenge = async (
  tx: Tx,
  { purpose, boundTo }: Ceremony,
  clientDataJson: string,
  now: Date,
): Promise<string | undefined> => {
  const challenge = challengeIn(clientDataJson);
  if (challenge === undefined) return undefined;
  const spent = await tx.query(
    `delete from passkey_challenges
     where challenge_hash = $1 and purpose = $2 and bound_to = $3 and expires_at > $4 returning challenge_hash`,
    [hashOfSecret('passkey challenge', challenge), purpose, boundTo, toIso(now)],
  );
  return spent.length > 0 ? challenge : undefined;
};

const challengeIn = (clientDataJson: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};
