import { type TextsOf } from './wording';

export const identityTexts: TextsOf<'user' | 'api_key' | 'profile'> = {
  'repasse.user.registered.v1': (e) => `User ${e.userId} was registered as ${e.profiles.join(', ')}.`,
  'repasse.user.activated.v1': (e) => `User ${e.userId} may use the platform again.`,
  'repasse.user.suspended.v1': (e) => `User ${e.userId} was suspended.`,
  'repasse.profile.granted.v1': (e) => `User ${e.userId} was made ${e.profile}.`,
  'repasse.user.profile_changed.v1': (e) =>
    `Payers see user ${e.userId} as ${e.displayName}${e.logoPath === null ? '' : ', with a logo'}.`,
  'repasse.user.profile_removed.v1': (e) => `Payers no longer see a profile of user ${e.userId}.`,
  // The key's id is no secret, and an operator looks it up by it.
  'repasse.api_key.issued.v1': (e) => `User ${e.userId} got the API key ${e.clientId}${until(e.expiresAt)}.`,
  'repasse.api_key.revoked.v1': (e) => `The API key ${e.clientId} of user ${e.userId} was revoked.`,
};

const until = (expiresAt: string | null): string => (expiresAt === null ? '' : `, good until ${expiresAt}`);
