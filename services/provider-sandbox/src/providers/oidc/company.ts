import { createHash, randomBytes } from 'node:crypto';
import { type Clock } from '@repasse/chassis/clock';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type CryptoKey } from 'jose';
import { type TokenFault } from './people';

/** What a browser came with, which the code stands for. */
export interface Authorization {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly codeChallenge: string;
  readonly subject: string;
  readonly fault: TokenFault;
}

/** One company's provider: its key, and the codes that wait to be exchanged. */
export interface Company {
  readonly jwk: JWK;
  giveCode(authorization: Authorization): string;
  /** Once, within a minute. */
  spendCode(code: string): Authorization | undefined;
  idTokenOf(issuer: string, authorization: Authorization): Promise<string>;
}

const codeMs = 60_000;
const tokenSeconds = 300;
const algorithm = 'RS256';

/** In memory: whoever signs in starts again when the sandbox does. */
export const createCompanies = (clock: Clock): ((name: string) => Promise<Company>) => {
  const companies = new Map<string, Promise<Company>>();
  return (name) => {
    const known = companies.get(name) ?? createCompany(clock);
    companies.set(name, known);
    return known;
  };
};

const createCompany = async (clock: Clock): Promise<Company> => {
  const [key, foreign] = await Promise.all([generateKeyPair(algorithm), generateKeyPair(algorithm)]);
  const kid = randomBytes(6).toString('hex');
  const codes = new Map<string, { readonly authorization: Authorization; readonly until: number }>();
  return {
    jwk: { ...(await exportJWK(key.publicKey)), kid, alg: algorithm, use: 'sig' },
    giveCode: (authorization) => {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { authorization, until: clock.now().getTime() + codeMs });
      return code;
    },
    spendCode: (code) => {
      const found = codes.get(code);
      codes.delete(code);
      return found !== undefined && found.until > clock.now().getTime() ? found.authorization : undefined;
    },
    idTokenOf: (issuer, authorization) => {
      const { fault } = authorization;
      return sign(fault === 'signature' ? foreign.privateKey : key.privateKey, kid, issuer, authorization, clock.now());
    },
  };
};

const sign = (
  key: CryptoKey,
  kid: string,
  issuer: string,
  { clientId, nonce, subject, fault }: Authorization,
  now: Date,
): Promise<string> => {
  const issued = Math.floor(now.getTime() / 1_000) - (fault === 'expired' ? 2 * tokenSeconds : 0);
  return new SignJWT({ nonce: fault === 'nonce' ? 'another' : nonce, auth_time: issued })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(fault === 'issuer' ? `${issuer}-of-another` : issuer)
    .setAudience(fault === 'audience' ? 'another-client' : clientId)
    .setSubject(subject)
    .setIssuedAt(issued)
    .setExpirationTime(issued + tokenSeconds)
    .sign(key);
};

/** RFC 7636, S256. */
export const isVerifiedBy = ({ codeChallenge }: Authorization, codeVerifier: string): boolean =>
  createHash('sha256').update(codeVerifier).digest('base64url') === codeChallenge;

/** Any client is known, and this is its secret. */
export const clientSecretOf = (clientId: string): string => `secret-of-${clientId}`;
