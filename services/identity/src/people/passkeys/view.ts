import { type Passkey } from './table';

/** Without what only devices read. */
export const passkeyView = ({ passkeyId, name, isBackedUp, createdAt, lastUsedAt }: Passkey): object => ({
  ...{ passkeyId, name, isBackedUp, createdAt, lastUsedAt },
});
