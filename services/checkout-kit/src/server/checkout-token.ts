import { createHmac, createSecretKey } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { errors, jwtVerify } from 'jose';

/** Tokens that let a payer act on one charge or payment, named by its id, and on nothing else. */
export interface CheckoutTokens {
  /** Lives until what is paid expires. */
  issue(id: string, expiresAt: string): string;
  verify(token: string, id: string): Promise<TokenStanding>;
}

export type TokenStanding = 'valid' | 'expired' | 'invalid';

const algorithm = 'HS256';
const audience = 'checkout';

/** No token of ours is near this long; a longer text need not be hashed to be refused. */
const tokenCharactersMax = 1_000;

export const createCheckoutTokens = ({
  secrets,
  clock,
}: {
  /** The first one signs; a token that any of them signed is valid. */
  readonly secrets: () => readonly string[];
  readonly clock: Clock;
}): CheckoutTokens => {
  const header = encoded({ alg: algorithm, typ: 'JWT' });

  return {
    // By hand, because an answer is composed within the append that keeps it, and jose signs on another thread.
    issue: (id, expiresAt) => {
      const issuedAt = Math.floor(clock.now().getTime() / 1_000);
      const expires = Math.ceil(Date.parse(expiresAt) / 1_000);
      const signed = `${header}.${encoded({ aud: audience, sub: id, iat: issuedAt, exp: expires })}`;
      return `${signed}.${createHmac('sha256', signingSecret(secrets())).update(signed).digest('base64url')}`;
    },
    verify: async (token, id) => {
      if (token.length > tokenCharactersMax) return 'invalid';
      for (const secret of secrets()) {
        const standing = await standingUnder(secret, token, id, clock.now());
        if (standing !== 'invalid') return standing;
      }
      return 'invalid';
    },
  };
};

const signingSecret = ([current]: readonly string[]): string => {
  if (current === undefined) throw new Error('There is no secret to sign checkout tokens with.');
  return current;
};

const standingUnder = async (
  secret: string,
  token: string,
  subject: string,
  currentDate: Date,
): Promise<TokenStanding> => {
  try {
    await jwtVerify(token, createSecretKey(secret, 'utf8'), {
      ...{ algorithms: [algorithm], audience, subject },
      ...{ requiredClaims: ['exp'], currentDate },
    });
    return 'valid';
  } catch (fault) {
    // The id is checked before the time, so an expired token for another id is plainly invalid.
    if (fault instanceof errors.JWTExpired) return 'expired';
    if (fault instanceof errors.JOSEError) return 'invalid';
    throw fault;
  }
};

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
