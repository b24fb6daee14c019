import { isSelfMade } from '../src/people/passkeys/attestation';
import { createAuthenticator } from './authenticator';

const asked = { challenge: 'challenge', rp: { id: 'console.test' }, user: { id: 'user' } };

it.each([
  ['none', false, true],
  ['packed', false, true],
  ['packed', true, false],
  ['tpm', true, false],
  ['android-key', true, false],
  ['apple', true, false],
  ['fido-u2f', true, false],
  ['tpm', false, false],
])('looks at %s with a certificate: %s → %s', (format, hasCertificate, expected) => {
  const { attestationObject } = createAuthenticator('https://console.test').create(asked, { format, hasCertificate });

  expect(isSelfMade(attestationObject)).toBe(expected);
});
