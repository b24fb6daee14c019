/** Whom a person at the page says they are. The same at every company, as two companies may well know the same subject. */
export const testPeople = [
  { subject: 'person-1', name: 'Dona da Loja' },
  { subject: 'person-2', name: 'Bruno Lima' },
  { subject: 'person-3', name: 'Carla Dias' },
] as const;

/** How an ID token may be wrong, for those who test what becomes of it. */
export const tokenFaults = {
  none: 'as it should be',
  nonce: 'of another sign-in (nonce)',
  audience: 'for another client (aud)',
  issuer: 'of another issuer (iss)',
  expired: 'expired (exp)',
  signature: 'signed by another key',
} as const;

export type TokenFault = keyof typeof tokenFaults;

export const tokenFaultOf = (text: string | undefined): TokenFault =>
  text !== undefined && Object.hasOwn(tokenFaults, text) ? (text as TokenFault) : 'none';
