import { type components } from '@repasse/contracts/generated/http/identity';
import { type Passkey } from './table';

type Schemas = components['schemas'];

/** A person may have so many: a telephone, a computer and a key on the ring are three. */
export const passkeysMax = 10;

/** For how long a challenge counts; a person may have to look for their key first. */
export const challengeMinutes = 5;

const timeoutMs = challengeMinutes * 60_000;

/** Whoever comes may ask for challenges, and each is a row. */
export const challengesPerAddress = { requests: 60, seconds: 60 };

/** What passkeys belong to: a device answers to no other host name and says at which origin it was asked. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

export const relyingPartyOf = (consoleUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(consoleUrl);
  return { rpId: hostname, origin };
};

/** EdDSA, ES256 and RS256, by their numbers in COSE. */
export const algorithms = [-8, -7, -257];

/** A person as devices keep them. */
export const handleOf = (personId: string): string => Buffer.from(personId).toString('base64url');

/** A device that counts its signatures never says a number twice, unless there are two of it. */
export const isFromCopy = (before: number, given: number): boolean => (before > 0 || given > 0) && given <= before;

type Known = Pick<Passkey, 'credentialId' | 'transports'>;

const descriptorOf = ({ credentialId, transports }: Known): Schemas['PasskeyDescriptor'] => ({
  ...{ type: 'public-key', id: credentialId.toString('base64url'), transports: [...transports] },
});

export const creationOptions = (
  { rpId }: RelyingParty,
  { personId, email, name }: { readonly personId: string; readonly email: string; readonly name: string },
  known: readonly Known[],
  challenge: string,
): Schemas['PasskeyCreationOptions'] => ({
  challenge,
  rp: { id: rpId, name: 'Repasse' },
  user: { id: handleOf(personId), name: email, displayName: name },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: timeoutMs,
  excludeCredentials: known.map(descriptorOf),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
});

/** With nobody's passkeys, a browser offers whichever it has for us. */
export const requestOptions = (
  { rpId }: RelyingParty,
  allowed: readonly Known[],
  challenge: string,
): Schemas['PasskeyRequestOptions'] => ({
  ...{ challenge, rpId, timeout: timeoutMs, userVerification: 'required' },
  allowCredentials: allowed.map(descriptorOf),
});
