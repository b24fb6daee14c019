import { type components } from '@repasse/contracts/generated/http/identity';
import { Problem } from '../api/problem.ts';
import { bytesOfText, textOfBytes } from './bytes.ts';

type Schemas = components['schemas'];

/** Browsers have it on pages with TLS, and on localhost. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext;

const descriptorOf = ({ id, transports }: Schemas['PasskeyDescriptor']): PublicKeyCredentialDescriptor => ({
  ...{ type: 'public-key', id: bytesOfText(id), transports: transports as AuthenticatorTransport[] },
});

/** Has a device of the person make a passkey. Older browsers lack PublicKeyCredential's own readers of JSON. */
export const makePasskey = async (
  options: Schemas['PasskeyCreationOptions'],
): Promise<Schemas['PasskeyAttestation']> => {
  const { challenge, user, excludeCredentials, pubKeyCredParams, ...rest } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...rest,
    challenge: bytesOfText(challenge),
    user: { ...user, id: bytesOfText(user.id) },
    pubKeyCredParams: [...pubKeyCredParams],
    excludeCredentials: excludeCredentials.map(descriptorOf),
  };
  const made = await navigator.credentials.create({ publicKey }).catch(givenUp);
  if (!(made instanceof PublicKeyCredential)) return givenUp(made);
  const response = made.response as AuthenticatorAttestationResponse;
  const transports = response.getTransports();
  return {
    id: made.id,
    clientDataJSON: textOfBytes(response.clientDataJSON),
    attestationObject: textOfBytes(response.attestationObject),
    ...(transports.length > 0 && { transports }),
  };
};

/** Has a device of the person sign the challenge, once it knows that it is them. */
export const askForPasskey = async (
  options: Schemas['PasskeyRequestOptions'],
): Promise<Schemas['PasskeyAssertion']> => {
  const { challenge, allowCredentials, ...rest } = options;
  const publicKey = {
    ...rest,
    challenge: bytesOfText(challenge),
    allowCredentials: allowCredentials.map(descriptorOf),
  };
  const given = await navigator.credentials.get({ publicKey }).catch(givenUp);
  if (!(given instanceof PublicKeyCredential)) return givenUp(given);
  const response = given.response as AuthenticatorAssertionResponse;
  return {
    id: given.id,
    clientDataJSON: textOfBytes(response.clientDataJSON),
    authenticatorData: textOfBytes(response.authenticatorData),
    signature: textOfBytes(response.signature),
    ...(response.userHandle !== null && { userHandle: textOfBytes(response.userHandle) }),
  };
};

/** Browsers do not say why: the person may have closed the dialog, or had nothing to answer by. */
const givenUp = (fault: unknown): never => {
  const isKnown = fault instanceof DOMException && fault.name === 'InvalidStateError';
  throw new Problem(0, isKnown ? 'passkey.exists' : 'passkey.given_up', String(fault));
};
