import { decodeAttestationObject } from '@simplewebauthn/server/helpers';

/**
 * We ask for no attestation. One with certificates is refused unseen: to check them the library would fetch addresses that
 * whoever sent them chose. Throws at what is no attestation.
 */
export const isSelfMade = (attestationObject: string): boolean => {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
};
