import { errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { toIso, type Clock } from '../clock';
import { type Logger } from '../log/logger';
import { createKeySet } from './internal/key-set';
import { profiles, type Principal } from './principal';
import { createVerifiedTokens } from './internal/verified-tokens';

export { KeysUnavailableError } from './internal/key-set';

/**
 * Returns the principal of a bearer token, or undefined when it must not be trusted. Throws KeysUnavailableError while
 * the issuer has never answered.
 */
export type TokenVerifier = (token: string) => Promise<Principal | undefined>;

export interface TokenVerifierOptions {
  readonly jwksUrls: readonly string[];
  readonly issuer: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether a token that is sound in itself counts no longer, because its user or its key was taken back. */
  readonly isRevoked?: (principal: Principal) => boolean | Promise<boolean>;
  /** Replaced in tests. */
  readonly fetchKeys?: (url: string) => Promise<JSONWebKeySet>;
}

/** Clocks of two machines differ a little; more than this is a broken clock. */
const clockToleranceSeconds = 5;

/** A token made later than this from now says that one of the two clocks is broken: its end can be trusted no more. */
const futureMaxMs = 30_000;

/** Our tokens are some 500 characters; longer ones are not ours and not worth a signature check. */
const tokenCharactersMax = 4_096;

export const createTokenVerifier = (options: TokenVerifierOptions): TokenVerifier => {
  const { isRevoked = () => false } = options;
  const verifySoundness = createSoundnessCheck(options);
  return async (token) => {
    const principal = await verifySoundness(token);
    // Asked each time: a token that is remembered as sound may have been taken back since.
    return principal === undefined || (await isRevoked(principal)) ? undefined : principal;
  };
};

const createSoundnessCheck = (options: TokenVerifierOptions): TokenVerifier => {
  const { issuer, clock, log } = options;
  const keySet = createKeySet(options);
  const verified = createVerifiedTokens();

  return async (token) => {
    if (token.length > tokenCharactersMax) return undefined;
    const now = clock.now();
    const known = verified.find(token, now.getTime());
    if (known !== undefined) return known;
    try {
      const { payload } = await jwtVerify(token, keySet, {
        algorithms: ['EdDSA'],
        issuer,
        currentDate: now,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['sub', 'client_id', 'profile', 'scope', 'exp', 'iat'],
      });
      const principal = principalOf(payload);
      if (principal !== undefined && Date.parse(principal.issuedAt) > now.getTime() + futureMaxMs) {
        log.warn(
          { issuedAt: principal.issuedAt, now: toIso(now) },
          'a token of the future is refused: look at the clocks',
        );
        return undefined;
      }
      if (principal !== undefined) verified.keep(token, principal, Date.parse(principal.expiresAt), now.getTime());
      return principal;
    } catch (fault) {
      if (!(fault instanceof errors.JOSEError)) throw fault;
      log.debug({ reason: fault.code }, 'token refused');
      return undefined;
    }
  };
};

const principalOf = (payload: JWTPayload): Principal | undefined => {
  const { sub, exp, iat, client_id: clientId, profile: claimedProfile, scope } = payload;
  const userId = /^[1-9]\d{0,15}$/.test(sub ?? '') ? Number(sub) : Number.NaN;
  const profile = profiles.find((candidate) => candidate === claimedProfile);
  if (!Number.isSafeInteger(userId) || exp === undefined || iat === undefined || profile === undefined)
    return undefined;
  if (typeof clientId !== 'string' || typeof scope !== 'string') return undefined;
  const acting = actingIn(payload);
  if (acting === undefined) return undefined;
  return Object.freeze({
    ...acting,
    userId,
    clientId,
    profile,
    scopes: Object.freeze(scope.split(' ').filter((name) => name !== '')),
    issuedAt: new Date(iat * 1_000).toISOString(),
    expiresAt: new Date(exp * 1_000).toISOString(),
  });
};

/**
 * The claims `act` (RFC 8693 4.1: who acts for the subject), `sid` (their session) and `auth_time` (OpenID Connect: when
 * their second factor was proven), and `refund_minor_max` of their role. A portal link acts as well; it is its own session, and
 * proves nothing. Undefined when they are malformed: a token that says somebody acts, and not who, counts for nobody.
 */
const actingIn = ({
  act,
  sid,
  auth_time: provenSeconds,
  refund_minor_max: refundMinorMax,
}: JWTPayload): ActingClaims | undefined => {
  const ofPeople = [provenSeconds, sid, refundMinorMax];
  if (act === undefined) return ofPeople.every((claim) => claim === undefined) ? {} : undefined;
  const actor = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : undefined;
  if (typeof actor !== 'string') return undefined;
  if (/^ptl_[0-9A-HJKMNP-TV-Z]{26}$/.test(actor))
    return ofPeople.every((claim) => claim === undefined) ? { portalLinkId: actor } : undefined;
  if (!/^per_[0-9A-HJKMNP-TV-Z]{26}$/.test(actor)) return undefined;
  if (typeof sid !== 'string' || !/^ses_[0-9A-HJKMNP-TV-Z]{26}$/.test(sid)) return undefined;
  if (![provenSeconds, refundMinorMax].every((claim) => claim === undefined || isCount(claim))) return undefined;
  return {
    ...{ personId: actor, sessionId: sid },
    ...(isCount(provenSeconds) && { provenAt: new Date(provenSeconds * 1_000).toISOString() }),
    ...(isCount(refundMinorMax) && { refundMinorMax }),
  };
};

type ActingClaims = Pick<Principal, 'personId' | 'portalLinkId' | 'sessionId' | 'provenAt' | 'refundMinorMax'>;

const isCount = (claim: unknown): claim is number => Number.isSafeInteger(claim) && Number(claim) >= 0;
