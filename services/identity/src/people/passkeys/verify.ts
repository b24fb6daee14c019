import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { type components } from '@repasse/contracts/generated/http/identity';
import { isSelfMade } from './attestation';
import { algorithms, type RelyingParty } from './rules';
import { type Passkey } from './table';

type Schemas = components['schemas'];

type Made = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackedUp'>;

/** The new key, if the answer is to this challenge and of this console; the library throws whatever is wrong with one. */
export const verifyAttestation = async (
  { rpId, origin }: RelyingParty,
  { id, clientDataJSON, attestationObject }: Schemas['PasskeyAttestation'],
  expectedChallenge: string,
): Promise<Made | undefined> => {
  try {
    if (!isSelfMade(attestationObject)) return undefined;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true },
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      ...{ counter: credential.counter, isBackedUp: credentialBackedUp },
    };
  } catch {
    return undefined;
  }
};

interface Signed {
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** What the device says with its signature, if that is of this passkey, to this challenge and of this console. */
export const verifyAssertion = async (
  { rpId, origin }: RelyingParty,
  { id, clientDataJSON, authenticatorData, signature }: Schemas['PasskeyAssertion'],
  expectedChallenge: string,
  publicKey: Buffer,
): Promise<Signed | undefined> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...{ expectedChallenge, expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true },
      // Whether the counter rose is judged by our own rule, which tells a copy from a wrong signature.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified
      ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
      : undefined;
  } catch {
    return undefined;
  }
};
