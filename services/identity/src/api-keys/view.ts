import { type ApiResponse } from '@repasse/chassis/http/app';
import { type ApiKey } from './table';

export const keyView = (key: ApiKey): object => ({
  clientId: key.clientId,
  name: key.name,
  scopes: key.scopes,
  expiresAt: key.expiresAt,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  previousSecretUntil: key.previousSecretUntil,
  revokedAt: key.revokedAt,
});

export const noStore = { 'Cache-Control': 'no-store' };

/** A new key with its secret, which is shown this once. */
export const issuedView = (key: ApiKey, clientSecret: string): ApiResponse => {
  const { clientId, name, scopes, expiresAt, createdAt } = key;
  return { status: 201, headers: noStore, body: { clientId, clientSecret, name, scopes, expiresAt, createdAt } };
};
