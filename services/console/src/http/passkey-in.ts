import { json } from 'express';
import { type components } from '@repasse/contracts/generated/http/identity';

/** What a page of ours sends of a passkey is a few kilobytes. */
export const passkeyLimit = json({ limit: '32kb' });

type Assertion = components['schemas']['PasskeyAssertion'];

/** As the page sent it: identity compares it with the description of the operation. */
export const passkeyIn = (body: unknown): Assertion => {
  const { credential } = (body ?? {}) as { readonly credential: Assertion };
  return credential;
};
