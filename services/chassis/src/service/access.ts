import { followAccess, type Access } from '../auth/access/internal/follow-access';
import { askForKeys } from '../auth/internal/key-set';
import { createTokenVerifier, type TokenVerifier } from '../auth/token-verifier';
import { type ServiceParts } from './parts';
import { expectReached } from './reached';

export { revokedAccess } from '../auth/access/access-changes';

export interface ServiceAccess extends Omit<Access, 'stop'> {
  /** Verifies tokens with identity's published keys, and refuses those whose user or key was revoked. */
  readonly verifyToken: TokenVerifier;
}

/** Needs `chassisMigrations.access`. Hand its consumption to the service's consumer. */
export const openAccess = async (parts: ServiceParts): Promise<ServiceAccess> => {
  const { config, clock, log, lifecycle } = parts;
  const access = await followAccess(parts);
  lifecycle.onStop('revoked access', () => access.stop());
  const { jwksUrls, tokenIssuer: issuer } = config;
  await expectReached(parts, {
    setting: 'JWKS_URL',
    address: jwksUrls.join(','),
    ask: () => askForKeys(jwksUrls),
  });
  const isRevoked: Access['isRevoked'] = (principal) => access.isRevoked(principal);
  const verifyToken = createTokenVerifier({ jwksUrls, issuer, clock, log, isRevoked });
  return { ...access, verifyToken };
};
